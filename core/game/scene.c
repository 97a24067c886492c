/* SPDX-License-Identifier: MIT */
/* Scenes: bounded arrays, copied texts. Rules may add more than fits; the rest is left out. */
#include <stdlib.h>
#include <string.h>
#include "core/game/scene.h"

#define CHUNK_SIZE 16384u

struct moult__text_chunk {
    struct moult__text_chunk *next;
    uint32_t used, room;
    char text[];
};

const char *moult__scene_text(moult__scene *scene, const char *text)
{
    if (text == NULL)
        return NULL;
    size_t size = strlen(text) + 1;
    struct moult__text_chunk *chunk = scene->texts;
    if (chunk == NULL || chunk->room - chunk->used < size) {
        uint32_t room = size > CHUNK_SIZE ? (uint32_t)size : CHUNK_SIZE;
        chunk = malloc(sizeof *chunk + room);
        if (chunk == NULL)
            return "";
        chunk->next = scene->texts;
        chunk->used = 0;
        chunk->room = room;
        scene->texts = chunk;
    }
    char *copy = chunk->text + chunk->used;
    memcpy(copy, text, size);
    chunk->used += (uint32_t)size;
    return copy;
}

static moult_status set_size(moult_scene *open, int32_t width, int32_t height)
{
    moult__scene *scene = (moult__scene *)open;
    if (width < 0 || height < 0 || width > 4096 || height > 4096)
        return MOULT_RANGE;
    uint32_t count = (uint32_t)width * (uint32_t)height;
    if (count > scene->cell_room) {
        moult_cell *cells = realloc(scene->cells, count * sizeof *cells);
        if (cells == NULL)
            return MOULT_MEMORY;
        scene->cells = cells;
        scene->cell_room = count;
    }
    if (count != 0)
        memset(scene->cells, 0, count * sizeof *scene->cells);
    open->cells = scene->cells;
    open->width = width;
    open->height = height;
    return MOULT_OK;
}

static moult_status add_gauge(moult_scene *open, const moult_gauge *gauge)
{
    moult__scene *scene = (moult__scene *)open;
    if (!MOULT_HAS(gauge, text))
        return MOULT_FORMAT;
    if (open->gauge_count == MOULT__GAUGES_MAX)
        return MOULT_FULL;
    moult_gauge *copy = &scene->gauges[open->gauge_count++];
    *copy = *gauge;
    copy->size = sizeof *copy;
    copy->label = moult__scene_text(scene, gauge->label != NULL ? gauge->label : "");
    copy->text = moult__scene_text(scene, gauge->text);
    return MOULT_OK;
}

static moult_status copy_row(moult__scene *scene, const moult_row *row, moult_row *rows,
                             uint32_t *count, uint32_t most)
{
    if (!MOULT_HAS(row, detail))
        return MOULT_FORMAT;
    if (*count == most)
        return MOULT_FULL;
    moult_row *copy = &rows[(*count)++];
    *copy = *row;
    copy->size = sizeof *copy;
    copy->text = moult__scene_text(scene, row->text != NULL ? row->text : "");
    copy->detail = moult__scene_text(scene, row->detail);
    return MOULT_OK;
}

static moult_status add_row(moult_scene *open, const moult_row *row)
{
    moult__scene *scene = (moult__scene *)open;
    return copy_row(scene, row, scene->rows, &open->row_count, MOULT__ROWS_MAX);
}

static moult_status add_side(moult_scene *open, const moult_row *row)
{
    moult__scene *scene = (moult__scene *)open;
    return copy_row(scene, row, scene->side, &open->side_count, MOULT__BESIDE_MAX);
}

static moult_status set_title(moult_scene *open, const char *title, uint32_t menu_flags)
{
    moult__scene *scene = (moult__scene *)open;
    open->title = moult__scene_text(scene, title != NULL ? title : "");
    open->menu_flags = menu_flags;
    return MOULT_OK;
}

static moult_status set_mini(moult_scene *open, int32_t width, int32_t height)
{
    moult__scene *scene = (moult__scene *)open;
    if (width < 1 || height < 1 || width > 4096 || height > 4096)
        return MOULT_RANGE;
    uint32_t count = (uint32_t)width * (uint32_t)height;
    if (count > scene->mini_room) {
        uint32_t *mini = realloc(scene->mini, count * sizeof *mini);
        if (mini == NULL)
            return MOULT_MEMORY;
        scene->mini = mini;
        scene->mini_room = count;
    }
    memset(scene->mini, 0, count * sizeof *scene->mini);
    open->mini = scene->mini;
    open->mini_width = width;
    open->mini_height = height;
    return MOULT_OK;
}

void moult__scene_add_line(moult__scene *scene, const moult_line *line)
{
    if (scene->open.line_count == MOULT__LINES_MAX)
        return;
    moult_line *copy = &scene->lines[scene->open.line_count++];
    *copy = *line;
    copy->size = sizeof *copy;
    copy->text = moult__scene_text(scene, line->text);
}

moult_scene *moult__scene_begin(moult__scene *scene)
{
    /* One chunk is kept: in the steady state nothing is allocated. */
    struct moult__text_chunk *chunk = scene->texts;
    while (chunk != NULL && chunk->next != NULL) {
        struct moult__text_chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
    scene->texts = chunk;
    if (chunk != NULL)
        chunk->used = 0;
    moult_scene fresh = {.size = sizeof fresh,
                         .scale_x = 1,
                         .scale_y = 1,
                         .cell_size = sizeof(moult_cell),
                         .gauges = scene->gauges,
                         .lines = scene->lines,
                         .rows = scene->rows,
                         .title = "",
                         .set_size = set_size,
                         .add_gauge = add_gauge,
                         .add_row = add_row,
                         .set_title = set_title,
                         .set_mini = set_mini,
                         .side = scene->side,
                         .add_side = add_side};
    scene->open = fresh;
    return &scene->open;
}

moult__scene *moult__scene_create(void)
{
    moult__scene *scene = calloc(1, sizeof *scene);
    if (scene != NULL)
        moult__scene_begin(scene);
    return scene;
}

void moult__scene_free(moult__scene *scene)
{
    if (scene == NULL)
        return;
    while (scene->texts != NULL) {
        struct moult__text_chunk *next = scene->texts->next;
        free(scene->texts);
        scene->texts = next;
    }
    free(scene->cells);
    free(scene->mini);
    free(scene);
}
