/* SPDX-License-Identifier: MIT */
/* ai/1: what an actor wants to do, from what it senses.
 * An archetype has no state; what an actor must remember is a row of the archetype's ACTOR table,
 * which stays with the actor when the code is replaced. */
#ifndef MOULT_AI_H
#define MOULT_AI_H
#include <moult/action.h>
#include <moult/base.h>
#include <moult/host.h>

MOULT_EXTERN_C_BEGIN

/* Flags of the senses. */
#define MOULT_SEES_TARGET 1u
#define MOULT_HURT 2u /* at half its hit points or less */
#define MOULT_CONFUSED 4u
#define MOULT_CORNERED 8u      /* no free cell leads away from the target */
#define MOULT_KNOWS_TARGET 16u /* target_x, target_y are right though it isn't seen */
#define MOULT_HAS_HANDS 32u    /* closed doors are no walls for it: it opens them */
#define MOULT_BREAKS_DOORS 64u /* nor are locked ones: it breaks them */

/* An actor or item in sight. */
typedef struct moult_seen {
    uint32_t size;
    uint32_t what; /* MOULT_SPAWN_ACTOR or MOULT_SPAWN_ITEM */
    moult_id id;
    moult_name kind;
    int32_t x, y;
    int32_t distance; /* steps as the crow flies: max(|dx|, |dy|) */
} moult_seen;

/* What an actor knows when it is asked. */
typedef struct moult_senses {
    uint32_t size;
    uint32_t flags;
    moult_id self, target; /* target 0: nobody to go for */
    int32_t x, y;
    int32_t target_x, target_y; /* where it is, or was last seen by the rules' reckoning */
    int32_t hp, hp_max;
    int32_t sight;    /* radius, cells */
    int32_t distance; /* to the target, max(|dx|, |dy|) */
    uint32_t seen_count;
    uint32_t reserved;
    const moult_seen *seen; /* nearest first */
    const moult_view *view; /* the level; for the hero's bot only what is known of it */
} moult_senses;

/* `decide` fills `action`, which comes as WAIT; `memory` is the actor's row of the provided table,
 * or NULL without one. An action that makes no sense is a wait, with a warning. [turn, random,
 * fail] */
typedef struct moult_ai_1 {
    uint32_t size;
    uint32_t reserved;
    moult_status (*decide)(moult_world *w, const moult_senses *senses, void *memory,
                           moult_action *action);
} moult_ai_1;

#define MOULT_AI_INTERFACE "ai/1"
#define MOULT_AI_SHAPE "decide i(wppp) turn,random,fail\n"

/* One archetype without memory: MOULT_AI(chaser, "1.0.0", "walks straight at the hero", decide) */
#define MOULT_AI(name, version, help, decide)                                               \
    static const moult_ai_1 name##_functions = {sizeof(moult_ai_1), 0, decide};             \
    static const moult_provide name##_provides[] = {                                        \
        MOULT_PROVIDE("ai/" #name, MOULT_AI_INTERFACE, MOULT_AI_SHAPE, &name##_functions)}; \
    MOULT_PLUGIN("ai-" #name, version, help, "ai/" #name, .provides = name##_provides,      \
                 .provide_count = 1)

/* One archetype with a memory: `table` as declared by MOULT_TABLE with scope ACTOR. */
#define MOULT_AI_MEMORY(name, version, help, decide, table)                                       \
    static const moult_ai_1 name##_functions = {sizeof(moult_ai_1), 0, decide};                   \
    static const moult_provide name##_provides[] = {MOULT_PROVIDE_WHOLE(                          \
        "ai/" #name, MOULT_AI_INTERFACE, MOULT_AI_SHAPE, &name##_functions, 0, &table##_schema)}; \
    static const moult_table_use name##_tables[] = {MOULT_TABLE_OWNED(table)};                    \
    MOULT_PLUGIN("ai-" #name, version, help, "ai/" #name, .provides = name##_provides,            \
                 .tables = name##_tables, .provide_count = 1, .table_count = 1)

/* For rules: asks the archetype `ai/NAME` for an action of `senses->self`. An archetype that isn't
 * loaded, fails, or answers nonsense gives WAIT and a warning, never a crash of the turn. [turn] */
static inline moult_status moult_decide(moult_world *w, moult_name archetype,
                                        const moult_senses *senses, moult_action *action)
{
    return moult_host_1->decide(w, archetype, senses, action);
}

/* -1, 0 or 1. [any] */
static inline int32_t moult_sign(int32_t value)
{
    return (value > 0) - (value < 0);
}

/* One step straight towards a cell, diagonal where that is nearer; onto one's own cell: wait. */
static inline void moult_step_towards(const moult_senses *senses, int32_t x, int32_t y,
                                      moult_action *action)
{
    action->verb = MOULT_VERB_MOVE;
    action->x = senses->x + moult_sign(x - senses->x);
    action->y = senses->y + moult_sign(y - senses->y);
}

/* The same away from it. */
static inline void moult_step_away(const moult_senses *senses, int32_t x, int32_t y,
                                   moult_action *action)
{
    action->verb = MOULT_VERB_MOVE;
    action->x = senses->x - moult_sign(x - senses->x);
    action->y = senses->y - moult_sign(y - senses->y);
}

MOULT_EXTERN_C_END
#endif
