/* SPDX-License-Identifier: MIT */
/* Single functions that can be called by name: the pure rules, and changes of the world from which
 * new effects can be composed. */
#include "rules/rogue/game.h"

static int32_t hunger(moult_world *w, int32_t turn, int32_t before)
{
    rogue_vitals v = {.size = sizeof v, .turn = turn, .hp = 1, .hp_max = 1, .hunger = before};
    moult_status status = rogue_module_upkeep->keep(rogue_numbers(w), &v);
    return status < 0 ? status : v.hunger;
}

static int32_t regeneration(moult_world *w, int32_t turn, int32_t hp, int32_t hp_max, int32_t fed)
{
    rogue_vitals v = {.size = sizeof v, .turn = turn, .hp = hp, .hp_max = hp_max, .hunger = fed};
    moult_status status = rogue_module_upkeep->keep(rogue_numbers(w), &v);
    return status < 0 ? hp : v.hp;
}

/* Without a world: as in `standard`. */
static int32_t tier(int32_t floor)
{
    return rogue_tier(&rogue_standard, rogue_most(1, floor));
}

/* The dead stay dead. */
static int32_t heal(moult_world *w, int32_t amount)
{
    rogue_play p;
    moult_outcome outcome = {.size = sizeof outcome};
    moult_status status = rogue_begin(&p, w, &outcome);
    if (status < 0)
        return status;
    rogue_body *body = rogue_body_edit(w, p.hero);
    if (p.state != ROGUE_PLAYING || amount <= 0)
        return body->hp;
    body->hp = rogue_most(body->hp, rogue_least(rogue_sum(body->hp, amount), body->hp_max));
    return body->hp;
}

#define DEED(name, signature, help) MOULT_NATIVE("rogue." #name, signature, rogue_deed_##name, help)

const moult_native rogue_natives[ROGUE_NATIVES] = {
    MOULT_NATIVE("rogue.hunger", "i(wii)", hunger, "turn, hunger -> hunger after that turn"),
    MOULT_NATIVE("rogue.regeneration", "i(wiiii)", regeneration,
                 "turn, hp, hp_max, hunger -> hit points after that turn"),
    MOULT_NATIVE("rogue.tier", "i(i)", tier, "floor -> best tier of gear that lies there"),
    MOULT_NATIVE("rogue.heal", "i(wi)", heal,
                 "amount -> the hero's hit points, raised by it up to the maximum"),
    MOULT_NATIVE("rogue.spawn", "i(wsii)", rogue_spawn,
                 "name of a monster or a thing, x, y (-1, -1: beside the hero) -> 1"),
    DEED(teleport, "i(w)", "puts the hero on a random free cell -> 1, or 0 when none was found"),
    DEED(restore, "i(w)", "all hit points of the hero -> 1"),
    DEED(explore_all, "i(w)", "the whole floor becomes known -> 1"),
    DEED(detect, "i(w)", "counts the floor's creatures and marks them for a turn -> 1"),
    DEED(remove_curse, "i(w)", "lifts the curses of the gear in use -> 1, or 0 without any"),
    DEED(identify, "i(wi)",
         "kind (2 weapon, 3 armour, 4 potion, 5 scroll): what is in use or held -> 1; 0: all "
         "potions, or 2 where the player is to be asked"),
    DEED(enchant_weapon, "i(wi)", "tiers, 0: one -> 1, or 0 at the end of the table"),
    DEED(enchant_armour, "i(wi)", "tiers, 0: one -> 1, or 0 at the end of the table"),
    DEED(light, "i(wi)", "radius, 0: the usual: a square around the hero becomes known -> 1"),
    DEED(sleep, "i(wi)", "turns, 0: the usual: monsters beside the hero sleep -> 1, or 0"),
    DEED(confuse, "i(wi)", "turns, 0: the usual: monsters around the hero stagger -> 1, or 0"),
    DEED(speed, "i(wi)", "turns, 0: the usual: an action more each -> 1"),
    DEED(levitate, "i(wi)", "turns, 0: the usual: over liquids, and out of reach of things -> 1"),
    DEED(see_invisible, "i(wi)", "turns, 0: the usual -> 1"),
    DEED(reveal, "i(wi)", "turns, 0: the usual: all monsters of the floor are shown -> 1"),
};
