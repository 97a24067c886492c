/* SPDX-License-Identifier: MIT */
/* Reads the book of vaults and refuses what couldn't be played, by line and column: a stranger
 * draws these, and a level with a bad one should never be made. */
#include <stdio.h>
#include <string.h>
#include "mapgen/vaults/book.h"

#define WORD "vault "
#define SIGNS "#.+S$M~"
#define NAME_LETTERS "abcdefghijklmnopqrstuvwxyz0123456789-"

/* `at` is where the line `line` begins. */
typedef struct reader {
    vaults_book *book;
    const char *at;
    int32_t line;
} reader;

static moult_status refuse(vaults_book *book, int32_t line, int32_t column, const char *what)
{
    snprintf(book->why, sizeof book->why, "vaults.txt:%d:%d: %s", line, column, what);
    return MOULT_FORMAT;
}

static size_t line_size(const char *at)
{
    return strcspn(at, "\n");
}

static void next_line(reader *r)
{
    r->at += line_size(r->at);
    r->at += *r->at == '\n';
    r->line++;
}

static char sign(const vaults_design *design, int32_t x, int32_t y)
{
    return vaults_sign(design, 0, x, y);
}

static int32_t is_door(char sign)
{
    return sign == '+' || sign == 'S';
}

static int32_t is_open(char sign)
{
    return sign != '#' && sign != '~';
}

static moult_status refuse_at(vaults_book *book, const vaults_design *design, int32_t x, int32_t y,
                              const char *what)
{
    return refuse(book, design->line + 1 + y, x + 1, what);
}

/* -- what a drawing must be -------------------------------------------------------------------- */

static moult_status check_outline(vaults_book *book, const vaults_design *design)
{
    const int32_t right = design->width - 1, bottom = design->height - 1;
    for (int32_t y = 0; y <= bottom; y++)
        for (int32_t x = 0; x <= right; x++) {
            const int32_t side = x == 0 || x == right, end = y == 0 || y == bottom;
            const char here = sign(design, x, y);
            if (!side && !end) {
                if (is_door(here))
                    return refuse_at(book, design, x, y, "a door stands only in the outline");
                continue;
            }
            if (here != '#' && !is_door(here))
                return refuse_at(book, design, x, y, "the outline is wall (#) and doors (+, S)");
            if (!is_door(here))
                continue;
            if (side && end)
                return refuse_at(book, design, x, y, "a door can't be in a corner");
            const int32_t inner_x = x == 0 ? 1 : x == right ? x - 1 : x;
            const int32_t inner_y = y == 0 ? 1 : y == bottom ? y - 1 : y;
            if (!is_open(sign(design, inner_x, inner_y)))
                return refuse_at(book, design, x, y, "the door leads nowhere");
        }
    return MOULT_OK;
}

static moult_status check_content(vaults_book *book, const vaults_design *design)
{
    static const struct {
        const char *signs, *what;
    } needed[] = {
        {"+S", "the vault has no door (+ or S)"},
        {"$", "the vault has no treasure ($)"},
        {"M", "the vault has no guard (M)"},
    };
    for (uint32_t i = 0; i < MOULT_COUNT(needed); i++) {
        int32_t found = 0;
        for (int32_t y = 0; y < design->height; y++)
            for (int32_t x = 0; x < design->width; x++)
                found |= strchr(needed[i].signs, sign(design, x, y)) != NULL;
        if (!found)
            return refuse(book, design->line, 1, needed[i].what);
    }
    return MOULT_OK;
}

typedef struct walk {
    const vaults_design *design;
    uint8_t seen[VAULTS_SIDE_MAX * VAULTS_SIDE_MAX];
    uint8_t queue[VAULTS_SIDE_MAX * VAULTS_SIDE_MAX];
    uint32_t count;
} walk;

static void enter(walk *w, int32_t x, int32_t y)
{
    const int32_t at = y * VAULTS_SIDE_MAX + x;
    if (x < 0 || y < 0 || x >= w->design->width || y >= w->design->height ||
        !is_open(sign(w->design, x, y)) || w->seen[at])
        return;
    w->seen[at] = 1;
    w->queue[w->count++] = (uint8_t)at;
}

static void enter_first_door(walk *w)
{
    for (int32_t y = 0; y < w->design->height; y++)
        for (int32_t x = 0; x < w->design->width; x++)
            if (w->count == 0 && is_door(sign(w->design, x, y)))
                enter(w, x, y);
}

/* By steps in four directions, since not all rules know others. */
static moult_status check_ways(vaults_book *book, const vaults_design *design)
{
    walk w = {.design = design};
    enter_first_door(&w);
    for (uint32_t next = 0; next < w.count; next++) {
        const int32_t x = w.queue[next] % VAULTS_SIDE_MAX, y = w.queue[next] / VAULTS_SIDE_MAX;
        enter(&w, x, y - 1);
        enter(&w, x + 1, y);
        enter(&w, x, y + 1);
        enter(&w, x - 1, y);
    }
    for (int32_t y = 0; y < design->height; y++)
        for (int32_t x = 0; x < design->width; x++)
            if (is_open(sign(design, x, y)) && !w.seen[y * VAULTS_SIDE_MAX + x])
                return refuse_at(book, design, x, y, "this can't be walked to from the door");
    return MOULT_OK;
}

/* -- reading ----------------------------------------------------------------------------------- */

static moult_status read_name(reader *r, vaults_design *design)
{
    const size_t word = strlen(WORD), size = line_size(r->at);
    if (strncmp(r->at, WORD, word) != 0)
        return refuse(r->book, r->line, 1, "expected \"vault NAME\"");
    design->name = r->at + word;
    design->name_size = (uint32_t)strspn(design->name, NAME_LETTERS);
    design->line = r->line;
    if (design->name_size == 0 || word + design->name_size != size)
        return refuse(r->book, r->line, (int32_t)(word + design->name_size) + 1,
                      "a name has small letters, digits and -");
    for (uint32_t i = 0; i < r->book->count; i++)
        if (r->book->designs[i].name_size == design->name_size &&
            memcmp(r->book->designs[i].name, design->name, design->name_size) == 0)
            return refuse(r->book, r->line, (int32_t)word + 1, "another vault has this name");
    next_line(r);
    return MOULT_OK;
}

static moult_status read_row(reader *r, vaults_design *design)
{
    const int32_t size = (int32_t)line_size(r->at), good = (int32_t)strspn(r->at, SIGNS);
    char what[80];
    if (good < size) {
        const char bad = r->at[good];
        if (bad > ' ' && bad < 127)
            snprintf(what, sizeof what, "unknown sign '%c', only %s", bad, SIGNS);
        else
            snprintf(what, sizeof what, "unknown sign, only %s", SIGNS);
        return refuse(r->book, r->line, good + 1, what);
    }
    if (design->height == 0)
        design->width = size;
    if (size != design->width) {
        snprintf(what, sizeof what, "this row has %d signs, the first one has %d", size,
                 design->width);
        return refuse(r->book, r->line, (size < design->width ? size : design->width) + 1, what);
    }
    design->height++;
    if (size > VAULTS_SIDE_MAX || design->height > VAULTS_SIDE_MAX)
        return refuse(r->book, r->line, size > VAULTS_SIDE_MAX ? VAULTS_SIDE_MAX + 1 : 1,
                      "a vault is at most 15 signs wide and high");
    if (r->at[size] == 0)
        return refuse(r->book, r->line, size + 1, "the last line has no end");
    next_line(r);
    return MOULT_OK;
}

static moult_status read_design(reader *r)
{
    vaults_design design = {.height = 0};
    moult_status status = read_name(r, &design);
    design.rows = r->at;
    while (status >= 0 && line_size(r->at) > 0)
        status = read_row(r, &design);
    if (status < 0)
        return status;
    if (design.width < VAULTS_SIDE_MIN || design.height < VAULTS_SIDE_MIN)
        return refuse(r->book, design.line, 1, "a vault is at least 5 signs wide and high");
    if (r->book->count == VAULTS_MAX)
        return refuse(r->book, design.line, 1, "more than 64 vaults");
    if ((status = check_outline(r->book, &design)) < 0 ||
        (status = check_content(r->book, &design)) < 0 ||
        (status = check_ways(r->book, &design)) < 0)
        return status;
    r->book->designs[r->book->count++] = design;
    return MOULT_OK;
}

moult_status vaults_read(const char *text, vaults_book *out)
{
    reader r = {.book = out, .at = text, .line = 1};
    moult_status status = MOULT_OK;
    out->count = 0;
    out->why[0] = 0;
    while (*r.at != 0 && status >= 0)
        if (*r.at == ';' || *r.at == '\n')
            next_line(&r);
        else
            status = read_design(&r);
    if (status >= 0 && out->count == 0)
        status = refuse(out, r.line, 1, "there is no vault");
    return status;
}
