/* SPDX-License-Identifier: MIT */
/* What explore, travel and repeat ask: where the hero would walk, what it fetches, when to stop.
 * Hunger, harm and things left lying are told once, for the turn in which they came up; an enemy is
 * told as long as it is in sight. */
#include <string.h>
#include "rules/rogue/game.h"

enum { COST_STEP = 1, COST_DOOR = 2, COST_LOCKED = 5, COST_NEVER = -1 };

/* By the remembered tile, and by whom the hero notices there. */
int32_t rogue_cost(const moult_world *w, int32_t x, int32_t y)
{
    moult_view view;
    moult_place hero;
    moult_id level = moult_level(w);
    if (moult_view_level(w, level, &view) < 0)
        return COST_NEVER;
    uint32_t known = view.known[y * view.stride + x];
    uint32_t flags = known ? moult_tile_flags(known - 1) : MOULT_TILE_BLOCKS;
    if (flags & MOULT_TILE_OPENS)
        return COST_DOOR;
    if (flags & MOULT_TILE_LOCKED)
        return COST_LOCKED;
    if (flags & MOULT_TILE_BLOCKS)
        return COST_NEVER;
    moult_id actor = moult_at(w, MOULT_SCOPE_ACTOR, level, x, y, 0);
    if (!actor || actor == moult_hero(w) ||
        moult_where(w, MOULT_SCOPE_ACTOR, moult_hero(w), &hero) < 0)
        return COST_STEP;
    const rogue_body *body = rogue_body_read(w, actor);
    return rogue_spots(w, &view, body, hero.x, hero.y, x, y) ? COST_NEVER : COST_STEP;
}

int32_t rogue_lure(const moult_world *w, int32_t x, int32_t y)
{
    moult_id level = moult_level(w), item = 0;
    if (rogue_hero_read(w, 0)->floating > 0)
        return 0;
    while ((item = moult_at(w, MOULT_SCOPE_ITEM, level, x, y, item)) != 0)
        if (rogue_wanted(w, item))
            return 1;
    return 0;
}

/* The first enemy that the hero notices, or NULL. Who only stands there is none. */
static const rogue_body *enemy_in_sight(const moult_world *w)
{
    moult_view view;
    moult_place hero, at;
    moult_id id = 0;
    if (moult_where(w, MOULT_SCOPE_ACTOR, moult_hero(w), &hero) < 0 ||
        moult_view_level(w, hero.level, &view) < 0)
        return NULL;
    while ((id = moult_next(w, MOULT_SCOPE_ACTOR, hero.level, id)) != 0) {
        const rogue_body *body = rogue_body_read(w, id);
        if (body && !rogue_is_hero(body) && moult_where(w, MOULT_SCOPE_ACTOR, id, &at) >= 0 &&
            rogue_spots(w, &view, body, hero.x, hero.y, at.x, at.y) &&
            strcmp(moult_text(w, body->archetype), "idle") != 0)
            return body;
    }
    return NULL;
}

/* The gravest first: its words are the reason given. */
static const struct {
    uint32_t bit;
    const char *why;
} reasons[] = {
    {MOULT_ATTENTION_OVER, MOULT_TEXT("the run is over")},
    {MOULT_ATTENTION_ENEMY, MOULT_TEXT("{name} in view")},
    {MOULT_ATTENTION_HURT, MOULT_TEXT("you were hurt")},
    {MOULT_ATTENTION_HUNGER, MOULT_TEXT("you are hungry")},
    {MOULT_ATTENTION_ITEM, MOULT_TEXT("something lies here")},
};

uint32_t rogue_attention(const moult_world *w, char *why, uint32_t room)
{
    const rogue_body *enemy = enemy_in_sight(w);
    uint32_t bits = rogue_hero_read(w, 0)->alert;
    if (rogue_over(w))
        bits |= MOULT_ATTENTION_OVER;
    if (enemy)
        bits |= MOULT_ATTENTION_ENEMY;
    if (rogue_hero_read(w, 0)->hiding)
        bits |= MOULT_ATTENTION_SECRETS;
    if (room > 0)
        why[0] = 0;
    for (uint32_t i = 0; i < MOULT_COUNT(reasons); i++) {
        if (!(bits & reasons[i].bit))
            continue;
        const moult_arg args[] = {MOULT_ARG_TEXT("name", enemy ? moult_text(w, enemy->name) : "")};
        moult_format(w, why, room, reasons[i].why, args, MOULT_COUNT(args));
        break;
    }
    return bits;
}
