/* SPDX-License-Identifier: MIT */
/* Doors, and each room's list of them, the oldest first. A door is told by its cell; what kind it
 * is and in which state is kept beside the map, so the plane of walls says under a door which wall
 * it is in. A door that is met again, by a second corridor, is rolled anew as an ordinary one: the
 * corridor has found it if it was secret. */
#include "level.h"

static int32_t door_at(const nethack_level *l, int32_t x, int32_t y)
{
    return nethack_on_map(l, x, y) && nethack_is_door(*nethack_tile(l, x, y));
}

int32_t nethack_door_beside(const nethack_level *l, nethack_cell at, int32_t diagonal)
{
    if (door_at(l, at.x - 1, at.y) || door_at(l, at.x + 1, at.y) || door_at(l, at.x, at.y - 1) ||
        door_at(l, at.x, at.y + 1))
        return 1;
    return diagonal && (door_at(l, at.x - 1, at.y - 1) || door_at(l, at.x + 1, at.y - 1) ||
                        door_at(l, at.x - 1, at.y + 1) || door_at(l, at.x + 1, at.y + 1));
}

int32_t nethack_door_fits(const nethack_level *l, nethack_cell at)
{
    uint32_t wall = *nethack_detail(l, at.x, at.y);
    return *nethack_tile(l, at.x, at.y) == MOULT_TILE_WALL &&
           (wall == NETHACK_WALL_VERTICAL || wall == NETHACK_WALL_HORIZONTAL) &&
           l->entry_count < l->set.doors_max && !nethack_door_beside(l, at, 0);
}

/* What there may be at a cell: a place for a door, or a door. Behind it mustn't be the wall of a
 * subroom. (dx,dy) leads into the room. */
static int32_t will_do(const nethack_level *l, nethack_cell at, int32_t dx, int32_t dy,
                       int32_t there)
{
    if (*nethack_tile(l, at.x + dx, at.y + dy) == MOULT_TILE_WALL)
        return 0;
    return there ? nethack_is_door(*nethack_tile(l, at.x, at.y)) : nethack_door_fits(l, at);
}

int32_t nethack_door_find(nethack_level *l, nethack_box span, int32_t dx, int32_t dy,
                          nethack_cell *out)
{
    nethack_cell at;
    out->x = span.x0 + nethack_roll(l, span.x1 - span.x0 + 1);
    out->y = span.y0 + nethack_roll(l, span.y1 - span.y0 + 1);
    if (will_do(l, *out, dx, dy, 0))
        return 1;
    for (int32_t there = 0; there < 2; there++)
        for (at.x = span.x0; at.x <= span.x1; at.x++)
            for (at.y = span.y0; at.y <= span.y1; at.y++)
                if (will_do(l, at, dx, dy, there)) {
                    *out = at;
                    return 1;
                }
    return 0;
}

nethack_door *nethack_door_at(nethack_level *l, nethack_cell at)
{
    if (!door_at(l, at.x, at.y))
        return NULL;
    for (int32_t i = 0; i < l->door_count; i++)
        if (l->doors[i].at.x == at.x && l->doors[i].at.y == at.y)
            return &l->doors[i];
    return NULL;
}

nethack_door *nethack_door_newest(nethack_level *l, int32_t room)
{
    int32_t entry = l->rooms[room].last_entry;
    return entry < 0 ? NULL : &l->doors[l->entries[entry].door];
}

void nethack_door_show(nethack_level *l, const nethack_door *door)
{
    uint32_t tile = door->kind == MOULT_DOOR_SECRET    ? MOULT_TILE_DOOR_SECRET
                    : door->kind == MOULT_DOOR_NONE    ? MOULT_TILE_DOORWAY
                    : door->state == MOULT_DOOR_OPEN   ? MOULT_TILE_DOOR_OPEN
                    : door->state == MOULT_DOOR_LOCKED ? MOULT_TILE_DOOR_LOCKED
                                                       : MOULT_TILE_DOOR_CLOSED;
    *nethack_tile(l, door->at.x, door->at.y) = (uint8_t)tile;
}

static void roll_secret(nethack_level *l, nethack_door *door)
{
    const nethack_settings *s = &l->set;
    door->kind = MOULT_DOOR_SECRET;
    door->state = nethack_once(l, s->secret_locked) ? MOULT_DOOR_LOCKED : MOULT_DOOR_CLOSED;
    door->trapped = l->depth >= s->secret_trap_depth && nethack_once(l, s->secret_trap);
}

/* Some of the trapped ones turn out to be a mimic in a doorway. */
static void roll_ordinary(nethack_level *l, nethack_door *door)
{
    const nethack_settings *s = &l->set;
    door->kind = MOULT_DOOR_NONE;
    door->state = MOULT_DOOR_OPEN;
    door->trapped = door->mimic = 0;
    if (!nethack_once(l, s->door_real))
        return;
    door->kind = MOULT_DOOR_DOOR;
    if (nethack_once(l, s->door_open))
        return;
    door->state = nethack_once(l, s->door_locked) ? MOULT_DOOR_LOCKED : MOULT_DOOR_CLOSED;
    door->trapped = l->depth >= s->door_trap_depth && nethack_once(l, s->door_trap);
    if (!door->trapped || l->depth < s->door_mimic_depth || !nethack_once(l, s->door_mimic))
        return;
    door->kind = MOULT_DOOR_NONE;
    door->state = MOULT_DOOR_OPEN;
    door->trapped = 0;
    door->mimic = 1;
}

static void enter(nethack_level *l, int32_t door, int32_t room)
{
    nethack_room *r = &l->rooms[room];
    if (!l->set.faithful)
        for (int32_t i = r->first_entry; i >= 0; i = l->entries[i].next)
            if (l->entries[i].door == door)
                return;
    if (l->entry_count >= l->set.doors_max)
        return;
    l->entries[l->entry_count] = (nethack_entry){door, room, -1};
    if (r->last_entry < 0)
        r->first_entry = l->entry_count;
    else
        l->entries[r->last_entry].next = l->entry_count;
    r->last_entry = l->entry_count++;
    r->door_count++;
}

int32_t nethack_door_opens(nethack_cell at, const nethack_room *room)
{
    const nethack_box *f = &room->floor;
    int32_t across = at.x >= f->x0 && at.x <= f->x1, along = at.y >= f->y0 && at.y <= f->y1;
    return (across && (at.y == f->y0 - 1 || at.y == f->y1 + 1)) ||
           (along && (at.x == f->x0 - 1 || at.x == f->x1 + 1));
}

/* A door in the wall of a subroom is a door of both. */
static void enter_neighbours(nethack_level *l, int32_t door, int32_t room)
{
    nethack_cell at = l->doors[door].at;
    for (int32_t other = 0; other < l->room_count; other++) {
        if (l->rooms[other].parent == room && nethack_door_opens(at, &l->rooms[other]))
            enter(l, door, other);
        if (l->rooms[room].parent == other &&
            (at.x >= l->rooms[other].floor.x0 && at.x <= l->rooms[other].floor.x1) &&
            (at.y >= l->rooms[other].floor.y0 && at.y <= l->rooms[other].floor.y1))
            enter(l, door, other);
    }
}

void nethack_door_make(nethack_level *l, nethack_cell at, int32_t room, int32_t secret)
{
    nethack_door *door = nethack_door_at(l, at);
    if (door == NULL) {
        if (l->door_count == NETHACK_DOORS)
            return;
        door = &l->doors[l->door_count++];
        *door = (nethack_door){.at = at};
    } else {
        l->counters.reused_doors++;
        secret = 0;
    }
    if (secret)
        roll_secret(l, door);
    else
        roll_ordinary(l, door);
    nethack_door_show(l, door);
    enter(l, (int32_t)(door - l->doors), room);
    if (l->subrooms > 0)
        enter_neighbours(l, (int32_t)(door - l->doors), room);
}

void nethack_door_roll(nethack_level *l, nethack_cell at, int32_t room)
{
    nethack_door_make(l, at, room, nethack_once(l, l->set.door_secret));
}
