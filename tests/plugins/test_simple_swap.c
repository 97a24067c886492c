/* SPDX-License-Identifier: MIT */
/* rules/simple and ai/solver are replaced in the middle of a game: board, token, clock, points and
 * what is open stay as they are, and the next move goes by the new code. */
#include <sys/stat.h>
#include "plugins/simple_kit.h"
#include "support/plugin_kit.h"

static const char *const files[] = {"rules-simple.so", "ai-solver.so", "mapgen-board.so"};

static void take(const char *file, uint32_t more)
{
    char built[128], live[128];
    snprintf(built, sizeof built, "plugins/%s", file);
    snprintf(live, sizeof live, "live/%s", file);
    kit_take(built, live, more);
}

static void enter_live(void)
{
    moult__report report = {0};
    home_make();
    kit_folder_make();
    ck_assert_int_eq(mkdir(kit_at("live"), 0700), 0);
    for (uint32_t i = 0; i < MOULT_COUNT(files); i++)
        take(files[i], 0);
    ck_assert_msg(simple_set_open(&k.own, kit_at("live"), &report) >= 0, "%s", report.text);
    ck_assert_msg(simple_kit_try(&k, &k.own, "simple") >= 0, "%s", k.s.report.text);
}

static void leave_live(void)
{
    check_world(&k);
    simple_kit_close(&k);
    kit_folder_remove();
    home_remove();
}

static void reload(int32_t expected)
{
    char result[4096];
    moult__report report = {0};
    moult_status status = moult__session_reload(&k.s, 1, result, sizeof result, &report);
    ck_assert_msg(status == expected, "%d: %s", status, report.text);
    k.game_table = moult__set_handle(k.s.set, "simple.game");
}

static void solver_is(const char *body)
{
    char text[2048];
    snprintf(text, sizeof text,
             "#include <moult/moult.h>\n"
             "static moult_status decide(moult_world *w, const moult_senses *s, void *m,\n"
             "                           moult_action *a)\n"
             "{ (void)w; (void)m; (void)s; (void)a; %s return 0; }\n"
             "MOULT_AI(solver, \"2.0.0\", \"a variant\", decide)\n",
             body);
    kit_compile("other.so", text, "-O0");
    kit_replace(kit_at("other.so"), kit_at("live/ai-solver.so"));
}

/* Where a run may be: at its title, choosing, moving, at a result, asked for a name, over. */
static const char *const places[] = {
    "",
    "Enter",
    "Enter;tick 1234",
    "Enter;Down;tick 1234",
    "Enter;1;tick 777",
    "Enter;2;i;tick 20000",
    "Enter;tick 30000",
    "Enter;tick 30000;Enter",
};

START_TEST(a_reload_keeps_all_there_is)
{
    plays(&k, places[_i]);
    simple_game before = *game();
    moult__session_row open = *open_row(&k);
    moult_place token = token_of(&k);
    uint64_t hash = moult__hash(k.s.world);
    for (uint32_t times = 1; times < 4; times++) {
        for (uint32_t i = 0; i < MOULT_COUNT(files); i++)
            take(files[i], 8 * times);
        reload(MOULT_COUNT(files));
        ck_assert_mem_eq(game(), &before, sizeof before);
        ck_assert_mem_eq(open_row(&k), &open, sizeof open);
        ck_assert_int_eq(token_of(&k).x, token.x);
        ck_assert_int_eq(token_of(&k).y, token.y);
        ck_assert_uint_eq(moult__hash(k.s.world), hash);
    }
}
END_TEST

START_TEST(the_clock_and_the_game_go_on_after_it)
{
    plays(&k, "Enter");
    set_board(&k, "1 2 1 0 AB 84");
    play(&k, "tick 1000");
    take("rules-simple.so", 8);
    take("ai-solver.so", 8);
    reload(2);
    play(&k, "tick 500");
    ck_assert_int_eq(game()->clock_ms, 28500);
    EXPECT_SIDE();
    play(&k, "1");
    take("rules-simple.so", 16);
    reload(1);
    plays(&k, "tick 500;Right");
    EXPECT_RESULT(SIMPLE_WON);
    ck_assert_int_eq(game()->score, 280);
}
END_TEST

/* The board's middle leads to both ends, and either way loses, so the solver draws. */
START_TEST(the_next_move_is_the_new_solver_s)
{
    uint32_t left = 0;
    play(&k, "Enter");
    for (uint32_t i = 0; i < 40; i++) {
        set_board(&k, "1 3 1 1 ABA 8c4");
        play(&k, "play-second");
        left += token_of(&k).x == 0;
    }
    ck_assert(left > 5 && left < 35);
    solver_is("a->verb = MOULT_VERB_MOVE; a->x = s->x + 1; a->y = s->y;");
    reload(1);
    for (uint32_t i = 0; i < 40; i++) {
        set_board(&k, "1 3 1 1 ABA 8c4");
        play(&k, "play-second");
        ck_assert_int_eq(token_of(&k).x, 2);
    }
}
END_TEST

static const char *const useless[] = {
    "",
    "return MOULT_REFUSED;",
    "a->verb = MOULT_VERB_MOVE; a->x = s->x; a->y = s->y;",
    "a->verb = MOULT_VERB_MOVE; a->x = 4000000; a->y = s->y;",
    "a->verb = MOULT_VERB_MOVE; a->x = s->x; a->y = s->y + 1;",
    "a->verb = MOULT_VERB_TEXT;",
    "a->verb = MOULT_VERB_OWN; a->x = s->x + 1; a->y = s->y;",
};

/* A computer that knows no move takes an exit all the same. */
START_TEST(a_useless_solver_doesn_t_stop_the_game)
{
    solver_is(useless[_i]);
    reload(1);
    play(&k, "Enter");
    set_board(&k, "1 3 1 1 ABA 8c4");
    play(&k, "2");
    EXPECT_BOARD();
    ck_assert_int_eq(game()->plies_left, 1);
    ck_assert_int_ne(token_of(&k).x, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rules/simple: replaced");
    TCase *group = tcase_create("all");
    tcase_add_checked_fixture(group, enter_live, leave_live);
    tcase_set_timeout(group, 60);
    tcase_add_loop_test(group, a_reload_keeps_all_there_is, 0, MOULT_COUNT(places));
    tcase_add_test(group, the_clock_and_the_game_go_on_after_it);
    tcase_add_test(group, the_next_move_is_the_new_solver_s);
    tcase_add_loop_test(group, a_useless_solver_doesn_t_stop_the_game, 0, MOULT_COUNT(useless));
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
