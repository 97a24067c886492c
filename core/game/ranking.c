/* SPDX-License-Identifier: MIT */
/* The ranking: which provider of the role `scores` a place belongs to, entering and reading runs,
 * and a line of it as text.
 *
 * The provider is opened for each use and closed again, so that a reload finds nothing of it.
 * What is refused is told with the file, or by the provider with the server: an address may hold a
 * password, so none is ever printed here. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/game/session.h"
#include "core/system/crash.h"
#include "core/system/files.h"
#include "core/system/text.h"

#define NAME_COLUMNS 20
#define DEPTH_COLUMNS 5 /* at least */

/* -- where it is ------------------------------------------------------------------------------- */

/* Letters of the scheme before "://"; 0: it is a path. */
static uint32_t scheme_length(const char *where)
{
    size_t length = strspn(where, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "+.-");
    return strncmp(where + length, "://", 3) == 0 ? (uint32_t)length : 0;
}

moult_status moult__scores_provider(const char *where, const char *subject, const char **provider,
                                    moult__report *report)
{
    static const char *const known[] = {"postgres://", "postgresql://"};
    char scheme[32];
    uint32_t length = scheme_length(where);
    *provider = "sqlite";
    if (where[0] == 0)
        return moult__refuse(report, MOULT_FORMAT, subject,
                             "where the ranking is: a file's path, or postgres://...");
    if (length == 0)
        return MOULT_OK;
    for (uint32_t i = 0; i < MOULT_COUNT(known); i++)
        if (strncmp(where, known[i], strlen(known[i])) == 0) {
            *provider = "postgres";
            return MOULT_OK;
        }
    snprintf(scheme, sizeof scheme, "%.*s://", (int)(length < 24 ? length : 24), where);
    moult__profile_unknown(report, subject, "scheme", scheme, known, MOULT_COUNT(known), 1);
    if (report != NULL)
        strncat(report->text, moult__translate(", or a file's path"),
                sizeof report->text - 1 - strlen(report->text));
    return MOULT_UNKNOWN;
}

const char *moult__scores_where(const moult__options *options)
{
    if (options->scores != NULL || options->profile == NULL)
        return options->scores;
    return moult__profile_option(options->profile, "scores");
}

/* -- its use ----------------------------------------------------------------------------------- */

/* Rows come from a plugin, and their texts from anywhere. */
static void clean(char *text, uint32_t size)
{
    char copy[128];
    uint32_t length = (uint32_t)strnlen(text, size < sizeof copy ? size : sizeof copy);
    memcpy(copy, text, length);
    moult_score_text(text, size, copy, length);
}

static void clean_rows(moult_ranked *rows, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        clean(rows[i].game, sizeof rows[i].game);
        clean(rows[i].name, sizeof rows[i].name);
        clean(rows[i].cause, sizeof rows[i].cause);
        clean(rows[i].seed, sizeof rows[i].seed);
    }
}

/* Enters `add` (NULL: nothing) and reads the best `*count` of its game. A run that was entered
 * stays so, be the others readable or not. */
static moult_status use_scores(const moult__slot *slot, const char *where, moult_ranked *add,
                               const char *game, moult_ranked *rows, uint32_t *count, char *why,
                               uint32_t room)
{
    const moult_scores_1 *scores = slot->functions;
    void *state = calloc(1, scores->state_size != 0 ? scores->state_size : 1);
    int32_t read = 0;
    if (state == NULL)
        return MOULT_MEMORY;
    moult__crash_box(moult__slot_owner(slot), "open");
    int32_t answer = scores->open(state, where, why, room);
    if (answer >= 0) {
        if (add != NULL) {
            moult__crash_box(moult__slot_owner(slot), "add");
            answer = scores->add(state, add, why, room);
            add->place = answer > 0 ? (uint32_t)answer : 0;
        }
        moult__crash_box(moult__slot_owner(slot), "top");
        if (answer >= 0)
            read = scores->top(state, game, rows, *count, why, room);
        if (add == NULL)
            answer = read;
        moult__crash_box(moult__slot_owner(slot), "close");
        scores->close(state);
    }
    *count = read > 0 && (uint32_t)read <= *count ? (uint32_t)read : 0;
    clean_rows(rows, *count);
    moult__crash_box(NULL, NULL);
    free(state);
    return answer;
}

/* The user's own file, whose folder is made for the first run. */
static moult_status own_file(char *out, uint32_t room, int32_t make, moult__report *report)
{
    char folder[MOULT__PATH_SIZE - 16];
    moult_status status = moult__path_data(folder, sizeof folder, report);
    if (status >= 0 && make)
        status = moult__folder_make(folder, 0700, report);
    if (status >= 0)
        snprintf(out, room, "%s/scores.db", folder);
    return status;
}

moult_status moult__ranking(const moult__set *set, const char *where, const char *game,
                            moult_ranked *add, moult_ranked *rows, uint32_t *count,
                            moult__report *report)
{
    char own[MOULT__PATH_SIZE], why[256] = "";
    const moult__slot *slot = moult__set_role(set, "scores");
    if (slot == NULL)
        return moult__refuse(report, MOULT_UNKNOWN, "moult scores",
                             "nobody provides the role scores. Bind it: --use scores=sqlite");
    moult_status status = where == NULL ? own_file(own, sizeof own, add != NULL, report) : MOULT_OK;
    if (status < 0)
        return status;
    where = where != NULL ? where : own;
    int32_t is_path = scheme_length(where) == 0;
    if (is_path && add == NULL && access(where, F_OK) != 0 && errno == ENOENT) {
        *count = 0; /* reading makes no file */
        return MOULT_OK;
    }
    for (uint32_t i = 0; i < *count; i++)
        rows[i].size = sizeof *rows;
    status = use_scores(slot, where, add, game, rows, count, why, sizeof why);
    if (status >= 0)
        return status;
    why[sizeof why - 1] = 0;
    return moult__refuse(report, status, is_path ? where : slot->name,
                         "%s. %s. Another ranking: --scores WHERE",
                         why[0] != 0 ? why : moult__translate(moult_status_text(status)),
                         add != NULL ? moult__translate("This run isn't ranked, the game goes on")
                                     : moult__translate("The ranking can't be shown"));
}

/* -- as text ----------------------------------------------------------------------------------- */

static const char *depth_heading(const char *depth_label)
{
    return moult__translate(depth_label != NULL ? depth_label : MOULT_TEXT("Floor"));
}

static int32_t depth_columns(const char *depth_label)
{
    int32_t columns = (int32_t)moult__text_columns(depth_heading(depth_label));
    return columns > DEPTH_COLUMNS ? columns : DEPTH_COLUMNS;
}

/* A heading over figures stands at their right, one over words at their left. */
void moult__ranking_heading(const char *depth_label, char *text, uint32_t room, char *detail,
                            uint32_t detail_room)
{
    const char *place = moult__translate("Place"), *name = moult__translate("Name");
    const char *score = moult__translate("Score"), *turns = moult__translate("Turns");
    const char *cause = moult__translate("Cause");
    const char *depth = depth_heading(depth_label);
    snprintf(text, room, "%*s%s  %s%*s  %*s%s", moult__text_blanks(place, 5), "", place, name,
             moult__text_blanks(name, NAME_COLUMNS), "", moult__text_blanks(score, 10), "", score);
    snprintf(detail, detail_room, "%*s%s  %*s%s  %s", moult__text_blanks(depth, DEPTH_COLUMNS), "",
             depth, moult__text_blanks(turns, 7), "", turns, cause);
}

void moult__ranked_text(const moult_ranked *row, const char *depth_label, char *text, uint32_t room,
                        char *detail, uint32_t detail_room)
{
    char name[MOULT_SCORE_NAME];
    snprintf(name, sizeof name, "%s", row->name);
    for (uint32_t length = (uint32_t)strlen(name); moult__text_columns(name) > NAME_COLUMNS;) {
        do
            length--;
        while (((uint8_t)name[length] & 0xc0) == 0x80);
        name[length] = 0;
    }
    snprintf(text, room, "%5u  %s%*s  %10lld", row->place, name,
             moult__text_blanks(name, NAME_COLUMNS), "", (long long)row->score);
    snprintf(detail, detail_room, "%*d  %7u  %s", depth_columns(depth_label), row->depth,
             row->turns, moult__translate(row->won ? MOULT_TEXT("won") : row->cause));
}
