/* SPDX-License-Identifier: MIT */
/* Where actors look, for renderers that draw it: the way they last moved. It is found out from one
 * picture to the next, and is nothing of the world: not hashed, not saved. */
#ifndef MOULT_CORE_FACING_H
#define MOULT_CORE_FACING_H
#include <moult/scene.h>

typedef struct moult__facing {
    moult_id actor;
    int32_t x, y;
    uint8_t facing, met;
} moult__facing;

typedef struct moult__facings {
    moult_id level;
    moult__facing *list;
    uint32_t count, room;
} moult__facings;

/* Looks at the actors of the current level, and sets the facing of their cells where the rules left
 * it open. The scene shows the level's cells one by one; in another one nothing is set. */
void moult__facings_follow(moult__facings *f, const moult_world *w, moult_scene *scene);
void moult__facings_free(moult__facings *f);

#endif
