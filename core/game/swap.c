/* SPDX-License-Identifier: MIT */
/* What a session holds of plugins, and how it lets go: the rules, the renderer with its block, and
 * the requests that come from outside at the safe point. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/game/session.h"
#include "core/system/crash.h"
#include "core/system/text.h"

/* A file that is being written is looked at again every 100 ms; that it takes long is told. */
#define RETRIES_UNTOLD 20u

/* Takes rules and commands from the dispatch as it is now. */
static moult_status take_rules(moult__session *s, moult__report *report)
{
    const moult__slot *rules = moult__set_role(s->set, "rules");
    if (rules == NULL)
        return moult__refuse(report, MOULT_UNKNOWN, "moult play",
                             "nobody provides the role rules. Bind it: --use rules=NAME");
    s->rules = rules->functions;
    s->rules_label = moult__slot_owner(rules);
    /* A command that waits for its direction is known by its number, which may be another's now. */
    if (moult__menu_row(s)->menu == MOULT__MENU_COMMAND)
        moult__menu_close(s);
    return moult__commands_build(s, report);
}

moult_status moult__session_bind(moult__session *s, moult__report *report)
{
    moult_status status = take_rules(s, report);
    return status >= 0 ? moult__settings_check(s, report) : status;
}

/* Lets the rules take the profile's settings into the world that is played. */
moult_status moult__session_tune(moult__session *s, moult__report *report)
{
    char who[96];
    s->world->report.text[0] = 0;
    moult__crash_box(s->rules_label, "tune");
    moult_status status = s->rules->tune(s->world);
    moult__crash_box(NULL, NULL);
    if (status >= 0)
        return status;
    snprintf(who, sizeof who, "%s tune", s->rules_label);
    return moult__refuse(report, status, who, "%s",
                         s->world->report.text[0] != 0
                             ? s->world->report.text
                             : moult__translate(moult_status_text(status)));
}

static const moult__slot *renderer_slot(const moult__session *s)
{
    return moult__set_role(s->set, "renderer");
}

static void keep_undo(moult__session *s)
{
    uint8_t undo[1024];
    uint32_t count = s->renderer->undo(s->renderer_state, undo, sizeof undo);
    const moult__slot *slot = renderer_slot(s);
    if ((slot->flags & MOULT_MAY_OWN_TERMINAL) != 0)
        moult__crash_terminal(0, undo, count < sizeof undo ? count : sizeof undo);
}

static moult_status open_renderer(moult__session *s, int32_t again, moult__report *report)
{
    const moult__slot *slot = renderer_slot(s);
    if (slot == NULL)
        return moult__refuse(report, MOULT_UNKNOWN, "moult play",
                             "nobody provides the role renderer. Bind it: --renderer NAME");
    const moult_renderer_1 *renderer = slot->functions;
    if (!again) {
        s->renderer_state = calloc(1, renderer->state_size != 0 ? renderer->state_size : 1);
        if (s->renderer_state == NULL)
            return moult__refuse(report, MOULT_MEMORY, "moult play", "out of memory");
    }
    s->renderer_state_size = renderer->state_size;
    s->renderer_state_version = renderer->state_version;
    moult__crash_box(moult__slot_owner(slot), "open");
    moult_status status = renderer->open(s->renderer_state, again);
    moult__crash_box(NULL, NULL);
    if (status < 0) {
        char who[96];
        snprintf(who, sizeof who, "%s open", moult__slot_owner(slot));
        free(s->renderer_state);
        s->renderer_state = NULL;
        s->renderer = NULL;
        return moult__refuse(report, status, who,
                             "there is nothing here that it can draw on (%s). Try --renderer text",
                             moult__translate(moult_status_text(status)));
    }
    s->renderer = renderer;
    keep_undo(s);
    s->changed = 1;
    return MOULT_OK;
}

moult_status moult__renderer_open(moult__session *s, moult__report *report)
{
    return open_renderer(s, 0, report);
}

void moult__renderer_close(moult__session *s)
{
    if (s->renderer == NULL)
        return;
    s->renderer->close(s->renderer_state, 0);
    moult__crash_terminal(-1, NULL, 0);
    free(s->renderer_state);
    s->renderer_state = NULL;
    s->renderer = NULL;
}

/* The next build adopts the block when it is of the same size and version; else the display is
 * closed and opened. The old build is still mapped here. */
static moult_status swap_renderer(moult__session *s, moult__report *report)
{
    const moult__slot *slot = renderer_slot(s);
    if (s->renderer == NULL || slot == NULL || slot->functions == s->renderer)
        return MOULT_OK;
    const moult_renderer_1 *next = slot->functions;
    int32_t again = next->state_size == s->renderer_state_size &&
                    next->state_version == s->renderer_state_version;
    s->renderer->close(s->renderer_state, again);
    if (!again) {
        free(s->renderer_state);
        s->renderer_state = NULL;
    }
    return open_renderer(s, again, report);
}

/* The rules as loaded now, with the profile as it is; options that no longer fit are left out. */
static moult_status bind_again(moult__session *s, moult__report *report)
{
    moult_status status = take_rules(s, report);
    if (status >= 0)
        status = moult__settings_drop(s);
    return status >= 0 ? moult__session_tune(s, report) : status;
}

/* Takes a profile that was read again, and owns it; or goes back to the one before it, and says why
 * in `report`. */
static moult_status adopt(moult__session *s, moult__profile *fresh, moult__report *report)
{
    const moult__profile *before = s->options.profile;
    s->options.profile = fresh;
    moult_status status = moult__session_bind(s, report);
    if (status >= 0)
        status = moult__session_tune(s, report);
    if (status >= 0) {
        free(s->profile);
        s->profile = fresh;
        return status;
    }
    s->options.profile = before;
    free(fresh);
    return status;
}

/* What follows when builds were replaced. The old ones are still mapped. */
static void finish_swap(moult__session *s, moult_status after)
{
    if (after >= 0)
        after = swap_renderer(s, &s->report);
    moult__set_retire(s->set);
    if (s->set->warnings[0] != 0) {
        moult__session_lines(s, MOULT_SAY_SYSTEM, s->set->warnings);
        s->set->warnings[0] = 0;
    }
    if (after < 0)
        s->leaving = 1;
}

/* "unchanged" is true of the plugins alone. */
static void say_profile(const moult__session *s, char *result, uint32_t room)
{
    char *unchanged = strstr(result, "unchanged: ");
    uint32_t used = (uint32_t)(unchanged != NULL ? unchanged - result : (long)strlen(result));
    snprintf(result + used, room - used, "reloaded profile %s\n", s->options.profile->name);
}

/* At the safe point only. Refused: everything is as it was, but for a renderer that can't be opened
 * again, which ends the session (s->report). When the profile is refused that came with new
 * plugins, these are in place, and `result` says so. */
moult_status moult__session_reload(moult__session *s, char *result, uint32_t room,
                                   moult__report *report)
{
    moult__profile *fresh = NULL;
    result[0] = 0;
    s->changed = 1;
    moult_status status = moult__settings_read(s, &fresh, report);
    if (status < 0)
        return status;
    status = moult__set_reload(s->set, result, room, report);
    if (status < 0) {
        result[0] = 0;
        free(fresh);
        return status;
    }
    int32_t told = fresh != NULL;
    moult_status adopted = MOULT_OK, after = MOULT_OK;
    if (told && (adopted = adopt(s, fresh, report)) >= 0)
        say_profile(s, result, room);
    if (adopted < 0 || (!told && status > 0))
        after = bind_again(s, &s->report);
    if (status > 0 || after < 0)
        finish_swap(s, after);
    if (adopted < 0 && status == 0)
        result[0] = 0;
    return adopted < 0 ? adopted : status + told;
}

/* A reload that the player asked for: the answer goes on the screen. */
void moult__session_reload_now(moult__session *s)
{
    char result[2048];
    moult__report report = {0};
    moult_status status = moult__session_reload(s, result, sizeof result, &report);
    s->retry = status == MOULT_AGAIN ? s->retry + 1 : 0;
    if (s->retry != 0 && s->retry % RETRIES_UNTOLD != 0)
        return;
    moult__session_lines(s, MOULT_SAY_SYSTEM, result);
    if (status < 0)
        moult__session_lines(s, MOULT_SAY_SYSTEM, report.text);
}

static void list(const moult__session *s, char *reply, uint32_t room)
{
    uint32_t used = 0;
    moult__set_list(s->set, reply, room, &used);
}

/* One request from the control socket; the answer's first figure is the exit code. */
int32_t moult__session_serve(void *context, const char *line, char *reply, uint32_t room)
{
    moult__session *s = context;
    moult__report report = {0};
    if (strcmp(line, "list") == 0) {
        list(s, reply, room);
        return 0;
    }
    if (strcmp(line, "reload") == 0) {
        moult_status status = moult__session_reload(s, reply, room, &report);
        uint32_t used = (uint32_t)strlen(reply);
        if (status < 0)
            snprintf(reply + used, room - used, "%s\n", report.text);
        moult__session_lines(s, MOULT_SAY_SYSTEM, reply);
        return status < 0 ? (int32_t)MOULT__EXIT_PLUGIN : 0;
    }
    if (strcmp(line, "state") == 0) {
        snprintf(reply, room, "turn %u  hash %016llx\n", moult__turn(s->world),
                 (unsigned long long)moult__hash(s->world));
        return 0;
    }
    snprintf(reply, room,
             moult__translate("error  control: unknown request \"%.60s\". This game knows: list "
                              "reload state\n"),
             line);
    return (int32_t)MOULT__EXIT_USAGE;
}
