/* SPDX-License-Identifier: MIT */
/* A game as a player meets it, on a screen of 80x24: walk, fight, read, descend, die. */
#include "support/e2e_game.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <check.h>

#define ROUNDS 400 /* more than any floor takes */

static e2e_game game;

/* -- a simple player --------------------------------------------------------------------------- */

/* The nearest letter on the map that isn't the hero; 0: there is none. */
static int find_monster(int32_t *dx, int32_t *dy)
{
    int32_t hero_x, hero_y, best = 1000;
    e2e_find(&game, '@', &hero_x, &hero_y);
    for (int32_t y = 2; y < 23; y++)
        for (int32_t x = 0; x < 80; x++) {
            uint32_t glyph = tmux_cell(&game.terminal, x, y);
            int32_t far = abs(x - hero_x) > abs(y - hero_y) ? abs(x - hero_x) : abs(y - hero_y);
            if (glyph < 0x80 && isalpha((int)glyph) && far < best) {
                best = far;
                *dx = (x > hero_x) - (x < hero_x);
                *dy = (y > hero_y) - (y < hero_y);
            }
        }
    return best == 1000 ? 0 : best;
}

/* Presses a key and gives it time for a turn: a step against a wall takes none. */
static int press(const char *key)
{
    e2e_state before = e2e_ask(&game), after;
    tmux_keys(&game.terminal, key, NULL);
    int64_t end = clock_ms() + 150;
    do {
        after = e2e_ask(&game);
    } while (after.turn == before.turn && clock_ms() < end);
    return after.turn != before.turn;
}

static void fight_round(int32_t far, int32_t dx, int32_t dy)
{
    static const char *const keys[3][3] = {{"y", "k", "u"}, {"h", ".", "l"}, {"b", "j", "n"}};
    if (far > 1 || !press(keys[dy + 1][dx + 1]))
        press(".");
}

/* Explores and fights until the floor is known and quiet; 0: the hero died of it. */
static int clear_floor(void)
{
    for (int32_t i = 0; i < ROUNDS; i++) {
        int32_t dx, dy, far = find_monster(&dx, &dy);
        if (strstr(game.terminal.screen, "HP 0/") != NULL)
            return 0;
        if (far != 0) {
            fight_round(far, dx, dy);
            continue;
        }
        press("o");
        if (tmux_shows(&game.terminal, "everything that can be reached has been seen", 0))
            return 1;
    }
    ck_abort_msg("the floor has no end:\n%s", game.terminal.screen);
    return 0;
}

static void click(int32_t x, int32_t y)
{
    char bytes[64];
    int count =
        snprintf(bytes, sizeof bytes, "\033[<0;%d;%dM\033[<0;%d;%dm", x + 1, y + 1, x + 1, y + 1);
    tmux_bytes(&game.terminal, bytes, (size_t)count);
}

/* -- the tests --------------------------------------------------------------------------------- */

START_TEST(a_floor_is_explored_fought_through_and_left)
{
    char path[200];
    int32_t x, y;
    e2e_open(&game, "descend", 80, 24);
    e2e_play(&game, "--seed 7");
    ck_assert(clear_floor());
    tmux_keys(&game.terminal, "C-p", NULL);
    tmux_wait(&game.terminal, " Messages ");
    tmux_keys(&game.terminal, "Home", NULL);
    tmux_wait(&game.terminal, "\u2502 Welcome to the dungeon.");
    tmux_keys(&game.terminal, "End", NULL);
    tmux_wait_gone(&game.terminal, "\u2502 Welcome to the dungeon.");
    tmux_keys(&game.terminal, "Escape", NULL);
    tmux_wait_gone(&game.terminal, " Messages ");

    e2e_find(&game, '>', &x, &y);
    click(x, y);
    tmux_wait(&game.terminal, "There are stairs down here.");
    tmux_keys(&game.terminal, ">", NULL);
    tmux_wait(&game.terminal, "Floor 2");
    e2e_save_path(&game, path, sizeof path);
    ck_assert_msg(shell_run(NULL, 0, "test -s '%s'", path) == 0, "the descent wasn't saved");
    e2e_close(&game);
}
END_TEST

START_TEST(a_fight_is_told_and_repetitions_are_counted)
{
    e2e_open(&game, "fight", 80, 24);
    e2e_play(&game, "--seed 7");
    tmux_keys(&game.terminal, "o", NULL);
    tmux_wait(&game.terminal, "Explore stopped: sewer rat in view");
    tmux_wait(&game.terminal, "You take 2 gold. (x2)");
    for (int i = 0; i < 100 && !tmux_shows(&game.terminal, "You slay the sewer rat.", 0); i++) {
        int32_t dx = 0, dy = 0, far = find_monster(&dx, &dy);
        if (far != 0)
            fight_round(far, dx, dy);
    }
    tmux_wait(&game.terminal, "You slay the sewer rat.");
    tmux_keys(&game.terminal, "C-p", NULL);
    tmux_wait(&game.terminal, " Messages ");
    tmux_keys(&game.terminal, "Home", NULL);
    tmux_wait(&game.terminal, "\u2502 You take 2 gold. (x2) ");
    e2e_close(&game);
}
END_TEST

START_TEST(travel_goes_where_the_cursor_points)
{
    int32_t x, y, to_x;
    e2e_open(&game, "travel", 80, 50);
    e2e_play(&game, "--seed 7");
    e2e_find(&game, '@', &x, &y);
    tmux_keys(&game.terminal, "_", "l", "l", "Enter", NULL);
    e2e_wait_turn(&game, 2);
    to_x = x + 2;
    e2e_find(&game, '@', &x, &y);
    ck_assert_int_eq(x, to_x);
    tmux_keys(&game.terminal, "_", "h", "h", "Escape", NULL);
    tmux_settle(&game.terminal);
    ck_assert_uint_eq(e2e_ask(&game).turn, 2);
    e2e_close(&game);
}
END_TEST

/* All commands with their keys, a screenful at a time, to the end and back. */
START_TEST(help_can_be_read_from_end_to_end)
{
    static char first[sizeof game.terminal.screen];
    tmux *t = &game.terminal;
    e2e_open(&game, "help", 80, 24);
    e2e_play(&game, "--seed 7");
    tmux_keys(t, "?", NULL);
    tmux_wait(t, " Commands ");
    strcpy(first, t->screen);
    ck_assert_ptr_nonnull(strstr(first, "\u2502 move-north "));
    ck_assert_ptr_nonnull(strstr(first, "\u2502 inventory "));
    ck_assert_ptr_null(strstr(first, " ? F1 \u2502"));
    tmux_keys(t, "Down", NULL);
    tmux_wait_gone(t, "\u2502 move-north ");
    tmux_keys(t, "Up", NULL);
    tmux_wait(t, "\u2502 move-north ");
    tmux_keys(t, "End", NULL);
    tmux_wait(t, "\u2502 tick "); /* which has no key */
    ck_assert_ptr_nonnull(strstr(t->screen, " C-l \u2502"));
    ck_assert_ptr_null(strstr(t->screen, "\u2502 move-north "));
    tmux_keys(t, "Down", "Down", "Up", NULL);
    tmux_wait(t, "v\u2518"); /* one line up again, at once */
    tmux_keys(t, "Home", NULL);
    tmux_wait(t, "\u2502 move-north ");
    ck_assert_str_eq(t->screen, first);
    tmux_keys(t, "Escape", NULL);
    tmux_wait_gone(t, " Commands ");
    ck_assert_uint_eq(e2e_ask(&game).turn, 0);
    e2e_close(&game);
}
END_TEST

START_TEST(plugins_and_belongings_are_listed)
{
    e2e_open(&game, "lists", 80, 48); /* there may be many */
    e2e_play(&game, "--seed 7");
    tmux_keys(&game.terminal, "F2", NULL);
    tmux_wait(&game.terminal, " Plugins ");
    static const char *const names[] = {"rules-rogue@", "mapgen-rooms@",    "ai-chaser@",
                                        "ai-wander@",   "renderer-curses@", "saver-snapshot@"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *row = strstr(game.terminal.screen, names[i]);
        ck_assert_msg(row != NULL, "no %s:\n%s", names[i], game.terminal.screen);
        char line[400];
        snprintf(line, sizeof line, "%.*s", (int)strcspn(row, "\n"), row);
        ck_assert_msg(strstr(line, " #1 \u2502") != NULL, "no generation: %s", line);
    }
    tmux_keys(&game.terminal, "Escape", NULL);
    tmux_wait_gone(&game.terminal, " Plugins ");
    tmux_keys(&game.terminal, "i", NULL);
    tmux_wait(&game.terminal, "You carry");
    tmux_wait(&game.terminal, "rusty dagger  damage 4");
    e2e_close(&game);
}
END_TEST

START_TEST(who_dies_may_start_again)
{
    e2e_open(&game, "death", 80, 24);
    e2e_play(&game, "--seed 7");
    tmux_keys(&game.terminal, "o", NULL);
    tmux_wait(&game.terminal, "in view");
    for (int i = 0; i < 400 && !tmux_shows(&game.terminal, "You die.", 0); i += 5)
        tmux_type(&game.terminal, ".....");
    tmux_wait(&game.terminal, "HP 0/12");
    tmux_wait(&game.terminal, "R starts a new one");
    uint32_t turn = e2e_ask(&game).turn;
    tmux_keys(&game.terminal, "h", "o", ".", "?", NULL); /* the dead do nothing */
    tmux_wait(&game.terminal, " Commands ");
    ck_assert_uint_eq(e2e_ask(&game).turn, turn);
    tmux_keys(&game.terminal, "Escape", NULL);
    tmux_wait_gone(&game.terminal, " Commands ");
    tmux_keys(&game.terminal, "R", NULL);
    tmux_wait(&game.terminal, "HP 12/12");
    ck_assert_uint_eq(e2e_ask(&game).turn, 0);
    e2e_quit(&game);
    e2e_close(&game);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("terminal play");
    TCase *group = tcase_create("play");
    tcase_set_timeout(group, 120);
    tcase_add_test(group, a_floor_is_explored_fought_through_and_left);
    tcase_add_test(group, a_fight_is_told_and_repetitions_are_counted);
    tcase_add_test(group, travel_goes_where_the_cursor_points);
    tcase_add_test(group, help_can_be_read_from_end_to_end);
    tcase_add_test(group, plugins_and_belongings_are_listed);
    tcase_add_test(group, who_dies_may_start_again);
    suite_add_tcase(suite, group);
    return terminals_run(suite);
}
