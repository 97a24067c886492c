/* SPDX-License-Identifier: MIT */
/* moult call: a native, by name, in a world of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/cli/cli.h"
#include "core/system/crash.h"

static const char help[] = MOULT_TEXT(
    "usage: moult call [--profile NAME] [--seed TEXT] NATIVE [ARGUMENT]...\n"
    "Calls a native with arguments as its signature says, in a new run of the profile's game, and\n"
    "prints its result. moult list shows the natives. Signature letters: i u whole numbers of 32\n"
    "bits, l q of 64 bits, s a text; w, the world, is given by the engine.\n");

static int call(moult__setup *setup, const char *seed, const char *name, const char *const *args,
                uint32_t count)
{
    moult__session *s = calloc(1, sizeof *s);
    moult__options options = {.profile = &setup->profile};
    char out[1024] = "";
    if (s == NULL)
        return 4;
    moult_status status = moult__session_prepare(s, &setup->set, &options);
    if (status >= 0)
        status = moult__session_bind(s, &s->report);
    if (status >= 0)
        status = moult__session_start(s, (const uint8_t *)seed, (uint32_t)strlen(seed));
    const moult__native *native = moult__set_native(&setup->set, name);
    moult__crash_box(native != NULL ? native->build->label : NULL, "call");
    if (status >= 0)
        status = moult__native_call(&setup->set, s->world, name, args, count, out, sizeof out,
                                    &s->report);
    moult__crash_box(NULL, NULL);
    if (status >= 0)
        printf("%s\n", out);
    int code = status < 0 ? moult__exit(&s->report) : 0;
    moult__session_close(s);
    free(s);
    return code;
}

int moult__verb_call(int argc, char **argv)
{
    const char *profile = NULL, *seed = "";
    int at = 1;
    for (; at < argc && strncmp(argv[at], "--", 2) == 0; at++) {
        if (strcmp(argv[at], "--help") == 0) {
            moult__print(stdout, "%s", moult__translate(help));
            return 0;
        }
        const char **value = strcmp(argv[at], "--profile") == 0 ? &profile
                             : strcmp(argv[at], "--seed") == 0  ? &seed
                                                                : NULL;
        if (value == NULL)
            return moult__usage("call", "\"%.60s\" isn't one of its options", argv[at]);
        if (at + 1 == argc)
            return moult__usage("call", "%s lacks its value", argv[at]);
        *value = argv[++at];
    }
    if (at == argc)
        return moult__usage("call", "no native was named");
    moult__setup *setup = calloc(1, sizeof *setup);
    if (setup == NULL)
        return 4;
    moult_status status = moult__setup_profile(setup, profile);
    if (status >= 0)
        status = moult__setup_open(setup);
    if (status >= 0)
        status = moult__setup_load(setup);
    int code = status < 0 ? moult__exit(&setup->report)
                          : call(setup, seed, argv[at], (const char *const *)argv + at + 1,
                                 (uint32_t)(argc - at - 1));
    moult__setup_close(setup);
    free(setup);
    return code;
}
