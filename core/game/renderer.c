/* SPDX-License-Identifier: MIT */
/* The renderer of a session, with its block: opened, handed to the next build over a reload, and
 * exchanged for another one in mid-game. */
#include <stdio.h>
#include <stdlib.h>
#include "core/game/session.h"
#include "core/system/crash.h"
#include "core/system/text.h"

/* Of what only one at a time can be had. */
#define OWNED_ALONE (MOULT_MAY_OWN_TERMINAL | MOULT_MAY_OWN_WINDOW)

static const moult__slot *renderer_slot(const moult__session *s)
{
    return moult__set_role(s->set, "renderer");
}

static void keep_undo(moult__session *s)
{
    uint8_t undo[1024];
    uint32_t count = s->renderer->undo(s->renderer_state, undo, sizeof undo);
    if ((s->renderer_owns & MOULT_MAY_OWN_TERMINAL) != 0)
        moult__crash_terminal(0, undo, count < sizeof undo ? count : sizeof undo);
    else
        moult__crash_terminal(-1, NULL, 0);
}

static moult_status open_slot(moult__session *s, const moult__slot *slot, int32_t again,
                              moult__report *report)
{
    const moult_renderer_1 *renderer = slot->functions;
    void *state =
        again ? s->renderer_state : calloc(1, renderer->state_size != 0 ? renderer->state_size : 1);
    if (state == NULL)
        return moult__refuse(report, MOULT_MEMORY, "moult play", "out of memory");
    if (s->renderer == NULL)
        moult__guard_display_open(&s->guard);
    else
        moult__guard_display_lost(&s->guard);
    moult__crash_box(moult__slot_owner(slot), "open");
    moult_status status = renderer->open(state, again);
    moult__crash_box(NULL, NULL);
    if (status < 0) {
        char who[96];
        snprintf(who, sizeof who, "%s open", moult__slot_owner(slot));
        free(state);
        return moult__refuse(report, status, who,
                             "there is nothing here that it can draw on (%s). Try --renderer text",
                             moult__translate(moult_status_text(status)));
    }
    s->renderer = renderer;
    s->renderer_state = state;
    s->renderer_state_size = renderer->state_size;
    s->renderer_state_version = renderer->state_version;
    s->renderer_owns = slot->flags;
    keep_undo(s);
    moult__keep_terminal(s);
    s->changed = 1;
    return MOULT_OK;
}

static moult_status open_renderer(moult__session *s, int32_t again, moult__report *report)
{
    const moult__slot *slot = renderer_slot(s);
    if (slot == NULL)
        return moult__refuse(report, MOULT_UNKNOWN, "moult play",
                             "nobody provides the role renderer. Bind it: --renderer NAME");
    moult_status status = open_slot(s, slot, again, report);
    if (status < 0) {
        s->renderer_state = NULL;
        s->renderer = NULL;
    }
    return status;
}

moult_status moult__renderer_open(moult__session *s, moult__report *report)
{
    const moult__slot *slot = renderer_slot(s);
    moult_status status = open_renderer(s, 0, report);
    if (status >= 0 || slot == NULL || (slot->flags & MOULT_MAY_OWN_WINDOW) == 0 ||
        s->options.instead == NULL)
        return status;
    moult__report why = {0};
    moult__print(stderr, moult__translate("warn   there is no window to be had: %s draws\n"),
                 s->options.instead);
    if (moult__renderer_switch(s, s->options.instead, &why) < 0)
        return status;
    *report = why;
    moult__session_notice(s, MOULT_SAY_ALERT, "There is no window to be had: %s draws.",
                          s->options.instead);
    return MOULT_OK;
}

void moult__renderer_close(moult__session *s)
{
    if (s->renderer == NULL)
        return;
    const moult__slot *slot = renderer_slot(s);
    s->renderer->close(s->renderer_state, 0);
    moult__guard_display_closed(&s->guard, s, slot != NULL ? moult__slot_owner(slot) : "core");
    moult__crash_terminal(-1, NULL, 0);
    free(s->renderer_state);
    s->renderer_state = NULL;
    s->renderer = NULL;
}

/* The next build adopts the block when it is of the same size and version; else the display is
 * closed and opened. The old build is still mapped here. */
moult_status moult__renderer_swap(moult__session *s, moult__report *report)
{
    const moult__slot *slot = renderer_slot(s);
    if (s->renderer == NULL || slot == NULL || slot->functions == s->renderer)
        return MOULT_OK;
    const moult_renderer_1 *next = slot->functions;
    int32_t again = next->state_size == s->renderer_state_size &&
                    next->state_version == s->renderer_state_version;
    s->renderer->close(s->renderer_state, again);
    if (!again) {
        moult__guard_display_closed(&s->guard, s, moult__slot_owner(slot));
        free(s->renderer_state);
        s->renderer_state = NULL;
        s->renderer = NULL;
    }
    return open_renderer(s, again, report);
}

/* The old one is closed last, unless both need what only one can have. */
moult_status moult__renderer_switch(moult__session *s, const char *name, moult__report *report)
{
    moult__want want = {0};
    if (!moult__name_valid(name))
        return moult__refuse(report, MOULT_FORMAT, "renderer", "\"%.40s\" is no renderer's name",
                             name);
    snprintf(want.slot, sizeof want.slot, "renderer/%s", name);
    moult_status status = MOULT_OK;
    if (moult__set_slot(s->set, want.slot) == NULL)
        status = moult__set_load(s->set, &want, 1, report);
    if (status < 0)
        return status;
    moult__keep_roster(s);
    const moult__slot *next = moult__set_slot(s->set, want.slot), *old = renderer_slot(s);
    const moult_renderer_1 *renderer = s->renderer;
    void *state = s->renderer_state;
    if (renderer == next->functions)
        return MOULT_OK;
    int32_t first = renderer != NULL && (s->renderer_owns & next->flags & OWNED_ALONE) != 0;
    if (first) {
        renderer->close(state, 0);
        moult__guard_display_closed(&s->guard, s, moult__slot_owner(old));
        free(state);
        s->renderer = NULL;
        s->renderer_state = NULL;
    }
    status = open_slot(s, next, 0, report);
    if (status < 0 && first && open_slot(s, old, 0, &s->report) < 0)
        s->leaving = 1;
    if (status < 0)
        return status;
    if (renderer != NULL && !first) {
        renderer->close(state, 0);
        free(state);
        keep_undo(s);
    }
    moult__set_bind_role(s->set, "renderer", want.slot);
    return status;
}
