/* SPDX-License-Identifier: MIT */
/* Doors: opened by whoever has hands and walks into them, closed by the hero on command; locked
 * ones are broken open by whoever is strong enough, after some tries. A closed door stops feet and
 * eyes, so the hero's sight is made anew whenever one moves. What a door's tile doesn't tell, that
 * it is trapped or, being hidden, locked, stands in plane MARK. */
#include "rules/rogue/game.h"

void rogue_doors_mark(moult_world *w, moult_id level, const moult_canvas *canvas)
{
    for (uint32_t i = 0; i < canvas->door_count; i++) {
        const moult_door *door = &canvas->doors[i];
        uint32_t mark = door->state & MOULT_DOOR_TRAPPED ? ROGUE_MARK_TRAPPED : 0;
        if (door->kind == MOULT_DOOR_SECRET &&
            (door->state & ~MOULT_DOOR_TRAPPED) == MOULT_DOOR_LOCKED)
            mark |= ROGUE_MARK_LOCKED;
        if (mark)
            moult_set_cell(w, level, MOULT_PLANE_MARK, door->x, door->y, mark);
    }
}

/* Whether somebody has a flag of the bestiary; the hero has hands, and strength. */
static int32_t can(const rogue_play *p, moult_id who, uint32_t flag)
{
    moult_creature creature = {.size = sizeof creature};
    const rogue_body *body = rogue_body_read(p->w, who);
    if (who == p->hero)
        return 1;
    return body && rogue_bestiary->describe(body->kind, &creature) >= 0 &&
           (creature.flags & flag) != 0;
}

void rogue_turn_door(rogue_play *p, int32_t x, int32_t y, uint32_t tile)
{
    moult_set_cell(p->w, p->level, MOULT_PLANE_TILE, x, y, tile);
    moult_see(p->w, p->level, p->x, p->y, p->t->sight);
    moult_signal(p->w, "door", x, y);
}

typedef struct words {
    const char *hero, *other, *unseen;
} words;

static const words opening = {MOULT_TEXT("You open the door."),
                              MOULT_TEXT("The {name} opens a door."), MOULT_TEXT("A door opens.")};
static const words breaking = {MOULT_TEXT("You break the door open."),
                               MOULT_TEXT("The {name} breaks a door open."),
                               MOULT_TEXT("A door breaks open.")};
static const words springing = {MOULT_TEXT("The door was trapped: it blows up in your face!"),
                                MOULT_TEXT("A trap in the door hits the {name}."),
                                MOULT_TEXT("A trap in a door goes off.")};

/* Through the open door the hero may see who did it. */
static void tell(rogue_play *p, const words *say, moult_id who, int32_t x, int32_t y)
{
    moult_place from;
    const rogue_body *body = rogue_body_read(p->w, who);
    if (who == p->hero)
        rogue_say(p->w, MOULT_SAY_NORMAL, say->hero);
    else if (body && moult_where(p->w, MOULT_SCOPE_ACTOR, who, &from) >= 0 &&
             rogue_spots(p->w, &p->view, body, p->x, p->y, from.x, from.y))
        rogue_say_name(p->w, MOULT_SAY_NORMAL, say->other, moult_text(p->w, body->name));
    else if (rogue_lit(&p->view, x, y))
        rogue_say(p->w, MOULT_SAY_NORMAL, say->unseen);
}

/* A trap goes off once, whoever opens its door. */
static void spring(rogue_play *p, moult_id who, int32_t x, int32_t y)
{
    const uint32_t mark = rogue_mark(&p->view, x, y);
    if (!(mark & ROGUE_MARK_TRAPPED))
        return;
    const int32_t most = rogue_sum(p->t->door_trap, rogue_hero_read(p->w, 0)->floor);
    const int32_t harm = moult_random_between(p->w, MOULT_STREAM_PLAY, 1, rogue_most(1, most));
    moult_set_cell(p->w, p->level, MOULT_PLANE_MARK, x, y, mark & ~ROGUE_MARK_TRAPPED);
    tell(p, &springing, who, x, y);
    if (who == p->hero) {
        rogue_hurt_hero(p, harm, MOULT_TEXT("trapped door"));
        return;
    }
    rogue_body *body = rogue_body_edit(p->w, who);
    body->hp -= harm;
    if (body->hp <= 0)
        moult_remove(p->w, MOULT_SCOPE_ACTOR, who);
}

static int32_t force(rogue_play *p, moult_id who, int32_t x, int32_t y)
{
    if (!can(p, who, MOULT_CREATURE_BREAKS))
        return 0;
    if (moult_random(p->w, MOULT_STREAM_PLAY, (uint32_t)p->t->force_one_in) != 0) {
        if (who == p->hero)
            rogue_say(p->w, MOULT_SAY_NORMAL, "The door is locked. You throw yourself against it.");
        return 1;
    }
    rogue_turn_door(p, x, y, MOULT_TILE_DOOR_BROKEN);
    tell(p, &breaking, who, x, y);
    spring(p, who, x, y);
    return 1;
}

int32_t rogue_open(rogue_play *p, moult_id who, int32_t x, int32_t y)
{
    const uint32_t flags = moult_tile_flags(rogue_tile(&p->view, x, y));
    if (flags & MOULT_TILE_LOCKED)
        return force(p, who, x, y);
    if (!(flags & MOULT_TILE_OPENS) || !can(p, who, MOULT_CREATURE_HANDS))
        return 0;
    rogue_turn_door(p, x, y, MOULT_TILE_DOOR_OPEN);
    tell(p, &opening, who, x, y);
    spring(p, who, x, y);
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
    rogue_turn_door(p, x, y, MOULT_TILE_DOOR_CLOSED);
    rogue_say(p->w, MOULT_SAY_NORMAL, "You close the door.");
    return 1;
}
