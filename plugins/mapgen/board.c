/* SPDX-License-Identifier: MIT */
/* mapgen/board: a board of lettered cells with exits, for `simple`.
 * Drawn in this order: all letters row by row, A on a fair coin; then, cell by cell, its neighbours
 * up, down, left and right, each an exit with chance 2/3, the whole cell again while it has none;
 * last the token's cell. A generator draws only from what it is asked with: the option
 * seed=HEXADECIMAL, up to 16 digits, for which the rules draw from their play stream, or without it
 * the request's seed. Chance is SplitMix64 (G. Steele, D. Lea, C. Flood, 2014), bounded without
 * bias by D. Lemire's multiplication (2019). */
#include <moult/moult.h>
#include <string.h>
#include "rules/simple/board.h"

typedef struct chance {
    uint64_t state;
    uint32_t drawn;
} chance;

static uint32_t next(chance *c)
{
    uint64_t z = c->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    c->drawn++;
    return (uint32_t)((z ^ z >> 31) >> 32);
}

/* Uniform in 0..bound-1. */
static uint32_t draw(chance *c, uint32_t bound)
{
    uint64_t product = (uint64_t)next(c) * bound;
    uint32_t least = (0u - bound) % bound;
    while ((uint32_t)product < least)
        product = (uint64_t)next(c) * bound;
    return (uint32_t)(product >> 32);
}

/* Of "... seed=1f ...": 1 when it is there. */
static int32_t option_seed(const char *options, uint64_t *seed)
{
    const char *at = options;
    while (at != NULL && *at != 0) {
        at += strspn(at, " ");
        if (strncmp(at, "seed=", 5) == 0) {
            size_t digits = strspn(at + 5, "0123456789abcdefABCDEF");
            *seed = 0;
            for (size_t i = 0; i < digits; i++)
                *seed = *seed << 4 | simple_hex(at[5 + i]);
            return digits > 0;
        }
        at += strcspn(at, " ");
    }
    return 0;
}

static chance begin(const moult_request *request)
{
    chance c = {0};
    if (option_seed(request->options, &c.state))
        c.state += request->attempt;
    else
        for (uint32_t i = 0; i < 8; i++)
            c.state |= (uint64_t)request->seed[i] << (8 * i);
    return c;
}

static uint32_t draw_exits(chance *c, uint32_t ways)
{
    uint32_t exits;
    do {
        exits = 0;
        for (uint32_t way = SIMPLE_UP; way <= SIMPLE_RIGHT; way <<= 1)
            if ((ways & way) != 0 && draw(c, 3) < 2)
                exits |= way;
    } while (exits == 0);
    return exits;
}

static moult_status draw_cells(chance *c, moult_canvas *canvas)
{
    int32_t width = canvas->width, height = canvas->height;
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            moult_canvas_put(canvas, x, y, MOULT_TILE_LETTER);
            canvas->detail[y * canvas->stride + x] = (uint8_t)draw(c, 2);
        }
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            uint32_t exits = draw_exits(c, simple_ways(width, height, x, y));
            uint8_t *detail = &canvas->detail[y * canvas->stride + x];
            *detail = (uint8_t)SIMPLE_DETAIL(*detail, exits);
        }
        moult_status status = canvas->spend(canvas, c->drawn);
        if (status < 0)
            return status;
        c->drawn = 0;
    }
    return MOULT_OK;
}

static moult_status generate(const moult_request *request, moult_canvas *canvas)
{
    chance c = begin(request);
    int32_t width = canvas->width, height = canvas->height;
    if (width * height < 2)
        return MOULT_UNSUPPORTED; /* a single cell has nowhere to lead to */
    moult_status status = draw_cells(&c, canvas);
    if (status < 0)
        return status;
    int32_t cell = (int32_t)draw(&c, (uint32_t)(width * height));
    const moult_spot token = {.size = sizeof token,
                              .kind = MOULT_SPOT_TOKEN,
                              .x = cell % width,
                              .y = cell / width,
                              .room = -1,
                              .target = -1};
    canvas->vocabulary = "simple";
    return canvas->add_spot(canvas, &token);
}

MOULT_MAPGEN(board, "1.0.0", "lettered cells with exits, for simple", generate)
