/* SPDX-License-Identifier: MIT */
/* What the tests of a session share: the plugins of rogue, loaded as a set, a run without a
 * terminal, command lines to play it, and scenarios: an empty hall into which monsters and things
 * are put, and dice that are known beforehand. What isn't expected ends the test. */
#ifndef TESTS_SESSION_KIT_H
#define TESTS_SESSION_KIT_H
#include "core/game/host.h"
#include "core/game/session.h"
#include "rules/rogue/rogue.h"
#include "support/world_kit.h"

#define KIT_HALL_X 20 /* where the hero of a hall stands */
#define KIT_HALL_Y 10

typedef struct kit_game {
    moult__profile profile;
    moult__options options;
    moult__set own; /* of kit_open */
    moult__session s;
    moult_world *w; /* s.world, as of the last call of the kit */
    moult_table hero_table, body_table, thing_table;
    moult_id heard; /* the newest message before the last command */
    uint32_t heard_times;
} kit_game;

/* A set with everything that rogue needs, from the build's plugin folder. */
void kit_set_open(moult__set *set);

/* The same, for runs that are recorded: in a data folder of their own, where the journal's `path`
 * is; and removes it. */
typedef struct kit_data {
    char folder[32], path[128];
} kit_data;

void kit_data_open(kit_data *data, moult__set *set);
void kit_data_close(const kit_data *data, moult__set *set);

/* A run of rogue, with a set of its own or one that is kept by whoever opened it. */
void kit_open(kit_game *g, const char *seed);
void kit_open_in(kit_game *g, moult__set *set, const char *seed);
void kit_close(kit_game *g);

/* Plays a line, which must not be refused; or answers the refusal. */
void kit_line(kit_game *g, const char *line);
moult_status kit_try(kit_game *g, const char *line, moult__report *report);
void kit_lines(kit_game *g, const char *line, uint32_t times);

/* A command at random that a player may give: walking most of the time. */
const char *kit_random_line(uint32_t *state);

/* The rows that scenarios look at and change. */
const rogue_hero *kit_hero(const kit_game *g);
const rogue_body *kit_body(const kit_game *g, moult_id actor);
rogue_hero *kit_hero_edit(kit_game *g);
rogue_body *kit_body_edit(kit_game *g, moult_id actor);
moult_place kit_where(const kit_game *g, moult_id actor);
moult_place kit_hero_at(const kit_game *g);
void kit_move(kit_game *g, moult_id actor, int32_t x, int32_t y);
void kit_hero_hp(kit_game *g, int32_t hp, int32_t hp_max);

/* Makes the current floor one hall of floor cells, without anyone or anything in it but the hero,
 * who stands at KIT_HALL_X, KIT_HALL_Y and has seen what there is to see. */
void kit_hall(kit_game *g);
void kit_tile(kit_game *g, int32_t x, int32_t y, uint32_t tile);
void kit_look(kit_game *g); /* the hero's sight anew, after a change by hand */

moult_id kit_monster(kit_game *g, uint32_t kind, const char *archetype, int32_t x, int32_t y);
moult_id kit_item(kit_game *g, uint32_t kind, int32_t subtype, int32_t x, int32_t y);
uint32_t kit_count(const kit_game *g, uint32_t scope, moult_id level);

/* The next draws of the play stream below these bounds give these values. */
void kit_dice(kit_game *g, const uint32_t *bounds, const uint32_t *values, uint32_t count);
void kit_roll(kit_game *g, uint32_t roll); /* the next die of twenty, 1..20 */

/* Whether the last command made the rules say, or the session notice, exactly this. */
int32_t kit_said(const kit_game *g, const char *text);
int32_t kit_noticed(const kit_game *g, const char *text);

/* The same with only a part of it. */
int32_t kit_noticed_part(const kit_game *g, const char *part);

/* Puts other functions into a slot, as if its plugin had been built with them. */
void kit_fill_slot(moult__set *set, const char *slot, const void *functions);

uint32_t kit_session_state(const kit_game *g);
uint64_t kit_hash(kit_game *g);

/* The world fits together, and its incremental hash is the one from nothing. */
void kit_check_game(kit_game *g);

#endif
