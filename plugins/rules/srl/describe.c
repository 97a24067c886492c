/* SPDX-License-Identifier: MIT */
/* The picture: blocks that are remembered grey, those in sight white; monsters where the hero sees
 * now, things on every known block; beside the map the figures, and under them what is carried. */
#include <stdio.h>
#include "rules/srl/game.h"
#include "rules/srl/sprites.h"

#define WHITE 0xffffffu
#define GREY 0x808080u
#define TILE_PX 32

static moult_cell *cell_at(const moult_scene *scene, int32_t x, int32_t y)
{
    size_t step = scene->cell_size > 0 ? (size_t)scene->cell_size : sizeof(moult_cell);
    size_t index = (size_t)y * (size_t)scene->width + (size_t)x;
    return (moult_cell *)(void *)((uint8_t *)scene->cells + index * step);
}

static void put(moult_cell *cell, uint32_t glyph, uint32_t fg, uint32_t flags, uint32_t sprite)
{
    cell->sprite = (uint16_t)sprite;
    cell->glyph = glyph;
    cell->ascii = glyph < 127 ? 0 : '.';
    cell->fg = fg;
    cell->flags = (uint8_t)flags;
}

static uint32_t glyph_of(uint32_t tile)
{
    if (tile == MOULT_TILE_STAIRS_DOWN)
        return '>';
    return srl_can_stand(tile) ? 0x00b7 : '#';
}

static uint32_t sprite_of(uint32_t tile)
{
    if (tile == MOULT_TILE_STAIRS_DOWN)
        return SRL_SPRITE_STAIRS;
    return srl_can_stand(tile) ? SRL_SPRITE_FLOOR : SRL_SPRITE_WALL;
}

static void draw_ground(const moult_view *view, moult_scene *scene)
{
    for (int32_t y = 0; y < view->height; y++)
        for (int32_t x = 0; x < view->width; x++) {
            const uint32_t known = view->known[y * view->stride + x];
            if (known == 0)
                continue;
            if (srl_lit(view, x, y))
                put(cell_at(scene, x, y), glyph_of(known - 1), WHITE, 0, sprite_of(known - 1));
            else
                put(cell_at(scene, x, y), glyph_of(known - 1), GREY, MOULT_CELL_DIM,
                    sprite_of(known - 1));
        }
}

/* Of a stack, the first is seen: it is the one that would be taken. */
static void draw_things(const moult_world *w, const moult_view *view, moult_scene *scene)
{
    moult_place at;
    for (moult_id id = 0; (id = moult_next(w, MOULT_SCOPE_ITEM, view->level, id)) != 0;) {
        if (moult_where(w, MOULT_SCOPE_ITEM, id, &at) < 0 ||
            !view->known[at.y * view->stride + at.x] ||
            moult_at(w, MOULT_SCOPE_ITEM, view->level, at.x, at.y, 0) != id)
            continue;
        const moult_item_info info = srl_info(w, id);
        put(cell_at(scene, at.x, at.y), info.glyph ? info.glyph : '?', info.fg,
            srl_lit(view, at.x, at.y) ? 0 : MOULT_CELL_DIM,
            SRL_SPRITE_ITEM + srl_thing_read(w, id)->kind);
    }
}

static void draw_monsters(const moult_world *w, const moult_view *view, moult_scene *scene)
{
    moult_place at;
    const moult_id hero = moult_hero(w);
    for (moult_id id = 0; (id = moult_next(w, MOULT_SCOPE_ACTOR, view->level, id)) != 0;)
        if (id != hero && moult_where(w, MOULT_SCOPE_ACTOR, id, &at) >= 0 &&
            srl_lit(view, at.x, at.y))
            put(cell_at(scene, at.x, at.y), 'r', 0xd2a06e, MOULT_CELL_ACTOR, SRL_SPRITE_RAT);
}

/* -- beside the map ---------------------------------------------------------------------------- */

static void add_gauge(moult_scene *scene, uint32_t style, const char *label, uint32_t fg,
                      int64_t value, int64_t max, const char *text)
{
    const moult_gauge gauge = {.size = sizeof gauge,
                               .style = style,
                               .fg = fg,
                               .value = value,
                               .max = max,
                               .label = label,
                               .text = text};
    scene->add_gauge(scene, &gauge);
}

/* One decimal; what rounding left below nothing is nothing. */
static double shown(double weight)
{
    return weight > -0.05 && weight < 0.05 ? 0.0 : weight;
}

static void draw_figures(const moult_world *w, const moult_view *view, const srl_body *body,
                         moult_scene *scene)
{
    char weight[64];
    const srl_hero *hero = srl_hero_read(w, 0);
    const int64_t experience = srl_whole(srl_number(body->experience));
    snprintf(weight, sizeof weight, "%.1f/%.1f", shown(srl_number(hero->weight)),
             srl_weight_full(hero));
    add_gauge(scene, MOULT_GAUGE_NUMBER, moult_translate(w, "floor"), WHITE, view->depth, 0, NULL);
    add_gauge(scene, MOULT_GAUGE_NUMBER, moult_translate(w, "level"), WHITE, body->level, 0, NULL);
    add_gauge(scene, MOULT_GAUGE_BAR, moult_translate(w, "HP"), 0xdc3c3c,
              srl_whole(srl_number(body->hp)), srl_whole(srl_hp_full(body)), NULL);
    add_gauge(scene, MOULT_GAUGE_BAR, moult_translate(w, "satiety"), 0xdcb43c, hero->energy,
              srl_energy_full(hero), NULL);
    add_gauge(scene, MOULT_GAUGE_TEXT, moult_translate(w, "weight"), WHITE, 0, 0, weight);
    add_gauge(scene, MOULT_GAUGE_NUMBER, moult_translate(w, "attack"), WHITE,
              srl_whole(srl_attack(body)), 0, NULL);
    add_gauge(scene, MOULT_GAUGE_NUMBER, moult_translate(w, "defence"), WHITE,
              srl_whole(srl_defence(body)), 0, NULL);
    add_gauge(scene, MOULT_GAUGE_NUMBER, moult_translate(w, "experience"), WHITE, experience,
              srl_whole(srl_number(hero->experience_full)), NULL);
}

static void draw_carried(const moult_world *w, moult_scene *scene)
{
    char text[128];
    for (moult_id item = 0; (item = moult_next(w, MOULT_SCOPE_ITEM, 0, item)) != 0;) {
        const moult_row row = {.size = sizeof row, .thing = item, .text = text};
        srl_item_text(w, item, text, sizeof text);
        scene->add_side(scene, &row);
    }
}

static void colour_messages(moult_scene *scene)
{
    scene->say_fg[MOULT_SAY_NORMAL] = WHITE;
    scene->say_fg[MOULT_SAY_GOOD] = 0xffff00;
    scene->say_fg[MOULT_SAY_ALERT] = 0xff0000;
    scene->say_fg[MOULT_SAY_HERO_STRIKES] = 0x9acd32;
    scene->say_fg[MOULT_SAY_HERO_STRUCK] = 0x00ffff;
}

moult_status srl_describe(const moult_world *w, moult_scene *scene)
{
    moult_view view;
    moult_place hero;
    const moult_id id = moult_hero(w);
    const srl_body *body = srl_body_read(w, id);
    if (!body || moult_where(w, MOULT_SCOPE_ACTOR, id, &hero) < 0 ||
        moult_view_level(w, hero.level, &view) < 0)
        return MOULT_STALE;
    moult_status status = scene->set_size(scene, view.width, view.height);
    if (status < 0)
        return status;
    draw_ground(&view, scene);
    draw_things(w, &view, scene);
    draw_monsters(w, &view, scene);
    put(cell_at(scene, hero.x, hero.y), '@', WHITE,
        MOULT_CELL_ACTOR | MOULT_CELL_HERO | MOULT_CELL_BOLD, SRL_SPRITE_HERO);
    draw_figures(w, &view, body, scene);
    draw_carried(w, scene);
    colour_messages(scene);
    srl_mini(w, &view, &hero, scene);
    scene->flags |= MOULT_SCENE_SIDE;
    scene->focus_x = hero.x;
    scene->focus_y = hero.y;
    scene->tile_px = TILE_PX;
    if (srl_over(w))
        scene->flags |= MOULT_SCENE_OVER;
    return MOULT_OK;
}
