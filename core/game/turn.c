/* SPDX-License-Identifier: MIT */
/* From action to outcome: the rules play, the session follows. */
#include <stdio.h>
#include <string.h>
#include "core/game/journal.h"
#include "core/game/session.h"
#include "core/system/crash.h"
#include "core/system/files.h"
#include "core/system/text.h"

#define AUTOSAVE_TURNS 100u
#define ELAPSED_MAX 1000u /* who was stopped for longer didn't play */

static void refuse_turn(moult__session *s, moult_status status)
{
    const moult__report *report = &s->world->report;
    moult__session_notice(s, MOULT_SAY_SYSTEM, "%s",
                          report->text[0] != 0 ? report->text
                                               : moult__translate(moult_status_text(status)));
}

/* A run that has ended can't be resumed. */
static void end_run(moult__session *s)
{
    s->over = 1;
    moult__save_end(s);
    moult__end_run(s);
}

static void autosave(moult__session *s)
{
    moult__report report = {0};
    moult__journal_flush(s);
    if (s->options.save && !s->over && moult__save_keep(s, &report) < 0)
        moult__session_notice(s, MOULT_SAY_SYSTEM, "%s", report.text);
}

/* Where the rules want the target cursor; left to itself it begins at the hero's cell. */
static void aim_at(moult__session *s, int32_t x, int32_t y)
{
    moult_view view = {.size = sizeof view};
    moult__session_row *row = moult__menu_row(s);
    if (moult__view(s->world, moult__level(s->world), &view) < 0 || x < 0 || y < 0 ||
        x >= view.width || y >= view.height)
        return;
    row->x = x;
    row->y = y;
}

static moult_status begin_again(moult__session *s);

static moult_status follow(moult__session *s, const moult_outcome *outcome)
{
    switch (outcome->kind) {
    case MOULT_OUTCOME_PLAYED:
        if (++s->played % AUTOSAVE_TURNS == 0)
            autosave(s);
        break;
    case MOULT_OUTCOME_LEVEL:
        s->played++;
        autosave(s);
        break;
    case MOULT_OUTCOME_WON:
    case MOULT_OUTCOME_LOST:
        s->played++;
        end_run(s);
        break;
    case MOULT_OUTCOME_MENU:
    case MOULT_OUTCOME_TEXT:
    case MOULT_OUTCOME_CONFIRM:
        moult__menu_open(s, outcome->kind, outcome->menu, outcome->subject);
        break;
    case MOULT_OUTCOME_AIM:
        moult__aim_open(s, outcome->menu, outcome->subject, outcome->range);
        aim_at(s, outcome->x, outcome->y);
        break;
    case MOULT_OUTCOME_TITLE:
        moult__title_open(s);
        break;
    case MOULT_OUTCOME_NEW_RUN:
        return begin_again(s);
    default:
        break;
    }
    return MOULT_OK;
}

static moult_status finish_turn(moult__session *s, moult_status status,
                                const moult_outcome *outcome)
{
    if (status >= 0)
        status = follow(s, outcome);
    else if (s->unproved)
        moult__keep_give_up(s, status);
    else
        refuse_turn(s, status);
    moult__journal_played(s);
    moult__keep(s);
    return status;
}

/* Milliseconds since the rules were last asked; a clock that goes backwards stood still. */
static uint32_t elapsed(moult__session *s)
{
    if (s->clock == NULL)
        return 0;
    uint64_t now = s->clock(), before = s->acted_ms;
    s->acted_ms = now;
    if (now < before || before == 0)
        return 0;
    return now - before < ELAPSED_MAX ? (uint32_t)(now - before) : ELAPSED_MAX;
}

moult_status moult__turn_act(moult__session *s, const moult_action *action)
{
    moult_outcome outcome = {.size = sizeof outcome, .kind = MOULT_OUTCOME_IDLE, .x = -1, .y = -1};
    s->changed = 1;
    if (action->verb == MOULT_VERB_NEW_RUN)
        return moult__turn_new_run(s);
    s->world->report.text[0] = 0;
    if (action->verb != MOULT_VERB_TICK && moult__menu_row(s)->title)
        moult__menu_row(s)->title = 0; /* the run goes on */
    moult_action timed = *action;
    if (timed.elapsed_ms == 0)
        timed.elapsed_ms = elapsed(s);
    moult__journal_note(s, MOULT__JOURNAL_ACT, &timed, 0, 0);
    moult__crash_box(s->rules_label, "turn");
    moult__guard_begin(&s->guard, s->rules_label, "turn", 0);
    moult_status status = s->rules->turn(s->world, &timed, &outcome);
    moult__guard_end(&s->guard, s);
    moult__crash_box(NULL, NULL);
    return finish_turn(s, status, &outcome);
}

/* -- time -------------------------------------------------------------------------------------- */

/* Rules whose clock runs: not behind a panel of the core or the console, not when the run has
 * ended, and not when it was stepped back in. */
static int32_t ticks(const moult__session *s)
{
    const moult__session_row *row =
        (const moult__session_row *)moult__row(s->world, MOULT__TABLE_SESSION, 0);
    return s->rules->tick_ms != 0 && s->clock != NULL && !s->over && !s->console_shown &&
           (s->journal == NULL || s->journal->top == 0) &&
           (row->state == MOULT_OUTCOME_IDLE || row->menu < MOULT__MENU_CORE);
}

int32_t moult__tick_pause(const moult__session *s)
{
    if (!ticks(s))
        return -1;
    uint64_t due = s->acted_ms + s->rules->tick_ms, now = s->clock();
    return now >= due                      ? 0
           : due - now > s->rules->tick_ms ? (int32_t)s->rules->tick_ms
                                           : (int32_t)(due - now);
}

moult_status moult__tick_by(moult__session *s, uint32_t elapsed_ms)
{
    moult_action tick = {.size = sizeof tick, .verb = MOULT_VERB_TICK, .elapsed_ms = elapsed_ms};
    return moult__turn_act(s, &tick);
}

moult_status moult__tick(moult__session *s)
{
    if (ticks(s) && moult__tick_pause(s) == 0)
        return moult__tick_by(s, 0);
    if (s->clock != NULL && (!ticks(s) || s->clock() < s->acted_ms))
        s->acted_ms = s->clock(); /* what passed meanwhile doesn't count */
    return MOULT_OK;
}

/* The answer to what the rules asked for; NULL: the player went back. */
moult_status moult__turn_choose(moult__session *s, const moult_action *action)
{
    const moult__session_row *row = moult__menu_row(s);
    uint32_t menu = row->menu;
    moult_id subject = row->subject;
    moult_outcome outcome = {.size = sizeof outcome, .kind = MOULT_OUTCOME_IDLE, .x = -1, .y = -1};
    moult__menu_close(s);
    moult__menu_row(s)->title = 0;
    s->changed = 1;
    s->world->report.text[0] = 0;
    moult_action timed = {.size = sizeof timed};
    timed = action != NULL ? *action : timed;
    if (action != NULL) /* going back takes no time from the next action */
        timed.elapsed_ms = elapsed(s);
    moult__journal_note(s, MOULT__JOURNAL_CHOOSE, action != NULL ? &timed : NULL, menu, subject);
    moult__crash_box(s->rules_label, "choose");
    moult__guard_begin(&s->guard, s->rules_label, "choose", 0);
    moult_status status =
        s->rules->choose(s->world, menu, subject, action != NULL ? &timed : NULL, &outcome);
    moult__guard_end(&s->guard, s);
    moult__crash_box(NULL, NULL);
    return finish_turn(s, status, &outcome);
}

/* The seed of the run after this one: the same text, with "+1" at its end, or one up from that. A
 * text that is too long gives up its last letters for it. */
static uint32_t next_seed(uint8_t *seed, uint32_t count)
{
    char suffix[16];
    uint32_t digits = 0, number = 0, scale = 1, kept = count;
    while (digits < count && digits < 9 && seed[count - digits - 1] >= '0' &&
           seed[count - digits - 1] <= '9') {
        number += scale * (uint32_t)(seed[count - digits - 1] - '0');
        scale *= 10;
        digits++;
    }
    if (digits > 0 && digits < count && seed[count - digits] != '0' &&
        seed[count - digits - 1] == '+')
        kept = count - digits - 1;
    else
        number = 0;
    uint32_t length = (uint32_t)snprintf(suffix, sizeof suffix, "+%u", number + 1);
    kept = kept + length <= MOULT_SEED_MAX ? kept : MOULT_SEED_MAX - length;
    memcpy(seed + kept, suffix, length);
    return kept + length;
}

/* Another run in a world made empty; its seed follows from the last one's, or is the same. */
static moult_status begin_again(moult__session *s)
{
    uint8_t seed[MOULT_SEED_MAX];
    uint32_t count;
    const uint8_t *text = moult__seed_text(s->world, &count);
    memcpy(seed, text, count);
    if ((s->rules->flags & MOULT_RULES_SAME_SEED) == 0)
        count = next_seed(seed, count);
    const uint32_t wizard = moult__menu_row(s)->wizard;
    moult_status status = moult__world_clear(s->world);
    if (status >= 0)
        moult__menu_row(s)->wizard = wizard;
    s->over = 0;
    s->notice_count = 0;
    return status >= 0 ? moult__session_start(s, seed, count) : status;
}

moult_status moult__turn_new_run(moult__session *s)
{
    if (!s->over) {
        moult__session_notice(s, MOULT_SAY_SYSTEM, "This run hasn't ended yet.");
        return MOULT_OK;
    }
    moult__journal_note(s, MOULT__JOURNAL_NEW_RUN, NULL, 0, 0);
    moult_status status = begin_again(s);
    moult__journal_played(s);
    return status;
}
