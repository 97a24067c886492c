/* SPDX-License-Identifier: MIT */
/* Requests, sums over levels and rooms, and the comparison of two rows. */
#include "support/nethack_level.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#define PLENTY (1u << 30)

/* What the metrics of a level are taken from. */
typedef struct sample {
    const nethack_level *level;
    const nethack_counters *c;
    moult__map_metrics m;
    int32_t ordinary, special, boulders, gold, boxes, statues, engravings, niches, labels;
} sample;

/* Metrics of a level, by the table's names. */
// clang-format off
#define LEVEL_METRICS(X) \
    X("branch", s->level->branch_level) \
    X("nroom", s->m.rooms + s->c->vault_made) \
    X("n_ord", s->ordinary) \
    X("n_nonvault", s->m.rooms) \
    X("vault", s->c->vault_made) \
    X("vault_reserved", s->c->vault_reserved) \
    X("vault_second", s->c->vault_second) \
    X("vtele", s->c->vault_teleporter) \
    X("end_reason", 2 - s->c->pool_empty) \
    X("lit_rooms", s->m.lit_rooms) \
    X("door_cells", s->m.door_cells) \
    X("sdoor_cells", s->m.secret_door_cells) \
    X("doorindex", s->m.door_entries) \
    X("dup_doors", s->m.double_entries) \
    X("adj_door_pairs", s->m.adjacent_doors) \
    X("fdoor_mismatch_rooms", s->m.lost_entries) \
    X("d_none", s->m.doorways) \
    X("d_open", s->m.open_doors) \
    X("d_closed", s->m.closed_doors) \
    X("d_locked", s->m.locked_doors) \
    X("d_trapped", s->m.trapped_doors) \
    X("corr", s->m.corridor_cells) \
    X("scorr", s->m.secret_corridor_cells) \
    X("corr_boulders", s->boulders) \
    X("dead_ends", s->m.dead_ends) \
    X("dead_ends_nonniche", s->m.dead_ends_no_niche) \
    X("niche_calls", s->c->niche_calls) \
    X("niches", s->niches) \
    X("niche_trap", s->c->niche_trap) \
    X("niche_scorr", s->c->niche_secret_corridor) \
    X("niche_sdoor", s->c->niche_secret_door) \
    X("niche_door", s->c->niche_door) \
    X("niche_closed", s->c->niche_closed) \
    X("niche_bars", s->c->niche_bars) \
    X("join1", s->c->joins[0]) X("ok1", s->c->joined[0]) \
    X("join2", s->c->joins[1]) X("ok2", s->c->joined[1]) \
    X("join3", s->c->joins[2]) X("ok3", s->c->joined[2]) \
    X("join4", s->c->joins[3]) X("ok4", s->c->joined[3]) \
    X("nxblock", s->c->blocked) \
    X("digfail_req", s->c->broken[0]) \
    X("digfail_nx", s->c->broken[1]) \
    X("smeq_classes", s->labels) \
    X("real_comp_noniche", s->m.parts) \
    X("all_reach_nosecret", s->m.all_reached) \
    X("all_reach_secret", s->m.all_reached_secret) \
    X("down_nosecret", s->m.down_reached) \
    X("down_secret", s->m.down_reached_secret) \
    X("special", s->special) \
    X("shops", s->special >= NETHACK_SHOP) \
    X("fountains", s->m.fountains) \
    X("sinks", s->m.sinks) \
    X("altars", s->m.altars) \
    X("graves", s->m.graves) \
    X("thrones", s->m.thrones) \
    X("pools", s->m.pools) \
    X("traps", s->m.traps) \
    X("monsters", s->m.actors) \
    X("objects", s->m.items) \
    X("goldpiles", s->gold) \
    X("buried", s->m.buried) \
    X("engravings", s->engravings) \
    X("boxes", s->boxes) \
    X("statues", s->statues) \
    X("floor_cells", s->m.floor_cells) \
    X("doors_total", s->m.door_cells + s->m.secret_door_cells) \
    X("sdoor_share", (double)s->m.secret_door_cells / \
                     (s->m.door_cells + s->m.secret_door_cells)) \
    X("corr_total", s->m.corridor_cells + s->m.secret_corridor_cells) \
    X("niche_made_rate", (double)s->niches / s->c->niche_calls) \
    X("special_none", s->special == 0) \
    X("special_shop", s->special >= NETHACK_SHOP) \
    X("special_court", s->special == NETHACK_COURT) \
    X("special_leprehall", s->special == NETHACK_HALL) \
    X("special_zoo", s->special == NETHACK_ZOO) \
    X("special_temple", s->special == NETHACK_TEMPLE) \
    X("special_beehive", s->special == NETHACK_BEEHIVE) \
    X("special_morgue", s->special == NETHACK_MORGUE) \
    X("special_anthole", s->special == NETHACK_ANTHOLE) \
    X("special_barracks", s->special == NETHACK_BARRACKS) \
    X("special_swamp", s->special == NETHACK_SWAMP) \
    X("special_cocknest", s->special == NETHACK_NEST)

/* Metrics of a room. */
#define ROOM_METRICS(X) \
    X("room_width", r->width) \
    X("room_height", r->height) \
    X("room_area", r->area) \
    X("doors_per_room(doorct)", r->doors) \
    X("doors_per_room(border cells)", r->border_doors) \
    X("room_lit_share", r->lit) \
    X("room_reach_nosecret", r->reached) \
    X("room_lx", r->x) \
    X("room_ly", r->y)
// clang-format on

static const char *const names[] = {
#define NAME(name, value) name,
    LEVEL_METRICS(NAME) ROOM_METRICS(NAME)
#undef NAME
};

MOULT_STATIC_ASSERT(MOULT_COUNT(names) <= NETHACK_METRICS, "there is a sum for each metric");

const int32_t nethack_table_levels[NETHACK_DEPTHS] = {0,    0,    2000, 2000, 2000, 1617, 1594,
                                                      1587, 1600, 1602, 1727, 1710, 1748, 2000,
                                                      2000, 1496, 1478, 1509, 1517, 2000, 2000};

moult_request nethack_request(uint64_t number, int32_t depth, const char *options, uint8_t *seed)
{
    uint64_t words[4];
    for (uint32_t i = 0; i < 4; i++)
        words[i] = XXH3_64bits_withSeed(&number, sizeof number, (uint64_t)depth * 4 + i);
    memcpy(seed, words, sizeof words);
    return (moult_request){.size = sizeof(moult_request),
                           .width = 80,
                           .height = 21,
                           .depth = depth,
                           .seed = seed,
                           .options = options};
}

moult_status nethack_make(nethack_level *level, moult__canvas *canvas, const moult_request *request)
{
    char why[160];
    moult_canvas *open = moult__canvas_begin(canvas, request, PLENTY);
    if (open == NULL)
        return MOULT_MEMORY;
    return nethack_level_make(level, request, open, why, sizeof why);
}

/* -- counting ---------------------------------------------------------------------------------- */

static void count_items(sample *s, const moult_canvas *canvas)
{
    for (uint32_t i = 0; i < canvas->spawn_count; i++) {
        const moult_spawn *spawn = &canvas->spawns[i];
        uint32_t tile = canvas->tile[spawn->y * canvas->stride + spawn->x];
        int32_t buried = (spawn->flags & MOULT_SPAWN_BURIED) && (spawn->flags & MOULT_SPAWN_HIDDEN);
        s->engravings += spawn->what == MOULT_SPAWN_NOTE && spawn->kind <= NETHACK_HEADSTONE;
        if (spawn->what != MOULT_SPAWN_ITEM || buried)
            continue;
        s->boulders += spawn->kind == NETHACK_BOULDER &&
                       (tile == MOULT_TILE_CORRIDOR || tile == MOULT_TILE_CORRIDOR_SECRET);
        s->gold += spawn->kind == NETHACK_GOLD;
        s->boxes += spawn->kind == NETHACK_BOX || spawn->kind == NETHACK_CHEST;
        s->statues += spawn->kind == NETHACK_STATUE;
    }
}

static void count_rooms(sample *s, const nethack_level *level)
{
    for (int32_t i = 0; i < level->order_count; i++) {
        const nethack_room *r = &level->rooms[level->order[i]];
        s->ordinary += r->kind == NETHACK_ORDINARY;
        if (r->kind != NETHACK_ORDINARY && r->kind != NETHACK_VAULT)
            s->special = r->kind + r->subkind;
    }
    for (int32_t i = 0; i < level->order_count; i++)
        s->labels += level->order[i] != level->vault_room && level->label[i] == i;
}

static void add(nethack_sum *sum, double value)
{
    double power = 1;
    sum->n++;
    for (uint32_t i = 0; i < 4; i++)
        sum->powers[i] += power *= value;
}

int32_t nethack_stats_add(nethack_stats *stats, const nethack_level *level)
{
    moult__map_room rooms[NETHACK_ROOMS];
    sample made = {.level = level, .c = &level->counters};
    int32_t count = moult__map_measure(level->canvas, &made.m, rooms);
    if (count < 0)
        return 0;
    made.niches = made.c->niche_secret_corridor + made.c->niche_secret_door + made.c->niche_door +
                  made.c->niche_closed;
    count_items(&made, level->canvas);
    count_rooms(&made, level);

    const sample *s = &made;
    uint32_t metric = 0;
    int32_t depth = level->depth < NETHACK_DEPTHS ? level->depth : NETHACK_DEPTHS - 1;
#define ADD(name, value) add(&stats->sums[metric++][depth], value);
    LEVEL_METRICS(ADD)
    for (int32_t i = 0; i < count; i++) {
        const moult__map_room *r = &rooms[i];
        uint32_t first = metric;
        ROOM_METRICS(ADD)
        metric = first;
    }
#undef ADD
    return 1;
}

/* -- rows -------------------------------------------------------------------------------------- */

/* Splits METRIC_dA-B; the whole name and all depths when it has no such end. */
static size_t split_name(const char *name, int32_t *low, int32_t *high)
{
    const char *end = strstr(name, "_d");
    *low = 0;
    *high = NETHACK_DEPTHS - 1;
    while (end != NULL && (end[2] < '0' || end[2] > '9'))
        end = strstr(end + 1, "_d");
    if (end == NULL)
        return strlen(name);
    int found = sscanf(end, "_d%d-%d", low, high);
    if (found == 1)
        *high = *low;
    return (size_t)(end - name);
}

int32_t nethack_stats_row(const nethack_stats *stats, const char *name, nethack_row *out)
{
    int32_t low, high;
    size_t length = split_name(name, &low, &high);
    uint32_t metric = 0;
    while (metric < MOULT_COUNT(names) &&
           (strlen(names[metric]) != length || strncmp(names[metric], name, length) != 0))
        metric++;
    if (metric == MOULT_COUNT(names))
        return 0;
    nethack_sum all = {0, {0, 0, 0, 0}};
    for (int32_t depth = low; depth <= high && depth < NETHACK_DEPTHS; depth++) {
        const nethack_sum *part = &stats->sums[metric][depth];
        all.n += part->n;
        for (uint32_t i = 0; i < 4; i++)
            all.powers[i] += part->powers[i];
    }
    double n = all.n > 0 ? (double)all.n : 1, m = all.powers[0] / n;
    double second = all.powers[1] / n - m * m;
    snprintf(out->name, sizeof out->name, "%s", name);
    out->n = all.n;
    out->mean = m;
    out->sd = second > 0 && n > 1 ? sqrt(second * n / (n - 1)) : 0;
    out->fourth = all.powers[3] / n - 4 * m * all.powers[2] / n + 6 * m * m * all.powers[1] / n -
                  3 * m * m * m * m;
    return 1;
}

int32_t nethack_table_next(void *file, nethack_row *out)
{
    char line[256], quantiles[3][16];
    while (fgets(line, sizeof line, file) != NULL) {
        unsigned long long n;
        if (sscanf(line, "%63[^\t]\t%lf\t%lf\t%15[^\t]\t%15[^\t]\t%15[^\t]\t%llu", out->name,
                   &out->mean, &out->sd, quantiles[0], quantiles[1], quantiles[2], &n) != 7)
            continue;
        out->n = n;
        return 1;
    }
    return 0;
}

int32_t nethack_is_moved(const char *name)
{
    return strcmp(name, "join3") == 0 || strcmp(name, "ok3") == 0 ||
           strcmp(name, "dup_doors") == 0 || strcmp(name, "doorindex") == 0 ||
           strcmp(name, "doors_per_room(doorct)") == 0;
}

double nethack_errors(const nethack_row *table, const nethack_row *ours)
{
    double error =
        sqrt(table->sd * table->sd / (double)table->n + ours->sd * ours->sd / (double)ours->n);
    double apart = fabs(table->mean - ours->mean);
    return error > 0 ? apart / error : apart > 0 ? HUGE_VAL : 0;
}

double nethack_part(const nethack_row *table, const nethack_row *ours)
{
    double apart = fabs(table->mean - ours->mean);
    return table->mean != 0 ? apart / fabs(table->mean) : apart > 0 ? 1 : 0;
}

double nethack_spread_errors(const nethack_row *table, const nethack_row *ours)
{
    double square = ours->sd * ours->sd, spare = ours->fourth - square * square;
    double apart = fabs(table->sd - ours->sd);
    if (square <= 0 || spare <= 0)
        return 0;
    double error = sqrt(spare * (1 / (double)table->n + 1 / (double)ours->n)) / (2 * ours->sd);
    return apart / error;
}

double nethack_spread_part(const nethack_row *table, const nethack_row *ours)
{
    double apart = fabs(table->sd - ours->sd);
    return table->sd != 0 ? apart / table->sd : apart > 0 ? 1 : 0;
}
