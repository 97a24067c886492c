/* SPDX-License-Identifier: MIT */
/* The world as code touches it: rows, entities, cells, names, messages.
 *
 * Everything here is an inline function over one host table, which the core fills in at load, so a
 * plugin imports no symbol of the core. Data stays where it is: a pointer to a row is valid until
 * the call returns or the row is freed. No function here allocates in a turn. */
#ifndef MOULT_WORLD_H
#define MOULT_WORLD_H
#include <moult/base.h>
#include <moult/host.h>
#include <moult/status.h>
#include <moult/table.h>

MOULT_EXTERN_C_BEGIN

/* -- errors ------------------------------------------------------------------------------------ */

/* Records why a call is refused, in whole words with what to try next, and answers `status`, so
 * that it can be returned at once. The core adds plugin, version and stage. [any] */
static inline moult_status moult_fail(moult_world *w, moult_status status, const char *text)
{
    return moult_host_1->refuse(w, status, text);
}

/* -- rows -------------------------------------------------------------------------------------- */

/* A row to read; NULL when the id is stale or the table has no such row. [any] */
static inline const void *moult_read(const moult_world *w, moult_table table, moult_id id)
{
    return moult_host_1->read(w, table, id);
}

/* A row to change; also NULL (with an error recorded) in [draw]. Ask only when you will write: it
 * marks the row's block as changed. [turn, load] */
static inline void *moult_edit(moult_world *w, moult_table table, moult_id id)
{
    return moult_host_1->edit(w, table, id);
}

/* -- entities and lists ------------------------------------------------------------------------ */

/* A new actor or item (scope MOULT_SCOPE_ACTOR or _ITEM) at a cell of a level, all its rows zero;
 * or, with level 0, in no level (a carried item). 0 when refused. [turn, load] */
static inline moult_id moult_create(moult_world *w, uint32_t scope, moult_id level, int32_t x,
                                    int32_t y)
{
    return moult_host_1->create(w, scope, level, x, y);
}

/* A new row at the end of a WORLD_LIST (level 0) or LEVEL_LIST table; 0 when refused. [turn,
 * load] */
static inline moult_id moult_append(moult_world *w, moult_table table, moult_id level)
{
    return moult_host_1->append(w, table, level);
}

/* Frees an actor, an item, a level with all that is on it, or (by `moult_remove_row`) a list's row.
 * A stale id is MOULT_STALE. [turn, load] */
static inline moult_status moult_remove(moult_world *w, uint32_t scope, moult_id id)
{
    return moult_host_1->remove(w, scope, id);
}

static inline moult_status moult_remove_row(moult_world *w, moult_table table, moult_id id)
{
    return moult_host_1->remove_row(w, table, id);
}

/* The one after `after` (0: the first) among the actors or items of a level (0: those in no level),
 * in the order of arrival; 0 at the end. The current one may be removed only after asking for the
 * next. For MOULT_SCOPE_LEVEL, `level` is ignored. `moult_next_row`: of a list's rows. [any] */
static inline moult_id moult_next(const moult_world *w, uint32_t scope, moult_id level,
                                  moult_id after)
{
    return moult_host_1->next(w, scope, level, after);
}

static inline moult_id moult_next_row(const moult_world *w, moult_table table, moult_id level,
                                      moult_id after)
{
    return moult_host_1->next_row(w, table, level, after);
}

/* Where an actor or item is. MOULT_STALE when it is nowhere to be found. [any] */
static inline moult_status moult_where(const moult_world *w, uint32_t scope, moult_id id,
                                       moult_place *out)
{
    out->size = sizeof *out;
    return moult_host_1->where(w, scope, id, out);
}

/* Moves it to a cell; to another level it arrives as the last; level 0 takes it off the map.
 * MOULT_RANGE off the map. [turn, load] */
static inline moult_status moult_move(moult_world *w, uint32_t scope, moult_id id, moult_id level,
                                      int32_t x, int32_t y)
{
    return moult_host_1->move(w, scope, id, level, x, y);
}

/* The first actor or item on a cell, or the one after `after` there; 0: none. [any] */
static inline moult_id moult_at(const moult_world *w, uint32_t scope, moult_id level, int32_t x,
                                int32_t y, moult_id after)
{
    return moult_host_1->at(w, scope, level, x, y, after);
}

/* -- levels and cells -------------------------------------------------------------------------- */

/* An empty level of stone, 1..4096 cells a side; 0 when refused. [turn, load] */
static inline moult_id moult_level_create(moult_world *w, int32_t width, int32_t height,
                                          int32_t depth)
{
    return moult_host_1->level_create(w, width, height, depth);
}

/* The level being played, 0 before the first; `moult_level_enter` makes another that. */
static inline moult_id moult_level(const moult_world *w)
{
    return moult_host_1->level(w);
}

static inline moult_status moult_level_enter(moult_world *w, moult_id level)
{
    return moult_host_1->level_enter(w, level);
}

/* The planes of a level, to read; valid until the level is freed. [any] */
static inline moult_status moult_view_level(const moult_world *w, moult_id level, moult_view *out)
{
    out->size = sizeof *out;
    return moult_host_1->view(w, level, out);
}

/* A cell's tile on the current level; off the map: MOULT_TILE_STONE. [any] */
static inline uint32_t moult_tile(const moult_world *w, int32_t x, int32_t y)
{
    return moult_host_1->tile(w, x, y);
}

/* Changes one cell of a level's core plane (MOULT_PLANE_*); off the map: MOULT_RANGE. [turn,
 * load] */
static inline moult_status moult_set_cell(moult_world *w, moult_id level, uint32_t plane, int32_t x,
                                          int32_t y, uint32_t value)
{
    return moult_host_1->set_cell(w, level, plane, x, y, value);
}

/* A field of a CELL table as a plane of width*height values, to read or (`moult_plane_edit`) to
 * change; NULL: refused. */
static inline const void *moult_plane(const moult_world *w, moult_table table, moult_id level,
                                      uint32_t field)
{
    return moult_host_1->plane(w, table, level, field);
}

static inline void *moult_plane_edit(moult_world *w, moult_table table, moult_id level,
                                     uint32_t field)
{
    return moult_host_1->plane_edit(w, table, level, field);
}

/* -- the hero, time, names, slots -------------------------------------------------------------- */

/* The actor that the player (or a bot) plays; `moult_set_hero` says who that is. 0: nobody. */
static inline moult_id moult_hero(const moult_world *w)
{
    return moult_host_1->hero(w);
}

static inline moult_status moult_set_hero(moult_world *w, moult_id actor)
{
    return moult_host_1->set_hero(w, actor);
}

/* Turns played since the run began; `moult_turn_passed` counts one. */
static inline uint32_t moult_turn(const moult_world *w)
{
    return moult_host_1->turn(w);
}

static inline uint32_t moult_turn_passed(moult_world *w)
{
    return moult_host_1->turn_passed(w);
}

/* Interns a text of at most 127 bytes; 0 when refused (longer, or in [draw]). [turn, load] */
static inline moult_name moult_intern(moult_world *w, const char *text)
{
    return moult_host_1->intern(w, text);
}

/* The text of a name, "" for 0 and for what is no name; valid as long as the world. [any] */
static inline const char *moult_text(const moult_world *w, moult_name name)
{
    return moult_host_1->text(w, name);
}

/* The functions of `kind/name` as now loaded, or NULL; valid during this call only. [any] */
static inline const void *moult_slot_of(const moult_world *w, const char *kind, moult_name name)
{
    return moult_host_1->slot_of(w, kind, name);
}

/* An option of the profile ([options] NAME = VALUE), or NULL when it isn't set; valid during this
 * call. [any] */
static inline const char *moult_option(const moult_world *w, const char *name)
{
    return moult_host_1->option(w, name);
}

/* -- messages ---------------------------------------------------------------------------------- */

/* Tells the player something. It is stored as `format` and arguments, never as finished text: the
 * same message reads in any language and hashes alike. `format` is English and names its arguments:
 * "You hit the {name} for {damage}." Equal neighbours fold. At most 4 arguments. [turn, load] */
static inline moult_status moult_say(moult_world *w, uint32_t kind, const char *format,
                                     const moult_arg *args, uint32_t count)
{
    return moult_host_1->say(w, kind, format, args, count);
}

/* An English text in the player's language: for labels, titles and rows; itself where there is no
 * catalogue or no entry. Valid as long as the process, or as `text` when it is `text`. Never for
 * what is stored: rows and messages hold the English. [any] */
static inline const char *moult_translate(const moult_world *w, const char *text)
{
    return moult_host_1->translate(w, text);
}

/* The same with arguments, as `moult_say` would say it, into out[room], cut between two characters
 * when it doesn't fit; answers the whole's length. [any] */
static inline uint32_t moult_format(const moult_world *w, char *out, uint32_t room,
                                    const char *format, const moult_arg *args, uint32_t count)
{
    return moult_host_1->format(w, out, room, format, args, count);
}

/* A cosmetic event at a cell (sound, flash): neither stored nor hashed. [turn] */
static inline void moult_signal(moult_world *w, const char *event, int32_t x, int32_t y)
{
    moult_host_1->signal(w, event, x, y);
}

MOULT_EXTERN_C_END
#endif
