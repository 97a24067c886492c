/* SPDX-License-Identifier: MIT */
/* Colours on any terminal. Each pair that is asked for becomes one in which the glyph can be seen:
 * foregrounds too near to their background move away from it. The background is painted black and
 * never left to the terminal, whose own may be white. Pairs are ncurses's to keep: alloc_pair finds
 * a known one and gives the oldest away when there are no more.
 *
 * What is remembered but not seen differs by brightness with 256 colours; with 16 and 8 it is plain
 * blue, which nothing else is; without colour it is dim, or all the rest is bold. */
#include "terminal.h"
#include <stdlib.h>

#define BLACK 16 /* of the 256, so that a themed palette can't tint it */
#define WHITE 231
#define LEAST_CONTRAST 44 /* of 255, in brightness */
#define PLAIN_TEXT 0xc0c0c0u

static int32_t channel(uint32_t rgb, uint32_t which)
{
    return (int32_t)(rgb >> (16 - 8 * which) & 0xff);
}

static int32_t brightness(uint32_t rgb)
{
    return (2 * channel(rgb, 0) + 5 * channel(rgb, 1) + channel(rgb, 2)) / 8;
}

/* A share of `amount` / 16 of the way from one colour to another. */
static uint32_t mix(uint32_t from, uint32_t to, int32_t amount)
{
    uint32_t mixed = 0;
    for (uint32_t i = 0; i < 3; i++) {
        int32_t a = channel(from, i), b = channel(to, i);
        mixed = mixed << 8 | (uint32_t)(a + (b - a) * amount / 16);
    }
    return mixed;
}

/* The foreground, moved towards white or black until it stands out. */
static uint32_t stand_out(uint32_t fg, uint32_t bg)
{
    uint32_t target = brightness(bg) < 128 ? 0xffffffu : 0u;
    for (int32_t amount = 1; amount <= 16 && abs(brightness(fg) - brightness(bg)) < LEAST_CONTRAST;
         amount++)
        fg = mix(fg, target, amount);
    return fg;
}

static int32_t distance(uint32_t a, uint32_t b)
{
    int32_t sum = 0;
    for (uint32_t i = 0; i < 3; i++) {
        int32_t d = channel(a, i) - channel(b, i);
        sum += d * d;
    }
    return sum;
}

/* The nearest of the 6x6x6 cube and the 24 greys, which xterm's 16..255 are. */
static int nearest_of_256(uint32_t rgb)
{
    static const uint8_t level[] = {0, 95, 135, 175, 215, 255};
    uint32_t cube = 0;
    int index = 16, weight = 36;
    for (uint32_t i = 0; i < 3; i++, weight /= 6) {
        int32_t value = channel(rgb, i), step = 0;
        while (step < 5 && level[step] + level[step + 1] < 2 * value)
            step++;
        cube = cube << 8 | level[step];
        index += step * weight;
    }
    int32_t grey = (channel(rgb, 0) + channel(rgb, 1) + channel(rgb, 2)) / 3;
    int32_t step = grey < 8 ? 0 : grey > 238 ? 23 : (grey - 3) / 10;
    uint32_t shade = (uint32_t)(8 + 10 * step) * 0x010101u;
    return distance(rgb, shade) < distance(rgb, cube) ? 232 + (int)step : index;
}

/* One of the 8 by its hue (bit 0 red, 1 green, 2 blue), and whether it is a bright one. */
static int nearest_of_8(uint32_t rgb, int *is_bright)
{
    int32_t most = 0;
    int index = 0;
    for (uint32_t i = 0; i < 3; i++)
        most = channel(rgb, i) > most ? channel(rgb, i) : most;
    *is_bright = most > 0xd0;
    if (most < 0x28)
        return COLOR_BLACK;
    for (uint32_t i = 0; i < 3; i++)
        if (channel(rgb, i) * 5 > most * 3)
            index |= 1 << i;
    return index;
}

static moult__look look_of_256(uint32_t fg, uint32_t bg, uint32_t flags)
{
    if (flags & MOULT_CELL_DIM)
        fg = mix(fg, bg, 8);
    int back = bg ? nearest_of_256(bg) : BLACK;
    int front = nearest_of_256(stand_out(fg, bg));
    if (front == back)
        front = brightness(bg) < 128 ? WHITE : BLACK;
    return (moult__look){0, alloc_pair(front, back)};
}

static moult__look look_of_16(const moult__terminal *t, uint32_t fg, uint32_t bg, uint32_t flags)
{
    int is_bright, ignored;
    int front = nearest_of_8(fg, &is_bright);
    int back = brightness(bg) < 0x40 ? COLOR_BLACK : nearest_of_8(bg, &ignored);
    if (back != COLOR_BLACK) {
        is_bright = 0;
        front = back == COLOR_BLUE || back == COLOR_RED || back == COLOR_MAGENTA ? COLOR_WHITE
                                                                                 : COLOR_BLACK;
    } else if (flags & MOULT_CELL_DIM) {
        front = COLOR_BLUE;
        is_bright = 0;
    } else if (front == COLOR_BLACK) {
        front = COLOR_WHITE;
    } else if (front == COLOR_BLUE) {
        is_bright = 1;
    }
    if (is_bright && t->colours >= 16)
        front += 8;
    attr_t bold = is_bright && t->colours < 16 ? A_BOLD : 0;
    return (moult__look){bold, alloc_pair(front, back)};
}

static moult__look look_without_colour(const moult__terminal *t, uint32_t bg, uint32_t flags)
{
    attr_t attributes = brightness(bg) >= 0x80 ? A_REVERSE : 0;
    if (!(flags & MOULT_CELL_DIM))
        attributes |= t->has_dim ? 0 : A_BOLD;
    else if (t->has_dim)
        attributes |= A_DIM;
    return (moult__look){attributes, 0};
}

moult__look moult__colours_look(const moult__terminal *t, uint32_t fg, uint32_t bg, uint32_t flags)
{
    moult__look look = t->colours >= 256 ? look_of_256(fg, bg, flags)
                       : t->colours      ? look_of_16(t, fg, bg, flags)
                                         : look_without_colour(t, bg, flags);
    if (flags & MOULT_CELL_BOLD)
        look.attributes |= A_BOLD;
    if (!(flags & MOULT_CELL_REVERSE) != !(flags & MOULT_CELL_CURSOR))
        look.attributes ^= A_REVERSE;
    if (look.pair < 0)
        look.pair = 0; /* no memory for another one: the terminal's own colours */
    return look;
}

moult__look moult__colours_exact(const moult__terminal *t, uint32_t fg, uint32_t bg)
{
    int ignored, pair;
    if (t->colours >= 256)
        pair = alloc_pair(nearest_of_256(fg), nearest_of_256(bg));
    else
        pair = alloc_pair(nearest_of_8(fg, &ignored), nearest_of_8(bg, &ignored));
    return (moult__look){0, pair < 0 ? 0 : pair};
}

void moult__colours_open(moult__terminal *t)
{
    const char *no_colour = getenv("NO_COLOR");
    t->has_dim = (termattrs() & A_DIM) != 0;
    if ((no_colour && no_colour[0]) || !has_colors() || start_color() == ERR)
        return;
    use_default_colors(); /* so that what is left after us is the terminal's own */
    t->colours = COLORS >= 256 ? 256 : COLORS >= 16 ? 16 : COLORS >= 8 ? 8 : 0;
    if (!t->colours)
        return;
    moult__look look = moult__colours_look(t, PLAIN_TEXT, 0, 0);
    cchar_t blank;
    setcchar(&blank, L" ", look.attributes & ~(attr_t)A_BOLD, 0, &look.pair);
    bkgrndset(&blank);
}
