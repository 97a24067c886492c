/* SPDX-License-Identifier: MIT */
/* Scenarios of srl: depth 0 is a bare hall of 23 x 23 cells, with the hero and nobody else. Rats
 * and things are put into it, draws are known beforehand. What isn't expected ends the test. */
#ifndef TESTS_SRL_HALL_H
#define TESTS_SRL_HALL_H
#include "support/srl_kit.h"

#define HALL_X 12 /* where the hero stands */
#define HALL_Y 17

extern srl_kit hall; /* the one game of a test */

/* A fresh game of the seed "yurina", on its title; and one that was begun. `use`: as of --use. */
void hall_load(const char *use);
void hall_open(void);
void hall_close(void);

/* Keys by the original's names, with blanks between. */
void hall_keys(const char *names);

moult_id hall_hero(void);
srl_hero *hall_row(void); /* to change */
srl_body *hall_body(moult_id actor);
double hall_hp(moult_id actor);
moult_place hall_place(uint32_t scope, moult_id id);
uint32_t hall_turns(void);

/* A rat with attack and defence of 3; `mind` "none" is no archetype: it stays where it is. */
moult_id hall_rat(int32_t x, int32_t y, double points, double experience, const char *mind);
moult_id hall_thing(uint32_t kind, int32_t level, int32_t x, int32_t y);
void hall_wall(int32_t x, int32_t y);
void hall_carry(uint32_t count); /* apples, each picked up in a turn */

/* The next draw is these 32 bits. */
void hall_next_draw(uint32_t bits);

/* The message so many before the newest is this one. */
void hall_said(uint32_t back, uint32_t kind, uint32_t times, const char *expected);

/* This menu of the game is open (0: none), with the cursor there. */
void hall_menu_is(uint32_t menu, int32_t cursor);

#endif
