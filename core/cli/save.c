/* SPDX-License-Identifier: MIT */
/* moult save: saved games looked at, compared and converted, without being played.
 *
 * Everything here reads; only convert writes, and never the file that it reads. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "core/cli/save.h"

#define DIFF_LINES 1000u

static const char help[] = MOULT_TEXT(
    "usage: moult save check FILE...\n"
    "       moult save show FILE [TABLE[.FIELD] [ROW]]\n"
    "       moult save diff A B\n"
    "       moult save convert A B\n"
    "       moult save list\n"
    "Looks at saved games, in any form that a saver here knows.\n"
    "\n"
    "  check           load it as its game would, and say what it is or what is wrong\n"
    "  show            its tables; the rows of one; a field of cells as a map\n"
    "  diff            how two differ: table, row, field, old value, new value.\n"
    "                  Exit code 0: not at all, 1: they do, or one was refused\n"
    "  convert         write A in another form, which B's ending says\n"
    "  list            the runs that are kept: slot, game, when, turn, and who plays it\n"
    "\n"
    "  --game PROFILE  check, show: the game that it belongs to, when no profile has its name\n"
    "  --json          show, list: for programs\n"
    "  --saver NAME    convert: by this saver, whatever B's ending\n"
    "  --force         convert: B may be there already; what it was becomes B.bak\n");

typedef struct choice {
    const char *game, *saver;
    int32_t json, force;
    char **files;
    int count;
} choice;

/* -- check ------------------------------------------------------------------------------------- */

static uint32_t levels_of(const moult_world *w)
{
    uint32_t count = 0;
    moult_id level = 0;
    while ((level = moult__next(w, MOULT_SCOPE_LEVEL, 0, level)) != 0)
        count++;
    return count;
}

/* "FILE: NAME, turn 45, 17 tables, 3 levels", and what else is to be said. */
static void tell(const moult__save_file *file, const char *more)
{
    const char *rules = moult__save_file_rules(file), *slash = strchr(rules, '/');
    uint32_t tables = 0;
    for (uint32_t i = 0; i < file->dump.count; i++)
        tables += file->dump.tables[i]->layout.scope != MOULT__SCOPE_SLOTS;
    const uint32_t levels = levels_of(file->world);
    moult__print(stdout, moult__translate("%s: %s, turn %u, %u tables, "), file->path,
                 slash != NULL ? slash + 1 : rules, moult__turn(file->world), tables);
    moult__print(stdout,
                 levels == 1 ? moult__translate("%u level, %s\n")
                             : moult__translate("%u levels, %s\n"),
                 levels, more);
    if (file->world->edited[0] != 0)
        moult__print(stdout, moult__translate("%s: edited by hand: %s\n"), file->path,
                     file->world->edited);
}

/* Loads it as a game would that is about to play it. `more`: how its plugins are others. */
static moult_status load(moult__setup *setup, const char *path, char *more, size_t room)
{
    moult__options options = {.profile = &setup->profile};
    moult__session *s = calloc(1, sizeof *s);
    if (s == NULL)
        return moult__refuse(&setup->report, MOULT_MEMORY, path, "out of memory");
    moult_status status = moult__session_prepare(s, &setup->set, &options);
    if (status >= 0)
        status = moult__session_bind(s, &s->report);
    if (status >= 0)
        status = moult__save_read(s, path, &s->report);
    setup->report = s->report;
    if (status >= 0 && moult__slot_first(s->world, MOULT__TABLE_PLUGIN_SLOT, 0) == 0)
        snprintf(more, room, "%s", moult__translate("plugins not noted"));
    else if (status >= 0 && s->notice_count == (s->world->edited[0] != 0))
        snprintf(more, room, "%s", moult__translate("plugins as here"));
    else if (status >= 0)
        snprintf(more, room, "%s. %s", moult__translate("other plugins"),
                 s->notices[s->notice_count - 1].text);
    moult__session_close(s);
    free(s);
    return status;
}

/* The profile that a save's game has by its own name, or the one that was given. */
static moult_status open_game(moult__setup *setup, const choice *c, const char *rules)
{
    const char *slash = strchr(rules, '/');
    const char *name = c->game != NULL ? c->game : slash != NULL ? slash + 1 : "";
    if (c->game == NULL && name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_")] != 0)
        name = "";
    if (name[0] == 0)
        return moult__refuse(&setup->report, MOULT_UNKNOWN, "moult save",
                             "it doesn't say of which game it is. Name one by --game");
    return moult__save_game_open(setup, name, rules);
}

static moult_status check_meaning(const moult__save_file *file, const choice *c,
                                  moult__report *report)
{
    char more[512];
    moult__setup *game = calloc(1, sizeof *game);
    if (game == NULL)
        return moult__refuse(report, MOULT_MEMORY, file->path, "out of memory");
    moult_status status = open_game(game, c, moult__save_file_rules(file));
    if (status == MOULT_UNKNOWN && c->game == NULL) {
        status = MOULT_OK;
        tell(file, moult__translate("a game that isn't here: what its tables mean wasn't checked"));
    } else if (status >= 0) {
        status = load(game, file->path, more, sizeof more);
        if (status >= 0)
            tell(file, more);
    }
    *report = game->report;
    moult__setup_close(game);
    free(game);
    return status;
}

static int check(moult__setup *setup, const choice *c)
{
    int code = 0;
    for (int i = 0; i < c->count; i++) {
        moult__save_file file;
        moult_status status = moult__save_file_read(setup, c->files[i], &file);
        if (status >= 0)
            status = check_meaning(&file, c, &setup->report);
        if (status < 0)
            code = moult__exit(&setup->report);
        moult__save_file_close(setup, &file);
    }
    return code;
}

/* -- show, diff, convert ----------------------------------------------------------------------- */

static int show(moult__setup *setup, const choice *c)
{
    char *text = NULL;
    size_t size = 0;
    moult__save_file file;
    moult__save_view view = {.file = &file, .row = -1, .json = c->json};
    view.table = c->count > 1 ? c->files[1] : NULL;
    if (c->count > 2 && !moult__read_number(c->files[2], 0, UINT32_MAX, &view.row))
        return moult__usage("save", "\"%.40s\" is no row's number", c->files[2]);
    moult__setup *game = calloc(1, sizeof *game);
    moult_status status = moult__save_file_read(setup, c->files[0], &file);
    if (status >= 0 && game != NULL && view.table == NULL &&
        open_game(game, c, moult__save_file_rules(&file)) >= 0)
        view.set = &game->set;
    if (status >= 0 && (view.out = open_memstream(&text, &size)) != NULL) {
        status = moult__save_show(&view, &setup->report);
        fclose(view.out);
    }
    if (status >= 0 && text != NULL)
        moult__save_print(text);
    free(text);
    if (game != NULL)
        moult__setup_close(game);
    free(game);
    moult__save_file_close(setup, &file);
    return status < 0 ? moult__exit(&setup->report) : 0;
}

static int diff(moult__setup *setup, const choice *c)
{
    char *text = NULL;
    size_t size = 0;
    uint64_t count = 0;
    moult__save_file a, b = {.path = c->files[1]};
    moult_status status = moult__save_file_read(setup, c->files[0], &a);
    if (status >= 0)
        status = moult__save_file_read(setup, c->files[1], &b);
    FILE *out = status >= 0 ? open_memstream(&text, &size) : NULL;
    if (out != NULL) {
        count = moult__dump_diff(&a.dump, &b.dump, a.path, b.path, DIFF_LINES, out);
        fclose(out);
        moult__save_print(text);
    }
    free(text);
    moult__save_file_close(setup, &b);
    moult__save_file_close(setup, &a);
    return status < 0 ? moult__exit(&setup->report) : count != 0;
}

/* B isn't A, and isn't there unless that was allowed. */
static moult_status may_write(const choice *c, moult__report *report)
{
    struct stat from, to;
    if (lstat(c->files[1], &to) != 0)
        return MOULT_OK;
    if (stat(c->files[0], &from) == 0 && from.st_dev == to.st_dev && from.st_ino == to.st_ino)
        return moult__refuse(report, MOULT_REFUSED, c->files[1],
                             "this is the file that is to be read. Give the new one another name");
    if (c->force)
        return MOULT_OK;
    return moult__refuse(report, MOULT_REFUSED, c->files[1],
                         "there is such a file. Give another name, or --force");
}

static int convert(moult__setup *setup, const choice *c)
{
    moult__save_file file = {.path = c->files[0]};
    const moult__slot *slot = moult__saver_for_path(setup, c->saver, c->files[1]);
    moult_status status = slot != NULL ? may_write(c, &setup->report) : MOULT_UNKNOWN;
    if (status >= 0)
        status = moult__save_file_read(setup, c->files[0], &file);
    if (status >= 0)
        status = moult__save_file_write(setup, &file, slot, c->files[1]);
    moult__save_file_close(setup, &file);
    return status < 0 ? moult__exit(&setup->report) : 0;
}

static int list(moult__setup *setup, const choice *c)
{
    return moult__save_list(setup, c->json);
}

/* -- the verb ---------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    int least, most;
    int (*run)(moult__setup *setup, const choice *c);
} works[] = {
    {"check", 1, 1 << 20, check}, {"show", 1, 3, show}, {"diff", 2, 2, diff},
    {"convert", 2, 2, convert},   {"list", 0, 0, list},
};

/* -1: go on; else the exit code. */
static int read_options(int argc, char **argv, choice *c)
{
    static const struct option options[] = {
        {"game", required_argument, NULL, 'g'}, {"saver", required_argument, NULL, 's'},
        {"json", no_argument, NULL, 'j'},       {"force", no_argument, NULL, 'f'},
        {"help", no_argument, NULL, 'h'},       {NULL, 0, NULL, 0},
    };
    int option;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
        switch (option) {
        case 'g':
            c->game = optarg;
            break;
        case 's':
            c->saver = optarg;
            break;
        case 'j':
            c->json = 1;
            break;
        case 'f':
            c->force = 1;
            break;
        case 'h':
            moult__print(stdout, "%s", moult__translate(help));
            return 0;
        default:
            return moult__usage_option("save", options, option, argv);
        }
    }
    c->files = argv + optind + 1;
    c->count = argc - optind - 1;
    return -1;
}

int moult__verb_save(int argc, char **argv)
{
    choice c = {0};
    const char *names[MOULT_COUNT(works)];
    char guess[MOULT__GUESS_SIZE];
    int code = read_options(argc, argv, &c);
    if (code >= 0)
        return code;
    if (c.count < 0)
        return moult__usage("save", "what is to be done with a save: check, show, diff, convert or "
                                    "list");
    uint32_t i = 0;
    for (; i < MOULT_COUNT(works) && strcmp(works[i].name, c.files[-1]) != 0; i++)
        names[i] = works[i].name;
    if (i == MOULT_COUNT(works))
        return moult__usage(
            "save", "\"%.60s\" can't be done with a save%s", c.files[-1],
            moult__guess(moult__closest(c.files[-1], names, MOULT_COUNT(works)), guess));
    if (c.count < works[i].least)
        return moult__usage("save", "%s lacks a file", works[i].name);
    if (c.count > works[i].most)
        return moult__usage("save", "\"%.60s\" is one too many", c.files[works[i].most]);
    moult__setup *setup = calloc(1, sizeof *setup);
    if (setup == NULL)
        return MOULT__EXIT_INTERNAL;
    const moult_status status = moult__savers_open(setup);
    code = status >= 0 ? works[i].run(setup, &c) : moult__exit(&setup->report);
    moult__setup_close(setup);
    free(setup);
    return code;
}
