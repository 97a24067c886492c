/* SPDX-License-Identifier: MIT */
/* A game that loads only what was locked, and a run that is gone on with by other plugins than it
 * was left with, by the real program. */
#include "support/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <check.h>

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

static run r;

static void enter(void)
{
    run_open(&r);
}

static void leave(void)
{
    run_close(&r);
}

#define CC "cc -std=c11 -D_GNU_SOURCE -fPIC -shared -fvisibility=hidden -I\"$S/sdk/include\" "

/* A plugin in the folder plugins, ai-NAME.so, which does what `body` says. */
static void build(const char *name, const char *version, const char *body)
{
    char source[512];
    snprintf(source, sizeof source,
             "#include <moult/moult.h>\n"
             "static moult_status decide(moult_world *w, const moult_senses *s, void *memory, "
             "moult_action *act) { (void)w, (void)s, (void)memory, (void)act; %s }\n"
             "MOULT_AI(%s, \"%s\", \"waits\", decide)\n",
             body, name, version);
    run_well(&r, source,
             "mkdir -p plugins && cat > a.c && " CC "a.c -o a.so && mv a.so plugins/ai-%s.so",
             name);
}

#define OWN "MOULT_PLUGIN_PATH=$T/plugins "
#define PLAY OWN "moult play --locked --renderer none --seed 7 --turns 3 --hero wolf"
#define LOCK "$T/home/.config/moult/locks/rogue.lock"
#define CHANGED                                                                               \
    "its file isn't the one that was locked ($T/plugins/ai-wolf.so; " LOCK "). Look at what " \
    "changed, then lock it anew: moult lock default\n"

static void lock_a_wolf(void)
{
    build("wolf", "0.3.0", "return MOULT_OK;");
    run_well(&r, NULL, OWN "moult lock");
    ck_assert_msg(run_matches(r.out, LOCK ": # plugins are locked\n"), "%s", r.out);
}

START_TEST(what_was_locked_is_played_as_ever)
{
    char free[128], locked[128];
    lock_a_wolf();
    run_well(&r, NULL, OWN "moult play --renderer none --seed 7 --turns 3 --hero wolf");
    snprintf(free, sizeof free, "%s", r.out);
    run_well(&r, NULL, PLAY);
    snprintf(locked, sizeof locked, "%s", r.out);
    ck_assert_str_eq(locked, free);
    run_well(&r, NULL, OWN "moult play --locked --renderer text --seed 7 --turns 1 --hero wolf");
    /* Found and locked in another order, it is the same file; and there is only this one. */
    run_well(&r, NULL,
             "cp home/.config/moult/locks/rogue.lock before && " OWN
             "moult lock rogue && cmp before home/.config/moult/locks/rogue.lock && "
             "ls home/.config/moult/locks");
    ck_assert_ptr_nonnull(strstr(r.out, "plugins are locked\nrogue.lock\n"));
}
END_TEST

/* Also its constructors: they would leave a file behind. */
START_TEST(a_file_that_was_changed_is_refused_before_its_code_runs)
{
    lock_a_wolf();
    build("wolf", "0.3.0", "return MOULT_REFUSED;");
    run_refused(&r, PLAY, 1, "error  ai-wolf@0.3.0 load: " CHANGED);
    build("wolf", "0.4.0",
          "return MOULT_OK; }\n__attribute__((constructor)) static void at_once(void) { "
          "creat(\"ran\", 0600);");
    run_refused(&r, PLAY, 1, "error  ai-wolf@0.4.0 load: " CHANGED);
    run_well(&r, NULL, "test ! -e ran");
    run_well(&r, NULL, OWN "moult lock && test -e ran && rm ran && " PLAY);
}
END_TEST

START_TEST(another_plugin_under_a_locked_name_is_refused)
{
    lock_a_wolf();
    run_well(&r, NULL, "cp $B/plugins/ai-idle.so plugins/ai-wolf.so");
    ck_assert_int_eq(run_shell(&r, NULL, PLAY), 1);
    ck_assert_msg(strncmp(r.err, "error  ai-idle@", 15) == 0, "%s", r.err);
}
END_TEST

START_TEST(a_plugin_that_came_later_is_refused)
{
    lock_a_wolf();
    build("fox", "0.1.0", "return MOULT_OK;");
    run_refused(&r, PLAY, 1,
                "error  ai-fox@0.1.0 load: it isn't among the plugins that were locked "
                "($T/plugins/ai-fox.so; " LOCK "). If it shall be, lock anew, with what chooses "
                "it: moult lock default\n");
    run_well(&r, NULL, OWN "moult play --renderer none --seed 7 --turns 3 --hero fox");
}
END_TEST

START_TEST(what_use_chooses_is_locked_with_it)
{
    run_well(&r, NULL,
             "cp $B/plugins/mapgen-caverns.so caves.so && moult lock --use mapgen=./caves.so");
    run_well(&r, NULL,
             "moult play --locked --renderer none --seed 7 --turns 1 --hero explorer "
             "--use mapgen=./caves.so");
    run_refused(&r, "moult play --locked --renderer none --seed 7 --turns 1 --hero explorer", 1,
                "error  mapgen-vaults@1.0.0 load: it isn't among the plugins that were locked "
                "($B/plugins/mapgen-vaults.so; " LOCK "). If it shall be, lock anew, with what "
                "chooses it: moult lock default\n");
}
END_TEST

START_TEST(a_profile_in_a_file_has_its_lock_beside_it)
{
    run_well(&r, NULL, "printf '[profile]\\nbase = simple\\n' > mine.ini && moult lock mine.ini");
    ck_assert_msg(run_matches(r.out, "mine.lock: # plugins are locked\n"), "%s", r.out);
    run_well(&r, NULL, "moult play mine.ini --locked --renderer none --seed 7 --turns 1");
    run_well(&r, NULL, "ls; test ! -e home/.config");
}
END_TEST

static const struct {
    const char *spoil, *error; /* behind the lock file's name */
} damaged[] = {
    {"rm \"$L\"", ": there is no such file: the plugins of default aren't locked. To lock them as "
                  "they are now: moult lock default\n"},
    {"sed -i '3s/sha256:./sha256:/' \"$L\"",
     ":3: expected sha256: and 64 figures of 0-9, a-f. Look at what happened to it, then lock "
     "anew: moult lock default\n"},
    {"sed -i '$s/....$//' \"$L\"",
     ":#: expected sha256: and 64 figures of 0-9, a-f. Look at what happened to it, then lock "
     "anew: moult lock default\n"},
    {"head -c 300 /bin/sh > \"$L\"",
     ":#: there is a zero byte. Look at what happened to it, then lock anew: moult lock default\n"},
    {"rm \"$L\" && mkdir \"$L\"", ": is a folder, not a file\n"},
};

START_TEST(a_lock_that_is_not_whole_is_refused)
{
    char expected[512];
    lock_a_wolf();
    run_well(&r, NULL, "L=home/.config/moult/locks/rogue.lock; %s", damaged[_i].spoil);
    snprintf(expected, sizeof expected, "error  " LOCK "%s", damaged[_i].error);
    ck_assert_int_eq(run_shell(&r, NULL, PLAY), 1);
    ck_assert_msg(run_matches(r.err, expected), "%s", r.err);
}
END_TEST

START_TEST(a_lock_that_cannot_be_written_names_the_place)
{
    run_refused(&r, "touch home/.config && moult lock", 1,
                "error  $T/home/.config/moult/locks: can't be made ($T/home/.config): Not a "
                "directory. A file is in its way\n");
}
END_TEST

static const struct {
    const char *command, *error;
} wrong[] = {
    {"moult lock a b", "one game at a time, not \"b\" too. Try: moult lock --help\n"},
    {"moult lock --uses a", "\"--uses\" isn't one of its options (did you mean \"--use\"?). Try: "
                            "moult lock --help\n"},
    {"moult lock --use", "--use lacks its value. Try: moult lock --help\n"},
};

START_TEST(a_wrong_call_says_so)
{
    char expected[256];
    snprintf(expected, sizeof expected, "error  moult lock: %s", wrong[_i].error);
    run_refused(&r, wrong[_i].command, 2, expected);
}
END_TEST

/* -- reloads ----------------------------------------------------------------------------------- */

START_TEST(a_locked_game_takes_no_other_code)
{
    lock_a_wolf();
    run_well(&r, NULL, "cp plugins/ai-wolf.so first.so");
    int32_t pid = run_start(&r, OWN "exec moult play --locked --renderer none --seed 7");
    run_well(&r, NULL, "for i in $(seq 100); do moult reload 2>/dev/null && exit; sleep 0.1; done");
    ck_assert_str_eq(r.out, "unchanged: no plugin's file has another content\n");
    build("wolf", "0.4.0", "return MOULT_OK;");
    ck_assert_int_eq(run_shell(&r, NULL, "moult reload"), 3);
    ck_assert_str_eq(r.out, "");
    ck_assert_str_eq(r.err, "error  ai-wolf@0.4.0 load: " CHANGED);
    run_well(&r, NULL, "mv first.so plugins/ai-wolf.so && moult reload"); /* it is still loaded */
    ck_assert_str_eq(r.out, "unchanged: no plugin's file has another content\n");
    run_stop(pid);
}
END_TEST

/* -- going on with other plugins --------------------------------------------------------------- */

#define SAVE "home/.local/share/moult/saves/rogue.moult"
#define LEFT "This run was left with other plugins: "

/* What the next one who goes on with the run is told of it; NULL: nothing. */
static const char *told(void)
{
    static char line[512];
    run_well(&r, "look\nquit\n", OWN "moult play --renderer text");
    const char *at = strstr(r.out, LEFT);
    if (at == NULL)
        return NULL;
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
    ck_assert_ptr_null(strstr(at + 1, LEFT));
    return line;
}

static void leave_a_run(void)
{
    run_well(&r, "explore\nquit\n", OWN "moult play --renderer text --seed 7");
}

START_TEST(who_goes_on_with_other_plugins_is_told_once)
{
    build("fox", "1.0.0", "return MOULT_OK;");
    build("owl", "1.0.0", "return MOULT_OK;");
    build("wolf", "0.3.0", "return MOULT_OK;");
    leave_a_run();
    ck_assert_ptr_null(told());
    build("fox", "1.0.0", "return MOULT_REFUSED;");
    build("wolf", "0.4.0", "return MOULT_OK;");
    run_well(&r, NULL, "rm plugins/ai-owl.so");
    ck_assert_str_eq(told(), LEFT "ai-fox 1.0.0 (same version, another build), ai-owl 1.0.0 (not "
                                  "here), ai-wolf 0.3.0 (now 0.4.0).");
    ck_assert_ptr_null(told());
}
END_TEST

START_TEST(of_many_only_three_are_named)
{
    static const char *const names[] = {"ant", "bat", "cat", "dog", "elk"};
    for (int i = 0; i < COUNT(names); i++)
        build(names[i], "1.0.0", "return MOULT_OK;");
    leave_a_run();
    run_well(&r, NULL, "rm plugins/*");
    ck_assert_str_eq(told(), LEFT "ai-ant 1.0.0 (not here), ai-bat 1.0.0 (not here), ai-cat 1.0.0 "
                                  "(not here) and 2 more.");
}
END_TEST

/* The pictures aren't part of the run: it may be left in one and gone on with in another. */
START_TEST(another_renderer_is_nothing_to_be_told_of)
{
    leave_a_run();
    run_well(&r, "save\n",
             "cat > keys && " OWN "moult play --renderer none --keys keys --load " SAVE);
    ck_assert_ptr_null(told());
}
END_TEST

START_TEST(a_run_that_is_saved_again_and_again_does_not_grow)
{
    build("wolf", "0.3.0", "return MOULT_OK;");
    leave_a_run();
    run_well(&r, "quit\n", OWN "moult play --renderer text");
    run_well(&r, NULL, "cp " SAVE " before");
    for (int i = 0; i < 3; i++)
        run_well(&r, "quit\n", OWN "moult play --renderer text");
    run_well(&r, NULL, "cmp before " SAVE);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("moult lock");
    TCase *lock = tcase_create("lock"), *saves = tcase_create("saves");
    tcase_add_checked_fixture(lock, enter, leave);
    tcase_add_checked_fixture(saves, enter, leave);
    tcase_set_timeout(lock, 60);
    tcase_set_timeout(saves, 60);
    tcase_add_test(lock, what_was_locked_is_played_as_ever);
    tcase_add_test(lock, a_file_that_was_changed_is_refused_before_its_code_runs);
    tcase_add_test(lock, another_plugin_under_a_locked_name_is_refused);
    tcase_add_test(lock, a_plugin_that_came_later_is_refused);
    tcase_add_test(lock, what_use_chooses_is_locked_with_it);
    tcase_add_test(lock, a_profile_in_a_file_has_its_lock_beside_it);
    tcase_add_loop_test(lock, a_lock_that_is_not_whole_is_refused, 0, COUNT(damaged));
    tcase_add_test(lock, a_lock_that_cannot_be_written_names_the_place);
    tcase_add_loop_test(lock, a_wrong_call_says_so, 0, COUNT(wrong));
    tcase_add_test(lock, a_locked_game_takes_no_other_code);
    tcase_add_test(saves, who_goes_on_with_other_plugins_is_told_once);
    tcase_add_test(saves, of_many_only_three_are_named);
    tcase_add_test(saves, another_renderer_is_nothing_to_be_told_of);
    tcase_add_test(saves, a_run_that_is_saved_again_and_again_does_not_grow);
    suite_add_tcase(suite, lock);
    suite_add_tcase(suite, saves);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
