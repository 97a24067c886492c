/* SPDX-License-Identifier: MIT */
/* Asks generators for a level until the oracle accepts one. */
#ifndef MOULT_CORE_GAME_GENERATE_H
#define MOULT_CORE_GAME_GENERATE_H
#include "core/game/canvas.h"
#include "core/system/error.h"

#define MOULT__ATTEMPTS 8u /* of each generator */

/* Leaves an accepted level on `canvas` (open and own agree then). Each attempt starts from a blank
 * canvas and a seed of its own; it is refused when the generator says no, uses up its budget,
 * writes where it mustn't, or doesn't hold a promise or requirement. After MOULT__ATTEMPTS of
 * `generator` come as many of `fallback` (NULL: none).
 *
 * `request` is whole (its size is this core's); seed, attempt and seed text are set here, and stay
 * valid as long as the canvas and the text. The level depends on seed text, depth, attempt and the
 * request alone.
 *
 * MOULT_OK, with a warning in `report` when not the first attempt was taken; MOULT_RANGE for a size
 * or a seed text out of range; MOULT_MEMORY; MOULT_REFUSED when no attempt was good. [any, fail] */
moult_status moult__generate_level(moult__canvas *canvas, const moult_mapgen_1 *generator,
                                   const moult_mapgen_1 *fallback, moult_request *request,
                                   const uint8_t *seed_text, uint32_t seed_text_size,
                                   moult__report *report);

/* The 32 bytes of an attempt's seed: XXH3-128 of the text followed by depth and attempt, four bytes
 * each, hashed with seed 0 and with seed 1, low half first; all numbers little-endian. Frozen:
 * levels that players share depend on it. `text_size` is at most MOULT_SEED_MAX. */
void moult__generate_seed(uint8_t seed[32], const uint8_t *text, uint32_t text_size, int32_t depth,
                          uint32_t attempt);

#endif
