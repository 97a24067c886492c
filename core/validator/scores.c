/* SPDX-License-Identifier: MIT */
/* Rankings, in a file of the child's own folder. One that keeps its runs elsewhere, as on a server,
 * can't be tried here. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/system/text.h"
#include "core/validator/trial.h"

#define RUNS 60u
#define TOP 10u

typedef struct hall {
    moult__trial *t;
    const moult__slot *slot;
    const moult_scores_1 *functions;
    void *state;
    char path[288], why[300];
    int32_t is_open;
} hall;

static int32_t hall_open(hall *h, moult__trial *t, const moult__slot *slot)
{
    memset(h, 0, sizeof *h);
    h->t = t;
    h->slot = slot;
    h->functions = slot->functions;
    h->state = calloc(1, h->functions->state_size + 1);
    snprintf(h->path, sizeof h->path, "%s/scores", t->folder);
    if (h->state == NULL)
        return 0;
    moult__call(t, slot, "open");
    moult_status status = h->functions->open(h->state, h->path, h->why, sizeof h->why);
    moult__called(t);
    h->is_open = status >= 0;
    if (status < 0 && moult__text_fault(h->why, sizeof h->why) != NULL)
        moult__fails(t, "it refuses a file, and its reason isn't a text");
    else if (status < 0)
        moult__skip(t, "it keeps no file: %s", h->why);
    return h->is_open;
}

static void hall_close(hall *h)
{
    if (h->is_open) {
        moult__call(h->t, h->slot, "close");
        h->functions->close(h->state);
        moult__called(h->t);
    }
    free(h->state);
}

static int32_t add(hall *h, const moult_ranked *run)
{
    moult__call(h->t, h->slot, "add");
    int32_t place = h->functions->add(h->state, run, h->why, sizeof h->why);
    moult__called(h->t);
    moult__answer(h->t, &place, sizeof place);
    return place;
}

static int32_t top(hall *h, const char *game, moult_ranked rows[TOP])
{
    memset(rows, 0, TOP * sizeof *rows);
    for (uint32_t i = 0; i < TOP; i++)
        rows[i].size = sizeof *rows;
    moult__call(h->t, h->slot, "top");
    int32_t count = h->functions->top(h->state, game, rows, TOP, h->why, sizeof h->why);
    moult__called(h->t);
    moult__answer(h->t, rows, TOP * sizeof *rows);
    return count;
}

static moult_ranked run_of(moult_xorshift *source, uint32_t number)
{
    static const char *const names[] = {"Ann", "日本", "O'Hara \"x\"; DROP TABLE runs; --", "é"};
    moult_ranked run = {.size = sizeof run, .score = moult__chance_between(source, -5, 20)};
    run.when = 1700000000 + (int64_t)moult__chance(source, 3);
    run.turns = number;
    run.depth = moult__chance_between(source, 0, 9);
    snprintf(run.game, sizeof run.game, "%s", number % 5 == 0 ? "other" : "game");
    snprintf(run.name, sizeof run.name, "%s", names[number % MOULT_COUNT(names)]);
    snprintf(run.cause, sizeof run.cause, "a rat");
    snprintf(run.seed, sizeof run.seed, "%u", number);
    return run;
}

void moult__tour_scores(moult__trial *t, const moult__slot *slot, uint32_t seed)
{
    moult_xorshift source = moult_xorshift_start(seed);
    moult_ranked rows[TOP];
    hall h;
    if (hall_open(&h, t, slot)) {
        for (uint32_t i = 0; i < 6; i++) {
            moult_ranked run = run_of(&source, i);
            add(&h, &run);
        }
        top(&h, "game", rows);
    }
    hall_close(&h);
    unlink(h.path);
}

/* 1: `a` stands before `b`; runs have distinct numbers in `turns`, in the order of entering. */
static int32_t before(const moult_ranked *a, const moult_ranked *b)
{
    if (a->score != b->score)
        return a->score > b->score;
    return a->when != b->when ? a->when < b->when : a->turns < b->turns;
}

static uint32_t place_of(const moult_ranked *runs, uint32_t count, const moult_ranked *run)
{
    uint32_t place = 1;
    for (uint32_t i = 0; i < count; i++)
        place += strcmp(runs[i].game, run->game) == 0 && before(&runs[i], run);
    return place;
}

static void compare(hall *h, const moult_ranked *runs, uint32_t count)
{
    moult_ranked rows[TOP];
    int32_t found = top(h, "game", rows);
    if (found != (int32_t)TOP)
        moult__fails(h->t, "of %u runs it shows %d, not %u", count, found, TOP);
    for (uint32_t i = 0; i < TOP && !moult__failed(h->t); i++) {
        const moult_ranked *run = &runs[rows[i].turns % RUNS];
        if (place_of(runs, count, run) != i + 1 || strcmp(run->name, rows[i].name) != 0 ||
            run->score != rows[i].score || strcmp(run->seed, rows[i].seed) != 0 ||
            strcmp(run->cause, rows[i].cause) != 0 || run->depth != rows[i].depth)
            moult__fails(h->t,
                         "place %u is \"%s\" with %lld, which isn't the run that belongs there",
                         i + 1, rows[i].name, (long long)rows[i].score);
    }
    if (top(h, "nobody's", rows) != 0)
        moult__fails(h->t, "it shows runs of a game that nobody played");
}

static void ranking(moult__trial *t, const moult__slot *slot)
{
    moult_xorshift source = moult_xorshift_start(17);
    moult_ranked runs[RUNS];
    hall h;
    int32_t opened = hall_open(&h, t, slot);
    for (uint32_t i = 0; i < RUNS && opened && !moult__failed(t); i++) {
        runs[i] = run_of(&source, i);
        int32_t place = add(&h, &runs[i]);
        if (place != (int32_t)place_of(runs, i + 1, &runs[i]))
            moult__fails(t, "run %u got place %d instead of %u: %s", i, place,
                         place_of(runs, i + 1, &runs[i]), place < 0 ? h.why : "");
    }
    if (opened && !moult__failed(t))
        compare(&h, runs, RUNS);
    hall_close(&h);
    if (opened && hall_open(&h, t, slot)) {
        if (!moult__failed(t))
            compare(&h, runs, RUNS);
        hall_close(&h);
    }
}

void moult__check_scores_ranking(moult__trial *t)
{
    moult__each_slot(t, ranking);
    moult__pass(t, "%u runs", RUNS);
}
