/* SPDX-License-Identifier: MIT */
/* The mini-map, a point a block: known blocks by what they are, then the monsters in sight, then
 * the hero. Its colours are the game's own. */
#include "rules/srl/game.h"

#define UNKNOWN 0x808080u
#define FLOOR 0x4169e1u
#define FLOOR_LIT 0x1e90ffu
#define THING 0xffff00u
#define WALL 0x000000u
#define STAIRS 0x9acd32u
#define MONSTER 0xff0000u
#define HERO 0xffc0cbu

static uint32_t colour_of(const moult_world *w, const moult_view *view, int32_t x, int32_t y)
{
    const uint32_t known = view->known[y * view->stride + x];
    if (known == 0)
        return UNKNOWN;
    if (moult_at(w, MOULT_SCOPE_ITEM, view->level, x, y, 0))
        return THING;
    if (known - 1 == MOULT_TILE_STAIRS_DOWN)
        return STAIRS;
    if (!srl_can_stand(known - 1))
        return WALL;
    return srl_lit(view, x, y) ? FLOOR_LIT : FLOOR;
}

void srl_mini(const moult_world *w, const moult_view *view, const moult_place *hero,
              moult_scene *scene)
{
    moult_place at;
    const moult_id self = moult_hero(w);
    if (scene->set_mini(scene, view->width, view->height) < 0)
        return;
    for (int32_t y = 0; y < view->height; y++)
        for (int32_t x = 0; x < view->width; x++)
            scene->mini[y * view->width + x] = colour_of(w, view, x, y);
    for (moult_id id = 0; (id = moult_next(w, MOULT_SCOPE_ACTOR, view->level, id)) != 0;)
        if (id != self && moult_where(w, MOULT_SCOPE_ACTOR, id, &at) >= 0 &&
            srl_lit(view, at.x, at.y))
            scene->mini[at.y * view->width + at.x] = MONSTER;
    scene->mini[hero->y * view->width + hero->x] = HERO;
}
