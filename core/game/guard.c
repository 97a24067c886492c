/* SPDX-License-Identifier: MIT */
/* What calls leave behind. See guard.h.
 *
 * Only the rounding mode is put back: it is known what it has to be, and wrong numbers come of it
 * at once. The rest may be somebody's good reason gone wrong (a handler, a descriptor), and is the
 * author's to mend, who runs a debug build. */
#include <string.h>
#include <xxhash.h>
#include "core/game/guard.h"
#include "core/game/session.h"
#include "core/system/text.h"

/* Whether this is to be told: each label's fault of a kind once, as long as no plugin was
 * reloaded. */
static int32_t is_new(moult__guard *g, const moult__session *s, const char *label, uint64_t kind)
{
    uint64_t one = XXH3_64bits_withSeed(label, strlen(label), kind);
    if (g->stamp != s->set->stamp) {
        g->stamp = s->set->stamp;
        g->told_count = 0;
    }
    for (uint32_t i = 0; i < g->told_count; i++)
        if (g->told[i] == one)
            return 0;
    if (g->told_count == MOULT__GUARD_TOLD)
        return 0;
    g->told[g->told_count++] = one;
    return 1;
}

void moult__guard_rounding(moult__guard *g, struct moult__session *s, const char *label,
                           const char *stage)
{
    if (!moult__ambient_rounding() && is_new(g, s, label, 0))
        moult__session_notice(s, MOULT_SAY_SYSTEM,
                              "warn   %s %s: it left another rounding mode behind; it was put back",
                              label, stage);
}

#ifndef NDEBUG
static int32_t compare(moult__guard *g, moult__session *s, const moult__ambient *before,
                       const moult__ambient *after, const char *label, const char *stage,
                       uint32_t owns)
{
    char what[160];
    if (!moult__ambient_differs(before, after, owns, what, sizeof what) || !is_new(g, s, label, 1))
        return 0;
    moult__session_notice(s, MOULT_SAY_SYSTEM, "warn   %s %s: %s, and left it so", label, stage,
                          what);
    return 1;
}
#endif

void moult__guard_begin(moult__guard *g, const char *label, const char *stage, uint32_t owns)
{
    if (g->depth < MOULT__GUARD_DEPTH) {
        g->calls[g->depth].label = label;
        g->calls[g->depth].stage = stage;
        g->calls[g->depth].owns = owns;
#ifndef NDEBUG
        moult__ambient_take(&g->calls[g->depth].before);
#endif
    }
    g->depth++;
}

void moult__guard_end(moult__guard *g, struct moult__session *s)
{
    if (g->depth == 0 || --g->depth >= MOULT__GUARD_DEPTH)
        return;
    const char *label = g->calls[g->depth].label, *stage = g->calls[g->depth].stage;
    moult__guard_rounding(g, s, label, stage);
#ifndef NDEBUG
    moult__ambient after;
    moult__ambient_take(&after);
    compare(g, s, &g->calls[g->depth].before, &after, label, stage, g->calls[g->depth].owns);
    /* What it changed isn't the fault of those that it was called by. */
    for (uint32_t outer = 0; outer < g->depth; outer++)
        g->calls[outer].before = after;
#endif
}

void moult__guard_display_open(moult__guard *g)
{
#ifndef NDEBUG
    moult__ambient_take(&g->display);
    g->has_display = 1;
#else
    (void)g;
#endif
}

void moult__guard_display_lost(moult__guard *g)
{
    g->has_display = 0;
}

void moult__guard_display_closed(moult__guard *g, struct moult__session *s, const char *label)
{
    moult__guard_rounding(g, s, label, "close");
#ifndef NDEBUG
    moult__ambient after;
    if (!g->has_display)
        return;
    moult__ambient_take(&after);
    if (compare(g, s, &g->display, &after, label, "close",
                MOULT_MAY_OWN_FILES | MOULT_MAY_OWN_THREADS) &&
        s->leaving) /* no picture follows that could show it */
        moult__print(stderr, "%s\n", s->notices[s->notice_count - 1].text);
    g->has_display = 0;
#endif
}
