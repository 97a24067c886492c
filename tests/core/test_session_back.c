/* SPDX-License-Identifier: MIT */
/* Wizard mode's steps: the world of an earlier turn is that of then, and forward leads to where it
 * was; turns that are played again by other code show how; and the journal of it all verifies. */
#include <moult/ai.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/game/journal.h"
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

#define TURNS_MAX 4096u
#define LINES 400u

static kit_data data;
static moult__set set;
static kit_game g, other;
static moult__replay replay;
static moult__profile profile;
static moult__report report;

static void begin(const char *seed, int32_t wizard)
{
    kit_open_in(&g, &set, seed);
    g.s.options.journal = 1;
    g.s.from_seed = 1;
    moult__menu_row(&g.s)->wizard = wizard != 0;
    moult__journal_open(&g.s);
    ck_assert_ptr_nonnull(g.s.journal);
}

static void enter(void)
{
    kit_data_open(&data, &set);
}

static void leave(void)
{
    kit_data_close(&data, &set);
}

static uint64_t hash(void)
{
    return moult__hash(g.s.world);
}

/* Closes the game; its journal leads to the same end. */
static void end_verified(void)
{
    const uint64_t end = hash();
    kit_check_game(&g);
    kit_close(&g);
    memset(&report, 0, sizeof report);
    ck_assert_msg(moult__replay_read(&replay, data.path, &report) >= 0, "%s", report.text);
    replay.verify = 1;
    kit_open_in(&other, &set, "another");
    moult__profile_init(&profile);
    ck_assert_int_ge(moult__replay_choose(&replay, &profile, &report), 0);
    other.s.options.profile = &profile;
    ck_assert_int_ge(moult__replay_begin(&replay, &other.s, &report), 0);
    moult_status status;
    while ((status = moult__replay_step(&replay, &report)) == 1)
        ;
    ck_assert_msg(status == 0, "%s", report.text);
    ck_assert_msg(!replay.differs, "%s", replay.why.text);
    ck_assert_uint_eq(moult__hash(other.s.world), end);
    ck_assert_uint_eq(moult__hash_whole(other.s.world), end);
    kit_close(&other);
    moult__replay_free(&replay);
}

static void step(const char *command, uint32_t count)
{
    char line[32];
    snprintf(line, sizeof line, "%s %u", command, count);
    kit_line(&g, line);
}

START_TEST(back_and_forward_lead_to_the_same_worlds)
{
    uint64_t then[11];
    begin("steps", 1);
    for (uint32_t turn = 0; turn <= 10; turn++) {
        then[turn] = hash();
        if (turn < 10)
            kit_line(&g, turn % 2 != 0 ? "wait" : "search");
    }
    for (uint32_t turn = 10; turn-- > 0;) {
        kit_line(&g, "back");
        ck_assert_uint_eq(moult__turn(g.w), turn);
        ck_assert_uint_eq(hash(), then[turn]);
    }
    kit_line(&g, "back");
    ck_assert(kit_noticed(&g, "This is where the run begins."));
    step("forward", 4);
    ck_assert_uint_eq(hash(), then[4]);
    ck_assert(kit_noticed(&g, "Turn 4."));
    kit_line(&g, "F7");
    kit_line(&g, "F8");
    ck_assert_uint_eq(hash(), then[4]);
    step("forward", 99);
    ck_assert_uint_eq(hash(), then[10]);
    kit_line(&g, "forward");
    ck_assert(kit_noticed(&g, "There is nothing to go forward to."));
    step("back", 3);
    kit_line(&g, "search");
    kit_line(&g, "forward");
    ck_assert(kit_noticed(&g, "There is nothing to go forward to."));
    ck_assert_uint_eq(moult__turn(g.w), 8);
    end_verified();
}
END_TEST

/* Against a model: the newest world of each turn that leads to the one that is there. */
static uint64_t seen[TURNS_MAX];

static void play_checked(uint32_t *state, uint32_t *steps)
{
    const uint32_t turn = moult__turn(g.w), count = 1 + kit_random(state, 30);
    if (kit_random(state, 8) != 0) {
        kit_line(&g, kit_random_line(state));
        const uint32_t now = moult__turn(g.w);
        ck_assert_uint_lt(now, TURNS_MAX);
        for (uint32_t t = now < turn ? 0 : turn + 1; t < TURNS_MAX; t++)
            seen[t] = 0;
        seen[now] = hash();
        return;
    }
    step("back", count);
    const uint32_t now = moult__turn(g.w);
    ck_assert_uint_le(now, turn);
    if (count <= turn)
        ck_assert_uint_eq(now, turn - count);
    if (seen[now] != 0)
        ck_assert_uint_eq(hash(), seen[now]);
    seen[now] = hash();
    (*steps)++;
    if (kit_random(state, 2) == 0 || now == turn)
        return;
    step("forward", turn - now);
    ck_assert_uint_eq(moult__turn(g.w), turn);
    ck_assert_uint_eq(hash(), seen[turn]);
}

START_TEST(any_run_can_be_stepped_in)
{
    uint32_t state = 11 + (uint32_t)_i, steps = 0;
    char seed[16];
    snprintf(seed, sizeof seed, "random %d", _i);
    memset(seen, 0, sizeof seen);
    begin(seed, 1);
    seen[0] = hash();
    for (uint32_t i = 0; i < LINES; i++)
        play_checked(&state, &steps);
    ck_assert_uint_gt(steps, 20);
    const uint64_t before = hash();
    for (uint32_t count = 1; count < 60; count++) {
        step("again", count);
        ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_IDLE);
        ck_assert_uint_eq(hash(), before);
    }
    end_verified();
}
END_TEST

START_TEST(a_death_is_stepped_back_from)
{
    begin("death", 1);
    kit_lines(&g, "wait", 3);
    const uint64_t before = hash();
    kit_hero_edit(&g)->hunger = 0;
    kit_hero_hp(&g, 1, 12);
    kit_lines(&g, "wait", 1);
    for (uint32_t i = 0; i < 50 && !g.s.over; i++)
        kit_line(&g, "wait");
    ck_assert_int_eq(g.s.over, 1);
    step("back", moult__turn(g.w) - 3);
    ck_assert_int_eq(g.s.over, 0);
    ck_assert_uint_eq(hash(), before);
    kit_line(&g, "wait");
    ck_assert_uint_eq(moult__turn(g.w), 4);
    kit_close(&g);
}
END_TEST

/* -- again ------------------------------------------------------------------------------------- */

static moult_status sleepy(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    (void)w;
    (void)memory;
    action->verb = MOULT_VERB_WAIT;
    action->x = senses->x;
    action->y = senses->y;
    return MOULT_OK;
}

static const moult_ai_1 sleepers = {.size = sizeof sleepers, .decide = sleepy};

START_TEST(the_same_code_makes_no_difference)
{
    begin("same", 1);
    kit_lines(&g, "search", 12);
    const uint64_t before = hash();
    step("again", 7);
    ck_assert(kit_noticed(&g, "7 turns again: nothing differs."));
    ck_assert_uint_eq(hash(), before);
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_IDLE);
    end_verified();
}
END_TEST

/* Whoever chases doesn't, by the code of now: nor on the way from the snapshot to where it begins,
 * as nothing here is loaded anew. */
START_TEST(other_code_makes_another_world_to_choose)
{
    begin("other", 1);
    kit_hall(&g);
    kit_hero_hp(&g, 999, 999);
    const moult_id rat = kit_monster(&g, 0, "chaser", KIT_HALL_X + 5, KIT_HALL_Y);
    moult__journal_snapshot(&g.s, MOULT__JOURNAL_ADOPT);
    kit_lines(&g, "wait", 3);
    const uint64_t before = hash();
    const moult_place old = kit_where(&g, rat);
    kit_fill_slot(&set, "ai/chaser", &sleepers);
    step("again", 2);
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_MENU);
    ck_assert_uint_eq(hash(), before);
    ck_assert_int_ge(moult__session_describe(&g.s), 0);
    const moult_scene *open = &g.s.scene->open;
    ck_assert_str_eq(open->title, "2 turns with the code as it is now");
    int32_t told = 0;
    char line[96];
    snprintf(line, sizeof line, "core.actor.slot %u x %d %d", (uint32_t)rat, old.x, old.x + 3);
    for (uint32_t i = 0; i < open->row_count; i++)
        told |= strcmp(open->rows[i].text, line) == 0;
    ck_assert_msg(told, "%s", line);
    kit_line(&g, _i == 0 ? "Esc" : _i == 1 ? "o" : _i == 2 ? "n" : "wait");
    if (_i < 2) {
        ck_assert_uint_eq(hash(), before);
        ck_assert(kit_noticed(&g, "The world as it was goes on."));
    } else if (_i == 2) {
        ck_assert(kit_noticed(&g, "The new world goes on."));
        ck_assert_int_eq(kit_where(&g, rat).x, old.x + 3);
        ck_assert_uint_eq(moult__turn(g.w), 3);
        kit_lines(&g, "wait", 2);
        step("back", 3);
        ck_assert_uint_eq(moult__turn(g.w), 2);
        ck_assert_int_eq(kit_where(&g, rat).x, old.x + 3);
    }
    ck_assert_ptr_null(g.s.again.world);
    kit_close(&g);
}
END_TEST

/* -- where there is no way back ---------------------------------------------------------------- */

START_TEST(without_wizard_mode_or_a_journal_it_says_so)
{
    static const char *const commands[] = {"back", "forward", "again", "F7"};
    begin("no wizard", 0);
    kit_line(&g, "wait");
    for (uint32_t i = 0; i < MOULT_COUNT(commands); i++) {
        kit_line(&g, commands[i]);
        ck_assert(kit_noticed(&g, "Wizard mode only: moult play --wizard"));
        ck_assert_uint_eq(moult__turn(g.w), 1);
    }
    moult__menu_row(&g.s)->wizard = 1;
    moult__journal_close(&g.s);
    kit_line(&g, "back");
    ck_assert(kit_noticed(&g, "This run isn't recorded: nothing to go back to."));
    kit_close(&g);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("session: steps back");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, enter, leave);
    tcase_set_timeout(all, 60);
    tcase_add_test(all, back_and_forward_lead_to_the_same_worlds);
    tcase_add_loop_test(all, any_run_can_be_stepped_in, 0, 4);
    tcase_add_test(all, a_death_is_stepped_back_from);
    tcase_add_test(all, the_same_code_makes_no_difference);
    tcase_add_loop_test(all, other_code_makes_another_world_to_choose, 0, 4);
    tcase_add_test(all, without_wizard_mode_or_a_journal_it_says_so);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
