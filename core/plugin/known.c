/* SPDX-License-Identifier: MIT */
/* What is told about a slot that nobody provides. A build that had to leave plugins out says so in
 * the file left-out of their folder: a line each, the plugin's name, a blank, what it lacked. */
#include <stdio.h>
#include <string.h>
#include "core/plugin/set.h"
#include "core/system/text.h"

#define SLOTS_MAX 256u

/* What KIND-NAME lacked, by the file beside `path`. */
static int32_t read_left_out(const char *path, const char *slot, char *out, uint32_t room)
{
    char name[MOULT__PATH_SIZE + 16], line[512];
    const char *end = strrchr(path, '/');
    snprintf(name, sizeof name, "%.*s/left-out", end != NULL ? (int)(end - path) : 1,
             end != NULL ? path : ".");
    FILE *file = fopen(name, "re");
    int32_t found = 0;
    size_t length = strlen(slot);
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL) {
        char *kind = strchr(line, '-');
        if (kind != NULL)
            *kind = '/';
        found = strncmp(line, slot, length) == 0 && line[length] == ' ';
    }
    if (file != NULL)
        fclose(file);
    if (found) {
        line[strcspn(line, "\n")] = 0;
        snprintf(out, room, moult__translate("This build left it out, for want of %s"),
                 line + length + 1);
    }
    return found;
}

void moult__set_known(const moult__set *set, const char *slot, char *out, uint32_t room)
{
    const char *names[SLOTS_MAX] = {NULL};
    char texts[SLOTS_MAX][MOULT_SLOT_SIZE];
    uint32_t count = 0;
    size_t kind = (size_t)(strchr(slot, '/') - slot) + 1;
    for (uint32_t f = 0; f < set->found_count; f++) {
        const char *at = set->found[f].note.provides;
        if (read_left_out(set->found[f].path, slot, out, room))
            return;
        while (*at != 0 && count < SLOTS_MAX) {
            size_t word = strcspn(at, " ");
            if (word > kind && word < MOULT_SLOT_SIZE && strncmp(at, slot, kind) == 0) {
                snprintf(texts[count], MOULT_SLOT_SIZE, "%.*s", (int)(word - kind), at + kind);
                names[count] = texts[count];
                count++;
            }
            at += word + strspn(at + word, " ");
        }
    }
    const char *closest = moult__closest(slot + kind, names, count);
    uint32_t used = (uint32_t)snprintf(
        out, room, "%s", count != 0 ? moult__translate("Known:") : moult__translate("Known: none"));
    for (uint32_t i = 0; i < count && used < room; i++)
        used += (uint32_t)snprintf(out + used, room - used, " %s", names[i]);
    if (closest != NULL && used < room)
        snprintf(out + used, room - used, moult__translate(" (closest: %.*s%s)"), (int)kind, slot,
                 closest);
}
