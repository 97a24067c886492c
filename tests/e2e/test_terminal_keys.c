/* SPDX-License-Identifier: MIT */
/* Keys as terminals send them, as bytes: a lone escape, cursor keys in both forms, the number pad,
 * keys that arrive in pieces or together, keys of the player's own, and the mouse. */
#include "support/e2e_game.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <check.h>

/* High enough for the whole map, so that it doesn't scroll. */
#define COLUMNS 80
#define ROWS 50

static e2e_game game;

static void send(const char *bytes)
{
    tmux_bytes(&game.terminal, bytes, strlen(bytes));
}

static void cursor(int32_t *x, int32_t *y)
{
    char said[64];
    tmux_ask(&game.terminal, "#{cursor_x} #{cursor_y}", said, sizeof said);
    ck_assert_int_eq(sscanf(said, "%d %d", x, y), 2);
}

/* Waits until the target cursor has moved by this. */
static void check_moved(const char *what, int32_t from_x, int32_t from_y, int32_t dx, int32_t dy)
{
    int32_t x, y;
    int64_t end = clock_ms() + 2000;
    do
        cursor(&x, &y);
    while ((x != from_x + dx || y != from_y + dy) && clock_ms() < end);
    ck_assert_msg(x == from_x + dx && y == from_y + dy, "%s moves by %d,%d instead of %d,%d", what,
                  x - from_x, y - from_y, dx, dy);
}

static void open_target_cursor(const char *name, const char *before)
{
    e2e_open(&game, name, COLUMNS, ROWS);
    e2e_play_as(&game, before, "--seed 7");
    tmux_settle(&game.terminal);
    tmux_keys(&game.terminal, "_", NULL);
    tmux_settle(&game.terminal);
}

START_TEST(directions_in_every_form_that_terminals_send)
{
    static const struct {
        const char *name, *bytes;
        int32_t dx, dy;
    } cases[] = {
        {"CSI A", "\033[A", 0, -1},
        {"CSI B", "\033[B", 0, 1},
        {"CSI C", "\033[C", 1, 0},
        {"CSI D", "\033[D", -1, 0},
        {"SS3 A", "\033OA", 0, -1},
        {"SS3 B", "\033OB", 0, 1},
        {"SS3 C", "\033OC", 1, 0},
        {"SS3 D", "\033OD", -1, 0},
        {"h", "h", -1, 0},
        {"j", "j", 0, 1},
        {"k", "k", 0, -1},
        {"l", "l", 1, 0},
        {"y", "y", -1, -1},
        {"u", "u", 1, -1},
        {"b", "b", -1, 1},
        {"n", "n", 1, 1},
        {"pad 1", "\033Oq", -1, 1},
        {"pad 2", "\033Or", 0, 1},
        {"pad 3", "\033Os", 1, 1},
        {"pad 4", "\033Ot", -1, 0},
        {"pad 6", "\033Ov", 1, 0},
        {"pad 7", "\033Ow", -1, -1},
        {"pad 8", "\033Ox", 0, -1},
        {"pad 9", "\033Oy", 1, -1},
        {"Home", "\033[H", -1, -1},
        {"Home", "\033OH", -1, -1},
        {"Home", "\033[1~", -1, -1},
        {"End", "\033[F", -1, 1},
        {"End", "\033[4~", -1, 1},
        {"PageUp", "\033[5~", 1, -1},
        {"PageDown", "\033[6~", 1, 1},
    };
    open_target_cursor("directions", "");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int32_t x, y;
        cursor(&x, &y);
        send(cases[i].bytes);
        check_moved(cases[i].name, x, y, cases[i].dx, cases[i].dy);
    }
    ck_assert_uint_eq(e2e_ask(&game).turn, 0);
    e2e_close(&game);
}
END_TEST

/* With the time that ESCDELAY gives, a key may come in two writes; the environment has the word. */
START_TEST(a_key_may_arrive_in_two_pieces)
{
    int32_t x, y;
    open_target_cursor("pieces", "ESCDELAY=3000");
    static const char *const pieces[][2] = {{"\033", "[C"}, {"\033[", "C"}, {"\033O", "C"}};
    for (size_t i = 0; i < 3; i++) {
        cursor(&x, &y);
        send(pieces[i][0]);
        send(pieces[i][1]);
        check_moved("a key in two pieces", x, y, 1, 0);
    }
    e2e_close(&game);
}
END_TEST

/* Milliseconds from the key's way into the terminal until the panel is off the screen; the least
 * of some tries, because other programs run, too. */
static int64_t closing_time(const char *bytes)
{
    int64_t least = INT64_MAX;
    for (int i = 0; i < 7; i++) {
        tmux_keys(&game.terminal, "?", NULL);
        tmux_wait(&game.terminal, " Commands ");
        int64_t start = clock_ms();
        send(bytes);
        while (strstr(tmux_capture(&game.terminal), " Commands ") != NULL)
            ck_assert_int_lt(clock_ms() - start, TMUX_PATIENCE_MS);
        int64_t took = clock_ms() - start;
        least = took < least ? took : least;
        tmux_settle(&game.terminal);
    }
    return least;
}

START_TEST(a_lone_escape_acts_at_once)
{
    e2e_open(&game, "escape", 80, 24);
    e2e_play(&game, "--seed 7");
    int64_t letter = closing_time("q"), escape = closing_time("\033");
    ck_assert_msg(escape - letter <= 50, "an escape takes %d ms, a letter %d ms", (int)escape,
                  (int)letter);
    e2e_close(&game);
}
END_TEST

/* Over a slow line an escape comes together with the next key; both act. */
START_TEST(an_escape_and_the_next_key_may_come_together)
{
    static const struct {
        const char *bytes, *text;
    } cases[] = {{"\033i", "You carry"}, {"\033\033OQ", " Plugins "}, {"\033?", " Commands "}};
    e2e_open(&game, "together", 80, 24);
    e2e_play(&game, "--seed 7");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tmux_keys(&game.terminal, "C-p", NULL);
        tmux_wait(&game.terminal, " Messages ");
        send(cases[i].bytes);
        tmux_wait(&game.terminal, cases[i].text);
        tmux_keys(&game.terminal, "Escape", NULL);
        tmux_wait_gone(&game.terminal, cases[i].text);
    }
    /* What no key sends is nobody's command: neither its letters nor its end. */
    e2e_state before = e2e_ask(&game);
    send("\033[200~");
    send("\033[?62;4c");
    e2e_turn(&game, ".");
    ck_assert_uint_eq(e2e_ask(&game).turn, before.turn + 1);
    e2e_close(&game);
}
END_TEST

/* Bindings from a file that is named, or from the player's own. */
START_TEST(keys_are_what_the_player_says)
{
    char name[32], path[200], said[256];
    snprintf(name, sizeof name, "remapped-%d", _i);
    e2e_open(&game, name, 80, 24);
    if (_i == 0)
        snprintf(path, sizeof path, "%s/mine.ini", game.terminal.root);
    else
        snprintf(path, sizeof path, "%s/config/moult/keys.ini", game.terminal.root);
    ck_assert_int_eq(shell_run(said, sizeof said,
                               "mkdir -p \"$(dirname '%s')\" && printf '[keys]\\nwait = F7 w\\n"
                               "inventory = C-b\\n' > '%s'",
                               path, path),
                     0);
    snprintf(said, sizeof said, "--seed 7 --keys '%s'", path);
    e2e_play(&game, _i == 0 ? said : "--seed 7");
    e2e_turn(&game, "F7");
    e2e_turn(&game, "w");
    tmux_keys(&game.terminal, ".", NULL); /* means nothing any more */
    tmux_keys(&game.terminal, "C-b", NULL);
    tmux_wait(&game.terminal, "You carry");
    ck_assert_uint_eq(e2e_ask(&game).turn, 2);
    tmux_keys(&game.terminal, "Escape", NULL);
    tmux_wait_gone(&game.terminal, "You carry");
    tmux_keys(&game.terminal, "?", NULL);
    tmux_wait(&game.terminal, "C-b");
    e2e_close(&game);
}
END_TEST

/* In the form that the terminal was asked for; the other one is swallowed whole. */
START_TEST(a_click_walks_there)
{
    static const struct {
        const char *term;
        int is_sgr;
    } cases[] = {{"xterm-256color", 1}, {"xterm", 1}, {"screen", 0}, {"tmux-256color", 0}};
    char before[64], name[32], forms[2][64];
    int32_t x, y;
    snprintf(name, sizeof name, "click-%d", _i);
    snprintf(before, sizeof before, "TERM=%s", cases[_i].term);
    e2e_open(&game, name, COLUMNS, ROWS);
    e2e_play_as(&game, before, "--seed 2");
    e2e_find(&game, '@', &x, &y);
    int32_t to_x = x + 2, to_y = y;
    ck_assert_uint_eq(tmux_cell(&game.terminal, to_x, to_y), 0xb7);
    snprintf(forms[0], sizeof forms[0], "\033[M %c%c\033[M#%c%c", to_x + 33, to_y + 33, to_x + 33,
             to_y + 33);
    snprintf(forms[1], sizeof forms[1], "\033[<0;%d;%dM\033[<0;%d;%dm", to_x + 1, to_y + 1,
             to_x + 1, to_y + 1);
    send(forms[!cases[_i].is_sgr]);
    send(forms[cases[_i].is_sgr]);
    e2e_wait_turn(&game, 2);
    e2e_find(&game, '@', &x, &y);
    ck_assert_int_eq(x, to_x);
    ck_assert_int_eq(y, to_y);
    ck_assert_uint_eq(e2e_ask(&game).turn, 2);
    e2e_close(&game);
}
END_TEST

START_TEST(redraw_mends_a_screen_that_others_wrote_on)
{
    static char before[sizeof game.terminal.screen];
    char tty[128], said[256];
    tmux *t = &game.terminal;
    e2e_open(&game, "garbage", 80, 24);
    e2e_play(&game, "--seed 7");
    tmux_ask(t, "#{pane_tty}", tty, sizeof tty);
    for (size_t i = 0; i < 2; i++) {
        if (i == 1) {
            tmux_keys(t, "?", NULL);
            tmux_wait(t, " Commands ");
        }
        strcpy(before, tmux_settle(t));
        shell_run(said, sizeof said, "printf '\\033[5;1HNOISE AND MORE NOISE' > %s", tty);
        tmux_wait(t, "MORE NOISE");
        tmux_keys(t, "C-l", NULL);
        tmux_wait_gone(t, "NOISE");
        ck_assert_str_eq(t->screen, before);
    }
    tmux_wait(t, " Commands ");
    e2e_close(&game);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("terminal keys");
    TCase *group = tcase_create("keys");
    tcase_set_timeout(group, 60);
    tcase_add_test(group, directions_in_every_form_that_terminals_send);
    tcase_add_test(group, a_key_may_arrive_in_two_pieces);
    tcase_add_test(group, a_lone_escape_acts_at_once);
    tcase_add_test(group, an_escape_and_the_next_key_may_come_together);
    tcase_add_loop_test(group, keys_are_what_the_player_says, 0, 2);
    tcase_add_loop_test(group, a_click_walks_there, 0, 4);
    tcase_add_test(group, redraw_mends_a_screen_that_others_wrote_on);
    suite_add_tcase(suite, group);
    return terminals_run(suite);
}
