/* SPDX-License-Identifier: MIT */
/* The boards of rules/simple: their sizes, those that are set by hand, and how they are drawn, with
 * hints and results. Expected pictures are worked out by hand from the board's text. */
#include "plugins/simple_kit.h"

#define FIRST_WINS "1 2 1 0 AB 84"
#define LONG_WINS "1 2 3 0 AB 84"

/* -- boards ------------------------------------------------------------------------------------ */

static const struct {
    int32_t stage, rows, cols;
} sizes[] = {{2, 3, 3},  {3, 3, 4},  {4, 3, 4},  {5, 4, 4},  {6, 4, 4},  {7, 4, 5},
             {8, 4, 5},  {9, 5, 5},  {10, 5, 5}, {11, 5, 6}, {12, 5, 6}, {13, 6, 6},
             {14, 6, 6}, {15, 6, 7}, {16, 6, 7}, {17, 7, 7}, {18, 7, 7}, {19, 7, 8},
             {20, 7, 8}, {21, 8, 8}, {22, 8, 8}, {50, 8, 8}, {999, 8, 8}};

START_TEST(boards_grow_with_the_stage)
{
    begin(FIRST_WINS);
    plays(&k, "1;Right");
    game_edit(&k)->stage = sizes[_i].stage - 1;
    play(&k, "Enter");
    ck_assert_int_eq(game()->stage, sizes[_i].stage);
    ck_assert_int_eq(game()->plies_left, 2 * sizes[_i].stage);
    ck_assert_int_eq(view_of(&k).height, sizes[_i].rows);
    ck_assert_int_eq(view_of(&k).width, sizes[_i].cols);
    const moult_scene *scene = picture_of(&k);
    ck_assert_int_le(scene->width, 48);
    ck_assert_int_le(scene->height, 16);
    ck_assert_int_eq(game()->start_x, token_of(&k).x);
    ck_assert_int_eq(game()->start_y, token_of(&k).y);
}
END_TEST

START_TEST(the_first_board_is_three_by_three)
{
    ck_assert_int_eq(view_of(&k).height, 3);
    ck_assert_int_eq(view_of(&k).width, 3);
}
END_TEST

static const char *const wrong_rows[] = {
    "1 2 1 0 AB 80",         "1 2 1 0 AB 88",     "1 2 1 0 AB c4", "1 2 1 0 AC 84",
    "1 2 1 0 A 84",          "1 2 1 0 AB 8",      "1 2 1 2 AB 84", "1 2 1 -1 AB 84",
    "1 2 0 0 AB 84",         "1 2 10001 0 AB 84", "1 1 1 0 A 8",   "0 2 1 0 AB 84",
    "65 1 1 0 AB 84",        "1 2 1 0 AB 8x",     "1 2 1 0 ab 84", "-1 -2 1 0 AB 84",
    "65536 65536 1 0 AB 84",
};

START_TEST(a_wrong_board_is_refused_and_changes_nothing)
{
    moult__report report;
    begin(FIRST_WINS);
    uint64_t before = moult__hash(k.s.world);
    ck_assert_int_lt(set_board_try(&k, wrong_rows[_i], &report), 0);
    ck_assert_uint_ne(report.text[0], 0);
    ck_assert_uint_eq(moult__hash(k.s.world), before);
}
END_TEST

/* -- the picture ------------------------------------------------------------------------------- */

static void row_text(const moult_scene *scene, int32_t y, char *out)
{
    int32_t used = 0;
    for (int32_t x = 0; x < scene->width; x++) {
        const moult_cell *cell = &scene->cells[y * scene->width + x];
        uint32_t glyph = cell->ascii != 0 ? cell->ascii : cell->glyph != 0 ? cell->glyph : ' ';
        out[x] = (char)glyph;
        used = glyph != ' ' ? x + 1 : used;
    }
    out[used] = 0;
}

static void expect_picture(const char *const *lines, int32_t count)
{
    const moult_scene *scene = picture_of(&k);
    char text[64];
    ck_assert_int_eq(scene->height, count);
    for (int32_t y = 0; y < count; y++) {
        row_text(scene, y, text);
        ck_assert_str_eq(text, lines[y]);
    }
}

/* The second board of the facts: first wins by 0 and by 2. */
#define HINTED "3 3 1 1 BABBBABBA 8c2bb6884"

START_TEST(the_board_is_drawn)
{
    static const char *const lines[] = {" B <->[A] -> B", "^     ^       v", " B  -> B <-> A",
                                        "  v     v     v", " B  -> B <-> A"};
    static const char *const hinted[] = {"(B)<->[A] ->(B)", "^     ^       v", " B  -> B <-> A",
                                         "  v     v     v", " B  -> B <-> A"};
    static const char *const result[] = {" B2<->[A1 -> B2", "^     ^       v", " B1 -> B1<-> A2",
                                         "  v     v     v", " B1 -> B2<-> A1"};
    begin(HINTED);
    const moult_scene *scene = picture_of(&k);
    ck_assert_int_eq(scene->scale_x, 6);
    ck_assert_int_eq(scene->scale_y, 2);
    ck_assert_int_eq(scene->width, 15);
    ck_assert_int_eq(scene->height, 5);
    ck_assert_int_eq(scene->focus_x, 7);
    ck_assert_int_eq(scene->focus_y, 0);
    expect_picture(lines, 5);
    plays(&k, "1;i");
    expect_picture(hinted, 5);
    play(&k, "Left");
    EXPECT_RESULT(SIMPLE_WON);
    expect_picture(result, 5);
    const moult_scene *shown = picture_of(&k);
    ck_assert_str_eq(shown->title, "Stage cleared");
    ck_assert_str_eq(shown->rows[0].text, "Next stage");
    ck_assert_uint_eq(shown->row_count, 1);
    ck_assert_uint_eq(shown->side_count, 3);
    ck_assert_str_eq(shown->side[0].text, "Winner");
    ck_assert_str_eq(shown->side[0].detail, "first (A)");
    ck_assert_str_eq(shown->side[1].text, "Perfect play");
    ck_assert_str_eq(shown->side[1].detail, "first (A)");
}
END_TEST

START_TEST(a_result_shows_who_should_have_won)
{
    static const char *const result[] = {"[A1<->*B2"};
    begin("1 2 1 1 AB 84");
    plays(&k, "2;tick 30000"); /* first has moved onto A; second ran out of time */
    expect_picture(result, 1);
    ck_assert_str_eq(picture_of(&k)->side[0].text, "Perfect play");
    ck_assert_str_eq(picture_of(&k)->side[0].detail, "second (B)");
    ck_assert(was_said(&k, "Without a mistake: second wins."));
}
END_TEST

START_TEST(gauges_say_how_it_stands)
{
    static const char *const labels[] = {"Clock", "Moves", "You", "Stage", "Score"};
    begin(LONG_WINS);
    plays(&k, "2;tick 1550");
    const moult_scene *scene = picture_of(&k);
    ck_assert_uint_eq(scene->gauge_count, MOULT_COUNT(labels));
    for (uint32_t i = 0; i < MOULT_COUNT(labels); i++)
        ck_assert_str_eq(scene->gauges[i].label, labels[i]);
    ck_assert_str_eq(scene->gauges[0].text, "28.4");
    ck_assert_int_eq(scene->gauges[1].value, 3);
    ck_assert_int_eq(scene->gauges[1].max, 3);
    ck_assert_str_eq(scene->gauges[2].text, "second (B)");
    ck_assert_int_eq(scene->gauges[3].value, 3);
    ck_assert_int_eq(scene->gauges[4].value, 0);
}
END_TEST

START_TEST(hints_mark_what_keeps_a_win_and_cost_the_points)
{
    char text[64];
    begin(HINTED);
    play(&k, "i"); /* before a side is chosen there is nothing to mark */
    ck_assert_uint_eq(game()->hinted, 0);
    play(&k, "1");
    play(&k, "hint");
    ck_assert_uint_eq(game()->hinted, 1);
    ck_assert_str_eq(newest_said(&k),
                     "The exits that keep a win are marked. This stage scores nothing.");
    row_text(picture_of(&k), 0, text);
    ck_assert_str_eq(text, "(B)<->[A] ->(B)");
    play(&k, "Left");
    EXPECT_RESULT(SIMPLE_WON);
    ck_assert_int_eq(game()->cleared, 1);
    ck_assert_int_eq(game()->score, 0);
    play(&k, "Enter");
    ck_assert_uint_eq(game()->hinted, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rules/simple: boards");
    TCase *group = tcase_create("all");
    tcase_add_checked_fixture(group, enter, leave);
    tcase_set_timeout(group, 60);
    tcase_add_loop_test(group, boards_grow_with_the_stage, 0, MOULT_COUNT(sizes));
    tcase_add_test(group, the_first_board_is_three_by_three);
    tcase_add_loop_test(group, a_wrong_board_is_refused_and_changes_nothing, 0,
                        MOULT_COUNT(wrong_rows));
    tcase_add_test(group, the_board_is_drawn);
    tcase_add_test(group, a_result_shows_who_should_have_won);
    tcase_add_test(group, gauges_say_how_it_stands);
    tcase_add_test(group, hints_mark_what_keeps_a_win_and_cost_the_points);
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
