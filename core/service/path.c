/* SPDX-License-Identifier: MIT */
/* Flow fields, lines and flood fill: exact, without allocation.
 *
 * A flow field is a breadth-first search from all goals at once. A map of up to 128x128 cells is
 * kept as a few bits a cell on the stack, a row in two words, and one level of the search is taken
 * for all cells of a row at once: what is next to the frontier and not seen yet is the next
 * frontier (the usual bit-parallel breadth-first search; only the rows that hold frontier are
 * visited). The cost is that of reading the map once, plus levels * rows of the frontier. A larger
 * map would visit too many words for nothing and is searched cell by cell with the caller's queue.
 *
 * The rule of a step stands twice: for cells in is_free and is_corner_clear, for bits in
 * `reach`. */
#include "core/service/path.h"
#include <string.h>

#define SIDE_MAX 4096
#define BITS_MAX 128        /* sides of a map that is searched by bits */
#define DISTANCE_MAX 0xfffe /* farther cells count as this far */

/* Row y of the map is entry y + 1; the entries around them are empty. A map of up to 64 columns
 * uses word 0 of each alone. */
typedef struct bit_map {
    uint64_t free[2][BITS_MAX + 2];     /* can be entered */
    uint64_t open[2][BITS_MAX + 2];     /* can be entered and isn't reached yet */
    uint64_t frontier[2][BITS_MAX + 2]; /* reached by the last level */
} bit_map;

#define INLINE static inline __attribute__((always_inline))

static int is_sound(const moult_grid *g)
{
    return g && MOULT_HAS(g, blocked) && g->tile && g->blocked && g->width >= 1 &&
           g->width <= SIDE_MAX && g->height >= 1 && g->height <= SIDE_MAX &&
           g->stride >= g->width && g->stride <= SIDE_MAX;
}

static inline int is_on(const moult_grid *g, int32_t x, int32_t y)
{
    return x >= 0 && x < g->width && y >= 0 && y < g->height;
}

static inline int is_free(const moult_grid *g, int32_t x, int32_t y)
{
    return !g->blocked[g->tile[(ptrdiff_t)y * g->stride + x]];
}

static inline size_t cell_of(const moult_grid *g, int32_t x, int32_t y)
{
    return (size_t)y * (size_t)g->width + (size_t)x;
}

static inline int32_t direction_count(const moult_grid *g)
{
    return g->flags & MOULT_GRID_ORTHOGONAL ? 4 : MOULT_DIRECTIONS;
}

/* Both cells beside a diagonal step from (x,y) to (to_x,to_y) are free, where that is asked for. */
static inline int is_corner_clear(const moult_grid *g, int32_t x, int32_t y, int32_t to_x,
                                  int32_t to_y)
{
    return !(g->flags & MOULT_GRID_NO_CORNERS) || x == to_x || y == to_y ||
           (is_free(g, x, to_y) && is_free(g, to_x, y));
}

/* `count` <= 64 tiles as bits, the first one lowest: 1 where it can be entered. `free` has a 1 for
 * each tile id that can. Maps are mostly runs of one tile, so that eight alike are looked up
 * once. */
INLINE uint64_t free_bits(const uint8_t *tile, const uint8_t *free, int32_t count)
{
    uint64_t bits = 0;
    int32_t i = 0;
    for (; i + 8 <= count; i += 8) {
        uint64_t eight, some = 0;
        memcpy(&eight, tile + i, sizeof(eight));
        if (eight == (eight << 8 | eight >> 56))
            some = 0xff & (0 - (uint64_t)free[tile[i]]);
        else
            for (int32_t j = 8; j-- > 0;)
                some = some + some + free[tile[i + j]];
        bits |= some << i;
    }
    for (; i < count; i++)
        bits |= (uint64_t)free[tile[i]] << i;
    return bits;
}

/* The bits of word `k` of the row `r` and those beside them. */
INLINE uint64_t widen(const uint64_t *r, int k, int words)
{
    uint64_t bits = r[k] | r[k] << 1 | r[k] >> 1;
    if (words == 2)
        bits |= k == 0 ? r[1] << 63 : r[0] >> 63;
    return bits;
}

/* Word `k` of the cells of row y that a step leads to from the frontier in the rows around it. */
INLINE uint64_t reach(const bit_map *m, int32_t y, const uint64_t *above, const uint64_t *here,
                      const uint64_t *below, int k, uint32_t flags, int words)
{
    uint64_t over[2], under[2];
    if (!(flags & (MOULT_GRID_ORTHOGONAL | MOULT_GRID_NO_CORNERS))) {
        for (int i = 0; i < words; i++)
            over[i] = above[i] | here[i] | below[i];
        return widen(over, k, words);
    }
    uint64_t straight = above[k] | widen(here, k, words) | below[k];
    if (flags & MOULT_GRID_ORTHOGONAL)
        return straight;
    for (int i = 0; i < words; i++) {
        over[i] = above[i] & m->free[i][y];
        under[i] = below[i] & m->free[i][y];
    }
    return straight | (widen(over, k, words) & m->free[k][y - 1]) |
           (widen(under, k, words) & m->free[k][y + 1]);
}

/* `bits` isn't 0. */
INLINE void write_cells(uint64_t bits, uint16_t *distance, uint16_t steps)
{
    do
        distance[__builtin_ctzll(bits)] = steps;
    while (bits &= bits - 1);
}

INLINE void read_map(const moult_grid *g, bit_map *m, int words)
{
    const uint8_t *tile = g->tile;
    uint8_t free[256];
    for (int i = 0; i < 256; i++)
        free[i] = !g->blocked[i];
    for (int k = 0; k < words; k++) {
        m->free[k][0] = m->free[k][g->height + 1] = 0;
        memset(m->frontier[k], 0, sizeof(uint64_t) * (size_t)(g->height + 2));
    }
    for (int32_t y = 1; y <= g->height; y++, tile += g->stride) {
        m->open[0][y] = m->free[0][y] = free_bits(tile, free, words == 2 ? 64 : g->width);
        if (words == 2)
            m->open[1][y] = m->free[1][y] = free_bits(tile + 64, free, g->width - 64);
    }
}

/* One level: from the frontier in the rows *top..*bottom to the next one. Which rows it reaches is
 * listed first and written afterwards, since a branch for each row would be guessed wrong too
 * often. */
INLINE void take_level(bit_map *m, int32_t *top, int32_t *bottom, int32_t height, uint32_t flags,
                       uint16_t *distance, int32_t width, uint16_t steps, int words)
{
    const int32_t begin = *top > 1 ? *top - 1 : 1;
    const int32_t end = *bottom < height ? *bottom + 1 : height;
    int32_t reached[BITS_MAX + 1], count = 0;
    uint64_t above[2] = {0, 0}, here[2], below[2], found[2] = {0, 0};
    for (int k = 0; k < words; k++)
        here[k] = m->frontier[k][begin];
    for (int32_t y = begin; y <= end; y++) {
        for (int k = 0; k < words; k++)
            below[k] = m->frontier[k][y + 1];
        for (int k = 0; k < words; k++)
            found[k] = reach(m, y, above, here, below, k, flags, words) & m->open[k][y];
        for (int k = 0; k < words; k++) {
            above[k] = here[k];
            here[k] = below[k];
            m->frontier[k][y] = found[k];
            m->open[k][y] ^= found[k];
        }
        reached[count] = y;
        count += (found[0] | found[1]) != 0;
    }
    for (int32_t i = 0; i < count; i++)
        for (int k = 0; k < words; k++) {
            uint64_t bits = m->frontier[k][reached[i]];
            if (words == 1 || bits)
                write_cells(bits, distance + (reached[i] - 1) * width + 64 * k, steps);
        }
    *top = count > 0 ? reached[0] : height;
    *bottom = count > 0 ? reached[count - 1] : 0;
}

INLINE void fill_by_bits(const moult_grid *g, const moult_point *goals, uint32_t goal_count,
                         uint16_t *distance, uint32_t flags, int words)
{
    const uint32_t limit = g->limit ? g->limit : UINT32_MAX;
    int32_t top = g->height, bottom = 1; /* the rows that hold frontier */
    bit_map m;
    read_map(g, &m, words);
    for (uint32_t i = 0; i < goal_count; i++) {
        const int32_t x = goals[i].x, y = goals[i].y + 1;
        const uint64_t bit = (uint64_t)1 << (x & 63);
        m.frontier[x >> 6][y] |= bit;
        m.open[x >> 6][y] &= ~bit;
        distance[cell_of(g, x, y - 1)] = 0;
        top = y < top ? y : top;
        bottom = y > bottom ? y : bottom;
    }
    for (uint32_t steps = 1; steps <= limit && top <= bottom; steps++)
        take_level(&m, &top, &bottom, g->height, flags, distance, g->width, (uint16_t)steps, words);
}

/* A cell in a queue. */
static inline uint32_t packed(int32_t x, int32_t y)
{
    return (uint32_t)x | (uint32_t)y << 12;
}

static inline int32_t packed_x(uint32_t cell)
{
    return (int32_t)(cell & 0xfff);
}

static inline int32_t packed_y(uint32_t cell)
{
    return (int32_t)(cell >> 12);
}

static void fill_by_queue(const moult_grid *g, const moult_point *goals, uint32_t goal_count,
                          uint16_t *distance, uint32_t *queue)
{
    const uint32_t limit = g->limit ? g->limit : UINT32_MAX;
    const int32_t directions = direction_count(g);
    uint32_t head = 0, tail = 0, steps = 0, level_end = 0;
    for (uint32_t i = 0; i < goal_count; i++) {
        uint16_t *to = distance + cell_of(g, goals[i].x, goals[i].y);
        if (*to == 0)
            continue;
        *to = 0;
        queue[tail++] = packed(goals[i].x, goals[i].y);
    }
    for (; head < tail; head++) {
        if (head == level_end) {
            level_end = tail;
            if (steps == limit)
                return;
            steps++;
        }
        const int32_t x = packed_x(queue[head]), y = packed_y(queue[head]);
        for (int32_t i = 0; i < directions; i++) {
            const int32_t to_x = x + moult_direction[i].x, to_y = y + moult_direction[i].y;
            if (!is_on(g, to_x, to_y))
                continue;
            uint16_t *to = distance + cell_of(g, to_x, to_y);
            if (*to != MOULT_FAR || !is_free(g, to_x, to_y) ||
                !is_corner_clear(g, x, y, to_x, to_y))
                continue;
            *to = (uint16_t)(steps < DISTANCE_MAX ? steps : DISTANCE_MAX);
            queue[tail++] = packed(to_x, to_y);
        }
    }
}

moult_status moult__flow_fill(const moult_grid *grid, const moult_point *goals, uint32_t goal_count,
                              uint16_t *distance, uint32_t *queue)
{
    if (!is_sound(grid) || !distance || !queue || (goal_count > 0 && !goals))
        return MOULT_RANGE;
    for (uint32_t i = 0; i < goal_count; i++)
        if (!is_on(grid, goals[i].x, goals[i].y))
            return MOULT_RANGE;
    memset(distance, 0xff, cell_of(grid, 0, grid->height) * sizeof(*distance));
    if (grid->width > BITS_MAX || grid->height > BITS_MAX)
        fill_by_queue(grid, goals, goal_count, distance, queue);
    else if (grid->width > 64)
        fill_by_bits(grid, goals, goal_count, distance, grid->flags, 2);
    else if (grid->flags)
        fill_by_bits(grid, goals, goal_count, distance, grid->flags, 1);
    else
        fill_by_bits(grid, goals, goal_count, distance, 0, 1);
    return MOULT_OK;
}

/* The best neighbour by `sign` * distance, the lower the better; -1 when none beats (x,y)
 * itself. */
static int32_t best_step(const moult_grid *g, const uint16_t *distance, int32_t x, int32_t y,
                         int32_t sign)
{
    if (!is_sound(g) || !distance || !is_on(g, x, y))
        return -1;
    const int32_t directions = direction_count(g);
    int32_t best = sign * distance[cell_of(g, x, y)], answer = -1;
    for (int32_t i = 0; i < directions; i++) {
        const int32_t to_x = x + moult_direction[i].x, to_y = y + moult_direction[i].y;
        if (!is_on(g, to_x, to_y))
            continue;
        const int32_t there = distance[cell_of(g, to_x, to_y)];
        if (there == MOULT_FAR || sign * there >= best || !is_corner_clear(g, x, y, to_x, to_y))
            continue;
        best = sign * there;
        answer = i;
    }
    return answer;
}

int32_t moult__flow_step(const moult_grid *grid, const uint16_t *distance, int32_t x, int32_t y)
{
    return best_step(grid, distance, x, y, 1);
}

int32_t moult__flow_flee(const moult_grid *grid, const uint16_t *distance, int32_t x, int32_t y)
{
    return best_step(grid, distance, x, y, -1);
}

/* A line takes one step along its longer side for each cell. The exact other coordinate is rounded
 * to the nearest whole one, halves up whichever end it is drawn from: that makes it symmetric. */
typedef struct line {
    int64_t x, y, step_x, step_y; /* the cell, and the step along the longer side */
    int64_t side_x, side_y;       /* the step that is due whenever `rest` overflows */
    int64_t length, slope, rest;  /* 0 <= rest < 2 * length: half a cell and what was cut off */
} line;

static int64_t sign_of(int64_t n)
{
    return (n > 0) - (n < 0);
}

static line line_start(int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    const int64_t dx = (int64_t)x1 - x0, dy = (int64_t)y1 - y0;
    const int64_t width = dx < 0 ? -dx : dx, height = dy < 0 ? -dy : dy;
    line l = {.x = x0, .y = y0};
    if (width >= height) {
        l.step_x = sign_of(dx);
        l.side_y = 1;
        l.length = width;
        l.slope = 2 * dy;
    } else {
        l.step_y = sign_of(dy);
        l.side_x = 1;
        l.length = height;
        l.slope = 2 * dx;
    }
    l.rest = l.length;
    return l;
}

static void line_advance(line *l)
{
    l->rest += l->slope;
    const int64_t carry = (l->rest >= 2 * l->length) - (l->rest < 0);
    l->rest -= carry * 2 * l->length;
    l->x += l->step_x + carry * l->side_x;
    l->y += l->step_y + carry * l->side_y;
}

uint32_t moult__line_cells(int32_t x0, int32_t y0, int32_t x1, int32_t y1, moult_point *out,
                           uint32_t room)
{
    line l = line_start(x0, y0, x1, y1);
    const uint32_t count = (uint32_t)(l.length + 1);
    for (uint32_t i = 0; i < room && i < count; i++, line_advance(&l))
        out[i] = (moult_point){(int32_t)l.x, (int32_t)l.y};
    return count;
}

int32_t moult__line_clear(const moult_sight *sight, int32_t x1, int32_t y1)
{
    if (!sight || !MOULT_HAS(sight, opaque) || !sight->tile || !sight->opaque || sight->x < 0 ||
        sight->x >= sight->width || sight->y < 0 || sight->y >= sight->height || x1 < 0 ||
        x1 >= sight->width || y1 < 0 || y1 >= sight->height)
        return 0;
    line l = line_start(sight->x, sight->y, x1, y1);
    for (int64_t i = 1; i < l.length; i++) {
        line_advance(&l);
        if (sight->opaque[sight->tile[l.y * sight->stride + l.x]])
            return 0;
    }
    return 1;
}

uint32_t moult__flood_fill(const moult_grid *grid, int32_t x, int32_t y, uint8_t *mark,
                           uint32_t *queue)
{
    if (!is_sound(grid) || !mark || !queue || !is_on(grid, x, y) || mark[cell_of(grid, x, y)])
        return 0;
    const int32_t directions = direction_count(grid);
    uint32_t head = 0, tail = 1;
    queue[0] = packed(x, y);
    mark[cell_of(grid, x, y)] = 1;
    for (; head < tail; head++) {
        const int32_t from_x = packed_x(queue[head]), from_y = packed_y(queue[head]);
        for (int32_t i = 0; i < directions; i++) {
            const int32_t to_x = from_x + moult_direction[i].x;
            const int32_t to_y = from_y + moult_direction[i].y;
            if (!is_on(grid, to_x, to_y) || mark[cell_of(grid, to_x, to_y)] ||
                !is_free(grid, to_x, to_y) || !is_corner_clear(grid, from_x, from_y, to_x, to_y))
                continue;
            mark[cell_of(grid, to_x, to_y)] = 1;
            queue[tail++] = packed(to_x, to_y);
        }
    }
    return tail;
}
