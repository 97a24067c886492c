/* SPDX-License-Identifier: MIT */
/* What comes to live and lie on a level that was just made.
 * A generator that speaks our vocabulary has said everything. Another one's creatures are rats, and
 * its things apples and potions, in the shares of our own levels; its doors stand open, and its
 * rooms are what is seen at once. */
#include <string.h>
#include "rules/srl/game.h"

enum { FOOD_SHARE = 20, SHARES = 100 };

static int32_t chance(moult_world *w, int32_t bound)
{
    return (int32_t)moult_random(w, MOULT_STREAM_LEVEL, bound > 1 ? (uint32_t)bound : 1);
}

static void add_rat(moult_world *w, moult_id level, int32_t strength, int32_t x, int32_t y)
{
    moult_id id = moult_create(w, MOULT_SCOPE_ACTOR, level, x, y);
    srl_body *body = id ? srl_body_edit(w, id) : NULL;
    if (!body)
        return;
    const srl_growth growth = srl_rat_at(strength);
    *body = (srl_body){
        .hp = srl_bits(growth.hp),
        .hp_base = srl_bits(growth.hp),
        .attack_base = srl_bits(growth.attack),
        .defence_base = srl_bits(growth.defence),
        .experience = srl_bits(growth.experience),
        .level = strength,
    };
    body->name = moult_intern(w, MOULT_TEXT("rat"));
    body->archetype = moult_intern(w, "rat");
}

static void add_thing(moult_world *w, moult_id level, uint32_t kind, int32_t subtype, int32_t x,
                      int32_t y)
{
    moult_id id = moult_create(w, MOULT_SCOPE_ITEM, level, x, y);
    srl_thing *thing = id ? srl_thing_edit(w, id) : NULL;
    if (!thing)
        return;
    thing->kind = (uint16_t)kind;
    thing->subtype = subtype;
}

static void settle_own(moult_world *w, moult_id level, const moult_spawn *spawn)
{
    if (spawn->what == MOULT_SPAWN_ACTOR && spawn->kind == SRL_RAT)
        add_rat(w, level, spawn->power, spawn->x, spawn->y);
    else if (spawn->what == MOULT_SPAWN_ITEM && spawn->kind < SRL_ITEM_KINDS)
        add_thing(w, level, spawn->kind, spawn->power, spawn->x, spawn->y);
}

/* -- levels of other games --------------------------------------------------------------------- */

static int32_t choose_rat(moult_world *w, int32_t depth)
{
    const int32_t deeper = chance(w, depth);
    return depth + deeper + chance(w, 2);
}

static int32_t choose_potion(moult_world *w, int32_t depth)
{
    const int32_t usual = (depth + 3) / 4, drawn = chance(w, SHARES);
    return drawn < 75 ? chance(w, usual) + 1 : drawn < 95 ? usual + 1 : usual + 2;
}

/* The first level is without dangers and without finds. */
static void settle_foreign(moult_world *w, const moult_view *view, const moult_spawn *spawn)
{
    const int32_t depth = view->depth;
    if (depth < 1 || !srl_can_stand(srl_tile(view, spawn->x, spawn->y)))
        return;
    if (spawn->what == MOULT_SPAWN_ACTOR) {
        if (!moult_at(w, MOULT_SCOPE_ACTOR, view->level, spawn->x, spawn->y, 0))
            add_rat(w, view->level, choose_rat(w, depth), spawn->x, spawn->y);
    } else if (spawn->what == MOULT_SPAWN_ITEM) {
        if (chance(w, SHARES) < FOOD_SHARE)
            add_thing(w, view->level, SRL_APPLE, 0, spawn->x, spawn->y);
        else
            add_thing(w, view->level, SRL_POTION, choose_potion(w, depth), spawn->x, spawn->y);
    }
}

static uint32_t our_tile(uint32_t tile)
{
    switch (tile) {
    case MOULT_TILE_EXIT:
    case MOULT_TILE_LADDER_DOWN:
        return MOULT_TILE_STAIRS_DOWN;
    case MOULT_TILE_DOOR_CLOSED:
    case MOULT_TILE_DOOR_LOCKED:
    case MOULT_TILE_DOOR_SECRET:
    case MOULT_TILE_CORRIDOR_SECRET:
        return MOULT_TILE_FLOOR;
    default:
        return tile;
    }
}

static void translate_cells(moult_world *w, const moult_view *view, const moult_canvas *canvas)
{
    for (int32_t y = 0; y < view->height; y++)
        for (int32_t x = 0; x < view->width; x++) {
            const uint32_t tile = srl_tile(view, x, y), ours = our_tile(tile);
            if (ours != tile)
                moult_set_cell(w, view->level, MOULT_PLANE_TILE, x, y, ours);
        }
    for (uint32_t i = canvas->room_count; i-- > 0;) { /* where two overlap, the first one wins */
        const moult_room *room = &canvas->rooms[i];
        for (int32_t y = room->y0; y <= room->y1; y++)
            for (int32_t x = room->x0; x <= room->x1; x++)
                moult_set_cell(w, view->level, MOULT_PLANE_ROOM, x, y, i + 2);
    }
}

static void tell_foreign(moult_world *w, const moult_canvas *canvas)
{
    srl_say(w, MOULT_SAY_SYSTEM,
            "These levels are made for another game: you arrive where they say, and whatever "
            "lives there is a rat.");
    if (canvas->room_count == 0)
        srl_say(w, MOULT_SAY_SYSTEM, "They have no rooms: you see only what is right beside you.");
}

void srl_populate(moult_world *w, moult_id level, const moult_canvas *canvas)
{
    moult_view view;
    const int32_t own = canvas->vocabulary && strcmp(canvas->vocabulary, "srl") == 0;
    if (moult_view_level(w, level, &view) < 0)
        return;
    if (!own) {
        translate_cells(w, &view, canvas);
        if (view.depth == 0)
            tell_foreign(w, canvas);
    }
    for (uint32_t i = 0; i < canvas->spawn_count; i++)
        if (own)
            settle_own(w, level, &canvas->spawns[i]);
        else
            settle_foreign(w, &view, &canvas->spawns[i]);
}

/* -- by name ----------------------------------------------------------------------------------- */

static int32_t is_free(moult_world *w, const moult_view *view, int32_t rat, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < view->width && y < view->height &&
           srl_can_stand(srl_tile(view, x, y)) &&
           (!rat || !moult_at(w, MOULT_SCOPE_ACTOR, view->level, x, y, 0));
}

/* -1, -1: as near to the hero as there is room. As strong as what lives there. */
int32_t srl_spawn(moult_world *w, const char *name, int32_t x, int32_t y)
{
    moult_view view;
    moult_place hero;
    const int32_t rat = strcmp(name, "rat") == 0, apple = strcmp(name, "apple") == 0;
    moult_status status = moult_view_level(w, moult_level(w), &view);
    if (status >= 0)
        status = moult_where(w, MOULT_SCOPE_ACTOR, moult_hero(w), &hero);
    if (status < 0)
        return status;
    if (!rat && !apple && strcmp(name, "potion") != 0)
        return moult_fail(w, MOULT_UNKNOWN, "there are rat, apple and potion");
    if (x == -1 && y == -1)
        for (uint32_t i = 0; i < MOULT_DIRECTIONS; i++)
            if (is_free(w, &view, rat, hero.x + moult_direction[i].x,
                        hero.y + moult_direction[i].y)) {
                x = hero.x + moult_direction[i].x;
                y = hero.y + moult_direction[i].y;
                break;
            }
    if (!is_free(w, &view, rat, x, y))
        return moult_fail(w, MOULT_REFUSED, "that cell isn't free");
    if (rat)
        add_rat(w, view.level, view.depth > 1 ? view.depth : 1, x, y);
    else
        add_thing(w, view.level, apple ? SRL_APPLE : SRL_POTION, apple ? 0 : 1, x, y);
    return 1;
}
