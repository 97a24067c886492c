/* SPDX-License-Identifier: MIT */
/* A set in words, for `moult list` and for a running game that is asked for it. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "core/plugin/set.h"
#include "core/system/text.h"

static void put(char *out, uint32_t room, uint32_t *used, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void put(char *out, uint32_t room, uint32_t *used, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = *used < room ? vsnprintf(out + *used, room - *used, format, args) : 0;
    va_end(args);
    *used += length > 0 ? (uint32_t)length : 0;
}

static void put_column(char *out, uint32_t room, uint32_t *used, const char *text, uint32_t columns)
{
    put(out, room, used, "%s%*s ", text, moult__text_blanks(text, columns), "");
}

static const char *role_of(const moult__set *set, const char *slot)
{
    for (uint32_t i = 0; i < set->role_count; i++)
        if (strcmp(set->roles[i].slot, slot) == 0)
            return set->roles[i].role;
    return "-";
}

void moult__set_list(const moult__set *set, char *out, uint32_t room, uint32_t *used)
{
    put_column(out, room, used, moult__translate("slot"), 20);
    put_column(out, room, used, moult__translate("role"), 10);
    put_column(out, room, used, moult__translate("plugin"), 24);
    put_column(out, room, used, moult__translate("generation"), 10);
    put(out, room, used, "%s\n", moult__translate("file"));
    for (uint32_t i = 0; i < set->dispatch.slot_count; i++) {
        const moult__slot *slot = &set->dispatch.slots[i];
        put(out, room, used, "%-20s %-10s %-24s %-10u %s\n", slot->name, role_of(set, slot->name),
            moult__slot_owner(slot), slot->build != NULL ? slot->build->generation : 1,
            slot->build != NULL ? slot->build->path : "-");
    }
    for (uint32_t i = 0; i < set->dispatch.native_count; i++) {
        const moult__native *native = &set->dispatch.natives[i];
        put(out, room, used, moult__translate("native %s %s  %s\n"), native->name,
            native->signature, moult__translate(native->help));
    }
}
