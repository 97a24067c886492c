/* SPDX-License-Identifier: MIT */
/* moult list --json: every plugin that was found, loaded or not, and who fills which slot. */
#include <stdio.h>
#include <string.h>
#include "core/author/author.h"
#include "core/system/json.h"

/* "NAME": "TEXT", or null. */
static void put(const char *before, const char *name, const char *text)
{
    printf("%s\"%s\": ", before, name);
    if (text != NULL)
        moult__json_text(stdout, text);
    else
        printf("null");
}

static const char *role_of(const moult__set *set, const char *slot)
{
    for (uint32_t i = 0; i < set->role_count; i++)
        if (strcmp(set->roles[i].slot, slot) == 0)
            return set->roles[i].role;
    return NULL;
}

static int32_t is_loaded(const moult__set *set, const char *path)
{
    for (uint32_t i = 0; i < set->build_count; i++)
        if (strcmp(set->builds[i]->path, path) == 0)
            return 1;
    return 0;
}

static void put_found(const moult__set *set, const moult__found *found)
{
    put("    {", "name", found->note.name);
    put(", ", "version", found->note.version);
    printf(", \"abi\": %u, \"provides\": [", found->note.abi);
    for (const char *at = found->note.provides; *at != 0;) {
        size_t length = strcspn(at, " ");
        printf("\"%.*s\"%s", (int)length, at, at[length] != 0 ? ", " : "");
        at += length + strspn(at + length, " ");
    }
    put("], ", "file", found->path);
    printf(", \"loaded\": %s}", is_loaded(set, found->path) ? "true" : "false");
}

void moult__author_list(const moult__setup *setup, const char *problem)
{
    const moult__set *set = &setup->set;
    printf("{\n  \"abi\": %d", MOULT_ABI);
    put(",\n  ", "profile", setup->profile.name);
    printf(",\n  \"plugins\": [\n");
    for (uint32_t i = 0; i < set->found_count; i++) {
        put_found(set, &set->found[i]);
        printf("%s\n", i + 1 < set->found_count ? "," : "");
    }
    printf("  ],\n  \"slots\": [\n");
    for (uint32_t i = 0; i < set->dispatch.slot_count; i++) {
        const moult__slot *slot = &set->dispatch.slots[i];
        put("    {", "slot", slot->name);
        put(", ", "role", role_of(set, slot->name));
        put(", ", "plugin", moult__slot_owner(slot));
        put(", ", "file", slot->build != NULL ? slot->build->path : NULL);
        printf(", \"generation\": %u}%s\n", slot->build != NULL ? slot->build->generation : 1,
               i + 1 < set->dispatch.slot_count ? "," : "");
    }
    printf("  ],\n  \"problems\": [");
    if (problem != NULL)
        moult__json_text(stdout, problem);
    printf("]\n}\n");
}
