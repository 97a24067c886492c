/* SPDX-License-Identifier: MIT */
/* The letters of pictures. */
#ifndef MOULT_PLUGIN_PNG_FONT_H
#define MOULT_PLUGIN_PNG_FONT_H
#include <stdint.h>

#define PNG_GLYPHS 96u /* ' ' to '~', and the box that stands for all others */
#define PNG_GLYPH_ROWS 7
#define PNG_GLYPH_COLUMNS 5

extern const uint8_t png_font[PNG_GLYPHS][PNG_GLYPH_ROWS];

#endif
