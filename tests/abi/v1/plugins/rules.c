/* SPDX-License-Identifier: MIT */
/* rules/v1: a walk. No fights, no hunger; the stairs lead down, for ever. */
#include <moult/mapgen.h>
#include <moult/plain.h>
#include <moult/service.h>

#define SIGHT 8 /* cells */

static const moult_command commands[] = {MOULT_COMMANDS_WALK};

static moult_status arrive(moult_world *w, moult_id hero, int32_t depth)
{
    const moult_canvas *canvas = NULL;
    const moult_request request = {.size = sizeof request,
                                   .width = 60,
                                   .height = 18,
                                   .depth = depth,
                                   .require = MOULT_MAP_CONNECTED | MOULT_MAP_WAY_DOWN |
                                              MOULT_MAP_ENTRY_FREE};
    const moult_id level = moult_generate(w, &request, &canvas), old = moult_level(w);
    if (level == 0)
        return MOULT_REFUSED; /* the generator has said why */
    const moult_spot *entry = moult_canvas_find(canvas, MOULT_SPOT_ENTRY);
    moult_move(w, MOULT_SCOPE_ACTOR, hero, level, entry->x, entry->y);
    moult_level_enter(w, level);
    moult_remove(w, MOULT_SCOPE_LEVEL, old);
    return moult_see(w, level, entry->x, entry->y, SIGHT);
}

static moult_status start(moult_world *w, const uint8_t *seed, uint32_t seed_size)
{
    (void)seed, (void)seed_size; /* the core has seeded streams and levels with it */
    moult_set_hero(w, moult_create(w, MOULT_SCOPE_ACTOR, 0, 0, 0));
    moult_say(w, MOULT_SAY_NORMAL, "You go for a walk.", NULL, 0);
    return arrive(w, moult_hero(w), 1);
}

static moult_status turn(moult_world *w, const moult_action *action, moult_outcome *outcome)
{
    const moult_id hero = moult_hero(w), level = moult_level(w);
    const int32_t x = action->x, y = action->y;
    moult_view view;
    if (action->verb != MOULT_VERB_MOVE || moult_plain_cost(w, x, y) < 0)
        return MOULT_OK; /* an untouched outcome: no time passed */
    moult_view_level(w, level, &view);
    moult_turn_passed(w);
    moult_move(w, MOULT_SCOPE_ACTOR, hero, level, x, y);
    const int32_t stairs = moult_tile(w, x, y) == MOULT_TILE_STAIRS_DOWN;
    outcome->kind = stairs ? MOULT_OUTCOME_LEVEL : MOULT_OUTCOME_PLAYED;
    return stairs ? arrive(w, hero, view.depth + 1) : moult_see(w, level, x, y, SIGHT);
}

MOULT_RULES_PLAIN(v1, "0.1.0", "a walk", commands, start, turn)
