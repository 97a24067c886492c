/* SPDX-License-Identifier: MIT */
/* Slots: the names under which runs are kept, a run a name.
 *
 * A slot's files stand side by side: NAME.moult, the save; NAME.moult.bak, the one before it;
 * NAME.rescue.moult, a run that was cut off; NAME.lock, by which one game at a time plays it.
 * Different names have different files, so a name that would be another slot's rescue or journal is
 * changed like one that is no file name. */
#include <stdio.h>
#include <string.h>
#include <xxhash.h>
#include "core/game/session.h"
#include "core/system/files.h"
#include "core/system/paths.h"
#include "core/system/text.h"

moult_status moult__saves_folder(char *out, uint32_t room, moult__report *report)
{
    static const char below[] = "/saves";
    moult_status status = moult__path_data(out, room - (uint32_t)sizeof below, report);
    if (status >= 0)
        strcat(out, below);
    return status;
}

const char *moult__save_slot(const moult__options *options)
{
    return options->slot != NULL ? options->slot : options->profile->name;
}

/* Endings of a rescue, and of an older run's journal. */
static int32_t is_reserved(const char *ending, int32_t chosen)
{
    return strcmp(ending, ".rescue") == 0 ||
           (chosen && strspn(ending + 1, "0123456789") == strlen(ending + 1));
}

void moult__save_stem(const moult__options *options, char out[MOULT__STEM_SIZE])
{
    const char *slot = moult__save_slot(options);
    if (options->slot != NULL)
        moult__path_safe_name(slot, out, MOULT__STEM_SIZE);
    else /* is safe already */
        snprintf(out, MOULT__STEM_SIZE, "%s", slot);
    char *ending = strrchr(out, '.');
    if (ending != NULL && is_reserved(ending, options->slot != NULL))
        snprintf(ending, MOULT__STEM_SIZE - (size_t)(ending - out), "~%016llx",
                 (unsigned long long)XXH3_64bits(slot, strlen(slot)));
}

moult_status moult__save_place(const moult__options *options, const char *ending, char *out,
                               uint32_t room, moult__report *report)
{
    char folder[MOULT__PATH_SIZE - 128], stem[MOULT__STEM_SIZE];
    moult_status status = moult__saves_folder(folder, sizeof folder, report);
    if (status < 0)
        return status;
    moult__save_stem(options, stem);
    const int length = snprintf(out, room, "%s/%s%s", folder, stem, ending);
    return length > 0 && (uint32_t)length < room ? MOULT_OK : MOULT_RANGE;
}

void moult__save_command(const moult__options *options, char *out, uint32_t room)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    const char *slot = options->slot;
    const int32_t quoted = slot != NULL && (slot[strspn(slot, plain)] != 0 || slot[0] == 0);
    snprintf(out, room, "moult play %.200s%s%s%.200s%s", options->profile->asked,
             slot != NULL ? " --slot " : "", quoted ? "'" : "", slot != NULL ? slot : "",
             quoted ? "'" : "");
}

static moult_status refuse_claim(const moult__options *options, const moult__claimant *who,
                                 moult__report *report)
{
    const char *slot = moult__save_slot(options), *game = options->profile->asked;
    if (who->foreign || who->pid < 0)
        return moult__refuse(report, MOULT_AGAIN, "moult play",
                             "the slot \"%.100s\" is being played on another machine. Leave that "
                             "game first, or play another run: moult play %.200s --slot NAME",
                             slot, game);
    return moult__refuse(report, MOULT_AGAIN, "moult play",
                         "the slot \"%.100s\" is being played by process %lld. Leave that game "
                         "first (kill %lld saves it), or play another run: moult play %.200s "
                         "--slot NAME",
                         slot, (long long)who->pid, (long long)who->pid, game);
}

moult_status moult__save_claim(const moult__options *options, moult__claim *out,
                               moult__report *report)
{
    char path[MOULT__PATH_SIZE];
    moult__claimant who;
    out->fd = 0;
    moult_status status = moult__saves_folder(path, sizeof path, report);
    if (status >= 0)
        status = moult__folder_make(path, 0700, report);
    if (status >= 0)
        status = moult__save_place(options, MOULT__SAVE_CLAIM, path, sizeof path, report);
    if (status < 0)
        return status;
    status = moult__claim_take(path, moult__save_slot(options), out, &who);
    if (status == MOULT_AGAIN)
        return refuse_claim(options, &who, report);
    if (status < 0)
        moult__print(stderr,
                     moult__translate("warn   %s: can't be made a lock file. Don't play this slot "
                                      "twice at once\n"),
                     path);
    return MOULT_OK;
}
