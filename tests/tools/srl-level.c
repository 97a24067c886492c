/* SPDX-License-Identifier: MIT */
/* srl-level SEED DEPTH [ENTRY_X ENTRY_Y]: prints a level of srl, made by mapgen/split as the engine
 * has it made, in the form of facts/srl/level-*.txt. SEED is any text, the empty one too; at depth
 * 0 the entry is "-" or left out. Plugins are those of the build that the program belongs to.
 *
 * Exit codes: 0 done, 1 no level came of it, 2 wrong usage. */
#include "core/game/generate.h"
#include "core/game/host.h"
#include "core/plugin/set.h"
#include "core/system/paths.h"
#include "support/srl_dump.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define WHO "srl-level"

typedef struct order {
    const char *seed;
    int32_t depth, has_entry;
    moult_spot entry;
} order;

static int32_t read_number(const char *text, long low, long high, int32_t *out)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != 0 || errno != 0 || value < low || value > high)
        return 0;
    *out = (int32_t)value;
    return 1;
}

/* 0: what is wrong has been said. */
static int32_t read_order(int argc, char **argv, order *o)
{
    memset(o, 0, sizeof *o);
    const char *wrong = NULL;
    int32_t none = argc == 3 || (argc > 3 && strcmp(argv[3], "-") == 0 &&
                                 (argc == 4 || (argc == 5 && strcmp(argv[4], "-") == 0)));
    if (!none && argc != 5)
        wrong = "it takes SEED DEPTH ENTRY_X ENTRY_Y";
    else if (strlen(argv[1]) > MOULT_SEED_MAX)
        wrong = "SEED has more than 4096 bytes";
    else if (!read_number(argv[2], 0, 256, &o->depth))
        wrong = "DEPTH is no number from 0 to 256";
    else if (none && o->depth > 0)
        wrong = "only depth 0 has no entry";
    else if (!none && (!read_number(argv[3], 0, o->depth > 0 ? 49 : 24, &o->entry.x) ||
                       !read_number(argv[4], 0, o->depth > 0 ? 49 : 24, &o->entry.y)))
        wrong = "ENTRY_X and ENTRY_Y are no cell of the level";
    if (wrong != NULL) {
        fprintf(stderr, "%s: %s. Try: srl-level yurina 1 12 5\n", WHO, wrong);
        return 0;
    }
    o->seed = argv[1];
    o->has_entry = !none;
    o->entry.size = sizeof o->entry;
    o->entry.kind = MOULT_SPOT_ENTRY;
    o->entry.room = o->entry.target = -1;
    return 1;
}

static moult_status load(moult__set *set, moult__report *report)
{
    static const moult__want want = {.role = "mapgen", .slot = "mapgen/split"};
    char self[MOULT__PATH_SIZE], plugins[MOULT__PATH_SIZE + 16];
    moult_status status = moult__path_self(self, sizeof self, report);
    if (status < 0)
        return status;
    snprintf(plugins, sizeof plugins, "%s/../plugins", self);
    moult__set_scan(set, plugins);
    set->settle_ms = 0;
    return moult__set_load(set, &want, 1, report);
}

static moult_status make(const moult__set *set, const order *o, moult__report *report)
{
    const moult__slot *slot = moult__set_role(set, "mapgen");
    moult__canvas *canvas = moult__canvas_create();
    if (canvas == NULL)
        return moult__refuse(report, MOULT_MEMORY, WHO, "out of memory");
    moult_request request = {
        .size = sizeof request,
        .width = o->depth > 0 ? 50 : 25,
        .height = o->depth > 0 ? 50 : 25,
        .depth = o->depth,
        .entry_count = (uint32_t)o->has_entry,
        .entries = o->has_entry ? &o->entry : NULL,
        .vocabulary = "srl",
    };
    moult_status status =
        moult__generate_level(canvas, slot->functions, NULL, &request, (const uint8_t *)o->seed,
                              (uint32_t)strlen(o->seed), report);
    if (status >= 0 && request.attempt > 0) /* a level, but not the one that was asked for */
        status = MOULT_REFUSED;
    if (status >= 0)
        srl_dump(stdout, &request, &canvas->own);
    moult__canvas_free(canvas);
    return status;
}

int main(int argc, char **argv)
{
    order o;
    moult__report report = {0};
    moult__set set;
    if (!read_order(argc, argv, &o))
        return 2;
    moult_status status =
        moult__set_open(&set, &moult__host, moult__core_provides, MOULT__CORE_PROVIDES, &report);
    if (status >= 0)
        status = load(&set, &report);
    if (status >= 0)
        status = make(&set, &o, &report);
    if (status < 0)
        fprintf(stderr, "%s\n", report.text);
    moult__set_close(&set);
    return status < 0 || fflush(stdout) != 0;
}
