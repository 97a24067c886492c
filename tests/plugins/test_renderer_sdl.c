/* SPDX-License-Identifier: MIT */
/* What the window shows: rogue's sprites against the rectangles of the facts, tints, sizes, menus,
 * the mini-map, a sheet; and what becomes of the picture when the window changes its size or the
 * renderer is replaced under it. */
#include "plugins/window_kit.h"
#include <SDL_image.h>
#include <moult/rules.h>
#include <stdio.h>

#define GRID 24

static kit k;

/* -- sprites ----------------------------------------------------------------------------------- */

typedef struct fact {
    char sprite[24], paint[8];
    int x, y, w, h;
} fact;

static fact facts[160];
static int fact_count;

static void read_facts(void)
{
    char line[128];
    FILE *file = fopen(MOULT_SOURCE_DIR "/tests/facts/rogue/sprites.tsv", "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    for (fact_count = 0; fgets(line, sizeof line, file) != NULL; fact_count++) {
        fact *f = &facts[fact_count];
        ck_assert_int_eq(
            sscanf(line, "%23s %7s %d %d %d %d", f->sprite, f->paint, &f->x, &f->y, &f->w, &f->h),
            6);
    }
    fclose(file);
    ck_assert_int_eq(fact_count, 113);
}

/* A sprite on the floor, as the facts say; the wall stands alone. */
static void paint_fact(const char *sprite, uint32_t fg, uint32_t accent, uint32_t out[GRID][GRID])
{
    memset(out, 0, sizeof(uint32_t) * GRID * GRID);
    for (int pass = strcmp(sprite, "wall") == 0; pass < 2; pass++)
        for (int i = 0; i < fact_count; i++) {
            const fact *f = &facts[i];
            if (strcmp(f->sprite, pass == 0 ? "floor" : sprite) != 0)
                continue;
            uint32_t colour = strcmp(f->paint, "P") == 0   ? fg
                              : strcmp(f->paint, "A") == 0 ? accent
                                                           : (uint32_t)strtoul(f->paint, NULL, 16);
            for (int y = f->y; y < f->y + f->h; y++)
                for (int x = f->x; x < f->x + f->w; x++)
                    out[y][x] = colour;
        }
}

/* The sprites of rogue's rules, in the order of the facts. */
static const struct {
    const char *name;
    uint16_t number;
} sprites[] = {{"floor", 1},   {"wall", 2},      {"door_closed", 3}, {"door_open", 4},
               {"stairs", 5},  {"exit", 6},      {"hero", 7},        {"tiny", 64},
               {"small", 65},  {"humanoid", 66}, {"brute", 67},      {"serpent", 68},
               {"insect", 69}, {"skeleton", 70}, {"mage", 71},       {"ghost", 72},
               {"slime", 73},  {"dragon", 74},   {"boss", 75},       {"food", 32},
               {"gold", 33},   {"weapon", 34},   {"armour", 35},     {"potion", 36},
               {"scroll", 37}, {"corpse", 38}};

static void take_rogues_sprites(void)
{
    void *library = dlopen(MOULT_BUILD_DIR "/plugins/rules-rogue.so", RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(library != NULL, "%s", dlerror());
    const moult_plugin *plugin = dlsym(library, "moult_plugin_1");
    const moult_rules_1 *rules = plugin->provides[0].functions;
    k.scene.sprites = rules->sprites;
    k.scene.sprite_count = rules->sprite_count;
}

static void lay_out_sprites(void)
{
    for (uint32_t i = 0; i < MOULT_COUNT(sprites); i++)
        k.cells[i] = (moult_cell){
            .glyph = '?', .fg = 0x785a3c + i, .accent = 0xdcc83c - i, .sprite = sprites[i].number};
}

static void open_with_rogue(void)
{
    read_facts();
    kit_open(&k);
    take_rogues_sprites();
    lay_out_sprites();
}

START_TEST(sprites_are_the_facts_rectangles)
{
    uint32_t expected[GRID][GRID];
    open_with_rogue();
    kit_draw(&k);
    ck_assert_int_eq(k.window->layout.tile_w, GRID);
    for (uint32_t i = 0; i < MOULT_COUNT(sprites); i++) {
        paint_fact(sprites[i].name, k.cells[i].fg, k.cells[i].accent, expected);
        for (int y = 0; y < GRID; y++)
            for (int x = 0; x < GRID; x++) {
                uint32_t there = kit_of_cell(&k, i % KIT_WIDTH, i / KIT_WIDTH, x, y);
                ck_assert_msg(there == expected[y][x], "%s at %d,%d: %06x, not %06x",
                              sprites[i].name, x, y, there, expected[y][x]);
            }
    }
    kit_close(&k);
}
END_TEST

START_TEST(what_is_remembered_is_multiplied_by_96_96_110)
{
    uint32_t expected[GRID][GRID];
    open_with_rogue();
    for (uint32_t i = 0; i < MOULT_COUNT(sprites); i++)
        k.cells[i].flags = MOULT_CELL_DIM;
    kit_draw(&k);
    paint_fact("wall", 0, 0, expected);
    for (int y = 0; y < GRID; y++) {
        uint32_t c = expected[y][5];
        uint32_t dim =
            (c >> 16) * 96 / 255 << 16 | (c >> 8 & 255) * 96 / 255 << 8 | (c & 255) * 110 / 255;
        ck_assert_uint_eq(kit_of_cell(&k, 1, 0, 5, y), dim);
    }
    kit_close(&k);
}
END_TEST

/* Two thirds of the size: a pixel covers one and a half of the grid's, so on a grid twice as fine
 * it is the mean of nine. */
START_TEST(at_16_pixels_nothing_of_a_sprite_is_lost)
{
    enum { PX = 16, FINE = 48 };
    uint32_t grid[GRID][GRID];
    open_with_rogue();
    k.scene.tile_px = PX;
    kit_draw(&k);
    for (uint32_t i = 0; i < MOULT_COUNT(sprites); i++) {
        paint_fact(sprites[i].name, k.cells[i].fg, k.cells[i].accent, grid);
        for (int y = 0; y < PX; y++)
            for (int x = 0; x < PX; x++) {
                uint32_t there = kit_of_cell(&k, i % KIT_WIDTH, i / KIT_WIDTH, x, y);
                for (int shift = 0; shift <= 16; shift += 8) {
                    int sum = 0;
                    for (int f = 0; f < 9; f++)
                        sum += (int)(grid[(y * 3 + f / 3) / 2][(x * 3 + f % 3) / 2] >> shift & 255);
                    ck_assert_int_le(abs(sum - 9 * (int)(there >> shift & 255)), 5);
                }
            }
    }
    kit_close(&k);
}
END_TEST

/* Back from other sides; the plain shape from the front. */
START_TEST(the_hero_turns)
{
    uint64_t sums[MOULT_FACINGS];
    open_with_rogue();
    for (uint8_t facing = 0; facing < MOULT_FACINGS; facing++) {
        k.cells[6].facing = facing;
        kit_draw(&k);
        sums[facing] = kit_sum(&k);
    }
    ck_assert_uint_eq(sums[MOULT_FACING_NONE], sums[MOULT_FACING_SOUTH]);
    for (int a = 1; a < (int)MOULT_FACINGS; a++)
        for (int b = 1; b < a; b++)
            ck_assert_uint_ne(sums[a], sums[b]);
    kit_close(&k);
}
END_TEST

static uint64_t sum_later(uint32_t milliseconds)
{
    SDL_Delay(milliseconds);
    kit_no_events(&k);
    kit_draw(&k);
    return kit_sum(&k);
}

/* A window without a person before it, or one who does nothing, shows all at rest: as the facts
 * have it. */
START_TEST(what_moves_comes_to_rest)
{
    int moved = 0;
    open_with_rogue();
    kit_draw(&k);
    kit_no_events(&k);
    k.window->is_focused = 0;
    uint64_t rest = sum_later(0);
    ck_assert_uint_eq(sum_later(300), rest);
    k.window->is_focused = 1;
    k.window->stirred_at = SDL_GetTicks();
    for (int i = 0; i < 4; i++)
        moved += sum_later(260) != rest;
    ck_assert_int_ge(moved, 2);
    k.window->stirred_at = SDL_GetTicks() - 10000;
    moult_event event = kit_event(&k, 1);
    ck_assert_uint_eq(event.kind, MOULT_EVENT_EXPOSE);
    ck_assert_uint_eq(sum_later(0), rest);
    kit_event(&k, 0);
    kit_close(&k);
}
END_TEST

/* Cells of a smaller size, as an older core has them, are read by their stride. */
START_TEST(cells_are_read_by_their_writers_size)
{
    enum { OLD = offsetof(moult_cell, accent) };
    static uint8_t old[KIT_WIDTH * KIT_HEIGHT * OLD];
    open_with_rogue();
    for (uint32_t i = 0; i < MOULT_COUNT(sprites); i++)
        memcpy(old + i * OLD, &k.cells[i], OLD);
    k.scene.cells = (moult_cell *)(void *)old;
    k.scene.cell_size = OLD;
    kit_draw(&k);
    ck_assert_uint_eq(kit_of_cell(&k, 1, 0, 3, 0), 0xa09884);
    ck_assert_uint_eq(kit_of_cell(&k, 9, 0, 10, 10), k.cells[9].fg);
    kit_close(&k);
}
END_TEST

START_TEST(a_cell_without_a_sprite_is_a_letter_in_its_colour)
{
    int inked = 0;
    kit_open(&k);
    k.cells[0] = (moult_cell){.glyph = 'M', .fg = 0xff8040, .bg = 0x102030};
    kit_draw(&k);
    for (int y = 0; y < k.window->layout.tile_h; y++)
        for (int x = 0; x < k.window->layout.tile_w; x++)
            inked += kit_of_cell(&k, 0, 0, x, y) == 0xff8040;
    ck_assert_int_gt(inked, 10);
    ck_assert_uint_eq(kit_of_cell(&k, 0, 0, 0, 0), 0x102030);
    ck_assert_int_eq(k.window->layout.tile_w * 2, k.window->layout.tile_h);
    kit_close(&k);
}
END_TEST

/* -- over and beside the map ------------------------------------------------------------------- */

START_TEST(a_closed_menu_leaves_the_picture_as_it_was)
{
    static const moult_row rows[] = {
        {sizeof(moult_row), 0, 'a', 1, 0, "a sword", "3"},
        {sizeof(moult_row), MOULT_ROW_DISABLED, 'b', 2, 0, "りんご", NULL}};
    open_with_rogue();
    kit_draw(&k);
    uint64_t before = kit_sum(&k);
    k.scene.title = "Inventory";
    k.scene.rows = rows;
    k.scene.row_count = MOULT_COUNT(rows);
    k.scene.menu_flags = MOULT_MENU_OPEN;
    kit_draw(&k);
    uint64_t open = kit_sum(&k);
    k.scene.row_cursor = 1;
    kit_draw(&k);
    ck_assert_uint_ne(kit_sum(&k), open);
    ck_assert_uint_ne(open, before);
    k.scene.menu_flags = 0;
    kit_draw(&k);
    ck_assert_uint_eq(kit_sum(&k), before);
    kit_close(&k);
}
END_TEST

START_TEST(the_mini_map_has_whole_pixels_a_block)
{
    enum { SIDE = 25, PX = 256 / SIDE };
    static uint32_t mini[SIDE * SIDE];
    kit_open(&k);
    for (int i = 0; i < SIDE * SIDE; i++)
        mini[i] = 0x010000u * (uint32_t)(i % SIDE) + 0x000100u * (uint32_t)(i / SIDE) + 0x80;
    k.scene.mini = mini;
    k.scene.mini_width = k.scene.mini_height = SIDE;
    k.scene.flags = MOULT_SCENE_SIDE;
    kit_draw(&k);
    const moult__area *side = &k.window->layout.side;
    ck_assert_int_eq(side->w, 272);
    int32_t left = side->x + 8 + (256 - PX * SIDE) / 2, top = side->y + 8;
    for (int y = 0; y < SIDE * PX; y++)
        for (int x = 0; x < SIDE * PX; x++)
            ck_assert_uint_eq(kit_pixel(&k, left + x, top + y), mini[y / PX * SIDE + x / PX]);
    kit_close(&k);
}
END_TEST

/* -- a sheet ----------------------------------------------------------------------------------- */

static void save_sheet(const char *path)
{
    SDL_Surface *sheet =
        SDL_CreateRGBSurfaceWithFormat(0, 16 * GRID, 16 * GRID, 32, SDL_PIXELFORMAT_ARGB8888);
    SDL_Rect wall = {2 * GRID, 0, GRID, GRID}, body = {7 * GRID, 0, GRID, GRID / 2};
    SDL_Rect belt = {7 * GRID, GRID / 2, GRID, 4};
    SDL_FillRect(sheet, NULL, 0);
    SDL_FillRect(sheet, &wall, 0xff123456);
    SDL_FillRect(sheet, &body, 0xffff00ff); /* the first colour */
    SDL_FillRect(sheet, &belt, 0xff00ffff); /* the second one */
    ck_assert_int_eq(IMG_SavePNG(sheet, path), 0);
    SDL_FreeSurface(sheet);
}

START_TEST(a_sheet_goes_before_the_rules_sprites)
{
    char path[128], options[192];
    open_with_rogue();
    snprintf(path, sizeof path, "%s/sheet.png", k.home);
    snprintf(options, sizeof options, "drawing=software\nsheet=%s\n", path);
    save_sheet(path);
    k.scene.options = options;
    kit_draw(&k);
    ck_assert_uint_eq(kit_of_cell(&k, 1, 0, 3, 10), 0x123456);
    ck_assert_uint_eq(kit_of_cell(&k, 6, 0, 12, 2), k.cells[6].fg);
    ck_assert_uint_eq(kit_of_cell(&k, 6, 0, 12, 13), k.cells[6].accent);
    ck_assert_uint_eq(kit_of_cell(&k, 6, 0, 12, 20), 0x48443c); /* the floor under it */
    ck_assert_uint_eq(kit_of_cell(&k, 2, 0, 5, 5), 0x785028);   /* a door: not in the sheet */
    k.scene.options = "drawing=software\n";
    kit_draw(&k);
    ck_assert_uint_eq(kit_of_cell(&k, 1, 0, 3, 10), 0x605848);
    kit_close(&k);
}
END_TEST

/* -- the window -------------------------------------------------------------------------------- */

START_TEST(two_hundred_sizes_are_all_drawn)
{
    uint32_t state = 12345;
    open_with_rogue();
    kit_draw(&k);
    kit_no_events(&k);
    uint64_t before = kit_sum(&k);
    int width, height;
    SDL_GetWindowSize(k.window->window, &width, &height);
    for (int i = 0; i < 200; i++) {
        state = state * 1103515245u + 12345u;
        int w = 320 + (int)(state >> 8) % 1200, h = 200 + (int)(state >> 18) % 900;
        SDL_SetWindowSize(k.window->window, w, h);
        moult_event event = kit_event(&k, 1);
        ck_assert_uint_eq(event.kind, MOULT_EVENT_RESIZE);
        kit_no_events(&k);
        kit_draw(&k);
        ck_assert_int_eq(k.window->canvas.width, w);
        ck_assert_int_eq(k.window->canvas.height, h);
        const moult__layout *l = &k.window->layout;
        ck_assert_int_le(l->x + l->columns * l->tile_w, w);
        ck_assert_int_le(l->y + l->rows * l->tile_h, l->log.y);
        if (i % 20 == 0) {
            SDL_MinimizeWindow(k.window->window);
            kit_no_events(&k);
            kit_draw(&k);
            SDL_RestoreWindow(k.window->window);
            kit_no_events(&k);
        }
    }
    SDL_SetWindowSize(k.window->window, width, height);
    kit_no_events(&k);
    kit_draw(&k);
    ck_assert_uint_eq(kit_sum(&k), before);
    kit_close(&k);
}
END_TEST

START_TEST(the_next_build_adopts_the_window)
{
    char copy[128], command[512];
    open_with_rogue();
    kit_draw(&k);
    SDL_Window *window = k.window->window;
    uint64_t before = kit_sum(&k);
    int x, y, w, h, x2, y2, w2, h2;
    SDL_GetWindowPosition(window, &x, &y);
    SDL_GetWindowSize(window, &w, &h);
    snprintf(copy, sizeof copy, "%s/renderer-sdl.so", k.home);
    snprintf(command, sizeof command, "cp %s/plugins/renderer-sdl.so %s", MOULT_BUILD_DIR, copy);
    ck_assert_int_eq(system(command), 0);
    void *old = k.loaded;
    k.renderer->close(k.window, 1);
    kit_load(&k, copy);
    ck_assert_ptr_ne(k.loaded, old);
    dlclose(old);
    ck_assert_int_eq(k.renderer->open(k.window, 1), MOULT_OK);
    kit_draw(&k);
    ck_assert_ptr_eq(k.window->window, window);
    SDL_GetWindowPosition(window, &x2, &y2);
    SDL_GetWindowSize(window, &w2, &h2);
    ck_assert(x == x2 && y == y2 && w == w2 && h == h2);
    ck_assert_uint_eq(kit_sum(&k), before);
    kit_close(&k);
}
END_TEST

START_TEST(size_and_zoom_are_remembered)
{
    char home[64];
    open_with_rogue();
    kit_draw(&k);
    SDL_SetWindowSize(k.window->window, 700, 500);
    k.window->zoom = 2;
    k.renderer->close(k.window, 0);
    snprintf(home, sizeof home, "%s", k.home);
    ck_assert_int_eq(k.renderer->open(k.window, 0), MOULT_OK);
    kit_draw(&k);
    ck_assert_int_eq(k.window->canvas.width, 700);
    ck_assert_int_eq(k.window->canvas.height, 500);
    ck_assert_int_eq(k.window->zoom, 2);
    ck_assert_int_eq(k.window->layout.tile_w, 36); /* half as large again */
    ck_assert_str_eq(home, k.home);
    kit_close(&k);
}
END_TEST

/* Without a driver, and without a display; nothing is left behind. */
START_TEST(where_there_is_no_window_it_is_refused)
{
    setenv("SDL_VIDEODRIVER", "nonsense", 1);
    ck_assert_int_eq(kit_try_open(&k), MOULT_UNSUPPORTED);
    for (uint32_t i = 0; i < k.renderer->state_size; i++)
        ck_assert_uint_eq(((const uint8_t *)k.window)[i], 0);
    ck_assert_uint_eq(SDL_WasInit(0), 0);
    kit_close(&k);
    unsetenv("SDL_VIDEODRIVER");
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
    setenv("XDG_RUNTIME_DIR", "/nonexistent", 1);
    ck_assert_int_eq(kit_try_open(&k), MOULT_UNSUPPORTED);
    kit_close(&k);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("renderer/sdl");
    TCase *pictures = tcase_create("pictures");
    tcase_set_timeout(pictures, 60);
    tcase_add_test(pictures, sprites_are_the_facts_rectangles);
    tcase_add_test(pictures, what_is_remembered_is_multiplied_by_96_96_110);
    tcase_add_test(pictures, at_16_pixels_nothing_of_a_sprite_is_lost);
    tcase_add_test(pictures, the_hero_turns);
    tcase_add_test(pictures, what_moves_comes_to_rest);
    tcase_add_test(pictures, cells_are_read_by_their_writers_size);
    tcase_add_test(pictures, a_cell_without_a_sprite_is_a_letter_in_its_colour);
    tcase_add_test(pictures, a_closed_menu_leaves_the_picture_as_it_was);
    tcase_add_test(pictures, the_mini_map_has_whole_pixels_a_block);
    tcase_add_test(pictures, a_sheet_goes_before_the_rules_sprites);
    suite_add_tcase(suite, pictures);
    TCase *window = tcase_create("window");
    tcase_set_timeout(window, 60);
    tcase_add_test(window, two_hundred_sizes_are_all_drawn);
    tcase_add_test(window, the_next_build_adopts_the_window);
    tcase_add_test(window, size_and_zoom_are_remembered);
    tcase_add_test(window, where_there_is_no_window_it_is_refused);
    suite_add_tcase(suite, window);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
