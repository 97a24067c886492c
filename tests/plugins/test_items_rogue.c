/* SPDX-License-Identifier: MIT */
/* items/rogue equals weapons.tsv, armors.tsv, potions.tsv and corpses.tsv. The host is a table that
 * knows one row, the hero's. */
#include <moult/bestiary.h>
#include <moult/items.h>
#include "rules/rogue/rogue.h"
#include "plugins/rogue_facts.h" /* last: check.h has macros of common names */

#define HERO_TABLE 7u

static rogue_hero hero;
static const moult_items_1 *items;

static const void *read_row(const moult_world *w, moult_table table, moult_id id)
{
    (void)w;
    (void)id;
    return table == HERO_TABLE ? &hero : NULL;
}

static void *edit_row(moult_world *w, moult_table table, moult_id id)
{
    (void)w;
    (void)id;
    return table == HERO_TABLE ? &hero : NULL;
}

static const moult_host host = {.size = sizeof(moult_host), .read = read_row, .edit = edit_row};

/* Appearances are dealt the other way round, so that they differ from the effects' numbers. */
static void load(void)
{
    const moult_plugin *plugin = facts_plugin("items-rogue");
    ck_assert_str_eq(plugin->provides[0].slot, "items/rogue");
    ck_assert_str_eq(plugin->provides[0].interface, MOULT_ITEMS_INTERFACE);
    ck_assert_str_eq(plugin->provides[0].shape, MOULT_ITEMS_SHAPE);
    *plugin->host = &host;
    facts_bind(plugin, "bestiary", facts_plugin("bestiary-rogue"));
    facts_bind_table(plugin, "rogue.hero", HERO_TABLE);
    items = plugin->provides[0].functions;
    memset(&hero, 0, sizeof hero);
    for (int i = 0; i < ROGUE_POTIONS; i++)
        hero.potion_look[i] = (uint8_t)(ROGUE_POTIONS - 1 - i);
}

static moult_item_info describe(uint32_t kind, int subtype)
{
    moult_item_info info = {.size = sizeof info};
    ck_assert_int_eq(items->describe(NULL, kind, subtype, &info), MOULT_OK);
    ck_assert_uint_eq(info.size, sizeof info);
    return info;
}

static moult_effect use(uint32_t kind, int subtype)
{
    moult_effect effect = {.size = sizeof effect};
    ck_assert_int_eq(items->use(NULL, 1, kind, subtype, &effect), MOULT_OK);
    return effect;
}

static void check_gear(uint32_t kind, const char *file, const char *value)
{
    facts tiers;
    facts_read(&tiers, file);
    ck_assert_int_eq(tiers.rows, ROGUE_TIERS);
    for (int i = 0; i < tiers.rows; i++) {
        int tier = facts_number(&tiers, i, "tier");
        moult_item_info info = describe(kind, tier);
        moult_effect effect = use(kind, tier);
        ck_assert_str_eq(info.name, facts_text(&tiers, i, "name"));
        ck_assert_int_eq(info.value, facts_number(&tiers, i, value));
        ck_assert_uint_eq(info.flags, MOULT_ITEM_WORN);
        ck_assert_int_eq(effect.weapon, kind == ROGUE_WEAPON ? tier : -1);
        ck_assert_int_eq(effect.armour, kind == ROGUE_ARMOUR ? tier : -1);
    }
    facts_free(&tiers);
}

START_TEST(gear_equals_the_tables)
{
    check_gear(ROGUE_WEAPON, "weapons.tsv", "damage");
    check_gear(ROGUE_ARMOUR, "armors.tsv", "defense");
}
END_TEST

START_TEST(potions_equal_the_table)
{
    facts potions;
    facts_read(&potions, "potions.tsv");
    ck_assert_int_eq(potions.rows, ROGUE_POTIONS);
    for (int i = 0; i < potions.rows; i++) {
        int id = facts_number(&potions, i, "id");
        int works = strcmp(facts_text(&potions, i, "state_in_original"), "implemented") == 0;
        moult_item_info info = describe(ROGUE_POTION, id);
        ck_assert_int_eq((info.flags & MOULT_ITEM_UNKNOWN) == 0, works);
        ck_assert_uint_ne(info.flags & MOULT_ITEM_HELD, 0);
        if (!works)
            continue;
        moult_effect effect = use(ROGUE_POTION, id);
        ck_assert_int_eq(effect.hp, facts_number(&potions, i, "hp_delta"));
        ck_assert_int_eq(effect.hp_max, facts_number(&potions, i, "max_hp_delta"));
        ck_assert_int_eq(effect.skill, facts_number(&potions, i, "skill_delta"));
        ck_assert_int_eq((int)effect.status, facts_number(&potions, i, "status_code"));
        ck_assert_int_eq(effect.status_argument, facts_number(&potions, i, "status_arg"));
        ck_assert_int_eq(effect.weapon, -1);
        ck_assert_int_eq(effect.armour, -1);
    }
    facts_free(&potions);
}
END_TEST

START_TEST(a_potion_is_a_colour_until_it_was_drunk)
{
    facts potions;
    char seen[ROGUE_POTIONS][64];
    facts_read(&potions, "potions.tsv");
    for (int i = 0; i < ROGUE_POTIONS; i++) {
        strcpy(seen[i], describe(ROGUE_POTION, i).name);
        ck_assert_msg(strlen(seen[i]) > 7, "%s", seen[i]);
        ck_assert_str_eq(seen[i] + strlen(seen[i]) - 7, " potion");
        for (int j = 0; j < i; j++)
            ck_assert_str_ne(seen[i], seen[j]);
    }
    use(ROGUE_POTION, 3);
    ck_assert_uint_eq(hero.known_potions, 1u << 3);
    for (int i = 0; i < ROGUE_POTIONS; i++) {
        char name[64];
        snprintf(name, sizeof name, "potion of %s", facts_text(&potions, i, "name"));
        ck_assert_str_eq(describe(ROGUE_POTION, i).name, i == 3 ? name : seen[i]);
        hero.known_potions |= 1u << i;
        ck_assert_str_eq(describe(ROGUE_POTION, i).name, name);
        hero.known_potions = 1u << 3;
    }
    facts_free(&potions);
}
END_TEST

START_TEST(corpses_are_as_their_kind)
{
    facts kinds, corpses;
    facts_read(&kinds, "bestiary.tsv");
    facts_read(&corpses, "corpses.tsv");
    for (int i = 0; i < kinds.rows; i++) {
        char name[80];
        int shape = facts_number(&kinds, i, "shape_id");
        moult_effect effect = use(ROGUE_CORPSE, i);
        ck_assert_int_eq(facts_number(&corpses, shape, "shape_id"), shape);
        ck_assert_int_eq(effect.satiety, facts_number(&corpses, shape, "satiation"));
        ck_assert_int_eq(effect.hp, facts_number(&corpses, shape, "hp_delta"));
        snprintf(name, sizeof name, "%s corpse", facts_text(&kinds, i, "name"));
        ck_assert_int_eq(strcasecmp(describe(ROGUE_CORPSE, i).name, name), 0);
    }
    facts_free(&kinds);
    facts_free(&corpses);
}
END_TEST

START_TEST(gold_is_worth_its_number_and_food_fills)
{
    static const int piles[] = {1, 255, 256, 403, INT32_MAX};
    for (size_t i = 0; i < sizeof piles / sizeof piles[0]; i++) {
        ck_assert_int_eq(describe(ROGUE_GOLD, piles[i]).value, piles[i]);
        ck_assert_int_eq(use(ROGUE_GOLD, piles[i]).gold, piles[i]);
    }
    ck_assert_int_eq(use(ROGUE_FOOD, 0).satiety, rogue_standard.food);
    ck_assert_int_eq(use(ROGUE_FOOD, 0).hp, 0);
}
END_TEST

START_TEST(says_what_it_doesnt_know_and_changes_nothing)
{
    static const struct {
        uint32_t kind;
        int subtype;
    } cases[] = {
        {ROGUE_WEAPON, -1},  {ROGUE_WEAPON, ROGUE_TIERS}, {ROGUE_ARMOUR, -1},
        {ROGUE_POTION, -1},  {ROGUE_ARMOUR, ROGUE_TIERS}, {ROGUE_POTION, ROGUE_POTIONS},
        {ROGUE_POTION, 8},   {ROGUE_SCROLL, 0},           {ROGUE_CORPSE, -1},
        {ROGUE_CORPSE, 100}, {ROGUE_ITEM_KINDS, 0},       {UINT32_MAX, 0},
        {ROGUE_POTION, 7},   {ROGUE_WEAPON, INT32_MAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        moult_effect effect = {.size = sizeof effect, .hp = 77};
        moult_item_info info = describe(cases[i].kind, cases[i].subtype);
        ck_assert_msg(info.flags & MOULT_ITEM_UNKNOWN, "case %zu", i);
        ck_assert_int_eq(items->use(NULL, 1, cases[i].kind, cases[i].subtype, &effect),
                         MOULT_UNKNOWN);
        ck_assert_int_eq(effect.hp, 77);
        ck_assert_uint_eq(hero.known_potions, 0);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("items/rogue");
    TCase *cases = tcase_create("all");
    tcase_add_checked_fixture(cases, load, NULL);
    tcase_add_test(cases, gear_equals_the_tables);
    tcase_add_test(cases, potions_equal_the_table);
    tcase_add_test(cases, a_potion_is_a_colour_until_it_was_drunk);
    tcase_add_test(cases, corpses_are_as_their_kind);
    tcase_add_test(cases, gold_is_worth_its_number_and_food_fills);
    tcase_add_test(cases, says_what_it_doesnt_know_and_changes_nothing);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
