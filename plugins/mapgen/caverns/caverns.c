/* SPDX-License-Identifier: MIT */
/* mapgen/caverns: winding caves with lakes, by a cellular automaton.
 *
 * Noise becomes caves by a few rounds of one rule: rock stays or comes where at least five of the
 * nine cells around are rock. Small caves are filled again. The others grow into the rock all at
 * once, ring by ring, and where two meet they are joined by digging back to both: tunnels are
 * short, and each cell is looked at once. A lake takes a cell only when the land around that cell
 * stays in one piece without it, so land is connected at any time, even by steps in four
 * directions. One arrives at the end of the largest cave in some direction, and leaves as far away
 * as can be.
 *
 * Spawns are wishes of no vocabulary, spread by the distance from where one arrives. Cost: about
 * ten looks at each cell, whatever the size; memory: 15 bytes a cell until the end of the call. */
#include "mapgen/caverns/level.h"

#define SIDE_MIN 8

static const caverns_settings usual = {.fill = 45,
                                       .rounds = 4,
                                       .smallest = 20,
                                       .water = 8,
                                       .monsters = 5,
                                       .things = 12,
                                       .growth = 3,
                                       .exit = 100};

static const moult_options_entry known[] = {
    {"fill", 20, 70, offsetof(caverns_settings, fill)},
    {"rounds", 1, 20, offsetof(caverns_settings, rounds)},
    {"smallest", 9, 10000, offsetof(caverns_settings, smallest)},
    {"water", 0, 50, offsetof(caverns_settings, water)},
    {"monsters", 0, 200, offsetof(caverns_settings, monsters)},
    {"things", 0, 200, offsetof(caverns_settings, things)},
    {"growth", 0, 100, offsetof(caverns_settings, growth)},
    {"exit", 0, 1000000000, offsetof(caverns_settings, exit)},
    {"doors", 0, 1, offsetof(caverns_settings, doors)},
    {"retry", 0, 1, offsetof(caverns_settings, retry)},
};

/* -- the automaton ----------------------------------------------------------------------------- */

/* Four cells from one draw: the chance is fill per cent, in 256ths. */
static void fill_with_noise(caverns_level *l)
{
    const uint8_t bound = (uint8_t)(l->set.fill * 256 / 100);
    const int32_t right = l->width - 1;
    uint8_t noise[4096 + 3];
    memset(l->cell, ROCK, l->cells);
    memset(l->other, ROCK, l->cells);
    for (int32_t y = 1; y < l->height - 1; y++) {
        uint8_t *row = l->cell + caverns_cell(l, 0, y);
        for (int32_t x = 1; x < right; x += 4) {
            const uint32_t drawn = moult_xorshift_next(&l->random);
            for (uint32_t i = 0; i < 4; i++)
                noise[x + (int32_t)i] = (uint8_t)(drawn >> (8 * i));
        }
        for (int32_t x = 1; x < right; x++)
            row[x] = noise[x] < bound;
    }
}

static void smooth(caverns_level *l)
{
    uint8_t column[4096]; /* rock in the three cells of each column */
    const int32_t width = l->width, pitch = l->pitch;
    for (int32_t y = 1; y < l->height - 1; y++) {
        const uint8_t *row = l->cell + caverns_cell(l, 0, y);
        uint8_t *next = l->other + caverns_cell(l, 0, y);
        for (int32_t x = 0; x < width; x++)
            column[x] = (uint8_t)(row[x - pitch] + row[x] + row[x + pitch]);
        for (int32_t x = 1; x < width - 1; x++)
            next[x] = (uint8_t)(column[x - 1] + column[x] + column[x + 1]) >= 5;
    }
    uint8_t *old = l->cell;
    l->cell = l->other;
    l->other = old;
}

static uint32_t inner_cell(const caverns_level *l, const moult_spot *entry)
{
    return caverns_cell(l, common_least(common_most(entry->x, 1), l->width - 2),
                        common_least(common_most(entry->y, 1), l->height - 2));
}

static void keep_entries(caverns_level *l)
{
    for (uint32_t i = 0; i < l->request->entry_count; i++)
        l->cell[inner_cell(l, &l->request->entries[i])] = KEPT;
}

static void dig_middle(caverns_level *l)
{
    for (int32_t y = l->height / 4; y < l->height * 3 / 4; y++)
        for (int32_t x = l->width / 4; x < l->width * 3 / 4; x++)
            if (l->cell[caverns_cell(l, x, y)] == ROCK)
                l->cell[caverns_cell(l, x, y)] = LAND;
}

/* -- where one arrives and leaves -------------------------------------------------------------- */

static void draw_tiles(const caverns_level *l)
{
    for (int32_t y = 0; y < l->height; y++)
        memcpy(l->canvas->tile + caverns_cell(l, 0, y), l->cell + caverns_cell(l, 0, y),
               (size_t)l->width);
    for (uint32_t i = 0; i < l->request->entry_count; i++)
        l->canvas->tile[inner_cell(l, &l->request->entries[i])] = MOULT_TILE_FLOOR;
    if (l->request->entry_count == 0)
        l->canvas->tile[l->far] = MOULT_TILE_FLOOR;
}

/* Puts what can be reached from `start` into the queue, by distance. A neighbour is always written
 * behind the end, and stays there only when it is new: no branch depends on the map. */
static void walk_from(caverns_level *l, uint32_t start)
{
    uint8_t *ahead = l->ahead;
    uint32_t *queue = l->queue, count = 1;
    const int32_t up = l->way[0];
    queue[0] = start;
    ahead[start] = 0;
    for (uint32_t next = 0; next < count; next++) {
        const uint32_t at = queue[next];
        const uint32_t around[4] = {at + (uint32_t)up, at + 1, at - (uint32_t)up, at - 1};
        for (uint32_t way = 0; way < 4; way++) {
            queue[count] = around[way];
            count += ahead[around[way]];
            ahead[around[way]] = 0;
        }
    }
    l->count = count;
}

static uint32_t arrival(const caverns_level *l)
{
    return l->request->entry_count > 0 ? inner_cell(l, &l->request->entries[0]) : l->far;
}

/* Answers the spots' first refusal, or MOULT_OK. */
static moult_status place_ways(caverns_level *l)
{
    const uint32_t across = (uint32_t)l->pitch;
    moult_status status = MOULT_OK;
    caverns_look_ahead(l);
    walk_from(l, arrival(l));
    if (l->request->entry_count == 0) {
        status = common_add_spot(l->canvas, MOULT_SPOT_ENTRY, (int32_t)(l->queue[0] % across),
                                 (int32_t)(l->queue[0] / across));
    }
    for (uint32_t i = 0; i < l->request->entry_count && status >= 0; i++) {
        const moult_spot *entry = &l->request->entries[i];
        moult_canvas_put(l->canvas, entry->x, entry->y, MOULT_TILE_FLOOR);
        status = common_add_spot(l->canvas, MOULT_SPOT_ENTRY, entry->x, entry->y);
    }
    uint32_t last = l->count;
    while (last > 1 && l->request->entry_count > 0 && l->cell[l->queue[last - 1]] == KEPT)
        last--;
    if (last <= 1)
        return moult_canvas_refuse(l->canvas, MOULT_REFUSED, "no cell is left for the way down");
    const uint32_t end = l->queue[last - 1];
    return status < 0 ? status
                      : common_add_way_down(l->canvas, l->request->depth, l->set.exit,
                                            (int32_t)(end % across), (int32_t)(end / across));
}

/* Nobody waits in the eighth of the land that is nearest to the arrival. */
static moult_status place_wishes(caverns_level *l)
{
    const caverns_settings *set = &l->set;
    const int32_t depth = l->request->depth;
    const uint32_t near = l->count / 8;
    moult_status status =
        common_scatter(l->canvas, &l->random, MOULT_SPAWN_ACTOR, l->queue + near, l->count - near,
                       common_count(set->monsters, set->growth, l->count, depth));
    if (status < 0)
        return status;
    return common_scatter(l->canvas, &l->random, MOULT_SPAWN_ITEM, l->queue, l->count,
                          common_count(set->things, 0, l->count, depth));
}

/* -- a level ----------------------------------------------------------------------------------- */

static moult_status build(caverns_level *l)
{
    l->wind = moult_direction[common_draw(&l->random, MOULT_DIRECTIONS)];
    fill_with_noise(l);
    for (int32_t i = 0; i < l->set.rounds; i++)
        smooth(l);
    keep_entries(l);
    uint32_t caves = caverns_number_caves(l);
    if (l->land < (uint32_t)l->set.smallest) {
        l->set.smallest = 1;
        dig_middle(l);
        caves = caverns_number_caves(l);
    }
    moult_status status = caverns_join_caves(l, caves);
    if (status < 0)
        return status;
    if (l->request->entry_count == 0)
        l->cell[l->far] = KEPT;
    caverns_make_lakes(l);
    draw_tiles(l);
    status = place_ways(l);
    return status < 0 ? status : place_wishes(l);
}

static moult_status generate(const moult_request *request, moult_canvas *canvas)
{
    caverns_level l = {.request = request,
                       .canvas = canvas,
                       .set = usual,
                       .random = common_stream(request->seed, 'c'),
                       .width = canvas->width,
                       .height = canvas->height,
                       .pitch = canvas->stride,
                       .cells = (uint32_t)canvas->stride * (uint32_t)canvas->height,
                       .way = {-canvas->stride, 1, canvas->stride, -1}};
    if (canvas->width < SIDE_MIN || canvas->height < SIDE_MIN)
        return common_refuse_size(canvas, "caverns", SIDE_MIN, SIDE_MIN);
    moult_status status = moult_options_read("mapgen/caverns", known, MOULT_COUNT(known),
                                             request->options, canvas, &l.set);
    if (status >= 0)
        status = common_check_entries(request, canvas);
    if (status >= 0)
        status = canvas->spend(canvas, l.cells * (uint32_t)(l.set.rounds + 8));
    if (status < 0)
        return status;
    uint8_t *planes = malloc(3 * (size_t)l.cells);
    l.cell = planes;
    l.other = planes + l.cells;
    l.ahead = planes + 2 * (size_t)l.cells;
    l.owner = calloc(l.cells, sizeof *l.owner);
    l.queue = malloc((l.cells + (size_t)l.height + 4) * sizeof *l.queue);
    l.rim = malloc((l.cells + 1) * sizeof *l.rim);
    status = planes != NULL && l.owner != NULL && l.queue != NULL && l.rim != NULL ? build(&l)
                                                                                   : MOULT_MEMORY;
    free(planes);
    free(l.owner);
    free(l.queue);
    free(l.rim);
    canvas->promise = common_promise(request, canvas);
    return status < 0 ? status : MOULT_OK;
}

MOULT_MAPGEN(caverns, "1.0.0", "winding caves with lakes", generate)
