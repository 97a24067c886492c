/* SPDX-License-Identifier: MIT */
/* What the tests of the world share: tables of every scope, a world of them, random play over it
 * that is the same for equal worlds, and saves as sections in memory. */
#ifndef TESTS_WORLD_KIT_H
#define TESTS_WORLD_KIT_H
#include "core/world/core_tables.h"

typedef struct kit_field {
    uint32_t type, count;
    const char *name;
} kit_field;

/* A checked layout; aborts the test when it is refused. */
moult__layout kit_layout(const char *name, uint32_t scope, uint32_t flags, uint32_t version,
                         const kit_field *fields, uint32_t count);

/* One table a scope, and an unhashed plane. Lists are followed by their slots, so handles have
 * gaps when the tables are added in this order. */
#define KIT_RUN 0u
#define KIT_LEVEL 1u
#define KIT_CELL 2u
#define KIT_ACTOR 3u
#define KIT_ITEM 4u
#define KIT_LIST 5u
#define KIT_TRAP 6u
#define KIT_GLOW 7u
#define KIT_TABLES 8u
moult__layout kit_table(uint32_t which);

/* The handle of a kit table in a world. */
moult_table kit_handle(const moult_world *w, uint32_t which);

/* A seeded world with all of them. */
moult_world *kit_world(void);

/* The same, with the tables in another order. */
moult_world *kit_world_in_order(const uint32_t order[KIT_TABLES]);

uint32_t kit_random(uint32_t *state, uint32_t bound);

/* `count` random changes. What is changed is found by walking the world, so that equal worlds and
 * equal states stay equal. */
void kit_play(moult_world *w, uint32_t *state, uint32_t count);

#define KIT_SECTIONS 64u
typedef struct kit_save {
    uint32_t count;
    struct {
        char name[MOULT_SLOT_SIZE];
        uint8_t *bytes;
        uint64_t count, room;
    } section[KIT_SECTIONS];
} kit_save;

void kit_encode(const moult_world *w, kit_save *out);
void kit_save_free(kit_save *save);
uint32_t kit_section(const kit_save *save, const char *name);

/* Hands all sections over to a fresh world and finishes it. */
moult_status kit_decode(moult_world *fresh, const kit_save *save, moult__report *report);

/* Hash and whole hash are equal, and the parts fit together; else the test fails. */
void kit_check(moult_world *w);

#endif
