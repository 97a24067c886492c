/* SPDX-License-Identifier: MIT */
/* Runs that go on without a person: driven by a file of commands, by an archetype, or by nobody.
 *
 * An archetype plays by one action a turn, MOULT_VERB_DECIDE: the rules make the hero's senses, ask
 * the archetype, and resolve its answer as they do a key's. Before a person it plays slowly enough
 * to be watched, and any key takes the hero out of its hands. */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "core/game/session.h"

#define SHOWN_MS 100u /* between two turns before a person's eyes */
#define IDLE_MAX 64u  /* decisions in a row that may come to nothing */
#define NAMES_MAX 128u

/* The next line of the commands file that says something; NULL at its end. */
static const char *next_line(moult__session *s)
{
    while (s->script_at < s->script_size) {
        char *start = (char *)s->script + s->script_at;
        char *end = memchr(start, '\n', s->script_size - s->script_at);
        end = end != NULL ? end : (char *)s->script + s->script_size;
        s->script_at = (uint64_t)(end - (char *)s->script) + 1;
        s->script_line++;
        while (end > start && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
            end--;
        while (start < end && (*start == ' ' || *start == '\t'))
            start++;
        *end = 0; /* the file's bytes have a zero behind them */
        if (*start != 0 && (*start != '#' || start[1] == 0))
            return start;
    }
    return NULL;
}

static moult_status play_line(moult__session *s)
{
    const char *line = next_line(s);
    moult__keep_script(s);
    moult__report report; /* cleared by its first bytes: this runs every turn */
    report.status = MOULT_OK;
    report.exit_code = 0;
    report.text[0] = 0;
    if (line == NULL) {
        s->leaving = 1;
        return MOULT_OK;
    }
    moult_status status = moult__input_line(s, line, &report);
    if (status >= 0 || report.text[0] == 0)
        return s->report.status < 0 ? s->report.status : MOULT_OK;
    char who[MOULT__PATH_SIZE];
    snprintf(who, sizeof who, "%.900s:%u", s->options.keys_path, s->script_line);
    const char *text = strstr(report.text, ": ");
    return moult__refuse(&s->report, status, who, "%s", text != NULL ? text + 2 : report.text);
}

/* Nobody plays: every turn is a wait. */
static moult_status play_wait(moult__session *s)
{
    moult_action wait = {.size = sizeof wait, .verb = MOULT_VERB_WAIT};
    uint32_t before = s->played;
    moult_status status = moult__turn_act(s, &wait);
    if (s->played == before)
        s->leaving = 1;
    return status;
}

/* -- the bot ----------------------------------------------------------------------------------- */

moult_status moult__bot_check(const moult__set *set, const char *name, moult__report *report)
{
    const char *names[NAMES_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < set->dispatch.slot_count; i++) {
        const char *slot = set->dispatch.slots[i].name;
        if (strncmp(slot, "ai/", 3) != 0)
            continue;
        if (strcmp(slot + 3, name) == 0)
            return MOULT_OK;
        if (count < NAMES_MAX)
            names[count++] = slot + 3;
    }
    char guess[MOULT__GUESS_SIZE];
    return moult__refuse(report, MOULT_UNKNOWN, "--hero",
                         "no archetype \"%.60s\" is loaded%s. moult list shows them: ai/NAME", name,
                         moult__guess(moult__closest(name, names, count), guess));
}

static int32_t is_open(const moult__session *s)
{
    return ((const moult__session_row *)moult__row(s->world, MOULT__TABLE_SESSION, 0))->state !=
           MOULT_OUTCOME_IDLE;
}

moult_status moult__bot_turn(moult__session *s)
{
    moult_action action = {
        .size = sizeof action, .verb = MOULT_VERB_DECIDE, .text = s->options.hero};
    uint32_t before = s->played;
    s->notice_count = 0;
    moult__turn_act(s, &action);
    if (is_open(s)) /* a question that no bot answers */
        moult__turn_choose(s, NULL);
    s->idle = s->played == before ? s->idle + 1 : 0;
    if (s->report.status < 0)
        return s->report.status;
    if (s->idle < IDLE_MAX || s->over)
        return MOULT_OK;
    char who[96];
    snprintf(who, sizeof who, "%.80s bot", s->rules_label);
    const char *why = s->notice_count != 0 ? s->notices[s->notice_count - 1].text : "";
    if (why[0] == 0)
        return moult__refuse(&s->report, MOULT_BUDGET, who,
                             "no turn passed in %u decisions of \"%.60s\". Let another one play",
                             IDLE_MAX, s->options.hero);
    return moult__refuse(
        &s->report, MOULT_BUDGET, who,
        "no turn passed in %u decisions of \"%.60s\". Let another one play; newest "
        "notice: %s",
        IDLE_MAX, s->options.hero, why);
}

int32_t moult__person(const moult__session *s)
{
    return s->renderer != NULL && (s->renderer->flags & MOULT_RENDERER_PERSON) != 0;
}

static int32_t bot_plays(const moult__session *s)
{
    return s->options.hero != NULL && !s->bot_off;
}

int32_t moult__timed(const moult__session *s)
{
    return s->script == NULL && moult__person(s) && s->options.hero == NULL;
}

int32_t moult__alone(const moult__session *s)
{
    if (s->script != NULL || (bot_plays(s) && !moult__person(s)))
        return 1;
    return (s->renderer->flags & MOULT_RENDERER_SILENT) != 0 && s->options.turns != 0;
}

moult_status moult__alone_play(moult__session *s)
{
    return s->script != NULL ? play_line(s) : bot_plays(s) ? moult__bot_turn(s) : play_wait(s);
}

/* -- before a person --------------------------------------------------------------------------- */

uint64_t moult__now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

int32_t moult__bot_stopped(moult__session *s, const moult_event *event)
{
    int32_t said = event->kind == MOULT_EVENT_KEY || event->kind == MOULT_EVENT_TEXT;
    if (!bot_plays(s) || s->over ||
        !(said || event->kind == MOULT_EVENT_CLICK || event->kind == MOULT_EVENT_COMMAND))
        return 0;
    s->bot_off = 1;
    int32_t quits = event->key == 'q' || event->key == 'Q' ||
                    (event->key == 'c' && (event->mods & MOULT_MOD_CTRL) != 0);
    if (said && quits)
        s->leaving = 1;
    else
        moult__session_notice(s, MOULT_SAY_SYSTEM, "%s stops. The hero is yours.", s->options.hero);
    return 1;
}

int32_t moult__bot_pause(const moult__session *s)
{
    if (!bot_plays(s) || s->over || !moult__person(s))
        return -1;
    uint64_t now = moult__now_ms();
    return now >= s->due_ms ? 0 : (int32_t)(s->due_ms - now);
}

moult_status moult__bot_show(moult__session *s)
{
    if (moult__bot_pause(s) != 0)
        return MOULT_OK;
    s->due_ms = moult__now_ms() + SHOWN_MS;
    return moult__bot_turn(s);
}
