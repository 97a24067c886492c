/* SPDX-License-Identifier: MIT */
/* The order in which a level is made: rooms, stairs, corridors, niches, the vault, one special
 * room, the branch, what is in the other rooms, minerals, numbers. */
#include <stdio.h>
#include <string.h>
#include "level.h"

#define NOWHERE ((nethack_cell){-1, -1})

moult_status nethack_level_begin(nethack_level *l, const moult_request *request,
                                 moult_canvas *canvas, char *why, uint32_t room)
{
    nethack_settings_default(&l->set);
    moult_status status = nethack_settings_read(&l->set, request->options, why, room);
    if (status < 0)
        return status;
    if (canvas->width < NETHACK_WIDTH_MIN || canvas->height < NETHACK_HEIGHT_MIN) {
        snprintf(why, room, "levels of nethack need at least %dx%d cells, not %dx%d",
                 NETHACK_WIDTH_MIN, NETHACK_HEIGHT_MIN, canvas->width, canvas->height);
        return MOULT_UNSUPPORTED;
    }
    memset(&l->counters, 0, sizeof l->counters);
    l->request = request;
    l->canvas = canvas;
    l->chance = nethack_chance_start(request->seed);
    l->status = MOULT_OK;
    l->width = canvas->width;
    l->height = canvas->height;
    l->depth = request->depth < 1                 ? 1
               : request->depth > NETHACK_DEEPEST ? NETHACK_DEEPEST
                                                  : request->depth;
    l->closed_border = (request->require & MOULT_MAP_CLOSED_BORDER) != 0;
    l->secrets = l->set.secrets && (request->require & MOULT_MAP_NO_SECRETS) == 0;
    l->room_count = l->order_count = l->subrooms = 0;
    l->door_count = l->entry_count = l->trap_count = 0;
    l->vault_tried = 0;
    l->vault_room = l->down_room = l->up_room = -1;
    l->vault = l->down = l->up = l->branch = l->teleporter = NOWHERE;
    nethack_branch_draw(l);
    nethack_pool_begin(l);
    return MOULT_OK;
}

/* For a few looks at each cell; corridors pay for their own steps. */
static moult_status pay(nethack_level *l)
{
    return l->canvas->spend(l->canvas, 8 * (uint32_t)l->width * (uint32_t)l->height);
}

static void furnish(nethack_level *l)
{
    nethack_special_make(l);
    nethack_branch_place(l);
    nethack_rooms_fill(l);
}

moult_status nethack_level_make(nethack_level *l, const moult_request *request,
                                moult_canvas *canvas, char *why, uint32_t room)
{
    moult_status status = nethack_level_begin(l, request, canvas, why, room);
    if (status < 0 || (status = pay(l)) < 0)
        return status;
    nethack_rooms_make(l);
    if (l->order_count == 0)
        return MOULT_REFUSED;
    nethack_stairs_place(l);
    nethack_corridors_make(l);
    nethack_niches_make(l);
    nethack_vault_make(l);
    if (l->set.fill)
        furnish(l);
    nethack_arrivals_free(l);
    nethack_vault_guard(l);
    if (l->set.fill)
        nethack_minerals_bury(l);
    nethack_level_publish(l);

    canvas->vocabulary = "nethack";
    canvas->promise =
        MOULT_MAP_CONNECTED | MOULT_MAP_WAY_DOWN | MOULT_MAP_ENTRY_FREE | MOULT_MAP_SPAWNS_FREE;
    if (l->closed_border)
        canvas->promise |= MOULT_MAP_CLOSED_BORDER;
    if (!l->secrets)
        canvas->promise |= MOULT_MAP_NO_SECRETS;
    return l->status;
}
