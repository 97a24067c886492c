/* SPDX-License-Identifier: MIT */
/* Special rooms: who lives in which, and what lies there. A generator wishes in the general terms
 * of kinds.h; these tables say what that is in this game. What a spawn says itself comes before
 * what its room says; where nobody of the kind is at home as high up, it is anybody. */
#include "rules/rogue/game.h"

/* Shapes of the bestiary, a bit each; their numbers are `moult_creature.shape`. */
#define TINY (1u << 0)
#define SMALL (1u << 1)
#define HUMANOID (1u << 2)
#define BRUTE (1u << 3)
#define SERPENT (1u << 4)
#define INSECT (1u << 5)
#define SKELETON (1u << 6)
#define GHOST (1u << 8)
#define SLIME (1u << 9)
#define ALL UINT32_MAX
#define NONE 0u

// clang-format off
static const struct {
    uint32_t shapes;
    int32_t peaceful; /* 1: nobody lives there, whatever is asked for */
    int32_t gold;     /* 1: under each of them */
} rooms[] = {
    [MOULT_ROOM_COURT]    = {HUMANOID | BRUTE, 0, 0},
    [MOULT_ROOM_SWAMP]    = {SERPENT | SLIME,  0, 0},
    [MOULT_ROOM_BEEHIVE]  = {INSECT,           0, 0},
    [MOULT_ROOM_MORGUE]   = {SKELETON | GHOST, 0, 0},
    [MOULT_ROOM_BARRACKS] = {HUMANOID,         0, 0},
    [MOULT_ROOM_ZOO]      = {ALL,              0, 1},
    [MOULT_ROOM_TEMPLE]   = {NONE,             1, 0},
    [MOULT_ROOM_HALL]     = {TINY | SMALL,     0, 1},
    [MOULT_ROOM_NEST]     = {SERPENT,          0, 0},
    [MOULT_ROOM_ANTHOLE]  = {INSECT,           0, 0},
    [MOULT_ROOM_SHOP]     = {NONE,             1, 0},
};

static const uint32_t whose[MOULT_WHO_KINDS] = {
    [MOULT_WHO_RULER]      = HUMANOID | BRUTE,
    [MOULT_WHO_COURTIER]   = HUMANOID | BRUTE,
    [MOULT_WHO_LEPRECHAUN] = TINY | SMALL,
    [MOULT_WHO_BEE]        = INSECT,
    [MOULT_WHO_QUEEN_BEE]  = INSECT,
    [MOULT_WHO_UNDEAD]     = SKELETON | GHOST,
    [MOULT_WHO_ANT]        = INSECT,
    [MOULT_WHO_SOLDIER]    = HUMANOID,
    [MOULT_WHO_COCKATRICE] = SERPENT,
    [MOULT_WHO_EEL]        = SERPENT,
    [MOULT_WHO_FUNGUS]     = SLIME,
    [MOULT_WHO_SPIDER]     = INSECT,
};

/* What isn't here is anything. */
static const int32_t things[MOULT_THING_KINDS] = {
    [MOULT_THING_ANYTHING]        = ROGUE_ANY,
    [MOULT_THING_WEAPON]          = ROGUE_WEAPON,
    [MOULT_THING_ARMOUR]          = ROGUE_ARMOUR,
    [MOULT_THING_FOOD]            = ROGUE_FOOD,
    [MOULT_THING_TOOL]            = ROGUE_ANY,
    [MOULT_THING_POTION]          = ROGUE_POTION,
    [MOULT_THING_SCROLL]          = ROGUE_SCROLL,
    [MOULT_THING_BOOK]            = ROGUE_SCROLL,
    [MOULT_THING_WAND]            = ROGUE_SCROLL,
    [MOULT_THING_RING]            = ROGUE_GOLD,
    [MOULT_THING_AMULET]          = ROGUE_GOLD,
    [MOULT_THING_GEM]             = ROGUE_GOLD,
    [MOULT_THING_GOLD]            = ROGUE_GOLD,
    [MOULT_THING_BOULDER]         = ROGUE_NOTHING,
    [MOULT_THING_STATUE]          = ROGUE_NOTHING,
    [MOULT_THING_BOX]             = ROGUE_ANY,
    [MOULT_THING_CHEST]           = ROGUE_ANY,
    [MOULT_THING_CORPSE]          = ROGUE_CORPSE,
    [MOULT_THING_TELEPORT_SCROLL] = ROGUE_SCROLL,
    [MOULT_THING_BELL]            = ROGUE_NOTHING,
    [MOULT_THING_JELLY]           = ROGUE_FOOD,
    [MOULT_THING_KELP]            = ROGUE_FOOD,
    [MOULT_THING_GOODS]           = ROGUE_ANY,
    [MOULT_THING_MISSILE]         = ROGUE_NOTHING,
};

static const int32_t goods[MOULT_SHOPS] = {
    [MOULT_SHOP_GENERAL] = ROGUE_ANY,    [MOULT_SHOP_ARMOUR]  = ROGUE_ARMOUR,
    [MOULT_SHOP_SCROLLS] = ROGUE_SCROLL, [MOULT_SHOP_POTIONS] = ROGUE_POTION,
    [MOULT_SHOP_WEAPONS] = ROGUE_WEAPON, [MOULT_SHOP_FOOD]    = ROGUE_FOOD,
    [MOULT_SHOP_RINGS]   = ROGUE_GOLD,   [MOULT_SHOP_WANDS]   = ROGUE_SCROLL,
    [MOULT_SHOP_TOOLS]   = ROGUE_ANY,    [MOULT_SHOP_BOOKS]   = ROGUE_SCROLL,
    [MOULT_SHOP_HEALTH]  = ROGUE_FOOD,
};
// clang-format on

static uint32_t room_of(const moult_canvas *canvas, const moult_spawn *spawn)
{
    const int32_t inside = spawn->room >= 0 && (uint32_t)spawn->room < canvas->room_count;
    const uint32_t kind = inside ? canvas->rooms[spawn->room].kind : MOULT_ROOM_ORDINARY;
    return kind < MOULT_COUNT(rooms) ? kind : MOULT_ROOM_ORDINARY;
}

static int32_t has_shape(uint32_t kind, uint32_t shapes)
{
    moult_creature creature = {.size = sizeof creature};
    return rogue_bestiary->describe(kind, &creature) >= 0 && creature.shape < 32 &&
           (shapes & 1u << creature.shape) != 0;
}

/* The deepest kind of these shapes that is at home on `floor` or above, or one drawn among all of
 * them; ROGUE_ANYONE when there is none. */
static int32_t draw_kind(moult_world *w, uint32_t shapes, int32_t floor, int32_t deepest)
{
    const int32_t kinds = rogue_least(floor, (int32_t)rogue_bestiary->count);
    int32_t fit = 0, last = ROGUE_ANYONE;
    for (int32_t kind = 0; kind < kinds; kind++)
        if (has_shape((uint32_t)kind, shapes)) {
            last = kind;
            fit++;
        }
    if (deepest || fit == 0)
        return last;
    int32_t left = (int32_t)moult_random(w, MOULT_STREAM_LEVEL, (uint32_t)fit), kind = 0;
    while (!has_shape((uint32_t)kind, shapes) || left-- > 0)
        kind++;
    return kind;
}

int32_t rogue_inhabitant(moult_world *w, const moult_canvas *canvas, const moult_spawn *spawn,
                         int32_t floor)
{
    const uint32_t room = room_of(canvas, spawn);
    const int32_t said = spawn->flags & MOULT_SPAWN_COMMON_KIND && spawn->kind < MOULT_WHO_KINDS;
    const int32_t leads = (spawn->flags & MOULT_SPAWN_LEADER) != 0;
    const uint32_t who = said ? spawn->kind : MOULT_WHO_ANYONE;
    const uint32_t shapes = whose[who] ? whose[who] : rooms[room].shapes;
    if (rooms[room].peaceful || who == MOULT_WHO_SHOPKEEPER || who == MOULT_WHO_PRIEST)
        return ROGUE_NOBODY;
    if (shapes == NONE)
        return ROGUE_ANYONE;
    if (leads)
        floor = rogue_sum(floor, rogue_numbers(w)->leader_floors);
    if (spawn->power > 0)
        floor = rogue_least(floor, spawn->power);
    return draw_kind(w, shapes, floor, leads);
}

rogue_wish rogue_wished_thing(const moult_spawn *spawn)
{
    rogue_wish wish = {ROGUE_ANY, ROGUE_ANY};
    if (!(spawn->flags & MOULT_SPAWN_COMMON_KIND) || spawn->kind >= MOULT_THING_KINDS)
        return wish;
    wish.kind = things[spawn->kind];
    if (spawn->kind == MOULT_THING_GOODS && spawn->subkind < MOULT_SHOPS)
        wish.kind = goods[spawn->subkind];
    if (spawn->kind == MOULT_THING_TELEPORT_SCROLL)
        wish.subtype = ROGUE_SCROLL_TELEPORT;
    return wish;
}

/* Unless the generator has wished for some there. */
int32_t rogue_wants_gold(const moult_canvas *canvas, const moult_spawn *spawn)
{
    if (!rooms[room_of(canvas, spawn)].gold)
        return 0;
    for (uint32_t i = 0; i < canvas->spawn_count; i++) {
        const moult_spawn *other = &canvas->spawns[i];
        if (other->what == MOULT_SPAWN_ITEM && other->x == spawn->x && other->y == spawn->y &&
            rogue_wished_thing(other).kind == (int32_t)ROGUE_GOLD)
            return 0;
    }
    return 1;
}
