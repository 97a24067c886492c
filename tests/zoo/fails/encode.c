/* SPDX-License-Identifier: MIT */
/* Fails when the world is saved. */
#include "../vault.h"
#include "fault.h"

static moult_status encode(const moult_world *w, moult_sink *sink)
{
    fault_now();
    return vault_encode(w, sink, NULL);
}

static const moult_saver_1 functions = {.size = sizeof(moult_saver_1),
                                        .encode = encode,
                                        .decode = vault_decode,
                                        .magic = (const uint8_t *)"ZOO1",
                                        .magic_size = 4,
                                        .extension = "zoo"};
static const moult_provide provides[] = {
    MOULT_PROVIDE("saver/fails", MOULT_SAVER_INTERFACE, MOULT_SAVER_SHAPE, &functions)};

MOULT_PLUGIN(FAILS_NAME, "1.0.0", "never gets done", "saver/fails", .provides = provides,
             .provide_count = 1)
