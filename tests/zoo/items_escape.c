/* SPDX-License-Identifier: MIT */
/* A thing whose name would move the player's cursor. */
#include <moult/items.h>
#include <moult/plugin.h>
#include <string.h>

static moult_status describe(const moult_world *w, uint32_t kind, int32_t subtype,
                             moult_item_info *out)
{
    moult_item_info info = {.size = out->size, .glyph = '!', .name = "ring \033[2Jof clearing"};
    (void)w, (void)subtype;
    if (kind > 6)
        info.flags = MOULT_ITEM_UNKNOWN;
    memcpy(out, &info, out->size < sizeof info ? out->size : sizeof info);
    return MOULT_OK;
}

static moult_status use(moult_world *w, moult_id user, uint32_t kind, int32_t subtype,
                        moult_effect *out)
{
    (void)w, (void)user, (void)subtype, (void)out;
    return kind > 6 ? MOULT_UNKNOWN : MOULT_OK;
}

static const moult_items_1 functions = {sizeof(moult_items_1), 0, describe, use};
static const moult_provide provides[] = {
    MOULT_PROVIDE("items/escape", MOULT_ITEMS_INTERFACE, MOULT_ITEMS_SHAPE, &functions)};

MOULT_PLUGIN("items-escape", "1.0.0", "rings", "items/escape", .provides = provides,
             .provide_count = 1)
