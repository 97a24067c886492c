/* SPDX-License-Identifier: MIT */
/* Profiles: the `.ini` files that say which plugins make a game.
 *
 *   [profile]  title = Caverns        what the person reads
 *              base = default         another profile, whose lines count where this one has none
 *   [roles]    mapgen = rooms         a role, and the name of its provider
 *   [kinds]    ai = all               a kind of slot, and which of it are loaded: all, or names
 *   [keys]     move-west = h Left     a command, and its keys (the game checks them)
 *   [options]  NAME = VALUE           handed on as text
 *
 * Of equal lines the last one counts. '#' and ';' begin comments, ';' also after a blank. A line
 * has at most MOULT__PROFILE_LINE_MAX bytes. A profile is one plain value and owns nothing. */
#ifndef MOULT_CORE_SYSTEM_PROFILE_H
#define MOULT_CORE_SYSTEM_PROFILE_H
#include "core/system/error.h"
#include "core/system/paths.h"

#define MOULT__ROLE_COUNT 10
#define MOULT__PLUGIN_NAME_SIZE 32 /* a slot's or a plugin's name with its final zero */
#define MOULT__PROFILE_PATH_SIZE 1024
#define MOULT__PROFILE_LINE_MAX 196
#define MOULT__PROFILE_KINDS_MAX 16
#define MOULT__PROFILE_KEYS_MAX 256
#define MOULT__PROFILE_OPTIONS_MAX 64
#define MOULT__PROFILE_SLOTS_MAX 32
#define MOULT__PROFILE_FILES_MAX 8
#define MOULT__PROFILE_FOLDERS_MAX 4

typedef struct moult__profile_role {
    const char *role;                        /* "mapgen"; never NULL in a loaded profile */
    char provider[MOULT__PLUGIN_NAME_SIZE];  /* "rooms"; "": not bound, or known by its file only */
    char file[MOULT__PROFILE_PATH_SIZE];     /* "": found by its name */
    char otherwise[MOULT__PLUGIN_NAME_SIZE]; /* what the profile's file named, when --use chose
                                              * another; "": nothing */
} moult__profile_role;

/* A line of [kinds], [keys] or [options]. A kind's value is "all", or names with one blank
 * between. */
typedef struct moult__profile_entry {
    char name[64];
    char value[MOULT__PROFILE_LINE_MAX + 1];
    uint32_t file; /* in the profile's list */
    int32_t line, column;
} moult__profile_entry;

/* A file chosen for one slot, from --use KIND/NAME=FILE. */
typedef struct moult__profile_slot {
    char slot[MOULT_SLOT_SIZE];
    char file[MOULT__PROFILE_PATH_SIZE];
} moult__profile_slot;

typedef struct moult__profile {
    char name[MOULT__SAFE_NAME_SIZE]; /* the file's name without .ini, safe as a file name */
    char title[128];
    char path[MOULT__PROFILE_PATH_SIZE];
    moult__profile_role roles[MOULT__ROLE_COUNT]; /* all of them, always in the same order */
    moult__profile_entry kinds[MOULT__PROFILE_KINDS_MAX];
    moult__profile_entry keys[MOULT__PROFILE_KEYS_MAX];
    moult__profile_entry options[MOULT__PROFILE_OPTIONS_MAX];
    moult__profile_slot slots[MOULT__PROFILE_SLOTS_MAX];
    uint32_t kind_count, key_count, option_count, slot_count;
    char files[MOULT__PROFILE_FILES_MAX][MOULT__PROFILE_PATH_SIZE]; /* that were read, in order */
    uint32_t file_count, own_file_count;  /* its own come first, then the player's keys */
    uint64_t content;                     /* of the files: equal when they say the same */
    char asked[MOULT__PROFILE_PATH_SIZE]; /* what it was loaded by; "": it wasn't */
    char folders[MOULT__PROFILE_FOLDERS_MAX][MOULT__PROFILE_PATH_SIZE];
    uint32_t folder_count;
} moult__profile;

/* Whether a text is a slot's or a plugin's name: 1 to 31 of a-z, 0-9 and '-', no leading '-'. */
int32_t moult__name_valid(const char *name);

/* Makes a profile in which nothing is chosen. */
void moult__profile_init(moult__profile *profile);

/* Loads a profile with its bases, at most 4 upon each other, over what was in `profile`. A text
 * with a '/' or one that ends in ".ini" is a file; another is a name, looked for as NAME.ini in
 * the folders, in order, of which some may be missing. When refused (MOULT_UNKNOWN: no such
 * profile, or a word in it that isn't known; MOULT_FORMAT; or what moult__file_read says), the
 * profile must not be used. What is wrong within a file is named by path:line:column. */
moult_status moult__profile_load(moult__profile *profile, const char *name_or_path,
                                 const char *const *folders, uint32_t folder_count,
                                 moult__report *report);

/* Reads the files of a loaded profile once more into `fresh`: keys and options are what they say
 * today; name, roles, kinds and slots stay those of `old`, by which a game is running. Refused as
 * above. */
moult_status moult__profile_again(const moult__profile *old, moult__profile *fresh,
                                  moult__report *report);

/* Adds the [keys] of an ini file, without looking at its other sections. Refused as above. */
moult_status moult__profile_keys_file(moult__profile *profile, const char *path,
                                      moult__report *report);

/* One choice from the command line: "ROLE=NAME", "ROLE=FILE" or "KIND/NAME=FILE". What has a '/' or
 * ends in ".so" is a file. Refused with exit code 2: MOULT_FORMAT, MOULT_UNKNOWN (role),
 * MOULT_FULL. */
moult_status moult__profile_use(moult__profile *profile, const char *text, moult__report *report);

/* Where a line stands, as path:line:column, for a refusal of what only the game can check. */
void moult__profile_place(const moult__profile *profile, const moult__profile_entry *entry,
                          char *out, uint32_t room);

/* The role of this name, or NULL. */
moult__profile_role *moult__profile_role_of(moult__profile *profile, const char *role);

/* Refuses a name that isn't one of those known: names the closest one, and all when there is none
 * or `list` is set. */
moult_status moult__profile_unknown(moult__report *report, const char *subject, const char *what,
                                    const char *name, const char *const *known, uint32_t count,
                                    int32_t list);

/* The value of an option, or NULL when it isn't set. */
const char *moult__profile_option(const moult__profile *profile, const char *name);

#endif
