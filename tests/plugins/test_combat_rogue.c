/* SPDX-License-Identifier: MIT */
/* combat/rogue against vectors.md, sections A and B, and the bent curve of `standard`. The host is
 * a table that knows a hero, a monster and the game's numbers, and throws the die that a test
 * wants. */
#include <moult/bestiary.h>
#include <moult/combat.h>
#include <moult/items.h>
#include <moult/random.h>
#include "rules/rogue/rogue.h"
#include "plugins/rogue_facts.h" /* last: check.h has macros of common names */

#define HERO_TABLE 5u
#define BODY_TABLE 6u
#define TUNING_TABLE 7u
#define HERO_ID 1u
#define MONSTER_ID 2u

static rogue_hero hero;
static rogue_body bodies[2];
static rogue_tuning tuning;
static uint32_t die, draws;
static int refusals;
static const moult_plugin *plugin;
static const moult_combat_1 *combat;
static char *vectors;

static const void *read_row(const moult_world *w, moult_table table, moult_id id)
{
    (void)w;
    if (table == HERO_TABLE)
        return &hero;
    if (table == TUNING_TABLE)
        return &tuning;
    return table == BODY_TABLE && id - 1 < 2 ? &bodies[id - 1] : NULL;
}

static uint32_t draw(moult_world *w, uint32_t stream, uint32_t bound)
{
    (void)w;
    ck_assert_uint_eq(stream, MOULT_STREAM_PLAY);
    ck_assert_uint_eq(bound, 20);
    draws++;
    return die;
}

static moult_status refuse(moult_world *w, moult_status status, const char *text)
{
    (void)w;
    ck_assert_uint_gt(strlen(text), 0);
    refusals++;
    return status;
}

static const moult_host host = {
    .size = sizeof(moult_host), .read = read_row, .random = draw, .refuse = refuse};

static void load(void)
{
    const moult_plugin *items = facts_items();
    const moult_plugin *bestiary = facts_plugin("bestiary-rogue");
    plugin = facts_plugin("combat-rogue");
    ck_assert_str_eq(plugin->provides[0].slot, "combat/rogue");
    ck_assert_str_eq(plugin->provides[0].interface, MOULT_COMBAT_INTERFACE);
    ck_assert_str_eq(plugin->provides[0].shape, MOULT_COMBAT_SHAPE);
    *plugin->host = *items->host = &host;
    facts_bind(plugin, "bestiary", bestiary);
    facts_bind(plugin, "items", items);
    facts_bind_table(items, "rogue.hero", HERO_TABLE);
    facts_bind_table(plugin, "rogue.hero", HERO_TABLE);
    facts_bind_table(plugin, "rogue.body", BODY_TABLE);
    facts_bind_table(plugin, "rogue.tuning", TUNING_TABLE);
    tuning = rogue_classic;
    combat = plugin->provides[0].functions;
    vectors = facts_file("vectors.md");
    hero = (rogue_hero){.level = 1};
    bodies[0] = (rogue_body){.hp = 12, .hp_max = 12, .kind = ROGUE_KIND_HERO};
    bodies[1] = (rogue_body){.hp = 3, .hp_max = 3, .kind = 0};
    draws = 0;
    refusals = 0;
}

static void unload(void)
{
    free(vectors);
}

static void (*native(const char *name))(void)
{
    for (uint32_t i = 0; i < plugin->native_count; i++)
        if (strcmp(plugin->natives[i].name, name) == 0) {
            ck_assert_str_eq(plugin->natives[i].signature, "i(wiii)");
            return plugin->natives[i].function;
        }
    ck_abort_msg("no native %s", name);
    return NULL;
}

/* n: skill, damage, evasion, armour, roll, then the result and the damage that are expected. */
static void check_blow(const int n[7])
{
    typedef int32_t three(moult_world *, int32_t, int32_t, int32_t);
    moult_blow blow = {.size = sizeof blow};
    const moult_attack attack = {.size = sizeof attack,
                                 .skill = n[0],
                                 .damage = n[1],
                                 .evasion = n[2],
                                 .armour = n[3],
                                 .roll = n[4],
                                 .distance = 1};
    ck_assert_int_eq(combat->resolve(&attack, &blow), MOULT_OK);
    ck_assert_int_eq(blow.result, n[5]);
    ck_assert_int_eq(blow.damage, n[6]);
    ck_assert_int_eq(((three *)native("combat.hits"))(NULL, n[0], n[2], n[4]), n[5]);
    ck_assert_int_eq(((three *)native("combat.damage"))(NULL, n[1], n[3], n[5]), n[6]);
}

START_TEST(resolves_as_in_section_a)
{
    int n[7], checked = 0;
    const char *row = facts_line(vectors, "Combat, inputs");
    while ((row = facts_row(row)) != NULL) {
        ck_assert_int_eq(facts_numbers(row, strcspn(row, "\n"), n, 7), 7);
        check_blow(n);
        checked++;
    }
    ck_assert_int_eq(checked, 5);
}
END_TEST

START_TEST(resolves_as_in_section_b)
{
    int n[7], checked = 0;
    size_t count;
    const char *next = facts_line(vectors, "Combat:"), *at;
    while ((at = facts_case(&next, &count)) != NULL) {
        ck_assert_int_eq(facts_numbers(at, count, n, 7), 7);
        check_blow(n);
        checked++;
    }
    ck_assert_int_eq(checked, 5);
}
END_TEST

START_TEST(never_overflows)
{
    static const int cases[][7] = {
        {INT32_MAX, INT32_MAX, 0, 0, 20, MOULT_BLOW_CRITICAL, INT32_MAX},
        {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN, 19, MOULT_BLOW_HIT, INT32_MAX},
        {INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX, 20, MOULT_BLOW_CRITICAL, 1},
        {INT32_MIN, 5, INT32_MAX, 0, 19, MOULT_BLOW_MISS, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_blow(cases[i]);
}
END_TEST

/* A hero with gear against a troll, and the reverse, for every throw of the die. */
START_TEST(strikes_with_the_numbers_of_both)
{
    facts kinds, weapons, armours;
    moult_blow blow = {.size = sizeof blow};
    facts_read(&kinds, "bestiary.tsv");
    facts_read(&weapons, "weapons.tsv");
    facts_read(&armours, "armors.tsv");
    hero.weapon = 5;
    hero.armour = 3;
    hero.skill = 2;
    hero.level = 4;
    bodies[1].kind = 40;

    int least = 10 + facts_number(&kinds, 40, "evasion") - hero.skill;
    for (die = 0; die < 20; die++) {
        int roll = (int)die + 1, lands = roll == 20 || (roll > 1 && roll >= least);
        int damage = facts_number(&weapons, 5, "damage") * (roll == 20 ? 2 : 1) -
                     facts_number(&kinds, 40, "armor");
        ck_assert_int_eq(combat->strike(NULL, HERO_ID, MONSTER_ID, 1, &blow), MOULT_OK);
        ck_assert_int_eq(blow.damage, lands ? damage : 0);
    }
    ck_assert_uint_eq(draws, 20);
    least = 10 + hero.level - facts_number(&kinds, 40, "skill");
    for (die = 0; die < 20; die++) {
        int roll = (int)die + 1, lands = roll == 20 || (roll > 1 && roll >= least);
        int damage = facts_number(&kinds, 40, "damage") * (roll == 20 ? 2 : 1) -
                     facts_number(&armours, 3, "defense");
        ck_assert_int_eq(combat->strike(NULL, MONSTER_ID, HERO_ID, 1, &blow), MOULT_OK);
        ck_assert_int_eq(blow.damage, lands ? damage : 0);
    }
    ck_assert_uint_eq(draws, 40);
    facts_free(&kinds);
    facts_free(&weapons);
    facts_free(&armours);
}
END_TEST

START_TEST(refuses_who_isnt_there)
{
    moult_blow blow = {.size = sizeof blow};
    ck_assert_int_eq(combat->strike(NULL, HERO_ID, 99, 1, &blow), MOULT_STALE);
    ck_assert_int_eq(combat->strike(NULL, 99, HERO_ID, 1, &blow), MOULT_STALE);
    bodies[1].kind = 100;
    ck_assert_int_eq(combat->strike(NULL, HERO_ID, MONSTER_ID, 1, &blow), MOULT_UNKNOWN);
    ck_assert_int_eq(refusals, 3);
}
END_TEST

/* Whatever the difference, a blow of `standard` needs 4 to 17; more skill never hurts. */
START_TEST(the_standard_curve_keeps_its_bounds)
{
    moult_blow blow = {.size = sizeof blow};
    int last = 20;
    tuning = rogue_standard;
    bodies[1].kind = 0;
    for (int skill = -300; skill <= 300; skill++) {
        int need = 0;
        hero.skill = skill;
        for (die = 19; die-- > 1;) {
            ck_assert_int_eq(combat->strike(NULL, HERO_ID, MONSTER_ID, 1, &blow), MOULT_OK);
            if (blow.result == MOULT_BLOW_HIT)
                need = (int)die + 1;
        }
        ck_assert_int_ge(need, 4);
        ck_assert_int_le(need, 17);
        ck_assert_int_le(need, last);
        last = need;
    }
    hero.skill = INT32_MAX;
    die = 2;
    ck_assert_int_eq(combat->strike(NULL, HERO_ID, MONSTER_ID, 1, &blow), MOULT_OK);
    ck_assert_int_eq(blow.result, MOULT_BLOW_MISS);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("combat/rogue");
    TCase *cases = tcase_create("all");
    tcase_add_checked_fixture(cases, load, unload);
    tcase_add_test(cases, resolves_as_in_section_a);
    tcase_add_test(cases, resolves_as_in_section_b);
    tcase_add_test(cases, never_overflows);
    tcase_add_test(cases, strikes_with_the_numbers_of_both);
    tcase_add_test(cases, refuses_who_isnt_there);
    tcase_add_test(cases, the_standard_curve_keeps_its_bounds);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
