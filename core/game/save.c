/* SPDX-License-Identifier: MIT */
/* Saves: the saver makes bytes, the core writes the file. Loading builds a world beside the one in
 * play, and takes it only when it is whole. A file is never changed by being read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/game/plugins.h"
#include "core/system/crash.h"
#include "core/system/files.h"
#include "core/system/text.h"
#include "core/world/bytes.h"

#define SAVE_MAX ((uint64_t)64 << 20)

moult_status moult__save_path(const moult__session *s, char *out, uint32_t room,
                              moult__report *report)
{
    return moult__save_place(&s->options, MOULT__SAVE, out, room, report);
}

moult_status moult__save_write(moult__session *s, const char *path, moult__report *report)
{
    const moult__slot *slot = moult__set_role(s->set, "saver");
    moult__bytes m;
    moult__bytes_open(&m, SAVE_MAX);
    if (slot == NULL)
        return moult__refuse(report, MOULT_UNKNOWN, "moult save",
                             "nobody provides the role saver. Bind it: --use saver=snapshot");
    const moult_saver_1 *saver = slot->functions;
    moult__plugins_note(s);
    moult__session_draw_begin(s, "encode");
    moult__crash_box(moult__slot_owner(slot), "encode");
    moult_status status = saver->encode(s->world, &m.sink);
    moult__session_draw_end(s);
    char folder[MOULT__PATH_SIZE];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (status < 0) {
        char who[96];
        snprintf(who, sizeof who, "%s encode", moult__slot_owner(slot));
        status = moult__refuse(report, status, who,
                               "the world couldn't be encoded (%s): nothing was saved. Try "
                               "another saver: --use saver=NAME",
                               moult__translate(moult_status_text(status)));
    } else if (slash != NULL) {
        *slash = 0;
        status = moult__folder_make(folder, 0700, report);
    }
    if (status >= 0)
        status = moult__file_write(path, m.bytes, m.count, 1, report);
    free(m.bytes);
    return status;
}

moult_status moult__save_keep(moult__session *s, moult__report *report)
{
    char path[MOULT__PATH_SIZE];
    moult_status status = moult__save_path(s, path, sizeof path, report);
    if (status >= 0 && s->options.claim == NULL && s->claim.fd <= 0)
        status = moult__save_claim(&s->options, &s->claim, report);
    if (status >= 0 && !s->mine)
        status = moult__resume_vacant(s, report);
    if (status >= 0)
        status = moult__save_write(s, path, report);
    if (status < 0)
        return status;
    s->mine = 1;
    moult__rescue_drop(s);
    return MOULT_OK;
}

/* -- savers ------------------------------------------------------------------------------------ */

const moult__slot *moult__saver_next(const moult__set *set, uint32_t *at)
{
    while (*at < set->dispatch.slot_count) {
        const moult__slot *slot = &set->dispatch.slots[(*at)++];
        if (strcmp(slot->interface, MOULT_SAVER_INTERFACE) == 0)
            return slot;
    }
    return NULL;
}

const moult__slot *moult__saver_for(const moult__set *set, const uint8_t *bytes, uint64_t count)
{
    const moult__slot *slot;
    uint32_t at = 0;
    while ((slot = moult__saver_next(set, &at)) != NULL) {
        const moult_saver_1 *saver = slot->functions;
        if (saver->magic != NULL && saver->magic_size != 0 && saver->magic_size <= count &&
            memcmp(saver->magic, bytes, saver->magic_size) == 0)
            return slot;
    }
    return NULL;
}

/* Loads each slot of kind saver that a scanned file has. */
static void load_savers_of(moult__set *set, const moult_note *note, moult__report *report)
{
    for (const char *at = note->provides; *at != 0;) {
        const size_t length = strcspn(at, " ");
        moult__want want = {.optional = 0};
        if (length < sizeof want.slot && strncmp(at, "saver/", 6) == 0) {
            snprintf(want.slot, sizeof want.slot, "%.*s", (int)length, at);
            if (moult__set_slot(set, want.slot) == NULL)
                moult__set_load(set, &want, 1, report);
        }
        at += length + strspn(at + length, " ");
    }
}

moult_status moult__savers_load(moult__set *set, moult__report *report)
{
    moult__report why = {0};
    uint32_t at = 0;
    for (uint32_t i = 0; i < set->found_count; i++)
        load_savers_of(set, &set->found[i].note, &why);
    if (moult__saver_next(set, &at) != NULL)
        return MOULT_OK;
    if (why.text[0] == 0)
        moult__refuse(&why, MOULT_UNKNOWN, "moult save",
                      "there is no saver among the plugins. Build them, or say where they are: "
                      "MOULT_PLUGIN_PATH");
    *report = why;
    return why.status;
}

/* The one that knows a file, be it the profile's or not. */
static const moult__slot *find_saver(moult__session *s, const uint8_t *bytes, uint64_t count)
{
    moult__report others = {0};
    const moult__slot *slot = moult__saver_for(s->set, bytes, count);
    if (slot != NULL || moult__savers_load(s->set, &others) < 0)
        return slot;
    moult__keep_roster(s);
    return moult__saver_for(s->set, bytes, count);
}

/* -- loading ----------------------------------------------------------------------------------- */

static moult_status check_game(const moult__session *s, const moult_world *w, const char *path,
                               moult__report *report)
{
    const moult__run_row *run = (const moult__run_row *)moult__row(w, MOULT__TABLE_RUN, 0);
    const char *rules = moult__text(w, run->rules);
    const char *ours = moult__set_role_slot(s->set, "rules");
    if (strcmp(rules, ours) == 0)
        return MOULT_OK;
    return moult__refuse(report, MOULT_FORMAT, path,
                         "this is a game of %s, not of %s. It was left as it is: start the profile "
                         "that it belongs to",
                         rules[0] != 0 ? rules : moult__translate("nothing known"), ours);
}

/* The saver says what is wrong; what to do about it depends on whether there is an older one. */
static moult_status refuse_content(const moult__session *s, const moult_world *w,
                                   moult_status status, const char *path, moult__report *report)
{
    char backup[MOULT__PATH_SIZE], command[512];
    const char *why =
        w->report.text[0] != 0 ? w->report.text : moult__translate(moult_status_text(status));
    int length = snprintf(backup, sizeof backup, "%s.bak", path);
    if (s->options.profile == NULL || length >= (int)sizeof backup || access(backup, F_OK) != 0)
        return moult__refuse(report, status, path,
                             "%s. The file was left as it is: give another with --load, or start "
                             "anew with --seed",
                             why);
    moult__save_command(&s->options, command, sizeof command);
    return moult__refuse(report, status, path,
                         "%s. The file was left as it is: go on from the one before it (%s --load "
                         "%s), or start anew with --seed",
                         why, command, backup);
}

static moult_status decode(moult__session *s, moult_world *w, const uint8_t *bytes, uint64_t count,
                           const char *path, moult__report *report)
{
    const moult__slot *slot = find_saver(s, bytes, count);
    if (slot == NULL)
        return moult__refuse(
            report, MOULT_FORMAT, path,
            "this is no saved game that a saver here knows. The file was left as it is: "
            "give another with --load, or start anew with --seed");
    w->session = s;
    moult__crash_box(moult__slot_owner(slot), "decode");
    moult_status status = ((const moult_saver_1 *)slot->functions)->decode(w, bytes, count);
    moult__crash_box(NULL, NULL);
    if (status < 0)
        return refuse_content(s, w, status, path, report);
    status = moult__world_finish(w, path, report);
    return status >= 0 ? check_game(s, w, path, report) : status;
}

moult_status moult__save_take(moult__session *s, moult_world *w, moult__report *report)
{
    moult__random_resume(w);
    moult__set_world_free(s->set, s->world);
    w->session = s;
    s->world = w;
    const uint32_t menu = moult__menu_row(s)->menu;
    if (menu == MOULT__MENU_QUIT || menu == MOULT__MENU_AGAIN) /* ended while it was asked */
        moult__menu_close(s);
    char why[128];
    s->over = (moult__session_attention(s, why, sizeof why) & MOULT_ATTENTION_OVER) != 0;
    s->changed = 1;
    return moult__session_tune(s, report);
}

moult_status moult__save_world(moult__session *s, const char *path, moult_world **out,
                               moult__report *report)
{
    uint8_t *bytes = NULL;
    uint64_t count = 0;
    *out = NULL;
    moult_status status = moult__file_read(path, SAVE_MAX, &bytes, &count, report);
    if (status == MOULT_UNKNOWN)
        moult__refuse(report, status, path,
                      "there is no such file. Give another with --load, or start anew with --seed");
    if (status < 0)
        return status;
    moult_world *w = moult__set_world_create(s->set, report);
    status = w != NULL ? decode(s, w, bytes, count, path, report) : MOULT_MEMORY;
    free(bytes);
    if (status >= 0)
        *out = w;
    else if (w != NULL)
        moult__set_world_free(s->set, w);
    return status;
}

moult_status moult__save_read(moult__session *s, const char *path, moult__report *report)
{
    moult_world *w;
    moult_status status = moult__save_world(s, path, &w, report);
    if (status < 0)
        return status;
    if (w->edited[0] != 0)
        moult__session_notice(s, MOULT_SAY_SYSTEM, "Edited by hand: %s.", w->edited);
    status = moult__save_take(s, w, report);
    moult__plugins_compare(s);
    return status;
}

/* -- leaving ----------------------------------------------------------------------------------- */

moult_status moult__save_elsewhere(moult__session *s, char *path, uint32_t room,
                                   moult__report *report)
{
    char folder[MOULT__PATH_SIZE - 128];
    moult_status status = moult__path_runtime(folder, sizeof folder, report);
    if (status < 0)
        return status;
    char stem[MOULT__STEM_SIZE];
    moult__save_stem(&s->options, stem);
    snprintf(path, room, "%s/%s-%d.moult", folder, stem, (int)getpid());
    return moult__save_write(s, path, report);
}

/* The usual place refused: the run is kept where there may be room, and the text says where; or the
 * supervisor keeps what it has. */
static void rescue(moult__session *s, moult__report *report)
{
    char path[MOULT__PATH_SIZE];
    if (moult__save_elsewhere(s, path, sizeof path, NULL) < 0) {
        moult__keep_unkept(s);
        return;
    }
    char where[2 * sizeof path + 600], command[512];
    moult__save_command(&s->options, command, sizeof command);
    snprintf(where, sizeof where, moult__translate(". The run is kept at %s: %s --load %s"), path,
             command, path);
    strncat(report->text, where, sizeof report->text - 1 - strlen(report->text));
}

/* Leaving keeps the run, unless it has ended. One that was cut off (its supervisor was killed, or
 * its terminal closed) doesn't take the place of what the player saved. */
moult_status moult__save_leave(moult__session *s, moult_status status)
{
    if (s->over || (!s->options.save && !s->orphan))
        return status;
    moult__report report = {0};
    if (s->orphan || moult__terminal_gone(STDIN_FILENO)) {
        if (moult__rescue_write(s) < 0)
            moult__keep_unkept(s);
        return status;
    }
    if (moult__save_keep(s, &report) >= 0)
        return status;
    rescue(s, &report);
    if (s->report.status >= 0)
        s->report = report;
    return s->report.status;
}

/* The save goes last: a game that is killed in here goes on from it. */
void moult__save_end(moult__session *s)
{
    static const char *const endings[] = {MOULT__SAVE_RESCUE ".bak", MOULT__SAVE_RESCUE,
                                          MOULT__SAVE_BACKUP, MOULT__SAVE};
    char path[MOULT__PATH_SIZE];
    for (uint32_t i = 0; i < MOULT_COUNT(endings) && s->options.save; i++)
        if (moult__save_place(&s->options, endings[i], path, sizeof path, NULL) >= 0)
            moult__file_remove(path, NULL);
}
