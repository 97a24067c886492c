/* SPDX-License-Identifier: MIT */
/* What the tests of loading and reloading share: a folder of their own, plugins that are compiled
 * into it from a few lines of C, files replaced in the ways in which people and linkers do it, and
 * what the process holds. What goes wrong ends the program. */
#ifndef TESTS_PLUGIN_KIT_H
#define TESTS_PLUGIN_KIT_H
#include "core/plugin/set.h"

#define KIT_PATH 512

/* A private folder, in which staged copies are kept too (XDG_RUNTIME_DIR). One a program. */
void kit_folder_make(void);
void kit_folder_remove(void);
const char *kit_folder(void);

/* "FOLDER/NAME"; the last eight answers stay valid. */
const char *kit_at(const char *name);

/* Compiles C text to NAME in the folder as a plugin, with more flags behind the usual ones. */
void kit_compile(const char *name, const char *text, const char *flags);

/* The same from files: "FILE..." as for the shell, by the compiler driver `driver`. */
void kit_compile_files(const char *driver, const char *name, const char *files, const char *flags);

uint8_t *kit_read(const char *path, uint64_t *count);
void kit_write(const char *path, const void *bytes, uint64_t count);

/* Puts a file of the build there, with `more` zeroes behind its end, which nothing reads. */
void kit_take(const char *built, const char *name, uint32_t more);

/* `to` gets the content of `from`: as a new file under the old name, or into the same inode. */
void kit_replace(const char *from, const char *to);
void kit_overwrite(const char *from, const char *to);

/* `text` with the test's folder as "@" and the build's as "BUILD". Static. */
const char *kit_normal(const char *text);

/* A set on the core's own host, without waiting for files to settle. */
void kit_set_make(moult__set *set);

/* Scans the build's plugins, then takes those that are in "FOLDER/live" from there; binds rogue's
 * roles. */
void kit_set_rogue(moult__set *set);

/* Loads what these slots, separated by spaces, name among the scanned files. */
moult_status kit_set_want(moult__set *set, const char *slots, moult__report *report);

uint32_t kit_files(const char *folder); /* how many are in it */
uint32_t kit_descriptors(void);
uint32_t kit_mappings(const char *part); /* lines of the memory map that contain it */
uint64_t kit_resident(void);             /* bytes */

/* A clock's tick, so that what is written afterwards has another time. */
void kit_tick(void);

#endif
