/* SPDX-License-Identifier: MIT */
/* A run that is saved and resumed goes on as if it hadn't been: fifty runs, by keys and by the bot,
 * each saved at another turn, in the middle of what passes by itself: potions at work, monsters
 * asleep and confused, gear under a curse, things identified, a question not yet answered. From
 * there on both runs are played command by command, and their hashes compared after each. */
#include <sys/stat.h>
#include <unistd.h>
#include "slow/long_runs.h"

#define RUNS 50
#define REST 400u /* commands after the save */
#define SPEED 7
#define LEVITATION 8
#define SEE_INVISIBLE 9
#define IDENTIFY 0
#define SLEEP 8
#define CONFUSION 9
#define REVEAL 10

static moult__set set;
static char folder[64], path[128];

static void enter(void)
{
    strcpy(folder, "/tmp/moult-saves-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/run.moult", folder);
    setenv("XDG_DATA_HOME", folder, 1);
    long_set_open(&set);
}

static void leave(void)
{
    char command[128];
    moult__set_close(&set);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

/* -- playing ----------------------------------------------------------------------------------- */

/* One command or decision, the same for equal states. Now and then down, with room to live. */
static void step(kit_game *g, int32_t bot, uint32_t *state)
{
    if (bot && !g->s.over)
        long_bot_turn(g);
    else
        kit_line(g, kit_random_line(state));
    if (kit_random(state, 60) != 0 || g->s.over)
        return;
    moult_place at = kit_hero_at(g);
    kit_hero_hp(g, 60, 60);
    if (!bot)
        kit_tile(g, at.x, at.y, MOULT_TILE_STAIRS_DOWN);
}

static void drink(kit_game *g, int32_t effect)
{
    kit_hero_edit(g)->potion = (uint8_t)(effect + 1);
    kit_line(g, "quaff");
}

static void read_scroll(kit_game *g, int32_t effect)
{
    kit_hero_edit(g)->scroll = (uint8_t)(effect + 1);
    kit_line(g, "read");
}

/* A free cell beside the hero; 0: there is none. */
static int32_t beside(const kit_game *g, int32_t *x, int32_t *y)
{
    moult_place hero = kit_hero_at(g);
    for (uint32_t d = 0; d < MOULT_DIRECTIONS; d++) {
        *x = hero.x + moult_direction[d].x;
        *y = hero.y + moult_direction[d].y;
        if (!(moult_tile_flags(moult__tile(g->w, *x, *y)) & MOULT_TILE_BLOCKS) &&
            moult__at(g->w, MOULT_SCOPE_ACTOR, moult__level(g->w), *x, *y, 0) == 0)
            return 1;
    }
    return 0;
}

/* -- what passes by itself --------------------------------------------------------------------- */

/* Everything at once, through the commands that bring it about. Answers whom the scrolls met. */
static moult_id put_under_way(kit_game *g)
{
    int32_t x, y;
    moult_id orc = 0;
    kit_line(g, "Esc");
    kit_hero_hp(g, 60, 60);
    kit_hero_edit(g)->hunger = kit_hero(g)->hunger_max;
    if (beside(g, &x, &y))
        orc = kit_monster(g, 5, "tracker", x, y);
    kit_hero_edit(g)->cursed = 0;
    kit_hero_edit(g)->weapon = 0;
    moult_place at = kit_hero_at(g);
    moult_id sword = kit_item(g, ROGUE_WEAPON, 15, at.x, at.y);
    ((rogue_thing *)moult__edit(g->w, g->thing_table, sword))->cursed = 1;
    kit_line(g, "pick-up");
    read_scroll(g, SLEEP);
    read_scroll(g, CONFUSION);
    read_scroll(g, REVEAL);
    drink(g, SEE_INVISIBLE);
    drink(g, SPEED);
    drink(g, LEVITATION);
    return orc;
}

static void check_under_way(const kit_game *g, moult_id orc)
{
    const rogue_hero *hero = kit_hero(g);
    ck_assert_uint_gt(hero->fast, 0);
    ck_assert_uint_gt(hero->floating, 0);
    ck_assert_uint_gt(hero->seeing, 0);
    ck_assert_uint_gt(hero->revealing, 0);
    ck_assert_uint_ne(hero->cursed & ROGUE_CURSED_WEAPON, 0);
    ck_assert_uint_ne(hero->known_potions & 1u << SPEED, 0);
    ck_assert_uint_ne(hero->known_scrolls & 1u << REVEAL, 0);
    if (orc != 0) {
        ck_assert_uint_gt(kit_body(g, orc)->asleep, 0);
        ck_assert_uint_gt(kit_body(g, orc)->confused, 0);
    }
}

static void save_and_load(kit_game *g, kit_game *other)
{
    moult__report report = {0};
    uint64_t before = kit_hash(g);
    moult_status status = moult__save_write(&g->s, path, &report);
    if (status >= 0)
        status = moult__save_read(&other->s, path, &report);
    ck_assert_msg(status >= 0, "%s", report.text);
    other->w = other->s.world;
    ck_assert_uint_eq(kit_hash(g), before);
    ck_assert_uint_eq(kit_hash(other), before);
}

/* Runs 0, 2, ... go by keys, the others by the bot; every fifth one is saved with a question open,
 * which a scroll of identify asks. */
START_TEST(a_resumed_run_is_the_run_that_wasn_t_saved)
{
    kit_game g, other;
    const int32_t bot = _i % 2;
    uint32_t state = 1 + (uint32_t)_i, again, turns = 10 + (uint32_t)_i * 7;
    long_open(&g, &set, "saves", _i);
    long_open(&other, &set, "another", _i);
    for (uint32_t i = 0; i < turns || g.s.over; i++)
        step(&g, bot, &state);
    moult_id orc = put_under_way(&g);
    for (int32_t i = 0; i < _i % 4; i++)
        step(&g, 1, &state);
    check_under_way(&g, moult__where(g.w, MOULT_SCOPE_ACTOR, orc, &(moult_place){0}) < 0 ? 0 : orc);
    if (_i % 5 == 0) {
        read_scroll(&g, IDENTIFY);
        ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_MENU);
    }
    save_and_load(&g, &other);
    again = state;
    for (uint32_t i = 0; i < REST; i++) {
        step(&g, bot, &state);
        step(&other, bot, &again);
        if (kit_hash(&g) != kit_hash(&other))
            ck_abort_msg("run %d: apart after %u commands", _i, i + 1);
    }
    kit_check_game(&other);
    kit_close(&g);
    kit_close(&other);
}
END_TEST

static void add(TCase *cases)
{
    tcase_add_checked_fixture(cases, enter, leave);
    tcase_add_loop_test(cases, a_resumed_run_is_the_run_that_wasn_t_saved, 0, RUNS);
}

int main(void)
{
    return long_main("rogue: saves", add);
}
