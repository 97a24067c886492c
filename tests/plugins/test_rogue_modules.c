/* SPDX-License-Identifier: MIT */
/* The modules of rogue alone, each as built, without a world: vectors.md sections A and B in the
 * numbers of `classic`, and what they add to them. */
#include <moult/moult.h>
#include "rules/rogue/modules.h"
#include "plugins/rogue_facts.h" /* last: check.h has macros of common names */

static const rogue_upkeep_1 *upkeep;
static const rogue_growth_1 *growth;
static const rogue_pickup_1 *pickup;
static const rogue_movement_1 *movement;
static const rogue_consume_1 *consume;
static const rogue_potions_1 *potions;
static const rogue_scrolls_1 *scrolls;
static const rogue_effects_1 *effects;
static const rogue_gear_1 *gear;
static const rogue_intent_1 *intent;
static char *vectors;

static void load(void)
{
    upkeep = FACTS_MODULE(upkeep, UPKEEP);
    growth = FACTS_MODULE(growth, GROWTH);
    pickup = FACTS_MODULE(pickup, PICKUP);
    movement = FACTS_MODULE(movement, MOVEMENT);
    consume = FACTS_MODULE(consume, CONSUME);
    potions = FACTS_MODULE(potions, POTIONS);
    scrolls = FACTS_MODULE(scrolls, SCROLLS);
    effects = FACTS_MODULE(effects, EFFECTS);
    gear = FACTS_MODULE(gear, GEAR);
    intent = FACTS_MODULE(intent, INTENT);
    vectors = facts_file("vectors.md");
}

static void unload(void)
{
    free(vectors);
}

/* One row is void: nobody is revived. */
START_TEST(keeps_book_as_in_section_b)
{
    int n[7], checked = 0;
    const char *row = facts_line(vectors, "Book keeping (turn, hp, max_hp, hunger)");
    while ((row = facts_row(row)) != NULL) {
        size_t count = strcspn(row, "\n");
        if (memmem(row, count, "revived", 7))
            continue;
        ck_assert_int_eq(facts_numbers(row, count, n, 7), 7);
        rogue_vitals v = {
            .size = sizeof v, .turn = n[0], .hp = n[1], .hp_max = n[2], .hunger = n[3]};
        ck_assert_int_eq(upkeep->keep(&rogue_classic, &v), MOULT_OK);
        ck_assert_int_eq(v.hp, n[4]);
        ck_assert_int_eq(v.hunger, n[5]);
        ck_assert_int_eq(v.told == ROGUE_TOLD_STARVING, n[6]);
        checked++;
    }
    ck_assert_int_eq(checked, 10);
}
END_TEST

START_TEST(never_revives)
{
    for (int hp = -5; hp <= 0; hp++)
        for (int turn = 1; turn <= 100; turn++) {
            rogue_vitals v = {.size = sizeof v, .turn = turn, .hp = hp, .hp_max = 12, .hunger = 50};
            ck_assert_int_eq(upkeep->keep(&rogue_standard, &v), MOULT_OK);
            ck_assert_int_le(v.hp, 0);
        }
}
END_TEST

static int32_t pick_up(int kind, int value, int current, int full)
{
    const rogue_find find = {.size = sizeof find,
                             .kind = (uint32_t)kind,
                             .value = value,
                             .current = current,
                             .full = full};
    return pickup->decide(&find);
}

START_TEST(picks_up_as_in_section_b)
{
    int n[5], checked = 0;
    size_t count;
    const char *next = facts_line(vectors, "Pickup (kind, new, current, full):"), *at;
    while ((at = facts_case(&next, &count)) != NULL) {
        int found = facts_numbers(at, count, n, 5);
        if (memmem(at, count, "any", 3)) {
            for (int i = 0; i + 1 < found; i++)
                for (int full = 0; full <= 1; full++)
                    ck_assert_int_eq(pick_up(n[i], 0, 0, full), n[found - 1]);
        } else {
            ck_assert_int_eq(found, 5);
            ck_assert_int_eq(pick_up(n[0], n[1], n[2], n[3]), n[4]);
        }
        checked++;
    }
    ck_assert_int_eq(checked, 7);
}
END_TEST

START_TEST(moves_as_in_section_b)
{
    int n[3], checked = 0;
    size_t count;
    const char *next = facts_line(vectors, "Move (tile, monster):"), *at;
    while ((at = facts_case(&next, &count)) != NULL) {
        ck_assert_int_eq(facts_numbers(at, count, n, 3), 3);
        ck_assert_int_eq(movement->resolve((uint32_t)n[0], n[1], 0), n[2]);
        checked++;
    }
    ck_assert_int_eq(checked, 8);
    ck_assert_int_eq(movement->resolve(UINT32_MAX, 0, 0), ROGUE_MOVE_BLOCKED);
}
END_TEST

START_TEST(grows_as_in_section_b)
{
    int n[10];
    const char *at = facts_line(vectors, "Descend ");
    ck_assert_int_eq(facts_numbers(at, strcspn(at, "\n"), n, 10), 10);
    rogue_growth to = {
        .size = sizeof to, .level = n[0], .hp_max = n[1], .hp = n[2], .skill = n[3], .floor = n[4]};
    ck_assert_int_eq(growth->descend(&rogue_classic, &to), MOULT_OK);
    ck_assert_int_eq(to.level, n[5]);
    ck_assert_int_eq(to.hp_max, n[6]);
    ck_assert_int_eq(to.hp, n[7]);
    ck_assert_int_eq(to.skill, n[8]);
    ck_assert_int_eq(to.floor, n[9]);
}
END_TEST

START_TEST(cursed_gear_keeps_better_gear_out)
{
    rogue_find find = {
        .size = sizeof find, .kind = ROGUE_WEAPON, .value = 7, .current = 4, .stuck = 1};
    ck_assert_int_eq(pickup->decide(&find), ROGUE_PICK_LEAVE);
    find.value = 4;
    ck_assert_int_eq(pickup->decide(&find), ROGUE_PICK_SCRAP);
}
END_TEST

START_TEST(liquids_carry_who_floats)
{
    static const uint32_t tiles[] = {MOULT_TILE_WATER, MOULT_TILE_LAVA};
    for (uint32_t i = 0; i < MOULT_COUNT(tiles); i++) {
        ck_assert_int_eq(movement->resolve(tiles[i], 0, 0), ROGUE_MOVE_BLOCKED);
        ck_assert_int_eq(movement->resolve(tiles[i], 0, 1), ROGUE_MOVE_STEP);
    }
    ck_assert_int_eq(movement->resolve(MOULT_TILE_WALL, 0, 1), ROGUE_MOVE_BLOCKED);
}
END_TEST

/* Section A: the player at 5, 5. Its commands are our verbs and cells. */
static const struct {
    uint32_t verb;
    int32_t x, y, to_x, to_y;
} orders[] = {
    {MOULT_VERB_WAIT, 5, 5, 5, 5},  {MOULT_VERB_MOVE, 5, 4, 5, 4},  {MOULT_VERB_MOVE, 6, 6, 6, 6},
    {MOULT_VERB_LEAVE, 9, 9, 5, 5}, {MOULT_VERB_QUAFF, 5, 5, 5, 5}, {MOULT_VERB_READ, 0, 0, 5, 5},
};

START_TEST(commands_become_actions)
{
    const moult_action wanted = {
        .size = sizeof wanted, .verb = orders[_i].verb, .x = orders[_i].x, .y = orders[_i].y};
    const rogue_order order = {.size = sizeof order, .x = 5, .y = 5, .wanted = &wanted};
    moult_action action = wanted;
    ck_assert_int_eq(intent->intend(&order, &action), MOULT_OK);
    ck_assert_uint_eq(action.verb, wanted.verb);
    ck_assert_int_eq(action.x, orders[_i].to_x);
    ck_assert_int_eq(action.y, orders[_i].to_y);
}
END_TEST

/* The rows of both tables; placeholders of the original do something here. */
static void check_effect(const facts *table, int row, const char *name, const moult_effect *e)
{
    ck_assert_str_eq(name, facts_text(table, row, "name"));
    ck_assert_int_eq(e->hp, facts_number(table, row, "hp_delta"));
    ck_assert_int_eq(e->hp_max, facts_number(table, row, "max_hp_delta"));
    ck_assert_int_eq(e->skill, facts_number(table, row, "skill_delta"));
    ck_assert_int_eq(e->status_argument, facts_number(table, row, "status_arg"));
    if (strcmp(facts_text(table, row, "state_in_original"), "implemented") == 0)
        ck_assert_int_eq((int)e->status, facts_number(table, row, "status_code"));
    else
        ck_assert_uint_ne(e->status, ROGUE_STATUS_NONE);
}

START_TEST(effects_equal_the_tables)
{
    facts table;
    facts_read(&table, "potions.tsv");
    ck_assert_uint_eq(potions->count, (uint32_t)table.rows + 1);
    for (int i = 0; i < table.rows; i++) {
        moult_effect e = {.size = sizeof e};
        ck_assert_int_eq(potions->drink(i, 5, 30, &e), MOULT_OK);
        check_effect(&table, i, potions->name(i), &e);
    }
    facts_free(&table);
    facts_read(&table, "scrolls.tsv");
    ck_assert_uint_eq(scrolls->count, (uint32_t)table.rows + 1);
    for (int i = 0; i < table.rows; i++) {
        moult_effect e = {.size = sizeof e};
        ck_assert_int_eq(scrolls->recite(i, &e), MOULT_OK);
        check_effect(&table, i, scrolls->name(i), &e);
    }
    facts_free(&table);
}
END_TEST

START_TEST(the_eleventh_kinds_are_agility_and_reveal)
{
    moult_effect e = {.size = sizeof e};
    ck_assert_int_eq(potions->drink(10, 5, 12, &e), MOULT_OK);
    ck_assert_str_eq(potions->name(10), "agility");
    ck_assert_int_eq(e.evasion, 1);
    ck_assert_str_eq(scrolls->name(10), "reveal");
    ck_assert_int_eq(scrolls->recite(10, &e), MOULT_OK);
    ck_assert_uint_eq(e.status, ROGUE_STATUS_REVEAL);
    for (int i = -1; i <= 11; i += 12) {
        ck_assert_ptr_null(potions->name(i));
        ck_assert_ptr_null(scrolls->name(i));
        ck_assert_int_lt(potions->drink(i, 5, 12, &e), 0);
        ck_assert_int_lt(scrolls->recite(i, &e), 0);
    }
}
END_TEST

START_TEST(gear_ends_where_its_table_ends)
{
    rogue_gear piece = {.size = sizeof piece};
    ck_assert_int_eq(gear->describe(ROGUE_WEAPON, 0, &piece), MOULT_OK);
    ck_assert_int_eq(piece.value, 2);
    ck_assert_int_eq(gear->describe(ROGUE_ARMOUR, ROGUE_TIERS - 1, &piece), MOULT_OK);
    ck_assert_int_eq(piece.value, 40);
    ck_assert_int_eq(gear->describe(ROGUE_WEAPON, -1, &piece), MOULT_RANGE);
    ck_assert_int_eq(gear->describe(ROGUE_ARMOUR, ROGUE_TIERS, &piece), MOULT_RANGE);
    ck_assert_int_eq(gear->describe(ROGUE_FOOD, 0, &piece), MOULT_RANGE);
}
END_TEST

START_TEST(taking_up_does_what_the_kind_does)
{
    rogue_morsel m = {.size = sizeof m, .kind = ROGUE_FOOD};
    moult_effect e = {.size = sizeof e, .weapon = -1, .armour = -1};
    ck_assert_int_eq(consume->take(&rogue_classic, &m, &e), MOULT_OK);
    ck_assert_int_eq(e.satiety, 40);
    m = (rogue_morsel){.size = sizeof m, .kind = ROGUE_CORPSE, .satiety = 12, .hp = -4};
    ck_assert_int_eq(consume->take(&rogue_classic, &m, &e), MOULT_OK);
    ck_assert_int_eq(e.satiety, 12);
    ck_assert_int_eq(e.hp, -4);
    m.kind = ROGUE_POTION;
    ck_assert_int_lt(consume->take(&rogue_classic, &m, &e), 0);
}
END_TEST

static uint32_t done;

static int32_t note(moult_world *w)
{
    (void)w;
    done++;
    return ROGUE_DEED_DONE;
}

static int32_t note_number(moult_world *w, int32_t number)
{
    done += (uint32_t)number;
    return note(w);
}

static int32_t note_nothing(moult_world *w)
{
    (void)w;
    done += 1000;
    return ROGUE_DEED_NOTHING;
}

START_TEST(every_status_is_one_deed)
{
    const rogue_deeds deeds = {sizeof deeds, 0,           note,        note,        note,
                               note,         note,        note_number, note_number, note_number,
                               note_number,  note_number, note_number, note_number, note_number,
                               note_number,  note_number, note_nothing};
    for (uint32_t status = ROGUE_STATUS_MAP; status <= ROGUE_STATUS_REVEAL; status++) {
        done = 0;
        ck_assert_int_eq(effects->apply(NULL, &deeds, status, 0), ROGUE_DEED_DONE);
        ck_assert_uint_eq(done, 1);
    }
    done = 0;
    ck_assert_int_eq(effects->apply(NULL, &deeds, ROGUE_STATUS_ENCHANT_WEAPON, 3), ROGUE_DEED_DONE);
    ck_assert_uint_eq(done, 4);
    ck_assert_int_eq(effects->apply(NULL, &deeds, ROGUE_STATUS_NONE, 0), ROGUE_DEED_NOTHING);
    ck_assert_uint_eq(done, 4);
    ck_assert_int_eq(effects->apply(NULL, &deeds, 77, 0), ROGUE_DEED_NOTHING);
    ck_assert_uint_eq(done, 1004);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rogue: modules");
    TCase *cases = tcase_create("all");
    tcase_add_checked_fixture(cases, load, unload);
    tcase_add_test(cases, keeps_book_as_in_section_b);
    tcase_add_test(cases, never_revives);
    tcase_add_test(cases, picks_up_as_in_section_b);
    tcase_add_test(cases, moves_as_in_section_b);
    tcase_add_test(cases, grows_as_in_section_b);
    tcase_add_test(cases, cursed_gear_keeps_better_gear_out);
    tcase_add_test(cases, liquids_carry_who_floats);
    tcase_add_loop_test(cases, commands_become_actions, 0, MOULT_COUNT(orders));
    tcase_add_test(cases, effects_equal_the_tables);
    tcase_add_test(cases, the_eleventh_kinds_are_agility_and_reveal);
    tcase_add_test(cases, gear_ends_where_its_table_ends);
    tcase_add_test(cases, taking_up_does_what_the_kind_does);
    tcase_add_test(cases, every_status_is_one_deed);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
