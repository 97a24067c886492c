/* SPDX-License-Identifier: MIT */
/* The numbers of the game as a profile sets them: presets, single ones, what is refused, and what
 * `classic` does otherwise. A bestiary that can't be played with is refused before a run starts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

#define X KIT_HALL_X
#define Y KIT_HALL_Y

static kit_game g;
static moult_table tuning_table;

static void open_hall(void)
{
    kit_open(&g, "tuning");
    kit_hall(&g);
    tuning_table = moult__set_handle(g.s.set, "rogue.tuning");
    ck_assert_uint_ne(tuning_table, 0);
}

static void close_hall(void)
{
    kit_check_game(&g);
    kit_close(&g);
}

static const rogue_tuning *numbers(void)
{
    return moult__read(g.s.world, tuning_table, 0);
}

static void set_option(const char *name, const char *value)
{
    moult__profile_entry *entry = &g.profile.options[g.profile.option_count++];
    snprintf(entry->name, sizeof entry->name, "%s", name);
    snprintf(entry->value, sizeof entry->value, "%s", value);
}

static moult_status tune(void)
{
    memset(&g.s.report, 0, sizeof g.s.report);
    return moult__session_tune(&g.s, &g.s.report);
}

static void use_classic(void)
{
    set_option("preset", "classic");
    ck_assert_int_ge(tune(), 0);
}

/* -- settings ---------------------------------------------------------------------------------- */

static const struct {
    const char *field;
    int32_t classic, standard, low, high;
} fields[] = {
#define FIELD(F, name, classic, standard, low, high, help) {#name, classic, standard, low, high},
    ROGUE_TUNING(FIELD, )
#undef FIELD
};

START_TEST(every_number_is_a_setting_with_its_range)
{
    const moult_rules_1 *rules = g.s.rules;
    ck_assert_uint_eq(rules->setting_count, MOULT_COUNT(fields) + 1);
    ck_assert_str_eq(rules->settings[0].name, "preset");
    ck_assert_str_eq(rules->settings[0].choices, "classic standard");
    for (uint32_t i = 0; i < MOULT_COUNT(fields); i++) {
        const moult_setting *setting = &rules->settings[i + 1];
        char name[64];
        snprintf(name, sizeof name, "%s", fields[i].field);
        for (char *c = name; *c; c++)
            *c = *c == '_' ? '-' : *c;
        ck_assert_str_eq(setting->name, name);
        ck_assert_ptr_null(setting->choices);
        ck_assert_int_eq(setting->low, fields[i].low);
        ck_assert_int_eq(setting->high, fields[i].high);
        ck_assert_int_le(fields[i].low, fields[i].classic);
        ck_assert_int_le(fields[i].classic, fields[i].high);
        ck_assert_int_le(fields[i].low, fields[i].standard);
        ck_assert_int_le(fields[i].standard, fields[i].high);
        ck_assert_uint_gt(strlen(setting->help), 4);
    }
}
END_TEST

START_TEST(standard_is_what_is_played_when_nothing_is_said)
{
    ck_assert_mem_eq(numbers(), &rogue_standard, sizeof(rogue_tuning));
}
END_TEST

START_TEST(a_preset_and_a_number_over_it)
{
    set_option("preset", "classic");
    set_option("hunger-every", "7");
    ck_assert_int_ge(tune(), 0);
    rogue_tuning wanted = rogue_classic;
    wanted.hunger_every = 7;
    ck_assert_mem_eq(numbers(), &wanted, sizeof wanted);
}
END_TEST

START_TEST(the_same_settings_again_change_nothing)
{
    use_classic();
    uint64_t before = kit_hash(&g);
    ck_assert_int_ge(tune(), 0);
    ck_assert_uint_eq(kit_hash(&g), before);
    g.profile.option_count = 0;
    ck_assert_int_ge(tune(), 0);
    ck_assert_uint_ne(kit_hash(&g), before);
}
END_TEST

static const struct {
    const char *name, *value, *why;
} bad[] = {
    {"preset", "hard", "preset is neither classic nor standard"},
    {"hunger-every", "ten", "hunger-every = ten is no whole number from 0 to 9999"},
    {"start-hp", "0", "start-hp = 0 is no whole number from 1 to 9999"},
    {"die-sides", "20x", "die-sides = 20x is no whole number from 2 to 1000"},
    {"floors", "101", "floors = 101 is no whole number from 1 to 100"},
};

START_TEST(what_the_rules_can_t_use_is_refused_and_nothing_changes)
{
    uint64_t before = kit_hash(&g);
    set_option(bad[_i].name, bad[_i].value);
    ck_assert_int_lt(tune(), 0);
    ck_assert_msg(strstr(g.s.report.text, bad[_i].why) != NULL, "%s", g.s.report.text);
    ck_assert_uint_eq(kit_hash(&g), before);
}
END_TEST

/* -- classic ----------------------------------------------------------------------------------- */

START_TEST(in_classic_walls_and_empty_hands_cost_a_turn)
{
    static const char *const lines[] = {"move-east", "quaff", "read"};
    use_classic();
    kit_tile(&g, X + 1, Y, MOULT_TILE_WALL);
    for (uint32_t i = 0; i < MOULT_COUNT(lines); i++) {
        kit_line(&g, lines[i]);
        ck_assert_uint_eq(moult__turn(g.w), i + 1);
    }
}
END_TEST

START_TEST(in_classic_identify_knows_every_potion)
{
    use_classic();
    kit_hero_edit(&g)->scroll = 1;
    kit_line(&g, "read");
    ck_assert(kit_said(&g, "You know every potion."));
    ck_assert_uint_eq(kit_hero(&g)->known_potions, UINT32_MAX);
    ck_assert_uint_eq(moult__turn(g.w), 1);
}
END_TEST

START_TEST(in_classic_what_was_left_open_does_nothing)
{
    use_classic();
    for (uint8_t effect = 7; effect <= 9; effect++) {
        kit_hero_edit(&g)->potion = (uint8_t)(effect + 1);
        kit_line(&g, "quaff");
        ck_assert(kit_said(&g, "Nothing happens."));
    }
    for (uint8_t effect = 8; effect <= 9; effect++) {
        kit_monster(&g, 0, "idle", X + 1, Y + effect - 8);
        kit_hero_edit(&g)->scroll = (uint8_t)(effect + 1);
        kit_line(&g, "read");
        ck_assert(kit_said(&g, "Nothing happens."));
    }
    ck_assert_uint_eq(moult__turn(g.w), 5);
}
END_TEST

START_TEST(in_classic_a_blow_needs_ten_and_all_of_the_evasion)
{
    use_classic();
    kit_monster(&g, 5, "idle", X + 1, Y); /* evasion 2 against skill 0 */
    kit_roll(&g, 11);
    kit_line(&g, "move-east");
    ck_assert(kit_said(&g, "You miss the mongrel cur."));
    kit_roll(&g, 12);
    kit_line(&g, "move-east");
    ck_assert(kit_said(&g, "You hit the mongrel cur for 4."));
}
END_TEST

START_TEST(in_classic_a_snake_is_eaten_unasked)
{
    use_classic();
    kit_item(&g, ROGUE_CORPSE, 6, X + 1, Y);
    kit_line(&g, "move-east");
    ck_assert_int_eq(kit_body(&g, moult__hero(g.w))->hp, 8);
}
END_TEST

/* -- hunger ------------------------------------------------------------------------------------ */

START_TEST(who_never_eats_is_dead_by_turn_250)
{
    for (uint32_t i = 0; i < 250 && !g.s.over; i++)
        kit_line(&g, "wait");
    ck_assert_uint_eq(kit_hero(&g)->state, ROGUE_LOST);
    ck_assert_str_eq(moult__text(g.w, kit_hero(&g)->cause), "starvation");
    ck_assert_uint_ge(moult__turn(g.w), 150);
}
END_TEST

/* -- a bestiary -------------------------------------------------------------------------------- */

static const moult_bestiary_1 *built;
static int32_t fault;

static moult_status faulty(uint32_t id, moult_creature *out)
{
    moult_status status = built->describe(id, out);
    if (status < 0 || id != 41)
        return status;
    if (fault == 0)
        out->archetype = "chasre";
    else if (fault == 1)
        out->hp = -3;
    else if (fault == 2)
        out->id = 7;
    else
        out->name = "";
    return status;
}

static const char *const reasons[] = {
    "(Young Hydra) has the archetype \"chasre\", which nobody plays. Load ai/chasre",
    "the bestiary's row 41 (Young Hydra) has -3 hit points. Give it 1 or more",
    "the bestiary's row 41 (Young Hydra) has id 7, which is another row's. Make every id its row",
    "the bestiary's row 41 () has no name of 1 to 119 bytes. Give it one",
};

START_TEST(a_faulty_bestiary_is_refused_at_the_start)
{
    static moult_bestiary_1 other;
    built = moult__set_role(g.s.set, "bestiary")->functions;
    other = *built;
    other.describe = faulty;
    fault = _i;
    kit_fill_slot(g.s.set, "bestiary/rogue", &other);
    for (uint32_t b = 0; b < g.s.set->build_count; b++) {
        const moult_plugin *plugin = g.s.set->builds[b]->plugin;
        for (uint32_t i = 0; i < plugin->requirement_count; i++)
            if (strcmp(plugin->requirements[i].slot, "bestiary") == 0)
                *plugin->requirements[i].bind = &other;
    }
    memset(&g.s.report, 0, sizeof g.s.report);
    ck_assert_int_lt(moult__session_start(&g.s, (const uint8_t *)"x", 1), 0);
    ck_assert_msg(strstr(g.s.report.text, reasons[_i]) != NULL, "%s", g.s.report.text);
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("rogue: tuning");
    TCase *cases = tcase_create("tuning");
    tcase_add_checked_fixture(cases, open_hall, close_hall);
    tcase_add_test(cases, every_number_is_a_setting_with_its_range);
    tcase_add_test(cases, standard_is_what_is_played_when_nothing_is_said);
    tcase_add_test(cases, a_preset_and_a_number_over_it);
    tcase_add_test(cases, the_same_settings_again_change_nothing);
    tcase_add_loop_test(cases, what_the_rules_can_t_use_is_refused_and_nothing_changes, 0,
                        MOULT_COUNT(bad));
    tcase_add_test(cases, in_classic_walls_and_empty_hands_cost_a_turn);
    tcase_add_test(cases, in_classic_identify_knows_every_potion);
    tcase_add_test(cases, in_classic_what_was_left_open_does_nothing);
    tcase_add_test(cases, in_classic_a_blow_needs_ten_and_all_of_the_evasion);
    tcase_add_test(cases, in_classic_a_snake_is_eaten_unasked);
    tcase_add_test(cases, who_never_eats_is_dead_by_turn_250);
    tcase_add_loop_test(cases, a_faulty_bestiary_is_refused_at_the_start, 0, MOULT_COUNT(reasons));
    suite_add_tcase(suite, cases);
    return suite;
}

int main(void)
{
    SRunner *runner = srunner_create(make_suite());
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
