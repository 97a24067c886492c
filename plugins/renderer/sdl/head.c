/* SPDX-License-Identifier: MIT */
/* What stands around the map: the figures above it, or beside it with the mini-map, and the latest
 * messages below. Each part is painted again only when something in it changed. */
#include "window.h"

#define GROUND 0x101018u
#define EDGE 0x505060u
#define WORDS 0xdcdce6u
#define QUIET 0x8c8ca0u
#define PIPS_MOST 64 /* of a bar; a longer one has PARTS of them */
#define PARTS 20
#define PIPS_CAP 255

/* By MOULT_SAY_*. */
static const uint32_t says[MOULT_SAY_KINDS] = {WORDS,    0x78dc78, 0xf08c50, 0xff6464,
                                               0xe6dc82, 0xf0a0a0, 0x8cb4f0, WORDS};

/* A pixel of a window that isn't enlarged. */
static int32_t unit(const moult__window *t)
{
    return moult__most(t->layout.text / 16, 1);
}

static uint32_t faded(uint32_t colour)
{
    return moult__mix(GROUND, colour, 70);
}

static void paint_pips(moult__window *t, int32_t x, int32_t y, int32_t wide, int64_t count,
                       int64_t filled, uint32_t fg)
{
    int32_t u = unit(t);
    for (int64_t i = 0; i < count; i++)
        moult__canvas_fill(
            &t->canvas, (moult__area){x + (int32_t)i * (wide + 1) * u, y, wide * u, t->layout.text},
            i < filled ? fg : faded(fg));
}

static int32_t has_pips(const moult_gauge *g)
{
    return g->max <= (g->style == MOULT_GAUGE_PIPS ? PIPS_CAP : PIPS_MOST);
}

/* A bar as pips: one a point, or PARTS for all. Answers its width; paints unless it measures. */
static int32_t bar(moult__window *t, const moult_gauge *g, int32_t x, int32_t y, int32_t measures)
{
    int64_t value = g->value < 0 ? 0 : g->value > g->max ? g->max : g->value;
    int64_t count = has_pips(g) ? g->max : PARTS;
    int32_t wide = has_pips(g) ? 3 : 4;
    if (!measures)
        paint_pips(t, x, y, wide, count, has_pips(g) ? value : value * PARTS / g->max, g->fg);
    return (int32_t)count * (wide + 1) * unit(t);
}

static void words_of(const moult_gauge *g, char *out, size_t room)
{
    if (g->style == MOULT_GAUGE_TEXT)
        SDL_snprintf(out, room, "%s", g->text ? g->text : "");
    else if (g->style == MOULT_GAUGE_ICON)
        out[0] = 0;
    else if (g->max > 0)
        SDL_snprintf(out, room, "%lld/%lld", (long long)g->value, (long long)g->max);
    else
        SDL_snprintf(out, room, "%lld", (long long)g->value);
}

static int32_t is_bar(const moult_gauge *g)
{
    return (g->style == MOULT_GAUGE_BAR || g->style == MOULT_GAUGE_PIPS) && g->max > 0;
}

/* Things in hand are shown in their own tint, gear as it is. */
static uint32_t tint_of(const moult_gauge *g)
{
    return g->max > 0 ? 0xffffffu : g->fg;
}

/* Paints one figure, or only measures it; answers the width. */
static int32_t gauge(moult__window *t, const moult_scene *scene, const moult_gauge *g, int32_t x,
                     int32_t y, int32_t measures)
{
    char words[256];
    const moult__layout *l = &t->layout;
    int32_t u = unit(t), used = 0, gap = 6 * u, icon = 24 * u;
    words_of(g, words, sizeof words);
    if (g->sprite) {
        if (!measures)
            moult__atlas_icon(t, scene, g->sprite, tint_of(g), GROUND,
                              (moult__area){x, y + (l->text - icon) / 2, icon, icon});
        used += icon + gap;
    } else if (g->label && g->label[0]) {
        if (!measures)
            moult__text_paint(t, x, y, 1000, g->label, l->text, QUIET);
        used += moult__text_width(t, g->label, l->text) + gap;
    }
    if (is_bar(g))
        used += bar(t, g, x + used, y, measures) + gap;
    if (words[0]) {
        if (!measures)
            moult__text_paint(t, x + used, y, 1000, words, l->text, g->fg ? g->fg : WORDS);
        used += moult__text_width(t, words, l->text) + gap;
    }
    if (g->style == MOULT_GAUGE_TEXT && g->max > 0 && g->max <= PIPS_MOST) {
        if (!measures)
            paint_pips(t, x + used, y, 2, g->max, g->value + 1, g->fg);
        used += (int32_t)g->max * 3 * u + gap;
    }
    return used + 10 * u;
}

/* In order, in as many rows as that takes; what comes behind the last row is left out. */
static int32_t flow(moult__window *t, const moult_scene *scene, int32_t width, int32_t rows,
                    int32_t measures)
{
    const moult__layout *l = &t->layout;
    int32_t left = 8 * unit(t), x = left, row = 0;
    for (uint32_t i = 0; i < scene->gauge_count; i++) {
        const moult_gauge *g = MOULT__ENTRY(scene->gauges, i);
        int32_t wide = gauge(t, scene, g, 0, 0, 1);
        if (x > left && x + wide > width) {
            row++;
            x = left;
        }
        if (row == rows)
            return rows;
        if (!measures)
            gauge(t, scene, g, x, l->head.y + row * (l->line + 4 * unit(t)) + 5 * unit(t), 0);
        x += wide;
    }
    return scene->gauge_count ? row + 1 : 0;
}

int32_t moult__head_rows(moult__window *t, const moult_scene *scene, int32_t width)
{
    return flow(t, scene, width, 2, 1);
}

static uint64_t sum_gauges(const moult_scene *scene)
{
    uint64_t sum = MOULT__SUM;
    for (uint32_t i = 0; i < scene->gauge_count; i++) {
        const moult_gauge *g = MOULT__ENTRY(scene->gauges, i);
        sum = moult__sum(sum, &g->style, offsetof(moult_gauge, label) - sizeof g->size);
        sum = moult__sum_text(moult__sum_text(sum, g->label), g->text);
    }
    return sum;
}

void moult__head_draw(moult__window *t, const moult_scene *scene)
{
    const moult__layout *l = &t->layout;
    uint64_t sum = sum_gauges(scene);
    if (sum == t->head_sum || l->head.h == 0)
        return;
    t->head_sum = sum;
    moult__area edge = {l->head.x, l->head.y + l->head.h - unit(t), l->head.w, unit(t)};
    moult__canvas_fill(&t->canvas, l->head, GROUND);
    flow(t, scene, l->head.w, 2, 0);
    moult__canvas_fill(&t->canvas, edge, EDGE);
    moult__changed(t, l->head);
}

/* -- beside the map ---------------------------------------------------------------------------- */

static void side_row(moult__window *t, int32_t y, const char *text, const char *detail,
                     uint32_t quiet, uint32_t loud)
{
    const moult__layout *l = &t->layout;
    int32_t pad = 8 * unit(t), room = l->side.w - 2 * pad;
    int32_t wide = detail ? moult__text_width(t, detail, l->text) : 0;
    wide = moult__least(wide, room);
    moult__text_paint(t, l->side.x + pad, y, room - wide - (wide ? pad : 0), text, l->text, quiet);
    if (wide)
        moult__text_paint(t, l->side.x + pad + room - wide, y, wide, detail, l->text, loud);
}

static int32_t side_gauge(moult__window *t, const moult_scene *scene, const moult_gauge *g,
                          int32_t y)
{
    char words[256];
    const moult__layout *l = &t->layout;
    int32_t u = unit(t), pad = 8 * u;
    (void)scene;
    words_of(g, words, sizeof words);
    side_row(t, y, g->label ? g->label : "", words, QUIET, g->fg ? g->fg : WORDS);
    if (!is_bar(g))
        return l->line + 2 * u;
    int64_t value = g->value < 0 ? 0 : g->value > g->max ? g->max : g->value;
    moult__area bar = {l->side.x + pad, y + l->line, l->side.w - 2 * pad, 6 * u};
    moult__canvas_fill(&t->canvas, bar, faded(g->fg));
    bar.w = (int32_t)(value * bar.w / g->max);
    moult__canvas_fill(&t->canvas, bar, g->fg);
    return l->line + 12 * u;
}

static uint64_t sum_side(const moult_scene *scene)
{
    uint64_t sum = sum_gauges(scene);
    for (uint32_t i = 0; i < scene->side_count; i++) {
        const moult_row *row = MOULT__ENTRY(scene->side, i);
        sum = moult__sum_text(moult__sum_text(sum, row->text), row->detail);
        sum = moult__sum(sum, &row->flags, sizeof row->flags);
    }
    if (scene->mini)
        sum = moult__sum(sum, scene->mini,
                         (size_t)scene->mini_width * (size_t)scene->mini_height *
                             sizeof *scene->mini);
    return sum;
}

void moult__side_draw(moult__window *t, const moult_scene *scene)
{
    const moult__layout *l = &t->layout;
    int32_t u = unit(t), y = l->side.y + 8 * u, bottom = l->side.y + l->side.h;
    if (!l->is_side || sum_side(scene) == t->side_sum)
        return;
    t->side_sum = sum_side(scene);
    moult__canvas_fill(&t->canvas, l->side, GROUND);
    moult__canvas_fill(&t->canvas, (moult__area){l->side.x, l->side.y, u, l->side.h}, EDGE);
    if (scene->mini) {
        moult__area area = {l->side.x + 8 * u, y, l->side.w - 16 * u, 0};
        moult__mini_draw(t, scene, area);
        y += l->side.w - 8 * u;
    }
    for (uint32_t i = 0; i < scene->gauge_count && y + l->line <= bottom; i++)
        y += side_gauge(t, scene, MOULT__ENTRY(scene->gauges, i), y);
    y += scene->side_count ? 8 * u : 0;
    for (uint32_t i = 0; i < scene->side_count && y + l->line <= bottom; i++) {
        const moult_row *row = MOULT__ENTRY(scene->side, i);
        uint32_t colour = row->flags & (MOULT_ROW_HEADING | MOULT_ROW_MARKED) ? 0xdcc83cu : WORDS;
        side_row(t, y, row->text, row->detail, row->flags & MOULT_ROW_DISABLED ? QUIET : colour,
                 colour);
        y += l->line;
    }
    moult__changed(t, l->side);
}

/* -- the messages ------------------------------------------------------------------------------ */

/* One message from row `row` of the log upwards; answers the rows that it took. */
static int32_t say(moult__window *t, const char *text, uint32_t colour, int32_t row)
{
    enum { MOST = 4 };
    const moult__layout *l = &t->layout;
    const char *parts[MOST];
    int32_t count = 0, pad = 8 * unit(t), room = l->log.w - 2 * pad;
    for (const char *at = text; *at && count < MOST; at = moult__text_fit(t, at, l->text, room))
        parts[count++] = at;
    for (int32_t i = 0; i < count; i++) {
        int32_t y = l->log.y + 5 * unit(t) + (row - count + 1 + i) * l->line;
        char line[1024];
        size_t length = i + 1 < count ? (size_t)(parts[i + 1] - parts[i]) : SDL_strlen(parts[i]);
        SDL_strlcpy(line, parts[i], moult__least((int32_t)length + 1, (int32_t)sizeof line));
        if (row - count + 1 + i >= 0)
            moult__text_paint(t, l->log.x + pad, y, room + pad, line, l->text, colour);
    }
    return count;
}

static uint32_t colour_of(const moult_scene *scene, const moult_line *line)
{
    uint32_t kind = line->kind < MOULT_SAY_KINDS ? line->kind : 0;
    uint32_t chosen = MOULT_HAS(scene, say_fg) ? scene->say_fg[kind] : 0;
    return chosen ? chosen : says[kind];
}

static uint64_t sum_lines(const moult__window *t, const moult_scene *scene)
{
    uint64_t sum = moult__sum_text(MOULT__SUM, t->said);
    for (uint32_t i = 0; i < scene->line_count; i++) {
        const moult_line *line = MOULT__ENTRY(scene->lines, i);
        uint32_t colour = colour_of(scene, line);
        sum = moult__sum(sum, &colour, sizeof colour);
        sum = moult__sum(moult__sum_text(sum, line->text), &line->turn, 2 * sizeof line->turn);
    }
    return sum;
}

/* The newest one last. Those of earlier turns are paler. */
void moult__log_draw(moult__window *t, const moult_scene *scene)
{
    const moult__layout *l = &t->layout;
    uint64_t sum = sum_lines(t, scene);
    if (sum == t->log_sum || l->log.h == 0)
        return;
    t->log_sum = sum;
    int32_t row = (l->log.h - 8 * unit(t)) / l->line - 1;
    uint32_t newest = 0;
    moult__canvas_fill(&t->canvas, l->log, GROUND);
    if (t->said[0])
        row -= say(t, t->said, says[MOULT_SAY_SYSTEM], row);
    for (uint32_t i = scene->line_count; i-- > 0 && row >= 0;) {
        const moult_line *line = MOULT__ENTRY(scene->lines, i);
        uint32_t colour = colour_of(scene, line);
        char text[1024], times[24] = "";
        newest = newest > line->turn ? newest : line->turn;
        if (line->times > 1)
            SDL_snprintf(times, sizeof times, " (x%u)", line->times);
        SDL_snprintf(text, sizeof text, "%s%s", line->text ? line->text : "", times);
        row -= say(t, text, line->turn < newest ? moult__mix(GROUND, colour, 150) : colour, row);
    }
    moult__canvas_fill(&t->canvas, (moult__area){l->log.x, l->log.y, l->log.w, unit(t)}, EDGE);
    moult__changed(t, l->log);
}
