/* SPDX-License-Identifier: MIT */
/* moult map in a terminal: keys, sizes of the screen, and a locale that knows no other letters than
 * ASCII. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "support/e2e_game.h"
#include <check.h>

static e2e_game game;

#define LEVEL "moult map nethack --size 80x21 --seed 4 --depth 9"

static void open_view(const char *name, int32_t columns, int32_t rows, const char *before)
{
    tmux *t = &game.terminal;
    e2e_open(&game, name, columns, rows);
    tmux_shell(t, "%s " LEVEL, before);
}

static const struct {
    const char *keys[3], *says;
} presses[] = {
    {{"n"}, "seed \"4-1\""},
    {{"Space", "n"}, "seed \"4-2\""},
    {{"n", "n", "p"}, "seed \"4-1\""},
    {{">"}, "depth 10 "},
    {{"<", "<"}, "depth 7 "},
    {{"+"}, "size 88x26"},
    {{"+", "-"}, "size 80x21  shown s"},
    {{"r"}, "shown rs"},
    {{"c", "f", "d"}, "shown cfds"},
    {{"s"}, "shown -"},
    {{"?"}, "next and previous seed"},
    {{"c"}, ", 0 steps from the start"},
};

#define PRESSES ((int)(sizeof presses / sizeof *presses))

START_TEST(each_key_does_what_the_help_says)
{
    tmux *t = &game.terminal;
    char name[32];
    snprintf(name, sizeof name, "map-%d", _i);
    open_view(name, 80, 24, "");
    tmux_wait(t, "depth 9  size 80x21  shown s  rooms ");
    for (int i = 0; i < 3 && presses[_i].keys[i] != NULL; i++)
        tmux_keys(t, presses[_i].keys[i], NULL);
    tmux_wait(t, presses[_i].says);
    if (strcmp(presses[_i].keys[0], "?") == 0) {
        tmux_keys(t, "x", NULL);
        tmux_wait_gone(t, presses[_i].says);
    }
    tmux_keys(t, "q", NULL);
    tmux_wait(t, TMUX_PROMPT);
    e2e_close(&game);
}
END_TEST

/* What is shown is the text's level, in place. */
START_TEST(the_screen_is_the_level)
{
    static char text[8192];
    tmux *t = &game.terminal;
    char line[128];
    open_view("map-level", 80, 24, "");
    tmux_wait(t, "rooms ");
    ck_assert_int_eq(shell_run(text, sizeof text, "%s/" LEVEL, game.folder), 0);
    const char *at = text;
    for (int y = 0; y < 21; y++, at += 81) {
        size_t length = 80;
        while (length > 0 && at[length - 1] == ' ')
            length--;
        tmux_line(t, y + 2, line, sizeof line);
        ck_assert_msg(strlen(line) == length && strncmp(line, at, length) == 0, "line %d: %s", y,
                      line);
    }
    tmux_colours(t);
    ck_assert_ptr_nonnull(strstr(t->screen, "\033[38;5;"));
    tmux_keys(t, "Escape", NULL);
    tmux_wait(t, TMUX_PROMPT);
    e2e_close(&game);
}
END_TEST

/* The cursor stays in sight while it walks over a level larger than the screen. */
START_TEST(a_small_screen_scrolls)
{
    tmux *t = &game.terminal;
    open_view("map-scroll", 30, 10, "");
    tmux_wait(t, "stairs up");
    tmux_keys(t, "Home", "H", "H", "H", NULL);
    for (int i = 0; i < 12; i++)
        tmux_keys(t, "H", "K", NULL);
    tmux_wait(t, "(0,0)");
    for (int i = 0; i < 12; i++)
        tmux_keys(t, "L", "J", NULL);
    tmux_wait(t, "(79,20)");
    tmux_keys(t, "Left", "Up", "h", "k", NULL);
    tmux_wait(t, "(77,18)");
    tmux_keys(t, "q", NULL);
    tmux_wait(t, TMUX_PROMPT);
    e2e_close(&game);
}
END_TEST

START_TEST(a_screen_too_small_waits_to_be_larger)
{
    tmux *t = &game.terminal;
    open_view("map-small", 10, 5, "");
    tmux_wait(t, "Too small");
    tmux_keys(t, "n", NULL);
    tmux_resize(t, 80, 24);
    tmux_wait(t, "seed \"4-1\"");
    tmux_resize(t, 10, 5);
    tmux_wait(t, "Too small");
    tmux_keys(t, "q", NULL);
    tmux_resize(t, 80, 24);
    tmux_wait(t, TMUX_PROMPT);
    e2e_close(&game);
}
END_TEST

START_TEST(plain_ascii_will_do)
{
    tmux *t = &game.terminal;
    open_view("map-ascii", 80, 24, "LC_ALL=C TERM=vt100");
    tmux_wait(t, "depth 9  size 80x21");
    for (const char *at = t->screen; *at != 0; at++)
        ck_assert_int_gt(*at, 0);
    ck_assert_ptr_nonnull(strstr(t->screen, "######"));
    tmux_keys(t, "q", NULL);
    tmux_wait(t, TMUX_PROMPT);
    e2e_close(&game);
}
END_TEST

/* A wish that can't be granted is told, and the level stays. */
START_TEST(what_cant_be_made_is_told)
{
    tmux *t = &game.terminal;
    e2e_open(&game, "map-refused", 120, 24);
    tmux_shell(t, "moult map rooms --size 36x25 --seed 1");
    tmux_wait(t, "size 36x25  shown");
    for (int i = 0; i < 2; i++)
        tmux_keys(t, "-", NULL);
    tmux_wait(t, "can't make");
    ck_assert_ptr_nonnull(strstr(t->screen, "size "));
    ck_assert_ptr_nonnull(strchr(t->screen, '@'));
    tmux_keys(t, "h", NULL);
    tmux_wait_gone(t, "can't make");
    tmux_keys(t, "q", NULL);
    tmux_wait(t, TMUX_PROMPT);
    e2e_close(&game);
}
END_TEST

/* The terminal is given back whatever ends it. */
START_TEST(signals_end_it_well)
{
    static const char *const signals[] = {"INT", "TERM", "HUP"};
    tmux *t = &game.terminal;
    char alternate[16], said[64];
    open_view("map-signal", 80, 24, "");
    for (size_t i = 0; i < 3; i++) {
        if (i > 0)
            tmux_shell(t, LEVEL);
        tmux_wait(t, "shown s");
        shell_run(said, sizeof said, "kill -%s %d", signals[i], (int)tmux_child(t, "moult"));
        tmux_wait_gone(t, "shown s");
        tmux_wait(t, TMUX_PROMPT);
        tmux_ask(t, "#{alternate_on}", alternate, sizeof alternate);
        ck_assert_str_eq(alternate, "0");
        tmux_shell(t, "clear");
    }
    e2e_close(&game);
}
END_TEST

/* Figures come with a bar that goes when it is done. */
START_TEST(a_bar_shows_how_far_it_is)
{
    tmux *t = &game.terminal;
    e2e_open(&game, "map-bar", 80, 24);
    tmux_shell(t, "moult map nethack --size 80x21 --stats 40000 --tsv > figures; echo do\"\"ne");
    tmux_wait(t, " of 40000, ");
    ck_assert_ptr_nonnull(strstr(t->screen, "["));
    tmux_wait(t, "\ndone");
    ck_assert_ptr_null(strstr(t->screen, " of 40000, "));
    e2e_close(&game);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("terminal map");
    TCase *group = tcase_create("map");
    tcase_set_timeout(group, 90);
    tcase_add_loop_test(group, each_key_does_what_the_help_says, 0, PRESSES);
    tcase_add_test(group, the_screen_is_the_level);
    tcase_add_test(group, a_small_screen_scrolls);
    tcase_add_test(group, a_screen_too_small_waits_to_be_larger);
    tcase_add_test(group, plain_ascii_will_do);
    tcase_add_test(group, what_cant_be_made_is_told);
    tcase_add_test(group, signals_end_it_well);
    tcase_add_test(group, a_bar_shows_how_far_it_is);
    suite_add_tcase(suite, group);
    return terminals_run(suite);
}
