/* SPDX-License-Identifier: MIT */
/* pickup/rogue: better gear replaces worse, one thing of a held kind is carried, the rest is used
 * where it lies. Cursed gear in use lets no other in. */
#include <moult/plugin.h>
#include "rules/rogue/modules.h"

static int32_t decide(const rogue_find *find)
{
    switch (find->kind) {
    case ROGUE_FOOD:
    case ROGUE_GOLD:
    case ROGUE_CORPSE:
        return ROGUE_PICK_TAKE;
    case ROGUE_WEAPON:
    case ROGUE_ARMOUR:
        if (find->value <= find->current)
            return ROGUE_PICK_SCRAP;
        return find->stuck ? ROGUE_PICK_LEAVE : ROGUE_PICK_TAKE;
    default:
        return find->full ? ROGUE_PICK_LEAVE : ROGUE_PICK_TAKE;
    }
}

static const rogue_pickup_1 functions = {.size = sizeof functions, .decide = decide};

ROGUE_MODULE(pickup, PICKUP, "1.0.0", "what is taken, scrapped or left")
