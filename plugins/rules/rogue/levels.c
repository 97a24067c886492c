/* SPDX-License-Identifier: MIT */
/* A level from the role `mapgen`, and what comes to live and lie on it.
 * The generator only wishes: a spawn whose cell is taken goes to the nearest free one, and no
 * monster starts in sight of the hero. What the rules or items/1 don't know is left out, and so is
 * what lies in rock. When a generator doesn't speak our vocabulary, it says where, and the rules
 * choose what (rooms.c). */
#include <string.h>
#include "rules/rogue/game.h"

typedef struct site {
    moult_world *w;
    const rogue_tuning *t;
    moult_id hero, level;
    int32_t x, y;       /* where the hero arrives */
    int32_t floor, own; /* own: the spawns' numbers are ours */
    int32_t seen;       /* monsters may begin in sight */
    const moult_canvas *canvas;
    moult_view view;
} site;

/* What the generator may do beyond a level, when it knows the words. */
static const char *wishes(const rogue_tuning *t)
{
    static const char *const asked[2][2] = {{NULL, "?retry=on"},
                                            {"?doors=on", "?doors=on ?retry=on"}};
    return asked[t->doors != 0][t->retry != 0];
}

moult_id rogue_level_make(moult_world *w, int32_t floor, const moult_canvas **canvas)
{
    const rogue_tuning *t = rogue_numbers(w);
    const moult_request request = {
        .size = sizeof request,
        .width = t->width,
        .height = t->height,
        .depth = floor,
        .require = MOULT_MAP_CONNECTED | MOULT_MAP_WAY_DOWN | MOULT_MAP_ENTRY_FREE |
                   MOULT_MAP_SPAWNS_FREE | (t->secrets ? 0 : MOULT_MAP_NO_SECRETS),
        .vocabulary = "rogue",
        .options = wishes(t),
    };
    return moult_generate(w, &request, canvas);
}

static int32_t fits(const site *s, uint32_t what, int32_t x, int32_t y)
{
    uint32_t tile = rogue_tile(&s->view, x, y);
    if (!rogue_walkable(tile) || (x == s->x && y == s->y))
        return 0;
    if (what == MOULT_SPAWN_ACTOR)
        return (s->seen || !rogue_lit(&s->view, x, y)) &&
               !moult_at(s->w, MOULT_SCOPE_ACTOR, s->level, x, y, 0);
    return tile != MOULT_TILE_STAIRS_DOWN && tile != MOULT_TILE_EXIT &&
           tile != MOULT_TILE_DOOR_OPEN && !moult_at(s->w, MOULT_SCOPE_ITEM, s->level, x, y, 0);
}

/* The nearest cell that fits: ring by ring, each in reading order. */
static int32_t find_cell(const site *s, uint32_t what, int32_t *x, int32_t *y)
{
    int32_t far = rogue_most(s->view.width, s->view.height);
    for (int32_t r = 0; r < far; r++)
        for (int32_t dy = -r; dy <= r; dy++) {
            int32_t step = dy == -r || dy == r || r == 0 ? 1 : 2 * r;
            for (int32_t dx = -r; dx <= r; dx += step)
                if (fits(s, what, *x + dx, *y + dy)) {
                    *x += dx;
                    *y += dy;
                    return 1;
                }
        }
    return 0;
}

/* The floor's favourite, or half of the time anyone weaker. */
static uint32_t choose_monster(const site *s)
{
    uint32_t favourite = (uint32_t)rogue_most(0, s->floor - 1);
    if (favourite == 0 || moult_random(s->w, MOULT_STREAM_LEVEL, 2) == 0)
        return favourite;
    return moult_random(s->w, MOULT_STREAM_LEVEL, favourite);
}

static int32_t choose_subtype(const site *s, uint32_t kind)
{
    int32_t floor = s->floor, tier = rogue_tier(s->t, floor);
    switch (kind) {
    case ROGUE_GOLD:
        return moult_random_between(s->w, MOULT_STREAM_LEVEL, floor, s->t->gold_times * floor + 3);
    case ROGUE_WEAPON:
    case ROGUE_ARMOUR:
        return moult_random_between(s->w, MOULT_STREAM_LEVEL, 1, tier);
    case ROGUE_POTION:
        return (int32_t)moult_random(s->w, MOULT_STREAM_LEVEL, (uint32_t)s->t->potion_kinds);
    case ROGUE_SCROLL:
        return (int32_t)moult_random(s->w, MOULT_STREAM_LEVEL, (uint32_t)s->t->scroll_kinds);
    case ROGUE_CORPSE:
        return (int32_t)choose_monster(s);
    default:
        return 0;
    }
}

/* The name as it stands within a sentence. */
static const char *lower(const char *name, char text[MOULT_NAME_SIZE])
{
    size_t i = 0;
    for (; name[i] != 0 && i + 1 < MOULT_NAME_SIZE; i++)
        text[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + ('a' - 'A') : name[i]);
    text[i] = 0;
    return text;
}

/* 0: there is no such monster, or no room for it. */
static moult_id add_monster(const site *s, uint32_t kind, const moult_spawn *spawn)
{
    moult_creature creature = {.size = sizeof creature};
    char name[MOULT_NAME_SIZE];
    int32_t x = spawn->x, y = spawn->y;
    if (kind >= ROGUE_KIND_HERO || rogue_bestiary->describe(kind, &creature) < 0 ||
        !find_cell(s, MOULT_SPAWN_ACTOR, &x, &y))
        return 0;
    moult_id id = moult_create(s->w, MOULT_SCOPE_ACTOR, s->level, x, y);
    rogue_body *body = id ? rogue_body_edit(s->w, id) : NULL;
    if (!body)
        return 0;
    if (spawn->flags & MOULT_SPAWN_ASLEEP)
        body->asleep = ROGUE_SLEEPS_ON;
    body->hp = body->hp_max = creature.hp;
    body->kind = (uint16_t)kind;
    body->name = moult_intern(s->w, lower(creature.name, name));
    body->archetype = moult_intern(s->w, creature.archetype);
    return id;
}

/* A generator of ours wishes for one of the first kinds; the newer ones come in their share. */
static int32_t with_newer(const site *s, uint32_t kind, int32_t subtype)
{
    int32_t kinds = kind == ROGUE_POTION   ? s->t->potion_kinds
                    : kind == ROGUE_SCROLL ? s->t->scroll_kinds
                                           : 0;
    if (kinds <= ROGUE_FIRST_KINDS)
        return subtype;
    int32_t drawn = (int32_t)moult_random(s->w, MOULT_STREAM_LEVEL, (uint32_t)kinds);
    return drawn >= ROGUE_FIRST_KINDS ? drawn : subtype;
}

static int32_t draw_curse(const site *s, uint32_t kind)
{
    return (kind == ROGUE_WEAPON || kind == ROGUE_ARMOUR) && s->t->curse_one_in > 0 &&
           moult_random(s->w, MOULT_STREAM_LEVEL, (uint32_t)s->t->curse_one_in) == 0;
}

static moult_id add_item(const site *s, uint32_t kind, int32_t subtype, int32_t x, int32_t y)
{
    moult_item_info info = rogue_info(s->w, kind, subtype);
    if (kind >= ROGUE_ITEM_KINDS || info.flags & MOULT_ITEM_UNKNOWN ||
        !find_cell(s, MOULT_SPAWN_ITEM, &x, &y))
        return 0;
    moult_id id = moult_create(s->w, MOULT_SCOPE_ITEM, s->level, x, y);
    rogue_thing *thing = id ? rogue_thing_edit(s->w, id) : NULL;
    if (!thing)
        return 0;
    thing->kind = (uint16_t)kind;
    thing->subtype = subtype;
    thing->value = info.value;
    thing->cursed = (uint8_t)draw_curse(s, kind);
    return id;
}

/* Answers 1 when somebody was wished for whom the rules have. */
static int32_t settle_actor(const site *s, const moult_spawn *spawn)
{
    if (s->own && spawn->flags & MOULT_SPAWN_OWN_KIND) {
        add_monster(s, spawn->kind, spawn);
        return 1;
    }
    const int32_t who = rogue_inhabitant(s->w, s->canvas, spawn, s->floor);
    if (who == ROGUE_NOBODY)
        return 0;
    add_monster(s, who == ROGUE_ANYONE ? choose_monster(s) : (uint32_t)who, spawn);
    if (rogue_wants_gold(s->canvas, spawn))
        add_item(s, ROGUE_GOLD, choose_subtype(s, ROGUE_GOLD), spawn->x, spawn->y);
    return 1;
}

/* Answers 1 when it was something to eat. */
static int32_t settle_item(const site *s, const moult_spawn *spawn)
{
    const uint32_t kind = spawn->kind;
    if (spawn->flags & MOULT_SPAWN_BURIED)
        return 0;
    if (s->own && spawn->flags & MOULT_SPAWN_OWN_KIND) {
        int32_t subtype =
            kind == ROGUE_GOLD && spawn->power > 0 ? spawn->power : (int32_t)spawn->subkind;
        add_item(s, kind, with_newer(s, kind, subtype), spawn->x, spawn->y);
        return kind == ROGUE_FOOD;
    }
    const rogue_wish wish = rogue_wished_thing(spawn);
    if (wish.kind == ROGUE_NOTHING)
        return 0;
    const uint32_t thing = wish.kind == ROGUE_ANY
                               ? moult_random(s->w, MOULT_STREAM_LEVEL, ROGUE_CORPSE)
                               : (uint32_t)wish.kind;
    add_item(s, thing, wish.subtype == ROGUE_ANY ? choose_subtype(s, thing) : wish.subtype,
             spawn->x, spawn->y);
    return thing == ROGUE_FOOD;
}

/* A ration on any cell that can be walked to. */
static void add_ration(const site *s)
{
    for (int32_t i = 0; i < s->t->teleport_tries; i++) {
        int32_t x = (int32_t)moult_random(s->w, MOULT_STREAM_LEVEL, (uint32_t)s->view.width);
        int32_t y = (int32_t)moult_random(s->w, MOULT_STREAM_LEVEL, (uint32_t)s->view.height);
        if (!fits(s, MOULT_SPAWN_ITEM, x, y) || rogue_mark(&s->view, x, y) & ROGUE_MARK_SEALED)
            continue;
        add_item(s, ROGUE_FOOD, 0, x, y);
        return;
    }
}

/* Who leaves it to the rules what lies about doesn't see to it that nobody starves: as many rations
 * as walking over all of the floor needs. */
static int32_t rations_due(const site *s)
{
    int32_t cells = 0;
    if (s->own || s->t->ration_cells == 0)
        return 0;
    for (int32_t y = 0; y < s->view.height; y++)
        for (int32_t x = 0; x < s->view.width; x++)
            cells += rogue_walkable(rogue_tile(&s->view, x, y));
    return cells / s->t->ration_cells;
}

static void populate(site *s)
{
    int32_t monsters = 0, rations = 0;
    s->own = s->canvas->vocabulary && strcmp(s->canvas->vocabulary, "rogue") == 0;
    for (uint32_t i = 0; i < s->canvas->spawn_count; i++) {
        const moult_spawn *spawn = &s->canvas->spawns[i];
        if (spawn->what == MOULT_SPAWN_ITEM)
            rations += settle_item(s, spawn);
        else if (spawn->what == MOULT_SPAWN_ACTOR && monsters < s->t->monsters_max)
            monsters += settle_actor(s, spawn);
    }
    for (int32_t due = rations_due(s); rations < due; rations++)
        add_ration(s);
}

/* What the level's tiles don't tell is marked; whether anything is hidden there, noted. */
static void survey(const site *s)
{
    const moult_view *v = &s->view;
    rogue_doors_mark(s->w, s->level, s->canvas);
    for (uint32_t i = 0; i < s->canvas->room_count; i++) {
        const moult_room *room = &s->canvas->rooms[i];
        for (int32_t y = room->y0; room->flags & MOULT_ROOM_SEALED && y <= room->y1; y++)
            for (int32_t x = room->x0; x <= room->x1; x++)
                moult_set_cell(s->w, s->level, MOULT_PLANE_MARK, x, y, ROGUE_MARK_SEALED);
    }
    const size_t cells = (size_t)v->stride * (size_t)v->height;
    rogue_hero_edit(s->w, 0)->hiding = memchr(v->tile, MOULT_TILE_DOOR_SECRET, cells) != NULL ||
                                       memchr(v->tile, MOULT_TILE_CORRIDOR_SECRET, cells) != NULL;
}

moult_status rogue_level_enter(moult_world *w, moult_id hero, moult_id level,
                               const moult_canvas *canvas)
{
    site s = {.w = w, .t = rogue_numbers(w), .hero = hero, .level = level, .canvas = canvas};
    const moult_spot *entry = NULL;
    for (uint32_t i = 0; i < canvas->spot_count && !entry; i++)
        if (canvas->spots[i].kind == MOULT_SPOT_ENTRY)
            entry = &canvas->spots[i];
    if (!entry)
        return moult_fail(w, MOULT_FORMAT, "the level has no entry, though one was required");
    s.x = entry->x;
    s.y = entry->y;
    moult_status status = moult_level_enter(w, level);
    if (status >= 0)
        status = moult_move(w, MOULT_SCOPE_ACTOR, hero, level, s.x, s.y);
    if (status >= 0)
        status = moult_see(w, level, s.x, s.y, s.t->sight);
    if (status >= 0)
        status = moult_view_level(w, level, &s.view);
    if (status < 0)
        return status;
    s.floor = s.view.depth;
    survey(&s);
    populate(&s);
    return MOULT_OK;
}

/* -- by name ----------------------------------------------------------------------------------- */

#define SUBTYPES 64

/* The number of a monster that is called so; -1: none is. */
static int32_t monster_called(const char *name)
{
    moult_creature creature = {.size = sizeof creature};
    char wanted[MOULT_NAME_SIZE], there[MOULT_NAME_SIZE];
    for (uint32_t kind = 0; kind < rogue_bestiary->count; kind++)
        if (rogue_bestiary->describe(kind, &creature) >= 0 &&
            strcmp(lower(creature.name, there), lower(name, wanted)) == 0)
            return (int32_t)kind;
    return -1;
}

/* The same for a thing, as it is called to the player. */
static int32_t thing_called(moult_world *w, const char *name, uint32_t *kind, int32_t *subtype)
{
    for (*kind = 0; *kind < ROGUE_ITEM_KINDS; ++*kind)
        for (*subtype = *kind == ROGUE_GOLD; *subtype < SUBTYPES; ++*subtype) {
            moult_item_info info = rogue_info(w, *kind, *subtype);
            if ((info.flags & MOULT_ITEM_UNKNOWN) == 0 && strcmp(info.name, name) == 0)
                return 1;
        }
    return 0;
}

/* -1, -1: as near to the hero as there is room. */
int32_t rogue_spawn(moult_world *w, const char *name, int32_t x, int32_t y)
{
    moult_place hero;
    moult_spawn spawn = {.size = sizeof spawn, .x = x, .y = y};
    site s = {.w = w, .t = rogue_numbers(w), .level = moult_level(w), .seen = 1};
    uint32_t kind = 0;
    int32_t subtype = 0;
    moult_status status = moult_where(w, MOULT_SCOPE_ACTOR, moult_hero(w), &hero);
    if (status >= 0)
        status = moult_view_level(w, s.level, &s.view);
    if (status < 0)
        return status;
    s.x = hero.x;
    s.y = hero.y;
    const int32_t who = monster_called(name);
    if (who < 0 && !thing_called(w, name, &kind, &subtype))
        return moult_fail(w, MOULT_UNKNOWN, "no monster and no thing is called so");
    if (x == -1 && y == -1) {
        spawn.x = hero.x;
        spawn.y = hero.y;
    } else if (!fits(&s, who >= 0 ? MOULT_SPAWN_ACTOR : MOULT_SPAWN_ITEM, x, y)) {
        return moult_fail(w, MOULT_REFUSED, "that cell isn't free");
    }
    const moult_id id = who >= 0 ? add_monster(&s, (uint32_t)who, &spawn)
                                 : add_item(&s, kind, subtype, spawn.x, spawn.y);
    return id ? 1 : moult_fail(w, MOULT_FULL, "there is no room for it");
}
