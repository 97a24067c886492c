/* SPDX-License-Identifier: MIT */
/* The core's side of a scene: its arrays and texts, kept from one picture to the next. */
#ifndef MOULT_CORE_SCENE_H
#define MOULT_CORE_SCENE_H
#include <moult/scene.h>
#include "core/system/error.h"

#define MOULT__GAUGES_MAX 32u
#define MOULT__LINES_MAX 64u
#define MOULT__ROWS_MAX 1024u
#define MOULT__BESIDE_MAX 64u

typedef struct moult__scene {
    moult_scene open; /* first: what rules and renderers see */
    moult_gauge gauges[MOULT__GAUGES_MAX];
    moult_line lines[MOULT__LINES_MAX];
    moult_row rows[MOULT__ROWS_MAX];
    moult_row side[MOULT__BESIDE_MAX];
    moult_cell *cells;
    uint32_t *mini;
    uint32_t cell_room, mini_room;
    struct moult__text_chunk *texts; /* copies of all texts; freed when the next one begins */
} moult__scene;

moult__scene *moult__scene_create(void);
void moult__scene_free(moult__scene *scene);

/* Empties it: no cells, gauges, lines, rows, title. */
moult_scene *moult__scene_begin(moult__scene *scene);
void moult__scene_add_line(moult__scene *scene, const moult_line *line);

/* A copy of a text that lives as long as this scene; "" when out of memory. */
const char *moult__scene_text(moult__scene *scene, const char *text);

#endif
