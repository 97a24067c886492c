/* SPDX-License-Identifier: MIT */
/* Where things stand: the XDG folders, names that are safe to use, files that are safe to load. */
#ifndef MOULT_CORE_SYSTEM_PATHS_H
#define MOULT_CORE_SYSTEM_PATHS_H
#include "core/system/error.h"

#define MOULT__SAFE_NAME_SIZE 65 /* a safe file name with its final zero */

/* "$XDG_DATA_HOME/moult" and so on, by the XDG Base Directory Specification 0.8: unset, empty or
 * relative means its default below the home folder. Nothing is made. MOULT_IO: there is no home
 * folder, or the path doesn't fit into `room` bytes. */
moult_status moult__path_data(char *out, uint32_t room, moult__report *report);
moult_status moult__path_config(char *out, uint32_t room, moult__report *report);
moult_status moult__path_cache(char *out, uint32_t room, moult__report *report);

/* The folder for sockets and staged plugins, made when missing: "$XDG_RUNTIME_DIR/moult", or
 * "/tmp/moult-UID" when that variable is unset or not the user's own folder. It is the user's,
 * 0700, and no symbolic link; a folder there that isn't is refused. */
moult_status moult__path_runtime(char *out, uint32_t room, moult__report *report);

/* A name from a user as a file name of 1 to 64 bytes: no '/', no ':', none of the other characters
 * that shells and file systems trip over, no leading '.' or '-', valid UTF-8. A text that is one
 * already is kept. Another is changed, and gets '~' and a hash of the whole text, so that different
 * texts have different names (no kept text has a '~'). `room` must be MOULT__SAFE_NAME_SIZE or
 * more. */
void moult__path_safe_name(const char *text, char *out, uint32_t room);

/* Whether a plugin file may be loaded: it and its folder (symbolic links resolved) aren't writable
 * for everybody, and belong to root, to the user, or to the owner of the running program. Answers
 * 1; with a warning in the report when a group may write. Otherwise MOULT_REFUSED with what to
 * do, or MOULT_UNKNOWN when there is no such file. */
moult_status moult__path_trusted(const char *path, moult__report *report);

/* The folder in which the running program stands. MOULT_IO as above. */
moult_status moult__path_self(char *out, uint32_t room, moult__report *report);

#endif
