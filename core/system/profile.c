/* SPDX-License-Identifier: MIT */
/* A profile as a value: its roles, names, and the choices of the command line. Reading files is
 * profile_read.c's business. */
#include "core/system/profile_private.h"
#include "core/system/text.h"
#include <stdio.h>
#include <string.h>

const char *const moult__role_names[MOULT__ROLE_COUNT] = {
    "rules", "mapgen", "combat", "bestiary", "items", "fov", "renderer", "saver", "scores", "audio",
};

int32_t moult__name_valid(const char *name)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return length >= 1 && length < MOULT__PLUGIN_NAME_SIZE && !name[length] && name[0] != '-';
}

void moult__profile_init(moult__profile *profile)
{
    memset(profile, 0, sizeof *profile);
    for (uint32_t i = 0; i < MOULT__ROLE_COUNT; i++)
        profile->roles[i].role = moult__role_names[i];
}

moult__profile_role *moult__profile_role_of(moult__profile *profile, const char *role)
{
    for (uint32_t i = 0; i < MOULT__ROLE_COUNT; i++)
        if (!strcmp(profile->roles[i].role, role))
            return &profile->roles[i];
    return NULL;
}

void moult__profile_place(const moult__profile *profile, const moult__profile_entry *entry,
                          char *out, uint32_t room)
{
    snprintf(out, room, "%s:%d:%d", profile->files[entry->file], entry->line, entry->column);
}

const char *moult__profile_option(const moult__profile *profile, const char *name)
{
    for (uint32_t i = 0; i < profile->option_count; i++)
        if (!strcmp(profile->options[i].name, name))
            return profile->options[i].value;
    return NULL;
}

moult_status moult__profile_unknown(moult__report *report, const char *subject, const char *what,
                                    const char *name, const char *const *known, uint32_t count,
                                    int32_t list)
{
    char guess[MOULT__GUESS_SIZE], all[512] = "";
    const char *found = moult__closest(name, known, count);
    if (!found || list) {
        const char *begin =
            count ? moult__translate(". Known:") : moult__translate(". Known: none");
        size_t used = (size_t)snprintf(all, sizeof all, "%s", begin);
        for (uint32_t i = 0; i < count && used < sizeof all; i++)
            used += (size_t)snprintf(all + used, sizeof all - used, " %s", known[i]);
    }
    return moult__refuse(report, MOULT_UNKNOWN, subject, "unknown %s \"%s\"%s%s",
                         moult__translate(what), name, moult__guess(found, guess), all);
}

static int is_file(const char *text)
{
    size_t length = strlen(text);
    return strchr(text, '/') || (length > 3 && !strcmp(text + length - 3, ".so"));
}

/* "kind/name" with both parts valid. */
static int is_slot(const char *text)
{
    char kind[MOULT__PLUGIN_NAME_SIZE];
    const char *slash = strchr(text, '/');
    if (!slash || (size_t)(slash - text) >= sizeof kind)
        return 0;
    snprintf(kind, sizeof kind, "%.*s", (int)(slash - text), text);
    return moult__name_valid(kind) && moult__name_valid(slash + 1);
}

static moult_status use_slot(moult__profile *profile, const char *slot, const char *file,
                             moult__report *report)
{
    uint32_t i = 0;
    while (i < profile->slot_count && strcmp(profile->slots[i].slot, slot))
        i++;
    if (i == MOULT__PROFILE_SLOTS_MAX)
        return moult__refuse(report, MOULT_FULL, "--use", "more than %d slots are chosen",
                             MOULT__PROFILE_SLOTS_MAX);
    snprintf(profile->slots[i].slot, sizeof profile->slots[i].slot, "%s", slot);
    snprintf(profile->slots[i].file, sizeof profile->slots[i].file, "%s", file);
    profile->slot_count += i == profile->slot_count;
    return MOULT_OK;
}

static moult_status use_role(moult__profile *profile, const char *name, const char *choice,
                             moult__report *report)
{
    moult__profile_role *role = moult__profile_role_of(profile, name);
    if (!role)
        return moult__profile_unknown(report, "--use", "role", name, moult__role_names,
                                      MOULT__ROLE_COUNT, 0);
    if (!is_file(choice) && !moult__name_valid(choice))
        return moult__refuse(report, MOULT_FORMAT, "--use", "\"%s\" is not a name: %s", choice,
                             MOULT__NAME_RULE);
    int file = is_file(choice);
    if (role->otherwise[0] == 0 && strcmp(role->provider, choice) != 0)
        memcpy(role->otherwise, role->provider, sizeof role->otherwise);
    snprintf(role->provider, sizeof role->provider, "%s", file ? "" : choice);
    snprintf(role->file, sizeof role->file, "%s", file ? choice : "");
    return MOULT_OK;
}

static moult_status use(moult__profile *profile, const char *text, moult__report *report)
{
    char left[MOULT_SLOT_SIZE];
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : 0;
    int fits = length >= 1 && length < sizeof left && equals[1];
    snprintf(left, sizeof left, "%.*s", fits ? (int)length : 0, text);
    int slot = strchr(left, '/') != NULL;
    if (!fits || (slot && (!is_slot(left) || !is_file(equals + 1))))
        return moult__refuse(report, MOULT_FORMAT, "--use",
                             "\"%s\": expected ROLE=NAME, ROLE=FILE or KIND/NAME=FILE", text);
    if (strlen(equals + 1) >= MOULT__PROFILE_PATH_SIZE)
        return moult__refuse(report, MOULT_FORMAT, "--use", "%s: the file's name is too long",
                             left);
    return (slot ? use_slot : use_role)(profile, left, equals + 1, report);
}

moult_status moult__profile_use(moult__profile *profile, const char *text, moult__report *report)
{
    moult_status status = use(profile, text, report);
    if (status < 0 && report)
        report->exit_code = MOULT__EXIT_USAGE;
    return status;
}
