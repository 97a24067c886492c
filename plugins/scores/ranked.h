/* SPDX-License-Identifier: MIT */
/* What the rankings have in common. They have one table, `runs`, with the same columns and the same
 * order: score DESC, at, id. */
#ifndef PLUGINS_SCORES_RANKED_H
#define PLUGINS_SCORES_RANKED_H
#include <libintl.h>
#include <moult/scores.h>
#include <stdio.h>

#define SCORES_COLUMNS "game, name, score, won, turns, depth, cause, seed, at"

/* A reason in the player's language; the core has opened the catalogue, for the whole process. */
static inline const char *scores_words(const char *text) __attribute__((format_arg(1)));

static inline const char *scores_words(const char *text)
{
    return dgettext("moult", text);
}

static inline moult_status scores_refuse(moult_status status, const char *text, char *why,
                                         uint32_t room)
{
    snprintf(why, room, "%s", scores_words(text));
    return status;
}

/* A number of the table, which anybody may have changed, within what a row can hold. */
static inline int64_t scores_within(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

/* A place as the interface answers it. */
static inline int32_t scores_place(int64_t place)
{
    return (int32_t)scores_within(place, 0, INT32_MAX);
}

static inline moult_ranked *scores_row(moult_ranked *rows, uint32_t i)
{
    return (moult_ranked *)((char *)rows + (size_t)i * rows->size);
}

#endif
