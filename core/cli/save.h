/* SPDX-License-Identifier: MIT */
/* What the verbs of `moult save` share: a saved game that is read, not played. */
#ifndef MOULT_CORE_CLI_SAVE_H
#define MOULT_CORE_CLI_SAVE_H
#include "core/cli/cli.h"
#include "core/world/diff.h"

typedef struct moult__save_file {
    const char *path;
    const char *saver; /* the slot that reads it */
    moult_world *world;
    moult__dump dump;
} moult__save_file;

/* Opens a set and loads every saver that is there. */
moult_status moult__savers_open(moult__setup *setup);

/* Loads what a game needs but what shows and ranks it, and all savers. MOULT_UNKNOWN: there is no
 * profile of this name, or it is another game than `rules`, a slot. */
moult_status moult__save_game_open(moult__setup *setup, const char *profile, const char *rules);

/* Reads a file by the saver whose form it has; everything is checked but what no loaded plugin
 * knows. To be closed in any case, before the set. */
moult_status moult__save_file_read(moult__setup *setup, const char *path, moult__save_file *out);
void moult__save_file_close(moult__setup *setup, moult__save_file *file);

/* The slot of the rules whose game it is; "" none. */
const char *moult__save_file_rules(const moult__save_file *file);

/* The saver of a name, or (NULL) of the path's extension. NULL: none, and the report says so. */
const moult__slot *moult__saver_for_path(moult__setup *setup, const char *name, const char *path);

/* Writes a world in the saver's form, after what it made has been read back and found the same. */
moult_status moult__save_file_write(moult__setup *setup, const moult__save_file *file,
                                    const moult__slot *slot, const char *path);

/* What `moult save show` prints into `out`; `set` knows the owners of tables, NULL: nobody does. */
typedef struct moult__save_view {
    const moult__save_file *file;
    const moult__set *set;
    const char *table; /* NULL: all tables in short; TABLE or TABLE.FIELD */
    int64_t row;       /* -1: all */
    int32_t json;
    FILE *out;
} moult__save_view;

moult_status moult__save_show(const moult__save_view *view, moult__report *report);

/* moult save list. Answers the exit code. */
int moult__save_list(moult__setup *setup, int32_t json);

/* Prints text made for people; lines are cut to the width of a terminal, if it goes to one. */
void moult__save_print(const char *text);

#endif
