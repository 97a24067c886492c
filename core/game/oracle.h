/* SPDX-License-Identifier: MIT */
/* The oracle: looks at a finished canvas and says whether what was promised is there. */
#ifndef MOULT_CORE_GAME_ORACLE_H
#define MOULT_CORE_GAME_ORACLE_H
#include "core/game/canvas.h"

/* Verifies that tile ids, indices and kinds are ones that exist, then the guarantees in the
 * canvas's promise and in the request's `require`, no others. MOULT_OK, or MOULT_REFUSED with the
 * first fault in words, and where it is, in `why` (`room` bytes, at least 1; longer words are cut;
 * untouched by MOULT_OK). Allocates nothing, changes nothing but the canvas's scratch. [any, fail]
 *
 * More than mapgen.h says:
 *   - CONNECTED counts closed, locked and secret doors and secret corridors as cells to enter; with
 *     NO_SECRETS the secret ones are walls. It starts from the first ENTRY.
 *   - A sealed room is exempt when any spot but an ENTRY, or any spawn, has its index as `room`.
 *   - When ENTRY_FREE is required, not only promised, no entry may lie on the way down. */
moult_status moult__oracle_verify(moult__canvas *canvas, const moult_request *request, char *why,
                                  uint32_t room);

#endif
