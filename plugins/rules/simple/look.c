/* SPDX-License-Identifier: MIT */
/* What is said about the run and the board in figures and words. */
#include <stdio.h>
#include "rules/simple/game.h"

#define CLOCK_LOW_MS 5000
#define RED 0xff5050u

static void add_number(moult_scene *scene, const char *label, int64_t value, int64_t max)
{
    const moult_gauge gauge = {.size = sizeof gauge,
                               .style = MOULT_GAUGE_NUMBER,
                               .value = value,
                               .max = max,
                               .label = label};
    scene->add_gauge(scene, &gauge);
}

static void add_text(moult_scene *scene, const char *label, const char *text, uint32_t fg)
{
    const moult_gauge gauge = {
        .size = sizeof gauge, .style = MOULT_GAUGE_TEXT, .fg = fg, .label = label, .text = text};
    scene->add_gauge(scene, &gauge);
}

/* Seconds and tenths of them, cut: what reads 0.1 has not run out. */
static void add_clock(const moult_world *w, const simple_game *game, moult_scene *scene)
{
    char seconds[32];
    snprintf(seconds, sizeof seconds, "%d.%d", game->clock_ms / 1000, game->clock_ms / 100 % 10);
    add_text(scene, moult_translate(w, "Clock"), seconds,
             game->clock_ms <= CLOCK_LOW_MS && simple_clock_runs(game) ? RED : 0);
}

static const char *side_and_letter(uint32_t side)
{
    return side == SIMPLE_FIRST ? MOULT_TEXT("first (A)") : MOULT_TEXT("second (B)");
}

static void add_side(const moult_world *w, const simple_game *game, moult_scene *scene)
{
    const char *side = side_and_letter(game->side);
    if (game->state == SIMPLE_CHOOSING)
        side = "?";
    add_text(scene, moult_translate(w, "You"), moult_translate(w, side), 0);
}

/* The moves left are the human's own; it is always the human's turn. */
void simple_gauges(const moult_world *w, moult_scene *scene)
{
    const simple_game *game = simple_game_read(w, 0);
    if (game->state == SIMPLE_TITLE)
        return;
    add_clock(w, game, scene);
    add_number(scene, moult_translate(w, "Moves"), game->plies_left / 2 + game->plies_left % 2,
               game->stage);
    add_side(w, game, scene);
    add_number(scene, moult_translate(w, "Stage"), game->stage, 0);
    add_number(scene, moult_translate(w, "Score"), game->score, 0);
}

static void add_beside(moult_scene *scene, const char *text, const char *detail)
{
    const moult_row row = {.size = sizeof row, .text = text, .detail = detail};
    if (MOULT_HAS(scene, add_side))
        scene->add_side(scene, &row);
}

/* Beside the board of a stage that is over: who has won, who should have, and what the board's
 * digits are. */
void simple_result(const moult_world *w, moult_scene *scene, uint32_t winner, uint32_t favourite)
{
    if (!simple_game_read(w, 0)->timed_out)
        add_beside(scene, moult_translate(w, "Winner"),
                   moult_translate(w, side_and_letter(winner)));
    add_beside(scene, moult_translate(w, "Perfect play"),
               moult_translate(w, side_and_letter(favourite)));
    add_beside(scene, moult_translate(w, "1, 2: winner; *: start"), NULL);
}

/* "B; exits: up, left" */
moult_status simple_look(const moult_world *w, int32_t x, int32_t y, char *text, uint32_t room)
{
    static const char *const names[SIMPLE_WAYS] = {MOULT_TEXT("up"), MOULT_TEXT("down"),
                                                   MOULT_TEXT("left"), MOULT_TEXT("right")};
    moult_view view;
    char ways[128] = "";
    int used = 0;
    text[0] = 0;
    if (simple_game_read(w, 0)->state == SIMPLE_TITLE ||
        moult_view_level(w, moult_level(w), &view) < 0 || x < 0 || y < 0 || x >= view.width ||
        y >= view.height)
        return MOULT_OK;
    uint32_t detail = view.detail[y * view.stride + x];
    for (uint32_t i = 0; i < SIMPLE_WAYS; i++)
        if ((detail >> 4 >> i & 1) != 0 && used < (int)sizeof ways)
            used += snprintf(ways + used, sizeof ways - (size_t)used, "%s%s",
                             used ? moult_translate(w, ", ") : "", moult_translate(w, names[i]));
    const moult_arg args[] = {MOULT_ARG_TEXT("letter", (detail & 15) == 0 ? "A" : "B"),
                              MOULT_ARG_TEXT("exits", ways)};
    moult_format(w, text, room, "{letter}; exits: {exits}", args, MOULT_COUNT(args));
    return MOULT_OK;
}

uint32_t simple_attention(const moult_world *w, char *why, uint32_t room)
{
    const simple_game *game = simple_game_read(w, 0);
    const char *reason = game->state == SIMPLE_OVER ? moult_translate(w, "the game is over") : "";
    snprintf(why, room, "%s", reason);
    return game->state == SIMPLE_OVER ? MOULT_ATTENTION_OVER : 0;
}
