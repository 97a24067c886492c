/* SPDX-License-Identifier: MIT */
/* The window on a real X server without a screen (Xvfb), played by real keys (xdotool). The same
 * commands are played here without a picture; when both worlds are equal, the cells that the rules
 * describe are looked up in the picture, pixel by pixel, by the rectangles of the facts. The
 * picture is taken twice: by the window's own key, and by the X server. */
#include "support/session_kit.h"
#include "e2e/window_stage.h"

#define GRID 24
#define PX 16

/* With the archetypes that the game has, whose tables are part of the world. */
static void open_world(moult__set *set, kit_game *g, const char *seed)
{
    static const char *const archetypes[] = {"boss", "coward", "explorer", "fast",  "hunter",
                                             "idle", "ranged", "sleeper",  "smart", "tracker"};
    moult__want wants[MOULT_COUNT(archetypes)] = {0};
    moult__report report = {0};
    kit_set_open(set);
    for (uint32_t i = 0; i < MOULT_COUNT(archetypes); i++)
        snprintf(wants[i].slot, sizeof wants[i].slot, "ai/%s", archetypes[i]);
    ck_assert_msg(moult__set_load(set, wants, MOULT_COUNT(wants), &report) >= 0, "%s", report.text);
    kit_open_in(g, set, seed);
}

/* Presses keys and waits until the world is as it is here. */
static void press(kit_game *g, const char *keys, const char *const *lines, uint32_t count)
{
    char hash[17] = "", expected[17];
    uint32_t turn = 0;
    for (uint32_t i = 0; i < count; i++)
        kit_line(g, lines[i]);
    snprintf(expected, sizeof expected, "%016llx", (unsigned long long)kit_hash(g));
    run_well(&r, NULL, "xdotool key --delay 40 %s", keys);
    for (int i = 0; i < PATIENCE && strcmp(hash, expected) != 0; i++) {
        usleep(i == 0 ? 0 : 50000);
        state_of_game(&turn, hash);
    }
    ck_assert_uint_eq(turn, moult__turn(g->w));
    ck_assert_str_eq(hash, expected);
}

/* -- cells against the facts ------------------------------------------------------------------- */

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
}

/* Which of the facts' sprites a cell must show, by its glyph. */
static const char *sprite_of(const moult_cell *cell)
{
    static const struct {
        uint32_t glyph;
        const char *sprite;
    } known[] = {{0xb7, "floor"}, {'#', "wall"},   {'+', "door_closed"}, {'\'', "door_open"},
                 {'>', "stairs"}, {'@', "hero"},   {'r', "tiny"},        {'c', "insect"},
                 {'$', "gold"},   {'!', "potion"}, {'?', "scroll"},      {')', "weapon"},
                 {'[', "armour"}};
    for (uint32_t i = 0; i < MOULT_COUNT(known); i++)
        if (known[i].glyph == cell->glyph)
            return known[i].sprite;
    return NULL;
}

static void paint(const char *sprite, const moult_cell *cell, uint32_t out[GRID][GRID])
{
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < fact_count; i++) {
            const fact *f = &facts[i];
            if (strcmp(f->sprite, pass == 0 ? "floor" : sprite) != 0)
                continue;
            uint32_t colour = strcmp(f->paint, "P") == 0   ? cell->fg
                              : strcmp(f->paint, "A") == 0 ? cell->accent
                                                           : (uint32_t)strtoul(f->paint, NULL, 16);
            for (int y = f->y; y < f->y + f->h; y++)
                for (int x = f->x; x < f->x + f->w; x++)
                    out[y][x] = colour;
        }
}

/* Means of one and a half pixels squared, dimmed where it is only remembered. */
static void check_tile(const SDL_Surface *picture, int32_t left, int32_t top, const char *sprite,
                       const moult_cell *cell)
{
    uint32_t grid[GRID][GRID];
    paint(sprite, cell, grid);
    for (int y = 0; y < PX; y++)
        for (int x = 0; x < PX; x++)
            for (int shift = 0; shift <= 16; shift += 8) {
                int sum = 0, there = (int)(pixel(picture, left + x, top + y) >> shift & 255);
                for (int f = 0; f < 9; f++)
                    sum += (int)(grid[(y * 3 + f / 3) / 2][(x * 3 + f % 3) / 2] >> shift & 255);
                int tint = cell->flags & MOULT_CELL_DIM ? (shift == 0 ? 110 : 96) : 255;
                ck_assert_msg(abs(sum * tint / 9 / 255 - there) <= 1,
                              "%s at %d,%d of the tile at %d,%d: %d, not %d", sprite, x, y, left,
                              top, there, sum * tint / 9 / 255);
            }
}

/* All of the map, which is 64 tiles of 16 pixels wide, as the window is. Those who turned are
 * looked at from other sides than the facts tell. */
static void check_cells(kit_game *g, const SDL_Surface *picture)
{
    uint32_t checked = 0;
    ck_assert_int_ge(moult__session_describe(&g->s), 0);
    const moult_scene *scene = &g->s.scene->open;
    ck_assert_int_eq(picture->w, scene->width * PX);
    int32_t top = -1;
    for (int32_t y = 0; y < scene->height; y++)
        for (int32_t x = 0; x < scene->width; x++) {
            const moult_cell *cell = &scene->cells[y * scene->width + x];
            const char *sprite = sprite_of(cell);
            for (int32_t at = 0; top < 0 && cell->glyph == '#' && at < 200; at++)
                if (pixel(picture, x * PX + 8, at + y * PX) != 0 &&
                    pixel(picture, x * PX + 8, at + y * PX - 1) == 0 && y > 0 &&
                    scene->cells[(y - 1) * scene->width + x].glyph == 0 && at > 20)
                    top = at;
            if (cell->glyph == 0 || sprite == NULL || (cell->flags & MOULT_CELL_ACTOR))
                continue;
            ck_assert_int_ge(top, 0);
            check_tile(picture, x * PX, top + y * PX, sprite, cell);
            checked++;
        }
    ck_assert_uint_ge(checked, 100);
}

START_TEST(what_is_shown_is_what_the_rules_describe)
{
    static const char *const walk[] = {"explore", "explore", "explore"};
    static const char *const steps[] = {"move-east", "move-west", "wait", "wait"};
    static moult__set set;
    kit_game g;
    open_world(&set, &g, "7");
    read_facts();
    play("./rogue-window.ini --seed 7");
    press(&g, "o o o", walk, MOULT_COUNT(walk));
    SDL_Surface *first = take_pictures(0);
    check_cells(&g, first);
    SDL_FreeSurface(first);
    press(&g, "Right h period KP_5", steps, MOULT_COUNT(steps));
    SDL_Surface *second = take_pictures(0);
    check_cells(&g, second);
    SDL_FreeSurface(second);
    kit_close(&g);
    moult__set_close(&set);
}
END_TEST

/* -- the window's life ------------------------------------------------------------------------- */

static void geometry(char out[128])
{
    run_well(&r, NULL, "xdotool getwindowgeometry %s", window);
    snprintf(out, 128, "%s", r.out);
}

START_TEST(a_reload_keeps_the_window)
{
    char before[128], after[128], hash[17], hash_after[17];
    uint32_t turn, turn_after;
    play("./rogue-window.ini --seed 7");
    run_well(&r, NULL, "xdotool windowsize --sync %s 900 650 key o && sleep 0.3", window);
    geometry(before);
    state_of_game(&turn, hash);
    run_well(&r, NULL,
             "cd game/plugins && cp renderer-sdl.so next && printf '\\0\\0' >> next && "
             "mv next renderer-sdl.so && sleep 0.3 && moult reload %d | "
             "grep -q 'reloaded renderer-sdl #2'",
             game);
    find_window();
    geometry(after);
    ck_assert_str_eq(before, after);
    state_of_game(&turn_after, hash_after);
    ck_assert_uint_eq(turn, turn_after);
    ck_assert_str_eq(hash, hash_after);
    SDL_FreeSurface(take_pictures(0));
}
END_TEST

START_TEST(another_renderer_takes_over_and_gives_back)
{
    char hash[17], hash_after[17];
    uint32_t turn, turn_after;
    play("./rogue-window.ini --seed 7");
    run_well(&r, NULL, "xdotool key o && sleep 0.3");
    state_of_game(&turn, hash);
    for (int i = 0; i < 5; i++) {
        run_well(&r, NULL, "moult renderer %d none", game);
        ck_assert_str_eq(r.out, "renderer/none\n");
        run_well(&r, NULL, "! xdotool search --onlyvisible --class '^moult$'");
        run_well(&r, NULL, "moult renderer %d sdl", game);
        find_window();
        state_of_game(&turn_after, hash_after);
        ck_assert_uint_eq(turn, turn_after);
        ck_assert_str_eq(hash, hash_after);
    }
    run_well(&r, NULL, "xdotool windowfocus --sync %s key period && sleep 0.3", window);
    state_of_game(&turn_after, hash_after);
    ck_assert_uint_eq(turn + 1, turn_after);
}
END_TEST

static unsigned long ticks(void)
{
    char path[64], line[1024];
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", game);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    fclose(file);
    ck_assert_int_eq(sscanf(strrchr(line, ')'),
                            ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
                            &system),
                     2);
    return user + system;
}

START_TEST(a_window_at_rest_takes_no_time)
{
    play("./rogue-window.ini --seed 7");
    usleep(1000000);
    unsigned long before = ticks();
    usleep(3000000);
    ck_assert_uint_le(ticks() - before, 1);
}
END_TEST

/* Without a display, and with a driver that isn't there. */
START_TEST(without_a_display_text_takes_over)
{
    static const char *const displays[] = {"unset DISPLAY", "export DISPLAY=:4242",
                                           "export SDL_VIDEODRIVER=nonsense"};
    for (uint32_t i = 0; i < MOULT_COUNT(displays); i++) {
        run_well(&r, "wait\n",
                 "%s; unset WAYLAND_DISPLAY; moult play --seed 7 --renderer sdl --slot %u",
                 displays[i], i);
        ck_assert_str_eq(r.err, "warn   there is no window to be had: text draws\n");
        ck_assert_ptr_nonnull(strstr(r.out, "\nturn 1  hash "));
    }
}
END_TEST

/* With a display that isn't looked at, every picture drawn. */
START_TEST(the_world_is_the_same_whoever_shows_it)
{
    run_well(&r, NULL,
             "printf 'explore\\nmove-east\\nexplore\\nwait\\nhelp\\nexplore\\n' > walk; "
             "for name in none text sdl; do SDL_VIDEODRIVER=dummy moult play --seed 7 "
             "--renderer $name --keys walk | tail -n 1; done");
    unsigned turns[3];
    char hashes[3][17];
    ck_assert_int_eq(sscanf(r.out, "turn %u hash %16s turn %u hash %16s turn %u hash %16s",
                            &turns[0], hashes[0], &turns[1], hashes[1], &turns[2], hashes[2]),
                     6);
    for (int i = 1; i < 3; i++) {
        ck_assert_uint_eq(turns[i], turns[0]);
        ck_assert_str_eq(hashes[i], hashes[0]);
    }
    ck_assert_uint_ge(turns[0], 40);
}
END_TEST

/* As after a build on a machine without SDL: plugins/left-out is what CMake writes then. */
START_TEST(a_build_without_it_says_what_it_lacked)
{
    run_well(&r, NULL,
             "rm game/plugins/renderer-sdl.so && "
             "echo 'renderer-sdl sdl2, SDL2_ttf (libsdl2-dev)' > game/plugins/left-out");
    run_refused(&r, "game/moult play --renderer sdl", 1,
                "error  renderer: renderer/sdl is required, and nobody provides it. This build "
                "left it out, for want of sdl2, SDL2_ttf (libsdl2-dev)\n");
    run_well(&r, "wait\n", "game/moult play --seed 7");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("window");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, enter, leave);
    tcase_set_timeout(all, 120);
    tcase_add_test(all, what_is_shown_is_what_the_rules_describe);
    tcase_add_test(all, a_reload_keeps_the_window);
    tcase_add_test(all, another_renderer_takes_over_and_gives_back);
    tcase_add_test(all, a_window_at_rest_takes_no_time);
    tcase_add_test(all, without_a_display_text_takes_over);
    tcase_add_test(all, the_world_is_the_same_whoever_shows_it);
    tcase_add_test(all, a_build_without_it_says_what_it_lacked);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
