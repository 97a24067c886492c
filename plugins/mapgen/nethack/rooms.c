/* SPDX-License-Identifier: MIT */
/* Where rooms go. A room gets a drawn size and place within a free rectangle; what is in its way
 * may cut it smaller, or cost the try. The first room that no try finds a place for ends the
 * rooms. Between the walls of two rooms there are always margin-x - 1 columns or margin-y - 1 rows
 * of rock, so a corridor fits between any two.
 *
 * While rooms are made nothing else is on the map, so the list of rooms says what is in the way;
 * the vault comes last and has to look at every cell. */
#include <string.h>
#include "level.h"

/* A room's try: the floor as it is cut down, and how far others must be. */
typedef struct proposal {
    nethack_box floor;
    int32_t margin_x, margin_y;
} proposal;

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* The cells that must be rock around a floor. */
static nethack_box surroundings(const nethack_level *l, const proposal *p)
{
    nethack_box box = {larger(p->floor.x0 - p->margin_x, 1), larger(p->floor.y0 - p->margin_y, 0),
                       smaller(p->floor.x1 + p->margin_x, l->width - 1),
                       smaller(p->floor.y1 + p->margin_y, l->height - 1)};
    return box;
}

/* The first cell of any room, walls included, column by column; 0: there is none. */
static int32_t first_of_rooms(const nethack_level *l, nethack_box look, nethack_cell *out)
{
    int32_t found = 0;
    for (int32_t i = 0; i < l->room_count; i++) {
        const nethack_box *floor = &l->rooms[i].floor;
        nethack_cell at = {larger(look.x0, floor->x0 - 1), larger(look.y0, floor->y0 - 1)};
        if (at.x > smaller(look.x1, floor->x1 + 1) || at.y > smaller(look.y1, floor->y1 + 1))
            continue;
        if (!found || at.x < out->x || (at.x == out->x && at.y < out->y))
            *out = at;
        found = 1;
    }
    return found;
}

/* The same of all that isn't rock. */
static int32_t first_of_all(const nethack_level *l, nethack_box look, nethack_cell *out)
{
    for (int32_t x = look.x0; x <= look.x1; x++)
        for (int32_t y = look.y0; y <= look.y1; y++)
            if (*nethack_tile(l, x, y) != MOULT_TILE_STONE) {
                *out = (nethack_cell){x, y};
                return 1;
            }
    return 0;
}

/* Cuts the room down to what nothing is in the way of; 0: given up. A side is cut in both
 * directions at once, so not many rooms survive. */
static int32_t make_fit(nethack_level *l, proposal *p, int32_t all)
{
    nethack_box *floor = &p->floor;
    nethack_cell hit = {0, 0};
    floor->x0 = larger(floor->x0, l->set.edge_x);
    floor->y0 = larger(floor->y0, l->set.edge_y);
    floor->x1 = smaller(floor->x1, l->width - l->set.edge_x);
    floor->y1 = smaller(floor->y1, l->height - 1 - l->set.edge_y);
    while (floor->x1 > floor->x0 && floor->y1 > floor->y0) {
        nethack_box look = surroundings(l, p);
        if (!(all ? first_of_all(l, look, &hit) : first_of_rooms(l, look, &hit)))
            return 1;
        if (nethack_once(l, l->set.room_cut))
            return 0;
        if (hit.x < floor->x0)
            floor->x0 = hit.x + p->margin_x + 1;
        else
            floor->x1 = hit.x - p->margin_x - 1;
        if (hit.y < floor->y0)
            floor->y0 = hit.y + p->margin_y + 1;
        else
            floor->y1 = hit.y - p->margin_y - 1;
    }
    return 0;
}

/* One less than the room's width and height. */
static void draw_size(nethack_level *l, nethack_box free, int32_t vault, int32_t *dx, int32_t *dy)
{
    const nethack_settings *s = &l->set;
    *dx = *dy = 1;
    if (vault)
        return;
    *dx = s->room_width_least - 1;
    *dx += nethack_roll(l, free.x1 - free.x0 > s->room_wide ? s->room_widths_wide : s->room_widths);
    *dy = s->room_height_least - 1 + nethack_roll(l, s->room_heights);
    if (*dx * *dy > s->room_area)
        *dy = larger(1, s->room_area / *dx);
}

/* A place within the rectangle; 0: it is too small for what was drawn. A room in a rectangle as
 * high as the map may be moved to the top, for else most would be near the middle. */
static int32_t draw_floor(nethack_level *l, nethack_box free, int32_t vault, proposal *p)
{
    int32_t dx, dy, mx = p->margin_x, my = p->margin_y;
    draw_size(l, free, vault, &dx, &dy);
    int32_t border_x = free.x0 > 0 && free.x1 < l->width - 1 ? 2 * mx : mx + 1;
    int32_t border_y = free.y0 > 0 && free.y1 < l->height - 1 ? 2 * my : my + 1;
    if (free.x1 - free.x0 < dx + 3 + border_x || free.y1 - free.y0 < dy + 3 + border_y)
        return 0;
    int32_t left = l->set.edge_x, top = l->set.edge_y;
    int32_t x = free.x0 + (free.x0 > 0 ? mx : left), y = free.y0 + (free.y0 > 0 ? my : top);
    x += nethack_roll(l, free.x1 - (free.x0 > 0 ? free.x0 : left) - dx - border_x + 1);
    y += nethack_roll(l, free.y1 - (free.y0 > 0 ? free.y0 : top) - dy - border_y + 1);
    if (free.y0 == 0 && free.y1 >= l->height - 1 &&
        (l->order_count == 0 || nethack_roll(l, l->order_count) == 0) && y + dy > l->height / 2) {
        y = top + nethack_roll(l, l->set.room_top);
        if (l->order_count < l->set.room_flat && dy > 1)
            dy--;
    }
    p->floor = (nethack_box){x, y, x + dx, y + dy};
    return 1;
}

int32_t nethack_room_try(nethack_level *l, int32_t vault, int32_t all)
{
    proposal p = {.margin_x = vault ? l->set.vault_margin_x : l->set.margin_x,
                  .margin_y = vault ? l->set.vault_margin_y : l->set.margin_y};
    nethack_box free;
    int32_t lit = 1 + nethack_roll(l, 1 + l->depth) < l->set.lit_depth;
    if (nethack_once(l, l->set.lit_not))
        lit = 0;
    for (int32_t tries = 0; tries <= l->set.room_tries; tries++) {
        if (!nethack_pool_draw(l, &free))
            return 0;
        if (!draw_floor(l, free, vault, &p) || !make_fit(l, &p, all))
            continue;
        nethack_box used = {p.floor.x0 - 1, p.floor.y0 - 1, p.floor.x1 + 1, p.floor.y1 + 1};
        nethack_pool_split(l, free, used);
        if (!vault)
            return nethack_room_add(l, p.floor, NETHACK_ORDINARY, lit) >= 0;
        l->vault = (nethack_cell){p.floor.x0, p.floor.y0};
        return 1;
    }
    return 0;
}

int32_t nethack_vault_fits(const nethack_level *l, nethack_cell at)
{
    proposal p = {.floor = {at.x, at.y, at.x + 1, at.y + 1},
                  .margin_x = l->set.vault_margin_x,
                  .margin_y = l->set.vault_margin_y};
    nethack_cell hit;
    return at.x >= l->set.edge_x && at.y >= l->set.edge_y && at.x + 1 <= l->width - l->set.edge_x &&
           at.y + 1 <= l->height - 1 - l->set.edge_y && !first_of_all(l, surroundings(l, &p), &hit);
}

void nethack_rooms_make(nethack_level *l)
{
    while (l->order_count < l->set.rooms_max && l->pool.count > 0) {
        int32_t think = l->order_count >= l->set.vault_rooms && !nethack_once(l, l->set.vault_try);
        if (think && !l->vault_tried) {
            l->vault_tried = 1;
            l->counters.vault_reserved = nethack_room_try(l, 1, 0);
        } else if (!nethack_room_try(l, 0, 0)) {
            break;
        }
    }
    l->counters.pool_empty = l->pool.count == 0;
    nethack_rooms_sort(l);
    for (int32_t room = 0, ordinary = l->room_count; room < ordinary; room++)
        if (nethack_once(l, l->set.subroom))
            nethack_subroom_try(l, room);
}

/* By insertion: rooms of equal left edges stay as they were made. */
void nethack_rooms_sort(nethack_level *l)
{
    for (int32_t i = 1; i < l->order_count; i++) {
        int32_t room = l->order[i], at = i;
        while (at > 0 && l->rooms[l->order[at - 1]].floor.x0 > l->rooms[room].floor.x0) {
            l->order[at] = l->order[at - 1];
            at--;
        }
        l->order[at] = room;
    }
}

/* -- walls and floors -------------------------------------------------------------------------- */

static int32_t room_new(nethack_level *l, nethack_box floor, int32_t kind, int32_t lit)
{
    if (l->room_count == NETHACK_ROOMS)
        return -1;
    l->rooms[l->room_count] = (nethack_room){.floor = floor,
                                             .kind = kind,
                                             .lit = lit,
                                             .parent = -1,
                                             .first_entry = -1,
                                             .last_entry = -1};
    return l->room_count++;
}

static void wall_row(const nethack_level *l, nethack_box floor, int32_t y, uint8_t left,
                     uint8_t right)
{
    size_t width = (size_t)(floor.x1 - floor.x0 + 3);
    memset(nethack_tile(l, floor.x0 - 1, y), MOULT_TILE_WALL, width);
    memset(nethack_detail(l, floor.x0 - 1, y), NETHACK_WALL_HORIZONTAL, width);
    *nethack_detail(l, floor.x0 - 1, y) = left;
    *nethack_detail(l, floor.x1 + 1, y) = right;
}

int32_t nethack_room_add(nethack_level *l, nethack_box floor, int32_t kind, int32_t lit)
{
    int32_t room = l->order_count < NETHACK_ORDER ? room_new(l, floor, kind, lit) : -1;
    if (room < 0)
        return -1;
    l->order[l->order_count++] = room;
    wall_row(l, floor, floor.y0 - 1, NETHACK_WALL_TOP_LEFT, NETHACK_WALL_TOP_RIGHT);
    for (int32_t y = floor.y0; y <= floor.y1; y++) {
        wall_row(l, floor, y, NETHACK_WALL_VERTICAL, NETHACK_WALL_VERTICAL);
        size_t width = (size_t)(floor.x1 - floor.x0 + 1);
        memset(nethack_tile(l, floor.x0, y), MOULT_TILE_FLOOR, width);
        memset(nethack_detail(l, floor.x0, y), 0, width);
    }
    wall_row(l, floor, floor.y1 + 1, NETHACK_WALL_BOTTOM_LEFT, NETHACK_WALL_BOTTOM_RIGHT);
    return room;
}

/* -- subrooms ---------------------------------------------------------------------------------- */

static int32_t is_wall(const nethack_level *l, int32_t x, int32_t y)
{
    uint32_t tile = *nethack_tile(l, x, y);
    return tile == MOULT_TILE_WALL || nethack_is_door(tile);
}

/* Which wall it is, by the walls beside it. */
static uint8_t wall_kind(const nethack_level *l, int32_t x, int32_t y)
{
    /* by up 1, down 2, left 4, right 8 */
    static const uint8_t kinds[16] = {
        NETHACK_WALL_HORIZONTAL,  NETHACK_WALL_VERTICAL,   NETHACK_WALL_VERTICAL,
        NETHACK_WALL_VERTICAL,    NETHACK_WALL_HORIZONTAL, NETHACK_WALL_BOTTOM_RIGHT,
        NETHACK_WALL_TOP_RIGHT,   NETHACK_WALL_TEE_LEFT,   NETHACK_WALL_HORIZONTAL,
        NETHACK_WALL_BOTTOM_LEFT, NETHACK_WALL_TOP_LEFT,   NETHACK_WALL_TEE_RIGHT,
        NETHACK_WALL_HORIZONTAL,  NETHACK_WALL_TEE_UP,     NETHACK_WALL_TEE_DOWN,
        NETHACK_WALL_CROSS,
    };
    return kinds[is_wall(l, x, y - 1) + 2 * is_wall(l, x, y + 1) + 4 * is_wall(l, x - 1, y) +
                 8 * is_wall(l, x + 1, y)];
}

/* Calls for each cell of the ring of walls: 0 makes it a wall, 1 joins it to its neighbours. */
static void each_wall(nethack_level *l, nethack_box floor, int32_t join)
{
    for (int32_t y = floor.y0 - 1; y <= floor.y1 + 1; y++)
        for (int32_t x = floor.x0 - 1; x <= floor.x1 + 1; x++) {
            if (x >= floor.x0 && x <= floor.x1 && y >= floor.y0 && y <= floor.y1)
                continue;
            if (join)
                *nethack_detail(l, x, y) = wall_kind(l, x, y);
            else if (!nethack_is_door(*nethack_tile(l, x, y)))
                *nethack_tile(l, x, y) = MOULT_TILE_WALL;
        }
}

int32_t nethack_subroom_add(nethack_level *l, int32_t parent, nethack_box floor, int32_t kind,
                            int32_t lit)
{
    int32_t room = room_new(l, floor, kind, lit);
    if (room < 0)
        return -1;
    l->rooms[room].parent = parent;
    l->subrooms++;
    each_wall(l, floor, 0);
    each_wall(l, floor, 1);
    return room;
}

/* Where a span of so many cells begins in `whole`: never one cell from an edge, for that cell would
 * be closed in. */
static int32_t place_within(nethack_level *l, int32_t whole, int32_t span)
{
    int32_t at = nethack_roll(l, whole - span);
    if (at == 1)
        at = 0;
    return at + span + 1 == whole ? at + 1 : at;
}

/* A door through each wall that the parent's floor is behind, until one is made. */
static int32_t open_subroom(nethack_level *l, int32_t room)
{
    static const int32_t dx[4] = {1, 0, -1, 0}, dy[4] = {0, 1, 0, -1}; /* into the room */
    nethack_box floor = l->rooms[room].floor, outer = l->rooms[l->rooms[room].parent].floor;
    const nethack_box spans[4] = {{floor.x0 - 1, floor.y0, floor.x0 - 1, floor.y1},
                                  {floor.x0, floor.y0 - 1, floor.x1, floor.y0 - 1},
                                  {floor.x1 + 1, floor.y0, floor.x1 + 1, floor.y1},
                                  {floor.x0, floor.y1 + 1, floor.x1, floor.y1 + 1}};
    int32_t first = nethack_roll(l, 4);
    for (int32_t i = first; i < first + 4; i++) {
        nethack_box span = spans[i % 4];
        nethack_cell at;
        if (span.x0 < outer.x0 || span.x1 > outer.x1 || span.y0 < outer.y0 || span.y1 > outer.y1)
            continue;
        if (!nethack_door_find(l, span, dx[i % 4], dy[i % 4], &at) || !nethack_door_fits(l, at))
            continue;
        nethack_door_roll(l, at, room);
        return 1;
    }
    return 0;
}

int32_t nethack_subroom_try(nethack_level *l, int32_t parent)
{
    nethack_box outer = l->rooms[parent].floor;
    int32_t width = outer.x1 - outer.x0 + 1, height = outer.y1 - outer.y0 + 1;
    if (width < 4 || height < 4)
        return 0;
    int32_t w = 1 + nethack_roll(l, width - 3), h = 1 + nethack_roll(l, height - 3);
    int32_t x = outer.x0 + place_within(l, width, w), y = outer.y0 + place_within(l, height, h);
    nethack_box floor = {x, y, x + w - 1, y + h - 1};
    int32_t room = nethack_subroom_add(l, parent, floor, NETHACK_ORDINARY, l->rooms[parent].lit);
    return room >= 0 && open_subroom(l, room);
}

/* -- cells of a room --------------------------------------------------------------------------- */

/* Whether a subroom of `room`, or its wall, has the cell. */
static int32_t in_subroom(const nethack_level *l, int32_t room, int32_t x, int32_t y)
{
    for (int32_t i = 0; i < l->room_count; i++) {
        const nethack_box *floor = &l->rooms[i].floor;
        if (l->rooms[i].parent == room && x >= floor->x0 - 1 && x <= floor->x1 + 1 &&
            y >= floor->y0 - 1 && y <= floor->y1 + 1)
            return 1;
    }
    return 0;
}

nethack_cell nethack_room_cell(nethack_level *l, int32_t room)
{
    nethack_box floor = l->rooms[room].floor;
    nethack_cell at;
    int32_t tries = 0;
    do {
        at.x = floor.x0 + nethack_roll(l, floor.x1 - floor.x0 + 1);
        at.y = floor.y0 + nethack_roll(l, floor.y1 - floor.y0 + 1);
    } while (l->subrooms > 0 && in_subroom(l, room, at.x, at.y) && ++tries < l->set.place_tries);
    return at;
}
