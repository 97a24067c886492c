/* SPDX-License-Identifier: MIT */
/* What the files of rules/simple know of each other.
 * A turn looks its ground up once, into a `simple_play` on the stack, and hands it down. */
#ifndef SIMPLE_GAME_H
#define SIMPLE_GAME_H
#include <moult/moult.h>
#include "rules/simple/board.h"
#include "rules/simple/simple.h"

#define SIMPLE_VERB_STEP (MOULT_VERB_OWN + 0u) /* onto the cell x, y */
#define SIMPLE_VERB_PLAY_FIRST (MOULT_VERB_OWN + 1u)
#define SIMPLE_VERB_PLAY_SECOND (MOULT_VERB_OWN + 2u)
#define SIMPLE_VERB_GO_ON (MOULT_VERB_OWN + 3u)
#define SIMPLE_VERB_HINT (MOULT_VERB_OWN + 4u)

#define SIMPLE_MENU_TITLE 1u
#define SIMPLE_MENU_SIDE 2u
#define SIMPLE_MENU_RESULT 3u
#define SIMPLE_MENU_NAME 4u

/* Whoever plays against the human; the core binds it, so that a game without it isn't begun. */
#define SIMPLE_COMPUTER "solver"
MOULT_BOUND const moult_ai_1 *simple_computer;

typedef struct simple_play {
    moult_world *w;
    moult_outcome *outcome;
    simple_game *game; /* the row, to be changed */
    moult_id token, level;
    int32_t x, y; /* the token's cell */
    moult_view view;
    simple_board board;
} simple_play;

/* turn.c */
moult_status simple_begin(simple_play *p, moult_world *w, moult_outcome *outcome);
moult_status simple_turn(moult_world *w, const moult_action *action, moult_outcome *outcome);
int32_t simple_clock(simple_play *p, uint32_t elapsed_ms);
int32_t simple_clock_runs(const simple_game *game);
void simple_ask(simple_play *p);
moult_status simple_go_on(simple_play *p);

/* play.c */
void simple_choose_side(simple_play *p, uint32_t side);
void simple_human_step(simple_play *p, int32_t x, int32_t y);
moult_status simple_bot_turn(simple_play *p, const char *name);
void simple_hint(simple_play *p);
void simple_time_out(simple_play *p);

/* stage.c */
moult_status simple_start(moult_world *w, const uint8_t *seed, uint32_t seed_size);
moult_status simple_stage(moult_world *w, int32_t stage);
moult_status simple_settle(moult_world *w, moult_id level, int32_t x, int32_t y, int32_t stage);
moult_status simple_refuse_flaw(moult_world *w, const simple_flaw *flaw, const char *advice);

/* menu.c */
moult_status simple_menu(const moult_world *w, uint32_t menu, moult_id subject, moult_scene *scene);
moult_status simple_choose(moult_world *w, uint32_t menu, moult_id subject,
                           const moult_action *action, moult_outcome *outcome);

/* describe.c, look.c */
moult_status simple_describe(const moult_world *w, moult_scene *scene);
void simple_gauges(const moult_world *w, moult_scene *scene);
void simple_result(const moult_world *w, moult_scene *scene, uint32_t winner, uint32_t favourite);
moult_status simple_look(const moult_world *w, int32_t x, int32_t y, char *text, uint32_t room);
uint32_t simple_attention(const moult_world *w, char *why, uint32_t room);

/* score.c */
int64_t simple_points(int32_t remaining_ms, int32_t cleared);
moult_status simple_score(const moult_world *w, moult_score *out);
void simple_take_name(simple_game *game, const char *text);

/* 1: the row may be played on; a save can hold anything. */
static inline int32_t simple_sound(const simple_game *game, const moult_view *view)
{
    return game->stage >= 1 && game->stage <= SIMPLE_STAGE_MOST && game->plies_left >= 0 &&
           game->plies_left <= 2 * game->stage && game->clock_ms >= 0 &&
           game->clock_ms <= SIMPLE_CLOCK_MS && game->cleared >= 0 && game->cleared < INT32_MAX &&
           game->start_x >= 0 && game->start_x < view->width && game->start_y >= 0 &&
           game->start_y < view->height && game->side <= SIMPLE_SECOND &&
           game->state <= SIMPLE_OVER && (game->state != SIMPLE_MOVING || game->plies_left > 0);
}

/* Which letter a side wins on, and what it is called. */
static inline const char *simple_letter_of(uint32_t side)
{
    return side == SIMPLE_FIRST ? "A" : "B";
}

static inline const char *simple_side_name(uint32_t side)
{
    return side == SIMPLE_FIRST ? MOULT_TEXT("first") : MOULT_TEXT("second");
}

/* Who has won when the token comes to rest here. */
static inline uint32_t simple_winner(const simple_board *board, int32_t x, int32_t y)
{
    return (board->letter_a[y] >> x & 1) != 0 ? SIMPLE_FIRST : SIMPLE_SECOND;
}

#define SIMPLE_NATIVES 1u
extern const moult_native simple_natives[SIMPLE_NATIVES];

#endif
