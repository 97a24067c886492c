/* SPDX-License-Identifier: MIT */
/* Palettes, by measure: what a player must tell apart by colour alone is far enough apart for eyes
 * of all four kinds, and stands out from the ground. Distances are those of CIELAB (1976), where
 * 2.3 is just noticed; missing cones are simulated by the matrices of Machado, Oliveira and
 * Fernandes (2009) at full strength, contrast is that of WCAG 2. */
#include "core/game/palette.h"
#include "core/game/scene.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <check.h>

#define MOST 12
#define EYES 4

/* Machado et al., in linear light: all cones, then without the long, middle, short ones. */
static const double eyes[EYES][3][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.152286, 1.052583, -0.204868},
     {0.114503, 0.786281, 0.099216},
     {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968},
     {0.280085, 0.672501, 0.047413},
     {-0.011820, 0.042940, 0.968881}},
    {{1.255528, -0.076749, -0.178779},
     {-0.078411, 0.930809, 0.147602},
     {0.004733, 0.691367, 0.303900}},
};

/* What looks alike but for its colour, as the games give it; 0 ends a set. */
typedef struct group {
    const char *name;
    double distance; /* at least, by the palette `distinct` */
    uint32_t colours[MOST];
} group;

static const group groups[] = {
    {"a mini-map's points",
     10,
     {0x808080, 0x4169e1, 0x1e90ff, 0xffff00, 0x9acd32, 0xff0000, 0xffc0cb}},
    {"water and lava", 20, {0x4080e0, 0xff6020}},
    {"stairs, exit and ladder", 20, {0x8cc8f0, 0xffdc50, 0xc08040}},
    {"wall and corridor", 10, {0xa89c80, 0x706858}},
    {"fountain and sink", 15, {0x4080e0, 0xa0a0b0}},
    {"the two sides", 20, {0x60c0ff, 0xffb050}},
    {"a way, one to be taken, one that wins", 15, {0x808080, 0xffffff, 0x60e060}},
    {"life and food", 20, {0xdc3c3c, 0xdcb43c}},
};

static double linear(uint32_t part)
{
    double value = part / 255.0;
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static double curve(double value)
{
    return value > 0.008856 ? cbrt(value) : 7.787 * value + 16.0 / 116.0;
}

static void lab(uint32_t colour, int eye, double out[3])
{
    static const double xyz[3][3] = {
        {0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}};
    static const double white[3] = {0.95047, 1.0, 1.08883};
    double light[3], seen[3], f[3];
    for (int i = 0; i < 3; i++)
        light[i] = linear(colour >> (16 - 8 * i) & 255);
    for (int i = 0; i < 3; i++) {
        seen[i] =
            eyes[eye][i][0] * light[0] + eyes[eye][i][1] * light[1] + eyes[eye][i][2] * light[2];
        seen[i] = fmin(fmax(seen[i], 0.0), 1.0);
    }
    for (int i = 0; i < 3; i++)
        f[i] = curve((xyz[i][0] * seen[0] + xyz[i][1] * seen[1] + xyz[i][2] * seen[2]) / white[i]);
    out[0] = 116 * f[1] - 16;
    out[1] = 500 * (f[0] - f[1]);
    out[2] = 200 * (f[1] - f[2]);
}

static double distance(uint32_t a, uint32_t b, int eye)
{
    double one[3], other[3];
    lab(a, eye, one);
    lab(b, eye, other);
    return sqrt(pow(one[0] - other[0], 2) + pow(one[1] - other[1], 2) + pow(one[2] - other[2], 2));
}

static double contrast(uint32_t colour)
{
    double luminance = 0.2126 * linear(colour >> 16 & 255) + 0.7152 * linear(colour >> 8 & 255) +
                       0.0722 * linear(colour & 255);
    return (luminance + 0.05) / 0.05; /* with black */
}

static moult__palette palette_of(const char *name)
{
    moult__palette palette = {0};
    ck_assert_int_ge(moult__palette_choose(&palette, name), 0);
    return palette;
}

static void check_apart(const char *name, const uint32_t *colours, uint32_t count, double least)
{
    for (int eye = 0; eye < EYES; eye++)
        for (uint32_t a = 0; a < count; a++)
            for (uint32_t b = 0; b < a; b++)
                ck_assert_msg(distance(colours[a], colours[b], eye) >= least,
                              "%s: %06x and %06x are %.1f apart for eyes %d", name, colours[a],
                              colours[b], distance(colours[a], colours[b], eye), eye);
}

START_TEST(the_default_one_changes_nothing)
{
    moult__palette palette = palette_of("default");
    for (uint32_t colour = 0; colour < 0x1000000; colour += 0x1f3)
        ck_assert_uint_eq(moult__palette_colour(&palette, colour), colour);
}
END_TEST

START_TEST(distinct_is_distinct_for_all_eyes)
{
    moult__palette palette = palette_of("distinct");
    const group *g = &groups[_i];
    uint32_t colours[MOST], count = 0;
    for (; g->colours[count] != 0; count++)
        colours[count] = moult__palette_colour(&palette, g->colours[count]);
    check_apart(g->name, colours, count, g->distance);
}
END_TEST

/* Kinds of messages are the palette's own where the rules chose none. */
START_TEST(kinds_of_messages_are_distinct)
{
    moult__scene *scene = moult__scene_create();
    moult__palette palette = palette_of("distinct");
    moult_scene *open = moult__scene_begin(scene);
    moult__palette_apply(&palette, open);
    check_apart("messages", open->say_fg, MOULT_SAY_SYSTEM + 1, 12);
    for (uint32_t kind = 0; kind <= MOULT_SAY_SYSTEM; kind++)
        ck_assert(contrast(open->say_fg[kind]) >= 4.5);
    moult__scene_free(scene);
}
END_TEST

static const struct {
    const char *name;
    double contrast;
} grounds[] = {{"high-contrast", 7.0}, {"distinct", 4.5}};

START_TEST(everything_stands_out_from_black)
{
    moult__palette palette = palette_of(grounds[_i].name);
    ck_assert_uint_eq(moult__palette_colour(&palette, 0), 0);
    for (uint32_t colour = 1; colour < 0x1000000; colour += 0x1f3) {
        uint32_t shown = moult__palette_colour(&palette, colour);
        ck_assert_msg(contrast(shown) >= grounds[_i].contrast, "%06x becomes %06x: %.2f", colour,
                      shown, contrast(shown));
    }
}
END_TEST

START_TEST(they_follow_each_other_in_turn)
{
    moult__palette palette = {0};
    static const char *const order[] = {"high-contrast", "distinct", "default"};
    for (uint32_t i = 0; i < MOULT_COUNT(order); i++) {
        ck_assert_str_eq(moult__palette_next(&palette), order[i]);
        ck_assert_int_ge(moult__palette_choose(&palette, order[i]), 0);
    }
    ck_assert_int_eq(moult__palette_choose(&palette, "sepia"), MOULT_UNKNOWN);
    ck_assert_uint_eq(palette.number, 0);
}
END_TEST

START_TEST(all_parts_of_a_scene_are_changed)
{
    moult__scene *scene = moult__scene_create();
    moult__palette palette = palette_of("high-contrast");
    moult_scene *open = moult__scene_begin(scene);
    moult_gauge gauge = {.size = sizeof gauge, .fg = 0x200000, .label = "HP"};
    ck_assert_int_ge(open->set_size(open, 2, 1), 0);
    ck_assert_int_ge(open->set_mini(open, 1, 1), 0);
    ck_assert_int_ge(open->add_gauge(open, &gauge), 0);
    open->cells[1].fg = open->cells[1].accent = open->cells[1].bg = 0x200000;
    open->mini[0] = 0x200000;
    open->say_fg[MOULT_SAY_GOOD] = 0x200000;
    moult__palette_apply(&palette, open);
    uint32_t expected = moult__palette_colour(&palette, 0x200000);
    ck_assert_uint_ne(expected, 0x200000);
    ck_assert_uint_eq(open->cells[1].fg, expected);
    ck_assert_uint_eq(open->cells[1].bg, expected);
    ck_assert_uint_eq(open->cells[1].accent, expected);
    ck_assert_uint_eq(open->cells[0].fg, 0);
    ck_assert_uint_eq(open->mini[0], expected);
    ck_assert_uint_eq(open->gauges[0].fg, expected);
    ck_assert_uint_eq(open->say_fg[MOULT_SAY_GOOD], expected);
    moult__scene_free(scene);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("palettes");
    TCase *all = tcase_create("all");
    tcase_add_test(all, the_default_one_changes_nothing);
    tcase_add_loop_test(all, distinct_is_distinct_for_all_eyes, 0, MOULT_COUNT(groups));
    tcase_add_test(all, kinds_of_messages_are_distinct);
    tcase_add_loop_test(all, everything_stands_out_from_black, 0, MOULT_COUNT(grounds));
    tcase_add_test(all, they_follow_each_other_in_turn);
    tcase_add_test(all, all_parts_of_a_scene_are_changed);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
