/* SPDX-License-Identifier: MIT */
/* A run's beginning, and the board of each stage.
 * A board comes from the role `mapgen`. A generator has no world to draw from, so the rules draw 64
 * bits from the play stream and hand them on as the option seed=...; mapgen/board makes letters,
 * exits and token from them, in this order. What comes back is taken only when it is a board. */
#include <stdio.h>
#include "rules/simple/game.h"

/* Every other stage is larger, first by a column, then by a row, up to 8x8. */
static void size_of(int32_t stage, int32_t *cols, int32_t *rows)
{
    int32_t steps = stage > 20 ? 10 : (stage - 1) / 2;
    *rows = 3 + steps / 2;
    *cols = 3 + (steps + 1) / 2;
}

moult_status simple_refuse_flaw(moult_world *w, const simple_flaw *flaw, const char *advice)
{
    char text[256];
    const moult_arg args[] = {
        MOULT_ARG_TEXT("flaw", flaw->text),
        MOULT_ARG_TEXT("advice", advice),
        MOULT_ARG_NUMBER("x", flaw->x),
        MOULT_ARG_NUMBER("y", flaw->y),
    };
    if (flaw->x < 0)
        moult_format(w, text, sizeof text, "no board for simple: {flaw}. {advice}", args,
                     MOULT_COUNT(args));
    else
        moult_format(w, text, sizeof text, "no board for simple: {flaw} at ({x},{y}). {advice}",
                     args, MOULT_COUNT(args));
    return moult_fail(w, MOULT_REFUSED, text);
}

static moult_status draw_board(moult_world *w, int32_t stage, moult_id *level, moult_spot *token)
{
    const moult_canvas *canvas = NULL;
    uint32_t part[4];
    char options[24];
    for (uint32_t i = 0; i < MOULT_COUNT(part); i++)
        part[i] = moult_random(w, MOULT_STREAM_PLAY, 1u << 16);
    snprintf(options, sizeof options, "seed=%04x%04x%04x%04x", part[0], part[1], part[2], part[3]);
    moult_request request = {
        .size = sizeof request, .depth = stage, .vocabulary = "simple", .options = options};
    size_of(stage, &request.width, &request.height);
    *level = moult_generate(w, &request, &canvas);
    if (*level == 0)
        return MOULT_REFUSED; /* who refused has said why */
    for (uint32_t i = 0; i < canvas->spot_count; i++)
        if (canvas->spots[i].kind == MOULT_SPOT_TOKEN) {
            *token = canvas->spots[i];
            return MOULT_OK;
        }
    token->size = 0;
    return MOULT_OK;
}

static simple_flaw check(const moult_world *w, moult_id level, const moult_spot *token)
{
    simple_board board;
    moult_view view;
    if (moult_view_level(w, level, &view) < 0)
        return simple_flaw_at(MOULT_TEXT("the level is gone"), -1, -1);
    simple_flaw flaw = simple_board_view(&view, &board);
    if (flaw.text == NULL && token->size == 0)
        return simple_flaw_at(MOULT_TEXT("there is no spot for the token"), -1, -1);
    return flaw;
}

/* The level becomes the stage's board, with the token at x, y; the old one goes. All of it is
 * known. */
moult_status simple_settle(moult_world *w, moult_id level, int32_t x, int32_t y, int32_t stage)
{
    moult_id old = moult_level(w), token = moult_hero(w);
    moult_view view;
    simple_game *game = simple_game_edit(w, 0);
    if (token == 0)
        token = moult_create(w, MOULT_SCOPE_ACTOR, 0, 0, 0);
    if (game == NULL || token == 0 || moult_view_level(w, level, &view) < 0)
        return MOULT_REFUSED;
    for (int32_t row = 0; row < view.height; row++)
        for (int32_t col = 0; col < view.width; col++)
            moult_set_cell(w, level, MOULT_PLANE_KNOWN, col, row, MOULT_TILE_LETTER + 1);
    moult_status status = moult_move(w, MOULT_SCOPE_ACTOR, token, level, x, y);
    if (status < 0)
        return status;
    moult_set_hero(w, token);
    status = moult_level_enter(w, level);
    if (status < 0)
        return status;
    if (old != 0)
        moult_remove(w, MOULT_SCOPE_LEVEL, old);
    game->stage = stage;
    game->plies_left = 2 * stage;
    game->clock_ms = SIMPLE_CLOCK_MS;
    game->start_x = x;
    game->start_y = y;
    game->state = SIMPLE_CHOOSING;
    game->side = SIMPLE_FIRST;
    game->asked = game->hinted = game->timed_out = 0;
    game->points = 0;
    const moult_arg args[] = {MOULT_ARG_NUMBER("moves", stage), MOULT_ARG_NUMBER("stage", stage)};
    moult_say(
        w, MOULT_SAY_SYSTEM,
        MOULT_PLURAL("Stage {stage}: {moves} move each.", "Stage {stage}: {moves} moves each."),
        args, MOULT_COUNT(args));
    return MOULT_OK;
}

moult_status simple_stage(moult_world *w, int32_t stage)
{
    moult_id level;
    moult_spot token = {0};
    moult_status status = draw_board(w, stage, &level, &token);
    if (status < 0)
        return status;
    simple_flaw flaw = check(w, level, &token);
    if (flaw.text == NULL)
        return simple_settle(w, level, token.x, token.y, stage);
    moult_remove(w, MOULT_SCOPE_LEVEL, level);
    return simple_refuse_flaw(w, &flaw, MOULT_TEXT("Try --use mapgen=board"));
}

/* The first run of a world waits at the title; those after it begin at once. */
moult_status simple_start(moult_world *w, const uint8_t *seed, uint32_t seed_size)
{
    (void)seed, (void)seed_size;
    moult_status status = simple_stage(w, 1);
    if (status < 0)
        return status;
    simple_kept *kept = simple_kept_edit(w, 0);
    simple_game *game = simple_game_edit(w, 0);
    if (kept->runs == 0)
        game->state = SIMPLE_TITLE;
    kept->runs += kept->runs < UINT32_MAX;
    return MOULT_OK;
}
