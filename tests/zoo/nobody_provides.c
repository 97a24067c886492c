/* SPDX-License-Identifier: MIT */
/* Requires what there isn't. */
#include "animal.h"

static MOULT_BINDS const moult_ai_1 *other;
static const moult_ai_1 functions = {sizeof(moult_ai_1), 0, animal_waits};
static const moult_provide provides[] = {
    MOULT_PROVIDE("ai/needy", MOULT_AI_INTERFACE, MOULT_AI_SHAPE, &functions)};
static const moult_require requires[] = {
    MOULT_REQUIRE("ai/nowhere", MOULT_AI_INTERFACE, MOULT_AI_SHAPE, other)};

MOULT_PLUGIN("ai-needy", "1.0.0", "waits", "ai/needy", .provides = provides, .provide_count = 1,
             .requirements = requires, .requirement_count = 1)
