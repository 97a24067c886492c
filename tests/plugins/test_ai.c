/* SPDX-License-Identifier: MIT */
/* The archetypes Idle, Chaser and Wander, as built, against the rows of facts/rogue/vectors.md. The
 * host is a table whose `random` gives the next number of a script and counts the draws. */
#include <moult/ai.h>
#include <moult/random.h>
#include <check.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Stands in for a world: only the fake host looks into it. */
typedef struct dice {
    uint32_t next, draws, stream, bound;
} dice;

static uint32_t draw(moult_world *w, uint32_t stream, uint32_t bound)
{
    dice *d = (dice *)(void *)w;
    d->draws++;
    d->stream = stream;
    d->bound = bound;
    return d->next;
}

static const moult_host host = {.size = sizeof(moult_host), .random = draw};

static char *facts;

static void read_facts(void)
{
    FILE *file = fopen(MOULT_SOURCE_DIR "/tests/facts/rogue/vectors.md", "rb");
    ck_assert_ptr_nonnull(file);
    facts = calloc(1, 65536);
    ck_assert_uint_gt(fread(facts, 1, 65535, file), 0);
    fclose(file);
}

static void free_facts(void)
{
    free(facts);
}

/* Asks ai/NAME for an action; what it draws comes from `d`. */
static moult_action ask(const char *name, const int given[5], dice *d)
{
    char path[256];
    snprintf(path, sizeof path, MOULT_BUILD_DIR "/plugins/ai-%s.so", name);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(library != NULL, "%s", dlerror());
    const moult_plugin *plugin = dlsym(library, "moult_plugin_1");
    ck_assert_ptr_nonnull(plugin);
    ck_assert_str_eq(plugin->provides[0].interface, MOULT_AI_INTERFACE);
    ck_assert_str_eq(plugin->provides[0].shape, MOULT_AI_SHAPE);
    ck_assert_ptr_null(plugin->provides[0].memory);
    *plugin->host = &host;

    moult_senses senses = {.size = sizeof senses,
                           .flags = given[4] ? MOULT_SEES_TARGET : 0,
                           .x = given[0],
                           .y = given[1],
                           .target_x = given[2],
                           .target_y = given[3]};
    moult_action action = {
        .size = sizeof action, .verb = MOULT_VERB_WAIT, .x = given[0], .y = given[1]};
    const moult_ai_1 *ai = plugin->provides[0].functions;
    ck_assert_int_eq(ai->decide((moult_world *)(void *)d, &senses, NULL, &action), MOULT_OK);
    dlclose(library);
    return action;
}

/* The archetypes of section A: name there, name of the plugin, rows that must be there. */
static const struct {
    const char *label, *name;
    int rows;
} archetypes[] = {
    {"Idle", "idle", 1},
    {"Chaser", "chaser", 2},
    {"Wander", "wander", 1},
};

/* Rows as `| Chaser | 5,5,10,10,1 | (1,6,6) |` or `... | action 0 |`. */
START_TEST(actions_are_the_known_ones)
{
    char label[32];
    int rows = 0;
    snprintf(label, sizeof label, "\n| %s | ", archetypes[_i].label);
    for (const char *row = facts; (row = strstr(row, label)) != NULL; rows++) {
        int given[5], verb, x, y, read;
        dice d = {0};
        row += strlen(label);
        ck_assert_int_eq(sscanf(row, "%d,%d,%d,%d,%d | %n", &given[0], &given[1], &given[2],
                                &given[3], &given[4], &read),
                         5);
        moult_action action = ask(archetypes[_i].name, given, &d);
        if (sscanf(row + read, "(%d,%d,%d)", &verb, &x, &y) == 3) {
            ck_assert_int_eq(action.x, x);
            ck_assert_int_eq(action.y, y);
        } else {
            ck_assert_int_eq(sscanf(row + read, "action %d", &verb), 1);
        }
        ck_assert_uint_eq(action.verb, (uint32_t)verb);
        ck_assert_uint_eq(d.draws, 0);
    }
    ck_assert_int_eq(rows, archetypes[_i].rows);
}
END_TEST

/* Section B: `Wander unseen with draw d: 0 (4,5), 1 (6,5), ..., all action 1 from (5,5).` */
START_TEST(wander_strolls_as_drawn)
{
    const char *row = strstr(facts, "Wander unseen with draw d: ");
    ck_assert_ptr_nonnull(row);
    const char *from = strstr(row, "all action 1 from (");
    ck_assert_ptr_nonnull(from);
    int given[5] = {0, 0, 20, 20, 0}, number, x, y, read, rows = 0;
    ck_assert_int_eq(sscanf(from, "all action 1 from (%d,%d)", &given[0], &given[1]), 2);
    row += strlen("Wander unseen with draw d: ");
    while (sscanf(row, "%d (%d,%d), %n", &number, &x, &y, &read) == 3) {
        dice d = {.next = (uint32_t)number};
        moult_action action = ask("wander", given, &d);
        ck_assert_uint_eq(action.verb, MOULT_VERB_MOVE);
        ck_assert_int_eq(action.x, x);
        ck_assert_int_eq(action.y, y);
        ck_assert_uint_eq(d.draws, 1);
        ck_assert_uint_eq(d.stream, MOULT_STREAM_PLAY);
        ck_assert_uint_eq(d.bound, 5);
        row += read;
        rows++;
    }
    ck_assert_int_eq(rows, 5);
}
END_TEST

START_TEST(idle_waits_next_to_its_target)
{
    static const int given[5] = {5, 5, 5, 6, 1};
    dice d = {0};
    ck_assert_uint_eq(ask("idle", given, &d).verb, MOULT_VERB_WAIT);
}
END_TEST

/* A chaser steps in all eight directions. */
START_TEST(chaser_steps_straight_at_its_target)
{
    dice d = {0};
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            if (dx == 0 && dy == 0)
                continue;
            int given[5] = {20, 20, 20 + 7 * dx, 20 + 3 * dy, 1};
            moult_action action = ask("chaser", given, &d);
            ck_assert_uint_eq(action.verb, MOULT_VERB_MOVE);
            ck_assert_int_eq(action.x, 20 + dx);
            ck_assert_int_eq(action.y, 20 + dy);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ai");
    TCase *tests = tcase_create("archetypes");
    tcase_add_checked_fixture(tests, read_facts, free_facts);
    tcase_add_loop_test(tests, actions_are_the_known_ones, 0, (int)MOULT_COUNT(archetypes));
    tcase_add_test(tests, wander_strolls_as_drawn);
    tcase_add_test(tests, idle_waits_next_to_its_target);
    tcase_add_test(tests, chaser_steps_straight_at_its_target);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
