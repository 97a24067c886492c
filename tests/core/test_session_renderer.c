/* SPDX-License-Identifier: MIT */
/* A renderer in another one's place, in mid-game: which is opened and closed when, and who is left
 * when one refuses. The renderers are made up and tell what is done to them. And what a picture
 * brings along for renderers: sprites, options, where actors look. */
#include "support/session_kit.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <check.h>

static kit_game g;
static char told[512];
static int32_t refuses_a, refuses_b;
static moult_cell seen[64 * 40];
static char options_seen[256];
static uint32_t sprites_seen, stamp_seen;

static void tell(const char *what)
{
    size_t used = strlen(told);
    snprintf(told + used, sizeof told - used, "%s%s", used != 0 ? " " : "", what);
}

#define FAKE(name)                                                \
    static moult_status open_##name(void *state, int32_t again)   \
    {                                                             \
        (void)state;                                              \
        tell(again ? "adopt-" #name : "open-" #name);             \
        return refuses_##name ? MOULT_UNSUPPORTED : MOULT_OK;     \
    }                                                             \
    static void close_##name(void *state, int32_t handing_over)   \
    {                                                             \
        (void)state;                                              \
        tell(handing_over ? "hand-over-" #name : "close-" #name); \
    }

FAKE(a)
FAKE(b)

static moult_status draw(void *state, const moult_scene *scene)
{
    (void)state;
    memcpy(seen, scene->cells, sizeof seen);
    snprintf(options_seen, sizeof options_seen, "%s", scene->options);
    sprites_seen = scene->sprite_count;
    stamp_seen = scene->sprite_stamp;
    return MOULT_OK;
}

static int32_t wait_fd(void *state)
{
    (void)state;
    return -1;
}

static moult_status next_event(void *state, moult_event *event)
{
    (void)state, (void)event;
    return 0;
}

static uint32_t undo(void *state, uint8_t *bytes, uint32_t room)
{
    (void)state, (void)bytes, (void)room;
    return 0;
}

#define FUNCTIONS(name)                                                               \
    {                                                                                 \
        .size = sizeof(moult_renderer_1), .state_size = 16, .state_version = 1,       \
        .open = open_##name, .close = close_##name, .draw = draw, .wait_fd = wait_fd, \
        .next_event = next_event, .undo = undo                                        \
    }
static const moult_renderer_1 fake_a = FUNCTIONS(a), fake_b = FUNCTIONS(b);

static void own(const char *name, uint32_t flags)
{
    ((moult__slot *)moult__set_slot(g.s.set, name))->flags = flags;
}

/* renderer/none is a, and open; renderer/text is b. */
static void enter(void)
{
    moult__report report = {0};
    moult__want want = {.slot = "renderer/text"};
    kit_open(&g, "moult");
    kit_hall(&g);
    ck_assert_int_ge(moult__set_load(g.s.set, &want, 1, &report), 0);
    kit_fill_slot(g.s.set, "renderer/none", &fake_a);
    kit_fill_slot(g.s.set, "renderer/text", &fake_b);
    told[0] = 0;
    refuses_a = refuses_b = 0;
}

static void leave(void)
{
    kit_close(&g);
}

static void open_first(void)
{
    moult__report report = {0};
    ck_assert_int_ge(moult__renderer_open(&g.s, &report), 0);
    ck_assert_str_eq(told, "open-a");
    told[0] = 0;
}

static moult_status change(const char *name, moult__report *report)
{
    memset(report, 0, sizeof *report);
    return moult__renderer_switch(&g.s, name, report);
}

static const struct {
    uint32_t owned_a, owned_b;
    int32_t refuses_a, refuses_b;
    const char *told;
    int32_t leaves;
} cases[] = {
    {0, 0, 0, 0, "open-b close-a", 0},
    {MOULT_MAY_OWN_TERMINAL, MOULT_MAY_OWN_WINDOW, 0, 0, "open-b close-a", 0},
    {MOULT_MAY_OWN_FILES, MOULT_MAY_OWN_FILES, 0, 0, "open-b close-a", 0},
    {MOULT_MAY_OWN_TERMINAL, MOULT_MAY_OWN_TERMINAL, 0, 0, "close-a open-b", 0},
    {MOULT_MAY_OWN_TERMINAL, MOULT_MAY_OWN_WINDOW, 0, 1, "open-b", 0},
    {MOULT_MAY_OWN_WINDOW, MOULT_MAY_OWN_WINDOW, 0, 1, "close-a open-b open-a", 0},
    {MOULT_MAY_OWN_WINDOW, MOULT_MAY_OWN_WINDOW, 1, 1, "close-a open-b open-a", 1},
};

START_TEST(the_old_one_goes_last_unless_both_need_the_same)
{
    moult__report report;
    own("renderer/none", cases[_i].owned_a);
    own("renderer/text", cases[_i].owned_b);
    open_first();
    refuses_a = cases[_i].refuses_a;
    refuses_b = cases[_i].refuses_b;
    moult_status status = change("text", &report);
    ck_assert_str_eq(told, cases[_i].told);
    ck_assert_int_eq(g.s.leaving, cases[_i].leaves);
    ck_assert_int_eq(status < 0, refuses_b);
    const moult_renderer_1 *there = cases[_i].leaves ? NULL : refuses_b ? &fake_a : &fake_b;
    ck_assert_ptr_eq(g.s.renderer, there);
    ck_assert_str_eq(moult__set_role_slot(g.s.set, "renderer"),
                     refuses_b ? "renderer/none" : "renderer/text");
    if (refuses_b)
        ck_assert_ptr_nonnull(strstr(report.text, "error  renderer-text@1.0.0 open: there is "
                                                  "nothing here that it can draw on ("));
}
END_TEST

START_TEST(ten_times_in_a_row_nothing_of_the_world_changes)
{
    open_first();
    uint64_t before = kit_hash(&g);
    uint32_t turn = moult__turn(g.w);
    for (int i = 0; i < 10; i++) {
        told[0] = 0;
        kit_line(&g, i % 2 == 0 ? "renderer text" : "renderer none");
        ck_assert_str_eq(told, i % 2 == 0 ? "open-b close-a" : "open-a close-b");
        ck_assert_int_ge(moult__session_draw(&g.s), 0);
    }
    ck_assert_uint_eq(kit_hash(&g), before);
    ck_assert_uint_eq(moult__turn(g.w), turn);
}
END_TEST

START_TEST(a_name_that_is_unknown_is_refused)
{
    moult__report report;
    open_first();
    ck_assert_int_eq(change("txet", &report), MOULT_UNKNOWN);
    ck_assert_ptr_nonnull(strstr(report.text, "renderer/txet is required, and nobody provides it"));
    ck_assert_int_eq(change("../x", &report), MOULT_FORMAT);
    ck_assert_int_eq(change("none", &report), MOULT_OK); /* it is there already */
    ck_assert_str_eq(told, "");
    kit_line(&g, "renderer");
    ck_assert(kit_noticed(&g, "The game is shown by renderer/none."));
}
END_TEST

START_TEST(without_a_window_another_one_takes_over)
{
    moult__report report = {0};
    own("renderer/none", MOULT_MAY_OWN_WINDOW);
    refuses_a = 1;
    ck_assert_int_lt(moult__renderer_open(&g.s, &report), 0);
    told[0] = 0;
    g.s.options.instead = "text";
    ck_assert_int_ge(moult__renderer_open(&g.s, &report), 0);
    ck_assert_str_eq(told, "open-a open-b");
    ck_assert_ptr_eq(g.s.renderer, &fake_b);
    ck_assert(kit_noticed(&g, "There is no window to be had: text draws."));
}
END_TEST

/* One that owns no window but refuses isn't replaced: nobody asked for that. */
START_TEST(a_terminal_that_is_refused_ends_it)
{
    moult__report report = {0};
    own("renderer/none", MOULT_MAY_OWN_TERMINAL);
    refuses_a = 1;
    g.s.options.instead = "text";
    ck_assert_int_lt(moult__renderer_open(&g.s, &report), 0);
    ck_assert_str_eq(told, "open-a");
}
END_TEST

/* -- what a picture brings along --------------------------------------------------------------- */

static const moult_cell *cell_of(moult_id actor)
{
    moult_place at = kit_where(&g, actor);
    return &seen[at.y * 64 + at.x];
}

static const struct {
    const char *line;
    uint8_t facing;
} steps[] = {
    {"move-east", MOULT_FACING_EAST},       {"wait", MOULT_FACING_EAST},
    {"move-north", MOULT_FACING_NORTH},     {"move-west", MOULT_FACING_WEST},
    {"move-south", MOULT_FACING_SOUTH},     {"move-south-east", MOULT_FACING_EAST},
    {"move-north-west", MOULT_FACING_WEST}, {"move-north-east", MOULT_FACING_EAST},
};

START_TEST(actors_look_where_they_went)
{
    open_first();
    ck_assert_int_ge(moult__session_draw(&g.s), 0);
    ck_assert_uint_eq(cell_of(moult__hero(g.w))->facing, MOULT_FACING_NONE);
    uint64_t before = kit_hash(&g);
    moult__session_draw(&g.s);
    ck_assert_uint_eq(kit_hash(&g), before);
    for (uint32_t i = 0; i < MOULT_COUNT(steps); i++) {
        kit_line(&g, steps[i].line);
        ck_assert_int_ge(moult__session_draw(&g.s), 0);
        ck_assert_msg(cell_of(moult__hero(g.w))->facing == steps[i].facing, "%s: %u", steps[i].line,
                      cell_of(moult__hero(g.w))->facing);
    }
    moult_id rat = kit_monster(&g, 0, "idle", KIT_HALL_X + 3, KIT_HALL_Y);
    kit_look(&g);
    moult__session_draw(&g.s);
    ck_assert_uint_eq(cell_of(rat)->facing, MOULT_FACING_NONE);
    kit_move(&g, rat, KIT_HALL_X + 3, KIT_HALL_Y + 2);
    moult__session_draw(&g.s);
    ck_assert_uint_eq(cell_of(rat)->facing, MOULT_FACING_SOUTH);
    kit_move(&g, rat, KIT_HALL_X - 4, KIT_HALL_Y + 2); /* by magic */
    moult__session_draw(&g.s);
    ck_assert_uint_eq(cell_of(rat)->facing, MOULT_FACING_SOUTH);
}
END_TEST

START_TEST(sprites_and_options_come_with_the_picture)
{
    open_first();
    moult__profile_entry *option = &g.profile.options[g.profile.option_count++];
    snprintf(option->name, sizeof option->name, "sheet");
    snprintf(option->value, sizeof option->value, "/tmp/my sheet.png");
    moult__settings_show(&g.s);
    ck_assert_int_ge(moult__session_draw(&g.s), 0);
    ck_assert_str_eq(options_seen, "sheet=/tmp/my sheet.png\n");
    ck_assert_uint_eq(sprites_seen, 30);
    ck_assert_uint_eq(stamp_seen, g.s.set->stamp);
    const moult_cell *hero = cell_of(moult__hero(g.w));
    ck_assert_uint_ne(hero->sprite, 0);
    moult_id rat = kit_monster(&g, 0, "idle", KIT_HALL_X + 3, KIT_HALL_Y);
    kit_look(&g);
    moult__session_draw(&g.s);
    ck_assert_uint_ne(cell_of(rat)->sprite, hero->sprite);
    ck_assert_uint_eq(cell_of(rat)->accent, 0x3c281e); /* bestiary.tsv: 60 40 30 */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("session: renderer");
    TCase *all = tcase_create("renderer");
    tcase_add_checked_fixture(all, enter, leave);
    tcase_add_loop_test(all, the_old_one_goes_last_unless_both_need_the_same, 0,
                        MOULT_COUNT(cases));
    tcase_add_test(all, ten_times_in_a_row_nothing_of_the_world_changes);
    tcase_add_test(all, a_name_that_is_unknown_is_refused);
    tcase_add_test(all, without_a_window_another_one_takes_over);
    tcase_add_test(all, a_terminal_that_is_refused_ends_it);
    tcase_add_test(all, actors_look_where_they_went);
    tcase_add_test(all, sprites_and_options_come_with_the_picture);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
