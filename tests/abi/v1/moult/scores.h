/* SPDX-License-Identifier: MIT */
/* scores/1: the ranking. One place for all games of a user, or a shared one.
 * A provider owns its file or connection between open and close; when it can't be reached the game
 * goes on without, and says so. */
#ifndef MOULT_SCORES_H
#define MOULT_SCORES_H
#include <moult/base.h>
#include <moult/plugin.h>
#include <moult/status.h>
#include <string.h>

MOULT_EXTERN_C_BEGIN

#define MOULT_SCORE_NAME 64 /* bytes of a player's name with the final zero; longer ones are cut */

/* One finished run. Texts are UTF-8 without control characters: the core sees to that. */
typedef struct moult_ranked {
    uint32_t size;
    uint32_t won;
    int64_t score;
    int64_t when; /* seconds since 1970 */
    uint32_t turns;
    int32_t depth;
    uint32_t place; /* 1 is the best; equal scores: the earlier first */
    uint32_t reserved;
    char game[32], name[MOULT_SCORE_NAME], cause[64], seed[64];
} moult_ranked;

/* What a provider has. */
typedef struct moult_scores_1 {
    uint32_t size;
    uint32_t flags;
    uint32_t state_size; /* of the block that the core keeps, zeroed */
    uint32_t reserved;
    /* `where`: a file's path, or postgres://...; `why[room]`: the reason when refused, and what to
     * do. It names the server of an address, never a password. [load, fail] */
    moult_status (*open)(void *state, const char *where, char *why, uint32_t room);
    void (*close)(void *state); /* gives back what `open` took [any] */
    /* Enters a run and answers its place (>= 1), or refuses. Several processes may do so at once.
     * A provider that tries again by itself makes sure that no run is entered twice. [any, fail] */
    int32_t (*add)(void *state, const moult_ranked *run, char *why, uint32_t room);
    /* The best `count` of a game, best first; answers how many were written. The caller has set
     * each row's `size`; all rows are as long as the first one says. [any, fail] */
    int32_t (*top)(void *state, const char *game, moult_ranked *out, uint32_t count, char *why,
                   uint32_t room);
} moult_scores_1;

#define MOULT_SCORES_INTERFACE "scores/1"
#define MOULT_SCORES_SHAPE     \
    "open i(pspu) load,fail\n" \
    "close v(p) any\n"         \
    "add i(pppu) any,fail\n"   \
    "top i(pspupu) any,fail\n"

/* Bytes of the UTF-8 character at `text`, of at most `count`; 0: it is none, or a control
 * character (C0, C1, DEL, line separators, marks that turn the direction of writing). */
static inline uint32_t moult_score_character(const uint8_t *text, uint32_t count)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t length = text[0] < 0x80 ? 1 : text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : 4;
    if (length == 1)
        return text[0] >= 0x20 && text[0] != 0x7f;
    if (length > count || text[0] < 0xc2 || text[0] > 0xf4)
        return 0;
    uint32_t point = text[0] & (0x7fu >> length);
    for (uint32_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        point = point << 6 | (text[i] & 0x3fu);
    }
    if (point < least[length] || point > 0x10ffff || (point >= 0xd800 && point < 0xe000) ||
        (point >= 0x80 && point < 0xa0) || (point >= 0x2028 && point <= 0x202e) ||
        (point >= 0x2066 && point <= 0x2069))
        return 0;
    return length;
}

/* Makes any bytes fit for a ranking: what is no character, or a control character, becomes '?' (a
 * byte each); what doesn't fit is cut between two characters. Answers the length. */
static inline uint32_t moult_score_text(char *out, uint32_t room, const void *bytes, uint32_t count)
{
    const uint8_t *text = (const uint8_t *)bytes;
    uint32_t used = 0;
    for (uint32_t at = 0; at < count;) {
        uint32_t length = moult_score_character(text + at, count - at);
        uint32_t size = length != 0 ? length : 1;
        if (used + size >= room)
            break;
        if (length != 0)
            memcpy(out + used, text + at, size);
        else
            out[used] = '?';
        used += size;
        at += size;
    }
    out[used] = 0;
    return used;
}

/* For `top`: puts a run into the first `used` rows, before those that it is `better` than, and
 * numbers their places. At most `count` stay; answers how many there are now. */
static inline uint32_t
moult_score_insert(moult_ranked *rows, uint32_t used, uint32_t count, const moult_ranked *run,
                   int32_t (*better)(const moult_ranked *, const moult_ranked *))
{
    uint32_t at = used;
    while (at > 0 && better(run, &rows[at - 1]))
        at--;
    if (at == count)
        return used;
    used += used < count;
    memmove(&rows[at + 1], &rows[at], (used - at - 1) * sizeof *rows);
    rows[at] = *run;
    for (uint32_t i = at; i < used; i++)
        rows[i].place = i + 1;
    return used;
}

/* One ranking in files: MOULT_SCORES(table, "1.0.0", "a file of runs", sizeof(state), open, close,
 *                                    add, top) */
#define MOULT_SCORES(name, version, help, state_size, open, close, add, top)                   \
    static const moult_scores_1 name##_functions = {                                           \
        sizeof(moult_scores_1), 0, state_size, 0, open, close, add, top};                      \
    static const moult_provide name##_provides[] = {                                           \
        MOULT_PROVIDE_WHOLE("scores/" #name, MOULT_SCORES_INTERFACE, MOULT_SCORES_SHAPE,       \
                            &name##_functions, MOULT_MAY_OWN_FILES, NULL)};                    \
    MOULT_PLUGIN("scores-" #name, version, help, "scores/" #name, .provides = name##_provides, \
                 .provide_count = 1)

MOULT_EXTERN_C_END
#endif
