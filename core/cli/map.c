/* SPDX-License-Identifier: MIT */
/* moult map: one level of a generator, as text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <moult/moult.h>
#include "core/cli/cli.h"
#include "core/game/generate.h"
#include "core/system/crash.h"

static const char help[] = MOULT_TEXT(
    "usage: moult map MAPGEN|FILE.so [--seed TEXT] [--depth N] [--size WxH] [--text]\n"
    "Makes one level and prints it: # wall, . floor, + closed door, ' open door, > stairs down,\n"
    "< stairs up, X exit, @ where one arrives; M and * what the generator asks for. Below it: "
    "size,\n"
    "depth, attempt, and how many rooms, doors, spots and spawns there are.\n");

typedef struct map_choice {
    const char *generator, *seed;
    int64_t depth, width, height;
} map_choice;

static int read_size(const char *text, map_choice *c)
{
    char width[16];
    const char *x = strchr(text, 'x');
    if (x == NULL || x - text >= (ptrdiff_t)sizeof width)
        return 0;
    snprintf(width, sizeof width, "%.*s", (int)(x - text), text);
    return moult__read_number(width, 1, 4096, &c->width) &&
           moult__read_number(x + 1, 1, 4096, &c->height);
}

/* 0: go on; else the exit code + 1. */
static int read_options(int argc, char **argv, map_choice *c)
{
    static const struct option options[] = {
        {"seed", required_argument, NULL, 's'}, {"depth", required_argument, NULL, 'd'},
        {"size", required_argument, NULL, 'z'}, {"text", no_argument, NULL, 't'},
        {"help", no_argument, NULL, 'h'},       {NULL, 0, NULL, 0},
    };
    int option;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
        if (option == 'h') {
            moult__print(stdout, "%s", moult__translate(help));
            return 1;
        }
        if (option == 's')
            c->seed = optarg;
        else if (option == 'd' && !moult__read_number(optarg, INT32_MIN, INT32_MAX, &c->depth))
            return 1 + moult__usage("map", "--depth \"%.40s\" is no whole number", optarg);
        else if (option == 'z' && !read_size(optarg, c))
            return 1 + moult__usage("map", "--size \"%.40s\" isn't like 64x40, 1 to 4096 a side",
                                    optarg);
        else if (option == '?' || option == ':')
            return 1 + moult__usage_option("map", options, option, argv);
    }
    if (argc - optind != 1)
        return 1 + moult__usage("map", "name one generator, not %d", argc - optind);
    c->generator = argv[optind];
    return 0;
}

static char tile_letter(uint32_t tile)
{
    switch (tile) {
    case MOULT_TILE_WALL:
        return '#';
    case MOULT_TILE_DOOR_CLOSED:
    case MOULT_TILE_DOOR_LOCKED:
    case MOULT_TILE_DOOR_SECRET:
        return '+';
    case MOULT_TILE_DOOR_OPEN:
    case MOULT_TILE_DOOR_BROKEN:
        return '\'';
    case MOULT_TILE_STAIRS_DOWN:
    case MOULT_TILE_LADDER_DOWN:
        return '>';
    case MOULT_TILE_STAIRS_UP:
    case MOULT_TILE_LADDER_UP:
        return '<';
    case MOULT_TILE_EXIT:
    case MOULT_TILE_PORTAL:
        return 'X';
    case MOULT_TILE_WATER:
    case MOULT_TILE_LAVA:
        return '~';
    case MOULT_TILE_STONE:
        return ' ';
    default:
        return moult_tile_flags(tile) & MOULT_TILE_BLOCKS ? '%' : '.';
    }
}

static void print_map(const moult_canvas *canvas, const moult_request *request)
{
    size_t width = (size_t)canvas->width + 1;
    char *text = malloc(width * (size_t)canvas->height + 1);
    if (text == NULL)
        return;
    for (int32_t y = 0; y < canvas->height; y++) {
        for (int32_t x = 0; x < canvas->width; x++)
            text[(size_t)y * width + (size_t)x] = tile_letter(canvas->tile[y * canvas->stride + x]);
        text[(size_t)y * width + (size_t)canvas->width] = '\n';
    }
    for (uint32_t i = 0; i < canvas->spawn_count; i++) {
        const moult_spawn *spawn = &canvas->spawns[i];
        char *at = &text[(size_t)spawn->y * width + (size_t)spawn->x];
        if (strchr("<>X", *at) == NULL) /* the ways on are what a map is read for */
            *at = spawn->what == MOULT_SPAWN_ACTOR ? 'M' : '*';
    }
    for (uint32_t i = 0; i < canvas->spot_count; i++)
        if (canvas->spots[i].kind == MOULT_SPOT_ENTRY)
            text[(size_t)canvas->spots[i].y * width + (size_t)canvas->spots[i].x] = '@';
    fwrite(text, 1, width * (size_t)canvas->height, stdout);
    moult__print(stdout,
                 moult__translate(
                     "size %dx%d  depth %d  attempt %u  rooms %u  doors %u  spots %u  spawns %u\n"),
                 canvas->width, canvas->height, request->depth, request->attempt,
                 canvas->room_count, canvas->door_count, canvas->spot_count, canvas->spawn_count);
    free(text);
}

/* There is no game here whose level another generator could make: the advice is another one. What
 * the generator says that it can't make was wrong to ask for; all else is its own failure. */
static moult_status refuse_level(moult__setup *setup, const moult__slot *slot, const map_choice *c,
                                 const moult__canvas *canvas)
{
    char who[96];
    if (canvas->why[0] == 0)
        return setup->report.status;
    snprintf(who, sizeof who, "%s map", moult__slot_owner(slot));
    if (!canvas->unsupported)
        return moult__refuse(&setup->report, MOULT_REFUSED, who,
                             "no level of %dx%d cells at depth %d came of %u attempts: %s. Try "
                             "another --seed, or mend it",
                             (int)c->width, (int)c->height, (int)c->depth, MOULT__ATTEMPTS,
                             canvas->why);
    moult__refuse(&setup->report, MOULT_REFUSED, who, "%s. Try another --size or --depth",
                  canvas->why);
    setup->report.exit_code = MOULT__EXIT_REFUSED;
    return MOULT_REFUSED;
}

static moult_status make(moult__setup *setup, const map_choice *c)
{
    const moult__slot *slot = moult__set_role(&setup->set, "mapgen");
    moult__canvas *canvas = moult__canvas_create();
    if (canvas == NULL)
        return moult__refuse(&setup->report, MOULT_MEMORY, "moult map", "out of memory");
    moult_request request = {.size = sizeof request,
                             .width = (int32_t)c->width,
                             .height = (int32_t)c->height,
                             .depth = (int32_t)c->depth};
    moult__crash_box(moult__slot_owner(slot), "map");
    moult_status status =
        moult__generate_level(canvas, slot->functions, NULL, &request, (const uint8_t *)c->seed,
                              (uint32_t)strlen(c->seed), &setup->report);
    moult__crash_box(NULL, NULL);
    if (status >= 0) {
        print_map(&canvas->own, &request);
        if (setup->report.text[0] != 0)
            moult__print(stderr, "%s\n", setup->report.text);
    } else {
        status = refuse_level(setup, slot, c, canvas);
    }
    moult__canvas_free(canvas);
    return status;
}

int moult__verb_map(int argc, char **argv)
{
    map_choice c = {NULL, "", 1, 64, 40};
    int code = read_options(argc, argv, &c);
    if (code != 0)
        return code - 1;
    moult__setup *setup = calloc(1, sizeof *setup);
    if (setup == NULL)
        return 4;
    char use[MOULT__PATH_SIZE];
    snprintf(use, sizeof use, "mapgen=%s", c.generator);
    moult__profile_init(&setup->profile);
    moult_status status = moult__check_seed(c.seed, &setup->report);
    if (status >= 0)
        status = moult__profile_use(&setup->profile, use, &setup->report);
    if (status >= 0)
        status = moult__setup_open(setup);
    if (status >= 0)
        status = moult__setup_load(setup);
    if (status >= 0)
        status = make(setup, &c);
    code = status < 0 ? moult__exit(&setup->report) : 0;
    moult__setup_close(setup);
    free(setup);
    return code;
}
