/* SPDX-License-Identifier: MIT */
/* The world: all rows of one game, and nothing else. No global state: a world is a value, and two
 * games in one process never meet.
 *
 * Rows live in blocks that never move (64 rows, or 1 KB of a plane). Whoever changes a row asks for
 * it by an edit, which marks its block; hash, checkpoint and protection go by block. What is
 * derived (occupancy, the index of names) is rebuilt from the rows after a load. Ids are slot |
 * generation << 32 and the slots themselves are rows too, so that one codec saves, hashes and
 * restores everything. */
#ifndef MOULT_CORE_WORLD_H
#define MOULT_CORE_WORLD_H
#include <moult/host.h>
#include "core/system/error.h"
#include "core/world/schema.h"

#define MOULT__BLOCK_ROWS 64u
#define MOULT__BLOCK_BYTES 1024u /* of a plane */
#define MOULT__SIDE_MAX 4096
#define MOULT__WORLD_MAX ((uint64_t)128 << 20) /* bytes of rows and planes that are loaded */

/* Where a call may change the world. */
#define MOULT__PHASE_TURN 0u
#define MOULT__PHASE_DRAW 1u

typedef struct moult__block {
    struct moult__block *next_dirty;
    uint8_t *bytes;
    uint64_t seed; /* of its hash: table and place */
    uint64_t hash; /* its share in the world's sum; 0 until first hashed */
    uint32_t size; /* 0: dead, to be freed when the lists that it is on are walked */
    uint8_t dirty;
    uint8_t hashed; /* belongs to the sum at all */
    uint8_t unsent;
    struct moult__block *next_unsent;
    uint32_t table;  /* 0 while its rows are beside the world, being migrated */
    uint32_t place;  /* 0: a table's rows; else 1 + the plane's index */
    uint32_t number; /* in its run */
} moult__block;

/* Blocks in a row, with a common seed. A plane's blocks are slices of one piece of memory. */
typedef struct moult__run {
    moult__block **blocks;
    uint32_t count, room;
    uint8_t *plane; /* NULL: each block has its own memory */
    uint32_t plane_size;
} moult__run;

/* One table of this world. */
typedef struct moult__rows {
    moult__layout layout;
    uint32_t table;     /* its handle; 0 while it is beside the world */
    uint32_t pool;      /* index of the table whose rows are its slots; 0: none (WORLD, CELL) */
    moult__run run;     /* rows; for CELL: unused */
    moult__run *planes; /* CELL: [level slot * field_count + field] */
    uint32_t plane_count;
} moult__rows;

/* Counts of actors and items on each cell, derived. */
typedef struct moult__occupancy {
    uint8_t *count[2]; /* 0 actors, 1 items; saturates at 255 */
} moult__occupancy;

/* Blocks that a hash found changed, newest last: which, and what its share in the sum is now. Both
 * are shortened, as they are for being recorded. */
#define MOULT__CHANGES_MAX 64u

typedef struct moult__change {
    uint32_t block, hash;
} moult__change;

typedef struct moult__changes {
    uint32_t count, more; /* more: 1: there were others */
    moult__change list[MOULT__CHANGES_MAX];
} moult__changes;

/* Asks to be told of each block that is about to be changed. */
typedef struct moult__onlooker {
    void (*touched)(struct moult__onlooker *onlooker, const moult__block *block);
} moult__onlooker;

/* A section that no loaded plugin knows: kept as it came and written back. */
typedef struct moult__section {
    char name[MOULT_SLOT_SIZE];
    uint8_t *bytes;
    uint64_t count;
} moult__section;

/* A slot found by name lately: asked for every actor, every turn. */
typedef struct moult__slot_cache {
    const char *kind; /* the caller's text, compared by address */
    moult_name name;
    uint32_t stamp; /* of the set's dispatch */
    const void *slot;
} moult__slot_cache;
#define MOULT__SLOT_CACHE 64u

struct moult_world {
    void *set; /* the plugins that play it, and what they call back: for the layers above */
    void *session;
    moult__slot_cache slot_cache[MOULT__SLOT_CACHE];
    uint32_t phase;
    uint32_t table_count; /* handles are 1..table_count */
    moult__rows *tables;  /* [0] is unused */
    moult__block *dirty;  /* the changed blocks since the last hash */
    moult__block *unsent; /* the changed blocks since the last frame, as far as they were hashed */
    uint32_t tracked;     /* 1: such a list is kept, as nothing but blocks' bytes has changed */
    uint64_t hash_sum;
    moult__changes *changes;     /* collects them at each hash; NULL: nobody wants to know */
    moult__onlooker *onlooker;   /* NULL: nobody */
    moult__occupancy *occupancy; /* by level slot */
    uint32_t occupancy_count;
    uint32_t *name_index; /* open addressing over core.name */
    uint32_t name_index_size;
    uint64_t cosmetic;       /* random state of the stream that is neither saved nor hashed */
    moult__section *pending; /* handed over by a saver, not yet applied */
    uint32_t pending_count;
    moult__section *unknown;
    uint32_t unknown_count;
    char edited[160];     /* names of tables that were edited in the file; "": none was */
    moult__report report; /* newest refusal */
};

/* A fresh world with the given tables, after the core's own (core_tables.h). NULL: memory. */
moult_world *moult__world_create(const moult__layout *layouts, uint32_t count);
void moult__world_free(moult_world *w);

/* Adds a table at the end, with rows for what lives already. MOULT_REFUSED when there is one of
 * that name. What moult__schema answered before is no longer valid. */
moult_status moult__world_add_table(moult_world *w, const moult__layout *layout);

/* Starts a run in a fresh world: the seed text, the streams. MOULT_RANGE over 4,096 bytes. */
moult_status moult__world_seed(moult_world *w, const uint8_t *seed, uint32_t count);

/* Empties every table, forgets unknown sections, but keeps the seed: for a new run. */
moult_status moult__world_clear(moult_world *w);

/* In debug builds: makes all rows read-only memory, or writable again. Elsewhere nothing. */
void moult__world_protect(moult_world *w, int32_t read_only);

/* -- table.c ----------------------------------------------------------------------------------- */
/* A row's bytes; the slot must exist. Here, because everything goes through it. */
static inline uint8_t *moult__row(const moult_world *w, moult_table table, uint32_t slot)
{
    const moult__rows *rows = &w->tables[table];
    return rows->run.blocks[slot / MOULT__BLOCK_ROWS]->bytes +
           (size_t)(slot % MOULT__BLOCK_ROWS) * rows->layout.row_size;
}

uint8_t *moult__row_edit(moult_world *w, moult_table table, uint32_t slot);
moult_status moult__rows_cover(moult_world *w, moult_table table, uint32_t slots);
void moult__rows_free(moult_world *w, moult__rows *rows);
moult_status moult__rows_grow(moult_world *w, moult__rows *rows);
moult_status moult__run_plane(moult_world *w, moult__rows *rows, uint32_t index, uint32_t size,
                              uint64_t seed);
void moult__run_free(moult_world *w, moult__run *run);
void moult__block_touch(moult_world *w, moult__block *block);
moult_table moult__table_find(const moult_world *w, const char *name);

const void *moult__read(const moult_world *w, moult_table table, moult_id id);
void *moult__edit(moult_world *w, moult_table table, moult_id id);
const moult_schema *moult__schema(const moult_world *w, uint32_t table);
moult_status moult__fail(moult_world *w, moult_status status, const char *text);
moult_status moult__writable(moult_world *w, const char *what);

/* -- entity.c: the host's functions, contracts in moult/world.h -------------------------------- */
moult_id moult__create(moult_world *w, uint32_t scope, moult_id level, int32_t x, int32_t y);
moult_id moult__append(moult_world *w, moult_table table, moult_id level);
moult_id moult__append_core(moult_world *w, moult_table table);
void moult__remove_core(moult_world *w, moult_table table, uint32_t slot);
moult_status moult__remove(moult_world *w, uint32_t scope, moult_id id);
moult_status moult__remove_row(moult_world *w, moult_table table, moult_id id);
moult_id moult__next(const moult_world *w, uint32_t scope, moult_id level, moult_id after);
moult_id moult__next_row(const moult_world *w, moult_table table, moult_id level, moult_id after);
moult_status moult__where(const moult_world *w, uint32_t scope, moult_id id, moult_place *out);
moult_status moult__move(moult_world *w, uint32_t scope, moult_id id, moult_id level, int32_t x,
                         int32_t y);
moult_id moult__at(const moult_world *w, uint32_t scope, moult_id level, int32_t x, int32_t y,
                   moult_id after);
moult_status moult__occupancy_rebuild(moult_world *w);

/* -- slots.c: pools of slots, shared by entities and lists ------------------------------------- */
uint32_t moult__slot_take(moult_world *w, moult_table pool);
void moult__slot_give(moult_world *w, moult_table pool, uint32_t slot);
void moult__slot_link(moult_world *w, moult_table pool, uint32_t slot, uint32_t owner);
void moult__slot_unlink(moult_world *w, moult_table pool, uint32_t slot);
uint32_t moult__slot_first(const moult_world *w, moult_table pool, uint32_t owner);
moult_id moult__slot_id(const moult_world *w, moult_table pool, uint32_t slot);

/* -- level.c ----------------------------------------------------------------------------------- */
moult_id moult__level_create(moult_world *w, int32_t width, int32_t height, int32_t depth);
moult_status moult__level_planes(moult_world *w, uint32_t slot);
moult_status moult__plane_make(moult_world *w, moult__rows *rows, uint32_t slot, uint32_t field,
                               uint32_t cells);
void moult__level_release(moult_world *w, uint32_t slot);
moult_id moult__level(const moult_world *w);
moult_status moult__level_enter(moult_world *w, moult_id level);
moult_status moult__view(const moult_world *w, moult_id level, moult_view *out);
uint32_t moult__tile(const moult_world *w, int32_t x, int32_t y);
moult_status moult__set_cell(moult_world *w, moult_id level, uint32_t plane, int32_t x, int32_t y,
                             uint32_t value);
const void *moult__plane(const moult_world *w, moult_table table, moult_id level, uint32_t field);
void *moult__plane_edit(moult_world *w, moult_table table, moult_id level, uint32_t field);
moult_id moult__hero(const moult_world *w);
moult_status moult__set_hero(moult_world *w, moult_id actor);
uint32_t moult__turn(const moult_world *w);
uint32_t moult__turn_passed(moult_world *w);

/* -- name.c, random.c, message.c --------------------------------------------------------------- */
moult_name moult__intern(moult_world *w, const char *text);
const char *moult__text(const moult_world *w, moult_name name);
moult_status moult__names_rebuild(moult_world *w);
uint32_t moult__random(moult_world *w, uint32_t stream, uint32_t bound);
void moult__random_start(moult_world *w);
void moult__random_resume(moult_world *w); /* after a load: the stream that isn't saved */
const uint8_t *moult__seed_text(const moult_world *w, uint32_t *count);
moult_status moult__say(moult_world *w, uint32_t kind, const char *format, const moult_arg *args,
                        uint32_t count);

/* The text of a stored message: its format with {name}s replaced. Answers the needed length. */
uint32_t moult__message_text(const moult_world *w, moult_id message, char *out, uint32_t room);
/* The same of a format and its arguments; see moult_format. */
uint32_t moult__format(char *out, uint32_t room, const char *format, const moult_arg *args,
                       uint32_t count);

/* -- hash.c ------------------------------------------------------------------------------------ */
/* The state hash: the sum over all hashed blocks of XXH3 of their bytes; only changed blocks are
 * looked at. `moult__hash_whole` computes it from nothing, for tests. */
uint64_t moult__hash(moult_world *w);
uint64_t moult__hash_whole(const moult_world *w);
/* A block's share in that sum with other bytes, and its name in moult__change. */
uint64_t moult__block_hash(const moult__block *block, const uint8_t *bytes);
uint32_t moult__block_key(const moult__block *block);

/* -- codec.c, migrate.c, check.c --------------------------------------------------------------- */
uint32_t moult__section_count(const moult_world *w);
const char *moult__section_name(const moult_world *w, uint32_t section);
moult_status moult__section_encode(const moult_world *w, uint32_t section, struct moult_sink *sink);
/* A table by its handle: what the section of its name is. */
moult_status moult__table_encode(const moult_world *w, moult_table table, struct moult_sink *sink);
moult_status moult__section_decode(moult_world *w, const uint8_t *bytes, uint64_t count);
uint64_t moult__section_sum(const uint8_t *bytes, uint64_t count);
moult_status moult__section_decode_as(moult_world *w, const uint8_t *bytes, uint64_t count,
                                      uint64_t sum);
moult_status moult__too_much(const char *who, moult__report *report);

/* A section's heading, which describes its rows. Reading refuses what no layout can be; `layout` is
 * to be freed in any case, `used` is how many bytes it took. */
moult_status moult__layout_encode(const moult__layout *layout, struct moult_sink *sink);
moult_status moult__layout_decode(const uint8_t *bytes, uint64_t count, moult__layout *layout,
                                  uint64_t *used, const char *who, moult__report *report);

/* Applies the sections that a saver handed over to a fresh world, migrating where fields differ,
 * then checks that the parts fit together. On refusal the world is only good for being freed. */
moult_status moult__world_finish(moult_world *w, const char *who, moult__report *report);

/* The table's rows in another layout, ready to replace it: nothing is changed yet. `who` stands
 * before a refusal: "ai-wolf@0.1.0 migrate". */
moult_status moult__table_migrate(moult_world *w, moult_table table, const moult__layout *to,
                                  const char *who, moult__rows *out, moult__report *report);
/* Puts migrated rows in the table's place. Can't fail. */
void moult__table_replace(moult_world *w, moult_table table, moult__rows *rows);

/* The rows or planes of an encoded table's body, converted from layout to layout by field name. */
moult_status moult__rows_convert(moult_world *w, const moult__layout *from, const moult__layout *to,
                                 const uint8_t *body, uint64_t count, const char *who,
                                 moult__rows *out, moult__report *report);

/* Whether slots and links (first), then places, names and planes fit together: for loaded worlds,
 * and for tests. */
moult_status moult__world_check_slots(const moult_world *w, const char *who, moult__report *report);
moult_status moult__world_check(const moult_world *w, const char *who, moult__report *report);
/* The same for a change that is taken back when it is refused. */
moult_status moult__world_check_change(const moult_world *w, const char *who,
                                       moult__report *report);

#endif
