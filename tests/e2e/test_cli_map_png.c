/* SPDX-License-Identifier: MIT */
/* Pictures: what libpng reads back is the level that the text shows, cell by cell. */
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "support/run.h"
#include <check.h>

static run r;

typedef struct picture {
    png_image head;
    uint8_t *pixels; /* three bytes each */
} picture;

static void open_run(void)
{
    run_open(&r);
}

static void close_run(void)
{
    run_close(&r);
}

static void read_picture(const char *name, picture *p)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", r.root, name);
    memset(p, 0, sizeof *p);
    p->head.version = PNG_IMAGE_VERSION;
    ck_assert_msg(png_image_begin_read_from_file(&p->head, path), "%s", p->head.message);
    p->head.format = PNG_FORMAT_RGB;
    p->pixels = malloc(PNG_IMAGE_SIZE(p->head));
    ck_assert_ptr_nonnull(p->pixels);
    ck_assert_msg(png_image_finish_read(&p->head, NULL, p->pixels, 0, NULL), "%s", p->head.message);
}

static const uint8_t *pixel(const picture *p, int32_t x, int32_t y)
{
    return &p->pixels[3 * ((size_t)y * p->head.width + (size_t)x)];
}

static int32_t same_block(const picture *p, int32_t scale, const int32_t a[2], const int32_t b[2])
{
    for (int32_t y = 0; y < scale; y++)
        if (memcmp(pixel(p, a[0] * scale, a[1] * scale + y),
                   pixel(p, b[0] * scale, b[1] * scale + y), 3 * (size_t)scale) != 0)
            return 0;
    return 1;
}

static const struct {
    const char *level;
    int32_t width, height, scale;
} pictures[] = {
    {"rooms --seed 7", 64, 40, 8},
    {"rooms --seed 8 --depth 9", 64, 40, 16},
    {"split --seed 9 --size 100x60", 100, 60, 24},
    {"rooms --seed 10 --size 90x30", 90, 30, 11},
};

#define PICTURES ((int)(sizeof pictures / sizeof *pictures))

/* In these generators' levels a letter stands for one tile: equal letters are equal blocks, others
 * differ. */
START_TEST(a_picture_shows_the_letters_of_the_text)
{
    picture p;
    int32_t scale = pictures[_i].scale, width = pictures[_i].width, height = pictures[_i].height;
    int32_t first[128][2], known[128] = {0}, letters = 0;
    run_well(&r, NULL, "moult map %s --png a.png --scale %d && test ! -e a.png.part",
             pictures[_i].level, scale);
    read_picture("a.png", &p);
    ck_assert_uint_eq(p.head.width, (uint32_t)(width * scale));
    ck_assert_uint_eq(p.head.height, (uint32_t)(height * scale));
    run_well(&r, NULL, "moult map %s", pictures[_i].level);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            int letter = r.out[y * (width + 1) + x];
            int32_t at[2] = {x, y};
            letters += !known[letter];
            if (!known[letter])
                memcpy(first[letter], at, sizeof at);
            known[letter] = 1;
            for (int other = 0; other < 128; other++)
                if (known[other])
                    ck_assert_msg(same_block(&p, scale, at, first[other]) == (other == letter),
                                  "(%d,%d) is '%c'", x, y, letter);
        }
    ck_assert_int_ge(letters, 4);
    free(p.pixels);
}
END_TEST

/* A pixel a cell: floor and wall have colours of their own. */
START_TEST(the_smallest_picture_has_a_pixel_a_cell)
{
    picture p;
    run_well(&r, NULL, "moult map split --png a.png --scale 1 --overlays ''");
    read_picture("a.png", &p);
    ck_assert_uint_eq(p.head.width, 64);
    ck_assert_uint_eq(p.head.height, 40);
    run_well(&r, NULL, "moult map split");
    for (int32_t y = 0; y < 40; y++)
        for (int32_t x = 0; x < 64; x++) {
            int is_wall = r.out[y * 65 + x] == '#';
            ck_assert_msg((memcmp(pixel(&p, x, y), pixel(&p, 0, 0), 3) == 0) == is_wall, "(%d,%d)",
                          x, y);
        }
    free(p.pixels);
}
END_TEST

START_TEST(overlays_change_colours)
{
    run_well(&r, NULL,
             "for i in '' r c f d s rcfds; do moult map nethack --size 80x21 --overlays \"$i\" "
             "--png \"p$i.png\"; done; sha256sum p*.png | cut -d ' ' -f 1 | sort -u | wc -l");
    ck_assert_str_eq(r.out, "7\n");
}
END_TEST

START_TEST(the_largest_level_has_a_picture)
{
    picture p;
    run_well(&r, NULL, "moult map rooms --size 4096x4096 --png a.png --scale 1");
    read_picture("a.png", &p);
    ck_assert_uint_eq(p.head.width, 4096);
    ck_assert_uint_eq(p.head.height, 4096);
    free(p.pixels);
}
END_TEST

/* A game that plays itself leaves its last picture; one that waits for a person is left. */
START_TEST(any_game_has_pictures)
{
    static const char *const games[] = {"rogue", "srl", "simple"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        picture p;
        run_well(&r, NULL, "rm -f moult.png; moult play %s --seed 7 --renderer png", games[i]);
        read_picture("moult.png", &p);
        ck_assert_uint_ge(p.head.width, 200);
        free(p.pixels);
    }
    run_well(
        &r, NULL,
        "moult play rogue --seed 7 --renderer png --hero explorer --turns 3 && mv moult.png a; "
        "moult play rogue --seed 7 --renderer png --hero explorer --turns 90 && "
        "! cmp -s a moult.png");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("map png");
    TCase *group = tcase_create("pictures");
    tcase_add_checked_fixture(group, open_run, close_run);
    tcase_set_timeout(group, 100);
    tcase_add_loop_test(group, a_picture_shows_the_letters_of_the_text, 0, PICTURES);
    tcase_add_test(group, the_smallest_picture_has_a_pixel_a_cell);
    tcase_add_test(group, overlays_change_colours);
    tcase_add_test(group, the_largest_level_has_a_picture);
    tcase_add_test(group, any_game_has_pictures);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
