/* SPDX-License-Identifier: MIT */
/* effects/rogue: which deed a status stands for. A new effect is a new case, composed of the deeds
 * that the rules offer; a code that nobody knows does nothing and says so. */
#include <moult/plugin.h>
#include "rules/rogue/modules.h"

static int32_t apply(moult_world *w, const rogue_deeds *deeds, uint32_t status, int32_t argument)
{
    switch (status) {
    case ROGUE_STATUS_NONE:
        return ROGUE_DEED_NOTHING;
    case ROGUE_STATUS_MAP:
        return deeds->explore_all(w);
    case ROGUE_STATUS_TELEPORT:
        return deeds->teleport(w);
    case ROGUE_STATUS_IDENTIFY:
        return deeds->identify(w, argument);
    case ROGUE_STATUS_ENCHANT_WEAPON:
        return deeds->enchant_weapon(w, argument);
    case ROGUE_STATUS_ENCHANT_ARMOUR:
        return deeds->enchant_armour(w, argument);
    case ROGUE_STATUS_LIGHT:
        return deeds->light(w, argument);
    case ROGUE_STATUS_DETECT:
        return deeds->detect(w);
    case ROGUE_STATUS_SLEEP:
        return deeds->sleep(w, argument);
    case ROGUE_STATUS_CONFUSE:
        return deeds->confuse(w, argument);
    case ROGUE_STATUS_UNCURSE:
        return deeds->remove_curse(w);
    case ROGUE_STATUS_RESTORE:
        return deeds->restore(w);
    case ROGUE_STATUS_SPEED:
        return deeds->speed(w, argument);
    case ROGUE_STATUS_FLOAT:
        return deeds->levitate(w, argument);
    case ROGUE_STATUS_SEE:
        return deeds->see_invisible(w, argument);
    case ROGUE_STATUS_REVEAL:
        return deeds->reveal(w, argument);
    default:
        return deeds->nothing(w);
    }
}

static const rogue_effects_1 functions = {.size = sizeof functions, .apply = apply};

ROGUE_MODULE(effects, EFFECTS, "1.0.0", "which deed an effect's status stands for")
