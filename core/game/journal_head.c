/* SPDX-License-Identifier: MIT */
/* What a journal says of how a run was played: its heading, and what it says anew when plugins or
 * options were replaced. Whatever no turn depends on is left out.
 *
 * The heading: u32 format; core, profile, what it was asked for by, id of the game; u32 whether it
 * begins from the seed; u64 hash at the start; the seed text; then choices: roles and files,
 * options as NAME=VALUE; then plugins: name, version, u64 XXH3 of the file. A list has a u32 count,
 * a text a u32 length before it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/game/journal.h"
#include "core/game/plugins.h"

static void put(moult__bytes *m, const void *bytes, uint64_t count)
{
    m->sink.write(&m->sink, bytes, count);
}

static void put_u32(moult__bytes *m, uint32_t value)
{
    put(m, &value, sizeof value);
}

static void put_bytes(moult__bytes *m, const void *bytes, uint32_t count)
{
    put_u32(m, count);
    put(m, bytes, count);
}

static void put_text(moult__bytes *m, const char *text)
{
    put_bytes(m, text, (uint32_t)strlen(text));
}

static void put_choice(moult__bytes *m, const char *name, const char *value, const char *file)
{
    char text[2 * MOULT__PATH_SIZE], whole[MOULT__PATH_SIZE];
    if (file[0] != 0 && realpath(file, whole) != NULL)
        file = whole;
    snprintf(text, sizeof text, "%s=%s", name, file[0] != 0 ? file : value);
    put_text(m, text);
}

/* Who shows, ranks or saves a run has no part in it. */
static int32_t has_part(const moult__profile_role *role)
{
    return (role->provider[0] != 0 || role->file[0] != 0) && strcmp(role->role, "renderer") != 0 &&
           strcmp(role->role, "saver") != 0 && strcmp(role->role, "scores") != 0;
}

static void put_choices(moult__bytes *m, const moult__profile *profile)
{
    uint32_t count = profile->slot_count;
    for (uint32_t i = 0; i < MOULT__ROLE_COUNT; i++)
        count += has_part(&profile->roles[i]) != 0;
    put_u32(m, count);
    for (uint32_t i = 0; i < MOULT__ROLE_COUNT; i++)
        if (has_part(&profile->roles[i]))
            put_choice(m, profile->roles[i].role, profile->roles[i].provider,
                       profile->roles[i].file);
    for (uint32_t i = 0; i < profile->slot_count; i++)
        put_choice(m, profile->slots[i].slot, "", profile->slots[i].file);
}

/* But for a ranking's address, which may have a password in it: no turn depends on that. */
static void put_options(moult__bytes *m, const moult__profile *profile)
{
    uint32_t hidden = 0;
    for (uint32_t i = 0; i < profile->option_count; i++)
        hidden += strcmp(profile->options[i].name, "scores") == 0;
    put_u32(m, profile->option_count - hidden);
    for (uint32_t i = 0; i < profile->option_count; i++)
        if (strcmp(profile->options[i].name, "scores") != 0)
            put_choice(m, profile->options[i].name, profile->options[i].value, "");
}

static void put_plugins(moult__bytes *m, moult__session *s)
{
    moult_id id = 0;
    uint32_t count = 0;
    moult__plugins_note(s);
    while ((id = moult__next_row(s->world, MOULT__TABLE_PLUGIN, 0, id)) != 0)
        count++;
    put_u32(m, count);
    while ((id = moult__next_row(s->world, MOULT__TABLE_PLUGIN, 0, id)) != 0) {
        const moult__plugin_row *row = moult__read(s->world, MOULT__TABLE_PLUGIN, id);
        put_text(m, (const char *)row->name);
        put_text(m, (const char *)row->version);
        put(m, &row->content, sizeof row->content);
    }
}

static void add_bytes(moult__session *s, uint32_t kind, moult__bytes *m)
{
    if (m->status >= 0)
        moult__journal_add(s, kind, &(moult__journal_part){m->bytes, m->count}, 1);
    free(m->bytes);
}

void moult__journal_head(moult__session *s)
{
    const moult__profile *profile = s->options.profile;
    moult__bytes m;
    uint32_t count;
    const uint8_t *seed = moult__seed_text(s->world, &count);
    const uint64_t hash = moult__hash(s->world);
    moult__bytes_open(&m, MOULT__JOURNAL_MAX);
    put_u32(&m, MOULT__JOURNAL_FORMAT);
    put_text(&m, s->options.release != NULL ? s->options.release : "");
    put_text(&m, profile->name);
    put_text(&m, profile->asked);
    put_text(&m, s->options.fresh != NULL ? s->options.fresh : "");
    put_u32(&m, (uint32_t)s->from_seed);
    put(&m, &hash, sizeof hash);
    put_bytes(&m, seed, count);
    put_choices(&m, profile);
    put_options(&m, profile);
    put_plugins(&m, s);
    add_bytes(s, MOULT__JOURNAL_HEAD, &m);
}

void moult__journal_replaced(moult__session *s)
{
    moult__bytes m;
    if (s->journal == NULL)
        return;
    moult__bytes_open(&m, MOULT__JOURNAL_MAX);
    put_options(&m, s->options.profile);
    put_plugins(&m, s);
    add_bytes(s, MOULT__JOURNAL_REPLACED, &m);
    moult__journal_snapshot(s, MOULT__JOURNAL_ADOPT);
}
