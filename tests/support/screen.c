/* SPDX-License-Identifier: MIT */
#include "support/screen.h"
#include <stdio.h>
#include <string.h>
#include "core/system/text.h"
#include <check.h>

#define LINE 1024
#define SHIFT_OUT 016
#define SHIFT_IN 017

/* Of the terminal's own set, what frames are made of. */
static const char *box_drawing(char letter)
{
    static const struct {
        char letter;
        const char *drawing;
    } known[] = {
        {'l', "┌"}, {'k', "┐"}, {'m', "└"}, {'j', "┘"}, {'x', "│"}, {'q', "─"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].letter == letter)
            return known[i].drawing;
    return NULL;
}

const char *screen_read(tmux *t)
{
    static char plain[sizeof t->screen];
    size_t used = 0;
    int own_set = 0;
    for (const char *at = tmux_colours(t); *at != 0 && used + 4 < sizeof plain; at++) {
        if (*at == '\033') { /* a sequence that ends with a letter */
            at += strcspn(at, "mHJK");
            if (*at == 0)
                break;
        } else if (*at == SHIFT_OUT || *at == SHIFT_IN) {
            own_set = *at == SHIFT_OUT;
        } else {
            const char *drawing = own_set ? box_drawing(*at) : NULL;
            char itself[2] = {*at, 0};
            size_t length = strlen(drawing != NULL ? drawing : itself);
            memcpy(plain + used, drawing != NULL ? drawing : itself, length);
            used += length;
        }
    }
    memcpy(t->screen, plain, used);
    t->screen[used] = 0;
    return t->screen;
}

void screen_check(const tmux *t)
{
    char line[LINE];
    ck_assert_ptr_null(strstr(t->screen, "\ufffd"));
    ck_assert_ptr_null(strstr(t->screen, "{"));
    for (int32_t y = 0; y < t->rows; y++) {
        tmux_line(t, y, line, sizeof line);
        ck_assert_msg((int32_t)moult__text_columns(line) <= t->columns, "%s", line);
    }
}

/* The column of the last `mark` in a line; -1: it isn't there. */
static int32_t last_column(char *line, const char *mark)
{
    char *at = NULL;
    for (char *next = line; (next = strstr(next, mark)) != NULL; next++)
        at = next;
    if (at == NULL)
        return -1;
    *at = 0;
    return (int32_t)moult__text_columns(line);
}

void screen_check_frame(const tmux *t, int32_t rows_at_least)
{
    char line[LINE];
    int32_t rows = 0, right = -1;
    for (int32_t y = 0; y < t->rows; y++) {
        tmux_line(t, y, line, sizeof line);
        int32_t is_top = strstr(line, "┌") != NULL, is_bottom = strstr(line, "└") != NULL;
        int32_t at = last_column(line, is_top ? "┐" : is_bottom ? "┘" : "│");
        if (at < 0)
            continue;
        right = right < 0 ? at : right;
        ck_assert_msg(at == right, "line %d ends in column %d, not %d:\n%s", (int)y, (int)at,
                      (int)right, t->screen);
        rows += !is_top && !is_bottom;
    }
    ck_assert_msg(rows >= rows_at_least, "%d rows:\n%s", (int)rows, t->screen);
}

/* Blanks at a line's end may be there or not. */
void screen_check_right(const tmux *t, int32_t y, int32_t count)
{
    char line[LINE];
    for (int32_t i = y; i < y + count; i++) {
        tmux_line(t, i, line, sizeof line);
        size_t length = strlen(line);
        while (length > 0 && line[length - 1] == ' ')
            line[--length] = 0;
        ck_assert_msg((int32_t)moult__text_columns(line) == t->columns, "line %d ends before:\n%s",
                      (int)i, t->screen);
    }
}

int32_t screen_column(const tmux *t, int32_t y, const char *text)
{
    char line[LINE];
    tmux_line(t, y, line, sizeof line);
    char *at = strstr(line, text);
    if (at == NULL)
        return -1;
    *at = 0;
    return (int32_t)moult__text_columns(line);
}

void screen_find(const tmux *t, const char *text, int32_t *x, int32_t *y)
{
    for (*y = 0; *y < t->rows; ++*y)
        if ((*x = screen_column(t, *y, text)) >= 0)
            return;
    ck_abort_msg("no \"%s\":\n%s", text, t->screen);
}
