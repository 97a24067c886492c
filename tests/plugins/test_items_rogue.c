/* SPDX-License-Identifier: MIT */
/* items/rogue equals weapons.tsv, armors.tsv and corpses.tsv, and names what is dealt. The host is
 * a table that knows one row, the hero's. */
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
    const moult_plugin *plugin = facts_items();
    ck_assert_str_eq(plugin->provides[0].slot, "items/rogue");
    ck_assert_str_eq(plugin->provides[0].interface, MOULT_ITEMS_INTERFACE);
    ck_assert_str_eq(plugin->provides[0].shape, MOULT_ITEMS_SHAPE);
    *plugin->host = &host;
    facts_bind_table(plugin, "rogue.hero", HERO_TABLE);
    items = plugin->provides[0].functions;
    memset(&hero, 0, sizeof hero);
    for (int i = 0; i < ROGUE_POTIONS; i++)
        hero.potion_look[i] = hero.scroll_look[i] = (uint8_t)(ROGUE_POTIONS - 1 - i);
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

/* What each does is in test_rogue_modules.c. */
START_TEST(potions_and_scrolls_do_what_their_modules_say)
{
    moult_effect effect = use(ROGUE_POTION, 5);
    ck_assert_int_eq(effect.hp_max, 2);
    ck_assert_int_eq(effect.weapon, -1);
    ck_assert_int_eq(effect.armour, -1);
    effect = use(ROGUE_SCROLL, 4);
    ck_assert_uint_eq(effect.status, ROGUE_STATUS_ENCHANT_ARMOUR);
    ck_assert_int_eq(effect.status_argument, 1);
    ck_assert_int_eq(effect.weapon, -1);
    ck_assert_int_eq(effect.armour, -1);
}
END_TEST

static const struct {
    uint32_t kind;
    const char *file, *known, *unknown; /* formats of names */
} dealt[] = {
    {ROGUE_POTION, "potions.tsv", "potion of %s", " potion"},
    {ROGUE_SCROLL, "scrolls.tsv", "scroll of %s", "scroll titled "},
};

START_TEST(an_appearance_hides_an_effect_until_it_was_used)
{
    facts table;
    char seen[ROGUE_POTIONS][64];
    uint32_t kind = dealt[_i].kind;
    facts_read(&table, dealt[_i].file);
    for (int i = 0; i < ROGUE_POTIONS; i++) {
        strcpy(seen[i], describe(kind, i).name);
        ck_assert_ptr_nonnull(strstr(seen[i], dealt[_i].unknown));
        ck_assert_uint_eq(describe(kind, i).flags, MOULT_ITEM_HELD);
        for (int j = 0; j < i; j++)
            ck_assert_str_ne(seen[i], seen[j]);
    }
    use(kind, 3);
    ck_assert_uint_eq(hero.known_potions, kind == ROGUE_POTION ? 1u << 3 : 0);
    ck_assert_uint_eq(hero.known_scrolls, kind == ROGUE_SCROLL ? 1u << 3 : 0);
    for (int i = 0; i < table.rows; i++) {
        char name[64];
        snprintf(name, sizeof name, dealt[_i].known, facts_text(&table, i, "name"));
        ck_assert_str_eq(describe(kind, i).name, i == 3 ? name : seen[i]);
        hero.known_potions = hero.known_scrolls = 1u << i;
        ck_assert_str_eq(describe(kind, i).name, name);
        hero.known_potions = hero.known_scrolls = 1u << 3;
    }
    facts_free(&table);
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
        {ROGUE_WEAPON, -1},        {ROGUE_WEAPON, ROGUE_TIERS},   {ROGUE_ARMOUR, -1},
        {ROGUE_POTION, -1},        {ROGUE_ARMOUR, ROGUE_TIERS},   {ROGUE_POTION, ROGUE_POTIONS},
        {ROGUE_SCROLL, -1},        {ROGUE_SCROLL, ROGUE_SCROLLS}, {ROGUE_CORPSE, -1},
        {ROGUE_CORPSE, 100},       {ROGUE_ITEM_KINDS, 0},         {UINT32_MAX, 0},
        {ROGUE_WEAPON, INT32_MAX},
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
    tcase_add_test(cases, potions_and_scrolls_do_what_their_modules_say);
    tcase_add_loop_test(cases, an_appearance_hides_an_effect_until_it_was_used, 0,
                        MOULT_COUNT(dealt));
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
