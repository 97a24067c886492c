/* SPDX-License-Identifier: MIT */
/* What a stage is worth, and how a run stands. */
#include <stdio.h>
#include <string.h>
#include "rules/simple/game.h"

/* In doubles and in this order, so that 57 ms times 100 are 56: 57 / 100 isn't all of 0.57. Nothing
 * is negative, so cutting is rounding down. */
int64_t simple_points(int32_t remaining_ms, int32_t cleared)
{
    double tenths = (double)remaining_ms / 100.0;
    return (int64_t)(tenths * (double)cleared);
}

/* Without blanks around it, and cleaned of what no ranking can take. */
void simple_take_name(simple_game *game, const char *text)
{
    char name[SIMPLE_NAME];
    text += strspn(text, " \t\r\n");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r\n", text[length - 1]) != NULL)
        length--;
    moult_score_text(name, sizeof name, text, (uint32_t)length);
    memset(game->name, 0, sizeof game->name);
    memcpy(game->name, name, strlen(name));
}

moult_status simple_score(const moult_world *w, moult_score *out)
{
    const simple_game *game = simple_game_read(w, 0);
    const char *cause = game->timed_out ? MOULT_TEXT("time") : MOULT_TEXT("the computer");
    const char *name = moult_translate(w, "Anonymous");
    out->won = 0;
    out->score = game->score;
    out->turns = moult_turn(w);
    out->depth = game->stage;
    out->flags = game->score == 0 ? MOULT_SCORE_UNRANKED : 0;
    out->title = MOULT_TEXT("Game over");
    out->depth_label = MOULT_TEXT("Stage");
    out->score_label = MOULT_TEXT("Score");
    if (game->state >= SIMPLE_LOST)
        snprintf(out->cause, sizeof out->cause, "%s", cause);
    if (game->name[0] != 0)
        name = (const char *)game->name;
    snprintf(out->name, sizeof out->name, "%.*s", SIMPLE_NAME - 1, name);
    return MOULT_OK;
}
