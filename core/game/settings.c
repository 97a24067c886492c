/* SPDX-License-Identifier: MIT */
/* The profile's [options]: each is one that the rules declare, or one of the core's own. They are
 * checked here, so that the rules' `tune` finds only names and values that it declared. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/game/journal.h"

#define NAMES_MAX 256u
#define VALUES_MAX 32u

static const char *const core_options[] = {
    "mapgen",
    "fallback-mapgen",
    "player-name",
    "scores",
    "journal",
    "journal-mb",
    /* those that any renderer may heed */
    "palette",
    "sheet",
    "font",
    "text-px",
    "drawing",
    "png",
    "png-scale",
};
#define SHOWN_FROM 6u /* of these, what a scene tells renderers */

/* A setting of the rules that says what it must. */
static const moult_setting *setting_at(const moult__session *s, uint32_t i)
{
    const moult_setting *setting = &s->rules->settings[i];
    return MOULT_HAS(setting, help) && setting->name != NULL ? setting : NULL;
}

static moult_status refuse_name(const moult__session *s, const char *where, const char *name,
                                moult__report *report)
{
    const char *names[NAMES_MAX];
    uint32_t count = 0;
    for (; count < MOULT_COUNT(core_options); count++)
        names[count] = core_options[count];
    for (uint32_t i = 0; i < s->rules->setting_count && count < NAMES_MAX; i++)
        if (setting_at(s, i) != NULL)
            names[count++] = setting_at(s, i)->name;
    return moult__profile_unknown(report, where, "option", name, names, count, 0);
}

static moult_status check_choice(const moult_setting *setting, const char *value, const char *where,
                                 moult__report *report)
{
    char words[256], *rest = NULL;
    const char *known[VALUES_MAX];
    uint32_t count = 0;
    snprintf(words, sizeof words, "%s", setting->choices);
    for (char *word = strtok_r(words, " ", &rest); word != NULL && count < VALUES_MAX;
         word = strtok_r(NULL, " ", &rest)) {
        if (strcmp(word, value) == 0)
            return MOULT_OK;
        known[count++] = word;
    }
    char guess[MOULT__GUESS_SIZE];
    return moult__refuse(report, MOULT_UNKNOWN, where, "option %s: \"%s\" is none of: %s%s",
                         setting->name, value, setting->choices,
                         moult__guess(moult__closest(value, known, count), guess));
}

static moult_status check_number(const moult_setting *setting, const char *value, const char *where,
                                 moult__report *report)
{
    char *end;
    errno = 0;
    long long number = strtoll(value, &end, 10);
    const char *digits = value + (value[0] == '-');
    if (digits[0] >= '0' && digits[0] <= '9' && *end == 0 && errno == 0 && number >= setting->low &&
        number <= setting->high)
        return MOULT_OK;
    return moult__refuse(report, MOULT_RANGE, where,
                         "option %s: \"%s\" is no whole number from %lld to %lld", setting->name,
                         value, (long long)setting->low, (long long)setting->high);
}

/* Of the core's options, those that aren't just any text. */
static const moult_setting core_settings[] = {
    {.size = sizeof(moult_setting), .name = "journal", .choices = "on off"},
    {.size = sizeof(moult_setting), .name = "journal-mb", .low = 1, .high = MOULT__JOURNAL_MAX_MB},
    {.size = sizeof(moult_setting), .name = "palette", .choices = MOULT__PALETTE_NAMES},
    {.size = sizeof(moult_setting), .name = "drawing", .choices = "software hardware"},
    {.size = sizeof(moult_setting), .name = "text-px", .low = 8, .high = 96},
};

static moult_status check_value(const moult_setting *setting, const char *value, const char *where,
                                moult__report *report)
{
    return setting->choices != NULL ? check_choice(setting, value, where, report)
                                    : check_number(setting, value, where, report);
}

static moult_status check_entry(const moult__session *s, const moult__profile_entry *entry,
                                moult__report *report)
{
    char where[MOULT__PROFILE_PATH_SIZE + 32];
    const char *provider;
    moult__profile_place(s->options.profile, entry, where, sizeof where);
    if (strcmp(entry->name, "scores") == 0)
        return moult__scores_provider(entry->value, where, &provider, report);
    for (uint32_t i = 0; i < MOULT_COUNT(core_settings); i++)
        if (strcmp(entry->name, core_settings[i].name) == 0)
            return check_value(&core_settings[i], entry->value, where, report);
    for (uint32_t i = 0; i < MOULT_COUNT(core_options); i++)
        if (strcmp(entry->name, core_options[i]) == 0)
            return MOULT_OK;
    for (uint32_t i = 0; i < s->rules->setting_count; i++) {
        const moult_setting *setting = setting_at(s, i);
        if (setting == NULL || strcmp(entry->name, setting->name) != 0)
            continue;
        return check_value(setting, entry->value, where, report);
    }
    return refuse_name(s, where, entry->name, report);
}

moult_status moult__settings_check(const moult__session *s, moult__report *report)
{
    const moult__profile *profile = s->options.profile;
    moult_status status = MOULT_OK;
    for (uint32_t i = 0; profile != NULL && i < profile->option_count && status >= 0; i++)
        status = check_entry(s, &profile->options[i], report);
    if (status < 0 && report != NULL)
        report->exit_code = MOULT__EXIT_REFUSED; /* whatever letters the path has */
    return status;
}

void moult__settings_show(moult__session *s)
{
    const moult__profile *profile = s->options.profile;
    char text[sizeof s->shown] = "";
    size_t used = 0;
    for (uint32_t i = SHOWN_FROM; i < MOULT_COUNT(core_options) && profile != NULL; i++) {
        const char *value = moult__profile_option(profile, core_options[i]);
        if (value != NULL && used + strlen(core_options[i]) + strlen(value) + 3 < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s=%s\n", core_options[i],
                                     value);
    }
    if (strcmp(text, s->shown) == 0)
        return; /* what the player chose since stays */
    memcpy(s->shown, text, sizeof text);
    const char *palette = profile != NULL ? moult__profile_option(profile, "palette") : NULL;
    moult__palette_choose(&s->palette, palette != NULL ? palette : "default");
}

moult_status moult__settings_drop(moult__session *s)
{
    moult__report report = {0};
    if (moult__settings_check(s, NULL) >= 0)
        return MOULT_OK;
    moult__profile *rest = malloc(sizeof *rest);
    if (rest == NULL)
        return MOULT_MEMORY;
    *rest = *s->options.profile;
    for (uint32_t i = 0; i < rest->option_count;) {
        if (check_entry(s, &rest->options[i], &report) >= 0) {
            i++;
            continue;
        }
        const char *text = strncmp(report.text, "error  ", 7) == 0 ? report.text + 7 : report.text;
        moult__session_notice(s, MOULT_SAY_SYSTEM, "warn   %s. It is left out", text);
        rest->option_count--;
        memmove(&rest->options[i], &rest->options[i + 1],
                (rest->option_count - i) * sizeof *rest->options);
    }
    free(s->profile);
    s->profile = rest;
    s->options.profile = rest;
    return MOULT_OK;
}

moult_status moult__settings_read(moult__session *s, moult__profile **fresh, moult__report *report)
{
    const moult__profile *old = s->options.profile;
    *fresh = NULL;
    if (old == NULL || old->asked[0] == 0)
        return MOULT_OK;
    for (uint32_t i = 0; i < old->file_count; i++) {
        if (access(old->files[i], F_OK) == 0 || errno != ENOENT)
            continue;
        moult__session_notice(s, MOULT_SAY_SYSTEM,
                              "warn   profile %s reload: its file is gone (%s). What was read goes "
                              "on",
                              old->name, old->files[i]);
        return MOULT_OK;
    }
    moult__profile *next = malloc(sizeof *next);
    if (next == NULL)
        return moult__refuse(report, MOULT_MEMORY, "moult reload", "out of memory");
    moult_status status = moult__profile_again(old, next, report);
    if (status >= 0 && next->content != old->content)
        *fresh = next;
    else
        free(next);
    return status;
}
