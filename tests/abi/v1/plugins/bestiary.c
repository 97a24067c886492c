/* SPDX-License-Identifier: MIT */
/* bestiary/v1: one creature. */
#include <moult/bestiary.h>
#include <moult/plugin.h>

static moult_status describe(uint32_t id, moult_creature *out)
{
    if (id != 0)
        return MOULT_RANGE;
    *out = (moult_creature){
        .size = out->size, .glyph = 'x', .hp = 1, .name = "Unicorn", .archetype = "chaser"};
    return MOULT_OK;
}

static const moult_bestiary_1 functions = {sizeof(moult_bestiary_1), 1, describe};
static const moult_provide provides[] = {
    MOULT_PROVIDE("bestiary/v1", MOULT_BESTIARY_INTERFACE, MOULT_BESTIARY_SHAPE, &functions)};

MOULT_PLUGIN("bestiary-v1", "1.0.0", "one creature", "bestiary/v1", .provides = provides,
             .provide_count = 1)
