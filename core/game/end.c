/* SPDX-License-Identifier: MIT */
/* The end of a run: it is entered into the ranking, reported (report.c), and shown in a panel.
 *
 * The ranking is the role `scores`. Its provider is opened for each use and closed again, so that
 * a reload finds nothing of it. Nothing here stops a game: what is refused is told once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "core/game/session.h"
#include "core/system/text.h"

/* -- what has ended ---------------------------------------------------------------------------- */

/* A session's ranking goes by the profile, as its saves do. */
static void name_game(const moult__session *s, char *out, uint32_t room)
{
    const char *name = s->options.profile != NULL ? s->options.profile->name : "";
    moult_score_text(out, room, name, (uint32_t)strlen(name));
}

static void name_player(const moult__session *s, char *out, uint32_t room)
{
    const char *name = s->options.profile != NULL
                           ? moult__profile_option(s->options.profile, "player-name")
                           : NULL;
    if (name == NULL || name[0] == 0)
        name = getenv("USER");
    if (name == NULL || name[0] == 0)
        name = "Anonymous";
    moult_score_text(out, room, name, (uint32_t)strlen(name));
}

/* How the run stands, as the rules say it and as a row of the ranking. */
static moult_status score_of(moult__session *s, moult_score *told, moult_ranked *out)
{
    memset(told, 0, sizeof *told);
    told->size = sizeof *told;
    moult_status status = s->rules->score(s->world, told);
    const moult_score score = *told;
    uint32_t seed_size;
    const uint8_t *seed = moult__seed_text(s->world, &seed_size);
    memset(out, 0, sizeof *out);
    out->size = sizeof *out;
    if (status < 0)
        return status;
    out->won = score.won != 0;
    out->score = score.score;
    out->turns = score.turns;
    out->depth = score.depth;
    moult_score_text(out->cause, sizeof out->cause, score.cause,
                     (uint32_t)strnlen(score.cause, sizeof score.cause));
    moult_score_text(out->seed, sizeof out->seed, seed, seed_size);
    name_game(s, out->game, sizeof out->game);
    name_player(s, out->name, sizeof out->name);
    if (score.name[0] != 0)
        moult_score_text(out->name, sizeof out->name, score.name,
                         (uint32_t)strnlen(score.name, sizeof score.name));
    return MOULT_OK;
}

/* -- the panels -------------------------------------------------------------------------------- */

/* Enters a run that is to be kept, or for which a ranking was asked. */
static void rank(moult__session *s, moult_ranked *run)
{
    moult__report report = {0};
    const char *where = moult__scores_where(&s->options);
    uint32_t count = MOULT__RANKING_SHOWN;
    if ((!s->options.save && s->options.scores == NULL) || moult__wizard(s) ||
        moult__set_role(s->set, "scores") == NULL)
        return;
    if (moult__ranking(s->set, where, run->game, run, s->ranking.rows, &count, &report) >= 0) {
        s->ranking.count = count;
        return;
    }
    moult__session_notice(s, MOULT_SAY_SYSTEM, "%s", report.text);
    if (!s->ranking.refused)
        s->ranking.why = report;
    s->ranking.refused = 1;
}

void moult__end_run(moult__session *s)
{
    char path[MOULT__PATH_SIZE];
    moult__report report = {0};
    moult_ranked run;
    moult_score score;
    s->ranking.count = 0;
    s->ranking.run.place = 0;
    moult__session_draw_begin(s, "score");
    moult_status status = score_of(s, &score, &run);
    moult__session_draw_end(s);
    if (status >= 0 && s->options.profile != NULL) {
        run.when = (int64_t)time(NULL);
        if ((score.flags & MOULT_SCORE_UNRANKED) == 0)
            rank(s, &run);
        if (s->options.save && moult__report_write(s, &score, &run, path, sizeof path, &report) < 0)
            moult__session_notice(s, MOULT_SAY_SYSTEM, "%s", report.text);
    }
    s->ranking.run = run;
    moult__menu_open(s, MOULT_OUTCOME_MENU, MOULT__MENU_END, 0);
}

/* The command `dump`. Who drives the run by a file hears of a failure on standard error; where
 * nothing is drawn, the files are named on standard output. */
void moult__report_command(moult__session *s)
{
    char path[MOULT__PATH_SIZE];
    moult__report report = {0};
    moult_ranked run;
    moult_score score;
    moult__session_draw_begin(s, "score");
    moult_status status = score_of(s, &score, &run);
    moult__session_draw_end(s);
    if (status < 0) {
        moult__session_notice(s, MOULT_SAY_SYSTEM, "There is no run to write a report of.");
        return;
    }
    run.when = (int64_t)time(NULL);
    run.place = s->over ? s->ranking.run.place : 0;
    status = moult__report_write(s, &score, &run, path, sizeof path, &report);
    if (status < 0 && s->script != NULL) {
        moult__print(stderr, "%s\n", report.text);
    } else if (status < 0) {
        moult__session_notice(s, MOULT_SAY_SYSTEM, "%s", report.text);
    } else {
        moult__session_notice(s, MOULT_SAY_SYSTEM, "Written: %s, and beside it .json", path);
        if (s->renderer != NULL && (s->renderer->flags & MOULT_RENDERER_SILENT) != 0)
            moult__print(stdout, "%s\n", s->notices[s->notice_count - 1].text);
    }
}

moult_status moult__scores_open(moult__session *s)
{
    moult__report report = {0};
    char game[sizeof s->ranking.run.game];
    s->ranking.count = MOULT__RANKING_SHOWN;
    s->ranking.run.place = 0;
    name_game(s, game, sizeof game);
    if (moult__ranking(s->set, moult__scores_where(&s->options), game, NULL, s->ranking.rows,
                       &s->ranking.count, &report) < 0) {
        s->ranking.count = 0;
        moult__session_notice(s, MOULT_SAY_SYSTEM, "%s", report.text);
        return MOULT_OK;
    }
    moult__menu_open(s, MOULT_OUTCOME_MENU, MOULT__MENU_SCORES, 0);
    return MOULT_OK;
}

static void add_fact(moult__session *s, const char *text, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void add_fact(moult__session *s, const char *text, const char *format, ...)
{
    char detail[96];
    va_list args;
    va_start(args, format);
    vsnprintf(detail, sizeof detail, format, args);
    va_end(args);
    moult__menu_add(s, moult__translate(text), detail);
}

/* Details stand at the right edge of a panel: equally wide ones stand in columns. */
static void add_line(moult__session *s, uint32_t flags, const char *text, const char *detail,
                     uint32_t columns)
{
    char padded[256];
    snprintf(padded, sizeof padded, "%s%*s", detail, moult__text_blanks(detail, columns), "");
    const moult_row line = {.size = sizeof line, .flags = flags, .text = text, .detail = padded};
    s->scene->open.add_row(&s->scene->open, &line);
}

/* A line of the ranking: the heading for NULL. Answers the columns of its detail. */
static uint32_t add_ranked(moult__session *s, const moult_ranked *row, const char *depth_label,
                           uint32_t flags, uint32_t columns)
{
    char text[192], detail[128];
    if (row == NULL)
        moult__ranking_heading(depth_label, text, sizeof text, detail, sizeof detail);
    else
        moult__ranked_text(row, depth_label, text, sizeof text, detail, sizeof detail);
    if (columns != 0)
        add_line(s, flags, text, detail, columns);
    return moult__text_columns(detail);
}

/* The best ones, and the newest, wherever it stands: first measured, then added. */
static void add_ranking(moult__session *s, const char *depth_label)
{
    const moult__ranking_read *ranking = &s->ranking;
    const uint32_t mine = ranking->run.place;
    uint32_t widest = 0;
    for (int32_t pass = 0; pass < 2; pass++) {
        const uint32_t wanted = pass == 0 ? 0 : widest;
        uint32_t columns = add_ranked(s, NULL, depth_label, MOULT_ROW_HEADING, wanted);
        widest = columns > widest ? columns : widest;
        for (uint32_t i = 0; i < ranking->count + (mine > ranking->count); i++) {
            const moult_ranked *row = i < ranking->count ? &ranking->rows[i] : &ranking->run;
            columns =
                add_ranked(s, row, depth_label, row->place == mine ? MOULT_ROW_MARKED : 0, wanted);
            widest = columns > widest ? columns : widest;
        }
    }
}

void moult__scores_fill(moult__session *s)
{
    moult_ranked run;
    moult_score score;
    s->scene->open.set_title(&s->scene->open, moult__translate("Ranking"),
                             MOULT_MENU_OPEN | MOULT_MENU_PANEL);
    if (s->ranking.count == 0)
        moult__menu_add(s, moult__translate("No run has ended yet."), NULL);
    else
        add_ranking(s, score_of(s, &score, &run) >= 0 ? score.depth_label : NULL);
}

/* What goes on from here: to the title, or to a new run. */
static void add_way_on(moult__session *s)
{
    char text[128];
    const moult__command *again = NULL;
    for (uint32_t i = 0; i < s->command_count && again == NULL; i++)
        if (s->commands[i].core == MOULT__COMMAND_RULES &&
            s->commands[i].verb == MOULT_VERB_NEW_RUN)
            again = &s->commands[i];
    const char *format = MOULT_TEXT("%.*s starts again.");
    if (MOULT_HAS(s->rules, title) && s->rules->title != 0) {
        again = moult__command_find(s, "menu-choose");
        format = MOULT_TEXT("%.*s goes on.");
    }
    if (again == NULL)
        return;
    if (again->keys[0] != 0)
        snprintf(text, sizeof text, moult__translate(format), (int)strcspn(again->keys, " "),
                 again->keys);
    else
        snprintf(text, sizeof text, moult__translate("The command %s starts again."), again->name);
    moult__menu_add(s, "", NULL);
    moult__menu_add(s, text, NULL);
}

void moult__end_fill(moult__session *s)
{
    moult_ranked run;
    moult_score score;
    if (score_of(s, &score, &run) < 0)
        run.won = 0;
    s->scene->open.set_title(
        &s->scene->open,
        moult__translate(score.title != NULL ? score.title : MOULT_TEXT("The end")),
        MOULT_MENU_OPEN | MOULT_MENU_PANEL);
    if (run.cause[0] != 0)
        add_fact(s, MOULT_TEXT("Cause"), "%s", moult__translate(run.cause));
    if (score.depth_label != NULL)
        add_fact(s, score.depth_label, "%d", run.depth);
    if (score.score_label != NULL)
        add_fact(s, score.score_label, "%lld", (long long)run.score);
    add_fact(s, MOULT_TEXT("Turns"), "%u", run.turns);
    if (s->ranking.run.place != 0) {
        add_fact(s, MOULT_TEXT("Place"), "%u", s->ranking.run.place);
        moult__menu_add(s, "", NULL);
        add_ranking(s, score.depth_label);
    }
    add_way_on(s);
}
