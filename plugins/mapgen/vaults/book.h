/* SPDX-License-Identifier: MIT */
/* The book of vaults: drawings in a text, read and checked. The format stands at the head of
 * vaults.txt. A book points into its text. */
#ifndef MOULT_VAULTS_BOOK_H
#define MOULT_VAULTS_BOOK_H
#include <moult/base.h>
#include <moult/status.h>

#define VAULTS_MAX 64
#define VAULTS_SIDE_MIN 5
#define VAULTS_SIDE_MAX 15

typedef struct vaults_design {
    const char *name; /* without a final zero */
    const char *rows; /* `height` lines of `width` signs, each with a newline behind it */
    uint32_t name_size;
    int32_t width, height, line; /* line: of the name, from 1 */
} vaults_design;

typedef struct vaults_book {
    vaults_design designs[VAULTS_MAX];
    uint32_t count;
    char why[160]; /* "vaults.txt:LINE:COLUMN: ...": why the text was refused */
} vaults_book;

/* MOULT_FORMAT, with the reason in out->why, for the first thing that is wrong. */
moult_status vaults_read(const char *text, vaults_book *out);

/* The sign at (x, y) of one of the eight variants: bit 1 mirrors left and right, bit 2 top and
 * bottom, bit 4 swaps columns and rows first, and so width and height. */
static inline char vaults_sign(const vaults_design *design, uint32_t variant, int32_t x, int32_t y)
{
    int32_t column = (variant & 4) != 0 ? y : x, row = (variant & 4) != 0 ? x : y;
    if ((variant & 1) != 0)
        column = design->width - 1 - column;
    if ((variant & 2) != 0)
        row = design->height - 1 - row;
    return design->rows[row * (design->width + 1) + column];
}

#endif
