/* SPDX-License-Identifier: MIT */
/* A level from the role `mapgen`, and what comes to live and lie on it.
 * The generator only wishes: a spawn whose cell is taken goes to the nearest free one, and no
 * monster starts in sight of the hero. What the rules or items/1 don't know is left out. When a
 * generator doesn't speak our vocabulary it says where, and the rules choose what. */
#include <string.h>
#include "rules/rogue/game.h"

typedef struct site {
    moult_world *w;
    const rogue_tuning *t;
    moult_id hero, level;
    int32_t x, y;       /* where the hero arrives */
    int32_t floor, own; /* own: the spawns' numbers are ours */
    moult_view view;
} site;

/* What the generator is asked for beyond a level. The profile's option `mapgen` takes its place
 * (NULL), so that it can speak another generator's words. */
static const char *wishes(const moult_world *w, const rogue_tuning *t)
{
    static const char *const asked[2][2] = {{NULL, "retry=on"}, {"doors=on", "doors=on retry=on"}};
    return moult_option(w, "mapgen") ? NULL : asked[t->doors != 0][t->retry != 0];
}

moult_id rogue_level_make(moult_world *w, int32_t floor, const moult_canvas **canvas)
{
    const rogue_tuning *t = rogue_numbers(w);
    const moult_request request = {
        .size = sizeof request,
        .width = t->width,
        .height = t->height,
        .depth = floor,
        .require =
            MOULT_MAP_CONNECTED | MOULT_MAP_WAY_DOWN | MOULT_MAP_ENTRY_FREE | MOULT_MAP_SPAWNS_FREE,
        .vocabulary = "rogue",
        .options = wishes(w, t),
    };
    return moult_generate(w, &request, canvas);
}

static int32_t fits(const site *s, uint32_t what, int32_t x, int32_t y)
{
    uint32_t tile = rogue_tile(&s->view, x, y);
    if (!rogue_walkable(tile) || (x == s->x && y == s->y))
        return 0;
    if (what == MOULT_SPAWN_ACTOR)
        return !rogue_lit(&s->view, x, y) && !moult_at(s->w, MOULT_SCOPE_ACTOR, s->level, x, y, 0);
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

static void choose_item(const site *s, uint32_t *kind, int32_t *subtype)
{
    int32_t floor = s->floor, tier = rogue_tier(s->t, floor);
    *kind = moult_random(s->w, MOULT_STREAM_LEVEL, ROGUE_CORPSE);
    switch (*kind) {
    case ROGUE_GOLD:
        *subtype =
            moult_random_between(s->w, MOULT_STREAM_LEVEL, floor, s->t->gold_times * floor + 3);
        break;
    case ROGUE_WEAPON:
    case ROGUE_ARMOUR:
        *subtype = moult_random_between(s->w, MOULT_STREAM_LEVEL, 1, tier);
        break;
    case ROGUE_POTION:
        *subtype = (int32_t)moult_random(s->w, MOULT_STREAM_LEVEL, (uint32_t)s->t->potion_kinds);
        break;
    case ROGUE_SCROLL:
        *subtype = (int32_t)moult_random(s->w, MOULT_STREAM_LEVEL, (uint32_t)s->t->scroll_kinds);
        break;
    default:
        *subtype = 0;
        break;
    }
}

/* The name as it stands within a sentence. */
static moult_name lower_name(moult_world *w, const char *name)
{
    char text[MOULT_NAME_SIZE];
    size_t i = 0;
    for (; name[i] != 0 && i + 1 < sizeof text; i++)
        text[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + ('a' - 'A') : name[i]);
    text[i] = 0;
    return moult_intern(w, text);
}

static void add_monster(const site *s, uint32_t kind, int32_t x, int32_t y)
{
    moult_creature creature = {.size = sizeof creature};
    if (kind >= ROGUE_KIND_HERO || rogue_bestiary->describe(kind, &creature) < 0 ||
        !find_cell(s, MOULT_SPAWN_ACTOR, &x, &y))
        return;
    moult_id id = moult_create(s->w, MOULT_SCOPE_ACTOR, s->level, x, y);
    rogue_body *body = id ? rogue_body_edit(s->w, id) : NULL;
    if (!body)
        return;
    body->hp = body->hp_max = creature.hp;
    body->kind = (uint16_t)kind;
    body->name = lower_name(s->w, creature.name);
    body->archetype = moult_intern(s->w, creature.archetype);
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

static void add_item(const site *s, uint32_t kind, int32_t subtype, int32_t x, int32_t y)
{
    moult_item_info info = rogue_info(s->w, kind, subtype);
    if (kind >= ROGUE_ITEM_KINDS || info.flags & MOULT_ITEM_UNKNOWN ||
        !find_cell(s, MOULT_SPAWN_ITEM, &x, &y))
        return;
    moult_id id = moult_create(s->w, MOULT_SCOPE_ITEM, s->level, x, y);
    rogue_thing *thing = id ? rogue_thing_edit(s->w, id) : NULL;
    if (!thing)
        return;
    thing->kind = (uint16_t)kind;
    thing->subtype = subtype;
    thing->value = info.value;
    thing->cursed = (uint8_t)draw_curse(s, kind);
}

static void settle(const site *s, const moult_spawn *spawn)
{
    int32_t own = s->own && spawn->flags & MOULT_SPAWN_OWN_KIND;
    uint32_t kind = spawn->kind;
    int32_t subtype =
        kind == ROGUE_GOLD && spawn->power > 0 ? spawn->power : (int32_t)spawn->subkind;
    if (spawn->what == MOULT_SPAWN_ACTOR) {
        add_monster(s, own ? kind : choose_monster(s), spawn->x, spawn->y);
    } else if (spawn->what == MOULT_SPAWN_ITEM) {
        if (own)
            subtype = with_newer(s, kind, subtype);
        else
            choose_item(s, &kind, &subtype);
        add_item(s, kind, subtype, spawn->x, spawn->y);
    }
}

static void populate(site *s, const moult_canvas *canvas)
{
    int32_t monsters = 0;
    s->own = canvas->vocabulary && strcmp(canvas->vocabulary, "rogue") == 0;
    for (uint32_t i = 0; i < canvas->spawn_count; i++) {
        const moult_spawn *spawn = &canvas->spawns[i];
        if (spawn->what == MOULT_SPAWN_ACTOR && monsters++ >= s->t->monsters_max)
            continue;
        settle(s, spawn);
    }
}

moult_status rogue_level_enter(moult_world *w, moult_id hero, moult_id level,
                               const moult_canvas *canvas)
{
    site s = {.w = w, .t = rogue_numbers(w), .hero = hero, .level = level};
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
    populate(&s, canvas);
    return MOULT_OK;
}
