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

#define NAME_COLUMNS 20
#define MESSAGES_REPORTED 20u

/* -- the ranking ------------------------------------------------------------------------------- */

/* Enters `add` (NULL: nothing) and reads the best `*count` of its game. */
static moult_status use_scores(const moult__slot *slot, const char *where, moult_ranked *add,
                               const char *game, moult_ranked *rows, uint32_t *count, char *why,
                               uint32_t room)
{
    const moult_scores_1 *scores = slot->functions;
    void *state = calloc(1, scores->state_size != 0 ? scores->state_size : 1);
    if (state == NULL)
        return MOULT_MEMORY;
    moult__crash_box(moult__slot_owner(slot), "open");
    int32_t answer = scores->open(state, where, why, room);
    if (answer >= 0) {
        if (add != NULL) {
            moult__crash_box(moult__slot_owner(slot), "add");
            answer = scores->add(state, add, why, room);
            add->place = answer > 0 ? (uint32_t)answer : 0;
        }
        moult__crash_box(moult__slot_owner(slot), "top");
        int32_t read =
            answer >= 0 ? scores->top(state, game, rows, *count, why, room) : (int32_t)answer;
        *count = read > 0 && (uint32_t)read <= *count ? (uint32_t)read : 0;
        answer = read < 0 ? read : answer;
        scores->close(state);
    }
    moult__crash_box(NULL, NULL);
    free(state);
    return answer;
}

moult_status moult__ranking(const moult__set *set, const char *game, moult_ranked *add,
                            moult_ranked *rows, uint32_t *count, moult__report *report)
{
    char folder[MOULT__PATH_SIZE - 16], where[MOULT__PATH_SIZE], why[256] = "";
    const moult__slot *slot = moult__set_role(set, "scores");
    if (slot == NULL)
        return moult__refuse(report, MOULT_UNKNOWN, "moult scores",
                             "nobody provides the role scores. Bind it: --use scores=sqlite");
    moult_status status = moult__path_data(folder, sizeof folder, report);
    if (status >= 0 && add != NULL)
        status = moult__folder_make(folder, 0700, report);
    if (status < 0)
        return status;
    snprintf(where, sizeof where, "%s/scores.db", folder);
    if (add == NULL && access(where, F_OK) != 0 && errno == ENOENT) {
        *count = 0; /* reading makes no file */
        return MOULT_OK;
    }
    for (uint32_t i = 0; i < *count; i++)
        rows[i].size = sizeof *rows;
    status = use_scores(slot, where, add, game, rows, count, why, sizeof why);
    if (status >= 0)
        return status;
    why[sizeof why - 1] = 0;
    return moult__refuse(report, status, where, "%s. %s",
                         why[0] != 0 ? why : moult_status_text(status),
                         add != NULL ? "This run isn't in the ranking, everything else goes on"
                                     : "The ranking can't be shown");
}

static uint32_t columns_of(const char *text)
{
    uint32_t columns = 0;
    for (const uint8_t *at = (const uint8_t *)text; *at != 0;) {
        uint32_t length = moult_score_character(at, (uint32_t)strlen((const char *)at));
        uint32_t point = length > 1 ? at[0] & (0x7fu >> length) : at[0];
        for (uint32_t i = 1; i < length; i++)
            point = point << 6 | (at[i] & 0x3fu);
        int width = wcwidth((wchar_t)point); /* -1 in a locale that doesn't know it */
        columns += width < 0 ? 1u : (uint32_t)width;
        at += length != 0 ? length : 1;
    }
    return columns;
}

void moult__ranked_text(const moult_ranked *row, char *text, uint32_t room, char *detail,
                        uint32_t detail_room)
{
    char name[MOULT_SCORE_NAME];
    snprintf(name, sizeof name, "%s", row->name);
    for (uint32_t length = (uint32_t)strlen(name); columns_of(name) > NAME_COLUMNS;) {
        do
            length--;
        while (((uint8_t)name[length] & 0xc0) == 0x80);
        name[length] = 0;
    }
    snprintf(text, room, "%5u  %s%*s  %10lld", row->place, name,
             (int)(NAME_COLUMNS - columns_of(name)), "", (long long)row->score);
    snprintf(detail, detail_room, "%5d  %7u  %s", row->depth, row->turns,
             row->won ? "won" : row->cause);
}

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

static moult_status score_of(moult__session *s, moult_ranked *out)
{
    moult_score score = {.size = sizeof score};
    moult_status status = s->rules->score(s->world, &score);
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
    return MOULT_OK;
}

/* -- the report -------------------------------------------------------------------------------- */

static void write_facts(FILE *out, const moult__session *s, const moult_ranked *run,
                        const struct tm *at)
{
    char when[32];
    uint32_t size;
    const uint8_t *seed = moult__seed_text(s->world, &size);
    strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", at);
    fprintf(out, "A run of %s\n\n", run->game);
    fprintf(out, "result  %s\n", run->won ? "won" : "lost");
    fprintf(out, "cause   %s\n", run->cause);
    fprintf(out, "floor   %d\n", run->depth);
    fprintf(out, "gold    %lld\n", (long long)run->score);
    fprintf(out, "turns   %u\n", run->turns);
    if (run->place != 0)
        fprintf(out, "place   %u\n", run->place);
    fprintf(out, "player  %s\n", run->name);
    fprintf(out, "ended   %s\n", when);
    fprintf(out, "seed    ");
    for (uint32_t i = 0; i < size; i++)
        fprintf(out, seed[i] >= 0x20 && seed[i] < 0x7f && seed[i] != '\\' ? "%c" : "\\x%02x",
                seed[i]);
    fprintf(out, "\n\nPlugins\n");
    for (uint32_t i = 0; i < s->set->build_count; i++)
        fprintf(out, "  %s\n", s->set->builds[i]->label);
}

static void write_messages(FILE *out, const moult__session *s)
{
    const moult__slot_row *head =
        (const moult__slot_row *)moult__row(s->world, MOULT__TABLE_MESSAGE_SLOT, 0);
    uint32_t skip = head->live > MESSAGES_REPORTED ? head->live - MESSAGES_REPORTED : 0;
    moult_id id = 0;
    fprintf(out, "\nLast messages\n");
    for (uint32_t i = 0; (id = moult__next_row(s->world, MOULT__TABLE_MESSAGE, 0, id)) != 0; i++) {
        char text[512];
        const moult__message_row *row = moult__read(s->world, MOULT__TABLE_MESSAGE, id);
        moult__message_text(s->world, id, text, sizeof text);
        if (i < skip)
            continue;
        fprintf(out, "  turn %u  %s", row->turn, text);
        fprintf(out, row->times > 1 ? " (x%u)\n" : "\n", row->times);
    }
}

/* The map in ASCII, without what is empty around it. */
static void write_picture(FILE *out, const moult_scene *scene)
{
    int32_t empty = 0, begun = 0;
    fprintf(out, "\nThe last picture\n");
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

static moult_status write_report(moult__session *s, const moult_ranked *run, moult__report *report)
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
    write_facts(out, s, run, &at);
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

void moult__end_run(moult__session *s)
{
    moult__report report = {0};
    moult_ranked run;
    s->ranking.count = 0;
    s->ranking.run.place = 0;
    moult__session_draw_begin(s, "score");
    moult_status status = score_of(s, &run);
    moult__session_draw_end(s);
    if (status >= 0 && s->options.save && s->options.profile != NULL) {
        run.when = (int64_t)time(NULL);
        uint32_t count = MOULT__RANKING_SHOWN;
        if (moult__set_role(s->set, "scores") != NULL &&
            moult__ranking(s->set, run.game, &run, s->ranking.rows, &count, &report) < 0) {
            count = 0;
            moult__session_notice(s, MOULT_SAY_SYSTEM, "%s", report.text);
        }
        s->ranking.count = count;
        if (write_report(s, &run, &report) < 0)
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
    if (moult__ranking(s->set, game, NULL, s->ranking.rows, &s->ranking.count, &report) < 0) {
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
    moult__menu_add(s, text, detail);
}

static void add_ranked(moult__session *s, const moult_ranked *row, int32_t marked)
{
    char text[192], detail[128];
    moult__ranked_text(row, text, sizeof text, detail, sizeof detail);
    moult_row line = {.size = sizeof line,
                      .flags = marked ? MOULT_ROW_MARKED : 0,
                      .text = text,
                      .detail = detail};
    s->scene->open.add_row(&s->scene->open, &line);
}

/* The best ones, and the newest, wherever it stands. */
static void add_ranking(moult__session *s)
{
    moult_row heading = {.size = sizeof heading,
                         .flags = MOULT_ROW_HEADING,
                         .text = "place  name                       score",
                         .detail = "floor    turns  cause"};
    uint32_t mine = s->ranking.run.place;
    s->scene->open.add_row(&s->scene->open, &heading);
    for (uint32_t i = 0; i < s->ranking.count; i++)
        add_ranked(s, &s->ranking.rows[i], s->ranking.rows[i].place == mine);
    if (mine > s->ranking.count)
        add_ranked(s, &s->ranking.run, 1);
}

void moult__scores_fill(moult__session *s)
{
    s->scene->open.set_title(&s->scene->open, "Ranking", MOULT_MENU_OPEN | MOULT_MENU_PANEL);
    if (s->ranking.count == 0)
        moult__menu_add(s, "No run has ended yet.", NULL);
    else
        add_ranking(s);
}

void moult__end_fill(moult__session *s)
{
    char text[128];
    moult_ranked run;
    const moult__command *again = NULL;
    if (score_of(s, &run) < 0)
        run.won = 0;
    s->scene->open.set_title(&s->scene->open, run.won ? "Victory" : "You died",
                             MOULT_MENU_OPEN | MOULT_MENU_PANEL);
    if (run.cause[0] != 0)
        add_fact(s, "Cause", "%s", run.cause);
    add_fact(s, "Floor", "%d", run.depth);
    add_fact(s, "Gold", "%lld", (long long)run.score);
    add_fact(s, "Turns", "%u", run.turns);
    if (s->ranking.run.place != 0) {
        add_fact(s, "Place", "%u", s->ranking.run.place);
        moult__menu_add(s, "", NULL);
        add_ranking(s);
    }
    for (uint32_t i = 0; i < s->command_count && again == NULL; i++)
        if (s->commands[i].core == MOULT__COMMAND_RULES &&
            s->commands[i].verb == MOULT_VERB_NEW_RUN)
            again = &s->commands[i];
    if (again == NULL)
        return;
    if (again->keys[0] != 0)
        snprintf(text, sizeof text, "%.*s starts again.", (int)strcspn(again->keys, " "),
                 again->keys);
    else
        snprintf(text, sizeof text, "The command %s starts again.", again->name);
    moult__menu_add(s, "", NULL);
    moult__menu_add(s, text, NULL);
}
