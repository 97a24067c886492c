/* SPDX-License-Identifier: MIT */
/* mapgen/maze: corridors one cell wide between walls one cell thick, from anywhere to anywhere.
 *
 * The maze is dug by a walk that goes on to a neighbour at random while there is one that it hasn't
 * been to, and else one step back: each cell is entered once and left once, and the way back is
 * noted in the cell, so that no stack is needed. That is a perfect maze: one way between any two
 * cells. One arrives in the dead end that is farthest from everything, and leaves in the dead end
 * that is farthest from there. Then `loops` per cent of the other dead ends are opened.
 *
 * Spawns are wishes of no vocabulary, in dead ends as long as there are enough. Cost: about six
 * looks at each cell, whatever the size; memory: three bytes a cell until the end of the call. */
#include "mapgen/common.h"

#define SIDE_MIN 5
#define UNSEEN 255
#define ROOT 254

typedef struct settings {
    int32_t loops, monsters, things, growth, exit;
    int32_t doors, retry; /* words of other generators: nothing here has doors or collides */
} settings;

static const settings usual = {.loops = 30, .monsters = 8, .things = 18, .growth = 3, .exit = 100};

static const moult_options_entry known[] = {
    {"loops", 0, 100, offsetof(settings, loops)},
    {"monsters", 0, 200, offsetof(settings, monsters)},
    {"things", 0, 200, offsetof(settings, things)},
    {"growth", 0, 100, offsetof(settings, growth)},
    {"exit", 0, 1000000000, offsetof(settings, exit)},
    {"doors", 0, 1, offsetof(settings, doors)},
    {"retry", 0, 1, offsetof(settings, retry)},
};

/* A level in the making. The maze's cell (i, j) is the canvas's (2 i + 1, 2 j + 1); between two of
 * them lies a wall or none. */
typedef struct level {
    const moult_request *request;
    moult_canvas *canvas;
    settings set;
    moult_xorshift random;
    int32_t across, down;
    uint32_t cells;
    uint8_t *back;   /* the way back, ROOT or UNSEEN; later: 1 where one has been */
    uint32_t *queue; /* cells in the order in which they were reached */
    uint32_t *list;  /* places in the tile plane, for the wishes */
    uint32_t count;  /* in the queue */
    uint32_t start, end;
} level;

/* Up, right, down, left: the opposite of a way is two further on. */
static const moult_point step[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

static uint32_t place_of(const level *l, uint32_t cell)
{
    const uint32_t x = cell % (uint32_t)l->across, y = cell / (uint32_t)l->across;
    return (2 * y + 1) * (uint32_t)l->canvas->stride + 2 * x + 1;
}

/* The wall between a cell and its neighbour on that way. */
static uint8_t *wall_of(const level *l, uint32_t cell, uint32_t way)
{
    return l->canvas->tile + (int32_t)place_of(l, cell) + step[way].y * l->canvas->stride +
           step[way].x;
}

/* 0: there is none on that way. */
static int32_t neighbour(const level *l, uint32_t cell, uint32_t way, uint32_t *out)
{
    const int32_t x = (int32_t)(cell % (uint32_t)l->across) + step[way].x;
    const int32_t y = (int32_t)(cell / (uint32_t)l->across) + step[way].y;
    if (x < 0 || y < 0 || x >= l->across || y >= l->down)
        return 0;
    *out = (uint32_t)y * (uint32_t)l->across + (uint32_t)x;
    return 1;
}

static void dig_maze(level *l)
{
    uint32_t at = (uint32_t)common_draw(&l->random, (int32_t)l->cells), to = 0;
    memset(l->back, UNSEEN, l->cells);
    l->back[at] = ROOT;
    l->canvas->tile[place_of(l, at)] = MOULT_TILE_FLOOR;
    for (;;) {
        uint32_t ways[4], count = 0;
        for (uint32_t way = 0; way < 4; way++)
            if (neighbour(l, at, way, &to) && l->back[to] == UNSEEN)
                ways[count++] = way;
        if (count > 0) {
            const uint32_t way = ways[common_draw(&l->random, (int32_t)count)];
            neighbour(l, at, way, &to);
            *wall_of(l, at, way) = MOULT_TILE_FLOOR;
            l->canvas->tile[place_of(l, to)] = MOULT_TILE_FLOOR;
            l->back[to] = (uint8_t)(way ^ 2);
        } else if (l->back[at] != ROOT) {
            neighbour(l, at, l->back[at], &to);
        } else {
            return;
        }
        at = to;
    }
}

/* All cells in the order of their distance from `start`. */
static void walk_from(level *l, uint32_t start)
{
    uint32_t to;
    memset(l->back, 0, l->cells);
    l->back[start] = 1;
    l->count = 0;
    l->queue[l->count++] = start;
    for (uint32_t next = 0; next < l->count; next++)
        for (uint32_t way = 0; way < 4; way++)
            if (*wall_of(l, l->queue[next], way) == MOULT_TILE_FLOOR &&
                neighbour(l, l->queue[next], way, &to) && l->back[to] == 0) {
                l->back[to] = 1;
                l->queue[l->count++] = to;
            }
}

static int32_t is_dead_end(const level *l, uint32_t cell)
{
    int32_t open = 0;
    for (uint32_t way = 0; way < 4; way++)
        open += *wall_of(l, cell, way) == MOULT_TILE_FLOOR;
    return open == 1;
}

/* -- where one arrives and leaves -------------------------------------------------------------- */

/* The nearest cell of the maze. */
static uint32_t cell_near(const level *l, const moult_spot *entry)
{
    const int32_t x = common_least(common_most(entry->x - 1, 0) / 2, l->across - 1);
    const int32_t y = common_least(common_most(entry->y - 1, 0) / 2, l->down - 1);
    return (uint32_t)y * (uint32_t)l->across + (uint32_t)x;
}

/* Whether an arrival that was asked for is in this cell, or leads into it. */
static int32_t is_entered(const level *l, uint32_t cell)
{
    for (uint32_t i = 0; i < l->request->entry_count; i++)
        if (cell_near(l, &l->request->entries[i]) == cell)
            return 1;
    return cell == l->start;
}

/* Both ends of the longest way, before any loop makes it shorter. */
static moult_status choose_ways(level *l)
{
    if (l->request->entry_count == 0) {
        walk_from(l, 0);
        l->start = l->queue[l->count - 1];
    } else {
        l->start = cell_near(l, &l->request->entries[0]);
    }
    walk_from(l, l->start);
    uint32_t last = l->count;
    while (last > 0 && is_entered(l, l->queue[last - 1]))
        last--;
    if (last == 0)
        return moult_canvas_refuse(l->canvas, MOULT_REFUSED, "no cell is left for the way down");
    l->end = l->queue[last - 1];
    return MOULT_OK;
}

static void open_dead_ends(level *l)
{
    for (uint32_t cell = 0; cell < l->cells; cell++) {
        uint32_t ways[4], count = 0, to;
        if (cell == l->start || cell == l->end || !is_dead_end(l, cell) ||
            !common_percent(&l->random, l->set.loops))
            continue;
        for (uint32_t way = 0; way < 4; way++)
            if (neighbour(l, cell, way, &to) && to != l->start && to != l->end &&
                *wall_of(l, cell, way) != MOULT_TILE_FLOOR)
                ways[count++] = way;
        if (count > 0)
            *wall_of(l, cell, ways[common_draw(&l->random, (int32_t)count)]) = MOULT_TILE_FLOOR;
    }
}

/* What lies between an arrival and the maze's nearest cell is dug away. */
static moult_status place_entry(level *l, const moult_spot *entry)
{
    const uint32_t cell = cell_near(l, entry);
    const int32_t x = 2 * (int32_t)(cell % (uint32_t)l->across) + 1;
    const int32_t y = 2 * (int32_t)(cell / (uint32_t)l->across) + 1;
    for (int32_t at = common_least(x, entry->x); at <= common_most(x, entry->x); at++)
        moult_canvas_put(l->canvas, at, entry->y, MOULT_TILE_FLOOR);
    for (int32_t at = common_least(y, entry->y); at <= common_most(y, entry->y); at++)
        moult_canvas_put(l->canvas, x, at, MOULT_TILE_FLOOR);
    return common_add_spot(l->canvas, MOULT_SPOT_ENTRY, entry->x, entry->y);
}

static moult_status place_ways(level *l)
{
    const uint32_t stride = (uint32_t)l->canvas->stride;
    const uint32_t start = place_of(l, l->start), end = place_of(l, l->end);
    moult_status status = MOULT_OK;
    if (l->request->entry_count == 0)
        status = common_add_spot(l->canvas, MOULT_SPOT_ENTRY, (int32_t)(start % stride),
                                 (int32_t)(start / stride));
    for (uint32_t i = 0; i < l->request->entry_count && status >= 0; i++)
        status = place_entry(l, &l->request->entries[i]);
    return status < 0 ? status
                      : common_add_way_down(l->canvas, l->request->depth, l->set.exit,
                                            (int32_t)(end % stride), (int32_t)(end / stride));
}

/* -- wishes ------------------------------------------------------------------------------------ */

/* Fills the list with dead ends by their distance from the arrival, or with all cells when there
 * are fewer than are needed; answers how many. */
static uint32_t list_places(level *l, int32_t needed)
{
    uint32_t count = 0;
    for (uint32_t i = 1; i < l->count; i++)
        if (l->queue[i] != l->end && is_dead_end(l, l->queue[i]))
            l->list[count++] = place_of(l, l->queue[i]);
    if (count >= (uint32_t)needed)
        return count;
    for (uint32_t i = 0; i < l->count; i++)
        l->list[i] = place_of(l, l->queue[i]);
    return l->count;
}

static moult_status place_wishes(level *l)
{
    const settings *set = &l->set;
    const int32_t depth = l->request->depth;
    const int32_t monsters = common_count(set->monsters, set->growth, 2 * l->cells, depth);
    const int32_t things = common_count(set->things, 0, 2 * l->cells, depth);
    const uint32_t places = list_places(l, common_most(monsters, things)), near = places / 8;
    const moult_status status = common_scatter(l->canvas, &l->random, MOULT_SPAWN_ACTOR,
                                               l->list + near, places - near, monsters);
    return status < 0
               ? status
               : common_scatter(l->canvas, &l->random, MOULT_SPAWN_ITEM, l->list, places, things);
}

/* -- a level ----------------------------------------------------------------------------------- */

static moult_status build(level *l)
{
    for (int32_t y = 0; y < l->canvas->height; y++)
        memset(l->canvas->tile + y * l->canvas->stride, MOULT_TILE_WALL, (size_t)l->canvas->width);
    dig_maze(l);
    moult_status status = choose_ways(l);
    if (status < 0)
        return status;
    open_dead_ends(l);
    walk_from(l, l->start);
    status = place_ways(l);
    return status < 0 ? status : place_wishes(l);
}

static moult_status generate(const moult_request *request, moult_canvas *canvas)
{
    level l = {.request = request,
               .canvas = canvas,
               .set = usual,
               .random = common_stream(request->seed, 'm'),
               .across = (canvas->width - 1) / 2,
               .down = (canvas->height - 1) / 2};
    if (canvas->width < SIDE_MIN || canvas->height < SIDE_MIN)
        return common_refuse_size(canvas, "mazes", SIDE_MIN, SIDE_MIN);
    l.cells = (uint32_t)l.across * (uint32_t)l.down;
    moult_status status = moult_options_read("mapgen/maze", known, MOULT_COUNT(known),
                                             request->options, canvas, &l.set);
    if (status >= 0)
        status = common_check_entries(request, canvas);
    if (status >= 0)
        status = canvas->spend(canvas, 24 * l.cells);
    if (status < 0)
        return status;
    l.back = malloc(l.cells);
    l.queue = malloc(l.cells * sizeof *l.queue);
    l.list = malloc(l.cells * sizeof *l.list);
    status = l.back != NULL && l.queue != NULL && l.list != NULL ? build(&l) : MOULT_MEMORY;
    free(l.back);
    free(l.queue);
    free(l.list);
    canvas->promise = common_promise(request, canvas);
    return status < 0 ? status : MOULT_OK;
}

MOULT_MAPGEN(maze, "1.0.0", "a maze with loops to taste", generate)
