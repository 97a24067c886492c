/* SPDX-License-Identifier: MIT */
/* What the hero knows of one cell, in words: who stands there, what lies there, the ground. Only
 * what is in sight or remembered is told. */
#include <stdio.h>
#include <string.h>
#include "rules/rogue/game.h"

static const char *const grounds[MOULT_TILE_KINDS] = {
#define GROUND(name, number, flags, text) [MOULT_TILE_##name] = MOULT_TEXT_IN("tile", text),
    MOULT_TILE_LIST(GROUND)
#undef GROUND
};

static void add(const moult_world *w, char *text, uint32_t room, const char *what)
{
    char before[256];
    snprintf(before, sizeof before, "%s", text);
    const moult_arg args[] = {MOULT_ARG_TEXT("before", before), MOULT_ARG_TEXT("name", what)};
    moult_format(w, text, room, before[0] != 0 ? MOULT_TEXT("{before}, {name}") : "{name}", args,
                 MOULT_COUNT(args));
}

/* A name with what can be seen of its bearer's state behind it. */
static void mark(const moult_world *w, char *words, uint32_t room, const char *format)
{
    char name[160];
    snprintf(name, sizeof name, "%s", words);
    const moult_arg args[] = {MOULT_ARG_TEXT("name", name)};
    moult_format(w, words, room, format, args, MOULT_COUNT(args));
}

static void add_actor(const moult_world *w, const moult_view *view, int32_t x, int32_t y,
                      char *text, uint32_t room)
{
    char words[160];
    moult_place hero;
    moult_id actor = moult_at(w, MOULT_SCOPE_ACTOR, view->level, x, y, 0);
    const rogue_body *body = actor != 0 ? rogue_body_read(w, actor) : NULL;
    if (!body || moult_where(w, MOULT_SCOPE_ACTOR, moult_hero(w), &hero) < 0)
        return;
    if (rogue_is_hero(body)) {
        add(w, text, room, MOULT_TEXT("you"));
    } else if (rogue_spots(w, view, body, hero.x, hero.y, x, y)) {
        snprintf(words, sizeof words, "%s", moult_translate(w, moult_text(w, body->name)));
        if (body->asleep > 0)
            mark(w, words, sizeof words, MOULT_TEXT("{name} (asleep)"));
        if (body->confused > 0)
            mark(w, words, sizeof words, MOULT_TEXT("{name} (confused)"));
        if (body->hp * 2 <= body->hp_max)
            mark(w, words, sizeof words, MOULT_TEXT("{name} (badly hurt)"));
        else if (body->hp < body->hp_max)
            mark(w, words, sizeof words, MOULT_TEXT("{name} (hurt)"));
        add(w, text, room, words);
    }
}

moult_status rogue_look(const moult_world *w, int32_t x, int32_t y, char *text, uint32_t room)
{
    moult_view view;
    moult_id item = 0;
    if (room == 0 || moult_view_level(w, moult_level(w), &view) < 0 || x < 0 || y < 0 ||
        x >= view.width || y >= view.height)
        return MOULT_RANGE;
    text[0] = 0;
    uint32_t known = view.known[y * view.stride + x];
    add_actor(w, &view, x, y, text, room);
    while (rogue_lit(&view, x, y) &&
           (item = moult_at(w, MOULT_SCOPE_ITEM, view.level, x, y, item)) != 0) {
        const rogue_thing *thing = rogue_thing_read(w, item);
        if (thing)
            add(w, text, room, rogue_info(w, thing->kind, thing->subtype).name);
    }
    if (known != 0 && known - 1 < MOULT_TILE_KINDS)
        add(w, text, room, moult_translate(w, grounds[rogue_guise(known - 1)]));
    return MOULT_OK;
}
