/* SPDX-License-Identifier: MIT */
/* bestiary/rogue: the hundred kinds, one a floor, and what their shapes have in common.
 * A kind's number is its row; it is at home on floor number + 1, whose favourite it is. Speed goes
 * by archetype; corpses, hands, strength and ghostliness go by shape. */
#include <string.h>
#include <moult/bestiary.h>
#include <moult/plugin.h>

enum {
    TINY,
    SMALL,
    HUMANOID,
    BRUTE,
    SERPENT,
    INSECT,
    SKELETON,
    MAGE,
    GHOST,
    SLIME,
    DRAGON,
    LORD,
    SHAPES
};
enum { IDLE, WANDER, CHASER, SMART, SLEEPER, RANGED, FAST, BOSS, TRACKER, HUNTER, ARCHETYPES };

enum {
    SIGHT = 8,            /* cells, of every kind */
    FAST_ACTIONS = 2,     /* a turn */
    INVISIBLE_DEPTH = 23, /* ghosts from here on can't be seen */
};

static const char *const archetypes[ARCHETYPES] = {
    [IDLE] = "idle",       [WANDER] = "wander", [CHASER] = "chaser", [SMART] = "smart",
    [SLEEPER] = "sleeper", [RANGED] = "ranged", [FAST] = "fast",     [BOSS] = "boss",
    [TRACKER] = "tracker", [HUNTER] = "hunter",
};

// clang-format off
/* Of a corpse: per cent that one is left, satiety, hit points. */
static const struct {
    int32_t chance, satiety, hp;
    uint32_t flags;
} shapes[SHAPES] = {
    [TINY]       = {50,  8,  0,  0},
    [SMALL]      = {60,  15, 0,  0},
    [HUMANOID]   = {55,  25, 0,  MOULT_CREATURE_HANDS},
    [BRUTE]      = {70,  40, 0,  MOULT_CREATURE_HANDS | MOULT_CREATURE_BREAKS},
    [SERPENT]    = {55,  12, -4, 0},
    [INSECT]     = {45,  6,  -3, 0},
    [SKELETON]   = {0,   0,  0,  MOULT_CREATURE_HANDS},
    [MAGE]       = {40,  20, -1, MOULT_CREATURE_HANDS},
    [GHOST]      = {0,   0,  0,  0},
    [SLIME]      = {0,   0,  0,  0},
    [DRAGON]     = {90,  60, 0,  0},
    [LORD]       = {100, 80, 8,  MOULT_CREATURE_HANDS | MOULT_CREATURE_BREAKS},
};

typedef struct kind {
    const char *name;
    uint32_t glyph, shape, colour, accent;
    int32_t hp, skill, evasion, damage, armour;
    uint32_t archetype;
    int32_t score;
} kind;

static const kind kinds[] = {
    /* name                   sign shape     colour    accent    hp   sk  ev dm  ar  ai       pts */
    {"Sewer Rat",             'r', TINY,     0x785a3c, 0x3c281e, 3,   0,  1, 1,  0,  CHASER,  1},
    {"Giant Centipede",       'c', INSECT,   0x8c3c3c, 0x3c1414, 4,   1,  1, 2,  0,  CHASER,  2},
    {"Cave Bat",              'b', TINY,     0x3c3c50, 0x1e1e28, 4,   1,  4, 1,  0,  FAST,    2},
    {"Spotted Newt",          'n', TINY,     0x3c8c50, 0xdcc83c, 5,   1,  1, 1,  0,  IDLE,    2},
    {"Cave Spider",           's', INSECT,   0x281e1e, 0xb42828, 6,   2,  2, 2,  0,  SLEEPER, 3},
    {"Mongrel Cur",           'h', SMALL,    0x64503c, 0x3c3228, 8,   2,  2, 2,  0,  CHASER,  3},
    {"Brown Snake",           'S', SERPENT,  0x78643c, 0x3c321e, 7,   2,  2, 3,  0,  SLEEPER, 3},
    {"Gnoll Pup",             'g', HUMANOID, 0x8c643c, 0x3c2814, 9,   3,  2, 2,  0,  WANDER,  4},
    {"Restless Skeleton",     'z', SKELETON, 0xdcdcc8, 0x505050, 10,  3,  1, 3,  1,  CHASER,  5},
    {"Kobold Sneak",          'k', HUMANOID, 0x8c3c28, 0x281414, 11,  3,  3, 3,  0,  CHASER,  5},
    {"Goblin Sneak",          'g', HUMANOID, 0x508c3c, 0x283c1e, 12,  4,  3, 3,  1,  CHASER,  6},
    {"Giant Ant",             'a', INSECT,   0x8c2828, 0x3c1414, 13,  4,  2, 3,  1,  CHASER,  6},
    {"Giant Beetle",          'x', INSECT,   0x288c3c, 0x143c1e, 15,  4,  1, 3,  2,  CHASER,  7},
    {"Stirge",                'b', TINY,     0x8c5064, 0x3c1e28, 10,  5,  4, 4,  0,  FAST,    7},
    {"Acolyte Zombie",        'Z', HUMANOID, 0x648c50, 0x283c1e, 16,  4,  1, 4,  1,  CHASER,  8},
    {"Halfling Thug",         't', SMALL,    0x8c6450, 0x3c281e, 14,  5,  3, 4,  1,  CHASER,  8},
    {"Hyena",                 'h', SMALL,    0xa08c50, 0x503c1e, 16,  5,  3, 4,  1,  HUNTER,  9},
    {"Gnome Sapper",          'u', HUMANOID, 0x6464a0, 0xdcc83c, 14,  6,  4, 5,  1,  SMART,   10},
    {"Pixie Stinger",         'p', TINY,     0xdcb4dc, 0x643c8c, 12,  7,  6, 4,  0,  RANGED,  10},
    {"Giant Frog",            'f', SMALL,    0x50a03c, 0x28501e, 18,  5,  2, 5,  1,  WANDER,  10},
    {"Goblin Warrior",        'g', HUMANOID, 0x3c8c28, 0x783c28, 20,  6,  3, 5,  2,  SMART,   12},
    {"Orc Whelp",             'o', HUMANOID, 0x647850, 0x3c281e, 22,  6,  2, 6,  2,  CHASER,  12},
    {"Imp",                   'i', TINY,     0xc83c3c, 0x3c1e1e, 18,  7,  5, 6,  1,  FAST,    14},
    {"Wraithling",            'W', GHOST,    0x7878b4, 0x3c3c64, 20,  7,  5, 6,  0,  CHASER,  14},
    {"Dire Wolf",             'w', BRUTE,    0x505064, 0x28283c, 26,  7,  4, 7,  1,  CHASER,  15},
    {"Werecat",               'y', HUMANOID, 0x8c503c, 0xdcc83c, 24,  8,  5, 7,  1,  FAST,    16},
    {"Giant Scorpion",        's', INSECT,   0x8c643c, 0x3c281e, 28,  8,  3, 7,  3,  CHASER,  17},
    {"Hobgoblin Captain",     'g', HUMANOID, 0xb43c28, 0x3c3c3c, 30,  9,  3, 8,  3,  HUNTER,  18},
    {"Ogre Whelp",            'O', BRUTE,    0x786450, 0x3c281e, 36,  8,  1, 9,  2,  CHASER,  20},
    {"Carrion Crawler",       'c', SERPENT,  0x8c8c50, 0x3c3c1e, 30,  9,  3, 8,  2,  SLEEPER, 18},
    {"Gnoll Warlord",         'g', HUMANOID, 0xa06428, 0x281414, 34,  10, 3, 9,  3,  HUNTER,  22},
    {"Orc Captain",           'o', HUMANOID, 0x508c3c, 0x8c2828, 38,  10, 3, 9,  3,  SMART,   23},
    {"Bugbear",               'B', BRUTE,    0x78503c, 0x3c281e, 40,  10, 2, 10, 3,  CHASER,  24},
    {"Werewolf",              'w', BRUTE,    0x64503c, 0xb4b4b4, 42,  11, 4, 10, 2,  FAST,    26},
    {"Brown Mold",            'm', SLIME,    0x785028, 0x3c2814, 36,  9,  0, 10, 4,  IDLE,    22},
    {"Yellow Mold",           'm', SLIME,    0xb4a03c, 0x503c14, 36,  9,  0, 11, 4,  IDLE,    22},
    {"Black Pudding",         'j', SLIME,    0x282828, 0x141414, 44,  9,  1, 11, 3,  WANDER,  26},
    {"Gelatinous Cube",       'j', SLIME,    0xb4c8dc, 0x506478, 50,  8,  0, 10, 4,  WANDER,  28},
    {"Ogre",                  'O', BRUTE,    0x8c7850, 0x503c28, 50,  11, 1, 12, 3,  CHASER,  30},
    {"Cave Bear",             'q', BRUTE,    0x78503c, 0x3c281e, 52,  11, 2, 12, 3,  CHASER,  30},
    {"Troll",                 'T', BRUTE,    0x508c50, 0x283c28, 60,  12, 2, 13, 3,  CHASER,  36},
    {"Young Hydra",           'Y', SERPENT,  0x50648c, 0x283c50, 64,  12, 2, 14, 3,  CHASER,  38},
    {"Iron Statue",           'I', HUMANOID, 0x8c8ca0, 0x505064, 58,  10, 0, 12, 6,  IDLE,    32},
    {"Salamander",            'N', SERPENT,  0xdc643c, 0x782814, 60,  13, 3, 14, 3,  RANGED,  38},
    {"Cyclops",               'C', BRUTE,    0xa07850, 0xdc3c3c, 70,  13, 1, 16, 4,  CHASER,  42},
    {"Manticore",             'M', DRAGON,   0x8c5028, 0x3c2814, 70,  13, 3, 15, 4,  RANGED,  42},
    {"Wyvern",                'v', DRAGON,   0x783c50, 0x3c1e28, 72,  14, 4, 15, 4,  FAST,    44},
    {"Lich Apprentice",       'l', MAGE,     0x643cb4, 0x3c1e64, 64,  14, 3, 14, 3,  RANGED,  44},
    {"Wraith",                'W', GHOST,    0x3c3c8c, 0x1e1e50, 60,  14, 5, 14, 2,  TRACKER, 44},
    {"Specter",               'W', GHOST,    0x8c8cc8, 0x3c3c78, 64,  14, 5, 14, 2,  TRACKER, 46},
    {"Vampire Spawn",         'V', HUMANOID, 0x8c3c3c, 0x3c1e1e, 70,  15, 4, 15, 3,  FAST,    50},
    {"Dire Bear",             'q', BRUTE,    0x643c28, 0x3c2814, 80,  14, 2, 16, 4,  CHASER,  50},
    {"Greater Imp",           'i', SMALL,    0xdc3c3c, 0x641e1e, 64,  16, 6, 15, 3,  FAST,    50},
    {"Pit Fiend Whelp",       'F', HUMANOID, 0xb42828, 0x3c1414, 86,  16, 3, 17, 5,  SMART,   56},
    {"Stone Giant",           'H', BRUTE,    0x8c8c8c, 0x505050, 100, 14, 1, 18, 6,  CHASER,  60},
    {"Cloud Giant Adept",     'H', BRUTE,    0xc8c8dc, 0x64648c, 96,  15, 2, 18, 5,  SMART,   60},
    {"Frost Salamander",      'N', SERPENT,  0x8cdcdc, 0x3c648c, 80,  16, 3, 17, 4,  RANGED,  60},
    {"Fire Drake",            'd', DRAGON,   0xdc6428, 0x782814, 90,  16, 3, 18, 5,  FAST,    64},
    {"Black Drake",           'd', DRAGON,   0x282828, 0x8c8c3c, 92,  16, 3, 18, 5,  FAST,    64},
    {"Green Drake",           'd', DRAGON,   0x288c28, 0x78dc28, 94,  17, 3, 18, 5,  FAST,    66},
    {"White Drake",           'd', DRAGON,   0xdcdcdc, 0x8cc8dc, 96,  17, 3, 19, 5,  FAST,    70},
    {"Red Drake",             'd', DRAGON,   0xdc3c28, 0x782814, 100, 17, 3, 20, 5,  FAST,    72},
    {"Iron Golem",            'G', BRUTE,    0xa0a0b4, 0x505064, 120, 14, 0, 20, 9,  IDLE,    70},
    {"Lesser Demon Lord",     '&', BRUTE,    0xb42828, 0xdcc828, 110, 18, 3, 21, 6,  SMART,   80},
    {"Death Knight",          'K', HUMANOID, 0x28283c, 0xc82828, 110, 19, 3, 21, 7,  SMART,   84},
    {"Lich",                  'L', MAGE,     0x783cb4, 0x3cdcc8, 100, 20, 4, 22, 5,  RANGED,  90},
    {"Storm Giant",           'H', BRUTE,    0x788cdc, 0xdcdc3c, 130, 17, 2, 22, 6,  SMART,   90},
    {"Gaze Orb",              'e', LORD,     0x8c5050, 0xdcdcdc, 120, 19, 4, 22, 6,  RANGED,  90},
    {"Fire Giant",            'H', BRUTE,    0xdc5028, 0x3c3c3c, 130, 18, 2, 24, 7,  CHASER,  96},
    {"Frost Giant",           'H', BRUTE,    0xc8dcf0, 0x3c3c78, 130, 18, 2, 24, 7,  CHASER,  96},
    {"Young White Dragon",    'D', DRAGON,   0xdcdcf0, 0x78b4dc, 140, 19, 4, 24, 7,  FAST,    110},
    {"Young Black Dragon",    'D', DRAGON,   0x282828, 0xb4b43c, 150, 19, 4, 25, 7,  FAST,    112},
    {"Young Green Dragon",    'D', DRAGON,   0x28a028, 0xdcdc28, 150, 19, 4, 25, 7,  FAST,    112},
    {"Young Blue Dragon",     'D', DRAGON,   0x2850dc, 0xdcdc3c, 150, 19, 4, 26, 7,  FAST,    116},
    {"Young Red Dragon",      'D', DRAGON,   0xdc2828, 0xdcb428, 160, 20, 4, 26, 7,  FAST,    118},
    {"Bone Devil",            'z', SKELETON, 0xdcdcc8, 0xb42828, 140, 20, 4, 25, 6,  TRACKER, 116},
    {"Thought Eater",         'E', MAGE,     0x6464c8, 0xdc3c8c, 130, 21, 5, 26, 5,  RANGED,  124},
    {"Adult Black Dragon",    'D', DRAGON,   0x1e1e1e, 0xa0a03c, 180, 21, 4, 28, 8,  SMART,   140},
    {"Adult Green Dragon",    'D', DRAGON,   0x1e8c1e, 0xc8c81e, 180, 21, 4, 28, 8,  SMART,   140},
    {"Adult Blue Dragon",     'D', DRAGON,   0x1e50c8, 0xdcdc3c, 180, 21, 4, 28, 8,  SMART,   142},
    {"Adult Red Dragon",      'D', DRAGON,   0xc81e1e, 0xdcb41e, 200, 22, 4, 30, 8,  SMART,   150},
    {"Adult White Dragon",    'D', DRAGON,   0xf0f0fa, 0x64a0dc, 200, 22, 4, 30, 8,  SMART,   150},
    {"Ancient White Dragon",  'D', DRAGON,   0xf0f0fa, 0x3c78c8, 220, 23, 4, 32, 9,  SMART,   170},
    {"Demon Lord",            '&', BRUTE,    0xb4283c, 0x28283c, 220, 23, 3, 32, 9,  SMART,   170},
    {"Pit Fiend",             'F', BRUTE,    0xa01e1e, 0xdcc828, 240, 23, 3, 33, 9,  SMART,   180},
    {"Gaze Tyrant",           'e', LORD,     0xa03c3c, 0xdcdcdc, 220, 22, 5, 32, 8,  RANGED,  180},
    {"Ancient Black Dragon",  'D', DRAGON,   0x141414, 0xa0a03c, 240, 23, 4, 34, 9,  SMART,   190},
    {"Ancient Green Dragon",  'D', DRAGON,   0x147814, 0xc8c81e, 240, 23, 4, 34, 9,  SMART,   190},
    {"Ancient Blue Dragon",   'D', DRAGON,   0x143cb4, 0xdcdc3c, 240, 23, 4, 34, 9,  SMART,   190},
    {"Ancient Red Dragon",    'D', DRAGON,   0xb41414, 0xdcb41e, 260, 24, 4, 36, 10, SMART,   200},
    {"Tarrasque",             'R', LORD,     0x8c5028, 0xdc3c3c, 320, 24, 1, 40, 12, CHASER,  240},
    {"Empyrean",              'A', HUMANOID, 0xf0dc8c, 0xdcc828, 280, 25, 4, 36, 10, SMART,   240},
    {"Solar",                 'A', MAGE,     0xf0dc50, 0xf0f0f0, 280, 26, 5, 36, 9,  RANGED,  240},
    {"Lich King",             'L', MAGE,     0x503cc8, 0x28f0dc, 280, 26, 4, 38, 9,  SMART,   260},
    {"Ancient Wyrm",          'D', DRAGON,   0xdcb43c, 0xdc5028, 320, 26, 4, 40, 10, SMART,   280},
    {"Avatar of Destruction", 'X', LORD,     0xdc2828, 0x282828, 320, 27, 3, 42, 11, SMART,   300},
    {"World Devourer",        'U', LORD,     0x3c2828, 0xc83cc8, 360, 27, 2, 44, 12, CHASER,  320},
    {"Cosmic Horror",         'U', LORD,     0x282850, 0xa03cdc, 360, 28, 4, 44, 11, RANGED,  320},
    {"Elder God Spawn",       'U', LORD,     0x503c64, 0xdcdc50, 400, 29, 3, 46, 12, SMART,   360},
    {"Balrog Lord",           'J', LORD,     0x3c1414, 0xf05014, 480, 30, 3, 50, 13, BOSS,    500},
};
// clang-format on

static moult_status describe(uint32_t id, moult_creature *out)
{
    if (id >= MOULT_COUNT(kinds))
        return MOULT_RANGE;
    const kind *k = &kinds[id];
    moult_creature c = {
        .size = out->size,
        .flags = shapes[k->shape].flags,
        .id = id,
        .shape = k->shape,
        .glyph = k->glyph,
        .fg = k->colour,
        .accent = k->accent,
        .hp = k->hp,
        .skill = k->skill,
        .evasion = k->evasion,
        .damage = k->damage,
        .armour = k->armour,
        .depth = (int32_t)id + 1,
        .score = k->score,
        .actions = k->archetype == FAST ? FAST_ACTIONS : 1,
        .sight = SIGHT,
        .corpse_chance = shapes[k->shape].chance,
        .corpse_satiety = shapes[k->shape].satiety,
        .corpse_hp = shapes[k->shape].hp,
        .name = k->name,
        .archetype = archetypes[k->archetype],
    };
    if (k->shape == GHOST && c.depth >= INVISIBLE_DEPTH)
        c.flags |= MOULT_CREATURE_INVISIBLE;
    if (out->size == sizeof c)
        *out = c; /* as nearly always: without a call */
    else
        memcpy(out, &c, out->size < sizeof c ? out->size : sizeof c);
    return MOULT_OK;
}

static const moult_bestiary_1 functions = {
    .size = sizeof(moult_bestiary_1),
    .count = MOULT_COUNT(kinds),
    .describe = describe,
};

static const moult_provide provides[] = {
    MOULT_PROVIDE("bestiary/rogue", MOULT_BESTIARY_INTERFACE, MOULT_BESTIARY_SHAPE, &functions),
};

MOULT_PLUGIN("bestiary-rogue", "1.0.0", "a hundred kinds of monsters", "bestiary/rogue",
             .provides = provides, .provide_count = MOULT_COUNT(provides));
