/* SPDX-License-Identifier: MIT */
/* Kinds of terminals and languages: whatever TERM and the locale say, the hero, walls and the last
 * line can be read; nothing is drawn that the terminal can't show. Idle, the game uses no time; and
 * a game in a terminal ends in the same state as one without. */
#include "support/e2e_game.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <check.h>

static e2e_game game;

static int only_ascii(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text >= 0x80)
            return 0;
    return 1;
}

static void check_map(const char *what)
{
    int32_t x, y;
    e2e_find(&game, '@', &x, &y);
    ck_assert_msg(tmux_cell(&game.terminal, x + 1, y) == 0xb7 ||
                      tmux_cell(&game.terminal, x + 1, y) == '.',
                  "%s: no floor beside the hero:\n%s", what, game.terminal.screen);
    e2e_find(&game, '#', &x, &y);
    ck_assert_msg(strstr(game.terminal.screen, "HP 12/12 ") != NULL &&
                      strstr(game.terminal.screen, "Armour rags") != NULL,
                  "%s:\n%s", what, game.terminal.screen);
}

/* Whether any colour is set in a capture with escape sequences, and one of 256. */
static void find_colours(const char *text, int *has_colours, int *has_256)
{
    *has_colours = *has_256 = 0;
    while ((text = strstr(text, "\033[")) != NULL)
        for (text += 2; *text != 0 && *text != 'm'; text += *text == ';') {
            long number = strtol(text, (char **)(uintptr_t)&text, 10);
            *has_256 |= number == 38;
            *has_colours |=
                number == 38 || (number >= 30 && number < 38) || (number >= 90 && number < 98);
        }
}

START_TEST(every_terminal_shows_the_map)
{
    static const struct {
        const char *term, *more;
        int has_colours, has_256;
    } cases[] = {
        {"xterm-256color", "", 1, 1},
        {"screen-256color", "", 1, 1},
        {"tmux-256color", "", 1, 1},
        {"xterm", "", 1, 0},
        {"screen", "", 1, 0},
        {"linux", "", 1, 0},
        {"vt100", "", 0, 0},
        {"xterm-mono", "", 0, 0},
        {"xterm-256color", "NO_COLOR=1", 0, 0},
    };
    char before[128], name[32];
    snprintf(name, sizeof name, "term-%d", _i);
    snprintf(before, sizeof before, "TERM=%s %s", cases[_i].term, cases[_i].more);
    e2e_open(&game, name, 80, 24);
    e2e_play_as(&game, before, "--seed 2");
    tmux_keys(&game.terminal, "h", "h", NULL);
    e2e_wait_turn(&game, 2);
    tmux_keys(&game.terminal, "?", NULL);
    tmux_wait(&game.terminal, "walk on until something turns up");
    tmux_keys(&game.terminal, "q", NULL);
    tmux_wait_gone(&game.terminal, " Commands ");
    check_map(before);
    int has_colours, has_256;
    find_colours(tmux_colours(&game.terminal), &has_colours, &has_256);
    ck_assert_msg(has_256 == cases[_i].has_256 && has_colours == cases[_i].has_colours,
                  "%s: 256 colours %d, colours %d:\n%s", before, has_256, has_colours,
                  game.terminal.screen);
    e2e_quit(&game);
    e2e_close(&game);
}
END_TEST

START_TEST(every_locale_shows_text_that_can_be_read)
{
    static const struct {
        const char *locale, *source, *more;
        int is_utf8;
    } cases[] = {{"C", NULL, "", 0},
                 {"POSIX", NULL, "", 0},
                 {"C.UTF-8", NULL, "", 1},
                 {"de_DE.UTF-8", "de_DE", "", 1},
                 {"ja_JP.UTF-8", "ja_JP", " LANGUAGE=en", 1},
                 {"xx_XX.UTF-8", NULL, "", 0}};
    char before[256] = "", name[32], said[1024];
    const char *locale = cases[_i].locale;
    snprintf(name, sizeof name, "locale-%d", _i);
    e2e_open(&game, name, 80, 24);
    if (cases[_i].source != NULL) {
        int code = shell_run(said, sizeof said,
                             "mkdir -p $HOME/locales && localedef -i %s -f UTF-8 $HOME/locales/%s",
                             cases[_i].source, locale);
        ck_assert_msg(code == 0, "%s", said);
        snprintf(before, sizeof before, "LOCPATH=%s/home/locales ", game.terminal.root);
    }
    snprintf(before + strlen(before), sizeof before - strlen(before), "LC_ALL=%s%s", locale,
             cases[_i].more);
    e2e_play_as(&game, before, "--seed 2");
    check_map(locale);
    if (cases[_i].is_utf8)
        ck_assert_msg(strstr(game.terminal.screen, "\u00b7") != NULL, "%s:\n%s", locale,
                      game.terminal.screen);
    else
        ck_assert_msg(only_ascii(game.terminal.screen), "%s:\n%s", locale, game.terminal.screen);
    const char *map = strstr(strchr(game.terminal.screen, '\n') + 1, "\n");
    ck_assert_msg(strchr(map, '?') == NULL, "%s:\n%s", locale, game.terminal.screen);
    ck_assert_ptr_null(strstr(game.terminal.screen, "\ufffd"));
    tmux_keys(&game.terminal, "i", NULL);
    tmux_wait(&game.terminal, "rusty dagger  damage 4");
    e2e_close(&game);
}
END_TEST

START_TEST(idle_it_uses_no_time)
{
    static const char *const arguments[] = {"--seed 7", "--seed 7 --watch"};
    char name[32];
    snprintf(name, sizeof name, "idle-%d", _i);
    e2e_open(&game, name, 80, 24);
    e2e_play(&game, arguments[_i]);
    e2e_turn(&game, ".");
    if (_i == 1) {
        tmux_keys(&game.terminal, "?", NULL);
        tmux_wait(&game.terminal, " Commands ");
    }
    uint64_t before = e2e_ticks(&game);
    pause_ms(2000);
    ck_assert_uint_le(e2e_ticks(&game) - before, 1);
    e2e_close(&game);
}
END_TEST

/* The line that a run without a person ends with: turn and hash. */
static void last_line(const char *renderer, char *out, size_t room)
{
    int code = shell_run(out, room,
                         "moult play --seed 7 --renderer %s --keys $HOME/keys </dev/null | "
                         "grep '^turn [0-9]*  hash [0-9a-f]*$'",
                         renderer);
    ck_assert_msg(code == 0, "%s", out);
}

START_TEST(every_renderer_ends_in_the_same_state)
{
    char none[128], text[128], said[256];
    e2e_open(&game, "same", 80, 24);
    shell_run(said, sizeof said,
              "{ echo explore; for i in 1 2 3 4 5 6; do echo wait; done; echo k; echo inventory; "
              "echo Esc; echo help; echo End; echo Esc; echo move-north-west; } > $HOME/keys");
    last_line("none", none, sizeof none);
    last_line("text", text, sizeof text);
    ck_assert_str_eq(none, text);
    tmux_shell(&game.terminal, "moult play --seed 7 --renderer curses --keys $HOME/keys");
    tmux_wait(&game.terminal, none);
    ck_assert_int_gt(atoi(none + 5), 30);
    e2e_close(&game);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("terminal kinds");
    TCase *group = tcase_create("kinds");
    tcase_set_timeout(group, 60);
    tcase_add_loop_test(group, every_terminal_shows_the_map, 0, 9);
    tcase_add_loop_test(group, every_locale_shows_text_that_can_be_read, 0, 6);
    tcase_add_loop_test(group, idle_it_uses_no_time, 0, 2);
    tcase_add_test(group, every_renderer_ends_in_the_same_state);
    suite_add_tcase(suite, group);
    return terminals_run(suite);
}
