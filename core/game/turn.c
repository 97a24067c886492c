/* SPDX-License-Identifier: MIT */
/* From action to outcome: the rules play, the session follows. */
#include <stdio.h>
#include <string.h>
#include "core/game/session.h"
#include "core/system/crash.h"
#include "core/system/files.h"

#define AUTOSAVE_TURNS 100u

static void refuse_turn(moult__session *s, moult_status status)
{
    const moult__report *report = &s->world->report;
    moult__session_notice(s, MOULT_SAY_SYSTEM, "%s",
                          report->text[0] != 0 ? report->text : moult_status_text(status));
}

/* A run that has ended can't be resumed. */
static void end_run(moult__session *s)
{
    char path[MOULT__PATH_SIZE];
    s->over = 1;
    if (s->options.save && moult__save_path(s, path, sizeof path, NULL) >= 0)
        moult__file_remove(path, NULL);
    moult__end_run(s);
}

static void autosave(moult__session *s)
{
    char path[MOULT__PATH_SIZE];
    moult__report report = {0};
    if (!s->options.save || s->over)
        return;
    if (moult__save_path(s, path, sizeof path, &report) < 0 ||
        moult__save_write(s, path, &report) < 0)
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

static void follow(moult__session *s, const moult_outcome *outcome)
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
    default:
        break;
    }
}

moult_status moult__turn_act(moult__session *s, const moult_action *action)
{
    moult_outcome outcome = {.size = sizeof outcome, .kind = MOULT_OUTCOME_IDLE, .x = -1, .y = -1};
    s->changed = 1;
    if (action->verb == MOULT_VERB_NEW_RUN)
        return moult__turn_new_run(s);
    s->world->report.text[0] = 0;
    moult__crash_box(s->rules_label, "turn");
    moult_status status = s->rules->turn(s->world, action, &outcome);
    moult__crash_box(NULL, NULL);
    if (status < 0)
        refuse_turn(s, status);
    else
        follow(s, &outcome);
    return status;
}

/* The answer to what the rules asked for; NULL: the player went back. */
moult_status moult__turn_choose(moult__session *s, const moult_action *action)
{
    const moult__session_row *row = moult__menu_row(s);
    uint32_t menu = row->menu;
    moult_id subject = row->subject;
    moult_outcome outcome = {.size = sizeof outcome, .kind = MOULT_OUTCOME_IDLE, .x = -1, .y = -1};
    moult__menu_close(s);
    s->changed = 1;
    s->world->report.text[0] = 0;
    moult__crash_box(s->rules_label, "choose");
    moult_status status = s->rules->choose(s->world, menu, subject, action, &outcome);
    moult__crash_box(NULL, NULL);
    if (status < 0)
        refuse_turn(s, status);
    else
        follow(s, &outcome);
    return status;
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

/* Another run in a world made empty; its seed follows from the last one's. */
moult_status moult__turn_new_run(moult__session *s)
{
    if (!s->over) {
        moult__session_notice(s, MOULT_SAY_SYSTEM, "This run hasn't ended yet.");
        return MOULT_OK;
    }
    uint8_t seed[MOULT_SEED_MAX];
    uint32_t count;
    const uint8_t *text = moult__seed_text(s->world, &count);
    memcpy(seed, text, count);
    count = next_seed(seed, count);
    moult_status status = moult__world_clear(s->world);
    s->over = 0;
    s->notice_count = 0;
    return status >= 0 ? moult__session_start(s, seed, count) : status;
}
