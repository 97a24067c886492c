/* SPDX-License-Identifier: MIT */
/* An archetype plays the hero: by the same resolver as keys, knowing what the player knows, and
 * never for ever. */
#include <stdio.h>
#include <string.h>
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

#define TURNS 300

static moult__set set;
static kit_game bot, other;
static const moult_ai_1 *explorer;
static moult_action wish; /* what the archetype answered last */
static uint32_t asked;

/* Between the game and the archetype. */
static moult_status overhear(moult_world *w, const moult_senses *senses, void *memory,
                             moult_action *action)
{
    moult_status status = explorer->decide(w, senses, memory, action);
    wish = *action;
    asked++;
    return status;
}

static const moult_ai_1 ear = {sizeof ear, 0, overhear};

static void open_set(void)
{
    moult__want want = {.slot = "ai/explorer"};
    moult__report report = {0};
    kit_set_open(&set);
    ck_assert_msg(moult__set_load(&set, &want, 1, &report) >= 0, "%s", report.text);
    explorer = moult__set_slot(&set, "ai/explorer")->functions;
    kit_fill_slot(&set, "ai/explorer", &ear);
}

static void close_set(void)
{
    moult__set_close(&set);
}

static void open_bot(kit_game *g, const char *seed)
{
    kit_open_in(g, &set, seed);
    g->s.options.hero = "explorer";
}

static void turn(kit_game *g)
{
    ck_assert_msg(moult__bot_turn(&g->s) >= 0, "%s", g->s.report.text);
}

/* -- the same way as keys ---------------------------------------------------------------------- */

static const char *command_of(const moult_action *action, const moult_place *hero)
{
    static const char *const steps[3][3] = {{"move-north-west", "move-north", "move-north-east"},
                                            {"move-west", "wait", "move-east"},
                                            {"move-south-west", "move-south", "move-south-east"}};
    switch (action->verb) {
    case MOULT_VERB_MOVE:
        return steps[action->y - hero->y + 1][action->x - hero->x + 1];
    case MOULT_VERB_LEAVE:
        return "descend";
    case MOULT_VERB_QUAFF:
        return "quaff";
    case MOULT_VERB_READ:
        return "read";
    default:
        ck_assert_uint_eq(action->verb, MOULT_VERB_WAIT);
        return "wait";
    }
}

/* The world also remembers the bot's name. */
START_TEST(keys_and_a_bot_make_the_same_world)
{
    char seed[16];
    snprintf(seed, sizeof seed, "same %d", _i);
    open_bot(&bot, seed);
    kit_open_in(&other, &set, seed);
    moult__intern(other.w, "explorer");
    for (uint32_t i = 0; i < TURNS && !bot.s.over; i++) {
        turn(&bot);
        moult_place hero = kit_hero_at(&other);
        kit_line(&other, command_of(&wish, &hero));
        if (kit_session_state(&other) != MOULT_OUTCOME_IDLE)
            kit_line(&other, "Enter"); /* of what may be chosen a bot takes the first */
        ck_assert_msg(kit_hash(&bot) == kit_hash(&other), "turn %u, verb %u", moult__turn(bot.w),
                      wish.verb);
    }
    ck_assert_int_eq(bot.s.over, other.s.over);
    ck_assert_uint_ge(moult__turn(bot.w), 100);
    kit_check_game(&bot);
    kit_close(&bot);
    kit_close(&other);
}
END_TEST

/* -- honest knowledge -------------------------------------------------------------------------- */

static void remove_unseen(kit_game *g, uint32_t scope, const uint8_t *plane, int32_t stride)
{
    moult_id level = moult__level(g->w), id = moult__next(g->w, scope, level, 0), next;
    for (; id != 0; id = next) {
        moult_place at = {.size = sizeof at};
        next = moult__next(g->w, scope, level, id);
        ck_assert_int_ge(moult__where(g->w, scope, id, &at), 0);
        if (plane[at.y * stride + at.x] == 0)
            moult__remove(g->w, scope, id);
    }
}

/* Another dungeon, wherever the hero hasn't looked; nobody in it, wherever it isn't looking. */
static uint32_t alter_unknown(kit_game *g)
{
    moult_view view = {.size = sizeof view};
    moult_id level = moult__level(g->w);
    uint32_t altered = 0;
    ck_assert_int_ge(moult__view(g->w, level, &view), 0);
    remove_unseen(g, MOULT_SCOPE_ACTOR, view.lit, view.stride);
    remove_unseen(g, MOULT_SCOPE_ITEM, view.known, view.stride);
    for (int32_t y = 0; y < view.height; y++)
        for (int32_t x = 0; x < view.width; x++) {
            if (view.known[y * view.stride + x] != 0)
                continue;
            uint32_t tile = view.tile[y * view.stride + x];
            altered++;
            moult__set_cell(g->w, level, MOULT_PLANE_TILE, x, y,
                            tile == MOULT_TILE_FLOOR ? MOULT_TILE_STAIRS_DOWN : MOULT_TILE_FLOOR);
            moult__set_cell(g->w, level, MOULT_PLANE_ROOM, x, y, 7);
            moult__set_cell(g->w, level, MOULT_PLANE_MARK, x, y, 3);
        }
    return altered;
}

START_TEST(a_bot_knows_only_what_the_player_knows)
{
    uint32_t turns = (uint32_t)_i * 23;
    open_bot(&bot, "honest");
    open_bot(&other, "honest");
    for (uint32_t i = 0; i < turns; i++) {
        turn(&bot);
        turn(&other);
    }
    ck_assert_int_eq(bot.s.over, 0);
    ck_assert_uint_gt(alter_unknown(&other), 100);
    turn(&bot);
    moult_action expected = wish;
    turn(&other);
    ck_assert_uint_eq(wish.verb, expected.verb);
    ck_assert_int_eq(wish.x, expected.x);
    ck_assert_int_eq(wish.y, expected.y);
    kit_close(&bot);
    kit_close(&other);
}
END_TEST

/* -- never for ever ---------------------------------------------------------------------------- */

static moult_status dither(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action)
{
    (void)w, (void)memory, (void)senses;
    action->verb = MOULT_VERB_PICK_UP;
    return MOULT_OK;
}

static moult_status ask_much(moult_world *w, const moult_senses *senses, void *memory,
                             moult_action *action)
{
    (void)w, (void)memory, (void)senses;
    action->verb = MOULT_VERB_OWN; /* a panel */
    return MOULT_OK;
}

static const moult_ai_1 ditherer = {sizeof ditherer, 0, dither};
static const moult_ai_1 asker = {sizeof asker, 0, ask_much};
static const moult_ai_1 *const idlers[] = {&ditherer, &asker};

START_TEST(a_bot_that_gets_nowhere_is_told_of)
{
    kit_fill_slot(&set, "ai/explorer", idlers[_i]);
    open_bot(&bot, "idle");
    kit_hall(&bot);
    for (uint32_t i = 1; i < 64; i++)
        turn(&bot);
    ck_assert_int_lt(moult__bot_turn(&bot.s), 0);
    ck_assert_msg(strstr(bot.s.report.text, "no turn passed in 64 decisions of \"explorer\"") != 0,
                  "%s", bot.s.report.text);
    ck_assert_uint_eq(kit_session_state(&bot), MOULT_OUTCOME_IDLE);
    ck_assert_uint_eq(moult__turn(bot.w), 0);
    kit_close(&bot);
}
END_TEST

/* Nonsense is a wait, as it is of a monster. */
static moult_status leap(moult_world *w, const moult_senses *senses, void *memory,
                         moult_action *action)
{
    (void)w, (void)memory;
    action->verb = MOULT_VERB_MOVE;
    action->x = senses->x + 5;
    return MOULT_OK;
}

static const moult_ai_1 leaper = {sizeof leaper, 0, leap};

START_TEST(nonsense_is_a_wait_with_a_warning)
{
    kit_fill_slot(&set, "ai/explorer", &leaper);
    open_bot(&bot, "leap");
    kit_hall(&bot);
    turn(&bot);
    ck_assert_uint_eq(moult__turn(bot.w), 1);
    ck_assert_int_eq(kit_hero_at(&bot).x, KIT_HALL_X);
    ck_assert(kit_noticed_part(&bot, "warn   ai-explorer@"));
    kit_close(&bot);
}
END_TEST

START_TEST(an_unknown_archetype_is_refused_with_the_closest)
{
    moult__report report = {0};
    ck_assert_int_eq(moult__bot_check(&set, "explorer", &report), MOULT_OK);
    ck_assert_int_eq(moult__bot_check(&set, "explroer", &report), MOULT_UNKNOWN);
    ck_assert_str_eq(report.text, "error  --hero: no archetype \"explroer\" is loaded (did you "
                                  "mean \"explorer\"?). moult list shows them: ai/NAME");
    open_bot(&bot, "nobody");
    bot.s.options.hero = "nobody";
    uint32_t was = moult__turn(bot.w);
    turn(&bot);
    ck_assert_uint_eq(moult__turn(bot.w), was);
    ck_assert(kit_noticed_part(&bot, "isn't loaded"));
    kit_close(&bot);
}
END_TEST

/* Any archetype will do, well or badly. */
START_TEST(a_chaser_can_play_the_hero)
{
    open_bot(&bot, "chaser");
    bot.s.options.hero = "chaser";
    kit_hall(&bot);
    moult_id newt = kit_monster(&bot, 3, "idle", KIT_HALL_X + 4, KIT_HALL_Y);
    for (uint32_t i = 0; i < 200 && moult__read(bot.w, bot.body_table, newt) != NULL; i++)
        turn(&bot);
    ck_assert_ptr_null(moult__read(bot.w, bot.body_table, newt));
    kit_close(&bot);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("session bot");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, open_set, close_set);
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, keys_and_a_bot_make_the_same_world, 0, 4);
    tcase_add_loop_test(all, a_bot_knows_only_what_the_player_knows, 0, 9);
    tcase_add_loop_test(all, a_bot_that_gets_nowhere_is_told_of, 0, 2);
    tcase_add_test(all, nonsense_is_a_wait_with_a_warning);
    tcase_add_test(all, an_unknown_archetype_is_refused_with_the_closest);
    tcase_add_test(all, a_chaser_can_play_the_hero);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
