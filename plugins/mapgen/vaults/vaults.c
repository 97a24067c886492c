/* SPDX-License-Identifier: MIT */
/* mapgen/vaults: lets another generator make the level, and sometimes builds one of the hand-made
 * rooms of vaults.txt into it, with treasure and guards.
 *
 * The other one is called with the same request but for its options: what isn't an option of ours
 * is handed on to it. So a level without a vault is cell by cell what the other generator makes.
 * Which others there are is a list, since a plugin says beforehand what it requires. The usual one
 * must be there; one of the others that isn't is refused only when it is asked for.
 *
 * vaults.txt is built into the plugin: a reload brings new vaults into a running game. */
#include "mapgen/vaults/level.h"

#ifndef VAULTS_TEXT
#define VAULTS_TEXT "mapgen/vaults/vaults.txt.h"
#endif

/* X(name, flags): generators that may be asked for a level. The first one is the usual one. */
#define BASES(X)               \
    X(rooms, 0)                \
    X(split, MOULT_OPTIONAL)   \
    X(caverns, MOULT_OPTIONAL) \
    X(maze, MOULT_OPTIONAL)    \
    X(nethack, MOULT_OPTIONAL)

#define BASE_BIND(name, flags) static MOULT_BINDS const moult_mapgen_1 *base_##name;
BASES(BASE_BIND)

#define BASE_REQUIRE(name, flags)                      \
    {                                                  \
        sizeof(moult_require), flags,                  \
        "mapgen/" #name,       MOULT_MAPGEN_INTERFACE, \
        MOULT_MAPGEN_SHAPE,    (const void **)&base_##name},
static const moult_require requirements[] = {BASES(BASE_REQUIRE)};

#define BASE_ENTRY(name, flags) {#name, &base_##name},
static const struct {
    const char *name;
    const moult_mapgen_1 *const *functions;
} bases[] = {BASES(BASE_ENTRY)};

static const char text[] =
#include VAULTS_TEXT
    ;

/* `only`: a vault's name, without a final zero; NULL: any. */
typedef struct settings {
    int32_t chance, from, secrets;
    const moult_mapgen_1 *base;
    const char *only;
    size_t only_size;
} settings;

static const moult_options_entry known[] = {
    {"chance", 0, 100, offsetof(settings, chance)},
    {"from", -1000000000, 1000000000, offsetof(settings, from)},
    {"secrets", 0, 1, offsetof(settings, secrets)},
    {"base", 0, 0, 0},
    {"only", 0, 0, 0},
};
#define NUMBERS 3 /* of the known ones, the others are names */

/* -- options ----------------------------------------------------------------------------------- */

static moult_status refuse_base(const moult_options_word *word, int32_t is_known,
                                moult_canvas *canvas)
{
    char list[80] = "", why[200];
    for (uint32_t i = 0; i < MOULT_COUNT(bases); i++) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", used > 0 ? " " : "", bases[i].name);
    }
    if (is_known)
        snprintf(why, sizeof why, "the option base of mapgen/vaults: mapgen/%.*s isn't there",
                 moult_options_shown(word->value_size), word->value);
    else
        snprintf(why, sizeof why, "the option base of mapgen/vaults is one of: %s, not \"%.*s\"",
                 list, moult_options_shown(word->value_size), word->value);
    return moult_canvas_refuse(canvas, MOULT_UNKNOWN, why);
}

static moult_status take_base(const moult_options_word *word, moult_canvas *canvas, settings *out)
{
    for (uint32_t i = 0; i < MOULT_COUNT(bases); i++)
        if (moult_options_is(word->value, word->value_size, bases[i].name)) {
            out->base = *bases[i].functions;
            return out->base != NULL ? MOULT_OK : refuse_base(word, 1, canvas);
        }
    return refuse_base(word, 0, canvas);
}

/* A name that is nearly one of ours would only puzzle the other generator. */
static int32_t is_slip(const moult_options_word *word)
{
    const char *closest = moult_options_closest(word, known, MOULT_COUNT(known));
    const int32_t slips = moult_options_distance(word->name, word->name_size, closest);
    return slips == 1 || (slips == 2 && strlen(closest) >= 6);
}

/* Words that aren't ours are appended to `rest`, which has room for all of them. */
static moult_status take(const moult_options_word *word, moult_canvas *canvas, settings *out,
                         char *rest)
{
    const moult_options_entry *option = moult_options_find(word, known, MOULT_COUNT(known));
    if (option == NULL && (word->wish || !is_slip(word))) {
        char *end = rest + strlen(rest);
        end += sprintf(end, "%s", rest[0] != 0 ? " " : "");
        memcpy(end, word->whole, word->size);
        end[word->size] = 0;
        return MOULT_OK;
    }
    if (option == NULL || option < known + NUMBERS) {
        char one[2 * MOULT_OPTIONS_SHOWN];
        snprintf(one, sizeof one, "%.*s=%.*s", moult_options_shown(word->name_size), word->name,
                 moult_options_shown(word->value_size), word->value);
        return moult_options_read("mapgen/vaults", known, NUMBERS, one, canvas, out);
    }
    if (strcmp(option->name, "base") == 0)
        return take_base(word, canvas, out);
    out->only = word->value;
    out->only_size = word->value_size;
    return MOULT_OK;
}

static moult_status read_options(const char *options, moult_canvas *canvas, settings *out,
                                 char *rest)
{
    moult_status status = MOULT_OK;
    moult_options_word word;
    *out = (settings){.chance = 20, .from = 11, .base = *bases[0].functions};
    while (status >= 0 && moult_options_next(&options, &word))
        status = take(&word, canvas, out, rest);
    return status;
}

/* -- a vault ----------------------------------------------------------------------------------- */

static moult_status build(vaults_level *l, const settings *set)
{
    vaults_book book;
    const vaults_design *only = NULL;
    char why[160];
    moult_status status = vaults_read(text, &book);
    if (status < 0)
        return moult_canvas_refuse(l->canvas, status, book.why);
    for (uint32_t i = 0; i < book.count && set->only != NULL; i++)
        if (book.designs[i].name_size == set->only_size &&
            memcmp(book.designs[i].name, set->only, set->only_size) == 0)
            only = &book.designs[i];
    if (set->only != NULL && only == NULL) {
        snprintf(why, sizeof why, "the option only of mapgen/vaults: there is no vault \"%.*s\"",
                 moult_options_shown(set->only_size), set->only);
        return moult_canvas_refuse(l->canvas, MOULT_UNKNOWN, why);
    }
    return vaults_survey(l) && vaults_place(l, &book, only) ? vaults_stamp(l) : MOULT_OK;
}

/* Where there is no place for a vault, the level stays as it is. */
static moult_status decorate(const moult_request *request, moult_canvas *canvas,
                             const settings *set)
{
    vaults_level l = {.request = request,
                      .canvas = canvas,
                      .random = common_stream(request->seed, 'v'),
                      .secrets = set->secrets && (request->require & MOULT_MAP_NO_SECRETS) == 0,
                      .cells = (uint32_t)canvas->stride * (uint32_t)canvas->height,
                      .way = {-canvas->stride, 1, canvas->stride, -1}};
    if (request->depth < set->from || !common_percent(&l.random, set->chance))
        return MOULT_OK;
    moult_status status = canvas->spend(canvas, 8 * l.cells);
    if (status < 0)
        return status;
    l.mark = calloc(2, l.cells);
    l.queue = malloc(l.cells * sizeof *l.queue);
    if (l.mark != NULL && l.queue != NULL) {
        l.back = l.mark + l.cells;
        status = build(&l, set);
    } else {
        status = MOULT_MEMORY;
    }
    free(l.mark);
    free(l.queue);
    return status;
}

static moult_status generate(const moult_request *request, moult_canvas *canvas)
{
    settings set;
    moult_request handed = {0};
    const size_t size = request->options != NULL ? strlen(request->options) + 2 : 2;
    char *rest = calloc(1, size);
    if (rest == NULL)
        return MOULT_MEMORY;
    memcpy(&handed, request, request->size < sizeof handed ? request->size : sizeof handed);
    handed.size = sizeof handed;
    moult_status status = read_options(request->options, canvas, &set, rest);
    if (status >= 0) {
        handed.options = request->options != NULL ? rest : NULL;
        status = set.base != NULL ? set.base->generate(&handed, canvas) : MOULT_UNSUPPORTED;
    }
    if (status >= 0)
        status = decorate(request, canvas, &set);
    free(rest);
    return status < 0 ? status : MOULT_OK;
}

static const moult_mapgen_1 functions = {.size = sizeof functions, .generate = generate};
static const moult_provide provides[] = {
    MOULT_PROVIDE("mapgen/vaults", MOULT_MAPGEN_INTERFACE, MOULT_MAPGEN_SHAPE, &functions)};

MOULT_PLUGIN("mapgen-vaults", "1.0.0", "hand-made rooms in the levels of another generator",
             "mapgen/vaults", .provides = provides, .provide_count = MOULT_COUNT(provides),
             .requirements = requirements, .requirement_count = MOULT_COUNT(requirements))
