/* SPDX-License-Identifier: MIT */
/* What a session holds of plugins, and how it lets go: the rules, and the requests that come from
 * outside at the safe point. Its renderer is in renderer.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/game/journal.h"
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

void moult__session_point(moult__session *s)
{
    s->rules = moult__set_role(s->set, "rules")->functions;
    if (s->renderer != NULL)
        s->renderer = moult__set_role(s->set, "renderer")->functions;
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
    moult__settings_show(s);
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

/* The rules as loaded now, with the profile as it is; options that no longer fit are left out. */
moult_status moult__session_bind_again(moult__session *s, moult__report *report)
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
        after = moult__renderer_swap(s, &s->report);
    moult__keep_roster(s);
    s->unproved_at = s->played;
    if (s->options.link != NULL) /* after its first turn there is no way back */
        s->unproved = 1;
    else
        moult__keep_proved(s);
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

/* Looks, rehearses, commits. Answers how many builds were replaced. */
static moult_status replace(moult__session *s, int32_t again, char *result, uint32_t room,
                            moult__report *report)
{
    moult__reload *reload = NULL;
    moult_status status = moult__reload_look(s->set, again, &reload, result, room, report);
    if (status < 0 || reload == NULL)
        return status;
    status = moult__rehearse(s, reload, report);
    if (status >= 0)
        return moult__reload_commit(reload, result, room, report);
    moult__reload_discard(reload);
    return status;
}

/* At the safe point only. Refused: everything is as it was, but for a renderer that can't be opened
 * again, which ends the session (s->report). When the profile is refused that came with new
 * plugins, these are in place, and `result` says so. */
moult_status moult__session_reload(moult__session *s, int32_t again, char *result, uint32_t room,
                                   moult__report *report)
{
    moult__profile *fresh = NULL;
    result[0] = 0;
    s->changed = 1;
    moult__again_drop(s);
    moult_status status = moult__settings_read(s, &fresh, report);
    if (status < 0)
        return status;
    status = replace(s, again, result, room, report);
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
        after = moult__session_bind_again(s, &s->report);
    if (status > 0 || after < 0)
        finish_swap(s, after);
    if (told || status > 0)
        moult__journal_replaced(s);
    if (adopted < 0 && status == 0)
        result[0] = 0;
    return adopted < 0 ? adopted : status + told;
}

/* A reload that the player asked for: the answer goes on the screen. */
void moult__session_reload_now(moult__session *s, int32_t again)
{
    char result[2048];
    moult__report report = {0};
    moult_status status = moult__session_reload(s, again, result, sizeof result, &report);
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

/* A line for the console: its answer, or why it is refused. */
static int32_t run(moult__session *s, const char *line, char *reply, uint32_t room)
{
    moult__report report = {0};
    FILE *out = fmemopen(reply, room, "w");
    if (out == NULL)
        return (int32_t)MOULT__EXIT_INTERNAL;
    const moult_status status = s->options.console->run(s, line, 0, out, &report);
    fclose(out);
    reply[room - 1] = 0;
    if (strlen(reply) == room - 1) /* there was more */
        snprintf(reply + room - sizeof "...\n", sizeof "...\n", "...\n");
    if (status < 0)
        snprintf(reply, room, "%s\n", report.text);
    return status < 0 ? (int32_t)MOULT__EXIT_REFUSED : 0;
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
        moult_status status = moult__session_reload(s, 1, reply, room, &report);
        uint32_t used = (uint32_t)strlen(reply);
        if (status < 0)
            snprintf(reply + used, room - used, "%s\n", report.text);
        moult__session_lines(s, MOULT_SAY_SYSTEM, reply);
        return status < 0 ? (int32_t)MOULT__EXIT_PLUGIN : 0;
    }
    if (strncmp(line, "renderer ", 9) == 0) {
        if (moult__renderer_switch(s, line + 9, &report) < 0) {
            snprintf(reply, room, "%s\n", report.text);
            return (int32_t)MOULT__EXIT_PLUGIN;
        }
        snprintf(reply, room, "%s\n", moult__set_role_slot(s->set, "renderer"));
        return 0;
    }
    if (strcmp(line, "state") == 0) {
        snprintf(reply, room, "turn %u  hash %016llx\n", moult__turn(s->world),
                 (unsigned long long)moult__hash(s->world));
        return 0;
    }
    if (strncmp(line, "ctl ", 4) == 0 && s->options.console != NULL)
        return run(s, line + 4, reply, room);
    snprintf(
        reply, room,
        moult__translate("error  control: unknown request \"%.60s\". This game knows: ctl list "
                         "reload renderer state\n"),
        line);
    return (int32_t)MOULT__EXIT_USAGE;
}
