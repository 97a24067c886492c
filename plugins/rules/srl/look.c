/* SPDX-License-Identifier: MIT */
/* What the hero knows of one cell, in words: who stands there, what lies there, the ground. */
#include <stdio.h>
#include "rules/srl/game.h"

static void add(const moult_world *w, char *text, uint32_t room, const char *what)
{
    size_t used = strlen(text);
    if (used < room)
        snprintf(text + used, room - used, "%s%s", used != 0 ? moult_translate(w, ", ") : "", what);
}

static const char *ground(const moult_world *w, uint32_t tile)
{
    if (tile == MOULT_TILE_STAIRS_DOWN)
        return moult_translate(w, "stairs down");
    return srl_can_stand(tile) ? moult_translate(w, MOULT_TEXT_IN("tile", "floor"))
                               : moult_translate(w, "wall");
}

moult_status srl_look(const moult_world *w, int32_t x, int32_t y, char *text, uint32_t room)
{
    char words[128];
    moult_view view;
    moult_id item = 0;
    if (room == 0 || moult_view_level(w, moult_level(w), &view) < 0 || !srl_on_map(&view, x, y))
        return MOULT_RANGE;
    text[0] = 0;
    const uint32_t known = view.known[y * view.stride + x];
    if (known == 0)
        return MOULT_OK;
    const moult_id actor = moult_at(w, MOULT_SCOPE_ACTOR, view.level, x, y, 0);
    const srl_body *body = actor ? srl_body_read(w, actor) : NULL;
    if (actor && actor == moult_hero(w)) {
        add(w, text, room, moult_translate(w, "you"));
    } else if (body && srl_lit(&view, x, y)) {
        const moult_arg args[] = {MOULT_ARG_TEXT("name", moult_text(w, body->name)),
                                  MOULT_ARG_NUMBER("level", body->level)};
        moult_format(w, words, sizeof words, "{name} of level {level}", args, MOULT_COUNT(args));
        add(w, text, room, words);
    }
    while ((item = moult_at(w, MOULT_SCOPE_ITEM, view.level, x, y, item)) != 0) {
        srl_item_text(w, item, words, sizeof words);
        add(w, text, room, words);
    }
    add(w, text, room, ground(w, known - 1));
    return MOULT_OK;
}
