/* SPDX-License-Identifier: MIT */
/* Palettes: by which colours a scene is changed before any renderer sees it, so that they serve all
 * of them. Games choose colours as for the default one; nothing of the world depends on it. */
#ifndef MOULT_CORE_PALETTE_H
#define MOULT_CORE_PALETTE_H
#include <moult/scene.h>

#define MOULT__PALETTE_NAMES "default high-contrast distinct"

typedef struct moult__palette {
    uint32_t number; /* of those names, from 0 on */
} moult__palette;

/* MOULT_UNKNOWN: there is none of this name. */
moult_status moult__palette_choose(moult__palette *p, const char *name);

/* The name of the one after it, in turn. */
const char *moult__palette_next(const moult__palette *p);

/* A colour by the palette. */
uint32_t moult__palette_colour(const moult__palette *p, uint32_t colour);

/* All of a scene's. Kinds of messages get colours of the palette where the rules chose none. */
void moult__palette_apply(const moult__palette *p, moult_scene *scene);

#endif
