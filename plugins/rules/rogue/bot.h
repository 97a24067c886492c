/* SPDX-License-Identifier: MIT */
/* What an archetype that plays the hero is told beyond moult/ai.h.
 * `view` has the tiles that the hero knows, and stone where it knows nothing: tile, known and lit
 * are there, detail, mark and room are NULL. Whom and what the hero sees is `seen`; what it carries
 * is among the things seen, on its own cell and with id 0. The kind of an actor is its name; that
 * of what is carried is its name as the hero knows it; that of what lies about is 0, for to name it
 * would change the world. */
#ifndef MOULT_ROGUE_BOT_H
#define MOULT_ROGUE_BOT_H

/* A flag of the senses: hunger has fallen below the mark at which the hero is told. */
#define ROGUE_SENSES_HUNGRY 0x10000u

#endif
