/* SPDX-License-Identifier: MIT */
/* Names of keys, as key maps, command files and help write them: "h", "C-l", "S-Left", "KP4". */
#ifndef MOULT_CORE_GAME_KEYS_H
#define MOULT_CORE_GAME_KEYS_H
#include <stdint.h>

/* The longest name that there is, with its final zero. */
#define MOULT__KEY_NAME_SIZE 24u

/* Reads one whole key name: any of the prefixes C- S- A- in any order, then one printable code
 * point in UTF-8, or Up Down Left Right Home End PgUp PgDn Ins Del Space Enter Esc Tab Backspace
 * F1..F24 KP0..KP9, spelt exactly so. 1: `key` and `mods` are as an event would bring them (S-h is
 * H, C-L is C-l); 0: not a key's name, both are left alone. Shift with a sign that isn't a letter
 * is no name: which sign it gives is the keyboard's business. */
int32_t moult__key_parse(const char *text, uint32_t *key, uint32_t *mods);

/* The name of a key, cut to `room` bytes with the final zero; "?" for what has none. */
void moult__key_name(uint32_t key, uint32_t mods, char *out, uint32_t room);

#endif
