/* SPDX-License-Identifier: MIT */
/* Fails when a thing is used. How things look is as items/rogue says, which is asked for it. */
#include <moult/items.h>
#include <moult/plugin.h>
#include "fault.h"

static MOULT_BINDS const moult_items_1 *others;

static moult_status describe(const moult_world *w, uint32_t kind, int32_t subtype,
                             moult_item_info *out)
{
    return others->describe(w, kind, subtype, out);
}

static moult_status use(moult_world *w, moult_id user, uint32_t kind, int32_t subtype,
                        moult_effect *out)
{
    fault_now();
    return others->use(w, user, kind, subtype, out);
}

static const moult_items_1 functions = {sizeof(moult_items_1), 0, describe, use};
static const moult_provide provides[] = {
    MOULT_PROVIDE("items/fails", MOULT_ITEMS_INTERFACE, MOULT_ITEMS_SHAPE, &functions)};
static const moult_require requires[] = {
    MOULT_REQUIRE("items/rogue", MOULT_ITEMS_INTERFACE, MOULT_ITEMS_SHAPE, others)};

MOULT_PLUGIN(FAILS_NAME, "1.0.0", "things to look at", "items/fails", .provides = provides,
             .provide_count = 1, .requirements = requires, .requirement_count = 1)
