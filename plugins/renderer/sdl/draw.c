/* SPDX-License-Identifier: MIT */
/* A picture: where everything stands, what of it is painted anew, and the way to the window. */
#include "window.h"
#include <stdlib.h>
#include <string.h>

#define USUAL_TILE 16
#define USUAL_TEXT 16
#define ANIMATED_MS 10000u /* after the last sign of life everything comes to rest */

/* -- layout ------------------------------------------------------------------------------------ */

static int32_t has_sprites(const moult_scene *scene)
{
    return MOULT_HAS(scene, sprite_stamp) && scene->sprite_count != 0;
}

/* The factor of a zoom step, in quarters. */
static int32_t zoomed(int32_t px, int32_t zoom)
{
    static const int32_t quarters[] = {1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20};
    int32_t step = moult__most(moult__least(zoom + 3, (int32_t)MOULT_COUNT(quarters) - 1), 0);
    return moult__most(px * quarters[step] / 4, 4);
}

/* Pixels of the window to one of its points: more than 1 on dense displays. */
static int32_t density(const moult__window *t)
{
    int wide, high, points_wide, points_high;
    SDL_GetWindowSizeInPixels(t->window, &wide, &high);
    SDL_GetWindowSize(t->window, &points_wide, &points_high);
    return points_wide > 0 ? moult__most((wide + points_wide / 2) / points_wide, 1) : 1;
}

/* Letters have cells of twice the height of their width, as large as the map pane allows. */
static void size_tiles(const moult__window *t, const moult_scene *scene, moult__layout *l)
{
    int32_t px = scene->tile_px > 0 ? scene->tile_px : USUAL_TILE;
    px *= density(t);
    if (has_sprites(scene)) {
        l->tile_h = l->tile_w = zoomed(px, t->zoom);
        return;
    }
    int32_t wide = scene->width > 0 ? l->map.w * 2 / scene->width : px;
    int32_t high = scene->height > 0 ? l->map.h / scene->height : px;
    px = moult__most(moult__least(moult__least(wide, high), 48 * density(t)), px);
    l->tile_h = zoomed(px, t->zoom);
    l->tile_w = moult__most(l->tile_h / 2, 2);
}

static void place_map(const moult_scene *scene, moult__layout *l)
{
    l->columns = moult__least(scene->width, moult__most(l->map.w / l->tile_w, 0));
    l->rows = moult__least(scene->height, moult__most(l->map.h / l->tile_h, 0));
    if (l->columns < 1 || l->rows < 1)
        l->columns = l->rows = 0;
    moult_scene_window(scene, l->columns, l->rows, &l->first_x, &l->first_y);
    l->x = l->map.x + (l->map.w - l->columns * l->tile_w) / 2;
    l->y = l->map.y + (l->map.h - l->rows * l->tile_h) / 2;
}

void moult__layout_make(moult__window *t, const moult_scene *scene, moult__layout *out)
{
    moult__layout l;
    memset(&l, 0, sizeof l);
    l.width = t->canvas.width;
    l.height = t->canvas.height;
    l.text = moult__most(t->text_px > 0 ? t->text_px : USUAL_TEXT, 8) * density(t);
    l.line = l.text * 5 / 4;
    t->layout.text = l.text; /* what is measured below is measured by it */
    t->layout.line = l.line;
    int32_t u = moult__most(l.text / 16, 1), beside = 17 * l.text;
    l.is_side = (scene->flags & MOULT_SCENE_SIDE) && l.width - beside >= 20 * l.text;
    if (l.is_side)
        l.side = (moult__area){l.width - beside, 0, beside, l.height};
    l.map.w = l.width - l.side.w;
    int32_t head = l.is_side ? 0 : moult__head_rows(t, scene, l.map.w);
    l.head = (moult__area){0, 0, l.map.w, head ? head * (l.line + 4 * u) + 8 * u : 0};
    int32_t lines = moult__most(moult__least(l.height / (8 * l.line), 5), 1);
    l.log = (moult__area){0, 0, l.map.w, lines * l.line + 10 * u};
    l.log.y = l.height - l.log.h;
    l.map.y = l.head.h;
    l.map.h = moult__most(l.log.y - l.map.y, 0);
    size_tiles(t, scene, &l);
    place_map(scene, &l);
    *out = l;
}

/* -- the first picture ------------------------------------------------------------------------- */

/* Room for the whole map, if the display has it. */
static void size_window(moult__window *t, const moult_scene *scene)
{
    SDL_Rect usable = {0, 0, 1024, 768};
    int32_t px = scene->tile_px > 0 ? scene->tile_px : USUAL_TILE, text = USUAL_TEXT;
    int32_t w = t->kept_width, h = t->kept_height;
    SDL_GetDisplayUsableBounds(SDL_GetWindowDisplayIndex(t->window), &usable);
    if (w < 1 || h < 1) {
        int32_t beside = scene->flags & MOULT_SCENE_SIDE ? 17 * text : 0;
        w = moult__most(moult__least(scene->width * px, 1024), 800 - beside) + beside;
        h = moult__most(moult__least(scene->height * px, 800) + 12 * text, 600);
    }
    t->made_width = moult__least(w, usable.w);
    t->made_height = moult__least(h, usable.h);
    SDL_SetWindowSize(t->window, t->made_width, t->made_height);
    SDL_SetWindowPosition(t->window, usable.x + (usable.w - t->made_width) / 2,
                          usable.y + (usable.h - t->made_height) / 2);
}

static void take_options(moult__window *t, const moult_scene *scene)
{
    char value[MOULT__PATH_ROOM] = "";
    const char *options = MOULT_HAS(scene, options) && scene->options ? scene->options : "";
    if (t->is_shown && strcmp(options, t->options) == 0)
        return;
    SDL_strlcpy(t->options, options, sizeof t->options);
    moult__letters_close(&t->letters);
    moult__option(t->options, "sheet", value, sizeof value);
    moult__sheet_open(&t->atlas, value);
    t->text_px = moult__option(t->options, "text-px", value, sizeof value) ? atoi(value) : 0;
    memset(&t->layout, 0, sizeof t->layout);
}

static void show_first(moult__window *t, const moult_scene *scene)
{
    moult__memory_read(t);
    moult__present_open(t); /* which may make the window anew */
    size_window(t, scene);
    SDL_ShowWindow(t->window);
    t->is_shown = 1;
}

/* -- a picture --------------------------------------------------------------------------------- */

/* The canvas is as large as the window. 1: it became another size. */
static int32_t fit_canvas(moult__window *t)
{
    int wide, high;
    SDL_GetWindowSizeInPixels(t->window, &wide, &high);
    if (wide < 1 || high < 1 || (wide == t->canvas.width && high == t->canvas.height))
        return 0;
    return moult__canvas_size(&t->canvas, wide, high) < 0 ? -1 : 1;
}

static uint64_t sum_menu(const moult_scene *scene)
{
    uint64_t sum = moult__sum_text(MOULT__SUM, scene->title);
    if (!(scene->menu_flags & MOULT_MENU_OPEN))
        return 0;
    sum = moult__sum(sum, &scene->row_count,
                     offsetof(moult_scene, set_size) - offsetof(moult_scene, row_count));
    for (uint32_t i = 0; i < scene->row_count; i++) {
        const moult_row *row = MOULT__ENTRY(scene->rows, i);
        sum = moult__sum(sum, &row->flags, 2 * sizeof row->flags);
        sum = moult__sum_text(moult__sum_text(sum, row->text), row->detail);
    }
    return sum;
}

/* Cosmetic time runs while somebody may be looking. */
static void run_clock(moult__window *t)
{
    uint32_t now = SDL_GetTicks();
    t->has_asked = 0;
    int32_t runs =
        t->moving_count && t->is_focused && !t->is_hidden && now - t->stirred_at < ANIMATED_MS;
    if (!runs)
        t->frame_at = 0;
    else if (t->frame_at == 0)
        t->frame_at = now | 1;
}

static moult_status paint(moult__window *t, const moult_scene *scene, int32_t whole)
{
    if (whole) {
        moult__canvas_fill(&t->canvas, (moult__area){0, 0, t->canvas.width, t->canvas.height}, 0);
        t->head_sum = t->side_sum = t->log_sum = 0;
        t->must_show = 1;
    }
    moult_status status = moult__map_draw(t, scene, whole);
    moult__head_draw(t, scene);
    moult__side_draw(t, scene);
    moult__log_draw(t, scene);
    if ((scene->menu_flags & MOULT_MENU_OPEN) && (whole || t->changed_count))
        moult__menu_draw(t, scene);
    t->menu.is_open = (scene->menu_flags & MOULT_MENU_OPEN) != 0;
    return status;
}

moult_status moult__window_draw(void *block, const moult_scene *scene)
{
    moult__window *t = block;
    take_options(t, scene);
    if (!t->is_shown)
        show_first(t, scene);
    int32_t sized = fit_canvas(t);
    if (sized < 0)
        return MOULT_MEMORY;
    moult__layout before = t->layout, now;
    moult__layout_make(t, scene, &now);
    t->layout = now;
    uint64_t menu = sum_menu(scene);
    uint32_t stamp = MOULT_HAS(scene, sprite_stamp) ? scene->sprite_stamp : 0;
    int32_t whole = sized || memcmp(&before, &now, sizeof now) != 0 || menu != t->menu_sum ||
                    stamp != t->atlas.stamp;
    if (stamp != t->atlas.stamp)
        moult__atlas_clear(&t->atlas);
    t->atlas.stamp = stamp;
    t->menu_sum = menu;
    t->asks_text = (scene->menu_flags & MOULT_MENU_OPEN) &&
                   (scene->menu_flags & MOULT_MENU_PROMPT) && scene->row_count != 0;
    t->aims = (scene->flags & MOULT_SCENE_AIM) != 0;
    run_clock(t);
    moult_status status = paint(t, scene, whole);
    if (status >= 0 && !t->is_hidden && (t->changed_count || t->must_show))
        status = moult__present(t, 0);
    SDL_PumpEvents(); /* what came while it was shown is waited for no more */
    return status;
}
