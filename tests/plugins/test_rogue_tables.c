/* SPDX-License-Identifier: MIT */
/* The tables in the game equal the six of the facts, field by field: each column of each file is
 * compared, or stands here as one that holds no figure of the game. A column that is in neither
 * list fails the test. */
#include <moult/bestiary.h>
#include <moult/items.h>
#include "rules/rogue/modules.h"
#include "plugins/rogue_facts.h" /* last: check.h has macros of common names */

static const moult_bestiary_1 *bestiary;
static const moult_items_1 *items;
static const rogue_potions_1 *potions;
static const rogue_scrolls_1 *scrolls;
static facts table;
static int row;

/* A world without rows: the numbers of `standard`. */
static const void *read_row(const moult_world *w, moult_table rows, moult_id id)
{
    (void)w;
    (void)rows;
    (void)id;
    return NULL;
}

static const moult_host host = {.size = sizeof(moult_host), .read = read_row};

static void load(void)
{
    const moult_plugin *plugin = facts_items();
    *plugin->host = &host;
    items = plugin->provides[0].functions;
    bestiary = facts_plugin("bestiary-rogue")->provides[0].functions;
    potions = FACTS_MODULE(potions, POTIONS);
    scrolls = FACTS_MODULE(scrolls, SCROLLS);
}

static void is_number(const char *column, long value)
{
    ck_assert_msg(facts_number(&table, row, column) == value, "row %d: %s is %ld, not %s", row,
                  column, value, facts_text(&table, row, column));
}

static void is_text(const char *column, const char *value)
{
    ck_assert_msg(strcmp(facts_text(&table, row, column), value) == 0, "row %d: %s is %s, not %s",
                  row, column, value, facts_text(&table, row, column));
}

/* 0xRRGGBB against PREFIX_r, PREFIX_g, PREFIX_b. */
static void is_colour(const char *prefix, uint32_t value)
{
    char column[32];
    for (int i = 0; i < 3; i++) {
        snprintf(column, sizeof column, "%s_%c", prefix, "rgb"[i]);
        is_number(column, value >> (16 - 8 * i) & 0xff);
    }
}

/* -- bestiary.tsv, corpses.tsv ----------------------------------------------------------------- */

static const char *const shapes[] = {"Tiny",     "Small", "Humanoid", "Brute", "Serpent", "Insect",
                                     "Skeleton", "Mage",  "Ghost",    "Slime", "Dragon",  "Boss"};
static const char *const minds[] = {"idle",   "wander", "chaser", "smart",   "sleeper",
                                    "ranged", "fast",   "boss",   "tracker", "hunter"};

static uint32_t kind_count(void)
{
    return bestiary->count;
}

static void check_kind(void)
{
    moult_creature c = {.size = sizeof c};
    uint32_t mind = 0;
    ck_assert_int_eq(bestiary->describe((uint32_t)row, &c), MOULT_OK);
    while (mind + 1 < MOULT_COUNT(minds) && strcmp(minds[mind], c.archetype) != 0)
        mind++;
    is_number("id", c.id);
    is_text("name", c.name);
    is_number("shape_id", c.shape);
    is_text("shape_name", shapes[c.shape]);
    is_colour("primary", c.fg);
    is_colour("accent", c.accent);
    is_number("max_hp", c.hp);
    is_number("skill", c.skill);
    is_number("evasion", c.evasion);
    is_number("damage", c.damage);
    is_number("armor", c.armour);
    is_number("ai_id", mind);
    ck_assert_int_eq(strcasecmp(facts_text(&table, row, "ai_name"), c.archetype), 0);
    is_number("first_floor", c.depth);
    is_number("score", c.score);
}

static uint32_t shape_count(void)
{
    return MOULT_COUNT(shapes);
}

/* By all kinds of the shape: there is one of each. */
static void check_corpse(void)
{
    uint32_t found = 0;
    is_number("shape_id", row);
    is_text("shape_name", shapes[row]);
    for (uint32_t id = 0; id < bestiary->count; id++) {
        moult_creature c = {.size = sizeof c};
        moult_effect e = {.size = sizeof e};
        ck_assert_int_eq(bestiary->describe(id, &c), MOULT_OK);
        if ((int)c.shape != row)
            continue;
        is_number("corpse_drop_chance", c.corpse_chance);
        is_number("satiation", c.corpse_satiety);
        is_number("hp_delta", c.corpse_hp);
        ck_assert_int_eq(items->use(NULL, 1, ROGUE_CORPSE, (int32_t)id, &e), MOULT_OK);
        is_number("satiation", e.satiety);
        is_number("hp_delta", e.hp);
        found++;
    }
    ck_assert_msg(found > 0, "nobody has shape %d", row);
}

/* -- weapons.tsv, armors.tsv ------------------------------------------------------------------- */

static uint32_t tier_count(void)
{
    return ROGUE_TIERS;
}

static void check_gear(uint32_t kind, const char *value)
{
    moult_item_info info = {.size = sizeof info};
    ck_assert_int_eq(items->describe(NULL, kind, row, &info), MOULT_OK);
    is_number("tier", row);
    is_text("name", info.name);
    is_number(value, info.value);
}

static void check_weapon(void)
{
    check_gear(ROGUE_WEAPON, "damage");
}

static void check_armour(void)
{
    check_gear(ROGUE_ARMOUR, "defense");
}

/* -- potions.tsv, scrolls.tsv ------------------------------------------------------------------ */

/* What the original left without an effect has one here, of the deeds of the facts. */
static const struct {
    const char *name;
    uint32_t status;
} ours[] = {
    {"speed", ROGUE_STATUS_SPEED},       {"levitation", ROGUE_STATUS_FLOAT},
    {"see invisible", ROGUE_STATUS_SEE}, {"sleep", ROGUE_STATUS_SLEEP},
    {"confusion", ROGUE_STATUS_CONFUSE}, {"remove curse", ROGUE_STATUS_UNCURSE},
};

static void check_effect(const char *name, const moult_effect *e)
{
    is_number("id", row);
    is_text("name", name);
    is_number("hp_delta", e->hp);
    is_number("max_hp_delta", e->hp_max);
    is_number("skill_delta", e->skill);
    is_number("status_arg", e->status_argument);
    if (strcmp(facts_text(&table, row, "state_in_original"), "implemented") == 0) {
        is_number("status_code", e->status);
        return;
    }
    for (uint32_t i = 0; i < MOULT_COUNT(ours); i++)
        if (strcmp(ours[i].name, name) == 0) {
            ck_assert_uint_eq(e->status, ours[i].status);
            return;
        }
    ck_abort_msg("%s: without an effect", name);
}

/* The eleventh of each is no row of the tables. */
static uint32_t potion_count(void)
{
    return potions->count - 1;
}

static uint32_t scroll_count(void)
{
    return scrolls->count - 1;
}

/* With room for what heals. */
static void check_potion(void)
{
    moult_effect e = {.size = sizeof e};
    ck_assert_int_eq(potions->drink(row, 5, 30, &e), MOULT_OK);
    check_effect(potions->name(row), &e);
}

static void check_scroll(void)
{
    moult_effect e = {.size = sizeof e};
    ck_assert_int_eq(scrolls->recite(row, &e), MOULT_OK);
    check_effect(scrolls->name(row), &e);
}

/* -- all six ----------------------------------------------------------------------------------- */

/* The meaning is in words, and the state says how to read the code. */
#define EFFECT_COLUMNS \
    "id name hp_delta max_hp_delta skill_delta status_code status_arg meaning state_in_original"

static const struct {
    const char *file, *columns;
    uint32_t (*count)(void);
    void (*check)(void);
} files[] = {
    {"bestiary.tsv",
     "id name shape_id shape_name primary_r primary_g primary_b accent_r accent_g accent_b max_hp "
     "skill evasion damage armor ai_id ai_name first_floor score",
     kind_count, check_kind},
    {"corpses.tsv", "shape_id shape_name corpse_drop_chance satiation hp_delta", shape_count,
     check_corpse},
    {"weapons.tsv", "tier name damage", tier_count, check_weapon},
    {"armors.tsv", "tier name defense", tier_count, check_armour},
    {"potions.tsv", EFFECT_COLUMNS, potion_count, check_potion},
    {"scrolls.tsv", EFFECT_COLUMNS, scroll_count, check_scroll},
};

START_TEST(the_tables_in_the_game_equal_the_facts_field_by_field)
{
    char columns[512] = "";
    facts_read(&table, files[_i].file);
    for (int i = 0; i < table.columns; i++) {
        strcat(columns, i ? " " : "");
        strcat(columns, table.heading[i]);
    }
    ck_assert_str_eq(columns, files[_i].columns);
    ck_assert_uint_eq((uint32_t)table.rows, files[_i].count());
    for (row = 0; row < table.rows; row++)
        files[_i].check();
    facts_free(&table);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rogue: tables");
    TCase *cases = tcase_create("all");
    tcase_add_checked_fixture(cases, load, NULL);
    tcase_add_loop_test(cases, the_tables_in_the_game_equal_the_facts_field_by_field, 0,
                        MOULT_COUNT(files));
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
