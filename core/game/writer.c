/* SPDX-License-Identifier: MIT */
/* Who writes some bytes of a world; see writer.h. A caller is known by return addresses, as far as
 * the stack can be unwound; its function and line are read from its staged file. */
#include <dlfcn.h>
#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/game/writer.h"
#include "core/supervisor/place.h"
#include "core/system/text.h"

uint8_t *moult__block_bytes(const moult_world *w, const moult__block *block)
{
    const moult__rows *rows = &w->tables[block->table];
    const moult__run *run = block->place == 0                   ? &rows->run
                            : block->place <= rows->plane_count ? &rows->planes[block->place - 1]
                                                                : NULL;
    return run != NULL && block->number < run->count &&
                   run->blocks[block->number]->size == block->size
               ? run->blocks[block->number]->bytes
               : NULL;
}

static void look_again(moult__writer *in)
{
    const uint8_t *bytes = moult__block_bytes(in->w, in->block);
    if (bytes == NULL || memcmp(in->last, bytes + in->at, in->count) == 0)
        return;
    memcpy(in->last, bytes + in->at, in->count);
    memcpy(in->writing, in->asking, sizeof in->writing);
    in->wrote = in->asked;
}

static void touched(moult__onlooker *onlooker, const moult__block *block)
{
    moult__writer *in = (moult__writer *)onlooker;
    look_again(in);
    if (block->seed == in->block->seed)
        in->asked = backtrace(in->asking, MOULT__WRITER_CALLERS);
}

static const moult__build *build_at(const moult__set *set, const char *path)
{
    for (uint32_t i = 0; i < set->build_count; i++)
        if (strcmp(set->builds[i]->staged, path) == 0)
            return set->builds[i];
    return NULL;
}

/* The newest caller that is a plugin's: "ai-wolf@0.3.0 decide (wolf.c:12)". */
static void name_writer(const moult__writer *in, const moult__set *set, char *out, size_t room)
{
    for (int i = 0; i < in->wrote; i++) {
        Dl_info info;
        moult__symbol symbol = {"", 0};
        char line[160] = "";
        if (dladdr(in->writing[i], &info) == 0 || info.dli_fname == NULL)
            continue;
        const moult__build *build = build_at(set, info.dli_fname);
        if (build == NULL)
            continue;
        const uint64_t call = (uintptr_t)in->writing[i] - 1;
        moult__places *places = moult__places_open(info.dli_fname, (uintptr_t)info.dli_fbase);
        if (places != NULL && moult__places_symbol(places, call, &symbol) <= 0)
            symbol.name[0] = 0;
        if (places != NULL)
            moult__places_line(places, call, line, sizeof line);
        moult__places_close(places);
        char who[160];
        snprintf(who, sizeof who, "%.48s%s%.40s%s%.48s%s", build->label,
                 symbol.name[0] != 0 ? " " : "", symbol.name, line[0] != 0 ? " (" : "", line,
                 line[0] != 0 ? ")" : "");
        snprintf(out, room, moult__translate(", written by %s"), who);
        return;
    }
}

void moult__writer_begin(moult__writer *in, moult_world *w, const moult__block *block, uint32_t at,
                         uint32_t count)
{
    const uint8_t *bytes = moult__block_bytes(w, block);
    *in = (moult__writer){.onlooker = {touched}, .w = w, .block = block, .at = at, .count = count};
    in->last = bytes != NULL ? malloc(count) : NULL;
    if (in->last == NULL)
        return;
    memcpy(in->last, bytes + at, count);
    w->onlooker = &in->onlooker;
}

void moult__writer_end(moult__writer *in, const moult__set *set, char *out, size_t room)
{
    if (in->last == NULL)
        return;
    look_again(in);
    in->w->onlooker = NULL;
    if (in->wrote != 0)
        name_writer(in, set, out, room);
    else
        snprintf(out, room, "%s", moult__translate(", not written in the replay"));
    free(in->last);
}
