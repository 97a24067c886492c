/* SPDX-License-Identifier: MIT */
/* The tables of `simple`: how a run stands, for the rules, and for the archetype that plays it. */
#ifndef SIMPLE_H
#define SIMPLE_H
#include <moult/world.h>
#include "rules/simple/analysis.h"

#define SIMPLE_CLOCK_MS 30000
#define SIMPLE_STAGE_MOST 10000 /* keeps the time of an analysis in bounds */
#define SIMPLE_NAME 64          /* bytes of the player's name with the final zero */

/* What a run waits for. */
#define SIMPLE_TITLE 0u    /* to be started */
#define SIMPLE_CHOOSING 1u /* the human's side */
#define SIMPLE_MOVING 2u   /* the human's move */
#define SIMPLE_WON 3u      /* the next stage */
#define SIMPLE_LOST 4u     /* the end, once the result was seen */
#define SIMPLE_NAMING 5u   /* the player's name */
#define SIMPLE_OVER 6u     /* another run */

/* Whose move it is follows from the plies left: first's while they are even (simple_mover). The
 * token is the hero, the board is the level. */
#define SIMPLE_GAME(F, A)                                   \
    F(i32, stage, "its number, and the moves of each side") \
    F(i32, plies_left, "moves of both that are left")       \
    F(i32, clock_ms, "time left for this stage")            \
    F(i32, cleared, "stages won")                           \
    F(i64, score, "so far")                                 \
    F(i64, points, "that the last stage won was worth")     \
    F(i32, start_x, "where the token stood at first")       \
    F(i32, start_y, "the same")                             \
    F(u8, state, "what is waited for")                      \
    F(u8, side, "the human's: 0 moves first, 1 second")     \
    F(u8, asked, "1: the side was asked for")               \
    F(u8, hinted, "1: this stage is played with hints")     \
    F(u8, timed_out, "1: the clock ended it")               \
    A(u8, name, SIMPLE_NAME, "of the player, as typed")
MOULT_TABLE(simple_game, "simple.game", MOULT_SCOPE_WORLD, 1, SIMPLE_GAME)

/* What outlives a run: only the first one waits at the title. */
#define SIMPLE_KEPT(F, A) F(u32, runs, "begun so far")
MOULT_TABLE_EXTENDED(simple_kept, "simple.kept", MOULT_SCOPE_WORLD, 1, SIMPLE_KEPT,
                     MOULT_TABLE_KEPT, NULL)

#endif
