/* SPDX-License-Identifier: MIT */
/* Actors by their ids, as they stood in the last picture. Who went further than a step or two was
 * moved by something else, and looks as before. */
#include <stdlib.h>
#include <string.h>
#include "core/game/facing.h"
#include "core/world/world.h"

#define LONGEST_STEP 2

static moult__facing *entry_of(moult__facings *f, moult_id actor)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (f->list[i].actor == actor)
            return &f->list[i];
    if (f->count == f->room) {
        uint32_t room = f->room * 2 + 32;
        moult__facing *list = realloc(f->list, room * sizeof *list);
        if (list == NULL)
            return NULL;
        f->list = list;
        f->room = room;
    }
    f->list[f->count] = (moult__facing){.actor = actor, .x = -1};
    return &f->list[f->count++];
}

static void turn_to(moult__facing *at, int32_t x, int32_t y)
{
    int32_t dx = x - at->x, dy = y - at->y;
    int32_t known = at->x >= 0;
    at->x = x;
    at->y = y;
    if (!known || (dx == 0 && dy == 0) || abs(dx) > LONGEST_STEP || abs(dy) > LONGEST_STEP)
        return;
    if (dx != 0 && abs(dx) >= abs(dy))
        at->facing = dx > 0 ? MOULT_FACING_EAST : MOULT_FACING_WEST;
    else
        at->facing = dy > 0 ? MOULT_FACING_SOUTH : MOULT_FACING_NORTH;
}

/* Those that weren't met any more are gone. */
static void forget_missing(moult__facings *f)
{
    for (uint32_t i = 0; i < f->count;) {
        if (f->list[i].met)
            f->list[i++].met = 0;
        else
            f->list[i] = f->list[--f->count];
    }
}

void moult__facings_follow(moult__facings *f, const moult_world *w, moult_scene *scene)
{
    moult_place at = {.size = sizeof at};
    moult_id level = moult__level(w), id = 0;
    if (level != f->level)
        f->count = 0;
    f->level = level;
    while (level != 0 && (id = moult__next(w, MOULT_SCOPE_ACTOR, level, id)) != 0) {
        moult__facing *entry = entry_of(f, id);
        if (entry == NULL || moult__where(w, MOULT_SCOPE_ACTOR, id, &at) < 0)
            continue;
        turn_to(entry, at.x, at.y);
        entry->met = 1;
        int32_t x = at.x - scene->origin_x, y = at.y - scene->origin_y;
        if (scene->scale_x != 1 || scene->scale_y != 1 || x < 0 || y < 0 || x >= scene->width ||
            y >= scene->height)
            continue;
        moult_cell *cell = &scene->cells[y * scene->width + x];
        if (cell->facing == 0 && (cell->flags & MOULT_CELL_ACTOR) != 0)
            cell->facing = entry->facing;
    }
    forget_missing(f);
}

void moult__facings_free(moult__facings *f)
{
    free(f->list);
    *f = (moult__facings){0};
}
