/* SPDX-License-Identifier: MIT */
/* Checks of any plugin's calls: each makes the tours of its slots, and looks at another thing. */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "core/system/text.h"
#include "core/validator/trial.h"

#define TOURS 24u
#define TOURS_LEAST 4u
#define TOURS_SECONDS 0.8 /* of calculating; a tour is seldom 10 ms */

// clang-format off
/* Kinds with tours of their own; any other is tried by playing. */
static const struct {
    const char *kind;
    int32_t plays; /* it needs a game */
    void (*tour)(moult__trial *t, const moult__slot *slot, uint32_t seed);
} kinds[] = {
    {"mapgen",   0, moult__tour_mapgen},
    {"ai",       1, moult__tour_ai},
    {"items",    1, moult__tour_items},
    {"combat",   1, moult__tour_combat},
    {"bestiary", 0, moult__tour_bestiary},
    {"fov",      0, moult__tour_fov},
    {"renderer", 0, moult__tour_renderer},
    {"saver",    1, moult__tour_saver},
    {"scores",   0, moult__tour_scores},
};
// clang-format on

static void tour_slot(moult__trial *t, const moult__slot *slot, uint32_t seed)
{
    char text[16];
    size_t kind = strcspn(slot->name, "/");
    uint32_t i = 0;
    while (i < MOULT_COUNT(kinds) &&
           (strlen(kinds[i].kind) != kind || strncmp(kinds[i].kind, slot->name, kind) != 0))
        i++;
    snprintf(text, sizeof text, "%u", seed);
    moult__about(t, moult__translate("seed \"%s\""), text);
    if (i < MOULT_COUNT(kinds) && !kinds[i].plays) {
        kinds[i].tour(t, slot, seed);
        return;
    }
    if (moult__game_open(t, text) < 0) {
        moult__fails_report(t, &t->s.report);
        return;
    }
    if (i < MOULT_COUNT(kinds))
        kinds[i].tour(t, slot, seed);
    else
        moult__tour_play(t, slot, seed);
    uint64_t hash = moult__hash(t->s.world);
    moult__answer(t, &hash, sizeof hash);
    moult__game_close(t);
}

void moult__tour(moult__trial *t, uint32_t seed)
{
    const moult__slot *slot;
    for (uint32_t i = 0; (slot = moult__slot_at(t, "", i)) != NULL && !moult__failed(t); i++)
        tour_slot(t, slot, seed);
}

/* Tours while something is watched. */
static void tours(moult__trial *t, uint32_t watch, uint32_t count)
{
    t->watch = watch;
    for (uint32_t seed = 1; seed <= count && !moult__failed(t); seed++) {
        if (seed > TOURS_LEAST && moult__enough(TOURS_SECONDS))
            break;
        moult__tour(t, seed);
        t->found->seeds++;
        if (t->offence[0] != 0)
            moult__fails(t, "%s", t->offence);
    }
    t->watch = 0;
}

void moult__check_ambient(moult__trial *t)
{
    tours(t, MOULT__WATCH_AMBIENT, moult__count(t, TOURS) / 6 + 1);
    moult__pass(t, "%llu calls", (unsigned long long)t->calls);
}

/* Who has no world can't be seen drawing from it, but is given a host in which that ends the
 * process. */
static uint32_t draws_without_world(moult_world *w, uint32_t stream, uint32_t bound)
{
    (void)w, (void)stream, (void)bound;
    _Exit(MOULT__EXIT_DREW);
}

static int32_t has_world(const char *slot)
{
    size_t kind = strcspn(slot, "/");
    for (uint32_t i = 0; i < MOULT_COUNT(kinds); i++)
        if (strlen(kinds[i].kind) == kind && strncmp(kinds[i].kind, slot, kind) == 0)
            return kinds[i].plays;
    return 1;
}

void moult__check_streams(moult__trial *t)
{
    moult_host host = moult__host;
    int32_t worldless = 1;
    const moult__slot *slot;
    for (uint32_t i = 0; (slot = moult__slot_at(t, "", i)) != NULL; i++)
        worldless &= !has_world(slot->name);
    host.random = draws_without_world;
    if (worldless)
        *t->build->plugin->host = &host;
    tours(t, MOULT__WATCH_STREAMS, moult__count(t, TOURS));
    moult__pass(t, "%llu calls", (unsigned long long)t->calls);
}

void moult__check_draw(moult__trial *t)
{
    tours(t, MOULT__WATCH_DRAW, moult__count(t, TOURS) / 2 + 1);
    moult__pass(t, "%llu calls", (unsigned long long)t->calls);
}

/* -- the same again ---------------------------------------------------------------------------- */

#define HOLES 640u

/* What was free is taken, so that what comes now lies elsewhere. */
static uint64_t digest_of(moult__trial *t, uint32_t seed, uint8_t poison, size_t shift)
{
    void *volatile taken[HOLES];
    for (uint32_t i = 0; i < HOLES; i++)
        taken[i] = malloc(shift + ((size_t)16 << i % 10));
    moult__poison(poison);
    t->digest = 0;
    moult__tour(t, seed);
    for (uint32_t i = 0; i < HOLES; i++)
        free(taken[i]);
    return t->digest;
}

static void load_again(moult__trial *t)
{
    moult__report why = {0};
    moult__trial_unload(t);
    if (moult__trial_load(t, t->request->profile, &why) < 0)
        moult__fails_report(t, &why);
}

void moult__check_repeat(moult__trial *t)
{
    uint32_t count = moult__count(t, TOURS) / 2 + 1;
    uint64_t *digests = calloc(count + 1, sizeof *digests);
    if (digests == NULL)
        return;
    for (uint32_t seed = 1; seed <= count && !moult__failed(t); seed++) {
        digests[seed] = digest_of(t, seed, 0x5a, 0);
        if (seed >= TOURS_LEAST && moult__enough(TOURS_SECONDS))
            count = seed;
    }
    for (uint32_t seed = count; seed >= 1 && !moult__failed(t); seed--)
        if (digest_of(t, seed, 0xa5, 48) != digests[seed])
            moult__fails(t,
                         "seed \"%u\" gave other answers the second time: it goes by what isn't "
                         "the seed's, such as an address, fresh memory, or what was called before",
                         seed);
    if (!moult__failed(t))
        load_again(t);
    for (uint32_t seed = 1; seed <= count && !moult__failed(t); seed++)
        if (digest_of(t, seed, 0x3c, 4000) != digests[seed])
            moult__fails(t, "seed \"%u\" gave other answers when it had been loaded again", seed);
    t->found->seeds = count;
    free(digests);
    moult__pass(t, "%u seeds, three times each", count);
}

/* -- memory ------------------------------------------------------------------------------------ */

#define HELD_SIZES 64u /* up to 1 KB, of which the allocator holds back a few each when freed */
#define HELD 16u

/* What isn't free; with as many pieces held back as can be, so that they count the same always. */
static uint64_t allocated(void)
{
    for (uint32_t size = 1; size <= HELD_SIZES; size++) {
        void *volatile held[HELD]; /* kept by the compiler */
        for (uint32_t i = 0; i < HELD; i++)
            held[i] = malloc(size * 16 + 8);
        for (uint32_t i = 0; i < HELD; i++)
            free(held[i]);
    }
    struct mallinfo2 now = mallinfo2();
    return now.uordblks + now.hblkhd;
}

static double seconds_since(const struct timespec *from)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - from->tv_sec) + (double)(now.tv_nsec - from->tv_nsec) / 1e9;
}

#define WINDOWS 6u
#define WINDOW_SECONDS 0.7
#define LEAK 16u /* bytes a round */

/* Caches fill now and then, and are full some time; what leaks grows in each window by as much. */
void moult__check_memory(moult__trial *t)
{
#ifdef __SANITIZE_ADDRESS__
    moult__skip(t, "the sanitizer's memory isn't counted");
#endif
    uint32_t most = 8 + moult__count(t, 40), rounds = 0, all = 0;
    uint64_t least = UINT64_MAX;
    for (uint32_t window = 0; window < WINDOWS && !moult__failed(t); window++) {
        struct timespec from;
        uint64_t before = allocated();
        clock_gettime(CLOCK_MONOTONIC, &from);
        for (rounds = 0; rounds < most && seconds_since(&from) < WINDOW_SECONDS; rounds++)
            moult__tour(t, 1);
        uint64_t after = allocated(), grown = after > before ? (after - before) / rounds : 0;
        least = grown < least ? grown : least;
        all += rounds;
    }
    if (least >= LEAK)
        moult__fails(t, "%llu bytes are left after each round, in %u rounds",
                     (unsigned long long)least, all);
    moult__pass(t, "%u rounds", all);
}

/* -- time -------------------------------------------------------------------------------------- */

#define WORST_NS 2000000000u /* a call's deadline in a game */
#ifdef __SANITIZE_ADDRESS__
#define P99_NS 500000000ull
#else
#define P99_NS 100000000ull
#endif

/* Who writes files waits for the disk. */
static int32_t owns_files(const moult__trial *t)
{
    const moult__slot *slot;
    for (uint32_t i = 0; (slot = moult__slot_at(t, "", i)) != NULL; i++)
        if ((slot->flags & MOULT_MAY_OWN_FILES) != 0)
            return 1;
    return 0;
}

/* Enough is known after so long. */
#define TIMED_SECONDS 2.0

void moult__check_time(moult__trial *t)
{
    struct timespec from;
    uint32_t count = moult__count(t, 4 * TOURS);
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (uint32_t i = 0; i < count && seconds_since(&from) < TIMED_SECONDS; i++) {
        moult__tour(t, i + 1);
        t->found->seeds++;
    }
    moult__samples_note(t);
    moult__found_out *found = t->found;
    if (found->worst_ns > WORST_NS)
        moult__fails(t, "a call took %llu ms (%s)", (unsigned long long)(found->worst_ns / 1000000),
                     t->worst_call);
    if (found->p99_ns > P99_NS * (owns_files(t) ? 10u : 1u))
        moult__fails(t, "of 100 calls one takes more than %llu ms (%s)",
                     (unsigned long long)(found->p99_ns / 1000000), t->worst_call);
    moult__pass(t, "%llu calls: p50 %llu.%llu us, p99 %llu.%llu us, max %llu.%llu us",
                (unsigned long long)found->calls, (unsigned long long)(found->p50_ns / 1000),
                (unsigned long long)(found->p50_ns / 100 % 10),
                (unsigned long long)(found->p99_ns / 1000),
                (unsigned long long)(found->p99_ns / 100 % 10),
                (unsigned long long)(found->worst_ns / 1000),
                (unsigned long long)(found->worst_ns / 100 % 10));
}
