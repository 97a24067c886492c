/* SPDX-License-Identifier: MIT */
/* mapgen/1: makes a level on a canvas.
 *
 * A generator gets a request and fills a canvas; it has no world and draws only from the request's
 * seed, so a level doesn't depend on what was visited before. What it *promises* on the canvas, and
 * what the rules *require*, the core verifies on the finished planes; only then does the world
 * change. A refused attempt is thrown away and the next one asked for (at most 8), then the
 * fallback generator. Lists are the core's: add to them, never write into them. */
#ifndef MOULT_MAPGEN_H
#define MOULT_MAPGEN_H
#include <moult/base.h>
#include <moult/host.h>
#include <moult/kinds.h>
#include <moult/tiles.h>

MOULT_EXTERN_C_BEGIN

/* What a level can guarantee; `require` of a request, `promise` of a canvas. */
#define MOULT_MAP_CONNECTED 1u  /* all cells that can be entered reach each other, 8 ways */
#define MOULT_MAP_WAY_DOWN 2u   /* exactly one spot STAIRS_DOWN or EXIT, on such a tile */
#define MOULT_MAP_ENTRY_FREE 4u /* an ENTRY spot (or each entry asked for), on a cell to stand on */
#define MOULT_MAP_CLOSED_BORDER 8u /* the outermost cells block */
#define MOULT_MAP_SPAWNS_FREE 16u  /* every spawn but a BURIED one stands on a cell to stand on */
#define MOULT_MAP_NO_SECRETS 32u   /* connected though secret doors and corridors stay shut */

/* Kinds of spots. */
#define MOULT_SPOT_ENTRY 0u
#define MOULT_SPOT_STAIRS_DOWN 1u
#define MOULT_SPOT_STAIRS_UP 2u
#define MOULT_SPOT_BRANCH 3u
#define MOULT_SPOT_EXIT 4u
#define MOULT_SPOT_PORTAL 5u
#define MOULT_SPOT_TELEPORT 6u
#define MOULT_SPOT_TOKEN 7u

/* A cell that means something. */
typedef struct moult_spot {
    uint32_t size;
    uint32_t kind; /* MOULT_SPOT_* */
    int32_t x, y;
    int32_t room;   /* room's index, or -1 */
    int32_t target; /* index of the spot that it leads to, or -1 */
    uint32_t flags;
    uint32_t arg;
} moult_spot;

/* Flags of a room. */
#define MOULT_ROOM_LIT 1u
#define MOULT_ROOM_IRREGULAR 2u
#define MOULT_ROOM_SEALED 4u /* exempt from CONNECTED: a spot or spawn lists the way out */

/* A room: a rectangle, or what lies within one. */
typedef struct moult_room {
    uint32_t size;
    uint32_t kind; /* MOULT_ROOM_ORDINARY .. SHOP; from MOULT_KIND_OWN on: the vocabulary's */
    uint32_t subkind;
    uint32_t flags;         /* MOULT_ROOM_* */
    int32_t x0, y0, x1, y1; /* floor bounds, inclusive */
    int32_t parent;         /* index of the room that a subroom lies in, or -1 */
    int32_t id;             /* stable: 0, 1, ... in the order of making */
} moult_room;

/* Kinds of doors, and their states. */
#define MOULT_DOOR_DOOR 0u
#define MOULT_DOOR_SECRET 1u
#define MOULT_DOOR_BARS 2u
#define MOULT_DOOR_NONE 3u
#define MOULT_DOOR_OPEN 0u /* states; the top bit: trapped */
#define MOULT_DOOR_CLOSED 1u
#define MOULT_DOOR_LOCKED 2u
#define MOULT_DOOR_BROKEN 3u
#define MOULT_DOOR_TRAPPED 0x80000000u

/* A doorway between two rooms is two entries. */
typedef struct moult_door {
    uint32_t size;
    uint32_t kind; /* MOULT_DOOR_* */
    uint32_t state;
    int32_t x, y;
    int32_t room; /* room's index */
} moult_door;

/* What a spawn is to become. */
#define MOULT_SPAWN_ACTOR 0u
#define MOULT_SPAWN_ITEM 1u
#define MOULT_SPAWN_TRAP 2u
#define MOULT_SPAWN_NOTE 3u

/* Flags of a spawn. */
#define MOULT_SPAWN_OWN_KIND 1u /* kind and subkind are numbers of the canvas's vocabulary */
#define MOULT_SPAWN_ASLEEP 2u
#define MOULT_SPAWN_HIDDEN 4u
#define MOULT_SPAWN_BURIED 8u
#define MOULT_SPAWN_LEADER 16u
#define MOULT_SPAWN_COMMON_KIND 32u /* kind and subkind are numbers of kinds.h, too */

/* A wish: the rules decide what comes of it. */
typedef struct moult_spawn {
    uint32_t size;
    uint32_t what; /* MOULT_SPAWN_ACTOR .. NOTE */
    uint32_t kind;
    uint32_t subkind;
    int32_t x, y;
    int32_t room;  /* room's index, or -1 */
    int32_t power; /* a level, value or charge; 0: the rules choose */
    int32_t count;
    uint32_t flags; /* MOULT_SPAWN_OWN_KIND and the like */
} moult_spawn;

/* What is asked for. */
typedef struct moult_request {
    uint32_t size;
    int32_t width, height; /* cells, 1..4096 */
    int32_t depth;         /* from 0; what it means is the rules' */
    uint32_t attempt;      /* 0: the seed as given; then 1, 2, ... with seeds of their own */
    uint32_t require;      /* MOULT_MAP_* */
    uint32_t seed_text_size;
    uint32_t entry_count;
    const char *seed_text;     /* as the player typed it; any bytes, may be empty */
    const uint8_t *seed;       /* 32 bytes: hash of seed text, depth and attempt */
    const moult_spot *entries; /* arrivals that must stay free */
    const char *vocabulary;    /* whose kinds the rules understand: "rogue"; or NULL */
    const char *options;       /* "secrets=off ?doors=on": see options.h. The profile's option
                                * mapgen is added behind those of the rules */
} moult_request;

/* The level in the making. Planes hold width*height cells, all STONE or 0 at the start; the rows
 * before and after them are guards: writing there refuses the attempt. */
typedef struct moult_canvas moult_canvas;
struct moult_canvas {
    uint32_t size;
    int32_t width, height, stride; /* stride in cells, the same for all planes */
    uint8_t *tile, *detail, *mark;
    uint16_t *room;
    const char *vocabulary; /* whose numbers OWN_KIND spawns are; or NULL */
    const moult_room *rooms;
    const moult_door *doors;
    const moult_spot *spots;
    const moult_spawn *spawns;
    uint32_t room_count, door_count, spot_count, spawn_count;
    uint32_t promise; /* MOULT_MAP_* */
    uint32_t reserved;
    /* Each copies its argument and answers its index, or MOULT_FULL / MOULT_RANGE. */
    int32_t (*add_room)(moult_canvas *, const moult_room *);
    int32_t (*add_door)(moult_canvas *, const moult_door *);
    int32_t (*add_spot)(moult_canvas *, const moult_spot *);
    int32_t (*add_spawn)(moult_canvas *, const moult_spawn *);
    /* Counts work; negative when the budget is used up: return that status at once. */
    int32_t (*spend)(moult_canvas *, uint32_t steps);
    /* Says in words, which it copies, why this attempt is refused; answers `status`. */
    moult_status (*refuse)(moult_canvas *, moult_status status, const char *why);
    /* See moult_canvas_figure; NULL while nobody listens. */
    void (*figure)(moult_canvas *, const char *name, int64_t value);
};

/* `generate` fills the canvas; a negative status refuses this attempt. [any, fail] */
typedef struct moult_mapgen_1 {
    uint32_t size;
    uint32_t reserved;
    moult_status (*generate)(const moult_request *request, moult_canvas *canvas);
    uint32_t width, height; /* cells that it is made for, where nobody says a size; 0: any */
} moult_mapgen_1;

#define MOULT_MAPGEN_INTERFACE "mapgen/1"
#define MOULT_MAPGEN_SHAPE "generate i(pp) any,fail\n"

/* MOULT_MAPGEN(mycaves, "0.1.0", "winding caves", generate); and one for a size of its own. */
#define MOULT_MAPGEN(name, version, help, generate) \
    MOULT_MAPGEN_SIZED(name, version, help, generate, 0, 0)
#define MOULT_MAPGEN_SIZED(name, version, help, generate, width, height)                        \
    static const moult_mapgen_1 name##_functions = {sizeof(moult_mapgen_1), 0, generate, width, \
                                                    height};                                    \
    static const moult_provide name##_provides[] = {MOULT_PROVIDE(                              \
        "mapgen/" #name, MOULT_MAPGEN_INTERFACE, MOULT_MAPGEN_SHAPE, &name##_functions)};       \
    MOULT_PLUGIN("mapgen-" #name, version, help, "mapgen/" #name, .provides = name##_provides,  \
                 .provide_count = 1)

/* For rules: asks the role `mapgen` for a level. `request` needs size, width, height, depth,
 * require, entries, vocabulary and options; the core adds the seed. Answers the new level (not yet
 * entered), or 0 with the reason recorded; `canvas` shows its lists until the next one is made or
 * the call ends. [turn, load, fail] */
static inline moult_id moult_generate(moult_world *w, const moult_request *request,
                                      const moult_canvas **canvas)
{
    return moult_host_1->generate(w, request, canvas);
}

/* For generators: `return moult_canvas_refuse(canvas, MOULT_RANGE, "no option \"dors\"")`. */
static inline moult_status moult_canvas_refuse(moult_canvas *canvas, moult_status status,
                                               const char *why)
{
    return MOULT_HAS(canvas, refuse) ? canvas->refuse(canvas, status, why) : status;
}

/* What a generator wants known of its work, as joins and tries: `moult map --stats` shows it beside
 * what any level shows. The name is copied: 1 to 31 of a-z, 0-9, _ and -, at most 64 names a level,
 * else nothing happens; values of one name are added up. Of a name that ends in _rate or _share
 * the value is in millionths. To be called once the level is made, since it changes nothing. */
static inline void moult_canvas_figure(moult_canvas *canvas, const char *name, int64_t value)
{
    if (MOULT_HAS(canvas, figure) && canvas->figure != NULL)
        canvas->figure(canvas, name, value);
}

/* Sets a cell of the canvas; off the canvas nothing happens. */
static inline void moult_canvas_put(moult_canvas *canvas, int32_t x, int32_t y, uint32_t tile)
{
    if (x >= 0 && y >= 0 && x < canvas->width && y < canvas->height)
        canvas->tile[y * canvas->stride + x] = (uint8_t)tile;
}

/* A spot in no room, and its tile where the kind has one; `moult_canvas_spawn`: a wish for somebody
 * or something in no room, whose kind the rules choose. Answers its index, or a refusal. */
static inline int32_t moult_canvas_spot(moult_canvas *canvas, uint32_t kind, int32_t x, int32_t y)
{
    moult_spot spot = {sizeof spot, kind, x, y, -1, -1, 0, 0};
    if (kind == MOULT_SPOT_STAIRS_DOWN)
        moult_canvas_put(canvas, x, y, MOULT_TILE_STAIRS_DOWN);
    else if (kind == MOULT_SPOT_EXIT)
        moult_canvas_put(canvas, x, y, MOULT_TILE_EXIT);
    return canvas->add_spot(canvas, &spot);
}

static inline int32_t moult_canvas_spawn(moult_canvas *canvas, uint32_t what, int32_t x, int32_t y)
{
    moult_spawn spawn = {sizeof spawn, what, 0, 0, x, y, -1, 0, 1, 0};
    return canvas->add_spawn(canvas, &spawn);
}

/* The first spot of a kind, or NULL. */
static inline const moult_spot *moult_canvas_find(const moult_canvas *canvas, uint32_t kind)
{
    for (uint32_t i = 0; i < canvas->spot_count; i++)
        if (canvas->spots[i].kind == kind)
            return &canvas->spots[i];
    return NULL;
}

MOULT_EXTERN_C_END
#endif
