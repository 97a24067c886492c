/* SPDX-License-Identifier: MIT */
/* Plugins that are replaced under a running game, by writers that take their time, by builds that
 * ask for it themselves, and by builds that fail: in the rehearsal, or only later. */
#include <sys/stat.h>
#include "driven_game.h"
#include "support/plugin_kit.h"
#undef fail

#define LIVE "live/watched.so"
#define TURNS 125
#define STEP 64

/* Walks straight at whom it sees, as ai/chaser does. ACT comes first. */
static const char text[] =
    "#include <errno.h>\n"
    "#include <fcntl.h>\n"
    "#include <moult/ai.h>\n"
    "#include <moult/plugin.h>\n"
    "#include <moult/world.h>\n"
    "#include <signal.h>\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "#include <sys/socket.h>\n"
    "#include <sys/un.h>\n"
    "#include <unistd.h>\n"
    "static MOULT_UNUSED __attribute__((noinline)) void crash(void)\n"
    "{\n"
    "    *(volatile int *)8 = 1; /* line 15 */\n"
    "}\n"
    "static MOULT_UNUSED void crash_later(uint32_t turn)\n"
    "{\n"
    "    static uint32_t first;\n"
    "    if (first == 0)\n"
    "        first = turn + 1;\n"
    "    if (turn >= first + 2)\n"
    "        crash();\n"
    "}\n"
    "static MOULT_UNUSED void ask(int wait)\n"
    "{\n"
    "    static int asked;\n"
    "    char answer[64];\n"
    "    struct sockaddr_un at = {.sun_family = AF_UNIX};\n"
    "    snprintf(at.sun_path, sizeof at.sun_path, \"%s/moult/%d.sock\",\n"
    "             getenv(\"XDG_RUNTIME_DIR\"), (int)getppid());\n"
    "    int s = asked++ ? -1 : socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);\n"
    "    if (s < 0 || connect(s, (struct sockaddr *)&at, sizeof at) != 0 ||\n"
    "        write(s, \"reload\\n\", 7) != 7)\n"
    "        return;\n"
    "    while (wait && read(s, answer, sizeof answer) < 0)\n"
    "        ;\n"
    "}\n"
    "static moult_status decide(moult_world *w, const moult_senses *senses, void *m,\n"
    "                           moult_action *action)\n"
    "{\n"
    "    (void)m;\n"
    "    (void)w;\n"
    "    ACT;\n"
    "    if (senses->flags & MOULT_SEES_TARGET)\n"
    "        moult_step_towards(senses, senses->target_x, senses->target_y, action);\n"
    "    return MOULT_OK;\n"
    "}\n"
    "static const moult_ai_1 functions = {sizeof(moult_ai_1), 0, decide};\n"
    "static const moult_provide provides[] = {\n"
    "    MOULT_PROVIDE(\"ai/chaser\", MOULT_AI_INTERFACE, MOULT_AI_SHAPE, &functions)};\n"
    "MOULT_PLUGIN(\"watched\", VERSION, \"\", \"ai/chaser\", .provides = provides,\n"
    "             .provide_count = 1)\n";

static driven game;

static void build(const char *name, const char *act)
{
    char flags[256];
    snprintf(flags, sizeof flags, "-g -D'ACT=%s' -DVERSION='\"1.0.%c\"'", act, name[0]);
    kit_compile(name, text, flags);
}

static void make_builds(void)
{
    kit_folder_make();
    build("1", "(void)0");
    build("2", "(void)0");
    build("3", "(void)0");
    build("4-crash", "crash()");
    build("5-later", "crash_later(moult_turn(w))");
    build("6-hangup", "kill(getpid(), SIGHUP)");
    build("7-ask", "ask(0)");
    build("8-wait", "ask(1)");
}

/* `cp`: into the same file. */
static void copy(const char *name)
{
    run_well(&game.r, NULL, "mkdir -p live && cp %s " LIVE, kit_at(name));
}

static void begin(const char *first, const char *options)
{
    copy(first);
    driven_begin(
        &game, "rogue --renderer text --seed 7 --deadline 0.5 %s --use ai/chaser=\"$PWD/" LIVE "\"",
        options);
    driven_read(&game);
}

static void enter(void)
{
    driven_open(&game);
}

static void leave(void)
{
    run_close(&game.r);
}

/* The generation of the plugin that runs, in `version`; 0: it doesn't. */
static unsigned running(char version[16])
{
    int32_t code;
    unsigned generation = 0;
    char *list = driven_ask(&game, "list", &code);
    const char *at = strstr(list, "watched@");
    if (at == NULL || sscanf(at, "watched@%15s %u", version, &generation) != 2)
        strcpy(version, "");
    free(list);
    return generation;
}

static void expect_running(const char *version, unsigned generation)
{
    char found[16];
    const unsigned number = running(found);
    ck_assert_msg(number == generation && strcmp(found, version) == 0, "runs %s #%u\n%s", found,
                  number, driven_said(&game));
}

/* Within the game's patience. */
static void wait_until_running(const char *version)
{
    char found[16];
    const int64_t end = stage_now_ms() + DRIVEN_PATIENCE_MS;
    while (running(found), strcmp(found, version) != 0) {
        ck_assert_msg(stage_now_ms() < end, "runs %s\n%s", found, driven_said(&game));
        driven_pause();
    }
}

static void wait_turns(unsigned count)
{
    while (count-- > 0)
        driven_play(&game, "wait");
}

/* "moult reload": what it says, and the code that it ends with. */
static char answer[4096];

static int32_t reload(void)
{
    int32_t code;
    char *reply = driven_ask(&game, "reload", &code);
    snprintf(answer, sizeof answer, "%s", reply);
    free(reply);
    return code;
}

/* A game with the first build all the time stands here after so many turns. */
static void expect_as_ever(unsigned turns)
{
    char end[DRIVEN_STATE];
    run_well(&game.r, NULL,
             "i=0; while [ $((i += 1)) -le %u ]; do echo wait; done >plain; moult play rogue "
             "--renderer none --keys plain --seed 7 --use ai/chaser=%s",
             turns, kit_at("1"));
    snprintf(end, sizeof end, "%s", game.r.out);
    ck_assert_str_eq(game.state, end);
}

static void expect_said(const char *part)
{
    ck_assert_msg(strstr(driven_said(&game), part) != NULL, "no \"%s\" in: %s", part,
                  driven_said(&game));
}

/* -- writers ----------------------------------------------------------------------------------- */

/* Writes one build after the other over the file, in small steps, until it is ended. */
static pid_t start_writer(void)
{
    uint8_t *bytes[2];
    uint64_t count[2];
    const pid_t writer = fork();
    if (writer != 0)
        return writer;
    bytes[0] = kit_read(kit_at("1"), &count[0]);
    bytes[1] = kit_read(kit_at("2"), &count[1]);
    if (chdir(game.r.root) != 0)
        _exit(1);
    for (unsigned round = 0;; round++) {
        const int fd = open(LIVE, O_WRONLY | O_CREAT | (round % 4 ? O_TRUNC : 0), 0700);
        const uint8_t *from = bytes[round % 2];
        for (uint64_t at = 0; at < count[round % 2]; at += STEP) {
            const uint64_t left = count[round % 2] - at;
            if (write(fd, from + at, left < STEP ? left : STEP) < 0)
                _exit(1);
            if (at % (16 * STEP) == 0)
                driven_pause();
        }
        close(fd);
        nanosleep(&(struct timespec){0, round % 3 == 2 ? 150000000 : 0}, NULL);
    }
}

START_TEST(a_file_that_is_being_written_does_no_harm)
{
    char version[16];
    begin("1", "--watch");
    const pid_t writer = start_writer();
    for (int i = 0; i < TURNS; i++) {
        wait_turns(1);
        nanosleep(&(struct timespec){0, 8000000}, NULL); /* or all is over too soon for it */
    }
    kill(writer, SIGKILL);
    ck_assert_int_eq(waitpid(writer, NULL, 0), writer);
    expect_as_ever(TURNS);
    ck_assert_uint_gt(running(version), 1); /* whole ones came in */
    copy("1");
    run_well(&game.r, NULL, ": >" LIVE);
    wait_turns(1);
    copy("3");
    wait_until_running("1.0.3");
    wait_turns(1);
    expect_as_ever(TURNS + 2);
    ck_assert_str_eq(driven_said(&game), "");
    driven_end(&game);
}
END_TEST

/* -- reloads that a plugin asks for ------------------------------------------------------------ */

static const char *const askers[] = {"6-hangup", "7-ask"};

START_TEST(a_reload_from_within_a_call_waits_for_its_turn)
{
    begin(askers[_i], "");
    copy("3");
    wait_turns(2);
    wait_until_running("1.0.3");
    wait_turns(3);
    expect_as_ever(5);
    ck_assert_str_eq(driven_said(&game), "");
    driven_end(&game);
}
END_TEST

START_TEST(a_plugin_that_waits_for_its_own_reload_is_ended)
{
    begin("8-wait", "");
    wait_turns(4);
    expect_said("watched@1.0.8 decide: no answer for 0.5 s at 8-wait.c:");
    driven_read(&game);
    expect_running("", 0);
    driven_end(&game);
}
END_TEST

/* -- builds that fail -------------------------------------------------------------------------- */

START_TEST(a_build_that_fails_at_once_is_caught_in_the_rehearsal)
{
    char before[DRIVEN_STATE];
    begin("1", "");
    wait_turns(2);
    snprintf(before, sizeof before, "%s", game.state);
    copy("4-crash");
    ck_assert_int_eq(reload(), 3);
    ck_assert_msg(strstr(answer, "error  watched@1.0.4 decide: SIGSEGV at 4-crash.c:15 in a "
                                 "rehearsal. The game goes on") == answer,
                  "%s", answer);
    driven_read(&game);
    ck_assert_str_eq(game.state, before);
    expect_running("1.0.1", 1);
    wait_turns(3);
    expect_as_ever(5);
    copy("3");
    ck_assert_msg(reload() == 0, "%s", answer);
    expect_running("1.0.3", 2);
    ck_assert_str_eq(driven_said(&game), "");
    driven_end(&game);
}
END_TEST

/* It plays two turns, and takes itself down in the third. */
static void fail_later(void)
{
    wait_turns(2);
    ck_assert_int_eq(kill(driven_worker(&game), 0), 0);
    wait_turns(2);
}

START_TEST(a_build_that_fails_later_goes_back_and_after_twice_stays_out)
{
    begin("1", "");
    wait_turns(1);
    copy("5-later");
    ck_assert_msg(reload() == 0, "%s", answer);
    expect_running("1.0.5", 2);
    fail_later();
    expect_said("error  watched@1.0.5 decide: SIGSEGV at 5-later.c:15 (turn ");
    expect_said("Generation 1 is back");
    expect_running("1.0.1", 1);
    driven_play(&game, "F5"); /* asked for, it is tried again */
    expect_running("1.0.5", 3);
    fail_later();
    expect_running("1.0.1", 1);
    ck_assert_int_eq(reload(), 0);
    ck_assert_msg(strstr(answer, "this build was blamed twice, it stays out") != NULL, "%s",
                  answer);
    expect_running("1.0.1", 1);
    copy("3");
    ck_assert_msg(reload() == 0, "%s", answer);
    expect_running("1.0.3", 4);
    wait_turns(3);
    driven_end(&game);
}
END_TEST

START_TEST(a_plugin_that_was_left_out_comes_back_when_its_file_changes)
{
    begin("5-later", "");
    fail_later();
    wait_turns(1);
    expect_said("It is left out until its file changes");
    expect_running("", 0);
    copy("3");
    ck_assert_msg(reload() == 0, "%s", answer);
    expect_running("1.0.3", 2);
    wait_turns(3);
    driven_end(&game);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("supervisor watch");
    TCase *group = tcase_create("all");
    make_builds();
    tcase_add_checked_fixture(group, enter, leave);
    tcase_set_timeout(group, 120);
    tcase_add_loop_test(group, a_file_that_is_being_written_does_no_harm, 0, 8);
    tcase_add_loop_test(group, a_reload_from_within_a_call_waits_for_its_turn, 0, 2);
    tcase_add_test(group, a_plugin_that_waits_for_its_own_reload_is_ended);
    tcase_add_test(group, a_build_that_fails_at_once_is_caught_in_the_rehearsal);
    tcase_add_test(group, a_build_that_fails_later_goes_back_and_after_twice_stays_out);
    tcase_add_test(group, a_plugin_that_was_left_out_comes_back_when_its_file_changes);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    kit_folder_remove();
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
