/* SPDX-License-Identifier: MIT */
/* The options of mapgen/rooms. Without any the levels are the original's. */
#include <moult/options.h>
#include "mapgen/rooms/level.h"

static const moult_options_entry known[] = {
    {"doors", 0, 1, offsetof(rooms_wishes, doors)},
    {"retry", 0, 1, offsetof(rooms_wishes, retry)},
};

moult_status rooms_read_options(const char *options, moult_canvas *canvas, rooms_wishes *out)
{
    *out = (rooms_wishes){.doors = 0};
    return moult_options_read("mapgen/rooms", known, MOULT_COUNT(known), options, canvas, out);
}
