/* SPDX-License-Identifier: MIT */
/* moult ctl: a running game is looked at and changed by lines of its console; what is refused
 * changes nothing, other users are turned away, and a replay does the same as was done. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include "driven_game.h"

#define GAME "rogue --seed 7 --renderer text "
#define NOBODY 65534

static driven game;

static void enter(void)
{
    driven_open(&game);
}

static void leave(void)
{
    run_close(&game.r);
}

static void begin(const char *arguments)
{
    driven_begin(&game, "%s", arguments);
    driven_read(&game);
}

/* The only game is meant. */
static int32_t ctl(const char *line)
{
    char command[1400];
    snprintf(command, sizeof command, "moult ctl '%s'", line);
    return run_shell(&game.r, NULL, "%s", command);
}

/* -- what is answered -------------------------------------------------------------------------- */

/* In order: each sees what the ones before it did. A pattern as in run_matches; NULL: `part` stands
 * in the answer. */
static const struct {
    const char *line, *answer, *part;
} answered[] = {
    {"turn", "0\n", NULL},
    {"hash", NULL, ""},
    {"help", NULL, "spawn KIND [X Y]  makes a creature or a thing, beside the hero\n"},
    {"help turn", "turn  how many turns were played\n", NULL},
    {"help rogue.tier", "rogue.tier i(i)  floor -> best tier of gear that lies there\n", NULL},
    {"natives", NULL, "\nrogue.teleport i(w)  puts the hero on a random free cell"},
    {"tables", NULL, "\nrogue.hero v1 gold i32, floor i32, "},
    {"tables rogue.body",
     "rogue.body v1 hp i32, hp_max i32, name name, archetype name, kind u16, asleep u16, "
     "confused u16\n",
     NULL},
    {"generations", NULL, "ai-chaser@1.0.0 #1  $B/plugins/ai-chaser.so\n"},
    {"reload", "unchanged: no plugin's file has another content\n", NULL},
    {"reload ai-chaser", "unchanged: no plugin's file has another content\n", NULL},
    {"actor", NULL, "1  42,23  level 1  name \"hero\"  archetype -\n"},
    {"actor hero", NULL, "rogue.body  hp 12  hp_max 12  name \"hero\"  archetype -  "},
    {"actor 2 archetype", "\"chaser\"\n", NULL},
    {"actor hero hp", "12\n", NULL},
    {"actor hero hp 7", "7\n", NULL},
    {"rogue.body 1 hp", "7\n", NULL},
    {"rogue.heal 3", "10\n", NULL},
    {"rogue.hero gold 0x10", "16\n", NULL},
    {"rogue.hero gold", "16\n", NULL},
    {"actor 2 archetype coward", "\"coward\"\n", NULL},
    {"actor hero x 41", "41\n", NULL},
    {"actor hero x", "41\n", NULL},
    {"rogue.hero potion_look[1] 3", "3\n", NULL},
    {"core.cell.mark 41 23", "0\n", NULL},
    {"core.cell.mark 41 23 4", "4\n", NULL},
    {"core.cell.mark 41 23", "4\n", NULL},
    {"rogue.tier 40", "#\n", NULL},
    {"rogue.teleport", "1\n", NULL},
    {"spawn \"sewer rat\"", "1\n", NULL},
    {"spawn gold", "1\n", NULL},
    {"reveal", "1\n", NULL},
    {"core.level 1", "width #  height #  depth #  first [# #]  last [# #]\n", NULL},
};

START_TEST(lines_are_answered)
{
    begin(GAME "--wizard");
    for (size_t i = 0; i < sizeof answered / sizeof *answered; i++) {
        const int32_t code = ctl(answered[i].line);
        const char *out = game.r.out;
        const int32_t fits = answered[i].part != NULL ? strstr(out, answered[i].part) != NULL
                                                      : strcmp(answered[i].answer, out) == 0 ||
                                                            run_matches(out, answered[i].answer);
        ck_assert_msg(code == 0 && fits && game.r.err[0] == 0, "%s: (%d) %s%s", answered[i].line,
                      code, out, game.r.err);
    }
    driven_play(&game, "wait");
    ck_assert_int_eq(strncmp(game.state, "turn 1 ", 7), 0);
    driven_end(&game);
}
END_TEST

/* -- what is refused --------------------------------------------------------------------------- */

#define KEPT " is the core's own. Natives and other fields can change the world\n"

static const struct {
    const char *line, *error;
} refused[] = {
    {"turnn",
     "there is no verb, native or table \"turnn\" (did you mean \"turn\"?). help lists what "
     "there is\n"},
    {"rogue.telport", "there is no verb, native or table \"rogue.telport\" (did you mean "
                      "\"rogue.teleport\"?). help lists what there is\n"},
    {"rogue.heroo gold", "there is no verb, native or table \"rogue.heroo\" (did you mean "
                         "\"rogue.hero\"?). help lists what there is\n"},
    {"rogue.hero goldd", "rogue.hero knows no \"goldd\" (did you mean \"gold\"?)\n"},
    {"rogue.hero gold many",
     "gold is a whole number from -2147483648 to 2147483647, not \"many\"\n"},
    {"rogue.hero weapon 256", "weapon is a whole number from 0 to 255, not \"256\"\n"},
    {"rogue.hero gold 1 2", "one value at a time. A text with blanks stands in quotes\n"},
    {"rogue.hero potion_look 1", "potion_look has 16 values: name one, as in potion_look[0]\n"},
    {"rogue.hero potion_look[16]", "potion_look has 16 values, [0] to [15], and no [16]\n"},
    {"actor 99 hp", "actor has no row \"99\". \"actor\" alone lists those there are\n"},
    {"actor hero x 3000", "the cell is off the map\n"},
    {"core.cell.tile 10 500 1", "cell 10,500 isn't on the map, which has 64 x 40\n"},
    {"core.cell.tile", "core.cell.tile is a plane: it takes a cell, as in core.cell.tile 10 5\n"},
    {"core.cell", "core.cell has planes: name one, and a cell, as in core.cell.tile 10 5\n"},
    {"core.session wizard 0", "wizard of core.session" KEPT},
    {"core.actor.slot 1 live 0", "live of core.actor.slot" KEPT},
    {"core.level 1 width 3",
     "section \"core.actor.slot\" row 1: it stands off the map. Nothing was changed\n"},
    {"core.run hero 99:1",
     "section \"core.run\" row 0: the hero doesn't exist. Nothing was changed\n"},
    {"core.run hero me", "hero is an id: SLOT:GENERATION, or - for none, not \"me\"\n"},
    {"spawn", "it is spawn KIND [X Y]\n"},
    {"spawn gold 3", "a cell is two numbers: spawn KIND X Y\n"},
    {"reload ai-chase", "reload knows no \"ai-chase\" (did you mean \"ai-chaser\"?)\n"},
    {"tables rogue.bdy", "tables knows no \"rogue.bdy\" (did you mean \"rogue.body\"?)\n"},
    {"trace", "nothing is traced. Try trace on ai/*\n"},
    {"trace up", "it is trace on SLOT[,SLOT] [FILE], trace off, or trace\n"},
    {"actor \"hero hp", "a quote isn't closed. Put a \" at its end\n"},
};

/* These name the plugin, or the native, that refused. */
static const struct {
    const char *line, *error;
} refused_there[] = {
    {"rogue.heal", "error  moult call rogue.heal: it takes 1 argument, not 0: i(wi). amount -> the "
                   "hero's hit points, raised by it up to the maximum\n"},
    {"rogue.heal much",
     "error  moult call rogue.heal: argument 1 is \"much\", not a whole number of "
     "32 bits. amount -> the hero's hit points, raised by it up to the maximum\n"},
    {"spawn dragonfly", "error  rules-rogue@1.0.0 call: rogue.spawn: no monster and no thing is "
                        "called so\n"},
    {"spawn gold 0 0", "error  rules-rogue@1.0.0 call: rogue.spawn: that cell isn't free\n"},
    {"trace on ai/chasr", "error  trace: no slot is called \"ai/chasr\" (did you mean "
                          "\"ai/chaser\"?). moult list shows them\n"},
    {"trace on ai/* /nowhere/t.json", "error  /nowhere/t.json: the trace can't be written: No such "
                                      "file or directory. Name another file\n"},
};

static void expect_refusal(const char *line, const char *error)
{
    char before[DRIVEN_STATE];
    snprintf(before, sizeof before, "%s", game.state);
    const int32_t code = ctl(line);
    ck_assert_msg(code == 1 && game.r.out[0] == 0, "%s: (%d) %s", line, code, game.r.out);
    ck_assert_str_eq(game.r.err, error);
    driven_read(&game);
    ck_assert_msg(strcmp(game.state, before) == 0, "%s: it changed something", line);
}

START_TEST(refused_lines_change_nothing)
{
    char error[512];
    begin(GAME "--wizard");
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        snprintf(error, sizeof error, "error  console: %s", refused[i].error);
        expect_refusal(refused[i].line, error);
    }
    for (size_t i = 0; i < sizeof refused_there / sizeof *refused_there; i++)
        expect_refusal(refused_there[i].line, refused_there[i].error);
    driven_play(&game, "wait");
    driven_end(&game);
}
END_TEST

/* A run that is played for real can be looked at. */
START_TEST(only_wizards_change_the_world)
{
    static const char *const changes[] = {
        "rogue.hero gold 5", "actor hero x 41", "rogue.teleport",
        "spawn gold",        "reveal",          "core.cell.mark 1 1 1"};
    begin(GAME);
    ck_assert_int_eq(ctl("actor hero hp"), 0);
    ck_assert_str_eq(game.r.out, "12\n");
    ck_assert_int_eq(ctl("rogue.tier 40"), 0);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        expect_refusal(changes[i],
                       "error  console: this run isn't played in wizard mode, so it is only looked "
                       "at. Start one: moult play --wizard\n");
    driven_end(&game);
}
END_TEST

START_TEST(a_game_without_such_a_native_says_so)
{
    begin("simple --renderer text --seed 1 --wizard");
    expect_refusal("reveal", "error  console: this game can't do that: it has no native "
                             "simple.explore_all\n");
    driven_end(&game);
}
END_TEST

START_TEST(spawn_and_reveal_are_what_the_rules_make_of_them)
{
    begin("srl --renderer text --seed 1 --wizard");
    run_well(&game.r, "spawn rat\nspawn apple\nspawn potion\nreveal\n", "moult ctl");
    ck_assert_str_eq(game.r.out, "1\n1\n1\n1\n");
    run_well(&game.r, NULL, "moult ctl actor | grep -c '  archetype \"rat\"'");
    ck_assert_int_ge(atoi(game.r.out), 1);
    driven_read(&game);
    expect_refusal("spawn dog", "error  rules-srl@1.0.0 call: srl.spawn: there are rat, apple and "
                                "potion\n");
    expect_refusal("spawn rat -7 3",
                   "error  rules-srl@1.0.0 call: srl.spawn: that cell isn't free\n");
    driven_end(&game);
}
END_TEST

/* -- plugins ----------------------------------------------------------------------------------- */

/* Changed in a place that nothing reads. */
#define CHANGE "printf '\\0\\0\\0\\0' >>"

START_TEST(a_reload_may_be_of_one_plugin)
{
    run_well(&game.r, NULL, "cp $B/plugins/ai-chaser.so $B/plugins/ai-coward.so .");
    begin(GAME "--use ai/chaser=./ai-chaser.so --use ai/coward=./ai-coward.so");
    run_well(&game.r, NULL,
             "for name in chaser coward; do cp ai-$name.so new && " CHANGE
             "new && mv new ai-$name.so; done");
    ck_assert_int_eq(ctl("reload ai-coward"), 0);
    ck_assert_msg(strncmp(game.r.out, "reloaded ai-coward #2 ", 22) == 0 &&
                      strstr(game.r.out, "ai-chaser") == NULL,
                  "%s", game.r.out);
    ck_assert_int_eq(ctl("reload"), 0);
    ck_assert_msg(strncmp(game.r.out, "reloaded ai-chaser #2 ", 22) == 0 &&
                      strstr(game.r.out, "ai-coward") == NULL,
                  "%s", game.r.out);
    driven_play(&game, "wait");
    driven_end(&game);
}
END_TEST

static const char bad[] =
    "#include <moult/moult.h>\n"
    "#include <moult/plugin.h>\n"
    "static moult_status decide(moult_world *w, const moult_senses *s, void *m, moult_action *a)\n"
    "{\n"
    "    (void)w; (void)s; (void)m; (void)a;\n"
    "    return MOULT_OK;\n"
    "}\n"
    "static int32_t spoil(moult_world *w)\n"
    "{\n"
    "    moult_set_cell(w, moult_level(w), MOULT_PLANE_MARK, 1, 1, 7);\n"
    "    return moult_fail(w, MOULT_REFUSED, \"it went wrong\");\n"
    "}\n"
    "static int32_t crash(moult_world *w)\n"
    "{\n"
    "    moult_set_cell(w, moult_level(w), MOULT_PLANE_MARK, 1, 1, 7);\n"
    "    __builtin_trap();\n"
    "}\n"
    "static const moult_ai_1 functions = {sizeof(moult_ai_1), 0, decide};\n"
    "static const moult_provide provides[] = {\n"
    "    MOULT_PROVIDE(\"ai/bad\", MOULT_AI_INTERFACE, MOULT_AI_SHAPE, &functions)};\n"
    "static const moult_native natives[] = {MOULT_NATIVE(\"bad.spoil\", \"i(w)\", spoil, \"\"),\n"
    "                                       MOULT_NATIVE(\"bad.crash\", \"i(w)\", crash, \"\")};\n"
    "MOULT_PLUGIN(\"ai-bad\", \"1.0.0\", \"\", \"ai/bad\", .provides = provides, .provide_count = "
    "1,\n"
    "             .natives = natives, .native_count = 2)\n";

START_TEST(a_native_that_fails_leaves_nothing)
{
    run_well(&game.r, bad,
             "cc -D_GNU_SOURCE -std=c11 -O1 -fPIC -shared -fvisibility=hidden -I$S/sdk/include "
             "-Wl,-z,now -x c - -o ai-bad.so");
    begin(GAME "--wizard --use ai/bad=./ai-bad.so");
    expect_refusal("bad.spoil", "error  ai-bad@1.0.0 call: bad.spoil: it went wrong\n");
    ck_assert_int_eq(ctl("core.cell.mark 1 1"), 0);
    ck_assert_str_eq(game.r.out, "0\n");
    ck_assert_int_eq(ctl("bad.crash"), 1);
    ck_assert_ptr_nonnull(strstr(game.r.err, "gave no answer"));
    driven_read(&game);
    ck_assert_msg(strstr(driven_said(&game), "error  ai-bad@1.0.0 bad.crash: SIG") != NULL, "%s",
                  driven_said(&game));
    ck_assert_int_eq(ctl("core.cell.mark 1 1"), 0);
    ck_assert_str_eq(game.r.out, "0\n");
    driven_play(&game, "wait");
    driven_end(&game);
}
END_TEST

/* -- whom it speaks to ------------------------------------------------------------------------- */

START_TEST(the_worker_s_number_is_the_game_s_too)
{
    begin(GAME "--wizard");
    run_well(&game.r, NULL, "moult ctl %d turn && moult ctl %d turn", (int)game.supervisor,
             (int)driven_worker(&game));
    ck_assert_str_eq(game.r.out, "0\n0\n");
    run_well(&game.r, NULL, "moult reload %d", (int)driven_worker(&game));
    ck_assert_str_eq(game.r.out, "unchanged: no plugin's file has another content\n");
    run_refused(&game.r, "moult ctl 1 turn", 1,
                "error  control: process 1 is no running game. Running: #\n");
    driven_end(&game);
}
END_TEST

START_TEST(lines_come_from_standard_input)
{
    begin(GAME "--wizard");
    const int32_t code =
        run_shell(&game.r, "turn\n\nrogue.hero gold 5\nturnn\nrogue.hero gold", "moult ctl");
    ck_assert_int_eq(code, 1);
    ck_assert_str_eq(game.r.out, "0\n5\n5\n");
    ck_assert_msg(strncmp(game.r.err, "error  console: ", 16) == 0, "%s", game.r.err);
    run_well(&game.r, "turn\n", "moult ctl %d", (int)game.supervisor);
    ck_assert_str_eq(game.r.out, "0\n");
    run_refused(&game.r, "moult ctl turn hash", 2,
                "error  moult ctl: it takes a process's number and one line, in quotes. Try: moult "
                "ctl --help\n");
    driven_end(&game);
}
END_TEST

/* What a process of this user hears who connects to the game's socket. */
static void hear(uid_t user, const char *request, char *out, size_t room)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int answer[2];
    snprintf(address.sun_path, sizeof address.sun_path, "%s/runtime/moult/%d.sock", game.r.root,
             (int)game.supervisor);
    ck_assert_int_eq(pipe2(answer, O_CLOEXEC), 0);
    const pid_t child = fork();
    if (child == 0) {
        char text[1024];
        const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
        if (setuid(user) != 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0)
            _exit(1);
        (void)!write(fd, request, strlen(request)); /* who is turned away may not be read */
        for (ssize_t got; (got = read(fd, text, sizeof text)) > 0;)
            if (write(answer[1], text, (size_t)got) != got)
                _exit(3);
        _exit(0);
    }
    close(answer[1]);
    ssize_t used = 0, got;
    while ((got = read(answer[0], out + used, room - 1 - (size_t)used)) > 0)
        used += got;
    out[used] = 0;
    close(answer[0]);
    waitpid(child, NULL, 0);
}

/* Root's tests become somebody else for it; anybody else's look at who may connect. */
START_TEST(another_user_is_turned_away)
{
    char path[200], heard[1024];
    struct stat about;
    begin(GAME "--wizard");
    snprintf(path, sizeof path, "%s/runtime/moult/%d.sock", game.r.root, (int)game.supervisor);
    ck_assert_int_eq(stat(path, &about), 0);
    ck_assert_uint_eq(about.st_mode & 0777, 0600);
    if (geteuid() == 0) {
        run_well(&game.r, NULL, "mkdir other && chown %d other && chmod 711 .", NOBODY);
        const int32_t code = run_shell(&game.r, NULL,
                                       "XDG_RUNTIME_DIR=\"$T/other\" setpriv --reuid=%d "
                                       "--clear-groups moult ctl %d turn",
                                       NOBODY, (int)game.supervisor);
        ck_assert_int_eq(code, 1);
        ck_assert_ptr_nonnull(strstr(game.r.err, "is no running game"));
        hear(NOBODY, "ctl turn\n", heard, sizeof heard);
        ck_assert_str_eq(heard, "");
        /* Even where the folders and the socket were opened to all. */
        run_well(&game.r, NULL, "chmod 755 runtime runtime/moult && chmod 666 runtime/moult/*");
        hear(NOBODY, "ctl rogue.hero gold 9\n", heard, sizeof heard);
        ck_assert_str_eq(heard, "1\nerror  control: this game is another user's\n");
        run_well(&game.r, NULL, "chmod 700 runtime runtime/moult");
    }
    hear(geteuid(), "ctl rogue.hero gold\n", heard, sizeof heard);
    ck_assert_str_eq(heard, "0\n0\n");
    driven_end(&game);
}
END_TEST

/* -- afterwards -------------------------------------------------------------------------------- */

START_TEST(a_replay_does_the_same)
{
    static const char *const lines[] = {"rogue.hero gold 5", "rogue.teleport",
                                        "core.level 1 width 3", "actor 2 archetype coward",
                                        "spawn \"sewer rat\""};
    char end[DRIVEN_STATE];
    begin(GAME "--wizard");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        ctl(lines[i]);
        driven_play(&game, "wait");
    }
    snprintf(end, sizeof end, "%s", game.state);
    driven_end(&game);
    run_well(&game.r, NULL, "moult replay home/.local/share/moult/journals/rogue.journal --verify");
    ck_assert_str_eq(game.r.out, end);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ctl");
    TCase *group = tcase_create("ctl");
    tcase_set_timeout(group, 120);
    tcase_add_checked_fixture(group, enter, leave);
    tcase_add_test(group, lines_are_answered);
    tcase_add_test(group, refused_lines_change_nothing);
    tcase_add_test(group, only_wizards_change_the_world);
    tcase_add_test(group, a_game_without_such_a_native_says_so);
    tcase_add_test(group, spawn_and_reveal_are_what_the_rules_make_of_them);
    tcase_add_test(group, a_reload_may_be_of_one_plugin);
    tcase_add_test(group, a_native_that_fails_leaves_nothing);
    tcase_add_test(group, the_worker_s_number_is_the_game_s_too);
    tcase_add_test(group, lines_come_from_standard_input);
    tcase_add_test(group, another_user_is_turned_away);
    tcase_add_test(group, a_replay_does_the_same);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
