/* SPDX-License-Identifier: MIT */
/* What the tests of srl and the tool srl-trace share: a session of the game, with the profile as it
 * is built and no renderer, that is played by the original's key names and answers the original's
 * columns. */
#ifndef TESTS_SRL_KIT_H
#define TESTS_SRL_KIT_H
#include "core/game/host.h"
#include "core/game/session.h"
#include "rules/srl/srl.h"
#include <stdio.h>

#define SRL_KIT_TEXT 256

typedef struct srl_kit {
    moult__profile profile;
    moult__set set;
    moult__options options;
    moult__session s;
    moult__report report;
    moult_table play_table, hero_table, body_table, thing_table;
    char added[SRL_KIT_TEXT]; /* the kinds of the messages that the last key added; "-": none */
} srl_kit;

/* Opens a set with the plugins of the profile srl, from a folder with `plugins` and `profiles`;
 * `live` (NULL: none) is a folder whose files are taken instead where it has one. `use` is NULL or
 * a choice as of --use. The refusal is in k->report. */
moult_status srl_kit_load(srl_kit *k, const char *build, const char *live, const char *use);

/* A fresh session, with the title open, whose play source starts from `state`. */
moult_status srl_kit_open(srl_kit *k, const char *seed, uint32_t seed_size, uint32_t state);

/* The same from a saved game. */
moult_status srl_kit_resume(srl_kit *k, const char *path);

void srl_kit_close(srl_kit *k);  /* the session */
void srl_kit_unload(srl_kit *k); /* the set */

/* A key by the original's name: left right up down ul ur dl dr space x z. 0: it is none. */
int32_t srl_kit_key(srl_kit *k, const char *name);

/* What the columns behind step and key say now; `more`: with cursor and new_messages. */
void srl_kit_columns(srl_kit *k, int32_t more, FILE *out);

/* Reads a file like tests/facts/srl/play-1.tsv, of which only the first line, the header and the
 * keys count, and writes it as the game has it. `from`: the step at which the game is saved, left,
 * and gone on with from the file `save`; NULL: not at all. Refusals are in k->report. */
moult_status srl_kit_trace(srl_kit *k, FILE *in, FILE *out, const char *save, uint32_t from);

/* The rows, to read. */
const srl_play *srl_kit_play(const srl_kit *k);
const srl_hero *srl_kit_hero(const srl_kit *k);
const srl_body *srl_kit_body(const srl_kit *k, moult_id actor);
const srl_thing *srl_kit_thing(const srl_kit *k, moult_id item);

#endif
