/* SPDX-License-Identifier: MIT */
/* Leaving: a person with a run is asked first, and anything but a yes goes on; whoever isn't a
 * person, and what has no run, leaves at once; and so do a hangup and a closed window. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <moult/renderer.h>
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

static kit_game g;
static const moult_renderer_1 person = {.size = sizeof person, .flags = MOULT_RENDERER_PERSON};
static const moult_renderer_1 pipe_fed = {.size = sizeof pipe_fed};

static void open_game(void)
{
    kit_open(&g, "quit");
    kit_hall(&g);
    g.s.renderer = &person;
    g.s.options.save = 1;
}

/* The renderer is nobody's to close. */
static void close_game(void)
{
    g.s.renderer = NULL;
    kit_check_game(&g);
    kit_close(&g);
}

static const moult_scene *scene(void)
{
    ck_assert_int_ge(moult__session_describe(&g.s), 0);
    return &g.s.scene->open;
}

static void event(uint32_t kind, uint32_t key, uint32_t mods)
{
    moult_event happened = {.size = sizeof happened,
                            .kind = kind,
                            .key = key,
                            .mods = mods,
                            .x = 3,
                            .y = 3,
                            .row = -1,
                            .button = 1,
                            .amount = 1};
    ck_assert_int_ge(moult__input_event(&g.s, &happened), 0);
}

static void is_asked(void)
{
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_CONFIRM);
    ck_assert_int_eq(g.s.leaving, 0);
}

START_TEST(the_question_says_whether_the_run_is_kept)
{
    kit_line(&g, "Q");
    is_asked();
    ck_assert_str_eq(scene()->title, "Leave the run? It is kept.");
    ck_assert_str_eq(scene()->rows[0].text, "y: yes   n: no");
    ck_assert_uint_eq(scene()->menu_flags, MOULT_MENU_OPEN | MOULT_MENU_PROMPT);
    g.s.options.save = 0;
    ck_assert_str_eq(scene()->title, "Leave the run? It isn't kept.");
    event(MOULT_EVENT_WHEEL, 0, 0); /* a wheel that turns is no answer */
    is_asked();
}
END_TEST

static const struct {
    uint32_t kind, key, mods;
    int32_t leaves;
} answers[] = {
    {MOULT_EVENT_KEY, 'y', 0, 1},
    {MOULT_EVENT_KEY, 'Y', 0, 1},
    {MOULT_EVENT_KEY, MOULT_KEY_ENTER, 0, 1},
    {MOULT_EVENT_TEXT, 'y', 0, 1},
    {MOULT_EVENT_KEY, 'n', 0, 0},
    {MOULT_EVENT_KEY, 'N', 0, 0},
    {MOULT_EVENT_KEY, MOULT_KEY_ESCAPE, 0, 0},
    {MOULT_EVENT_KEY, 'Q', 0, 0},
    {MOULT_EVENT_KEY, 'q', 0, 0},
    {MOULT_EVENT_KEY, ' ', 0, 0},
    {MOULT_EVENT_KEY, '.', 0, 0},
    {MOULT_EVENT_KEY, 'y', MOULT_MOD_CTRL, 0},
    {MOULT_EVENT_KEY, 'y', MOULT_MOD_ALT, 0},
    {MOULT_EVENT_KEY, MOULT_KEY_LEFT, 0, 0},
    {MOULT_EVENT_CLICK, 0, 0, 0},
};

START_TEST(y_and_enter_leave_anything_else_goes_on)
{
    uint64_t before = kit_hash(&g);
    moult_place at = kit_hero_at(&g);
    kit_line(&g, "Q");
    event(answers[_i].kind, answers[_i].key, answers[_i].mods);
    ck_assert_int_eq(g.s.leaving, answers[_i].leaves);
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_IDLE);
    ck_assert_uint_eq(kit_hash(&g), before);
    ck_assert_int_eq(kit_hero_at(&g).x, at.x);
    if (answers[_i].leaves)
        return;
    kit_line(&g, "wait");
    ck_assert_uint_eq(moult__turn(g.w), 1);
}
END_TEST

START_TEST(what_only_shows_leaves_the_question_open)
{
    static const uint32_t kinds[] = {MOULT_EVENT_RESIZE, MOULT_EVENT_EXPOSE, MOULT_EVENT_KEY_UP,
                                     MOULT_EVENT_MOVE};
    kit_line(&g, "C-c");
    for (uint32_t i = 0; i < MOULT_COUNT(kinds); i++)
        event(kinds[i], 'y', 0);
    event(MOULT_EVENT_KEY, 'l', MOULT_MOD_CTRL);
    is_asked();
}
END_TEST

START_TEST(another_command_goes_on_and_is_played)
{
    kit_line(&g, "quit");
    is_asked();
    kit_line(&g, "wait");
    ck_assert_uint_eq(moult__turn(g.w), 1);
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_IDLE);
    ck_assert_int_eq(g.s.leaving, 0);
}
END_TEST

/* Whoever is no person: none, a pipe, a file of commands. And runs that aren't alive. */
static void nobody(void)
{
    g.s.renderer = NULL;
}

static void a_pipe(void)
{
    g.s.renderer = &pipe_fed;
}

static void a_script(void)
{
    g.s.script = malloc(1); /* the session frees it */
}

static void the_dead(void)
{
    kit_hero_hp(&g, 1, 12);
    kit_hero_edit(&g)->hunger = 0;
    g.s.options.save = 0; /* and leaves neither rank nor report */
    kit_line(&g, "wait");
    ck_assert_int_eq(g.s.over, 1);
    ck_assert_str_eq(scene()->title, "You died");
}

static void the_dead_with_the_panel_closed(void)
{
    the_dead();
    kit_line(&g, "Esc");
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_IDLE);
}

static void an_empty_world(void)
{
    ck_assert_int_ge(moult__world_clear(g.s.world), 0);
}

static void (*const unasked[])(void) = {
    nobody, a_pipe, a_script, the_dead, the_dead, the_dead_with_the_panel_closed, an_empty_world};

START_TEST(whoever_has_no_run_or_is_no_person_isn_t_asked)
{
    unasked[_i]();
    kit_line(&g, _i % 2 != 0 ? "quit" : "Q");
    ck_assert_int_eq(g.s.leaving, 1);
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_IDLE);
}
END_TEST

START_TEST(a_closed_window_and_a_lost_display_never_ask)
{
    if (_i % 2 != 0)
        kit_line(&g, "Q");
    event(_i / 2 != 0 ? MOULT_EVENT_CLOSE : MOULT_EVENT_LOST, 0, 0);
    ck_assert_int_eq(g.s.leaving, 1);
}
END_TEST

START_TEST(a_run_that_ended_while_it_was_asked_is_gone_on_with)
{
    char folder[] = "/tmp/moult-quit-XXXXXX", path[64];
    moult__report report = {0};
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/run.moult", folder);
    uint64_t before = kit_hash(&g);
    kit_line(&g, "Q");
    ck_assert_msg(moult__save_write(&g.s, path, &report) >= 0, "%s", report.text);
    ck_assert_msg(moult__save_read(&g.s, path, &report) >= 0, "%s", report.text);
    g.w = g.s.world;
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_IDLE);
    ck_assert_uint_eq(kit_hash(&g), before);
    unlink(path);
    rmdir(folder);
}
END_TEST

/* -- reload ------------------------------------------------------------------------------------ */

static void shell(const char *format, const char *a, const char *b)
{
    char command[2048];
    snprintf(command, sizeof command, format, a, b);
    ck_assert_int_eq(system(command), 0);
}

START_TEST(the_question_outlives_a_reload)
{
    char folder[] = "/tmp/moult-quit-XXXXXX", result[2048], path[128];
    const char *build = getenv("MOULT_BUILD_DIR");
    moult__report report = {0};
    close_game();
    ck_assert_ptr_nonnull(mkdtemp(folder));
    shell("cp -r '%s/plugins' '%s/'", build != NULL ? build : MOULT_BUILD_DIR, folder);
    setenv("MOULT_BUILD_DIR", folder, 1);
    open_game();
    kit_line(&g, "Q");
    snprintf(path, sizeof path, "%s/plugins/rules-rogue.so", folder);
    int file = open(path, O_WRONLY | O_APPEND);
    ck_assert_int_eq(write(file, "x", 1), 1);
    close(file);
    g.s.renderer = NULL; /* which reloads would hand over */
    moult_status status = moult__session_reload(&g.s, 1, result, sizeof result, &report);
    ck_assert_msg(status == 1, "%d %s", status, report.text);
    g.s.renderer = &person;
    is_asked();
    ck_assert_str_eq(scene()->title, "Leave the run? It is kept.");
    event(MOULT_EVENT_KEY, 'y', 0);
    ck_assert_int_eq(g.s.leaving, 1);
    shell("rm -r '%s'%s", folder, "");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("session: quit");
    TCase *cases = tcase_create("quit");
    tcase_set_timeout(cases, 60);
    tcase_add_checked_fixture(cases, open_game, close_game);
    tcase_add_test(cases, the_question_says_whether_the_run_is_kept);
    tcase_add_loop_test(cases, y_and_enter_leave_anything_else_goes_on, 0, MOULT_COUNT(answers));
    tcase_add_test(cases, what_only_shows_leaves_the_question_open);
    tcase_add_test(cases, another_command_goes_on_and_is_played);
    tcase_add_loop_test(cases, whoever_has_no_run_or_is_no_person_isn_t_asked, 0,
                        MOULT_COUNT(unasked));
    tcase_add_loop_test(cases, a_closed_window_and_a_lost_display_never_ask, 0, 4);
    tcase_add_test(cases, a_run_that_ended_while_it_was_asked_is_gone_on_with);
    tcase_add_test(cases, the_question_outlives_a_reload);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
