/* SPDX-License-Identifier: MIT */
/* The end of a run: it is entered into the ranking, reported in a file, and shown in a panel.
 *
 * The ranking is the role `scores`. Its provider is opened for each use and closed again, so that
 * a reload finds nothing of it. Nothing here stops a game: what is refused is told once. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include "core/game/session.h"
#include "core/system/crash.h"
#include "core/system/files.h"
#include "core/system/text.h"

#define MESSAGES_REPORTED 20u
#define LABEL_COLUMNS 10u /* of a report */

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

/* -- the report -------------------------------------------------------------------------------- */

static void write_fact(FILE *out, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void write_fact(FILE *out, const char *label, const char *format, ...)
{
    va_list args;
    const char *said = moult__translate(label);
    fprintf(out, "%s%*s  ", said, moult__text_blanks(said, LABEL_COLUMNS), "");
    va_start(args, format);
    vfprintf(out, format, args);
    va_end(args);
    fputc('\n', out);
}

static void write_facts(FILE *out, const moult__session *s, const moult_score *score,
                        const moult_ranked *run, const struct tm *at)
{
    char when[32];
    uint32_t size;
    const uint8_t *seed = moult__seed_text(s->world, &size);
    strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", at);
    fprintf(out, moult__translate("A run of %s"), run->game);
    fprintf(out, "\n\n");
    write_fact(out, MOULT_TEXT("Result"), "%s",
               moult__translate(run->won ? MOULT_TEXT("won") : MOULT_TEXT("lost")));
    write_fact(out, MOULT_TEXT("Cause"), "%s", moult__translate(run->cause));
    if (score->depth_label != NULL)
        write_fact(out, score->depth_label, "%d", run->depth);
    if (score->score_label != NULL)
        write_fact(out, score->score_label, "%lld", (long long)run->score);
    write_fact(out, MOULT_TEXT("Turns"), "%u", run->turns);
    if (run->place != 0)
        write_fact(out, MOULT_TEXT("Place"), "%u", run->place);
    write_fact(out, MOULT_TEXT("Player"), "%s", run->name);
    write_fact(out, MOULT_TEXT("Ended"), "%s", when);
    const char *label = moult__translate("Seed");
    fprintf(out, "%s%*s  ", label, moult__text_blanks(label, LABEL_COLUMNS), "");
    for (uint32_t i = 0; i < size; i++)
        fprintf(out, seed[i] >= 0x20 && seed[i] < 0x7f && seed[i] != '\\' ? "%c" : "\\x%02x",
                seed[i]);
    fprintf(out, "\n\n%s\n", moult__translate("Plugins"));
    for (uint32_t i = 0; i < s->set->build_count; i++)
        fprintf(out, "  %s\n", s->set->builds[i]->label);
}

static void write_messages(FILE *out, const moult__session *s)
{
    const moult__slot_row *head =
        (const moult__slot_row *)moult__row(s->world, MOULT__TABLE_MESSAGE_SLOT, 0);
    uint32_t skip = head->live > MESSAGES_REPORTED ? head->live - MESSAGES_REPORTED : 0;
    moult_id id = 0;
    fprintf(out, "\n%s\n", moult__translate("Last messages"));
    for (uint32_t i = 0; (id = moult__next_row(s->world, MOULT__TABLE_MESSAGE, 0, id)) != 0; i++) {
        char text[512];
        const moult__message_row *row = moult__read(s->world, MOULT__TABLE_MESSAGE, id);
        moult__message_text(s->world, id, text, sizeof text);
        if (i < skip)
            continue;
        fprintf(out, "  ");
        fprintf(out, moult__translate("turn %u"), row->turn);
        fprintf(out, "  %s", text);
        fprintf(out, row->times > 1 ? " (x%u)\n" : "\n", row->times);
    }
}

/* The map in ASCII, without what is empty around it. */
static void write_picture(FILE *out, const moult_scene *scene)
{
    int32_t empty = 0, begun = 0;
    fprintf(out, "\n%s\n", moult__translate("The last picture"));
    for (int32_t y = 0; y < scene->height; y++) {
        int32_t width = 0;
        const moult_cell *row = scene->cells + (size_t)y * (size_t)scene->width;
        for (int32_t x = 0; x < scene->width; x++)
            if (row[x].glyph > ' ')
                width = x + 1;
        empty += width == 0;
        if (width == 0)
            continue;
        for (; begun && empty > 0; empty--)
            fputc('\n', out);
        empty = 0;
        begun = 1;
        for (int32_t x = 0; x < width; x++) {
            uint32_t glyph = row[x].ascii != 0 ? row[x].ascii : row[x].glyph;
            fputc(glyph >= ' ' && glyph < 0x7f ? (int)glyph : row[x].glyph == 0 ? ' ' : '?', out);
        }
        fputc('\n', out);
    }
}

static moult_status write_report(moult__session *s, const moult_score *score,
                                 const moult_ranked *run, moult__report *report)
{
    char folder[MOULT__PATH_SIZE - 192], path[MOULT__PATH_SIZE], when[32], *text = NULL;
    size_t size = 0;
    struct tm at;
    time_t seconds = (time_t)run->when;
    moult_status status = moult__path_data(folder, sizeof folder - 16, report);
    if (status < 0)
        return status;
    strcat(folder, "/reports");
    status = moult__folder_make(folder, 0700, report);
    FILE *out = status >= 0 ? open_memstream(&text, &size) : NULL;
    if (out == NULL)
        return status < 0 ? status
                          : moult__refuse(report, MOULT_MEMORY, "moult report", "out of memory");
    localtime_r(&seconds, &at);
    write_facts(out, s, score, run, &at);
    write_messages(out, s);
    if (moult__session_describe(s) >= 0)
        write_picture(out, &s->scene->open);
    int whole = !ferror(out);
    whole = fclose(out) == 0 && whole;
    strftime(when, sizeof when, "%Y%m%d-%H%M%S", &at);
    snprintf(path, sizeof path, "%s/%s-%s-%u.txt", folder, s->options.profile->name, when,
             run->turns);
    status = whole ? moult__file_write(path, text, size, 0, report)
                   : moult__refuse(report, MOULT_MEMORY, path, "out of memory");
    free(text);
    return status;
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
        if (s->options.save && write_report(s, &score, &run, &report) < 0)
            moult__session_notice(s, MOULT_SAY_SYSTEM, "%s", report.text);
    }
    s->ranking.run = run;
    moult__menu_open(s, MOULT_OUTCOME_MENU, MOULT__MENU_END, 0);
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
