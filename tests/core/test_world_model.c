/* SPDX-License-Identifier: MIT */
/* 20,000 random operations on actors, items, list rows and levels, compared with a model that is
 * nothing but a list in order of arrival. */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include "support/world_kit.h"

#define OPERATIONS 20000u
#define ROOM 600u
#define LEVELS 5u
#define DEAD 2000u

/* What a kind is: actors, items, the world's rows, a level's rows. */
enum { ACTORS, ITEMS, ROWS, TRAPS, KINDS };

typedef struct thing {
    moult_id id;
    uint32_t kind, level; /* level: index + 1 in the model's list; 0 none */
    int32_t x, y;
    uint32_t serial; /* stands in its row */
} thing;

typedef struct model {
    moult_world *w;
    thing things[ROOM]; /* in order of arrival */
    uint32_t count;
    moult_id level[LEVELS]; /* 0: none */
    int32_t width[LEVELS], height[LEVELS];
    moult_id dead[DEAD];
    uint32_t dead_kind[DEAD], dead_count;
    uint32_t serial, state;
} model;

static const uint32_t scopes[KINDS] = {MOULT_SCOPE_ACTOR, MOULT_SCOPE_ITEM, 0, 0};
static const uint32_t which[KINDS] = {KIT_ACTOR, KIT_ITEM, KIT_LIST, KIT_TRAP};

static moult_table table_of(const model *m, uint32_t kind)
{
    return kit_handle(m->w, which[kind]);
}

static moult_id level_id(const model *m, uint32_t level)
{
    return level != 0 ? m->level[level - 1] : 0;
}

static moult_id next_of(const model *m, uint32_t kind, uint32_t level, moult_id after)
{
    return kind < ROWS ? moult__next(m->w, scopes[kind], level_id(m, level), after)
                       : moult__next_row(m->w, table_of(m, kind), level_id(m, level), after);
}

static void forget(model *m, uint32_t i)
{
    if (m->dead_count < DEAD) {
        m->dead_kind[m->dead_count] = m->things[i].kind;
        m->dead[m->dead_count++] = m->things[i].id;
    }
    m->count--;
    memmove(&m->things[i], &m->things[i + 1], (m->count - i) * sizeof m->things[0]);
}

/* A level that exists, or 0. */
static uint32_t pick_level(model *m)
{
    uint32_t level = kit_random(&m->state, LEVELS + 1);
    return level != 0 && m->level[level - 1] != 0 ? level : 0;
}

static void pick_cell(model *m, uint32_t level, int32_t *x, int32_t *y)
{
    *x = level != 0 ? (int32_t)kit_random(&m->state, (uint32_t)m->width[level - 1]) : 0;
    *y = level != 0 ? (int32_t)kit_random(&m->state, (uint32_t)m->height[level - 1]) : 0;
}

static void add(model *m)
{
    thing t = {.kind = kit_random(&m->state, KINDS), .level = pick_level(m)};
    if (m->count == ROOM || (t.kind == TRAPS && t.level == 0))
        return;
    if (t.kind == ROWS)
        t.level = 0;
    if (t.kind < ROWS) {
        pick_cell(m, t.level, &t.x, &t.y);
        t.id = moult__create(m->w, scopes[t.kind], level_id(m, t.level), t.x, t.y);
    } else {
        t.id = moult__append(m->w, table_of(m, t.kind), level_id(m, t.level));
    }
    ck_assert_uint_ne(t.id, 0);
    uint8_t *row = moult__edit(m->w, table_of(m, t.kind), t.id);
    ck_assert_uint_eq(row[0] | row[1], 0);
    t.serial = ++m->serial & 0xffff;
    memcpy(row, &t.serial, 2);
    m->things[m->count++] = t;
}

static void take_away(model *m)
{
    if (m->count == 0)
        return;
    uint32_t i = kit_random(&m->state, m->count);
    const thing *t = &m->things[i];
    moult_status status = t->kind < ROWS ? moult__remove(m->w, scopes[t->kind], t->id)
                                         : moult__remove_row(m->w, table_of(m, t->kind), t->id);
    ck_assert_int_eq(status, MOULT_OK);
    forget(m, i);
}

static void move(model *m)
{
    if (m->count == 0)
        return;
    uint32_t i = kit_random(&m->state, m->count), level = pick_level(m);
    thing t = m->things[i];
    if (t.kind >= ROWS)
        return;
    pick_cell(m, level, &t.x, &t.y);
    ck_assert_int_eq(moult__move(m->w, scopes[t.kind], t.id, level_id(m, level), t.x, t.y),
                     MOULT_OK);
    if (t.level != level) { /* arrives as the last */
        memmove(&m->things[i], &m->things[i + 1], (m->count - i - 1) * sizeof t);
        i = m->count - 1;
    }
    t.level = level;
    m->things[i] = t;
}

static void change_levels(model *m)
{
    uint32_t i = kit_random(&m->state, LEVELS);
    if (m->level[i] == 0) {
        m->width[i] = 1 + (int32_t)kit_random(&m->state, 12);
        m->height[i] = 1 + (int32_t)kit_random(&m->state, 12);
        m->level[i] = moult__level_create(m->w, m->width[i], m->height[i], 1);
        ck_assert_uint_ne(m->level[i], 0);
    } else if (kit_random(&m->state, 10) == 0) {
        ck_assert_int_eq(moult__remove(m->w, MOULT_SCOPE_LEVEL, m->level[i]), MOULT_OK);
        m->level[i] = 0;
        for (uint32_t k = m->count; k-- > 0;)
            if (m->things[k].level == i + 1)
                forget(m, k);
    }
}

/* -- comparing -------------------------------------------------------------------------------- */

static void compare_orders(const model *m, uint32_t kind, uint32_t level)
{
    moult_id id = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        if (m->things[i].kind != kind || m->things[i].level != level)
            continue;
        id = next_of(m, kind, level, id);
        ck_assert_uint_eq(id, m->things[i].id);
    }
    ck_assert_uint_eq(next_of(m, kind, level, id), 0);
}

static void compare_cells(const model *m, uint32_t kind, uint32_t level)
{
    for (int32_t y = 0; y < m->height[level - 1]; y++)
        for (int32_t x = 0; x < m->width[level - 1]; x++) {
            moult_id id = 0;
            for (uint32_t i = 0; i < m->count; i++) {
                const thing *t = &m->things[i];
                if (t->kind != kind || t->level != level || t->x != x || t->y != y)
                    continue;
                id = moult__at(m->w, scopes[kind], level_id(m, level), x, y, id);
                ck_assert_uint_eq(id, t->id);
            }
            ck_assert_uint_eq(moult__at(m->w, scopes[kind], level_id(m, level), x, y, id), 0);
        }
}

static void compare(const model *m)
{
    for (uint32_t i = 0; i < m->count; i++) {
        const thing *t = &m->things[i];
        const uint8_t *row = moult__read(m->w, table_of(m, t->kind), t->id);
        ck_assert_mem_eq(row, &t->serial, 2);
    }
    for (uint32_t i = 0; i < m->dead_count; i++)
        ck_assert_ptr_null(moult__read(m->w, table_of(m, m->dead_kind[i]), m->dead[i]));
    for (uint32_t kind = 0; kind < KINDS; kind++)
        for (uint32_t level = 0; level <= LEVELS; level++) {
            if (level != 0 && m->level[level - 1] == 0)
                continue;
            if ((kind == TRAPS) <= (level != 0))
                compare_orders(m, kind, level);
            if (kind < ROWS && level != 0)
                compare_cells(m, kind, level);
        }
    kit_check(m->w);
}

START_TEST(random_play_agrees_with_the_model)
{
    static void (*const operations[])(model *) = {add,  add,  add,  take_away,    take_away,
                                                  move, move, move, change_levels};
    static model m;
    m.w = kit_world();
    m.state = 4711;
    for (uint32_t i = 0; i < OPERATIONS; i++) {
        operations[kit_random(&m.state, MOULT_COUNT(operations))](&m);
        if (i % 250 == 0)
            compare(&m);
        if (i % 10 == 0)
            ck_assert_uint_eq(moult__hash(m.w), moult__hash_whole(m.w));
    }
    compare(&m);
    ck_assert_uint_eq(m.dead_count, DEAD);
    moult__world_free(m.w);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("world/model");
    TCase *tests = tcase_create("model");
    tcase_set_timeout(tests, 100);
    tcase_add_test(tests, random_play_agrees_with_the_model);
    suite_add_tcase(suite, tests);
    SRunner *sr = srunner_create(suite);
    srunner_run_all(sr, CK_NORMAL);
    int failed = srunner_ntests_failed(sr);
    srunner_free(sr);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
