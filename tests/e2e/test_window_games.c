/* SPDX-License-Identifier: MIT */
/* The other games in the window, played by real keys: srl in Japanese, simple. The run is saved,
 * and what the text renderer prints of the save is looked up in the picture, cell by cell. */
#include "core/game/session.h"
#include "e2e/window_stage.h"

/* Of a window that is large enough: five lines of messages below, 272 pixels beside. */
#define LOG 110
#define SIDE 272

static char frame[128][512]; /* bytes of a line of the frame */
static int32_t rows;

/* The picture as lines, of the run as it was saved. */
static void read_frame(const char *profile, const char *language)
{
    rows = 0;
    run_well(&r, "quit\n",
             "rm -f home/.local/share/moult/saves/frame.*; "
             "moult play ./%s-window.ini --lang %s --renderer text --slot frame --load "
             "home/.local/share/moult/saves/%s-window.moult",
             profile, language, profile);
    for (const char *line = r.out; *line && *line != '\n' && rows < 128;) {
        size_t length = strcspn(line, "\n");
        snprintf(frame[rows++], sizeof frame[0], "%.*s", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

/* The sign at a column of a row; 0: there is none. */
static uint32_t sign_at(int32_t row, int32_t column)
{
    const unsigned char *at = (const unsigned char *)frame[row];
    for (int32_t i = 0; *at; i++) {
        uint32_t code = *at, more = code >= 0xe0 ? 2 : code >= 0xc0 ? 1 : 0;
        code &= more == 2 ? 0x0fu : more == 1 ? 0x1fu : 0x7fu;
        for (at++; more > 0; more--)
            code = code << 6 | (*at++ & 0x3fu);
        if (i == column)
            return code;
    }
    return 0;
}

static uint32_t dimmed(uint32_t c)
{
    return (c >> 16) * 96 / 255 << 16 | (c >> 8 & 255) * 96 / 255 << 8 | (c & 255) * 110 / 255;
}

/* Points of a tile of 32 pixels that no averaging touches, by sign. */
static const struct {
    uint32_t sign;
    int32_t x, y;
    uint32_t colour;
} points[] = {
    {'#', 4, 5, 0x8c7c8c},   {'#', 4, 26, 0x6c6074},  {0xb7, 18, 6, 0x565c6e},
    {0xb7, 4, 14, 0x565c6e}, {'@', 13, 16, 0x3c78c8}, {'r', 14, 20, 0xc09c74},
    {'%', 16, 18, 0xdc3c3c}, {'!', 16, 19, 0x28b4dc}, {'>', 6, 6, 0xb8c0d0},
};

START_TEST(srl_is_shown_in_japanese)
{
    enum { PX = 32 };
    uint32_t found = 0, turn;
    char hash[17];
    play("--lang ja ./srl-window.ini --seed 1554076800000");
    run_well(&r, NULL,
             "xdotool key --delay 60 z Up Up Up Up Up Up Up Up Up Up Up Up space o o S && "
             "sleep 0.5");
    SDL_Surface *picture = take_pictures(0);
    state_of_game(&turn, hash);
    ck_assert_uint_ge(turn, 12);
    read_frame("srl", "ja");
    ck_assert_int_eq(picture->w, 25 * PX + SIDE);
    int32_t shown = (picture->h - LOG) / PX, top = (picture->h - LOG - shown * PX) / 2;
    moult_scene scene = {.width = 50, .height = 50};
    for (int32_t i = 0; i < 50 * 50; i++)
        if (sign_at(i / 50, i % 50) == '@') {
            scene.focus_x = i % 50;
            scene.focus_y = i / 50;
        }
    int32_t first_x, first_y;
    moult_scene_window(&scene, 25, shown, &first_x, &first_y);
    for (int32_t y = 0; y < shown; y++)
        for (int32_t x = 0; x < 25; x++)
            for (uint32_t i = 0; i < MOULT_COUNT(points); i++) {
                if (points[i].sign != sign_at(first_y + y, first_x + x))
                    continue;
                uint32_t there = pixel(picture, x * PX + points[i].x, top + y * PX + points[i].y);
                ck_assert_msg(there == points[i].colour || there == dimmed(points[i].colour),
                              "'%c' at %d,%d: %06x", (int)points[i].sign, x, y, there);
                found++;
            }
    ck_assert_uint_ge(found, 200);
    SDL_FreeSurface(picture);
}
END_TEST

/* A cell has ink in it when it has a sign, and none when it hasn't. */
START_TEST(simple_is_shown)
{
    enum { WIDE = 24, HIGH = 48 };
    uint32_t signs = 0;
    play("./simple-window.ini --seed abc");
    run_well(&r, NULL, "xdotool key --delay 80 Return 1 S && sleep 0.3");
    SDL_Surface *picture = take_pictures(SIDE);
    read_frame("simple", "en");
    int32_t columns = 15, lines = 5; /* a board of 3x3 */
    int32_t left = (picture->w - SIDE - columns * WIDE) / 2;
    int32_t high = picture->h < 5 * 8 * 20 ? 3 * 20 + 10 : LOG;
    int32_t top = (picture->h - high - lines * HIGH) / 2;
    for (int32_t y = 0; y < lines; y++)
        for (int32_t x = 0; x < columns; x++) {
            uint32_t ink = 0, sign = sign_at(y, x);
            for (int32_t i = 0; i < WIDE * HIGH; i++)
                ink += pixel(picture, left + x * WIDE + i % WIDE, top + y * HIGH + i / WIDE) != 0;
            ck_assert_msg((ink > 10) == (sign > ' '), "%x at %d,%d: %u", sign, x, y, ink);
            signs += sign > ' ';
        }
    ck_assert_uint_ge(signs, 20);
    SDL_FreeSurface(picture);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("window: other games");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, enter, leave);
    tcase_set_timeout(all, 120);
    tcase_add_test(all, srl_is_shown_in_japanese);
    tcase_add_test(all, simple_is_shown);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
