/* SPDX-License-Identifier: MIT */
/* rules/simple through a session: title, sides, moves, the clock, results, points, names, and the
 * next run. Boards are set by hand where it matters who wins; figures are from
 * facts/simple/rules.md. */
#include <moult/renderer.h>
#include "plugins/simple_kit.h"

/* One way to and fro, one move each: the token ends where it began. */
#define FIRST_WINS "1 2 1 0 AB 84"
#define SECOND_WINS "1 2 1 1 AB 84"
#define LONG_WINS "1 2 3 0 AB 84"

/* -- a run ------------------------------------------------------------------------------------- */

START_TEST(a_run_begins_at_its_title)
{
    expect(SIMPLE_TITLE, MOULT_OUTCOME_MENU, 1);
    const moult_scene *scene = picture_of(&k);
    ck_assert_str_eq(scene->title, "The Simple Game");
    ck_assert_uint_eq(scene->row_count, 1);
    ck_assert_str_eq(scene->rows[0].text, "Start");
    ck_assert_int_eq(scene->width, 0); /* the board stays hidden while the clock stands */
    play(&k, "tick 60000");
    ck_assert_int_eq(game()->clock_ms, 30000);
    play(&k, "Enter");
    EXPECT_SIDE();
    ck_assert_str_eq(sounds(), "select");
    scene = picture_of(&k);
    ck_assert_uint_eq(scene->menu_flags & MOULT_MENU_ASIDE, MOULT_MENU_ASIDE);
    ck_assert_uint_eq(scene->rows[0].key, '1');
    ck_assert_str_eq(scene->rows[0].text, "Play first");
    ck_assert_uint_eq(scene->rows[1].key, '2');
    ck_assert_str_eq(scene->rows[1].text, "Play second");
    ck_assert_int_eq(game()->stage, 1);
    ck_assert_int_eq(game()->plies_left, 2);
}
END_TEST

START_TEST(a_stage_is_won_and_the_next_one_follows)
{
    begin(FIRST_WINS);
    play(&k, "1");
    EXPECT_BOARD();
    play(&k, "Right");
    EXPECT_RESULT(SIMPLE_WON);
    ck_assert_int_eq(token_of(&k).x, 0); /* the computer came back */
    ck_assert_int_eq(game()->cleared, 1);
    ck_assert_int_eq(game()->score, 300);
    ck_assert_str_eq(sounds(), "select select clear");
    ck_assert_str_eq(newest_said(&k), "Stage 1 cleared: 300 points.");
    play(&k, "Enter");
    EXPECT_SIDE();
    ck_assert_int_eq(game()->stage, 2);
    ck_assert_int_eq(game()->plies_left, 4);
    ck_assert_int_eq(game()->clock_ms, 30000);
    ck_assert_int_eq(game()->score, 300);
    ck_assert_int_eq(view_of(&k).width, 3);
    ck_assert_str_eq(newest_said(&k), "Stage 2: 2 moves each.");
}
END_TEST

START_TEST(a_stage_is_lost_and_the_game_is_over)
{
    begin(FIRST_WINS);
    play(&k, "2");
    EXPECT_BOARD();
    ck_assert_int_eq(token_of(&k).x, 1); /* first has moved */
    ck_assert_int_eq(game()->plies_left, 1);
    play(&k, "Left");
    EXPECT_RESULT(SIMPLE_LOST);
    ck_assert_str_eq(sounds(), "select select gameover");
    ck_assert_str_eq(picture_of(&k)->title, "The computer wins");
    ck_assert_int_eq(k.s.over, 0);
    play(&k, "Enter");
    ck_assert_uint_eq(game()->state, SIMPLE_OVER); /* nothing to put a name to */
    ck_assert_int_eq(k.s.over, 1);
    ck_assert_uint_eq(score_now().flags & MOULT_SCORE_UNRANKED, MOULT_SCORE_UNRANKED);
}
END_TEST

START_TEST(second_wins_where_first_loses)
{
    begin(SECOND_WINS);
    play(&k, "2");
    play(&k, "Right");
    EXPECT_RESULT(SIMPLE_WON);
}
END_TEST

START_TEST(a_side_is_chosen_in_several_ways)
{
    static const struct {
        const char *lines;
        uint8_t side;
    } ways[] = {{"1", 0},
                {"2", 1},
                {"Enter", 0},
                {"Down;Enter", 1},
                {"Up;Space", 1},
                {"j;Enter", 1},
                {"play-first", 0},
                {"play-second", 1},
                {"Esc;1", 0},
                {"Esc;2", 1},
                {"menu-down;menu-choose", 1}};
    begin(LONG_WINS);
    for (uint32_t i = 0; i < MOULT_COUNT(ways); i++) {
        set_board(&k, LONG_WINS);
        play(&k, "Enter"); /* asks, where nothing is open */
        if (open_row(&k)->state == MOULT_OUTCOME_IDLE)
            play(&k, "Enter");
        set_board(&k, LONG_WINS);
        if (open_row(&k)->state == MOULT_OUTCOME_IDLE)
            play(&k, "Enter");
        EXPECT_SIDE();
        plays(&k, ways[i].lines);
        ck_assert_msg(game()->state == SIMPLE_MOVING && game()->side == ways[i].side, "%s",
                      ways[i].lines);
    }
}
END_TEST

START_TEST(play_goes_on_after_the_end)
{
    begin(FIRST_WINS);
    plays(&k, "2;Left;Enter");
    ck_assert_int_eq(k.s.over, 1);
    for (uint32_t i = 0; i < 3 && open_row(&k)->menu != 1; i++)
        play(&k, "Enter"); /* out of the panels at the end */
    expect(SIMPLE_OVER, MOULT_OUTCOME_MENU, 1);
    play(&k, "Enter");
    expect(SIMPLE_CHOOSING, MOULT_OUTCOME_IDLE, 0);
    ck_assert_int_eq(k.s.over, 0);
    ck_assert_int_eq(game()->stage, 1);
    ck_assert_int_eq(game()->score, 0);
    ck_assert_int_eq(game()->cleared, 0);
    play(&k, "tick 100");
    EXPECT_SIDE();
    ck_assert_int_eq(game()->clock_ms, 29900);
    play(&k, "Esc");
    play(&k, "tick 100"); /* it isn't asked again and again */
    expect(SIMPLE_CHOOSING, MOULT_OUTCOME_IDLE, 0);
}
END_TEST

/* -- moves ------------------------------------------------------------------------------------- */

START_TEST(what_is_no_exit_is_refused_and_costs_nothing)
{
    static const char *const lines[] = {"Up",       "Down",     "Left",        "move-north",
                                        "step 0,0", "step 5,5", "step 4095,0", "k"};
    begin(LONG_WINS);
    play(&k, "1");
    play(&k, "tick 1000");
    simple_game before = *game();
    sounds();
    for (uint32_t i = 0; i < MOULT_COUNT(lines); i++) {
        play(&k, lines[i]);
        ck_assert_mem_eq(game(), &before, sizeof before);
        ck_assert_int_eq(token_of(&k).x, 0);
        ck_assert_str_eq(sounds(), "no");
        ck_assert_str_eq(newest_said(&k), "No exit leads there.");
        EXPECT_BOARD();
    }
}
END_TEST

/* There and back, by each key; the board has no other way. */
START_TEST(every_key_moves)
{
    static const struct {
        const char *board, *line;
    } cases[] = {
        {"1 2 2 0 AB 84", "Right"},     {"1 2 2 0 AB 84", "l"},
        {"1 2 2 0 AB 84", "KP6"},       {"1 2 2 1 AB 84", "Left"},
        {"1 2 2 1 AB 84", "h"},         {"1 2 2 1 AB 84", "KP4"},
        {"2 1 2 0 AB 21", "Down"},      {"2 1 2 0 AB 21", "j"},
        {"2 1 2 0 AB 21", "KP2"},       {"2 1 2 1 AB 21", "Up"},
        {"2 1 2 1 AB 21", "k"},         {"2 1 2 1 AB 21", "KP8"},
        {"1 2 2 0 AB 84", "step 1,0"},  {"2 1 2 0 AB 21", "step 0 1"},
        {"1 2 2 0 AB 84", "move-east"},
    };
    play(&k, "Enter");
    for (uint32_t i = 0; i < MOULT_COUNT(cases); i++) {
        set_board(&k, cases[i].board);
        play(&k, "play-first");
        play(&k, cases[i].line);
        ck_assert_msg(game()->plies_left == 2, "%s", cases[i].line);
    }
}
END_TEST

static void click(int32_t x, int32_t y, int32_t row)
{
    const moult_event event = {
        .size = sizeof event, .kind = MOULT_EVENT_CLICK, .x = x, .y = y, .button = 1, .row = row};
    picture_of(&k);
    ck_assert_int_ge(moult__input_event(&k.s, &event), 0);
}

START_TEST(a_click_chooses_and_moves)
{
    begin(LONG_WINS);
    click(-1, -1, 0);
    EXPECT_BOARD();
    ck_assert_uint_eq(game()->side, SIMPLE_FIRST);
    sounds();
    click(1, 0, -1); /* the token's own cell */
    ck_assert_str_eq(sounds(), "no");
    click(7, 0, -1); /* the letter of the other one */
    ck_assert_int_eq(game()->plies_left, 4);
    ck_assert_str_eq(sounds(), "select");
}
END_TEST

/* -- the clock --------------------------------------------------------------------------------- */

START_TEST(the_clock_runs_while_the_human_may_act)
{
    begin(LONG_WINS);
    play(&k, "tick 1000");
    ck_assert_int_eq(game()->clock_ms, 29000);
    EXPECT_SIDE();
    play(&k, "1");
    play(&k, "tick 500");
    ck_assert_int_eq(game()->clock_ms, 28500);
    plays(&k, "Right;Right");
    play(&k, "tick 1");
    ck_assert_int_eq(game()->clock_ms, 28499);
    play(&k, "Right");
    EXPECT_RESULT(SIMPLE_WON);
    play(&k, "tick 20000"); /* a result may be looked at */
    ck_assert_int_eq(game()->clock_ms, 28499);
    ck_assert_int_eq(game()->score, 284);
    EXPECT_RESULT(SIMPLE_WON);
}
END_TEST

static const struct {
    const char *before, *tick;
    int32_t left; /* 0: it is over */
} times[] = {
    {"Esc", "tick 29999", 1},      {"Esc", "tick 30000", 0},         {"Esc", "tick 30001", 0},
    {"Esc", "tick 4294967295", 0}, {"Esc", "tick 2147483648", 0},    {"1", "tick 29999", 1},
    {"1", "tick 30000", 0},        {"1", "tick 4294967295", 0},      {"1", "tick 2147483647", 0},
    {"tick 29999", "tick 1", 0},   {"tick 1", "tick 4294967295", 0}, {"1", "tick 0", 30000},
};

START_TEST(a_clock_at_0_ends_the_game)
{
    begin(LONG_WINS);
    game_edit(&k)->score = 77;
    play(&k, times[_i].before);
    sounds();
    play(&k, times[_i].tick);
    ck_assert_int_eq(game()->clock_ms, times[_i].left);
    if (times[_i].left != 0) {
        ck_assert(game()->state < SIMPLE_WON);
        return;
    }
    EXPECT_RESULT(SIMPLE_LOST);
    ck_assert_uint_eq(game()->timed_out, 1);
    ck_assert_str_eq(sounds(), "gameover");
    ck_assert_str_eq(picture_of(&k)->title, "Time is up");
    ck_assert_str_eq(score_now().cause, "time");
    play(&k, "tick 4294967295");
    EXPECT_RESULT(SIMPLE_LOST);
    play(&k, "Enter");
    expect(SIMPLE_NAMING, MOULT_OUTCOME_TEXT, 4);
}
END_TEST

START_TEST(a_move_or_a_choice_that_comes_too_late_isn_t_made)
{
    begin(LONG_WINS);
    moult_action late = {.size = sizeof late, .verb = MOULT_VERB_MOVE, .x = 1, .elapsed_ms = 30000};
    play(&k, "1");
    ck_assert_int_ge(moult__turn_act(&k.s, &late), 0);
    EXPECT_RESULT(SIMPLE_LOST);
    ck_assert_int_eq(game()->plies_left, 6);
    ck_assert_int_eq(token_of(&k).x, 0);
}
END_TEST

/* -- points ------------------------------------------------------------------------------------ */

/* floor((remaining / 100) * cleared) in doubles, worked out by another program. */
static const struct {
    int32_t remaining, cleared;
    int64_t points;
} points[] = {
    {30000, 1, 300}, {29999, 1, 299},   {29999, 2, 599}, {28570, 3, 857}, {1, 1, 0},
    {99, 1, 0},      {50, 2, 1},        {57, 100, 56},   {29, 100, 28},   {58, 100, 57},
    {113, 100, 112}, {30000, 25, 7500}, {12345, 7, 864}, {99, 100, 99},   {15000, 999, 149850},
};

START_TEST(points_are_as_in_the_facts)
{
    char tick[32];
    begin(FIRST_WINS);
    game_edit(&k)->cleared = points[_i].cleared - 1;
    game_edit(&k)->score = 1000;
    snprintf(tick, sizeof tick, "tick %d", 30000 - points[_i].remaining);
    play(&k, "1");
    play(&k, tick);
    play(&k, "Right");
    EXPECT_RESULT(SIMPLE_WON);
    ck_assert_int_eq(game()->cleared, points[_i].cleared);
    ck_assert_int_eq(game()->score, 1000 + points[_i].points);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rules/simple");
    TCase *group = tcase_create("all");
    tcase_add_checked_fixture(group, enter, leave);
    tcase_set_timeout(group, 60);
    tcase_add_test(group, a_run_begins_at_its_title);
    tcase_add_test(group, a_stage_is_won_and_the_next_one_follows);
    tcase_add_test(group, a_stage_is_lost_and_the_game_is_over);
    tcase_add_test(group, second_wins_where_first_loses);
    tcase_add_test(group, a_side_is_chosen_in_several_ways);
    tcase_add_test(group, play_goes_on_after_the_end);
    tcase_add_test(group, what_is_no_exit_is_refused_and_costs_nothing);
    tcase_add_test(group, every_key_moves);
    tcase_add_test(group, a_click_chooses_and_moves);
    tcase_add_test(group, the_clock_runs_while_the_human_may_act);
    tcase_add_loop_test(group, a_clock_at_0_ends_the_game, 0, MOULT_COUNT(times));
    tcase_add_test(group, a_move_or_a_choice_that_comes_too_late_isn_t_made);
    tcase_add_loop_test(group, points_are_as_in_the_facts, 0, MOULT_COUNT(points));
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
