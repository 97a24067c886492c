/* SPDX-License-Identifier: MIT */
/* Two builds that take turns. */
#include "plugin_many.h"
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "plugin_texts.h"

#define WARM 50u
#define SLACK ((uint64_t)1 << 20) /* of memory: an allocator's own affair */

typedef struct holdings {
    uint32_t descriptors, mappings, files;
    uint64_t resident;
} holdings;

static holdings hold(void)
{
    return (holdings){kit_descriptors(), kit_mappings(""), kit_mappings("/"), kit_resident()};
}

static moult_world *populate(moult__set *set)
{
    moult_world *w = moult__set_world_create(set, NULL);
    ck_assert_int_eq(moult__world_seed(w, (const uint8_t *)"many", 4), MOULT_OK);
    moult_id level = moult__level_create(w, 20, 10, 1);
    moult_table table = moult__set_handle(set, "counter.memory");
    for (int32_t i = 0; i < 100; i++) {
        moult_id actor = moult__create(w, MOULT_SCOPE_ACTOR, level, i % 20, i / 20);
        int32_t *times = moult__edit(w, table, actor);
        ck_assert_ptr_nonnull(times);
        *times = i;
    }
    return w;
}

void kit_reload_many(uint32_t times)
{
    char path[2][KIT_PATH], live[KIT_PATH], fresh[KIT_PATH], result[256];
    moult__set set;
    moult__report report = {0};
    holdings warm = {0, 0, 0, 0};
    for (uint32_t i = 0; i < 2; i++) {
        snprintf(path[i], sizeof path[i], "%s", kit_at(i ? "many-2.so" : "many-1.so"));
        kit_compile(i ? "many-2.so" : "many-1.so", TEXT_MEMORY,
                    i ? TEXT_COUNTER("i32", "1", "0", "2") : TEXT_COUNTER("i32", "1", "0", "1"));
    }
    ck_assert_int_eq(mkdir(kit_at("many"), 0700), 0);
    snprintf(live, sizeof live, "%s", kit_at("many/counter.so"));
    snprintf(fresh, sizeof fresh, "%s", kit_at("many/counter.new"));
    ck_assert_int_eq(link(path[0], live), 0);
    kit_set_make(&set);
    moult__set_scan(&set, kit_at("many"));
    ck_assert_msg(kit_set_want(&set, "ai/counter", &report) >= 0, "%s", report.text);
    moult_world *w = populate(&set);
    uint64_t hash = moult__hash(w);
    for (uint32_t i = 1; i <= times; i++) {
        ck_assert_int_eq(link(path[i % 2], fresh), 0);
        ck_assert_int_eq(rename(fresh, live), 0);
        ck_assert_msg(moult__set_reload(&set, result, sizeof result, &report) == 1, "%s",
                      report.text);
        const moult_ai_1 *ai = moult__set_slot(&set, "ai/counter")->functions;
        int32_t counted = 5;
        ck_assert_int_eq(ai->decide(w, NULL, &counted, NULL), i % 2 ? 7 : 6);
        ck_assert_uint_eq(moult__hash(w), hash);
        if (i == WARM) {
            moult__set_retire(&set);
            warm = hold();
        }
    }
    moult__set_retire(&set);
    holdings last = hold();
    ck_assert_uint_eq(moult__hash_whole(w), hash);
    ck_assert_uint_eq(set.builds[0]->generation, times + 1);
    ck_assert_uint_eq(set.parked, 0);
    ck_assert_uint_eq(last.descriptors, warm.descriptors);
    ck_assert_uint_eq(last.files, warm.files);
#ifndef __SANITIZE_ADDRESS__ /* which keeps what was freed, for a while */
    ck_assert_uint_eq(last.mappings, warm.mappings);
    ck_assert_uint_le(last.resident, warm.resident + SLACK);
#endif
    moult__set_world_free(&set, w);
    moult__set_close(&set);
}
