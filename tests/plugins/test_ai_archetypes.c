/* SPDX-License-Identifier: MIT */
/* The archetypes beside Idle, Chaser and Wander, as built, against the rows of
 * facts/rogue/vectors.md, and what those with a memory remember. */
#include "plugins/ai_stage.h"
#include <stdlib.h>

static char *facts;

static void set_up(void)
{
    FILE *file = fopen(MOULT_SOURCE_DIR "/tests/facts/rogue/vectors.md", "rb");
    ck_assert_ptr_nonnull(file);
    facts = calloc(1, 65536);
    ck_assert_uint_gt(fread(facts, 1, 65535, file), 0);
    fclose(file);
    stage_clear();
}

static void tear_down(void)
{
    free(facts);
}

static void expect(const moult_action *action, int verb, int x, int y)
{
    ck_assert_uint_eq(action->verb, (uint32_t)verb);
    if (verb != (int)MOULT_VERB_WAIT) {
        ck_assert_int_eq(action->x, x);
        ck_assert_int_eq(action->y, y);
    }
}

/* -- the facts --------------------------------------------------------------------------------- */

/* Reads `(1,6,6)` or `action 0`; where it ends, or NULL. */
static const char *read_answer(const char *text, int answer[3])
{
    int end = 0;
    memset(answer, 0, 3 * sizeof *answer);
    if (sscanf(text, "(%d,%d,%d)%n", &answer[0], &answer[1], &answer[2], &end) == 3 && end > 0)
        return text + end;
    return sscanf(text, "action %d%n", &answer[0], &end) == 1 ? text + end : NULL;
}

/* Rows of section A; a row that goes on from another one comes right after it. */
static const struct {
    const char *label, *name, *before;
    int rows;
} archetypes[] = {
    {"Sleeper", "sleeper", NULL, 2},
    {"Ranged", "ranged", NULL, 2},
    {"Fast", "fast", NULL, 1},
    {"Smart", "smart", NULL, 1},
    {"Boss, first call", "boss", NULL, 2},
    {"Boss, second call after a seeing first call", "boss", "Boss, first call", 1},
    {"Tracker, first call", "tracker", NULL, 1},
    {"Tracker, then", "tracker", "Tracker, first call", 1},
};

/* The next row with a label; past it, or NULL. */
static const char *read_row(const char *from, const char *label, int given[5], int answer[3])
{
    char start[80];
    int read = 0;
    snprintf(start, sizeof start, "\n| %s | ", label);
    const char *row = strstr(from, start);
    if (row == NULL)
        return NULL;
    row += strlen(start);
    ck_assert_int_eq(sscanf(row, "%d,%d,%d,%d,%d | %n", &given[0], &given[1], &given[2], &given[3],
                            &given[4], &read),
                     5);
    row = read_answer(row + read, answer);
    ck_assert_ptr_nonnull(row);
    return row;
}

/* Of ours the ranged strikes whoever is adjacent: the original's could be disarmed so. */
static void amend(const char *name, const int given[5], int answer[3])
{
    if (strcmp(name, "ranged") != 0 || answer[0] != (int)MOULT_VERB_MOVE)
        return;
    answer[1] = given[2];
    answer[2] = given[3];
}

START_TEST(actions_are_the_known_ones)
{
    int given[5], answer[3], rows = 0;
    const char *row = facts;
    while ((row = read_row(row, archetypes[_i].label, given, answer)) != NULL) {
        memset(memory, 0, sizeof memory);
        if (archetypes[_i].before) {
            int earlier[5], ignored[3];
            ck_assert_ptr_nonnull(read_row(facts, archetypes[_i].before, earlier, ignored));
            ask(archetypes[_i].name, earlier, 0);
        }
        moult_action action = ask(archetypes[_i].name, given, 0);
        amend(archetypes[_i].name, given, answer);
        expect(&action, answer[0], answer[1], answer[2]);
        rows++;
    }
    ck_assert_int_eq(rows, archetypes[_i].rows);
}
END_TEST

/* Calls `check` for each `(5,5,8,8,1) -> (1,6,5)` of a line of section B. */
static int for_cases(const char *label, void (*check)(const int given[5], const int answer[3]))
{
    int given[5], answer[3], count = 0, read = 0;
    const char *at_text = strstr(facts, label);
    ck_assert_ptr_nonnull(at_text);
    at_text += strlen(label);
    while (sscanf(at_text, " (%d,%d,%d,%d,%d) -> %n", &given[0], &given[1], &given[2], &given[3],
                  &given[4], &read) == 5) {
        at_text = read_answer(at_text + read, answer);
        ck_assert_ptr_nonnull(at_text);
        at_text += *at_text == ';';
        check(given, answer);
        count++;
    }
    return count;
}

/* The classic functions know where the target is whether they see it or not. */
static void check_classic_smart(const int given[5], const int answer[3])
{
    moult_senses senses = sense(given, 0);
    moult_action action = {.size = sizeof action};
    classic_smart(&senses, &action);
    expect(&action, answer[0], answer[1], answer[2]);
}

static void check_classic_ranged(const int given[5], const int answer[3])
{
    moult_senses senses = sense(given, 0);
    moult_action action = {.size = sizeof action};
    classic_ranged(&senses, &action);
    expect(&action, answer[0], answer[1], answer[2]);
}

/* On an open field, and told where an unseen target is, ours do the same. */
static void check_smart(const int given[5], const int answer[3])
{
    moult_action action = ask("smart", given, MOULT_KNOWS_TARGET);
    expect(&action, answer[0], answer[1], answer[2]);
}

static void check_ranged(const int given[5], const int answer[3])
{
    moult_action action = ask("ranged", given, 0);
    int ours[3] = {answer[0], answer[1], answer[2]};
    amend("ranged", given, ours);
    expect(&action, ours[0], ours[1], ours[2]);
}

START_TEST(smart_and_ranged_are_the_known_ones)
{
    ck_assert_int_eq(for_cases("\nSmart:", check_classic_smart), 3);
    ck_assert_int_eq(for_cases("\nRanged:", check_classic_ranged), 3);
    ck_assert_int_eq(for_cases("\nSmart:", check_smart), 3);
    ck_assert_int_eq(for_cases("\nRanged:", check_ranged), 3);
}
END_TEST

START_TEST(classic_rows_are_the_known_ones)
{
    int given[5], answer[3], rows = 0;
    const char *row = facts;
    for (; (row = read_row(row, "Ranged", given, answer)) != NULL; rows++)
        check_classic_ranged(given, answer);
    for (row = facts; (row = read_row(row, "Smart", given, answer)) != NULL; rows++)
        check_classic_smart(given, answer);
    ck_assert_int_eq(rows, 3);
}
END_TEST

/* -- memory ------------------------------------------------------------------------------------ */

START_TEST(hunter_gives_up_as_known)
{
    int n[18];
    const char *line = strstr(facts, "\nHunter: seen at ");
    ck_assert_ptr_nonnull(line);
    ck_assert_int_eq(sscanf(line,
                            " Hunter: seen at (%d,%d) from (%d,%d) -> (%d,%d,%d); then %d unseen "
                            "calls from (%d,%d) -> (%d,%d,%d) each; %dth unseen call -> action %d. "
                            "From (%d,%d) unseen within memory -> action %d",
                            &n[0], &n[1], &n[2], &n[3], &n[4], &n[5], &n[6], &n[7], &n[8], &n[9],
                            &n[10], &n[11], &n[12], &n[13], &n[14], &n[15], &n[16], &n[17]),
                     18);
    const int seen[] = {n[2], n[3], n[0], n[1], 1}, unseen[] = {n[8], n[9], 0, 0, 0};
    const int there[] = {n[15], n[16], 0, 0, 0};
    moult_action action = ask("hunter", seen, 0);
    expect(&action, n[4], n[5], n[6]);
    for (int i = 0; i < n[7]; i++) {
        action = ask("hunter", unseen, 0);
        expect(&action, n[10], n[11], n[12]);
    }
    ck_assert_int_eq(n[13], n[7] + 1);
    for (int i = 0; i < 600; i++) { /* and never takes it up again */
        action = ask("hunter", unseen, 0);
        expect(&action, n[14], 0, 0);
    }
    ask("hunter", seen, 0);
    action = ask("hunter", there, 0);
    expect(&action, n[17], 0, 0);
}
END_TEST

START_TEST(sight_restarts_the_hunters_patience)
{
    static const int seen[] = {5, 5, 10, 10, 1}, unseen[] = {6, 6, 0, 0, 0};
    for (int round = 0; round < 3; round++) {
        ask("hunter", seen, 0);
        for (int i = 0; i < 10; i++)
            ck_assert_uint_eq(ask("hunter", unseen, 0).verb, MOULT_VERB_MOVE);
    }
}
END_TEST

START_TEST(boss_goes_on_only_while_it_sees)
{
    static const int seen[] = {5, 5, 12, 12, 1}, unseen[] = {5, 5, 12, 12, 0};
    for (int i = 0; i < 12; i++) {
        for (int pause = 0; pause < i % 3; pause++)
            ck_assert_uint_eq(ask("boss", unseen, 0).verb, MOULT_VERB_WAIT);
        ck_assert_uint_eq(ask("boss", seen, 0).verb,
                          i % 2 == 0 ? MOULT_VERB_SHOOT : MOULT_VERB_MOVE);
    }
}
END_TEST

START_TEST(boss_chases_where_the_line_is_not_clear)
{
    static const int seen[] = {5, 5, 12, 5, 1};
    scene.tile[5 * SIDE + 8] = MOULT_TILE_WALL;
    for (int i = 0; i < 4; i++) {
        moult_action action = ask("boss", seen, 0);
        expect(&action, (int)MOULT_VERB_MOVE, 6, 5);
    }
}
END_TEST

START_TEST(tracker_waits_until_it_saw_somebody_and_where_it_saw_them)
{
    static const int unseen[] = {5, 5, 0, 0, 0}, seen[] = {5, 5, 10, 5, 1};
    static const int there[] = {10, 5, 0, 0, 0};
    ck_assert_uint_eq(ask("tracker", unseen, 0).verb, MOULT_VERB_WAIT);
    ask("tracker", seen, 0);
    ck_assert_uint_eq(ask("tracker", there, 0).verb, MOULT_VERB_WAIT);
    for (int i = 0; i < 1000; i++) /* it never forgets */
        ck_assert_uint_eq(ask("tracker", unseen, 0).verb, MOULT_VERB_MOVE);
}
END_TEST

START_TEST(smart_goes_to_where_it_last_saw_its_target)
{
    static const int unseen[] = {5, 5, 5, 5, 0}, seen[] = {5, 5, 9, 12, 1};
    static const int there[] = {9, 12, 9, 12, 0};
    ck_assert_uint_eq(ask("smart", unseen, 0).verb, MOULT_VERB_WAIT);
    ask("smart", seen, 0);
    moult_action action = ask("smart", unseen, 0);
    expect(&action, (int)MOULT_VERB_MOVE, 6, 6);
    ck_assert_uint_eq(ask("smart", there, 0).verb, MOULT_VERB_WAIT);
    ck_assert_uint_eq(ask("smart", unseen, 0).verb, MOULT_VERB_WAIT); /* given up */
}
END_TEST

/* Two monsters of one archetype remember each what it saw itself. */
START_TEST(memory_is_the_monsters_own)
{
    static const char *const names[] = {"smart", "tracker", "hunter"};
    static const int sight[2][5] = {{5, 5, 10, 5, 1}, {5, 5, 0, 5, 1}};
    static const int unseen[] = {5, 5, 5, 5, 0};
    uint8_t rows[2][64] = {{0}};
    for (int i = 0; i < 4; i++) {
        moult_senses senses = i < 2 ? sense(sight[i], 0) : sense(unseen, 0);
        moult_action action = {.size = sizeof action};
        ck_assert_int_eq(decide(names[_i], &senses, rows[i % 2], &action), MOULT_OK);
        expect(&action, (int)MOULT_VERB_MOVE, i % 2 == 0 ? 6 : 4, 5);
    }
}
END_TEST

static const struct {
    const char *name, *table; /* NULL: no memory */
} declared[] = {
    {"boss", "ai.boss"}, {"tracker", "ai.tracker"}, {"hunter", "ai.hunter"}, {"smart", "ai.smart"},
    {"sleeper", NULL},   {"ranged", NULL},          {"fast", NULL},          {"coward", NULL},
};

START_TEST(memory_is_declared)
{
    char path[256];
    snprintf(path, sizeof path, MOULT_BUILD_DIR "/plugins/ai-%s.so", declared[_i].name);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(library != NULL, "%s", dlerror());
    const moult_plugin *plugin = dlsym(library, "moult_plugin_1");
    ck_assert_uint_eq(plugin->provide_count, 1);
    ck_assert_str_eq(plugin->provides[0].interface, MOULT_AI_INTERFACE);
    ck_assert_str_eq(plugin->provides[0].shape, MOULT_AI_SHAPE);
    const moult_schema *schema = plugin->provides[0].memory;
    ck_assert_int_eq(schema != NULL, declared[_i].table != NULL);
    if (schema) {
        ck_assert_str_eq(schema->name, declared[_i].table);
        ck_assert_uint_eq(schema->scope, MOULT_SCOPE_ACTOR);
        ck_assert_uint_le(schema->row_size, sizeof memory);
        static const int given[] = {5, 5, 10, 10, 1};
        moult_senses senses = sense(given, 0);
        moult_action action = {.size = sizeof action};
        ck_assert_int_eq(decide(declared[_i].name, &senses, NULL, &action), MOULT_STALE);
    }
    dlclose(library);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ai archetypes");
    TCase *tests = tcase_create("archetypes");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, actions_are_the_known_ones, 0, (int)MOULT_COUNT(archetypes));
    tcase_add_test(tests, smart_and_ranged_are_the_known_ones);
    tcase_add_test(tests, classic_rows_are_the_known_ones);
    tcase_add_test(tests, hunter_gives_up_as_known);
    tcase_add_test(tests, sight_restarts_the_hunters_patience);
    tcase_add_test(tests, boss_goes_on_only_while_it_sees);
    tcase_add_test(tests, boss_chases_where_the_line_is_not_clear);
    tcase_add_test(tests, tracker_waits_until_it_saw_somebody_and_where_it_saw_them);
    tcase_add_test(tests, smart_goes_to_where_it_last_saw_its_target);
    tcase_add_loop_test(tests, memory_is_the_monsters_own, 0, 3);
    tcase_add_loop_test(tests, memory_is_declared, 0, (int)MOULT_COUNT(declared));
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
