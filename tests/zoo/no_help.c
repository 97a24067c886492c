/* SPDX-License-Identifier: MIT */
/* A native without its line of help. */
#include "animal.h"

static int32_t answer(void)
{
    return 42;
}

static const moult_ai_1 functions = {sizeof(moult_ai_1), 0, animal_waits};
static const moult_provide provides[] = {
    MOULT_PROVIDE("ai/mute", MOULT_AI_INTERFACE, MOULT_AI_SHAPE, &functions)};
static const moult_native natives[] = {MOULT_NATIVE("zoo.answer", "i()", answer, NULL)};

MOULT_PLUGIN("ai-mute", "1.0.0", "waits", "ai/mute", .provides = provides, .provide_count = 1,
             .natives = natives, .native_count = 1)
