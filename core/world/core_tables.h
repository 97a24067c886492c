/* SPDX-License-Identifier: MIT */
/* The core's own tables, which every world has, with fixed handles.
 * Slots: each pool of actors, items, levels or list rows has a table of slots. Slot 0 is the pool's
 * head: `next` and `previous` its first and last, `generation` the first free slot, `owner` how
 * many slots there are, `live` how many are taken. A free slot's `next` is the next free one. */
#ifndef MOULT_CORE_CORE_TABLES_H
#define MOULT_CORE_CORE_TABLES_H
#include "core/world/world.h"

#define MOULT__RUN(F, A)                           \
    F(u32, turn, "turns played")                   \
    F(u32, seed_size, "bytes of the seed text")    \
    F(id, hero, "the actor that the player plays") \
    F(id, level, "the level being played")         \
    F(name, rules, "the slot whose game this is")
#define MOULT__SEED(F, A) A(u8, text, MOULT_SEED_MAX, "as the player typed it")
#define MOULT__RANDOM(F, A) A(u64, state, 2, "play, level")
#define MOULT__KEPT 4
#define MOULT__SESSION(F, A)                                                 \
    F(u32, state, "what the player is asked for, an outcome's kind")         \
    F(u32, menu, "the rules' number of the open menu, 0 none")               \
    F(id, subject, "what the menu is about")                                 \
    F(u32, cursor, "marked row")                                             \
    F(u32, first, "first row shown")                                         \
    F(i32, x, "target cursor")                                               \
    F(i32, y, "target cursor")                                               \
    F(u32, range, "of the target cursor")                                    \
    F(u32, title, "1: the title waits behind what is open")                  \
    A(u32, kept_menu, MOULT__KEPT, "menus that reopen where they were left") \
    A(u32, kept_cursor, MOULT__KEPT, "their marked rows")                    \
    F(u32, wizard, "1: a run of wizard mode, for ever")
#define MOULT__LEVEL(F, A)                                    \
    F(i32, width, "cells")                                    \
    F(i32, height, "cells")                                   \
    F(i32, depth, "what it means is the rules'")              \
    A(u32, first, 2, "slot of the first actor and item here") \
    A(u32, last, 2, "slot of the last actor and item here")
#define MOULT__CELL(F, A)                         \
    F(u8, tile, "MOULT_TILE_*")                   \
    F(u8, detail, "by tile")                      \
    F(u8, mark, "the game's own bits")            \
    F(u8, known, "0, or the remembered tile + 1") \
    F(u16, room, "0 none, 1 shared wall, 2 + room id")
#define MOULT__LIT(F, A) F(u8, lit, "seen by the hero now")
#define MOULT__NAME(F, A) A(u8, text, MOULT_NAME_SIZE, "with a final zero")
#define MOULT__MESSAGE_ARGS 4
#define MOULT__MESSAGE(F, A)                                                   \
    F(u32, kind, "MOULT_SAY_*")                                                \
    F(name, format, "its id: the English text")                                \
    F(u32, turn, "when")                                                       \
    F(u32, times, "in a row")                                                  \
    F(u32, serial, "counts the messages of a run")                             \
    F(u32, count, "arguments")                                                 \
    A(name, argument, MOULT__MESSAGE_ARGS, "their names")                      \
    A(u8, is_text, MOULT__MESSAGE_ARGS, "1: a text, maybe empty; 0: a number") \
    A(name, text, MOULT__MESSAGE_ARGS, "their texts")                          \
    A(i64, number, MOULT__MESSAGE_ARGS, "their numbers")
/* What the run was left with. Texts are the row's own: a name would count in the state's hash. */
#define MOULT__PLUGIN(F, A)                 \
    A(u8, name, 32, "with a final zero")    \
    A(u8, version, 16, "with a final zero") \
    F(u64, content, "XXH3 of the file")
#define MOULT__SLOT(F, A)                           \
    F(u32, generation, "of the id that reaches it") \
    F(u32, next, "in its owner's order")            \
    F(u32, previous, "the same")                    \
    F(u32, owner, "level slot, 0 none")             \
    F(u32, live, "1 while taken")                   \
    F(i32, x, "cell")                               \
    F(i32, y, "cell")

MOULT_TABLE_STRUCT(moult__run_row, MOULT__RUN)
MOULT_TABLE_STRUCT(moult__seed_row, MOULT__SEED)
MOULT_TABLE_STRUCT(moult__random_row, MOULT__RANDOM)
MOULT_TABLE_STRUCT(moult__session_row, MOULT__SESSION)
MOULT_TABLE_STRUCT(moult__level_row, MOULT__LEVEL)
MOULT_TABLE_STRUCT(moult__name_row, MOULT__NAME)
MOULT_TABLE_STRUCT(moult__message_row, MOULT__MESSAGE)
MOULT_TABLE_STRUCT(moult__plugin_row, MOULT__PLUGIN)
MOULT_TABLE_STRUCT(moult__slot_row, MOULT__SLOT)

/* Handles. Slot tables of plugin lists follow wherever their list is added. */
#define MOULT__TABLE_RUN 1u
#define MOULT__TABLE_SEED 2u
#define MOULT__TABLE_RANDOM 3u
#define MOULT__TABLE_SESSION 4u
#define MOULT__TABLE_LEVEL_SLOT 5u
#define MOULT__TABLE_ACTOR_SLOT 6u
#define MOULT__TABLE_ITEM_SLOT 7u
#define MOULT__TABLE_LEVEL 8u
#define MOULT__TABLE_CELL 9u
#define MOULT__TABLE_LIT 10u
#define MOULT__TABLE_NAME 11u
#define MOULT__TABLE_NAME_SLOT 12u
#define MOULT__TABLE_MESSAGE 13u
#define MOULT__TABLE_MESSAGE_SLOT 14u
#define MOULT__TABLE_PLUGIN 15u
#define MOULT__TABLE_PLUGIN_SLOT 16u
#define MOULT__TABLES_CORE 16u

#define MOULT__MESSAGES_KEPT 200u

/* The id's slot when it is live, else 0. */
static inline uint32_t moult__table_live(const moult_world *w, moult_table table, moult_id id)
{
    moult_table pool = w->tables[table].pool;
    uint32_t slot = (uint32_t)id;
    const moult__run *run = &w->tables[pool].run;
    if (slot == 0 || slot / MOULT__BLOCK_ROWS >= run->count)
        return 0;
    const moult__slot_row *row = (const moult__slot_row *)moult__row(w, pool, slot);
    return row->live && row->generation == (uint32_t)(id >> 32) ? slot : 0;
}

/* The schema of core table 1..MOULT__TABLES_CORE, and of any slot table. */
const moult_schema *moult__core_schema(uint32_t table);

#endif
