/* SPDX-License-Identifier: MIT */
/* What a row costs to read and to edit, a hash after one edited row, and the encoding of a world of
 * 1 MB beside a memcpy of as many bytes. Prints; there is no goal here. */
#include "bench.h"
#include "support/world_kit.h"
#include <moult/saver.h>

#define ROWS 4096
#define LEVELS 42

typedef struct subject {
    moult_world *w;
    moult_table table;
    moult_id actor[ROWS];
    uint8_t *copy, *bytes;
    uint64_t count, sum;
} subject;

static void read_rows(void *context, int choice)
{
    subject *s = context;
    for (int i = 0; i < choice; i++)
        s->sum += *(const uint8_t *)moult__read(s->w, s->table, s->actor[i % ROWS]);
}

static void edit_rows(void *context, int choice)
{
    subject *s = context;
    for (int i = 0; i < choice; i++)
        ++*(uint8_t *)moult__edit(s->w, s->table, s->actor[i % ROWS]);
}

static void edit_and_hash(void *context, int choice)
{
    subject *s = context;
    for (int i = 0; i < choice; i++) {
        ++*(uint8_t *)moult__edit(s->w, s->table, s->actor[i % ROWS]);
        s->sum += moult__hash(s->w);
    }
}

static moult_status sink_write(moult_sink *sink, const void *bytes, uint64_t count)
{
    subject *s = sink->core;
    memcpy(s->bytes + s->count, bytes, count);
    s->count += count;
    return MOULT_OK;
}

static void encode(void *context, int choice)
{
    subject *s = context;
    moult_sink sink = {sizeof sink, 0, s, sink_write};
    (void)choice;
    s->count = 0;
    for (uint32_t i = 0; i < moult__section_count(s->w); i++)
        moult__section_encode(s->w, i, &sink);
}

static void copy(void *context, int choice)
{
    subject *s = context;
    (void)choice;
    memcpy(s->copy, s->bytes, s->count);
}

static void decode(void *context, int choice)
{
    subject *s = context;
    (void)choice;
    kit_save save;
    moult__report report;
    moult_world *fresh = kit_world();
    kit_encode(s->w, &save);
    kit_decode(fresh, &save, &report);
    s->sum += moult__hash(fresh);
    kit_save_free(&save);
    moult__world_free(fresh);
}

int main(void)
{
    static subject s;
    s.w = kit_world();
    s.table = kit_handle(s.w, KIT_ACTOR);
    moult_id level = 0;
    for (int i = 0; i < LEVELS; i++)
        level = moult__level_create(s.w, 64, 24, i);
    for (int i = 0; i < ROWS; i++)
        s.actor[i] = moult__create(s.w, MOULT_SCOPE_ACTOR, level, i % 64, i / 64 % 24);
    s.bytes = malloc(8u << 20);
    s.copy = malloc(8u << 20);
    encode(&s, 0);
    bench_side sides[] = {{"read", read_rows, &s, 100000, 100000, 0, {0}},
                          {"edit", edit_rows, &s, 100000, 100000, 0, {0}},
                          {"edit and hash", edit_and_hash, &s, 10000, 10000, 0, {0}},
                          {"encode", encode, &s, 0, 1, 0, {0}},
                          {"memcpy", copy, &s, 0, 1, 0, {0}},
                          {"encode, decode, hash", decode, &s, 0, 1, 0, {0}}};
    bench_measure(sides, MOULT_COUNT(sides));
    for (uint32_t i = 0; i < MOULT_COUNT(sides); i++)
        printf("world %-20s %10.1f ns\n", sides[i].name, sides[i].median * 1000);
    printf("world of %lu bytes in %u sections\n", (unsigned long)s.count,
           moult__section_count(s.w));
    moult__world_free(s.w);
    free(s.bytes);
    free(s.copy);
    return 0;
}
