/* SPDX-License-Identifier: MIT */
/* Stepping back and forward in a run of wizard mode, and trying turns again with other code.
 *
 * All that is needed is in the run's own journal: a place in it is gone to as a replay does, from
 * the nearest snapshot, in a world beside the one in play, which is given up only when the other is
 * there. Turns that are played again have no consequences elsewhere: nothing is ranked, saved or
 * told to the supervisor, whose image is that of the turn before until all is done. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/game/journal.h"
#include "core/system/text.h"
#include "core/world/diff.h"

#define LINES 200u /* of differences that are shown */

enum { KEEP, TAKE };

/* -- without consequences ---------------------------------------------------------------------- */

typedef struct outside {
    moult__options options;
    uint64_t (*clock)(void);
    moult__report report;
    uint32_t played;
    int32_t unproved, over;
} outside;

static void leave_outside(moult__session *s, outside *kept)
{
    *kept = (outside){.options = s->options,
                      .clock = s->clock,
                      .report = s->report,
                      .played = s->played,
                      .unproved = s->unproved,
                      .over = s->over};
    s->options.link = NULL;
    s->options.save = 0;
    s->options.scores = NULL;
    s->clock = NULL;
    s->unproved = 0;
    s->report.status = MOULT_OK;
}

static void come_back(moult__session *s, const outside *kept)
{
    s->options = kept->options;
    s->clock = kept->clock;
    s->report = kept->report;
    s->played = kept->played;
    s->unproved = kept->unproved;
    s->notice_count = 0;
    s->changed = 1;
    if (s->clock != NULL)
        s->acted_ms = s->clock();
}

/* The session's world becomes that of a place; `*own` is the one it had. */
static moult_status visit(moult__session *s, moult__replay *r, uint32_t place, moult_world **own,
                          moult__report *report)
{
    outside kept;
    moult__journal *journal = s->journal;
    moult_world *scratch = moult__set_world_create(s->set, report);
    if (scratch == NULL)
        return moult__refuse(report, MOULT_MEMORY, "back", "out of memory");
    leave_outside(s, &kept);
    *own = s->world;
    scratch->session = s;
    s->world = scratch;
    s->journal = NULL;
    const moult_status status = moult__replay_seek(r, place, report);
    s->journal = journal;
    come_back(s, &kept);
    if (status >= 0)
        return status;
    moult__set_world_free(s->set, s->world);
    s->world = *own;
    s->over = kept.over;
    return status;
}

/* -- places ------------------------------------------------------------------------------------ */

/* What stands at a place: a turn's record, a snapshot's or a step's; the hash is first in each. */
static uint64_t hash_at(const moult__replay *r, uint32_t place)
{
    uint64_t hash = 0;
    if (place != 0 && r->records[place - 1].length >= sizeof hash)
        memcpy(&hash, r->bytes + r->records[place - 1].at, sizeof hash);
    return hash;
}

static uint32_t turn_at(const moult__replay *r, uint32_t place)
{
    uint32_t turn = 0;
    const moult__replay_record *record = &r->records[place - 1];
    const size_t at = record->kind == MOULT__JOURNAL_STATE  ? offsetof(moult__journal_state, turn)
                      : record->kind == MOULT__JOURNAL_BACK ? offsetof(moult__journal_step, turn)
                                                            : offsetof(moult__journal_turn, turn);
    if (record->length >= at + sizeof turn)
        memcpy(&turn, r->bytes + record->at + at, sizeof turn);
    return turn;
}

/* The newest place on the way to another where no more than so many turns had been played; or where
 * the run began, which always has a snapshot. */
static uint32_t find(const moult__replay *r, uint32_t place, uint32_t turn)
{
    while (moult__replay_before(r, &place)) {
        const uint32_t kind = r->records[place].kind;
        if (kind == MOULT__JOURNAL_NEW_RUN ||
            ((kind == MOULT__JOURNAL_STATE || moult__replay_is_turn(r, place)) &&
             turn_at(r, place + 1) <= turn))
            return place + 1;
    }
    return 1;
}

/* -- commands ---------------------------------------------------------------------------------- */

/* Reads the run's journal; 0: there is none to go back in, which was said. */
static int32_t open_own(moult__session *s, moult__replay *r)
{
    char path[MOULT__PATH_SIZE];
    moult__report report = {0};
    moult__again_drop(s);
    if (!moult__wizard(s)) {
        moult__session_notice(s, MOULT_SAY_SYSTEM, "Wizard mode only: moult play --wizard");
        return 0;
    }
    moult__journal_flush(s);
    if (s->journal == NULL) {
        moult__session_notice(s, MOULT_SAY_SYSTEM,
                              "This run isn't recorded: nothing to go back to.");
        return 0;
    }
    memset(r, 0, sizeof *r);
    if (moult__journal_path(s, 0, path, sizeof path, &report) >= 0 &&
        moult__replay_read(r, path, &report) >= 0 && r->record_count != 0) {
        r->session = s;
        return 1;
    }
    moult__session_notice(s, MOULT_SAY_SYSTEM, "%s", report.text);
    moult__replay_free(r);
    return 0;
}

static uint32_t count_of(const char *argument, uint32_t otherwise)
{
    const unsigned long count = argument != NULL ? strtoul(argument, NULL, 10) : otherwise;
    return count == 0 ? 1 : count < UINT32_MAX / 2 ? (uint32_t)count : UINT32_MAX / 2;
}

static void go(moult__session *s, moult__replay *r, uint32_t place, uint32_t top)
{
    moult__report report = {0};
    moult_world *own;
    if (visit(s, r, place, &own, &report) < 0) {
        moult__session_notice(s, MOULT_SAY_SYSTEM, "%s", report.text);
        return;
    }
    moult__set_world_free(s->set, own);
    const int32_t other = moult__hash(s->world) != hash_at(r, place);
    moult__journal_back(s, place, r->walked, other);
    if (s->journal != NULL)
        s->journal->top = top;
    if (other)
        moult__session_notice(s, MOULT_SAY_SYSTEM,
                              "Turn %u, but not as it was: plugins were replaced since.",
                              moult__turn(s->world));
    else
        moult__session_notice(s, MOULT_SAY_SYSTEM, "Turn %u.", moult__turn(s->world));
}

void moult__back(moult__session *s, const char *argument)
{
    moult__replay r;
    const uint32_t count = count_of(argument, 1), now = moult__turn(s->world);
    if (!open_own(s, &r))
        return;
    const uint32_t top = s->journal->top != 0 ? s->journal->top : r.record_count;
    const uint32_t place = find(&r, r.record_count, now > count ? now - count : 0);
    if (hash_at(&r, place) == moult__hash(s->world))
        moult__session_notice(s, MOULT_SAY_SYSTEM, "This is where the run begins.");
    else
        go(s, &r, place, top);
    moult__replay_free(&r);
}

void moult__forward(moult__session *s, const char *argument)
{
    moult__replay r;
    const uint32_t count = count_of(argument, 1), now = moult__turn(s->world);
    if (!open_own(s, &r))
        return;
    const uint32_t top = s->journal->top;
    if (top == 0 || top > r.record_count) {
        moult__session_notice(s, MOULT_SAY_SYSTEM, "There is nothing to go forward to.");
    } else {
        const uint32_t last = turn_at(&r, top);
        uint32_t place = top;
        for (uint32_t turn = now + count; turn < last; turn++) {
            place = find(&r, top, turn);
            if (turn_at(&r, place) > now)
                break;
            place = top; /* more than a turn was played at once */
        }
        go(s, &r, place, place != top ? top : 0);
    }
    moult__replay_free(&r);
}

/* -- again ------------------------------------------------------------------------------------- */

/* How another world differs from the one in play, a line a difference; NULL: it doesn't. */
static char *compare(moult__session *s, const moult_world *other)
{
    moult__dump was = {NULL, 0}, is = {NULL, 0};
    char *text = NULL;
    size_t size = 0;
    uint64_t differs = 0;
    FILE *out = NULL;
    if (moult__dump_take(s->world, &was, "again", NULL) >= 0 &&
        moult__dump_take(other, &is, "again", NULL) >= 0 &&
        (out = open_memstream(&text, &size)) != NULL) {
        moult__dump_keep_hashed(&was);
        moult__dump_keep_hashed(&is);
        differs = moult__dump_diff(&was, &is, moult__translate("the world as it was"),
                                   moult__translate("the new world"), LINES, out);
        fclose(out);
    }
    moult__dump_free(&was);
    moult__dump_free(&is);
    if (differs != 0)
        return text;
    free(text);
    return NULL;
}

/* The same turns from a world of that place, recorded but held back. `*world` becomes the other
 * one. */
static moult_status play_again(moult__session *s, moult__replay *r, uint32_t from,
                               moult_world **world, moult__report *report)
{
    outside kept;
    uint32_t count, *path = moult__replay_path(r, from, r->record_count, &count);
    if (path == NULL)
        return moult__refuse(report, MOULT_MEMORY, "again", "out of memory");
    moult_world *own = s->world;
    leave_outside(s, &kept);
    moult__journal_hold(s);
    s->world = *world;
    moult_status status = moult__session_tune(s, report);
    moult__journal_back(s, from, 0, 1);
    while (count-- > 0 && status >= 0)
        if (moult__replay_is_turn(r, path[count]))
            status = moult__replay_play(r, path[count], report);
    *world = s->world;
    s->world = own;
    come_back(s, &kept);
    s->over = kept.over;
    free(path);
    return status;
}

void moult__again_choose(moult__session *s, int32_t take)
{
    char why[128];
    moult_world *other = s->again.world;
    if (other == NULL)
        return;
    moult__menu_close(s);
    s->again.world = NULL;
    free(s->again.lines);
    s->again.lines = NULL;
    moult__journal_release(s, take);
    if (take) {
        moult_world *own = s->world;
        s->world = other;
        other = own;
        s->over = (moult__session_attention(s, why, sizeof why) & MOULT_ATTENTION_OVER) != 0;
    }
    moult__set_world_free(s->set, other);
    moult__session_notice(s, MOULT_SAY_SYSTEM,
                          take ? MOULT_TEXT("The new world goes on.")
                               : MOULT_TEXT("The world as it was goes on."));
}

void moult__again_drop(moult__session *s)
{
    if (s->again.world != NULL)
        moult__again_choose(s, KEEP);
}

/* From before the reload, as only the old code leads there. */
static void try_again(moult__session *s, moult__replay *r, uint32_t from)
{
    char result[2048] = "";
    moult__report report = {0};
    moult_world *world = NULL, *own;
    const int32_t over = s->over;
    const uint32_t turns = moult__turn(s->world) - turn_at(r, from);
    moult_status status = visit(s, r, from, &own, &report);
    if (status >= 0) {
        world = s->world;
        s->world = own;
        s->over = over;
        status = moult__session_reload(s, 1, result, sizeof result, &report);
        if (status == 0)
            result[0] = 0; /* that nothing was replaced is no news */
    }
    if (status >= 0)
        status = play_again(s, r, from, &world, &report);
    moult__session_lines(s, MOULT_SAY_SYSTEM, result);
    if (status >= 0)
        s->again.lines = compare(s, world);
    if (s->again.lines != NULL) {
        s->again.world = world;
        s->again.turns = turns;
        moult__menu_open(s, MOULT_OUTCOME_MENU, MOULT__MENU_AGAIN, 0);
        return;
    }
    moult__journal_release(s, 0);
    if (world != NULL)
        moult__set_world_free(s->set, world);
    if (status < 0)
        moult__session_lines(s, MOULT_SAY_SYSTEM, report.text);
    else
        moult__session_notice(s, MOULT_SAY_SYSTEM, "%u turns again: nothing differs.", turns);
}

void moult__again(moult__session *s, const char *argument)
{
    moult__replay r;
    const uint32_t count = count_of(argument, 10), now = moult__turn(s->world);
    if (!open_own(s, &r))
        return;
    try_again(s, &r, find(&r, r.record_count, now > count ? now - count : 0));
    moult__replay_free(&r);
}

void moult__again_fill(moult__session *s)
{
    char title[128], line[256];
    moult_scene *scene = &s->scene->open;
    snprintf(title, sizeof title, moult__translate("%u turns with the code as it is now"),
             s->again.turns);
    scene->set_title(scene, title, MOULT_MENU_OPEN);
    const moult_row rows[] = {
        {.size = sizeof *rows,
         .key = 'o',
         .number = KEEP,
         .text = moult__translate("go on with the world as it was")},
        {.size = sizeof *rows,
         .key = 'n',
         .number = TAKE,
         .text = moult__translate("go on with the new world")},
        {.size = sizeof *rows,
         .flags = MOULT_ROW_HEADING,
         .text = moult__translate("table row field: as it was, new")},
    };
    for (uint32_t i = 0; i < MOULT_COUNT(rows); i++)
        scene->add_row(scene, &rows[i]);
    for (const char *at = s->again.lines; at != NULL && *at != 0;) {
        const size_t length = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, at);
        const moult_row row = {.size = sizeof row, .flags = MOULT_ROW_DISABLED, .text = line};
        scene->add_row(scene, &row);
        at += length + (at[length] == '\n');
    }
}
