/* SPDX-License-Identifier: MIT */
/* bestiary/rogue equals bestiary.tsv and corpses.tsv, field by field. */
#include <moult/bestiary.h>
#include "plugins/rogue_facts.h"

static const moult_bestiary_1 *bestiary;
static facts kinds, corpses;

static void load(void)
{
    const moult_plugin *plugin = facts_plugin("bestiary-rogue");
    ck_assert_str_eq(plugin->provides[0].slot, "bestiary/rogue");
    ck_assert_str_eq(plugin->provides[0].interface, MOULT_BESTIARY_INTERFACE);
    ck_assert_str_eq(plugin->provides[0].shape, MOULT_BESTIARY_SHAPE);
    bestiary = plugin->provides[0].functions;
    facts_read(&kinds, "bestiary.tsv");
    facts_read(&corpses, "corpses.tsv");
}

static void unload(void)
{
    facts_free(&kinds);
    facts_free(&corpses);
}

static moult_creature describe(int id)
{
    moult_creature creature = {.size = sizeof creature};
    ck_assert_int_eq(bestiary->describe((uint32_t)id, &creature), MOULT_OK);
    return creature;
}

START_TEST(has_every_kind_of_the_table)
{
    ck_assert_uint_eq(bestiary->count, (uint32_t)kinds.rows);
    for (int i = 0; i < kinds.rows; i++) {
        moult_creature c = describe(i);
        ck_assert_int_eq((int)c.id, facts_number(&kinds, i, "id"));
        ck_assert_str_eq(c.name, facts_text(&kinds, i, "name"));
        ck_assert_int_eq((int)c.shape, facts_number(&kinds, i, "shape_id"));
        ck_assert_uint_eq(c.fg, facts_colour(&kinds, i, "primary"));
        ck_assert_uint_eq(c.accent, facts_colour(&kinds, i, "accent"));
        ck_assert_int_eq(c.hp, facts_number(&kinds, i, "max_hp"));
        ck_assert_int_eq(c.skill, facts_number(&kinds, i, "skill"));
        ck_assert_int_eq(c.evasion, facts_number(&kinds, i, "evasion"));
        ck_assert_int_eq(c.damage, facts_number(&kinds, i, "damage"));
        ck_assert_int_eq(c.armour, facts_number(&kinds, i, "armor"));
        ck_assert_int_eq(strcasecmp(c.archetype, facts_text(&kinds, i, "ai_name")), 0);
        ck_assert_int_eq(c.depth, facts_number(&kinds, i, "first_floor"));
        ck_assert_int_eq(c.score, facts_number(&kinds, i, "score"));
    }
}
END_TEST

START_TEST(leaves_corpses_by_shape)
{
    for (int i = 0; i < kinds.rows; i++) {
        int row = 0, shape = facts_number(&kinds, i, "shape_id");
        moult_creature c = describe(i);
        while (facts_number(&corpses, row, "shape_id") != shape)
            ck_assert_int_lt(++row, corpses.rows);
        ck_assert_int_eq(c.corpse_chance, facts_number(&corpses, row, "corpse_drop_chance"));
        ck_assert_int_eq(c.corpse_satiety, facts_number(&corpses, row, "satiation"));
        ck_assert_int_eq(c.corpse_hp, facts_number(&corpses, row, "hp_delta"));
    }
}
END_TEST

static int is_one_of(const char *text, const char *const *list)
{
    while (*list && strcmp(*list, text) != 0)
        list++;
    return *list != NULL;
}

START_TEST(gives_speed_hands_and_ghostliness_by_kind)
{
    static const char *const hands[] = {"Humanoid", "Brute", "Skeleton", "Mage", "Boss", NULL};
    for (int i = 0; i < kinds.rows; i++) {
        moult_creature c = describe(i);
        const char *shape = facts_text(&kinds, i, "shape_name");
        int ghost = strcmp(shape, "Ghost") == 0 && facts_number(&kinds, i, "first_floor") >= 23;
        ck_assert_int_eq(c.actions, strcmp(facts_text(&kinds, i, "ai_name"), "Fast") ? 1 : 2);
        ck_assert_int_eq((c.flags & MOULT_CREATURE_HANDS) != 0, is_one_of(shape, hands));
        ck_assert_int_eq((c.flags & MOULT_CREATURE_INVISIBLE) != 0, ghost);
        ck_assert_uint_gt(c.glyph, ' ');
        ck_assert_uint_lt(c.glyph, 127);
    }
}
END_TEST

START_TEST(refuses_a_number_that_isnt_there)
{
    moult_creature c = {.size = sizeof c, .hp = 77};
    ck_assert_int_eq(bestiary->describe(bestiary->count, &c), MOULT_RANGE);
    ck_assert_int_eq(bestiary->describe(UINT32_MAX, &c), MOULT_RANGE);
    ck_assert_int_eq(c.hp, 77);
}
END_TEST

START_TEST(writes_no_more_than_the_caller_knows_of)
{
    struct {
        moult_creature creature;
        uint8_t after[16];
    } box;
    memset(&box, 0x5a, sizeof box);
    box.creature.size = offsetof(moult_creature, name);
    ck_assert_int_eq(bestiary->describe(0, &box.creature), MOULT_OK);
    ck_assert_uint_eq(box.creature.size, offsetof(moult_creature, name));
    for (size_t i = offsetof(moult_creature, name); i < sizeof box; i++)
        ck_assert_uint_eq(((const uint8_t *)&box)[i], 0x5a);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bestiary/rogue");
    TCase *cases = tcase_create("all");
    tcase_add_checked_fixture(cases, load, unload);
    tcase_add_test(cases, has_every_kind_of_the_table);
    tcase_add_test(cases, leaves_corpses_by_shape);
    tcase_add_test(cases, gives_speed_hands_and_ghostliness_by_kind);
    tcase_add_test(cases, refuses_a_number_that_isnt_there);
    tcase_add_test(cases, writes_no_more_than_the_caller_knows_of);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
