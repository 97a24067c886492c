/* SPDX-License-Identifier: MIT */
/* Watches what a call leaves behind in the process (core/system/ambient.h), and tells the player
 * whose call it was, once a build.
 *
 * In every build numbers are rounded to the nearest again when a call has ended: a mode that stays
 * would change what all others calculate. Debug builds compare the whole state, too. Calls nest: a
 * level is made within a turn; what the inner one left behind isn't told of the outer one. */
#ifndef MOULT_CORE_GAME_GUARD_H
#define MOULT_CORE_GAME_GUARD_H
#include "core/system/ambient.h"

#define MOULT__GUARD_DEPTH 3u
#define MOULT__GUARD_TOLD 8u

struct moult__session;

typedef struct moult__guard {
    struct {
        const char *label, *stage;
        uint32_t owns;
        moult__ambient before; /* debug builds only */
    } calls[MOULT__GUARD_DEPTH];
    uint32_t depth;
    uint32_t stamp; /* of the dispatch that the told ones belong to */
    uint32_t told_count;
    uint64_t told[MOULT__GUARD_TOLD];
    moult__ambient display; /* before a renderer was opened */
    int32_t has_display;
} moult__guard;

/* Around a call. `label` is whose it is ("ai-wolf@0.3.0"), `stage` what for ("turn"); both texts
 * must live until the end. `owns`: what its slot declared, MOULT_MAY_OWN_*. */
void moult__guard_begin(moult__guard *g, const char *label, const char *stage, uint32_t owns);
void moult__guard_end(moult__guard *g, struct moult__session *s);

/* Between begin and end, after a call of somebody else: only the rounding mode, so that the right
 * one is named. To be called when moult__ambient_nearest says no. */
void moult__guard_rounding(moult__guard *g, struct moult__session *s, const char *label,
                           const char *stage);

/* Around the life of a renderer's display: opened while there is none, and closed. What it may own
 * as long as it is open must be as before when it has been closed; descriptors and threads aren't
 * compared, since the core and others open and close some meanwhile. While one display takes over
 * from another that is still open there is no such moment: `moult__guard_display_lost` says so. */
void moult__guard_display_open(moult__guard *g);
void moult__guard_display_lost(moult__guard *g);
void moult__guard_display_closed(moult__guard *g, struct moult__session *s, const char *label);

#endif
