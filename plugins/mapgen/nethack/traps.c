/* SPDX-License-Identifier: MIT */
/* Traps: of which kinds there are at which depth, and what comes with one. Near the surface a trap
 * may have had a victim, whose things still lie there. */
#include "level.h"

#define TRIES 10000 /* so many only where the settings leave hardly a kind */

void nethack_trap_add(nethack_level *l, int32_t kind, nethack_cell at, int32_t room,
                      uint32_t subkind)
{
    if (l->trap_count < NETHACK_TRAPS)
        l->traps[l->trap_count++] = at;
    nethack_spawn(l, MOULT_SPAWN_TRAP, (uint32_t)kind, at, room, subkind, 0, MOULT_SPAWN_HIDDEN);
}

/* Any kind of those that there are at this depth; 0: none was drawn. */
static int32_t draw_kind(nethack_level *l)
{
    const nethack_settings *s = &l->set;
    const int32_t first_depth[NETHACK_TRAP_END] = {
        [NETHACK_ARROW_TRAP] = s->trap_arrow,
        [NETHACK_DART_TRAP] = s->trap_dart,
        [NETHACK_ROCK_TRAP] = s->trap_rock,
        [NETHACK_SQUEAKY_BOARD] = s->trap_squeaky_board,
        [NETHACK_BEAR_TRAP] = s->trap_bear,
        [NETHACK_LAND_MINE] = s->trap_land_mine,
        [NETHACK_ROLLING_BOULDER] = s->trap_rolling_boulder,
        [NETHACK_SLEEPING_GAS] = s->trap_sleeping_gas,
        [NETHACK_RUST_TRAP] = s->trap_rust,
        [NETHACK_FIRE_TRAP] = s->trap_fire,
        [NETHACK_PIT] = s->trap_pit,
        [NETHACK_SPIKED_PIT] = s->trap_spiked_pit,
        [NETHACK_HOLE] = s->trap_hole_depth,
        [NETHACK_TRAP_DOOR] = s->trap_trap_door,
        [NETHACK_TELEPORTER] = s->trap_teleporter,
        [NETHACK_LEVEL_TELEPORTER] = s->trap_level_teleporter,
        [NETHACK_MAGIC_PORTAL] = s->trap_portal,
        [NETHACK_WEB] = s->trap_web,
        [NETHACK_STATUE_TRAP] = s->trap_statue,
        [NETHACK_MAGIC_TRAP] = s->trap_magic,
        [NETHACK_ANTI_MAGIC] = s->trap_anti_magic,
        [NETHACK_POLYMORPH] = s->trap_polymorph,
        [NETHACK_VIBRATING_SQUARE] = s->trap_vibrating,
    };
    for (int32_t tries = 0; tries < TRIES; tries++) {
        int32_t kind = 1 + nethack_roll(l, NETHACK_TRAP_END - 1);
        if (first_depth[kind] == 0 || l->depth < first_depth[kind])
            continue;
        if (kind != NETHACK_HOLE || nethack_once(l, s->trap_hole))
            return kind;
    }
    return 0;
}

/* A corpse, what killed it, and things that it carried. */
static void put_victim(nethack_level *l, int32_t kind, nethack_cell at, int32_t room)
{
    static const uint8_t carried[] = {NETHACK_WEAPON, NETHACK_TOOL, NETHACK_FOOD, NETHACK_GEM};
    if (kind == NETHACK_ARROW_TRAP || kind == NETHACK_DART_TRAP || kind == NETHACK_ROCK_TRAP)
        nethack_spawn(l, MOULT_SPAWN_ITEM, NETHACK_MISSILE, at, room, (uint32_t)kind, 0, 0);
    do
        nethack_spawn_item(l, carried[nethack_roll(l, MOULT_COUNT(carried))], at, room);
    while (nethack_once(l, l->set.more_things));
    nethack_spawn_item(l, NETHACK_CORPSE, at, room);
}

static int32_t kills(int32_t kind)
{
    return kind < NETHACK_HOLE && kind != NETHACK_SQUEAKY_BOARD && kind != NETHACK_RUST_TRAP;
}

void nethack_trap_any(nethack_level *l, int32_t room)
{
    int32_t kind = draw_kind(l), tries = 0;
    nethack_cell at = nethack_room_cell(l, room);
    if (kind == 0)
        return;
    while (nethack_occupied(l, at)) {
        if (++tries > l->set.place_tries)
            return;
        at = nethack_room_cell(l, room);
    }
    nethack_trap_add(l, kind, at, room, 0);
    if (kind == NETHACK_WEB)
        nethack_spawn(l, MOULT_SPAWN_ACTOR, NETHACK_SPIDER, at, room, 0, 0, 0);
    if (kind == NETHACK_STATUE_TRAP)
        nethack_spawn_item(l, NETHACK_STATUE, at, room);
    if (kind == NETHACK_ROLLING_BOULDER)
        nethack_spawn_item(l, NETHACK_BOULDER, nethack_room_cell(l, room), room);
    if (kills(kind) && l->depth <= 1 + nethack_roll(l, l->set.trap_victim))
        put_victim(l, kind, at, room);
}
