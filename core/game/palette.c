/* SPDX-License-Identifier: MIT */
/* A palette is a turn of the colour space and a least brightness. That of `distinct` was searched
 * for: it moves what games tell apart by colour alone (kinds of messages, a mini-map's points,
 * water and lava) far enough from each other for eyes that lack one kind of cones, and leaves
 * colours nearly as they were. Black stays black. */
#include <string.h>
#include "core/game/palette.h"

#define ONE 64 /* of `turn` */

static const struct {
    const char *name;
    int32_t turn[3][3], more[3];
    int32_t least; /* brightness, of 65025; what is darker is mixed with white */
} palettes[] = {
    {"default", {{ONE, 0, 0}, {0, ONE, 0}, {0, 0, ONE}}, {0, 0, 0}, 0},
    {"high-contrast", {{ONE, 0, 0}, {0, ONE, 0}, {0, 0, ONE}}, {0, 0, 0}, 23000},
    {"distinct", {{66, 7, -4}, {-9, 67, -2}, {-9, -5, 74}}, {6, 11, 11}, 14000},
};

/* By MOULT_SAY_*, before they are changed. */
static const uint32_t says[MOULT_SAY_KINDS] = {0xc0c0c0, 0x60d060, 0xe05050, 0xf0d040,
                                               0xf0f0f0, 0xe09040, 0x50c0d0, 0xc0c0c0};

moult_status moult__palette_choose(moult__palette *p, const char *name)
{
    for (uint32_t i = 0; i < MOULT_COUNT(palettes); i++)
        if (strcmp(palettes[i].name, name) == 0) {
            p->number = i;
            return MOULT_OK;
        }
    return MOULT_UNKNOWN;
}

const char *moult__palette_next(const moult__palette *p)
{
    return palettes[(p->number + 1) % MOULT_COUNT(palettes)].name;
}

static uint32_t with_white(const int32_t part[3], int32_t share)
{
    uint32_t colour = 0;
    for (uint32_t i = 0; i < 3; i++)
        colour = colour << 8 | (uint32_t)(part[i] + (255 - part[i]) * share / 16);
    return colour;
}

static int32_t brightness(uint32_t colour)
{
    int32_t red = colour >> 16 & 255, green = colour >> 8 & 255, blue = colour & 255;
    return (213 * red * red + 715 * green * green + 72 * blue * blue) / 1000;
}

uint32_t moult__palette_colour(const moult__palette *p, uint32_t colour)
{
    int32_t part[3], share = 0;
    if (colour == 0 || p->number == 0)
        return colour;
    for (uint32_t i = 0; i < 3; i++) {
        const int32_t *turn = palettes[p->number].turn[i];
        int32_t sum = palettes[p->number].more[i] * ONE + turn[0] * (int32_t)(colour >> 16 & 255) +
                      turn[1] * (int32_t)(colour >> 8 & 255) + turn[2] * (int32_t)(colour & 255);
        part[i] = sum < 0 ? 0 : sum / ONE > 255 ? 255 : sum / ONE;
    }
    while (share < 16 && brightness(with_white(part, share)) < palettes[p->number].least)
        share++;
    return with_white(part, share);
}

/* Maps are of few colours: the last one is mostly the next. */
static uint32_t again(const moult__palette *p, uint32_t colour, uint32_t last[2])
{
    if (colour != last[0]) {
        last[0] = colour;
        last[1] = moult__palette_colour(p, colour);
    }
    return last[1];
}

void moult__palette_apply(const moult__palette *p, moult_scene *scene)
{
    uint32_t last[3][2] = {{0}};
    if (p->number == 0)
        return;
    for (int64_t i = 0; i < (int64_t)scene->width * scene->height; i++) {
        scene->cells[i].fg = again(p, scene->cells[i].fg, last[0]);
        scene->cells[i].bg = again(p, scene->cells[i].bg, last[1]);
        scene->cells[i].accent = again(p, scene->cells[i].accent, last[2]);
    }
    for (int64_t i = 0; scene->mini != NULL && i < (int64_t)scene->mini_width * scene->mini_height;
         i++)
        scene->mini[i] = again(p, scene->mini[i], last[0]);
    moult_gauge *gauges = (moult_gauge *)scene->gauges; /* the core's own */
    for (uint32_t i = 0; i < scene->gauge_count; i++) {
        gauges[i].fg = moult__palette_colour(p, gauges[i].fg);
        gauges[i].bg = moult__palette_colour(p, gauges[i].bg);
    }
    for (uint32_t i = 0; i < MOULT_SAY_KINDS; i++)
        scene->say_fg[i] =
            moult__palette_colour(p, scene->say_fg[i] != 0 ? scene->say_fg[i] : says[i]);
}
