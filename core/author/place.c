/* SPDX-License-Identifier: MIT */
/* Finds the SDK from where the program stands, so that a prefix or a checkout can be moved. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "core/author/author.h"
#include "core/system/paths.h"

/* The first of two folders, as seen from the program's, in which there is `file`. */
static moult_status find(const char *const places[2], const char *file, const char *what, char *out,
                         uint32_t room, moult__report *report)
{
    char self[MOULT__PATH_SIZE], path[MOULT__PATH_SIZE + 96], whole[PATH_MAX];
    moult_status status = moult__path_self(self, sizeof self, report);
    for (uint32_t i = 0; i < 2 && status >= 0; i++) {
        snprintf(path, sizeof path, "%s/%s/%s", self, places[i], file);
        if (access(path, R_OK) != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", self, places[i]);
        if (realpath(path, whole) != NULL && (uint32_t)snprintf(out, room, "%s", whole) < room)
            return MOULT_OK;
    }
    if (status < 0)
        return status;
    return moult__refuse(report, MOULT_UNKNOWN, what,
                         "the SDK isn't where this program is (%s). Run it from its checkout, or "
                         "install it whole",
                         self);
}

moult_status moult__author_headers(char *out, uint32_t room, moult__report *report)
{
    static const char *const places[] = {"../include", "../../sdk/include"};
    return find(places, "moult/moult.h", "moult sdk", out, room, report);
}

moult_status moult__author_templates(char *out, uint32_t room, moult__report *report)
{
    static const char *const places[] = {"../share/moult/templates", "../../sdk/templates"};
    return find(places, "Makefile", "moult new", out, room, report);
}
