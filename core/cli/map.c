/* SPDX-License-Identifier: MIT */
/* moult map: levels of a generator, to be looked at, kept, or counted. Here is what can be asked
 * for; how it is shown is the business of the other files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <moult/moult.h>
#include "core/map/map.h"
#include "core/system/crash.h"

static const char help[] = MOULT_TEXT(
    "usage: moult map MAPGEN|FILE.so [OPTIONS]\n"
    "Makes a level and shows it: in a terminal with keys to look around (? lists them), else as "
    "text:\n"
    "# wall, . floor, + closed door, ' open door, > stairs down, < stairs up, X exit, @ where one\n"
    "arrives; M, *, ^ and \" what the generator asks for: someone, things, traps and notes.\n"
    "\n"
    "  --seed TEXT         any text, also an empty one\n"
    "  --depth N           1, unless it is said\n"
    "  --size WxH          cells, 1 to 4096 a side; else the generator's own size, or 64x40\n"
    "  --set NAME=VALUE    an option of the generator; may be repeated\n"
    "  --overlays LETTERS  of r (rooms), c (what is connected), f (steps from the start), d "
    "(doors)\n"
    "                      and s (spawns); s, unless it is said\n"
    "  --renderer NAME     look around by this renderer\n"
    "  --text              print it\n"
    "  --png FILE          draw it into a file\n"
    "  --scale N           with --png: pixels a cell, 1 to 64\n"
    "  --json              everything about it\n"
    "  --stats N           figures of N levels, with the seeds TEXT-1, TEXT-2, ... at each depth\n"
    "  --depths LIST       with --stats: A-B shares them among depths, D:COUNT,A-B:COUNT,... says\n"
    "                      how many there are of each\n"
    "  --bands LIST        with --stats: rows for these depths too, A-B,C,...; with --tsv, unless "
    "it\n"
    "                      is said, for each of several depths, 2-4, 5-8, 17-20 and 2-20\n"
    "  --tsv, --json       with --stats: as a table, or with all values that came up\n"
    "  --threads N         with --stats: work by so many, which changes nothing but the time\n");

#define SCALE_MAX 64
#define LEVELS_MAX 1000000000
#define THREADS_MAX 256

static int read_size(const char *text, moult__map_choice *c)
{
    char width[16];
    const char *x = strchr(text, 'x');
    if (x == NULL || x - text >= (ptrdiff_t)sizeof width)
        return 0;
    snprintf(width, sizeof width, "%.*s", (int)(x - text), text);
    return moult__read_number(width, 1, 4096, &c->width) &&
           moult__read_number(x + 1, 1, 4096, &c->height);
}

static int add_set(const char *text, moult__map_choice *c)
{
    size_t used = strlen(c->set), length = strlen(text);
    const char *sign = strchr(text, '=');
    if (sign == NULL || sign == text || strpbrk(text, " \t\n") != NULL)
        return 1 +
               moult__usage("map", "--set \"%.60s\" isn't like NAME=VALUE, without blanks", text);
    if (used + length + 2 > sizeof c->set)
        return 1 + moult__usage("map", "more --set than %zu bytes", sizeof c->set);
    snprintf(c->set + used, sizeof c->set - used, "%s%s", used != 0 ? " " : "", text);
    return 0;
}

static int read_overlays(const char *text, moult__map_choice *c)
{
    c->overlays = 0;
    for (const char *at = text; *at != 0; at++) {
        const char *key = strchr(MOULT__OVERLAY_KEYS, *at);
        if (key == NULL)
            return 1 + moult__usage("map", "--overlays \"%.40s\": there are the letters %s", text,
                                    MOULT__OVERLAY_KEYS);
        c->overlays |= 1u << (key - MOULT__OVERLAY_KEYS);
    }
    return 0;
}

static int read_number(const char *name, const char *text, int64_t high, int64_t *out)
{
    if (moult__read_number(text, 1, high, out))
        return 0;
    return 1 + moult__usage("map", "%s \"%.40s\" is no number from 1 to %d", name, text, (int)high);
}

/* An option with a value. 0: taken; else the exit code + 1. */
static int take_value(moult__map_choice *c, int option, const char *value)
{
    switch (option) {
    case 's':
        c->seed = value;
        return 0;
    case 'd':
        if (moult__read_number(value, INT32_MIN, INT32_MAX, &c->depth))
            return 0;
        return 1 + moult__usage("map", "--depth \"%.40s\" is no whole number", value);
    case 'z':
        if (read_size(value, c))
            return 0;
        return 1 +
               moult__usage("map", "--size \"%.40s\" isn't like 64x40, 1 to 4096 a side", value);
    case 'o':
        return add_set(value, c);
    case 'v':
        return read_overlays(value, c);
    case 'r':
        c->renderer = value;
        c->asked[MOULT__MAP_VIEW] = 1;
        return 0;
    case 'p':
        c->png = value;
        c->asked[MOULT__MAP_PNG] = 1;
        return 0;
    case 'c':
        return read_number("--scale", value, SCALE_MAX, &c->scale);
    case 'n':
        c->asked[MOULT__MAP_STATS] = 1;
        return read_number("--stats", value, LEVELS_MAX, &c->levels);
    case 'D':
        c->depths = value;
        return 0;
    case 'b':
        c->bands = value;
        return 0;
    default:
        return read_number("--threads", value, THREADS_MAX, &c->threads);
    }
}

/* What doesn't go together, and which output it is. 0, or the exit code + 1. */
static int check_options(moult__map_choice *c)
{
    const uint32_t *asked = c->asked;
    const char *why = NULL;
    uint32_t stats = asked[MOULT__MAP_STATS];
    if (c->json && !stats)
        c->asked[MOULT__MAP_JSON] = 1;
    if (asked[MOULT__MAP_VIEW] + asked[MOULT__MAP_TEXT] + asked[MOULT__MAP_PNG] +
            asked[MOULT__MAP_JSON] + stats >
        1)
        why = MOULT_TEXT("one of --text, --png, --json, --stats and --renderer at a time");
    else if (c->scale != 0 && !asked[MOULT__MAP_PNG])
        why = MOULT_TEXT("--scale goes with --png");
    else if (!stats && (c->depths != NULL || c->bands != NULL || c->threads != 0 || c->tsv))
        why = MOULT_TEXT("--depths, --bands, --threads and --tsv go with --stats");
    else if (c->tsv && c->json)
        why = MOULT_TEXT("--tsv or --json, not both");
    else if (c->depth != INT64_MIN && c->depths != NULL)
        why = MOULT_TEXT("--depth or --depths, not both");
    if (why != NULL)
        return 1 + moult__usage("map", "%s", moult__translate(why));
    c->output = moult__has_terminal() ? MOULT__MAP_VIEW : MOULT__MAP_TEXT;
    for (uint32_t i = 0; i < MOULT__MAP_OUTPUTS; i++)
        if (asked[i])
            c->output = i;
    c->depth = c->depth == INT64_MIN ? 1 : c->depth;
    moult__plan plan;
    return stats ? moult__plan_read(&plan, c) : 0;
}

/* 0: go on; else the exit code + 1. */
static int read_options(int argc, char **argv, moult__map_choice *c)
{
    static const struct option options[] = {
        {"seed", required_argument, NULL, 's'},
        {"depth", required_argument, NULL, 'd'},
        {"size", required_argument, NULL, 'z'},
        {"set", required_argument, NULL, 'o'},
        {"overlays", required_argument, NULL, 'v'},
        {"renderer", required_argument, NULL, 'r'},
        {"text", no_argument, NULL, 't'},
        {"png", required_argument, NULL, 'p'},
        {"scale", required_argument, NULL, 'c'},
        {"json", no_argument, NULL, 'j'},
        {"stats", required_argument, NULL, 'n'},
        {"depths", required_argument, NULL, 'D'},
        {"bands", required_argument, NULL, 'b'},
        {"tsv", no_argument, NULL, 'T'},
        {"threads", required_argument, NULL, 'x'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int option, wrong = 0;
    opterr = 0;
    optind = 1;
    while (wrong == 0 && (option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
        if (option == 'h') {
            moult__print(stdout, "%s", moult__translate(help));
            return 1;
        }
        if (option == 't')
            c->asked[MOULT__MAP_TEXT] = 1;
        else if (option == 'j')
            c->json = 1;
        else if (option == 'T')
            c->tsv = 1;
        else if (option == '?' || option == ':')
            wrong = 1 + moult__usage_option("map", options, option, argv);
        else
            wrong = take_value(c, option, optarg);
    }
    if (wrong != 0)
        return wrong;
    if (argc - optind != 1)
        return 1 + moult__usage("map", "name one generator, not %d", argc - optind);
    c->generator = argv[optind];
    return check_options(c);
}

/* There is no game here whose level another generator could make: the advice is another one. What
 * the generator says that it can't make was wrong to ask for; all else is its own failure. */
static moult_status refuse_level(const moult__map_job *job, const moult__canvas *canvas,
                                 const moult_request *request, moult__report *report)
{
    char who[96];
    if (canvas->why[0] == 0)
        return report->status;
    snprintf(who, sizeof who, "%s map", moult__slot_owner(job->slot));
    int32_t by_option = job->choice->set[0] != 0 && canvas->said[0] != 0;
    if (!canvas->unsupported && !by_option)
        return moult__refuse(report, MOULT_REFUSED, who,
                             "no level of %dx%d cells at depth %d came of %u attempts: %s. Try "
                             "another --seed, or mend it",
                             request->width, request->height, request->depth, MOULT__ATTEMPTS,
                             canvas->why);
    if (by_option)
        moult__refuse(report, MOULT_REFUSED, who, "%s. Try another --set", canvas->why);
    else
        moult__refuse(report, MOULT_REFUSED, who, "%s. Try another --size or --depth", canvas->why);
    report->exit_code = MOULT__EXIT_REFUSED;
    return MOULT_REFUSED;
}

void moult__map_seed(const char *text, int64_t number, char *out, size_t room)
{
    snprintf(out, room,
             number == 0    ? "%s"
             : text[0] != 0 ? "%s-%lld"
                            : "%s%lld",
             text, (long long)number);
}

moult_status moult__map_make(const moult__map_job *job, moult__canvas *canvas,
                             moult_request *request, const char *seed, moult__report *report)
{
    request->size = sizeof *request;
    request->options = job->choice->set[0] != 0 ? job->choice->set : NULL;
    moult_status status =
        moult__generate_level(canvas, job->slot->functions, NULL, request, (const uint8_t *)seed,
                              (uint32_t)strlen(seed), report);
    return status < 0 ? refuse_level(job, canvas, request, report) : status;
}

static moult_status make_one(const moult__map_job *job, moult__set *set, moult__report *report)
{
    const moult__map_choice *c = job->choice;
    moult__canvas *canvas = moult__canvas_create();
    if (canvas == NULL)
        return moult__refuse(report, MOULT_MEMORY, "moult map", "out of memory");
    moult_request request = {
        .width = (int32_t)c->width, .height = (int32_t)c->height, .depth = (int32_t)c->depth};
    moult__crash_box(moult__slot_owner(job->slot), "map");
    moult_status status = moult__map_make(job, canvas, &request, c->seed, report);
    moult__crash_box(NULL, NULL);
    if (status >= 0 && report->text[0] != 0)
        moult__print(stderr, "%s\n", report->text);
    if (status >= 0 && c->output == MOULT__MAP_TEXT) {
        if (!moult__map_print(&canvas->own, &request))
            status = moult__refuse(report, MOULT_MEMORY, "moult map", "out of memory");
    } else if (status >= 0 && c->output == MOULT__MAP_JSON) {
        moult__map_json(job, &canvas->open, &request);
    } else if (status >= 0) {
        status = moult__map_png(job, &canvas->own, set, report);
    }
    moult__canvas_free(canvas);
    return status;
}

static moult_status bind(moult__setup *setup, const char *role, const char *provider)
{
    char use[MOULT__PATH_SIZE];
    snprintf(use, sizeof use, "%s=%s", role, provider);
    return moult__profile_use(&setup->profile, use, &setup->report);
}

/* Without --size. */
static void take_own_size(const moult_mapgen_1 *generator, moult__map_choice *c)
{
    int32_t has_own = MOULT_HAS(generator, height) && generator->width != 0;
    if (c->width != 0)
        return;
    c->width = has_own ? generator->width : 64;
    c->height = has_own ? generator->height : 40;
}

int moult__verb_map(int argc, char **argv)
{
    moult__map_choice c = {
        .seed = "", .renderer = "curses", .depth = INT64_MIN, .overlays = MOULT__OVERLAY_SPAWNS};
    int code = read_options(argc, argv, &c);
    if (code != 0)
        return code - 1;
    moult__setup *setup = calloc(1, sizeof *setup);
    if (setup == NULL)
        return 4;
    moult__profile_init(&setup->profile);
    moult_status status = moult__check_seed(c.seed, &setup->report);
    if (status >= 0)
        status = bind(setup, "mapgen", c.generator);
    if (status >= 0 && c.output == MOULT__MAP_VIEW)
        status = bind(setup, "renderer", c.renderer);
    if (status >= 0 && c.output == MOULT__MAP_PNG)
        status = bind(setup, "renderer", "png");
    if (status >= 0)
        status = moult__setup_open(setup);
    if (status >= 0)
        status = moult__setup_load(setup);
    if (status >= 0) {
        moult__map_job job = {moult__set_role(&setup->set, "mapgen"), &c};
        take_own_size(job.slot->functions, &c);
        status = c.output == MOULT__MAP_VIEW    ? moult__map_view(&job, &setup->set, &setup->report)
                 : c.output == MOULT__MAP_STATS ? moult__stats_run(&job, &setup->report)
                                                : make_one(&job, &setup->set, &setup->report);
    }
    code = status < 0 ? moult__exit(&setup->report) : 0;
    moult__setup_close(setup);
    free(setup);
    return code;
}
