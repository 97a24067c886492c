/* SPDX-License-Identifier: MIT */
/* How a session begins and ends: a run is started, resumed, or taken over from the supervisor; what
 * surrounds it is opened, and closed in the opposite order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>
#include "core/game/journal.h"
#include "core/game/session.h"
#include "core/system/crash.h"
#include "core/system/files.h"
#include "core/system/text.h"

#define SCRIPT_MAX ((uint64_t)16 << 20)

void moult__seed_fresh(char out[16])
{
    static const char letters[] = "abcdefghjkmnpqrstuvwxyz23456789-";
    uint8_t chance[8] = {0};
    if (getrandom(chance, sizeof chance, 0) < 0)
        chance[0] = (uint8_t)getpid();
    for (uint32_t i = 0; i < sizeof chance; i++)
        out[i] = letters[chance[i] % 31];
    out[sizeof chance] = 0;
}

static void fill_tile_tables(moult__session *s)
{
    for (uint32_t tile = 0; tile < 256; tile++) {
        uint32_t flags = moult_tile_flags(tile);
        s->opaque[tile] = (flags & MOULT_TILE_OPAQUE) != 0;
        for (uint32_t passes = 0; passes < 4; passes++) {
            uint32_t passed = (passes & 1) != 0 ? MOULT_TILE_OPENS : 0;
            passed |= (passes & 2) != 0 ? MOULT_TILE_LIQUID : 0;
            s->blocks[passes][tile] = (flags & MOULT_TILE_BLOCKS) != 0 && (flags & passed) == 0;
        }
    }
}

moult_status moult__session_prepare(moult__session *s, moult__set *set,
                                    const moult__options *options)
{
    memset(s, 0, sizeof *s);
    s->set = set;
    s->options = *options;
    fill_tile_tables(s);
    s->canvas = moult__canvas_create();
    s->scene = moult__scene_create();
    s->world = moult__set_world_create(set, &s->report);
    if (s->canvas == NULL || s->scene == NULL || s->world == NULL)
        return moult__refuse(&s->report, MOULT_MEMORY, "moult play", "out of memory");
    s->world->session = s;
    s->rules_label = "core";
    return MOULT_OK;
}

moult_status moult__session_start(moult__session *s, const uint8_t *seed, uint32_t seed_size)
{
    moult_status status = moult__world_seed(s->world, seed, seed_size);
    if (status < 0) {
        s->report = s->world->report;
        s->report.exit_code = MOULT__EXIT_REFUSED;
        return status;
    }
    moult__run_row *run = (moult__run_row *)moult__row_edit(s->world, MOULT__TABLE_RUN, 0);
    run->rules = moult__intern(s->world, moult__set_role_slot(s->set, "rules"));
    status = moult__session_tune(s, &s->report);
    if (status < 0)
        return status;
    s->world->report.text[0] = 0;
    moult__crash_box(s->rules_label, "start");
    status = s->rules->start(s->world, seed, seed_size);
    moult__crash_box(NULL, NULL);
    s->changed = 1;
    if (status >= 0)
        return status;
    char who[96];
    snprintf(who, sizeof who, "%s start", s->rules_label);
    const char *why = s->world->report.text;
    why += strncmp(why, "error  ", 7) == 0 ? 7 : 0; /* said once is enough */
    return moult__refuse(&s->report, status, who, "%s",
                         why[0] != 0 ? why : moult__translate(moult_status_text(status)));
}

int32_t moult__wizard(const moult__session *s)
{
    const moult__session_row *row =
        (const moult__session_row *)moult__row(s->world, MOULT__TABLE_SESSION, 0);
    return row->wizard != 0;
}

/* Better told at the start than at the end. */
static void greet(moult__session *s)
{
    char path[MOULT__PATH_SIZE];
    moult__report report = {0};
    const moult__command *help = moult__command_find(s, "help");
    if (help != NULL && help->keys[0] != 0)
        moult__session_notice(s, MOULT_SAY_SYSTEM, "%.*s shows commands and keys.",
                              (int)strcspn(help->keys, " "), help->keys);
    if (moult__wizard(s))
        moult__session_notice(s, MOULT_SAY_SYSTEM, "Wizard mode: this run isn't ranked.");
    if (s->options.save && moult__save_path(s, path, sizeof path, &report) >= 0) {
        *strrchr(path, '/') = 0;
        if (moult__folder_make(path, 0700, &report) < 0 || access(path, W_OK) != 0)
            moult__session_notice(
                s, MOULT_SAY_ALERT,
                "This run can't be saved: %s isn't writable. Set XDG_DATA_HOME to "
                "a folder that is.",
                path);
    }
}

/* Its folder, since files are replaced. */
static moult_status watch_file(moult__session *s, const char *path)
{
    char folder[MOULT__PATH_SIZE];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash == NULL)
        strcpy(folder, ".");
    else
        slash[slash == folder] = 0;
    return moult__watch_add(&s->watch, folder, &s->report);
}

static moult_status open_surroundings(moult__session *s)
{
    const moult__options *o = &s->options;
    moult_status status = moult__signals_open(&s->signals, &s->report);
    s->has_signals = status >= 0;
    if (o->start != NULL)
        s->control = o->start->control;
    else if (status >= 0 && o->control)
        status = moult__control_open(&s->control, &s->report);
    if (status >= 0 && o->watch) {
        status = moult__watch_open(&s->watch, &s->report);
        s->has_watch = status >= 0;
        for (uint32_t i = 0; i < s->set->build_count && status >= 0; i++)
            status = watch_file(s, s->set->builds[i]->path);
        for (uint32_t i = 0; i < s->set->instead_count && status >= 0; i++)
            status = watch_file(s, s->set->instead[i].path);
    }
    if (status >= 0 && o->keys_path != NULL)
        status =
            moult__file_read(o->keys_path, SCRIPT_MAX, &s->script, &s->script_size, &s->report);
    return status;
}

moult_status moult__session_open(moult__session *s, moult__set *set, const moult__options *options)
{
    moult_status status = moult__session_prepare(s, set, options);
    if (status >= 0)
        status = moult__session_bind(s, &s->report);
    moult__keep_roster(s);
    if (status >= 0)
        status = moult__resume(s);
    if (status >= 0 && options->wizard)
        moult__menu_row(s)->wizard = 1;
    if (status >= 0)
        status = open_surroundings(s);
    if (status >= 0)
        status = moult__crash_open();
    if (status >= 0 && options->console != NULL)
        status = options->console->open(s);
    if (status >= 0)
        status = moult__renderer_open(s, &s->report);
    if (status >= 0 && moult__person(s) && (s->options.start == NULL || !s->options.start->again))
        greet(s);
    if (status >= 0)
        moult__keep_begin(s);
    if (status >= 0)
        moult__journal_open(s);
    return status;
}

void moult__session_close(moult__session *s)
{
    moult__again_drop(s);
    moult__journal_close(s);
    moult__claim_drop(&s->claim);
    moult__renderer_close(s);
    if (s->console != NULL)
        s->options.console->close(s);
    moult__crash_close();
    moult__control_close(s->control);
    if (s->has_watch)
        moult__watch_close(&s->watch);
    if (s->has_signals)
        moult__signals_close(&s->signals);
    if (s->world != NULL)
        moult__set_world_free(s->set, s->world);
    moult__canvas_free(s->canvas);
    moult__scene_free(s->scene);
    moult__facings_free(&s->facings);
    free(s->flow);
    free(s->queue);
    free(s->script);
    free(s->profile);
    s->world = NULL;
}
