/* SPDX-License-Identifier: MIT */
/* A checkpoint after a turn that changed 1, 8 or 64 blocks of a world of 1 MB, the state's hash
 * included, beside a memcpy of those blocks. Goal: 10 us and ten times the memcpy. A checkpoint of
 * the whole world: 150 us. Without a goal: what it costs the other side to check and apply them,
 * and to make a world of the image. */
#include "bench.h"
#include "core/world/frame.h"
#include "core/world/image.h"
#include "support/world_kit.h"

#define ACTORS 4096
#define LEVELS 42
#define ROOM (4u << 20)
#define BASE 10.0
#define FACTOR 10.0
#define GOAL_WHOLE 150.0
#define REPEAT(blocks) (256 / (blocks))
#define BLOCKS_MAX 64
#define APPLIED 64 /* frames that are written before they are applied */

typedef struct subject {
    moult_world *w;
    moult_table table;
    moult_id actor[ACTORS], level[LEVELS];
    const moult__block *block[BLOCKS_MAX];
    uint8_t *frame, *copy, *list[APPLIED];
    uint64_t size, bytes, serial, sum, list_size[APPLIED];
    moult__image *image;
    uint32_t value;
} subject;

/* Changes one block each time: rows of actors and pieces of planes, in turn. */
static void change(subject *s, int i)
{
    if (i % 2 == 0)
        ++*(uint8_t *)moult__edit(s->w, s->table, s->actor[i / 2 * 64 + 5]);
    else
        moult__set_cell(s->w, s->level[i / 2], MOULT_PLANE_MARK, i, 3, ++s->value & 0xff);
}

static void write_parts(void *context, int choice)
{
    subject *s = context;
    for (int n = 0; n < REPEAT(choice); n++) {
        for (int i = 0; i < choice; i++)
            change(s, i);
        s->size = moult__frame_write(s->w, 0, ++s->serial, s->frame, ROOM);
    }
}

static void copy_blocks(void *context, int choice)
{
    subject *s = context;
    for (int n = 0; n < REPEAT(choice); n++) {
        s->bytes = 0;
        for (int i = 0; i < choice; i++) {
            memcpy(s->copy + s->bytes, s->block[i]->bytes, s->block[i]->size);
            s->bytes += s->block[i]->size;
        }
        s->sum += s->copy[n];
    }
}

static void write_whole(void *context, int choice)
{
    subject *s = context;
    (void)choice;
    s->size = moult__frame_write(s->w, 1, ++s->serial, s->frame, ROOM);
}

static void copy_frame(void *context, int choice)
{
    subject *s = context;
    (void)choice;
    memcpy(s->copy, s->frame, s->size);
    s->sum += s->copy[s->size / 2];
}

static void apply_parts(void *context, int choice)
{
    subject *s = context;
    (void)choice;
    for (int n = 0; n < APPLIED; n++)
        s->sum += (uint64_t)moult__image_apply(s->image, s->list[n], s->list_size[n], NULL);
}

static void write_list(void *context, int choice)
{
    subject *s = context;
    for (int n = 0; n < APPLIED; n++) {
        for (int i = 0; i < choice; i++)
            change(s, i);
        s->list_size[n] = moult__frame_write(s->w, 0, ++s->serial, s->list[n], ROOM / APPLIED);
    }
}

static void apply_whole(void *context, int choice)
{
    subject *s = context;
    (void)choice;
    moult__image *image = moult__image_create();
    s->sum += (uint64_t)moult__image_apply(image, s->frame, s->size, NULL);
    moult__image_free(image);
}

static void restore(void *context, int choice)
{
    subject *s = context;
    moult__report report;
    (void)choice;
    moult_world *w = kit_world();
    s->sum += (uint64_t)moult__image_restore(s->image, w);
    s->sum += (uint64_t)moult__world_finish(w, "bench", &report);
    moult__world_free(w);
}

static void make_world(subject *s)
{
    s->w = kit_world();
    s->table = kit_handle(s->w, KIT_ACTOR);
    for (int i = 0; i < LEVELS; i++)
        s->level[i] = moult__level_create(s->w, 64, 24, i);
    for (int i = 0; i < ACTORS; i++)
        s->actor[i] = moult__create(s->w, MOULT_SCOPE_ACTOR, s->level[0], i % 64, i / 64 % 24);
    for (int i = 0; i < BLOCKS_MAX; i++)
        s->block[i] = i % 2 == 0 ? s->w->tables[s->table].run.blocks[(i / 2 * 64 + 5 + 1) / 64]
                                 : s->w->tables[MOULT__TABLE_CELL]
                                       .planes[(i / 2 + 1) * 5 + MOULT_PLANE_MARK]
                                       .blocks[0];
    s->frame = malloc(ROOM);
    s->copy = malloc(ROOM);
    for (int n = 0; n < APPLIED; n++)
        s->list[n] = malloc(ROOM / APPLIED);
}

static int verdict(const char *what, const bench_side *sides, uint64_t bytes, double goal)
{
    printf("checkpoint of %s: ours %.3f us, memcpy of %lu bytes %.3f us (best %.3f; goal "
           "%.1f us, ratio %.2f) %s\n",
           what, sides[0].median, (unsigned long)bytes, sides[1].median, sides[0].sample[0], goal,
           sides[0].median / goal, sides[0].median <= goal ? "ok" : "MISSED");
    return sides[0].median > goal;
}

static int measure_parts(subject *s, int blocks)
{
    char what[32];
    bench_side sides[] = {{"ours", write_parts, s, blocks, REPEAT(blocks), 0, {0}},
                          {"memcpy", copy_blocks, s, blocks, REPEAT(blocks), 0, {0}}};
    bench_measure(sides, 2);
    snprintf(what, sizeof what, "%d blocks", blocks);
    return verdict(what, sides, s->bytes, BASE + FACTOR * sides[1].median);
}

static int measure_whole(subject *s)
{
    bench_side sides[] = {{"ours", write_whole, s, 0, 1, 0, {0}},
                          {"memcpy", copy_frame, s, 0, 1, 0, {0}},
                          {"apply", apply_whole, s, 0, 1, 0, {0}}};
    bench_measure(sides, 3);
    int missed = verdict("everything", sides, s->size, GOAL_WHOLE);
    printf("    applied: %.3f us\n", sides[2].median);
    return missed;
}

/* Applying moves the image on, so there are new frames before each time. */
static void measure_apply(subject *s)
{
    bench_side sides[] = {{"", write_list, s, BLOCKS_MAX, APPLIED, 0, {0}},
                          {"", apply_parts, s, 0, APPLIED, 0, {0}},
                          {"", restore, s, 0, 1, 0, {0}}};
    write_whole(s, 0);
    s->image = moult__image_create();
    s->sum = 0;
    s->sum += (uint64_t)moult__image_apply(s->image, s->frame, s->size, NULL);
    bench_measure(sides, 3);
    printf("    %d blocks applied: %.3f us; a world made of the image: %.3f us%s\n", BLOCKS_MAX,
           sides[1].median, sides[2].median, s->sum != 0 ? ", REFUSED" : "");
    moult__image_free(s->image);
}

int main(void)
{
    static subject s;
    make_world(&s);
    write_whole(&s, 0);
    int missed = 0;
    for (int blocks = 1; blocks <= BLOCKS_MAX; blocks *= 8)
        missed |= measure_parts(&s, blocks);
    missed |= measure_whole(&s);
    measure_apply(&s);
    moult__world_free(s.w);
    for (int n = 0; n < APPLIED; n++)
        free(s.list[n]);
    free(s.frame);
    free(s.copy);
    return missed;
}
