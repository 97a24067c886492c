/* SPDX-License-Identifier: MIT */
/* The rest of rules/simple: the player's name, saves in mid-stage, runs of bots, play at random,
 * and generators whose levels are no boards. */
#include <sys/stat.h>
#include "plugins/simple_kit.h"
#include "support/plugin_kit.h"
#include "support/world_kit.h"

#define FIRST_WINS "1 2 1 0 AB 84"
#define LONG_WINS "1 2 3 0 AB 84"

/* -- names ------------------------------------------------------------------------------------- */

/* Won once, then lost: the name is asked for. */
static void lose_with_a_score(void)
{
    play(&k, "Enter");
    set_board(&k, FIRST_WINS);
    plays(&k, "1;Right;Enter");
    set_board(&k, FIRST_WINS);
    plays(&k, "2;Left");
    ck_assert_uint_eq(game()->state, SIMPLE_LOST);
    play(&k, "Enter");
    ck_assert_uint_eq(game()->state, SIMPLE_NAMING);
    ck_assert_uint_eq(open_row(&k)->state, MOULT_OUTCOME_TEXT);
    ck_assert_str_eq(picture_of(&k)->title, "Your name:");
    ck_assert_int_eq(k.s.over, 0);
}

#define TEN "0123456789"
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
#define SIXTY_THREE TEN TEN TEN TEN TEN TEN "012"
#define EIGHT_WIDE "\u540d\u7121\u3057\u540d\u7121\u3057\u540d\u7121" /* 24 bytes */

static const struct {
    const char *typed, *name;
} names[] = {
    {"", "Anonymous"},
    {"   ", "Anonymous"},
    {"\n\t ", "Anonymous"},
    {"Ada", "Ada"},
    {"  Ada Lovelace ", "Ada Lovelace"},
    {"a/b", "a/b"},
    {"..", ".."},
    {"../../etc", "../../etc"},
    {"one\ntwo", "one?two"},
    {"\x1b[31mred", "?[31mred"},
    {HUNDRED HUNDRED HUNDRED, SIXTY_THREE},
    {"\xff\xfeok\xc3", "??ok?"},
    {"\xed\xa0\x80", "???"},
    {"\u540d\u7121\u3057", "\u540d\u7121\u3057"},
    {EIGHT_WIDE EIGHT_WIDE EIGHT_WIDE, EIGHT_WIDE EIGHT_WIDE "\u540d\u7121\u3057\u540d\u7121"},
    {"a\u202e"
     "b",
     "a???b"},
};

START_TEST(a_name_is_taken_cleaned_and_cut)
{
    lose_with_a_score();
    answer_text(&k, names[_i].typed);
    moult_score score = score_now();
    ck_assert_str_eq(score.name, names[_i].name);
    ck_assert_int_eq(score.score, 300);
    ck_assert_uint_eq(score.flags, 0);
    ck_assert_str_eq(score.cause, "the computer");
    ck_assert_str_eq(score.title, "Game over");
    ck_assert_str_eq(score.depth_label, "Stage");
    ck_assert_str_eq(score.score_label, "Score");
    ck_assert_uint_eq(game()->state, SIMPLE_OVER);
    ck_assert_int_eq(k.s.over, 1);
}
END_TEST

START_TEST(a_name_is_typed_key_by_key)
{
    lose_with_a_score();
    plays(&k, "A;x;Backspace;d;a;Enter");
    ck_assert_str_eq(score_now().name, "Ada");
    ck_assert_int_eq(k.s.over, 1);
}
END_TEST

START_TEST(who_gives_no_name_is_anonymous)
{
    lose_with_a_score();
    plays(&k, "A;d;a;Esc");
    ck_assert_str_eq(score_now().name, "Anonymous");
    ck_assert_int_eq(k.s.over, 1);
}
END_TEST

START_TEST(time_stands_while_the_name_is_typed)
{
    lose_with_a_score();
    play(&k, "tick 4294967295");
    ck_assert_uint_eq(game()->state, SIMPLE_NAMING);
    ck_assert_uint_eq(open_row(&k)->state, MOULT_OUTCOME_TEXT);
    ck_assert_uint_eq(game()->timed_out, 0);
}
END_TEST

/* -- saves ------------------------------------------------------------------------------------- */

static const char *const before_save[] = {"",
                                          "Enter",
                                          "Enter;tick 1234",
                                          "Enter;tick 1234;1;tick 77",
                                          "Enter;2;tick 5;Right;Left",
                                          "Enter;1;i;Right;tick 9;Up;Down;Left",
                                          "Enter;Esc",
                                          "Enter;tick 30000"};

START_TEST(a_saved_stage_goes_on_as_if_it_hadn_t_been_saved)
{
    static const char *const rest[] = {"tick 100", "Enter", "1",    "Right", "Left",     "Up",
                                       "Down",     "i",     "Down", "Enter", "tick 3000"};
    char path[128];
    simple_kit other;
    moult__report report = {0};
    snprintf(path, sizeof path, "%s/run.moult", home);
    plays(&k, before_save[_i]);
    ck_assert_msg(moult__save_write(&k.s, path, &report) >= 0, "%s", report.text);
    ck_assert_int_ge(simple_kit_try(&other, k.s.set, "other"), 0);
    ck_assert_msg(moult__save_read(&other.s, path, &report) >= 0, "%s", report.text);
    ck_assert_mem_eq(game_of(&other), game(), sizeof(simple_game));
    ck_assert_mem_eq(open_row(&other), open_row(&k), sizeof *open_row(&k));
    for (uint32_t i = 0; i < 60; i++) {
        play(&k, rest[i % MOULT_COUNT(rest)]);
        play(&other, rest[i % MOULT_COUNT(rest)]);
        ck_assert_uint_eq(moult__hash(other.s.world), moult__hash(k.s.world));
    }
    check_world(&other);
    simple_kit_close(&other);
}
END_TEST

/* What a damaged save may hold. */
static void stage_0(simple_game *row)
{
    row->stage = 0;
}

static void stage_of_millions(simple_game *row)
{
    row->stage = INT32_MAX;
}

static void too_many_plies(simple_game *row)
{
    row->plies_left = INT32_MAX;
}

static void negative_plies(simple_game *row)
{
    row->plies_left = INT32_MIN;
}

static void nothing_left_to_move(simple_game *row)
{
    row->plies_left = 0;
}

static void negative_clock(simple_game *row)
{
    row->clock_ms = -1;
}

static void start_off_the_board(simple_game *row)
{
    row->start_x = 64;
}

static void no_state(simple_game *row)
{
    row->state = 99;
}

static void no_side(simple_game *row)
{
    row->side = 7;
}

static void (*const damages[])(simple_game *) = {
    stage_0,        stage_of_millions,   too_many_plies, negative_plies, nothing_left_to_move,
    negative_clock, start_off_the_board, no_state,       no_side};

START_TEST(a_row_that_makes_no_sense_is_refused)
{
    static const char *const lines[] = {"Up", "1", "i", "tick 100", "go-on"};
    moult__report report = {0};
    plays(&k, "Enter;1");
    damages[_i](game_edit(&k));
    for (uint32_t i = 0; i < MOULT_COUNT(lines); i++)
        ck_assert_int_lt(moult__input_line(&k.s, lines[i], &report), 0);
    moult__session_describe(&k.s); /* refused or empty, but no harm is done */
}
END_TEST

/* -- bots and chance --------------------------------------------------------------------------- */

static void bot_plays(simple_kit *kit, uint32_t times)
{
    moult_action action = {.size = sizeof action, .verb = MOULT_VERB_DECIDE, .text = "solver"};
    for (uint32_t i = 0; i < times; i++)
        ck_assert_int_ge(moult__turn_act(&kit->s, &action), 0);
}

START_TEST(two_perfect_sides_let_the_better_one_win)
{
    k.options.hero = "solver";
    bot_plays(&k, 3000);
    ck_assert_int_gt(game()->cleared, 50);
    ck_assert_int_eq(game()->cleared, game()->stage - (game()->state != SIMPLE_WON));
    ck_assert_int_eq(k.s.over, 0);
}
END_TEST

START_TEST(who_is_no_solver_is_named)
{
    moult_action action = {.size = sizeof action, .verb = MOULT_VERB_DECIDE, .text = "nobody"};
    plays(&k, "Enter;1");
    ck_assert_int_lt(moult__turn_act(&k.s, &action), 0);
    ck_assert_ptr_nonnull(strstr(k.s.world->report.text, "whoever should play isn't loaded"));
}
END_TEST

static const char *chance_line(uint32_t *state)
{
    static const char *const lines[] = {
        "Up",          "Down",       "Left",     "Right",         "1",          "2",
        "Enter",       "Esc",        "i",        "tick 10",       "tick 2500",  "go-on",
        "play-second", "play-first", "step 1,1", "help",          "messages",   "look",
        "move-north",  "Space",      "hint",     "tick 99999999", "menu-down",  "explore",
        "Up",          "Down",       "Left",     "Right",         "travel 1,1", "Tab"};
    return lines[kit_random(state, MOULT_COUNT(lines))];
}

START_TEST(whatever_is_typed_the_run_stays_whole)
{
    uint32_t state = 77 + (uint32_t)_i, ends = 0;
    for (uint32_t i = 0; i < 4000; i++) {
        const char *line = chance_line(&state);
        if (strncmp(line, "tick 9", 6) == 0 && kit_random(&state, 8) != 0)
            continue;
        play(&k, line);
        const simple_game *now = game();
        moult_view view = view_of(&k);
        moult_place at = token_of(&k);
        ck_assert(now->clock_ms >= 0 && now->clock_ms <= SIMPLE_CLOCK_MS);
        ck_assert(now->plies_left >= 0 && now->plies_left <= 2 * now->stage);
        ck_assert(now->state <= SIMPLE_OVER && now->score >= 0 && now->cleared < now->stage + 1);
        ck_assert(at.x >= 0 && at.y >= 0 && at.x < view.width && at.y < view.height);
        ck_assert_int_eq(k.s.over, now->state == SIMPLE_OVER);
        ends += now->state == SIMPLE_OVER;
        picture_of(&k);
    }
    ck_assert_uint_gt(ends, 0);
}
END_TEST

START_TEST(the_same_commands_make_the_same_run)
{
    simple_kit other;
    uint32_t state = 5, again = 5;
    ck_assert_int_ge(simple_kit_try(&other, k.s.set, "simple"), 0);
    for (uint32_t i = 0; i < 1000; i++) {
        play(&k, chance_line(&state));
        play(&other, chance_line(&again));
        ck_assert_uint_eq(moult__hash(other.s.world), moult__hash(k.s.world));
    }
    simple_kit_close(&other);
}
END_TEST

/* -- levels that are no boards ----------------------------------------------------------------- */

#define GENERATOR(cells, token)                                                           \
    "#include <moult/moult.h>\n"                                                          \
    "static moult_status generate(const moult_request *r, moult_canvas *c)\n"             \
    "{\n"                                                                                 \
    "    const moult_spot t = {.size = sizeof t, .kind = MOULT_SPOT_TOKEN, .room = -1,\n" \
    "                          .target = -1};\n"                                          \
    "    for (int32_t y = 0; y < r->height; y++)\n"                                       \
    "        for (int32_t x = 0; x < r->width; x++) {\n"                                  \
    "            int32_t at = y * c->stride + x;\n"                                       \
    "            c->tile[at] = MOULT_TILE_LETTER;\n"                                      \
    "            c->detail[at] = x > 0 ? 4 << 4 : 8 << 4;\n"                              \
    "            " cells "\n"                                                             \
    "        }\n"                                                                         \
    "    return " token " ? c->add_spot(c, &t) : 0;\n"                                    \
    "}\n"                                                                                 \
    "MOULT_MAPGEN(board, \"2.0.0\", \"a variant\", generate)\n"

static const struct {
    const char *text, *why; /* NULL: it is taken */
} generators[] = {
    {GENERATOR("", "1"), NULL},
    {GENERATOR("if (x == 1 && y == 2) c->detail[at] = 1;", "1"),
     "no board for simple: a cell without an exit at (1,2). Try --use mapgen=board"},
    {GENERATOR("c->tile[at] = MOULT_TILE_FLOOR;", "1"),
     "no board for simple: a cell without a letter at (0,0). Try --use mapgen=board"},
    {GENERATOR("if (x == 2 && y == 1) c->detail[at] = 8 << 4;", "1"),
     "no board for simple: an exit that leads off the board at (2,1). Try --use mapgen=board"},
    {GENERATOR("if (x == 2) c->detail[at] |= 7;", "1"),
     "no board for simple: a cell without a letter at (2,0). Try --use mapgen=board"},
    {GENERATOR("", "0"),
     "no board for simple: there is no spot for the token. Try --use mapgen=board"},
    {GENERATOR("", "-1 < 0 ? MOULT_REFUSED : 0"), "all 8 attempts refused"},
};

static void enter_folder(void)
{
    home_make();
    kit_folder_make();
    ck_assert_int_eq(mkdir(kit_at("live"), 0700), 0);
}

static void leave_folder(void)
{
    kit_folder_remove();
    home_remove();
}

START_TEST(a_level_that_is_no_board_is_refused_with_what_it_lacks)
{
    moult__report report = {0};
    kit_compile("live/mapgen-board.so", generators[_i].text, "-O0");
    ck_assert_msg(simple_set_open(&k.own, kit_at("live"), &report) >= 0, "%s", report.text);
    moult_status status = simple_kit_try(&k, &k.own, "boards");
    if (generators[_i].why == NULL)
        ck_assert_msg(status >= 0, "%s", k.s.report.text);
    else
        ck_assert_msg(status < 0 && strstr(k.s.report.text, generators[_i].why) != NULL, "%s",
                      k.s.report.text);
    simple_kit_close(&k);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rules/simple: ends");
    TCase *group = tcase_create("all"), *compiled = tcase_create("generators");
    tcase_add_checked_fixture(group, enter, leave);
    tcase_set_timeout(group, 60);
    tcase_add_loop_test(group, a_name_is_taken_cleaned_and_cut, 0, MOULT_COUNT(names));
    tcase_add_test(group, a_name_is_typed_key_by_key);
    tcase_add_test(group, who_gives_no_name_is_anonymous);
    tcase_add_test(group, time_stands_while_the_name_is_typed);
    tcase_add_loop_test(group, a_saved_stage_goes_on_as_if_it_hadn_t_been_saved, 0,
                        MOULT_COUNT(before_save));
    tcase_add_loop_test(group, a_row_that_makes_no_sense_is_refused, 0, MOULT_COUNT(damages));
    tcase_add_test(group, two_perfect_sides_let_the_better_one_win);
    tcase_add_test(group, who_is_no_solver_is_named);
    tcase_add_loop_test(group, whatever_is_typed_the_run_stays_whole, 0, 8);
    tcase_add_test(group, the_same_commands_make_the_same_run);
    suite_add_tcase(suite, group);
    tcase_add_checked_fixture(compiled, enter_folder, leave_folder);
    tcase_set_timeout(compiled, 60);
    tcase_add_loop_test(compiled, a_level_that_is_no_board_is_refused_with_what_it_lacks, 0,
                        MOULT_COUNT(generators));
    suite_add_tcase(suite, compiled);
    return run_suite(suite);
}
