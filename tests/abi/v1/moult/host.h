/* SPDX-License-Identifier: MIT */
/* The host table: every service of the core, one pointer each, in the order in which they came.
 * It only grows at its end. Plugin code uses the inline functions (world.h, random.h, service.h,
 * mapgen.h, ai.h, saver.h), where the contracts stand. */
#ifndef MOULT_HOST_H
#define MOULT_HOST_H
#include <moult/base.h>
#include <moult/fov.h>
#include <moult/path.h>
#include <moult/plugin.h>

MOULT_EXTERN_C_BEGIN

struct moult_request;
struct moult_canvas;
struct moult_senses;
struct moult_action;
struct moult_sink;

/* Where an actor or item is. */
typedef struct moult_place {
    uint32_t size;
    int32_t x, y;
    uint32_t reserved;
    moult_id level; /* 0: off the map, carried */
} moult_place;

/* Planes that every level has; all are u8 but ROOM, which is u16. */
#define MOULT_PLANE_TILE 0u
#define MOULT_PLANE_DETAIL 1u /* by tile: door state, wall corner, letter | exits << 4 */
#define MOULT_PLANE_MARK 2u   /* the game's own bits */
#define MOULT_PLANE_KNOWN 3u  /* 0, or the remembered tile + 1 */
#define MOULT_PLANE_ROOM 4u   /* 0 none, 1 shared wall, 2 + room id */
#define MOULT_PLANE_LIT 5u    /* seen by the hero now; derived, not hashed */

/* A level to look at. Planes are row-major, `stride` values a row. */
typedef struct moult_view {
    uint32_t size;
    int32_t width, height, stride;
    int32_t depth;
    uint32_t flags;
    moult_id level;
    const uint8_t *tile, *detail, *mark, *known, *lit;
    const uint16_t *room;
} moult_view;

/* A message's argument: {name} in the format. `text` wins when it isn't NULL; it is itself a
 * message id (the English word), looked up in the catalogue. A format whose words depend on a
 * number is MOULT_PLURAL(one, other): which one is said goes by the first argument that is a
 * number, by the language's own rule. */
#define MOULT_PLURAL(one, other) one "\n" other

/* One argument of a message, as told above. */
typedef struct moult_arg {
    uint32_t size;
    uint32_t flags;
    const char *name;
    const char *text;
    int64_t number;
} moult_arg;
/* Entries of a list of arguments: a text, a number. */
#define MOULT_ARG_TEXT(name, text)          \
    {                                       \
        sizeof(moult_arg), 0, name, text, 0 \
    }
#define MOULT_ARG_NUMBER(name, number)           \
    {                                            \
        sizeof(moult_arg), 0, name, NULL, number \
    }

/* Kinds of messages, for colour. */
#define MOULT_SAY_NORMAL 0u
#define MOULT_SAY_GOOD 1u
#define MOULT_SAY_BAD 2u
#define MOULT_SAY_ALERT 3u
#define MOULT_SAY_HERO_STRIKES 4u
#define MOULT_SAY_HERO_STRUCK 5u
#define MOULT_SAY_SYSTEM 6u
#define MOULT_SAY_KINDS 8u /* room for one more */

/* The table. The contract of an entry stands with the inline function that calls it. */
typedef struct moult_host {
    uint32_t size;
    uint32_t abi;
    /* world.h */
    moult_status (*refuse)(moult_world *, moult_status, const char *);
    const void *(*read)(const moult_world *, moult_table, moult_id);
    void *(*edit)(moult_world *, moult_table, moult_id);
    moult_id (*create)(moult_world *, uint32_t, moult_id, int32_t, int32_t);
    moult_id (*append)(moult_world *, moult_table, moult_id);
    moult_status (*remove)(moult_world *, uint32_t, moult_id);
    moult_status (*remove_row)(moult_world *, moult_table, moult_id);
    moult_id (*next)(const moult_world *, uint32_t, moult_id, moult_id);
    moult_id (*next_row)(const moult_world *, moult_table, moult_id, moult_id);
    moult_status (*where)(const moult_world *, uint32_t, moult_id, moult_place *);
    moult_status (*move)(moult_world *, uint32_t, moult_id, moult_id, int32_t, int32_t);
    moult_id (*at)(const moult_world *, uint32_t, moult_id, int32_t, int32_t, moult_id);
    moult_id (*level_create)(moult_world *, int32_t, int32_t, int32_t);
    moult_id (*level)(const moult_world *);
    moult_status (*level_enter)(moult_world *, moult_id);
    moult_status (*view)(const moult_world *, moult_id, moult_view *);
    uint32_t (*tile)(const moult_world *, int32_t, int32_t);
    moult_status (*set_cell)(moult_world *, moult_id, uint32_t, int32_t, int32_t, uint32_t);
    const void *(*plane)(const moult_world *, moult_table, moult_id, uint32_t);
    void *(*plane_edit)(moult_world *, moult_table, moult_id, uint32_t);
    moult_id (*hero)(const moult_world *);
    moult_status (*set_hero)(moult_world *, moult_id);
    uint32_t (*turn)(const moult_world *);
    uint32_t (*turn_passed)(moult_world *);
    moult_name (*intern)(moult_world *, const char *);
    const char *(*text)(const moult_world *, moult_name);
    const void *(*slot_of)(const moult_world *, const char *, moult_name);
    moult_status (*say)(moult_world *, uint32_t, const char *, const moult_arg *, uint32_t);
    void (*signal)(moult_world *, const char *, int32_t, int32_t);
    /* random.h */
    uint32_t (*random)(moult_world *, uint32_t, uint32_t);
    const uint8_t *(*seed_text)(const moult_world *, uint32_t *);
    /* service.h */
    moult_status (*see)(moult_world *, moult_id, int32_t, int32_t, int32_t);
    int32_t (*sees)(const moult_world *, int32_t, int32_t, int32_t, int32_t, int32_t);
    const uint16_t *(*flow)(moult_world *, const moult_point *, uint32_t, uint32_t, uint32_t);
    int32_t (*flow_step)(const moult_world *, const uint16_t *, int32_t, int32_t, int32_t,
                         moult_point *);
    uint32_t (*line)(int32_t, int32_t, int32_t, int32_t, moult_point *, uint32_t);
    /* mapgen.h */
    moult_id (*generate)(moult_world *, const struct moult_request *, const struct moult_canvas **);
    /* ai.h */
    moult_status (*decide)(moult_world *, moult_name, const struct moult_senses *,
                           struct moult_action *);
    /* saver.h */
    uint32_t (*section_count)(const moult_world *);
    const char *(*section_name)(const moult_world *, uint32_t);
    moult_status (*section_encode)(const moult_world *, uint32_t, struct moult_sink *);
    moult_status (*section_decode)(moult_world *, const uint8_t *, uint64_t);
    const moult_schema *(*schema)(const moult_world *, uint32_t);
    /* world.h, again */
    const char *(*option)(const moult_world *, const char *);
    /* service.h, again */
    int32_t (*explore)(moult_world *, moult_point *);
    /* world.h, again */
    const char *(*translate)(const moult_world *, const char *);
    uint32_t (*format)(const moult_world *, char *, uint32_t, const char *, const moult_arg *,
                       uint32_t);
    /* saver.h, again */
    uint64_t (*section_sum)(const uint8_t *, uint64_t);
    moult_status (*section_decode_as)(moult_world *, const uint8_t *, uint64_t, uint64_t);
} moult_host;

MOULT_STATIC_ASSERT(offsetof(moult_host, refuse) == 8 && offsetof(moult_view, tile) == 32 &&
                        offsetof(moult_arg, number) == 24 && sizeof(moult_point) == 8,
                    "the layout that ABI 1 froze");

MOULT_EXTERN_C_END
#endif
