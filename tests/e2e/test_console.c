/* SPDX-License-Identifier: MIT */
/* The console in the game: opened by a key, edited, completed, remembered; what it changes is seen
 * at once, and what was open beneath it stays open. */
#include "support/e2e_game.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAME "rogue --seed 7 "
#define OPEN "Tab completes, Esc closes."

static e2e_game game;

/* Each test has a terminal of its own. */
static void begin(const char *name, const char *arguments)
{
    e2e_open(&game, name, 90, 30);
    if (arguments != NULL)
        e2e_play(&game, arguments);
}

static void leave(void)
{
    e2e_close(&game);
}

static void open_console(const char *key)
{
    tmux_keys(&game.terminal, key, NULL);
    tmux_wait(&game.terminal, OPEN);
}

/* Types a line, and waits for its answer. */
static void say(const char *line, const char *answer)
{
    tmux_type(&game.terminal, line);
    tmux_keys(&game.terminal, "Enter", NULL);
    tmux_wait(&game.terminal, answer);
}

START_TEST(the_key_says_how_to_get_there)
{
    begin("console-key", GAME);
    for (int i = 0; i < 2; i++) {
        tmux_keys(&game.terminal, i == 0 ? "F10" : "~", NULL);
        tmux_wait(&game.terminal, "The console is for wizard mode: moult play --wizard");
        ck_assert_ptr_null(strstr(game.terminal.screen, OPEN));
        e2e_turn(&game, ".");
    }
    e2e_quit(&game);
}
END_TEST

START_TEST(what_it_changes_is_seen_at_once)
{
    char hp[64];
    begin(_i == 0 ? "console-f10" : "console-tilde", GAME "--wizard");
    open_console(_i == 0 ? "F10" : "~");
    say("turn", "> turn");
    say("actor hero hp 7", "> actor hero hp 7");
    say("rogue.hero gold 55", "> rogue.hero gold 55");
    say("rogue.hero gould", "(did you mean \"gold\"?)");
    say("actor hero hp 99999999999", "hp is a whole number from -2147483648");
    tmux_keys(&game.terminal, "Escape", NULL);
    tmux_wait_gone(&game.terminal, OPEN);
    e2e_gauge(&game, "HP", hp, sizeof hp);
    ck_assert_msg(strncmp(hp, "7", 1) == 0 || strstr(hp, "7/") != NULL, "%s", hp);
    e2e_turn(&game, ".");
    /* It remembers. */
    tmux_keys(&game.terminal, "F10", NULL);
    tmux_wait(&game.terminal, "> rogue.hero gold 55");
    tmux_keys(&game.terminal, "Escape", NULL);
    tmux_wait_gone(&game.terminal, "> rogue.hero gold 55");
    e2e_quit(&game);
}
END_TEST

START_TEST(words_are_completed)
{
    tmux *t = &game.terminal;
    begin("console-words", GAME "--wizard");
    open_console("F10");
    tmux_type(t, "rogue.tel");
    tmux_keys(t, "Tab", NULL);
    tmux_wait(t, "> rogue.teleport _");
    tmux_keys(t, "Enter", NULL);
    tmux_wait(t, "> _");
    tmux_type(t, "rogue.he");
    tmux_keys(t, "Tab", NULL);
    tmux_wait(t, "rogue.heal rogue.hero");
    tmux_wait(t, "> rogue.he_");
    tmux_type(t, "ro");
    tmux_keys(t, "Space", NULL);
    tmux_type(t, "go");
    tmux_keys(t, "Tab", NULL);
    tmux_wait(t, "> rogue.hero gold _");
    tmux_keys(t, "C-u", NULL);
    tmux_type(t, "actor h");
    tmux_keys(t, "Tab", NULL);
    tmux_wait(t, "> actor hero _");
    tmux_type(t, "hp_");
    tmux_keys(t, "Tab", NULL);
    tmux_wait(t, "> actor hero hp_max _");
    tmux_keys(t, "C-u", NULL);
    tmux_type(t, "reload ai-ch");
    tmux_keys(t, "Tab", "Enter", NULL);
    tmux_wait(t, "unchanged: no plugin's file has another content");
    tmux_keys(t, "Escape", NULL);
    tmux_wait_gone(t, "unchanged");
    e2e_quit(&game);
}
END_TEST

START_TEST(lines_are_edited_and_come_back)
{
    tmux *t = &game.terminal;
    begin("console-edit", GAME "--wizard");
    open_console("F10");
    say("turn", "> turn");
    say("help hash", "the hash of the world's state");
    tmux_type(t, "new");
    tmux_keys(t, "Up", NULL);
    tmux_wait(t, "> help hash_");
    tmux_keys(t, "Up", NULL);
    tmux_wait(t, "> turn_");
    tmux_keys(t, "Down", "Down", NULL);
    tmux_wait(t, "> new_");
    tmux_keys(t, "Home", NULL);
    tmux_wait(t, "> _new");
    tmux_keys(t, "Delete", "Right", NULL);
    tmux_wait(t, "> e_w");
    tmux_keys(t, "BSpace", NULL);
    tmux_type(t, "äあ");
    tmux_wait(t, "> äあ_w");
    tmux_keys(t, "Left", "BSpace", NULL);
    tmux_wait(t, "> _あw");
    tmux_keys(t, "C-k", NULL);
    tmux_type(t, "one two");
    tmux_keys(t, "C-w", NULL);
    tmux_wait(t, "> one _");
    tmux_keys(t, "C-u", NULL);
    /* More than the panel shows: paged. */
    say("tables", "ai.tracker v1");
    tmux_keys(t, "PgUp", "PgUp", "PgUp", "PgUp", NULL);
    tmux_wait_gone(t, "ai.tracker v1");
    tmux_keys(t, "PgDn", "PgDn", "PgDn", "PgDn", NULL);
    tmux_wait(t, "ai.tracker v1");
    tmux_keys(t, "F10", NULL);
    tmux_wait_gone(t, "> _");
    e2e_turn(&game, ".");
    e2e_quit(&game);
}
END_TEST

START_TEST(a_menu_stays_open_beneath_it)
{
    tmux *t = &game.terminal;
    begin("console-menu", GAME "--wizard");
    tmux_keys(t, "i", NULL);
    tmux_wait(t, "You carry");
    tmux_keys(t, "F10", NULL);
    tmux_wait(t, OPEN);
    ck_assert_ptr_null(strstr(t->screen, "You carry"));
    say("rogue.hero weapon 3", "> rogue.hero weapon 3");
    tmux_keys(t, "Escape", NULL);
    tmux_wait(t, "You carry");
    tmux_keys(t, "Escape", NULL);
    tmux_wait_gone(t, "You carry");
    e2e_turn(&game, ".");
    e2e_quit(&game);
}
END_TEST

/* The command `console` with a line, in a file that plays a run. */
START_TEST(a_file_of_commands_can_use_it)
{
    char said[4096];
    begin("console-file", NULL);
    const int code =
        shell_run(said, sizeof said,
                  "cd '%s' && printf 'wait\\nconsole rogue.hero gold 5\\nconsole nil\\n"
                  "wait\\nconsole rogue.hero gold\\n' > keys && moult play " GAME
                  "--wizard --keys keys --renderer text",
                  game.terminal.root);
    ck_assert_int_eq(code, 0);
    ck_assert_msg(strstr(said, "\nerror  console: there is no verb, native or table \"nil\"") !=
                      NULL,
                  "%s", said);
    ck_assert_msg(strstr(said, "turn 2  hash ") != NULL, "%s", said);
    ck_assert_msg(strstr(said, "\n5\n") != NULL, "%s", said);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("console");
    TCase *group = tcase_create("console");
    tcase_set_timeout(group, 60);
    tcase_add_checked_fixture(group, NULL, leave);
    tcase_add_test(group, the_key_says_how_to_get_there);
    tcase_add_loop_test(group, what_it_changes_is_seen_at_once, 0, 2);
    tcase_add_test(group, words_are_completed);
    tcase_add_test(group, lines_are_edited_and_come_back);
    tcase_add_test(group, a_menu_stays_open_beneath_it);
    tcase_add_test(group, a_file_of_commands_can_use_it);
    suite_add_tcase(suite, group);
    return terminals_run(suite);
}
