/* SPDX-License-Identifier: MIT */
/* Doors: opened by whoever has hands and walks into them, closed by the hero on command. A closed
 * door stops feet and eyes, so the hero's sight is made anew whenever one moves. */
#include "rules/rogue/game.h"

static int32_t has_hands(const rogue_play *p, moult_id who)
{
    moult_creature creature = {.size = sizeof creature};
    const rogue_body *body = rogue_body_read(p->w, who);
    if (who == p->hero)
        return 1;
    return body && rogue_bestiary->describe(body->kind, &creature) >= 0 &&
           (creature.flags & MOULT_CREATURE_HANDS) != 0;
}

static void turn_door(rogue_play *p, int32_t x, int32_t y, uint32_t tile)
{
    moult_set_cell(p->w, p->level, MOULT_PLANE_TILE, x, y, tile);
    moult_see(p->w, p->level, p->x, p->y, p->t->sight);
    moult_signal(p->w, "door", x, y);
}

/* Through the open door the hero may see who opened it. */
static void tell_opened(rogue_play *p, moult_id who, int32_t x, int32_t y)
{
    moult_place from;
    const rogue_body *body = rogue_body_read(p->w, who);
    if (who == p->hero)
        rogue_say(p->w, MOULT_SAY_NORMAL, "You open the door.");
    else if (body && moult_where(p->w, MOULT_SCOPE_ACTOR, who, &from) >= 0 &&
             rogue_spots(p->w, &p->view, body, p->x, p->y, from.x, from.y))
        rogue_say_name(p->w, MOULT_SAY_NORMAL, "The {name} opens a door.",
                       moult_text(p->w, body->name));
    else if (rogue_lit(&p->view, x, y))
        rogue_say(p->w, MOULT_SAY_NORMAL, "A door opens.");
}

int32_t rogue_open(rogue_play *p, moult_id who, int32_t x, int32_t y)
{
    if (!(moult_tile_flags(rogue_tile(&p->view, x, y)) & MOULT_TILE_OPENS) || !has_hands(p, who))
        return 0;
    turn_door(p, x, y, MOULT_TILE_DOOR_OPEN);
    tell_opened(p, who, x, y);
    return 1;
}

/* Who or what keeps an open door beside the hero from being closed, told; 0: nothing. Even the
 * invisible are felt there. */
static int32_t is_blocked(rogue_play *p, int32_t x, int32_t y)
{
    const moult_id other = moult_at(p->w, MOULT_SCOPE_ACTOR, p->level, x, y, 0);
    const rogue_body *body = other ? rogue_body_read(p->w, other) : NULL;
    if (other == p->hero)
        rogue_say(p->w, MOULT_SAY_NORMAL, "You stand in the doorway yourself.");
    else if (body)
        rogue_say_name(p->w, MOULT_SAY_NORMAL, "The {name} stands in the doorway.",
                       moult_text(p->w, body->name));
    else if (moult_at(p->w, MOULT_SCOPE_ITEM, p->level, x, y, 0))
        rogue_say(p->w, MOULT_SAY_NORMAL, "Something lies in the doorway.");
    else
        return 0;
    return 1;
}

int32_t rogue_close(rogue_play *p, int32_t x, int32_t y)
{
    const uint32_t tile = rogue_tile(&p->view, x, y);
    const char *why = NULL;
    if (rogue_distance(p->x, p->y, x, y) > 1)
        why = "You can't reach that far.";
    else if (tile == MOULT_TILE_DOOR_CLOSED || tile == MOULT_TILE_DOOR_LOCKED)
        why = "That door is closed already.";
    else if (tile != MOULT_TILE_DOOR_OPEN)
        why = "There is no door to close.";
    if (why)
        rogue_say(p->w, MOULT_SAY_NORMAL, why);
    if (why || is_blocked(p, x, y))
        return 0;
    turn_door(p, x, y, MOULT_TILE_DOOR_CLOSED);
    rogue_say(p->w, MOULT_SAY_NORMAL, "You close the door.");
    return 1;
}
