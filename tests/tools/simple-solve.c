/* SPDX-License-Identifier: MIT */
/* Solves boards of `simple`: simple-solve < BOARDS
 * Reads rows as in tests/facts/simple/boards.tsv, with tabs between their columns: rows, cols,
 * turns, cell, letters, exits; answers may follow. Prints the same rows with its own answers: does
 * first win, by which moves, does second win when first has just moved, by which moves. A heading
 * is printed as it is. The first row that isn't right ends it, with its line's number and why. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "rules/simple/board.h"

#define COLUMNS 6
#define COLUMNS_ANSWERED 10
#define TURNS_MOST 1000000

typedef struct row {
    simple_board board;
    int32_t turns, x, y;
} row;

/* Cuts a line at its tabs; answers the number of columns, of which `room` are kept. */
static uint32_t cut(char *line, char **column, uint32_t room)
{
    uint32_t count = 0;
    for (char *at = line; at != NULL; count++) {
        char *tab = strchr(at, '\t');
        if (count < room)
            column[count] = at;
        if (tab != NULL)
            *tab++ = 0;
        at = tab;
    }
    return count;
}

static int32_t read_number(const char *text, int32_t least, int32_t most, int32_t *out)
{
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != 0 || errno != 0 || number < least ||
        number > most)
        return 0;
    *out = (int32_t)number;
    return 1;
}

/* NULL, or what is wrong; it may stand in why[room]. */
static const char *read_row(char *line, row *out, char *why, size_t room)
{
    char *column[COLUMNS_ANSWERED];
    uint32_t count = cut(line, column, COLUMNS_ANSWERED);
    int32_t rows, cols, cell;
    if (count < COLUMNS || count > COLUMNS_ANSWERED) {
        snprintf(why, room, "%u columns; rows, cols, turns, cell, letters and exits are needed",
                 count);
        return why;
    }
    if (!read_number(column[0], 1, SIMPLE_SIDE_MOST, &rows))
        return "rows is no number of 1 to 64";
    if (!read_number(column[1], 1, SIMPLE_SIDE_MOST, &cols))
        return "cols is no number of 1 to 64";
    if (!read_number(column[2], 1, TURNS_MOST, &out->turns))
        return "turns is no number of 1 to 1000000";
    if (!read_number(column[3], 0, rows * cols - 1, &cell))
        return "cell is no cell's number";
    out->x = cell % cols;
    out->y = cell / cols;
    simple_flaw flaw = simple_board_text(&out->board, cols, rows, column[4], column[5]);
    if (flaw.text == NULL || flaw.x < 0)
        return flaw.text;
    snprintf(why, room, "%s: cell %d", flaw.text, flaw.y * cols + flaw.x);
    return why;
}

static void print_answer(const row *r, int32_t plies_left)
{
    simple_answer answer = simple_moves(&r->board, plies_left, r->x, r->y);
    const char *before = "";
    printf("\t%d\t", answer.winning != 0);
    for (uint32_t way = SIMPLE_UP; way <= SIMPLE_RIGHT; way <<= 1) {
        int32_t x = r->x, y = r->y;
        if ((answer.winning & way) == 0)
            continue;
        simple_follow(way, &x, &y);
        printf("%s%d", before, y * r->board.cols + x);
        before = ",";
    }
    if (answer.winning == 0)
        printf("-");
}

/* The first six columns as they came. */
static void print_question(const char *line)
{
    size_t length = 0;
    for (uint32_t tabs = 0; line[length] != 0; length++)
        if (line[length] == '\t' && ++tabs == COLUMNS)
            break;
    printf("%.*s", (int)length, line);
}

/* 0 when the row was solved. */
static int32_t solve_line(const char *line, uint64_t number)
{
    row r;
    char why[160];
    char *copy = strdup(line);
    const char *wrong = copy != NULL ? read_row(copy, &r, why, sizeof why) : "no memory";
    free(copy);
    if (wrong != NULL) {
        fflush(stdout);
        fprintf(stderr, "simple-solve: line %llu: %s\n", (unsigned long long)number, wrong);
        return 1;
    }
    print_question(line);
    print_answer(&r, 2 * r.turns);
    print_answer(&r, 2 * r.turns - 1);
    printf("\n");
    return 0;
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    int32_t failed = 0;
    for (uint64_t number = 1; !failed && (length = getline(&line, &room, stdin)) >= 0; number++) {
        if (length > 0 && line[length - 1] == '\n')
            line[--length] = 0;
        if (strlen(line) != (size_t)length) {
            fprintf(stderr, "simple-solve: line %llu: a zero byte\n", (unsigned long long)number);
            failed = 1;
        } else if (number == 1 && strncmp(line, "rows\t", 5) == 0) {
            printf("%s\n", line);
        } else {
            failed = solve_line(line, number);
        }
    }
    free(line);
    if (fflush(stdout) != 0 || ferror(stdout) || ferror(stdin)) {
        fprintf(stderr, "simple-solve: reading or writing failed\n");
        failed = 1;
    }
    return failed;
}
