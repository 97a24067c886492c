/* SPDX-License-Identifier: MIT */
/* The report of a run: how it stands, as a text for people and as JSON for programs. One is left
 * at a run's end, and whenever the command `dump` asks for it.
 *
 * It holds what the rules describe anyway, the scene, a menu and the score, so it is there for any
 * game. Nothing of the world changes. Both files are there when it is done, or neither; what an
 * earlier report said stays. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "core/game/session.h"
#include "core/system/crash.h"
#include "core/system/files.h"
#include "core/system/json.h"
#include "core/system/text.h"

#define MESSAGES_REPORTED 20u
#define COLUMNS 80u      /* of the text */
#define LABEL_COLUMNS 10 /* of a fact; wider ones push what follows */
#define INDENT_MAX 40u

/* -- what both say ----------------------------------------------------------------------------- */

/* The scene without what the player has open, but with the rows of what the hero carries. */
static void describe(moult__session *s)
{
    moult_scene *scene = moult__scene_begin(s->scene);
    const uint32_t menu = MOULT_HAS(s->rules, inventory) ? s->rules->inventory : 0;
    s->changed = 1;
    moult__session_draw_begin(s, "describe");
    if (s->rules->describe(s->world, scene) < 0)
        moult__scene_begin(s->scene);
    moult__crash_box(s->rules_label, "menu");
    if (menu != 0 && s->rules->menu(s->world, menu, 0, scene) < 0)
        scene->row_count = 0;
    moult__session_draw_end(s);
}

/* The message before the first that is told; 0: all are. */
static moult_id before_messages(const moult_world *w)
{
    const moult__slot_row *head =
        (const moult__slot_row *)moult__row(w, MOULT__TABLE_MESSAGE_SLOT, 0);
    moult_id id = 0;
    for (uint32_t i = MESSAGES_REPORTED; i < head->live; i++)
        id = moult__next_row(w, MOULT__TABLE_MESSAGE, 0, id);
    return id;
}

static void gauge_text(const moult_gauge *gauge, char *out, size_t room)
{
    if (gauge->text != NULL)
        snprintf(out, room, "%s", gauge->text);
    else if (gauge->max != 0)
        snprintf(out, room, "%lld/%lld", (long long)gauge->value, (long long)gauge->max);
    else
        snprintf(out, room, "%lld", (long long)gauge->value);
}

static void time_text(const moult_ranked *run, const char *format, char *out, size_t room)
    __attribute__((format(strftime, 2, 0)));

static void time_text(const moult_ranked *run, const char *format, char *out, size_t room)
{
    struct tm at;
    const time_t seconds = (time_t)run->when;
    localtime_r(&seconds, &at);
    strftime(out, room, format, &at);
}

/* A seed is any bytes: those that are no plain letters, or a backslash, as \xNN. The caller's to
 * free; NULL: out of memory. */
static char *seed_text(const moult_world *w)
{
    uint32_t size;
    const uint8_t *seed = moult__seed_text(w, &size);
    char *text = malloc((size_t)size * 4 + 1), *to = text;
    for (uint32_t i = 0; text != NULL && i < size; i++)
        to += sprintf(to, seed[i] >= 0x20 && seed[i] < 0x7f && seed[i] != '\\' ? "%c" : "\\x%02x",
                      seed[i]);
    if (text != NULL)
        *to = 0;
    return text;
}

typedef struct part {
    int32_t x, y, width, height;
} part;

/* What there is to see of the map: no empty rows and columns around it. */
static part known_part(const moult_scene *scene)
{
    int32_t x0 = scene->width, y0 = scene->height, x1 = 0, y1 = 0;
    for (int32_t y = 0; y < scene->height; y++)
        for (int32_t x = 0; x < scene->width; x++) {
            if (scene->cells[(size_t)y * (size_t)scene->width + (size_t)x].glyph <= ' ')
                continue;
            x0 = x < x0 ? x : x0;
            x1 = x + 1 > x1 ? x + 1 : x1;
            y0 = y < y0 ? y : y0;
            y1 = y + 1;
        }
    return x1 == 0 ? (part){0} : (part){x0, y0, x1 - x0, y1 - y0};
}

/* A row of the map without the blanks at its end: as it is drawn, or in ASCII. */
static const char *row_text(const moult_scene *scene, const part *p, int32_t row, int32_t ascii,
                            char *out)
{
    const moult_cell *cell =
        scene->cells + (size_t)(p->y + row) * (size_t)scene->width + (size_t)p->x;
    char *to = out, *end = out;
    for (int32_t x = 0; x < p->width; x++) {
        uint32_t glyph = cell[x].glyph;
        if (ascii)
            glyph = cell[x].ascii != 0 ? cell[x].ascii : glyph < 0x7f ? glyph : '?';
        to += moult__text_point(to, glyph > ' ' ? glyph : ' ');
        if (glyph > ' ')
            end = to;
    }
    *end = 0;
    return out;
}

#define ROW_SIZE (4096 * 4 + 1) /* of the widest scene */

/* -- the text ---------------------------------------------------------------------------------- */

/* The bytes of the line's beginning that fit into so many columns: up to the last blank beyond
 * column `least` when not all do. The text is well-formed. */
static size_t fitting(const char *text, uint32_t columns, uint32_t least)
{
    size_t at = 0, blank = 0;
    for (uint32_t used = 0; text[at] != 0;) {
        char one[5] = {0};
        for (size_t i = 0; i == 0 || (text[at + i] & 0xc0) == 0x80; i++)
            one[i] = text[at + i];
        used += moult__text_columns(one);
        if (used > columns)
            return blank != 0 ? blank : at;
        blank = text[at] == ' ' && used > least ? at : blank;
        at += strlen(one);
    }
    return at;
}

/* A text behind a head that is filled up to so many columns. What doesn't fit into the line goes on
 * below, as far in. Control characters and what is no UTF-8 become '?'. */
static void write_entry(FILE *out, const char *head, uint32_t columns, const char *text)
{
    char *line = NULL, *clean = NULL;
    const int length =
        asprintf(&line, "%s%*s  %s", head, moult__text_blanks(head, columns), "", text);
    if (length >= 0)
        clean = malloc((size_t)length + 1);
    if (clean != NULL)
        moult_score_text(clean, (uint32_t)length + 1, line, (uint32_t)length);
    const uint32_t indent = columns + 2 < INDENT_MAX ? columns + 2 : INDENT_MAX;
    uint32_t margin = 0;
    for (const char *at = clean; at != NULL && (*at != 0 || margin == 0); margin = indent) {
        size_t taken = fitting(at, COLUMNS - margin, margin == 0 ? indent : 0);
        fprintf(out, "%*s%.*s\n", (int)margin, "", (int)taken, at);
        at += taken;
        at += strspn(at, " ");
    }
    if (length >= 0)
        free(line);
    free(clean);
}

static void write_fact(FILE *out, const char *label, const char *text)
{
    write_entry(out, moult__translate(label), LABEL_COLUMNS, text);
}

static void write_number(FILE *out, const char *label, int64_t number)
{
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)number);
    if (label != NULL)
        write_fact(out, label, text);
}

static void write_facts(FILE *out, const moult__session *s, const moult_score *score,
                        const moult_ranked *run, const char *when)
{
    char *seed = seed_text(s->world);
    fprintf(out, moult__translate("A run of %s"), run->game);
    fprintf(out, "\n\n");
    write_fact(out, MOULT_TEXT("Result"),
               moult__translate(!s->over   ? MOULT_TEXT("not over")
                                : run->won ? MOULT_TEXT("won")
                                           : MOULT_TEXT("lost")));
    if (run->cause[0] != 0)
        write_fact(out, MOULT_TEXT("Cause"), moult__translate(run->cause));
    write_number(out, score->depth_label, run->depth);
    write_number(out, score->score_label, run->score);
    write_number(out, MOULT_TEXT("Turns"), run->turns);
    if (run->place != 0)
        write_number(out, MOULT_TEXT("Place"), run->place);
    if (moult__wizard(s))
        write_fact(out, MOULT_TEXT("Ranking"), moult__translate("wizard mode: not ranked"));
    write_fact(out, MOULT_TEXT("Player"), run->name);
    write_fact(out, s->over ? MOULT_TEXT("Ended") : MOULT_TEXT("Written"), when);
    write_fact(out, MOULT_TEXT("Seed"), seed != NULL ? seed : "");
    free(seed);
}

static void write_gauges(FILE *out, const moult_scene *scene)
{
    uint32_t widest = LABEL_COLUMNS;
    for (uint32_t i = 0; i < scene->gauge_count; i++) {
        const uint32_t columns = moult__text_columns(scene->gauges[i].label);
        widest = columns > widest && columns < INDENT_MAX ? columns : widest;
    }
    if (scene->gauge_count != 0)
        fputc('\n', out);
    for (uint32_t i = 0; i < scene->gauge_count; i++) {
        char text[256];
        gauge_text(&scene->gauges[i], text, sizeof text);
        write_entry(out, scene->gauges[i].label, widest, text);
    }
}

static void write_rows(FILE *out, const char *title, const moult_row *rows, uint32_t count)
{
    uint32_t widest = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t columns = rows[i].detail != NULL ? moult__text_columns(rows[i].text) : 0;
        widest = columns > widest && columns < INDENT_MAX ? columns : widest;
    }
    if (count != 0)
        fprintf(out, "\n%s\n", title);
    for (uint32_t i = 0; i < count; i++) {
        char head[512];
        snprintf(head, sizeof head, "  %s", rows[i].text);
        if (rows[i].detail != NULL)
            write_entry(out, head, widest + 2, rows[i].detail);
        else
            write_entry(out, "", 0, rows[i].text);
    }
}

static void write_messages(FILE *out, const moult__session *s)
{
    moult_id id = before_messages(s->world);
    fprintf(out, "\n%s\n", moult__translate("Last messages"));
    while ((id = moult__next_row(s->world, MOULT__TABLE_MESSAGE, 0, id)) != 0) {
        char head[64] = "  ", text[544];
        const moult__message_row *row = moult__read(s->world, MOULT__TABLE_MESSAGE, id);
        snprintf(head + 2, sizeof head - 2, moult__translate("turn %u"), row->turn);
        moult__message_text(s->world, id, text, 512);
        if (row->times > 1)
            snprintf(text + strlen(text), 32, " (x%u)", row->times);
        write_entry(out, head, moult__text_columns(head), text);
    }
}

/* As much of the map as there is room for, around the hero. */
static void write_map(FILE *out, const moult_scene *scene)
{
    char row[ROW_SIZE];
    part p = known_part(scene);
    if (p.width > (int32_t)COLUMNS) {
        const int32_t last = p.x + p.width - (int32_t)COLUMNS;
        int32_t x = scene->focus_x - (int32_t)COLUMNS / 2;
        x = x > last ? last : x;
        p.x = x < p.x ? p.x : x;
        p.width = (int32_t)COLUMNS;
    }
    if (p.height != 0)
        fprintf(out, "\n%s\n", moult__translate("The map"));
    for (int32_t y = 0; y < p.height; y++)
        fprintf(out, "%s\n", row_text(scene, &p, y, 1, row));
}

static void write_text(FILE *out, moult__session *s, const moult_score *score,
                       const moult_ranked *run)
{
    char when[32];
    const moult_scene *scene = &s->scene->open;
    time_text(run, "%Y-%m-%d %H:%M:%S", when, sizeof when);
    write_facts(out, s, score, run, when);
    write_gauges(out, scene);
    write_rows(out, scene->title != NULL ? scene->title : "", scene->rows, scene->row_count);
    if (scene->row_count == 0)
        write_rows(out, moult__translate("Beside the map"), scene->side, scene->side_count);
    write_messages(out, s);
    write_map(out, scene);
    fprintf(out, "\n%s\n", moult__translate("Plugins"));
    for (uint32_t i = 0; i < s->set->build_count; i++)
        write_entry(out, "", 0, s->set->builds[i]->label);
}

/* -- the same as JSON -------------------------------------------------------------------------- */

/* A member of an object, behind what stands before it. */
static void json_member(FILE *out, const char *before, const char *key, const char *text)
{
    fprintf(out, "%s\"%s\": ", before, key);
    if (text != NULL)
        moult__json_text(out, text);
    else
        fputs("null", out);
}

static void json_facts(FILE *out, const moult__session *s, const moult_score *score,
                       const moult_ranked *run)
{
    char *seed = seed_text(s->world);
    const char *next = ",\n  ";
    fprintf(out, "{\n  \"format\": 1");
    json_member(out, next, "game", run->game);
    json_member(out, next, "result", !s->over ? NULL : run->won ? "won" : "lost");
    json_member(out, next, "cause", run->cause[0] != 0 ? run->cause : NULL);
    fprintf(out, "%s\"depth\": %d", next, run->depth);
    json_member(out, next, "depth_label", score->depth_label);
    fprintf(out, "%s\"score\": %lld", next, (long long)run->score);
    json_member(out, next, "score_label", score->score_label);
    fprintf(out, "%s\"turns\": %u", next, run->turns);
    if (run->place != 0)
        fprintf(out, "%s\"place\": %u", next, run->place);
    else
        json_member(out, next, "place", NULL);
    fprintf(out, "%s\"wizard\": %s", next, moult__wizard(s) ? "true" : "false");
    json_member(out, next, "name", run->name);
    fprintf(out, "%s\"at\": %lld", next, (long long)run->when);
    json_member(out, next, "seed", seed != NULL ? seed : "");
    free(seed);
}

static void json_rows(FILE *out, const char *key, const moult_row *rows, uint32_t count)
{
    fprintf(out, ",\n  \"%s\": [", key);
    for (uint32_t i = 0; i < count; i++) {
        json_member(out, i == 0 ? "\n    {" : ",\n    {", "text", rows[i].text);
        json_member(out, ", ", "detail", rows[i].detail);
        fputc('}', out);
    }
    fputs(count != 0 ? "\n  ]" : "]", out);
}

static void json_gauges(FILE *out, const moult_scene *scene)
{
    fputs(",\n  \"gauges\": [", out);
    for (uint32_t i = 0; i < scene->gauge_count; i++) {
        const moult_gauge *gauge = &scene->gauges[i];
        json_member(out, i == 0 ? "\n    {" : ",\n    {", "label", gauge->label);
        fprintf(out, ", \"value\": %lld, \"max\": %lld", (long long)gauge->value,
                (long long)gauge->max);
        json_member(out, ", ", "text", gauge->text);
        fputc('}', out);
    }
    fputs(scene->gauge_count != 0 ? "\n  ]" : "]", out);
}

static void json_messages(FILE *out, const moult_world *w)
{
    moult_id id = before_messages(w);
    const char *next = "\n    {";
    fputs(",\n  \"messages\": [", out);
    while ((id = moult__next_row(w, MOULT__TABLE_MESSAGE, 0, id)) != 0) {
        char text[512];
        const moult__message_row *row = moult__read(w, MOULT__TABLE_MESSAGE, id);
        moult__message_text(w, id, text, sizeof text);
        fprintf(out, "%s\"turn\": %u, \"times\": %u", next, row->turn, row->times);
        json_member(out, ", ", "text", text);
        fputc('}', out);
        next = ",\n    {";
    }
    fputs("\n  ]", out);
}

static void write_json(FILE *out, moult__session *s, const moult_score *score,
                       const moult_ranked *run)
{
    char row[ROW_SIZE];
    const moult_scene *scene = &s->scene->open;
    const part p = known_part(scene);
    json_facts(out, s, score, run);
    json_gauges(out, scene);
    json_rows(out, "inventory", scene->rows, scene->row_count);
    json_rows(out, "beside", scene->side, scene->side_count);
    json_messages(out, s->world);
    fprintf(out, ",\n  \"map\": {\"x\": %d, \"y\": %d, \"rows\": [", p.x, p.y);
    for (int32_t y = 0; y < p.height; y++) {
        fputs(y == 0 ? "\n    " : ",\n    ", out);
        moult__json_text(out, row_text(scene, &p, y, 0, row));
    }
    fputs("\n  ]},\n  \"plugins\": [", out);
    for (uint32_t i = 0; i < s->set->build_count; i++) {
        const moult_plugin *plugin = s->set->builds[i]->plugin;
        json_member(out, i == 0 ? "\n    {" : ",\n    {", "name", plugin->name);
        json_member(out, ", ", "version", plugin->version);
        fputc('}', out);
    }
    fputs("\n  ]\n}\n", out);
}

/* -- files ------------------------------------------------------------------------------------- */

typedef void writer(FILE *out, moult__session *s, const moult_score *score,
                    const moult_ranked *run);

static moult_status write_file(writer *write, moult__session *s, const moult_score *score,
                               const moult_ranked *run, const char *path, moult__report *report)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    int whole = out != NULL;
    if (whole) {
        write(out, s, score, run);
        whole = !ferror(out);
        whole = fclose(out) == 0 && whole;
    }
    moult_status status = whole ? moult__file_write(path, text, size, 0, report)
                                : moult__refuse(report, MOULT_MEMORY, path, "out of memory");
    free(text);
    return status;
}

/* A name that neither file has yet, without its ending; within a second and a turn they are
 * numbered. */
static moult_status free_name(const moult_ranked *run, char *path, uint32_t room,
                              moult__report *report)
{
    char when[32], number[16] = "";
    moult_status status = moult__path_data(path, room - 192, report);
    if (status < 0)
        return status;
    strcat(path, "/reports");
    status = moult__folder_make(path, 0700, report);
    const size_t folder = strlen(path);
    time_text(run, "%Y%m%d-%H%M%S", when, sizeof when);
    for (uint32_t i = 2; status >= 0; i++) {
        const int used = snprintf(path + folder, room - folder, "/%s-%s-%u%s", run->game, when,
                                  run->turns, number);
        char *ending = path + folder + used;
        strcpy(ending, ".txt");
        int there = access(path, F_OK) == 0;
        strcpy(ending, ".json");
        there |= access(path, F_OK) == 0;
        *ending = 0;
        if (!there)
            break;
        snprintf(number, sizeof number, "-%u", i);
    }
    return status;
}

moult_status moult__report_write(moult__session *s, const moult_score *score,
                                 const moult_ranked *run, char *path, uint32_t room,
                                 moult__report *report)
{
    moult_status status = free_name(run, path, room, report);
    if (status < 0)
        return status;
    char *ending = path + strlen(path);
    describe(s);
    strcpy(ending, ".json");
    status = write_file(write_json, s, score, run, path, report);
    if (status < 0)
        return status;
    strcpy(ending, ".txt");
    status = write_file(write_text, s, score, run, path, report);
    if (status < 0) {
        strcpy(ending, ".json");
        moult__file_remove(path, NULL);
    }
    return status;
}
