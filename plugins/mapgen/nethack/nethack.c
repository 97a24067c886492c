/* SPDX-License-Identifier: MIT */
/* mapgen/nethack: levels as NetHack 3.6.7 makes its ordinary ones, equal in how often what comes
 * out.
 *
 * The files, from the bottom: rectangles.c and rooms.c (where rooms go), doors.c, corridors.c,
 * niches.c, vault.c, special.c and stock.c (special rooms and what is in them), fill.c and traps.c
 * (other rooms), minerals.c, numbers.c (what the canvas is told), figures.c (what statistics are
 * told); level.c has the order. Every
 * constant is a setting of settings.h. vocabulary.h says what the numbers of spawns stand for.
 *
 * The draws are the level's own, from the request's seed: a level of that number is the same
 * whatever was made before. */
#include "level.h"

static moult_status generate(const moult_request *request, moult_canvas *canvas)
{
    nethack_level level;
    char why[160] = "";
    moult_status status = nethack_level_make(&level, request, canvas, why, sizeof why);
    if (status >= 0)
        nethack_figures_tell(&level);
    return why[0] == 0 ? status : moult_canvas_refuse(canvas, status, why);
}

MOULT_MAPGEN_SIZED(nethack, "1.0.0", "rooms, corridors and all else as in NetHack", generate, 80,
                   21)
