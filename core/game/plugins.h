/* SPDX-License-Identifier: MIT */
/* The plugins of a run, which its save names. */
#ifndef MOULT_CORE_GAME_PLUGINS_H
#define MOULT_CORE_GAME_PLUGINS_H
#include "core/game/session.h"

/* Makes core.plugin say what the run is played with, before it is encoded. A row that says so
 * already stays as it is, so that a world which didn't change is saved as the same bytes. */
void moult__plugins_note(moult__session *s);

/* Tells the player which builds of core.plugin are others by now, in one notice; nothing when all
 * are the same, or when the run is from before there was that table. */
void moult__plugins_compare(moult__session *s);

#endif
