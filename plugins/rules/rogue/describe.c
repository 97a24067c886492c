/* SPDX-License-Identifier: MIT */
/* The picture: what the hero knows of the level, who and what is in sight, and the status line.
 * Remembered cells are marked dim; items and monsters show only where the hero sees now. Colours of
 * creatures are lifted where they would drown in a black ground. */
#include "rules/rogue/game.h"
#include "rules/rogue/sprites.h"

typedef struct look {
    uint32_t glyph, fg;
    uint8_t ascii, flags;
    uint16_t sprite; /* 0: drawn as text */
} look;

#define SAND 0x9c8f78
#define WOOD 0xc08040
#define LEAF 0x40a040
#define IRON 0xa0a0b0
#define DEEP 0x4080e0
#define FIRE 0xff6020
#define GOLD 0xffdc50

static const look tiles[MOULT_TILE_KINDS] = {
    [MOULT_TILE_FLOOR] = {0x00b7, SAND, '.', 0, ROGUE_SPRITE_FLOOR},
    [MOULT_TILE_WALL] = {'#', 0xa89c80, 0, 0, ROGUE_SPRITE_WALL},
    [MOULT_TILE_DOOR_CLOSED] = {'+', WOOD, 0, 0, ROGUE_SPRITE_DOOR_CLOSED},
    [MOULT_TILE_DOOR_OPEN] = {'\'', WOOD, 0, 0, ROGUE_SPRITE_DOOR_OPEN},
    [MOULT_TILE_STAIRS_DOWN] = {'>', 0x8cc8f0, 0, MOULT_CELL_BOLD, ROGUE_SPRITE_STAIRS},
    [MOULT_TILE_EXIT] = {'>', GOLD, 0, MOULT_CELL_BOLD, ROGUE_SPRITE_EXIT},
    [MOULT_TILE_STAIRS_UP] = {'<', 0x8cc8f0, 0, 0, ROGUE_SPRITE_STAIRS_UP},
    [MOULT_TILE_STONE] = {' ', SAND, 0, 0, 0},
    [MOULT_TILE_CORRIDOR] = {'#', 0x706858, 0, 0, ROGUE_SPRITE_CORRIDOR},
    [MOULT_TILE_DOORWAY] = {0x00b7, WOOD, '.', 0, ROGUE_SPRITE_DOOR_OPEN},
    [MOULT_TILE_DOOR_BROKEN] = {0x00b7, WOOD, '.', 0, ROGUE_SPRITE_DOOR_OPEN},
    [MOULT_TILE_DOOR_LOCKED] = {'+', WOOD, 0, 0, ROGUE_SPRITE_DOOR_CLOSED},
    [MOULT_TILE_DOOR_SECRET] = {'#', 0xa89c80, 0, 0, ROGUE_SPRITE_WALL},
    [MOULT_TILE_CORRIDOR_SECRET] = {' ', SAND, 0, 0, 0},
    [MOULT_TILE_BARS] = {0x2261, IRON, '=', 0, 0},
    [MOULT_TILE_WATER] = {0x2248, DEEP, '~', 0, ROGUE_SPRITE_WATER},
    [MOULT_TILE_LAVA] = {0x2248, FIRE, '~', MOULT_CELL_BOLD, ROGUE_SPRITE_LAVA},
    [MOULT_TILE_FOUNTAIN] = {'{', DEEP, 0, 0, 0},
    [MOULT_TILE_SINK] = {'{', IRON, 0, 0, 0},
    [MOULT_TILE_ALTAR] = {'_', IRON, 0, 0, 0},
    [MOULT_TILE_GRAVE] = {'|', IRON, 0, 0, 0},
    [MOULT_TILE_THRONE] = {'\\', GOLD, 0, 0, 0},
    [MOULT_TILE_TREE] = {0x2663, LEAF, '&', 0, 0},
    [MOULT_TILE_LADDER_UP] = {'<', WOOD, 0, 0, ROGUE_SPRITE_STAIRS_UP},
    [MOULT_TILE_LADDER_DOWN] = {'>', WOOD, 0, 0, ROGUE_SPRITE_STAIRS},
    [MOULT_TILE_PORTAL] = {'^', 0xc080f0, 0, MOULT_CELL_BOLD, 0},
    [MOULT_TILE_LETTER] = {'"', SAND, 0, 0, 0},
    [MOULT_TILE_RUBBLE] = {':', SAND, 0, 0, 0},
};
static const look nothing = {'?', IRON, 0, 0, 0};

/* The scene's cells may be longer than ours. */
static moult_cell *cell_at(const moult_scene *scene, int32_t x, int32_t y)
{
    size_t step = scene->cell_size > 0 ? (size_t)scene->cell_size : sizeof(moult_cell);
    size_t index = (size_t)y * (size_t)scene->width + (size_t)x;
    return (moult_cell *)(void *)((uint8_t *)scene->cells + index * step);
}

/* The same hue, bright enough to be read. */
static uint32_t readable(uint32_t colour)
{
    enum { LEAST = 130 };
    uint32_t part[3] = {colour >> 16 & 255, colour >> 8 & 255, colour & 255}, most = 1;
    for (int i = 0; i < 3; i++)
        most = part[i] > most ? part[i] : most;
    if (most >= LEAST)
        return colour;
    for (int i = 0; i < 3; i++)
        part[i] = part[i] * LEAST / most;
    return part[0] << 16 | part[1] << 8 | part[2];
}

static void put(moult_cell *cell, uint32_t glyph, uint32_t fg, uint32_t flags, uint32_t sprite)
{
    cell->sprite = (uint16_t)sprite;
    cell->glyph = glyph;
    cell->fg = readable(fg);
    cell->ascii = glyph < 127 ? 0 : '?';
    cell->flags = (uint8_t)flags;
}

/* Where the core's cells have room for it. */
static void set_accent(const moult_scene *scene, moult_cell *cell, uint32_t accent)
{
    if ((size_t)scene->cell_size >= offsetof(moult_cell, facing))
        cell->accent = accent;
}

static void draw_ground(const moult_view *view, moult_scene *scene)
{
    for (int32_t y = 0; y < view->height; y++)
        for (int32_t x = 0; x < view->width; x++) {
            uint32_t known = view->known[y * view->stride + x];
            if (known == 0)
                continue;
            const look *seen = known - 1 < MOULT_TILE_KINDS ? &tiles[known - 1] : &nothing;
            moult_cell *cell = cell_at(scene, x, y);
            cell->glyph = seen->glyph;
            cell->ascii = seen->ascii;
            cell->fg = seen->fg;
            cell->sprite = seen->sprite;
            cell->flags = rogue_lit(view, x, y) ? seen->flags : MOULT_CELL_DIM;
        }
}

static void draw_items(const moult_world *w, const moult_view *view, moult_scene *scene)
{
    moult_id id = 0;
    moult_place at;
    while ((id = moult_next(w, MOULT_SCOPE_ITEM, view->level, id)) != 0) {
        const rogue_thing *thing = rogue_thing_read(w, id);
        if (!thing || moult_where(w, MOULT_SCOPE_ITEM, id, &at) < 0 || !rogue_lit(view, at.x, at.y))
            continue;
        moult_item_info info = rogue_info(w, thing->kind, thing->subtype);
        put(cell_at(scene, at.x, at.y), info.glyph ? info.glyph : '?', info.fg, 0,
            ROGUE_SPRITE_ITEM + thing->kind);
    }
}

static void draw_monsters(const moult_world *w, const moult_view *view, const moult_place *hero,
                          moult_scene *scene)
{
    moult_id id = 0;
    moult_place at;
    const rogue_hero *self = rogue_hero_read(w, 0);
    while ((id = moult_next(w, MOULT_SCOPE_ACTOR, view->level, id)) != 0) {
        moult_creature creature = {.size = sizeof creature};
        uint32_t flags = MOULT_CELL_ACTOR;
        const rogue_body *body = rogue_body_read(w, id);
        if (!body || rogue_is_hero(body) || moult_where(w, MOULT_SCOPE_ACTOR, id, &at) < 0)
            continue;
        if (!rogue_spots(w, view, body, hero->x, hero->y, at.x, at.y)) {
            if (!self->revealing && !self->marking)
                continue;
            flags |= self->marking ? MOULT_CELL_REVERSE : 0;
        }
        if (rogue_bestiary->describe(body->kind, &creature) < 0)
            creature.glyph = '?';
        moult_cell *cell = cell_at(scene, at.x, at.y);
        put(cell, creature.glyph, creature.fg, flags, ROGUE_SPRITE_SHAPE + creature.shape);
        set_accent(scene, cell, creature.accent);
    }
}

/* Label and text come in English. */
static void add_icon(const moult_world *w, moult_scene *scene, const char *label, uint32_t fg,
                     uint32_t kind, int64_t value, int64_t max, const char *text)
{
    const moult_gauge gauge = {.size = sizeof gauge,
                               .style = MOULT_GAUGE_TEXT,
                               .fg = fg,
                               .sprite = ROGUE_SPRITE_ITEM + kind,
                               .value = value,
                               .max = max,
                               .label = moult_translate(w, label),
                               .text = moult_translate(w, text)};
    scene->add_gauge(scene, &gauge);
}

static void add_gauge(const moult_world *w, moult_scene *scene, uint32_t style, const char *label,
                      uint32_t fg, int64_t value, int64_t max, const char *text)
{
    const moult_gauge gauge = {.size = sizeof gauge,
                               .style = style,
                               .fg = fg,
                               .value = value,
                               .max = max,
                               .label = moult_translate(w, label),
                               .text = text ? moult_translate(w, text) : NULL};
    scene->add_gauge(scene, &gauge);
}

/* What is active, with the turns that are left of it. */
static void draw_states(const moult_world *w, const rogue_hero *hero, moult_scene *scene)
{
    const struct {
        const char *label;
        int32_t turns;
    } states[] = {
        {MOULT_TEXT("Speed"), hero->fast},
        {MOULT_TEXT("Levitation"), hero->floating},
        {MOULT_TEXT("Sees invisible"), hero->seeing},
        {MOULT_TEXT("Reveal"), hero->revealing},
    };
    for (uint32_t i = 0; i < MOULT_COUNT(states); i++)
        if (states[i].turns > 0)
            add_gauge(w, scene, MOULT_GAUGE_NUMBER, states[i].label, 0xb4dc78, states[i].turns, 0,
                      NULL);
    if (hero->cursed)
        add_gauge(w, scene, MOULT_GAUGE_TEXT, MOULT_TEXT("Cursed"), 0xdc5050, 0, 0,
                  hero->cursed == ROGUE_CURSED_WEAPON   ? MOULT_TEXT("weapon")
                  : hero->cursed == ROGUE_CURSED_ARMOUR ? MOULT_TEXT("armour")
                                                        : MOULT_TEXT("weapon, armour"));
}

/* In order of importance. */
static void draw_gauges(const moult_world *w, const rogue_body *body, moult_scene *scene)
{
    const rogue_hero *hero = rogue_hero_read(w, 0);
    moult_item_info weapon = rogue_info(w, ROGUE_WEAPON, hero->weapon);
    moult_item_info armour = rogue_info(w, ROGUE_ARMOUR, hero->armour);
    moult_item_info potion = rogue_info(w, ROGUE_POTION, hero->potion - 1);
    moult_item_info scroll = rogue_info(w, ROGUE_SCROLL, hero->scroll - 1);
    add_gauge(w, scene, MOULT_GAUGE_BAR, MOULT_TEXT("HP"), 0xdc3c3c, body->hp, body->hp_max, NULL);
    add_gauge(w, scene, MOULT_GAUGE_NUMBER, MOULT_TEXT("Floor"), 0x78b4dc, hero->floor, 0, NULL);
    add_gauge(w, scene, MOULT_GAUGE_NUMBER, MOULT_TEXT("Gold"), 0xdcb43c, hero->gold, 0, NULL);
    add_gauge(w, scene, MOULT_GAUGE_BAR, MOULT_TEXT("Hunger"), 0xdcb43c, hero->hunger,
              hero->hunger_max, NULL);
    add_icon(w, scene, MOULT_TEXT("Weapon"), 0xdc8070, ROGUE_WEAPON, hero->weapon, ROGUE_TIERS,
             weapon.name);
    add_icon(w, scene, MOULT_TEXT("Armour"), 0x8cb4dc, ROGUE_ARMOUR, hero->armour, ROGUE_TIERS,
             armour.name);
    if (hero->potion)
        add_icon(w, scene, MOULT_TEXT("Potion"), potion.fg, ROGUE_POTION, 0, 0, potion.name);
    if (hero->scroll)
        add_icon(w, scene, MOULT_TEXT("Scroll"), scroll.fg, ROGUE_SCROLL, 0, 0, scroll.name);
    draw_states(w, hero, scene);
}

moult_status rogue_describe(const moult_world *w, moult_scene *scene)
{
    moult_view view;
    moult_place hero;
    moult_id id = moult_hero(w);
    const rogue_body *body = rogue_body_read(w, id);
    if (!body || moult_where(w, MOULT_SCOPE_ACTOR, id, &hero) < 0 ||
        moult_view_level(w, hero.level, &view) < 0)
        return MOULT_STALE;
    moult_status status = scene->set_size(scene, view.width, view.height);
    if (status < 0)
        return status;
    draw_ground(&view, scene);
    draw_items(w, &view, scene);
    draw_monsters(w, &view, &hero, scene);
    put(cell_at(scene, hero.x, hero.y), '@', 0xf0f0f0,
        MOULT_CELL_ACTOR | MOULT_CELL_HERO | MOULT_CELL_BOLD, ROGUE_SPRITE_HERO);
    draw_gauges(w, body, scene);
    scene->focus_x = hero.x;
    scene->focus_y = hero.y;
    if (rogue_over(w))
        scene->flags |= MOULT_SCENE_OVER;
    return MOULT_OK;
}
