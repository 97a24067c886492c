/* SPDX-License-Identifier: MIT */
/* Generators: single attempts, judged as the core judges them, but without its second chances: an
 * attempt that is given back as good must be good. To decline one is a generator's right, as long
 * as of eight attempts one comes to something. */
#include <stdlib.h>
#include <string.h>
#include "core/game/generate.h"
#include "core/game/oracle.h"
#include "core/system/text.h"
#include "core/validator/trial.h"

#define PLENTY ((uint64_t)64 << 20) /* steps */
#define WHY_SIZE 256u

#define MADE 0
#define DECLINED 1
#define WRONG 2       /* `why` says what */
#define UNSUPPORTED 3 /* such levels are none of its */

typedef struct maker {
    moult__trial *t;
    const moult__slot *slot;
    moult__canvas *canvas;
    char why[WHY_SIZE];
    moult_status answer;
} maker;

static int32_t maker_open(maker *m, moult__trial *t, const moult__slot *slot)
{
    memset(m, 0, sizeof *m);
    m->t = t;
    m->slot = slot;
    m->canvas = moult__canvas_create();
    return m->canvas != NULL;
}

static void maker_close(maker *m)
{
    moult__canvas_free(m->canvas);
}

static moult_request request_of(const maker *m, const char *seed, int32_t width, int32_t height,
                                int32_t depth)
{
    moult_request request = {.size = sizeof request,
                             .width = width,
                             .height = height,
                             .depth = depth,
                             .seed_text = seed,
                             .seed_text_size = (uint32_t)strlen(seed)};
    if (m->t->setup != NULL)
        request.options = moult__profile_option(&m->t->setup->profile, "mapgen");
    return request;
}

static int32_t attempt(maker *m, moult_request *request, uint32_t number, uint64_t budget)
{
    uint8_t seed[32];
    const moult_mapgen_1 *generator = m->slot->functions;
    moult_canvas *open = moult__canvas_begin(m->canvas, request, budget);
    if (open == NULL)
        return DECLINED;
    moult__generate_seed(seed, (const uint8_t *)request->seed_text, request->seed_text_size,
                         request->depth, number);
    request->seed = seed;
    request->attempt = number;
    moult__call(m->t, m->slot, "generate");
    m->answer = generator->generate(request, open);
    moult__called(m->t);
    m->why[0] = 0;
    if (!moult__canvas_intact(m->canvas)) {
        snprintf(m->why, sizeof m->why, "%s",
                 moult__translate("it wrote beyond a plane, or into its canvas's fields"));
        return WRONG;
    }
    if (m->answer == MOULT_UNSUPPORTED)
        return UNSUPPORTED;
    if (m->answer < 0 || m->canvas->spent)
        return DECLINED;
    return moult__oracle_verify(m->canvas, request, m->why, sizeof m->why) < 0 ? WRONG : MADE;
}

/* Up to eight attempts. */
static int32_t make(maker *m, moult_request *request)
{
    int32_t came = DECLINED;
    for (uint32_t number = 0; number < MOULT__ATTEMPTS && came == DECLINED; number++)
        came = attempt(m, request, number, PLENTY);
    return came;
}

static void answer_list(moult__trial *t, const void *list, uint32_t count, size_t size)
{
    moult__answer(t, &count, sizeof count);
    if (count != 0)
        moult__answer(t, list, count * size);
}

/* What a level is, to compare it with another. */
static uint64_t level_digest(maker *m)
{
    const moult_canvas *c = &m->canvas->own;
    uint64_t before = m->t->digest;
    size_t cells = (size_t)c->stride * (size_t)c->height;
    m->t->digest = 0;
    moult__answer(m->t, c->tile, cells);
    moult__answer(m->t, c->detail, cells);
    moult__answer(m->t, c->mark, cells);
    moult__answer(m->t, c->room, cells * sizeof *c->room);
    answer_list(m->t, c->rooms, c->room_count, sizeof *c->rooms);
    answer_list(m->t, c->doors, c->door_count, sizeof *c->doors);
    answer_list(m->t, c->spots, c->spot_count, sizeof *c->spots);
    answer_list(m->t, c->spawns, c->spawn_count, sizeof *c->spawns);
    moult__answer(m->t, &m->canvas->open.promise, sizeof m->canvas->open.promise);
    uint64_t digest = m->t->digest;
    m->t->digest = before;
    return digest;
}

void moult__tour_mapgen(moult__trial *t, const moult__slot *slot, uint32_t seed)
{
    maker m;
    char text[16];
    if (!maker_open(&m, t, slot))
        return;
    snprintf(text, sizeof text, "%u", seed);
    for (int32_t depth = 1; depth <= 8; depth++) {
        moult_request request = request_of(&m, text, 64, 40, depth);
        int32_t came = attempt(&m, &request, 0, PLENTY);
        uint64_t digest = came == MADE ? level_digest(&m) : (uint64_t)came;
        moult__answer(t, &digest, sizeof digest);
    }
    maker_close(&m);
}

/* -- promises ---------------------------------------------------------------------------------- */

static const struct {
    int32_t width, height;
} sizes[] = {{64, 40}, {80, 24}, {50, 50}};

#define SEEDS 1000u
#define DEPTHS 20

static void about_level(maker *m, const char *seed, int32_t depth, int32_t width, int32_t height)
{
    moult__found_out *found = m->t->found;
    moult__about(m->t, moult__translate("seed \"%s\", depth %d, %dx%d"), seed, depth, width,
                 height);
    if (snprintf(found->repeat, sizeof found->repeat, "%s:%d", seed, depth) >=
        (int)sizeof found->repeat)
        found->repeat[0] = 0;
}

/* 1: it makes such levels. */
static int32_t keep_promise(maker *m, const char *seed, int32_t depth, uint32_t size)
{
    int32_t width = sizes[size].width, height = sizes[size].height;
    moult_request request = request_of(m, seed, width, height, depth);
    const moult_spot entry = {
        .size = sizeof entry, .x = width / 2, .y = height / 2, .room = -1, .target = -1};
    if (depth % 2 != 0) {
        request.entries = &entry;
        request.entry_count = 1;
    }
    about_level(m, seed, depth, width, height);
    int32_t came = make(m, &request);
    if (came == WRONG)
        moult__fails(m->t, "%s: %s", m->t->found->where, m->why);
    else if (came == DECLINED)
        moult__fails(m->t, "%s: %u attempts, all declined: %s", m->t->found->where, MOULT__ATTEMPTS,
                     m->canvas->said[0] != 0 ? m->canvas->said : moult_status_text(m->answer));
    return came == MADE;
}

static void promises(moult__trial *t, const moult__slot *slot)
{
    maker m;
    uint32_t made[MOULT_COUNT(sizes)] = {0}, all = 0;
    uint32_t seeds = t->request->seed != NULL ? 1 : moult__count(t, SEEDS);
    char text[16];
    if (!maker_open(&m, t, slot))
        return;
    for (uint32_t seed = 0; seed < seeds && !moult__failed(t); seed++) {
        const char *name = t->request->seed;
        snprintf(text, sizeof text, "%u", seed);
        int32_t first = name != NULL ? t->request->depth : 1;
        int32_t last = name != NULL ? first : DEPTHS;
        for (int32_t depth = first; depth <= last; depth++)
            for (uint32_t size = 0; size < MOULT_COUNT(sizes) && !moult__failed(t); size++)
                made[size] += (uint32_t)keep_promise(&m, name != NULL ? name : text, depth, size);
        t->found->seeds++;
    }
    for (uint32_t size = 0; size < MOULT_COUNT(sizes); size++)
        all += made[size];
    maker_close(&m);
    t->found->repeat[0] = moult__failed(t) ? t->found->repeat[0] : 0;
    if (all == 0)
        moult__skip(t, "%s makes none of 64x40, 80x24 and 50x50 cells", slot->name);
}

void moult__check_mapgen_promises(moult__trial *t)
{
    moult__each_slot(t, promises);
    moult__pass(t, "%llu seeds, %llu levels", (unsigned long long)t->found->seeds,
                (unsigned long long)t->calls);
}

/* -- order ------------------------------------------------------------------------------------- */

#define ORDERED 64u

static uint64_t digest_at(maker *m, uint32_t place)
{
    char text[16];
    const char *seed = m->t->request->seed;
    snprintf(text, sizeof text, "%u", place / 8);
    moult_request request =
        request_of(m, seed != NULL ? seed : text, 64, 40, 1 + (int32_t)(place % 8));
    about_level(m, request.seed_text, request.depth, 64, 40);
    int32_t came = attempt(m, &request, 0, PLENTY);
    return came == MADE ? level_digest(m) : (uint64_t)came;
}

static void order(moult__trial *t, const moult__slot *slot)
{
    maker m;
    uint64_t digests[ORDERED];
    moult_xorshift source = moult_xorshift_start(7);
    if (!maker_open(&m, t, slot))
        return;
    for (uint32_t i = 0; i < ORDERED; i++)
        digests[i] = digest_at(&m, i);
    for (uint32_t i = 0; i < 4 * ORDERED && !moult__failed(t); i++) {
        uint32_t place = i < ORDERED ? ORDERED - 1 - i : moult__chance(&source, ORDERED);
        if (digest_at(&m, place) != digests[place])
            moult__fails(t, "%s is another level when others were made before it", t->found->where);
    }
    t->found->seeds += ORDERED / 8;
    t->found->repeat[0] = moult__failed(t) ? t->found->repeat[0] : 0;
    maker_close(&m);
}

void moult__check_mapgen_order(moult__trial *t)
{
    moult__each_slot(t, order);
    moult__pass(t, "%u levels forwards, backwards and at random", ORDERED);
}

/* -- budget ------------------------------------------------------------------------------------ */

static void budget(moult__trial *t, const moult__slot *slot)
{
    static const uint64_t budgets[] = {0, 1, 10, 100, 1000, 5000};
    maker m;
    uint32_t spent = 0;
    if (!maker_open(&m, t, slot))
        return;
    for (uint32_t seed = 0; seed < moult__count(t, 100); seed++)
        for (uint32_t i = 0; i < MOULT_COUNT(budgets) && !moult__failed(t); i++) {
            char text[16];
            snprintf(text, sizeof text, "%u", seed);
            moult_request request = request_of(&m, text, 64, 40, 1 + (int32_t)(seed % 20));
            about_level(&m, text, request.depth, 64, 40);
            int32_t came = attempt(&m, &request, 0, budgets[i]);
            spent += m.canvas->spent;
            if (m.canvas->spent && m.answer >= 0)
                moult__fails(t, "%s: the budget of %llu steps was used up, and it answered %d",
                             t->found->where, (unsigned long long)budgets[i], m.answer);
            if (came == WRONG && !m.canvas->spent)
                moult__fails(t, "%s: %s", t->found->where, m.why);
        }
    maker_close(&m);
    t->found->repeat[0] = moult__failed(t) ? t->found->repeat[0] : 0;
    if (spent == 0)
        moult__pass(t, "it never counts its steps: only the deadline of a call ends it");
    else
        moult__pass(t, "used up %u times, and said so each time", spent);
}

void moult__check_mapgen_budget(moult__trial *t)
{
    moult__each_slot(t, budget);
}

/* -- odd requests ------------------------------------------------------------------------------ */

static void odd_one(maker *m, int32_t width, int32_t height, int32_t depth, const char *seed,
                    const char *options)
{
    moult_request request = request_of(m, seed, width, height, depth);
    if (options != NULL)
        request.options = options;
    moult__about(m->t, moult__translate("%dx%d cells, depth %d, options \"%.30s\""), width, height,
                 depth, options != NULL ? options : "");
    if (attempt(m, &request, 0, PLENTY) == WRONG)
        moult__fails(m->t, "%s: %s", m->t->found->where, m->why);
}

static void odd(moult__trial *t, const moult__slot *slot)
{
    static const int32_t odd_sizes[][2] = {{1, 1},    {1, 2},    {2, 2},   {3, 3},     {4, 4},
                                           {5, 5},    {7, 7},    {1, 40},  {64, 1},    {7, 200},
                                           {200, 7},  {10, 10},  {16, 16}, {256, 256}, {4096, 1},
                                           {1, 4096}, {400, 300}};
    static const int32_t depths[] = {0, -1, INT32_MIN, 1000000, INT32_MAX};
    static const char *const options[] = {"",
                                          " ",
                                          "=",
                                          "x",
                                          "x=y",
                                          "seed=",
                                          "seed=zz",
                                          "doors=on doors=off",
                                          "secrets=off corridors=3.4"};
    char endless[600];
    maker m;
    if (!maker_open(&m, t, slot))
        return;
    for (uint32_t i = 0; i < MOULT_COUNT(odd_sizes) && !moult__failed(t); i++)
        for (int32_t seed = 0; seed < 3; seed++)
            odd_one(&m, odd_sizes[i][0], odd_sizes[i][1], 1 + seed * 7, "odd", NULL);
    for (uint32_t i = 0; i < MOULT_COUNT(depths) && !moult__failed(t); i++)
        odd_one(&m, 64, 40, depths[i], "", NULL);
    for (uint32_t i = 0; i < MOULT_COUNT(options) && !moult__failed(t); i++)
        odd_one(&m, 64, 40, 1, "\xff\xfe\x01", options[i]);
    memset(endless, 'a', sizeof endless - 1);
    endless[sizeof endless - 1] = 0;
    odd_one(&m, 64, 40, 1, endless, endless);
    maker_close(&m);
}

void moult__check_mapgen_sizes(moult__trial *t)
{
    moult__each_slot(t, odd);
    moult__pass(t, "%llu odd requests", (unsigned long long)t->calls);
}
