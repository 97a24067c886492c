/* SPDX-License-Identifier: MIT */
/* A level in the making, and what the files of this generator call of each other.
 *
 * The terrain stands on the canvas alone, in its final tiles; beside it the level keeps what
 * rooms, doors and traps there are, because the canvas's lists only grow and are written at the
 * end. Rooms have their index, which is their id, from creation; `order` says which stands where
 * from left to right, and is what the rules of joining count by. A door is a cell; a room's list
 * has entries that name doors, so a doorway between a room and its subroom is one door in two
 * lists.
 *
 * Nothing is allocated. What can't be put anywhere is left out; `status` keeps the first
 * refusal. */
#ifndef MAPGEN_NETHACK_LEVEL_H
#define MAPGEN_NETHACK_LEVEL_H
#include <moult/mapgen.h>
#include "chance.h"
#include "settings.h"
#include "vocabulary.h"

#define NETHACK_RECTANGLES 50
#define NETHACK_ORDER 41  /* ordinary rooms and the vault */
#define NETHACK_ROOMS 104 /* those, their subrooms and the closets */
#define NETHACK_DOORS 120 /* entries; there are never more doors than entries */
#define NETHACK_TRAPS 256
#define NETHACK_WIDTH_MIN 20
#define NETHACK_HEIGHT_MIN 12

typedef struct nethack_cell {
    int32_t x, y;
} nethack_cell;

/* Both corners included. */
typedef struct nethack_box {
    int32_t x0, y0, x1, y1;
} nethack_box;

typedef struct nethack_pool {
    nethack_box box[NETHACK_RECTANGLES];
    int32_t count;
} nethack_pool;

typedef struct nethack_room {
    nethack_box floor;
    int32_t kind, subkind, lit, parent;
    int32_t door_count, first_entry, last_entry; /* of its list of doors, -1: none */
} nethack_room;

typedef struct nethack_door {
    nethack_cell at;
    uint32_t kind, state; /* MOULT_DOOR_DOOR, SECRET or NONE; OPEN, CLOSED or LOCKED */
    int32_t trapped;
    int32_t mimic; /* 1: somebody in the doorway pretends to be its door */
} nethack_door;

typedef struct nethack_entry {
    int32_t door, room, next; /* next: the entry made after this one, -1: none */
} nethack_entry;

/* What happened on the way and can't be seen on the finished level: for statistics alone. */
typedef struct nethack_counters {
    int32_t pool_empty; /* 1: that ended the rooms, not one that couldn't be made */
    int32_t vault_reserved, vault_made, vault_second, vault_teleporter;
    int32_t joins[4], joined[4], blocked, broken[2]; /* broken: of required digs, of extra ones */
    int32_t niche_calls, niche_trap, niche_secret_corridor, niche_secret_door, niche_door;
    int32_t niche_closed, niche_bars;
    int32_t reused_doors; /* a door on a door */
    int32_t steps;        /* of all corridors */
} nethack_counters;

typedef struct nethack_level {
    const moult_request *request;
    moult_canvas *canvas;
    nethack_settings set;
    nethack_chance chance;
    nethack_counters counters;
    moult_status status;
    int32_t width, height, depth;
    int32_t closed_border, secrets; /* 1: no cell of the edge is opened; there are secret doors */

    nethack_pool pool;
    nethack_room rooms[NETHACK_ROOMS];
    int32_t room_count;
    int32_t order[NETHACK_ORDER], order_count; /* indices of rooms, left to right; the vault last */
    int32_t root[NETHACK_ORDER];               /* union-find, by place in `order` */
    int32_t label[NETHACK_ORDER];              /* the labels of old: merged for two places only */
    int32_t subrooms;                          /* how many there are */

    nethack_door doors[NETHACK_DOORS];
    nethack_entry entries[NETHACK_DOORS];
    int32_t door_count, entry_count;

    nethack_cell vault; /* the reserved place; x < 0: none */
    int32_t vault_tried, vault_room;
    nethack_cell down, up, branch, teleporter; /* x < 0: none */
    int32_t down_room, up_room;
    int32_t branch_level; /* 1: it has a branch */
    nethack_cell traps[NETHACK_TRAPS];
    int32_t trap_count;
} nethack_level;

/* -- cells ------------------------------------------------------------------------------------- */

static inline uint8_t *nethack_tile(const nethack_level *l, int32_t x, int32_t y)
{
    return &l->canvas->tile[(size_t)y * (size_t)l->canvas->stride + (size_t)x];
}

static inline uint8_t *nethack_detail(const nethack_level *l, int32_t x, int32_t y)
{
    return &l->canvas->detail[(size_t)y * (size_t)l->canvas->stride + (size_t)x];
}

static inline int32_t nethack_on_map(const nethack_level *l, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < l->width && y < l->height;
}

static inline int32_t nethack_is_door(uint32_t tile)
{
    const uint32_t doors = 1u << MOULT_TILE_DOORWAY | 1u << MOULT_TILE_DOOR_OPEN |
                           1u << MOULT_TILE_DOOR_CLOSED | 1u << MOULT_TILE_DOOR_LOCKED |
                           1u << MOULT_TILE_DOOR_SECRET | 1u << MOULT_TILE_DOOR_BROKEN;
    return tile < 32 && (doors >> tile & 1) != 0;
}

/* Uniform in 0..bound-1. */
static inline int32_t nethack_roll(nethack_level *l, int32_t bound)
{
    return nethack_draw(&l->chance, bound);
}

static inline int32_t nethack_once(nethack_level *l, int32_t odds)
{
    return nethack_one_in(&l->chance, odds);
}

static inline void nethack_note(nethack_level *l, moult_status status)
{
    if (l->status >= 0 && status < 0)
        l->status = status;
}

/* -- level.c ----------------------------------------------------------------------------------- */

/* Makes the whole level. `l` needs nothing set before. `why` gets the reason when size or
 * options are refused, and keeps what it holds else. */
moult_status nethack_level_make(nethack_level *l, const moult_request *request,
                                moult_canvas *canvas, char *why, uint32_t room);

/* What comes before all else: an empty level, all of it free, no room in it. Refuses as above. */
moult_status nethack_level_begin(nethack_level *l, const moult_request *request,
                                 moult_canvas *canvas, char *why, uint32_t room);

/* -- rectangles.c: where there is room for a room ---------------------------------------------- */

void nethack_pool_begin(nethack_level *l);

/* One of the pool, all equally likely; 0: there is none. */
int32_t nethack_pool_draw(nethack_level *l, nethack_box *out);

/* Takes `used` out of `old`, which must be of the pool, and out of all that share a cell with it;
 * puts what is left of each back, if it is large enough for a room. */
void nethack_pool_split(nethack_level *l, nethack_box old, nethack_box used);

/* -- rooms.c ----------------------------------------------------------------------------------- */

/* Rooms, and a place for a vault, until there is no place for another one; then their order. */
void nethack_rooms_make(nethack_level *l);

/* One room where chance has it, or (`vault`) the place of a vault, which goes to l->vault. 0: none
 * found. `all`: everything on the map is in the way, not the rooms alone. */
int32_t nethack_room_try(nethack_level *l, int32_t vault, int32_t all);

/* 1 when a vault's floor fits at `at` as the map is. */
int32_t nethack_vault_fits(const nethack_level *l, nethack_cell at);

/* Writes a room's floor and walls; answers its index, -1 when there are too many. */
int32_t nethack_room_add(nethack_level *l, nethack_box floor, int32_t kind, int32_t lit);

/* The same within room `parent`; where walls meet they are joined. */
int32_t nethack_subroom_add(nethack_level *l, int32_t parent, nethack_box floor, int32_t kind,
                            int32_t lit);

/* A subroom with a door or two to its parent, somewhere in it; 0: the room is too small. */
int32_t nethack_subroom_try(nethack_level *l, int32_t parent);

/* Makes `order` anew: by left edge, equal ones as they were made. */
void nethack_rooms_sort(nethack_level *l);

/* Any cell of the room's own floor. */
nethack_cell nethack_room_cell(nethack_level *l, int32_t room);

/* -- stairs.c ---------------------------------------------------------------------------------- */

/* The way down, the way up, or where one arrives at depth 1. */
void nethack_stairs_place(nethack_level *l);

/* Whether the level has a branch, and one more way for it. */
void nethack_branch_draw(nethack_level *l);
void nethack_branch_place(nethack_level *l);

/* Whether nothing else may be put on the cell: stairs, furniture, water, a trap, an arrival. */
int32_t nethack_occupied(const nethack_level *l, nethack_cell at);

/* Whether somebody arrives there, so that nobody else may stand on it. */
int32_t nethack_arrival(const nethack_level *l, nethack_cell at);

/* -- doors.c ----------------------------------------------------------------------------------- */

/* A place for a door in a span of wall cells: a random one, else the first possible one, else the
 * first door there is. 0: neither. (dx,dy) leads into the room. */
int32_t nethack_door_find(nethack_level *l, nethack_box span, int32_t dx, int32_t dy,
                          nethack_cell *out);

/* 1 for a straight wall with no door beside it, while the lists have room. */
int32_t nethack_door_fits(const nethack_level *l, nethack_cell at);

/* Makes a door, or rolls the one that is there anew as an ordinary one, and enters it into the
 * room's list, once. */
void nethack_door_make(nethack_level *l, nethack_cell at, int32_t room, int32_t secret);

/* The same, secret or not by chance. */
void nethack_door_roll(nethack_level *l, nethack_cell at, int32_t room);

/* Whether one steps from the door onto the room's floor. */
int32_t nethack_door_opens(nethack_cell at, const nethack_room *room);

/* The door of that cell, NULL: none. */
nethack_door *nethack_door_at(nethack_level *l, nethack_cell at);

/* The newest door of a room's list, NULL: none. */
nethack_door *nethack_door_newest(nethack_level *l, int32_t room);

/* Writes the door's tile. */
void nethack_door_show(nethack_level *l, const nethack_door *door);

/* Whether there is a door beside the cell; `diagonal`: or across its corner. */
int32_t nethack_door_beside(const nethack_level *l, nethack_cell at, int32_t diagonal);

/* -- corridors.c ------------------------------------------------------------------------------- */

/* The four passes. Refuses a level whose rooms aren't all joined. */
void nethack_corridors_make(nethack_level *l);

/* Digs from `from` to `to`, at most as many steps as the settings say; 0: given up. An extra
 * corridor may break off, and has boulders. What is dug stays. */
int32_t nethack_corridor_dig(nethack_level *l, nethack_cell from, nethack_cell to, int32_t extra);

/* Whether the rooms at two places of `order` are joined already. */
int32_t nethack_joined(nethack_level *l, int32_t a, int32_t b);

/* -- niches.c ---------------------------------------------------------------------------------- */

void nethack_niches_make(nethack_level *l);

/* One niche with a trap of that kind, 0: as chance has it. 0: no place found. */
int32_t nethack_niche_try(nethack_level *l, int32_t trap);

/* -- vault.c ----------------------------------------------------------------------------------- */

/* The vault at the reserved place, if there still is room for it, its gold and its teleporter. */
void nethack_vault_make(nethack_level *l);

/* Says from which corridor cell the vault's guard comes: the nearest that is no niche. */
void nethack_vault_guard(nethack_level *l);

/* -- special.c --------------------------------------------------------------------------------- */

/* At most one special room, and all that is in it. */
void nethack_special_make(nethack_level *l);

/* Makes the first fitting room a shop, or a drawn one another special room; answers whether. */
int32_t nethack_shop_make(nethack_level *l);
int32_t nethack_special_room(nethack_level *l, int32_t kind);

/* -- stock.c: what is in special rooms --------------------------------------------------------- */

void nethack_shop_stock(nethack_level *l, int32_t room);
void nethack_zoo_stock(nethack_level *l, int32_t room);
void nethack_temple_stock(nethack_level *l, int32_t room);
void nethack_swamp_make(nethack_level *l);

/* -- fill.c: what is in ordinary rooms --------------------------------------------------------- */

void nethack_rooms_fill(nethack_level *l);

/* -- traps.c ----------------------------------------------------------------------------------- */

/* A trap of any kind that the depth allows, somewhere in the room. */
void nethack_trap_any(nethack_level *l, int32_t room);
void nethack_trap_add(nethack_level *l, int32_t kind, nethack_cell at, int32_t room,
                      uint32_t subkind);

/* -- minerals.c -------------------------------------------------------------------------------- */

void nethack_minerals_bury(nethack_level *l);

/* -- spawns.c ---------------------------------------------------------------------------------- */

/* Asks for one of a kind; `power` and `flags` as in moult_spawn. Nothing while `fill` is off. */
void nethack_spawn(nethack_level *l, uint32_t what, uint32_t kind, nethack_cell at, int32_t room,
                   uint32_t subkind, int32_t power, uint32_t flags);
void nethack_spawn_item(nethack_level *l, uint32_t kind, nethack_cell at, int32_t room);
void nethack_spawn_gold(nethack_level *l, nethack_cell at, int32_t room, int32_t pieces);
void nethack_spawn_note(nethack_level *l, uint32_t kind, nethack_cell at, int32_t room);

/* What a shop sells. */
void nethack_spawn_goods(nethack_level *l, nethack_cell at, int32_t room, uint32_t shop);

/* Any thing: of a class by its share of things. */
void nethack_spawn_thing(nethack_level *l, nethack_cell at, int32_t room, uint32_t flags);

/* -- arrivals.c -------------------------------------------------------------------------------- */

/* Sees to it that one can stand on each entry asked for, and get to all else from there. */
void nethack_arrivals_free(nethack_level *l);

/* -- numbers.c --------------------------------------------------------------------------------- */

/* Numbers rooms and walls in plane ROOM, turns secrets into ordinary things where they are not
 * wanted, and hands rooms, doors and spots to the canvas. */
void nethack_level_publish(nethack_level *l);

/* -- figures.c --------------------------------------------------------------------------------- */

/* Tells whoever listens what the counters and the canvas's lists say, by the names of the table of
 * the real game's levels. */
void nethack_figures_tell(const nethack_level *l);

#endif
