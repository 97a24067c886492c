/* SPDX-License-Identifier: MIT */
#include "support/srl_dump.h"
#include "rules/srl/growth.h"
#include <stdlib.h>

static void dump_map(FILE *out, const moult_canvas *level)
{
    for (int32_t y = 0; y < level->height; y++) {
        for (int32_t x = 0; x < level->width; x++) {
            uint32_t tile = level->tile[y * level->stride + x];
            putc(tile == MOULT_TILE_STAIRS_DOWN ? '>' : tile == MOULT_TILE_FLOOR ? '.' : '#', out);
        }
        putc('\n', out);
    }
    fprintf(out, "rooms %u\n", level->room_count);
    for (uint32_t i = 0; i < level->room_count; i++)
        fprintf(out, "%d %d %d %d\n", level->rooms[i].x0, level->rooms[i].y0, level->rooms[i].x1,
                level->rooms[i].y1);
}

static uint32_t count_spawns(const moult_canvas *level, uint32_t what)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < level->spawn_count; i++)
        count += level->spawns[i].what == what;
    return count;
}

static void dump_monsters(FILE *out, const moult_canvas *level)
{
    fprintf(out, "monsters %u\n", count_spawns(level, MOULT_SPAWN_ACTOR));
    for (uint32_t i = 0; i < level->spawn_count; i++) {
        const moult_spawn *spawn = &level->spawns[i];
        if (spawn->what != MOULT_SPAWN_ACTOR)
            continue;
        srl_growth rat = srl_rat_at(spawn->power);
        fprintf(out, "rat %d %d level %d hp %.0f atk %.0f def %.0f exp %.0f\n", spawn->x, spawn->y,
                spawn->power, rat.hp, rat.attack, rat.defence, rat.experience);
    }
}

/* Cells in reading order, the items of each in the order placed. */
static void dump_items(FILE *out, const moult_canvas *level)
{
    fprintf(out, "items %u\n", count_spawns(level, MOULT_SPAWN_ITEM));
    for (int32_t y = 0; y < level->height; y++)
        for (int32_t x = 0; x < level->width; x++)
            for (uint32_t i = 0; i < level->spawn_count; i++) {
                const moult_spawn *spawn = &level->spawns[i];
                if (spawn->what == MOULT_SPAWN_ITEM && spawn->x == x && spawn->y == y)
                    fprintf(out, "%s %d %d level %d\n", spawn->kind == 0 ? "apple" : "potion", x, y,
                            spawn->power);
            }
}

void srl_dump(FILE *out, const moult_request *request, const moult_canvas *level)
{
    fputs("seed ", out);
    fwrite(request->seed_text, 1, request->seed_text_size, out);
    fprintf(out, "\ndepth %d\n", request->depth);
    if (request->entry_count > 0)
        fprintf(out, "entry %d,%d\n", request->entries[0].x, request->entries[0].y);
    else
        fputs("entry -\n", out);
    fprintf(out, "size %d %d\n", level->width, level->height);
    dump_map(out, level);
    dump_monsters(out, level);
    dump_items(out, level);
}
