/* SPDX-License-Identifier: MIT */
/* Code replaced under the player's hands, in a terminal. A rat that chases the hero turns round
 * when ai/chaser is replaced by a build that flees, whichever way the reload is asked for; and
 * nothing else changes: turn, hit points, state, an open menu, the picture. */
#include "support/e2e_game.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <check.h>

/* With this seed one explore ends with a rat in view, in an open room: there is way enough behind
 * it, and the next turn it comes nearer. */
#define RAT_SEED "--seed 7"
#define RAT 'r'

enum trigger { KEY, HANGUP, VERB_WITH_PID, VERB, WATCH, TRIGGERS };

static e2e_game game;

static void meet_the_rat(const char *arguments)
{
    e2e_play(&game, arguments);
    tmux_keys(&game.terminal, "o", NULL);
    tmux_wait(&game.terminal, "sewer rat in view");
}

static void compile_fleeing(char *path, size_t room)
{
    snprintf(path, room, "%s/flees.so", game.terminal.root);
    e2e_compile(&game, "ai/chaser.c", "moult_step_towards(s", "moult_step_away(s", "", path);
}

static void pull(enum trigger trigger)
{
    char said[2048] = "";
    int code = 0;
    if (trigger == KEY)
        tmux_keys(&game.terminal, "F5", NULL);
    else if (trigger == HANGUP)
        kill(game.pid, SIGHUP);
    else if (trigger == VERB_WITH_PID)
        code = shell_run(said, sizeof said, "moult reload %d", (int)game.pid);
    else if (trigger == VERB)
        code = shell_run(said, sizeof said, "moult reload");
    ck_assert_msg(code == 0, "%s", said);
    if (trigger == VERB_WITH_PID || trigger == VERB)
        ck_assert_msg(strncmp(said, "reloaded ai-chaser #2 ", 22) == 0, "%s", said);
}

START_TEST(the_monster_in_view_turns_round)
{
    enum trigger trigger = (enum trigger)_i;
    char fleeing[160], name[32], before_hp[64], after_hp[64], list[8192];
    snprintf(name, sizeof name, "reload-%d", _i);
    e2e_open(&game, name, 80, 24);
    compile_fleeing(fleeing, sizeof fleeing);
    meet_the_rat(trigger == WATCH ? RAT_SEED " --watch" : RAT_SEED);

    int32_t far = e2e_distance(&game, RAT);
    e2e_turn(&game, ".");
    int32_t near = e2e_distance(&game, RAT);
    ck_assert_int_lt(near, far);
    e2e_gauge(&game, "HP", before_hp, sizeof before_hp);
    e2e_state before = e2e_ask(&game);
    ck_assert(e2e_maps(&game, "/ai-chaser."));

    e2e_install(&game, fleeing, "ai-chaser.so");
    pull(trigger);
    tmux_wait(&game.terminal, "reloaded ai-chaser #2 (1.0.0) in ");
    e2e_state after = e2e_ask(&game);
    e2e_gauge(&game, "HP", after_hp, sizeof after_hp);
    ck_assert_uint_eq(before.turn, after.turn);
    ck_assert_str_eq(before.hash, after.hash);
    ck_assert_str_eq(before_hp, after_hp);
    ck_assert_int_eq(e2e_distance(&game, RAT), near);

    e2e_turn(&game, ".");
    ck_assert_int_eq(e2e_distance(&game, RAT), near + 1);

    ck_assert_int_eq(shell_run(list, sizeof list, "moult list %d", (int)game.pid), 0);
    const char *row = strstr(list, "\nai/chaser ");
    ck_assert_msg(row != NULL, "%s", list);
    char provider[64];
    unsigned generation = 0;
    ck_assert_int_eq(sscanf(row, " %*s %*s %63s %u", provider, &generation), 2);
    ck_assert_str_eq(provider, "ai-chaser@1.0.0");
    ck_assert_uint_eq(generation, 2);
    e2e_close(&game);
}
END_TEST

/* Files of loaded builds are called NAME.SERIAL.so; the first chaser's is found in the maps. */
static void staged_name(char *out, size_t room)
{
    char said[512];
    int code = shell_run(said, sizeof said,
                         "sed -n 's|.*/\\(ai-chaser\\.[0-9]*\\.so\\).*|\\1|p' /proc/%d/maps | "
                         "sort -u",
                         (int)e2e_worker(&game));
    ck_assert_int_eq(code, 0);
    snprintf(out, room, "%.*s", (int)strcspn(said, "\n"), said);
    ck_assert_msg(strncmp(out, "ai-chaser.", 10) == 0 && strchr(said, '\n') == said + strlen(out) &&
                      said[strlen(out) + 1] == 0,
                  "not one build is mapped: %s", said);
}

START_TEST(the_old_build_is_no_longer_mapped)
{
    char fleeing[160], first[64], second[64], said[1024];
    e2e_open(&game, "retire", 80, 24);
    compile_fleeing(fleeing, sizeof fleeing);
    meet_the_rat(RAT_SEED);
    staged_name(first, sizeof first);
    e2e_install(&game, fleeing, "ai-chaser.so");
    ck_assert_int_eq(shell_run(said, sizeof said, "moult reload"), 0);
    e2e_turn(&game, ".");
    staged_name(second, sizeof second);
    ck_assert_str_ne(first, second);
    e2e_close(&game);
}
END_TEST

START_TEST(a_file_that_did_not_change_is_not_reloaded)
{
    char said[1024], path[256];
    e2e_open(&game, "unchanged", 80, 24);
    meet_the_rat(RAT_SEED);
    ck_assert_int_eq(shell_run(said, sizeof said, "moult reload"), 0);
    ck_assert_str_eq(said, "unchanged: no plugin's file has another content\n");
    tmux_keys(&game.terminal, "F5", NULL);
    tmux_wait(&game.terminal, "unchanged: no plugin's file has another content");
    /* The same content in a new file is no other build, either. */
    snprintf(path, sizeof path, "%s/plugins/ai-chaser.so", MOULT_BUILD_DIR);
    e2e_install(&game, path, "ai-chaser.so");
    ck_assert_int_eq(shell_run(said, sizeof said, "moult reload"), 0);
    ck_assert_str_eq(said, "unchanged: no plugin's file has another content\n");
    e2e_close(&game);
}
END_TEST

START_TEST(a_broken_file_is_refused_and_the_game_goes_on)
{
    char said[2048], half[160], good[256];
    e2e_open(&game, "broken", 80, 24);
    snprintf(half, sizeof half, "%s/half.so", game.terminal.root);
    snprintf(good, sizeof good, "%s/plugins/ai-chaser.so", MOULT_BUILD_DIR);
    ck_assert_int_eq(shell_run(said, sizeof said, "head -c 9000 '%s' > '%s'", good, half), 0);
    meet_the_rat(RAT_SEED);
    e2e_state before = e2e_ask(&game);
    e2e_install(&game, half, "ai-chaser.so");
    tmux_keys(&game.terminal, "F5", NULL);
    tmux_wait(&game.terminal, "error  ai-chaser");
    ck_assert_int_eq(shell_run(said, sizeof said, "moult reload %d", (int)game.pid), 3);
    ck_assert_msg(strncmp(said, "error  ai-chaser", 16) == 0, "%s", said);
    ck_assert_str_eq(e2e_ask(&game).hash, before.hash);
    int32_t far = e2e_distance(&game, RAT);
    e2e_turn(&game, ".");
    ck_assert_int_lt(e2e_distance(&game, RAT), far);
    /* Mended, it is loaded. */
    char fleeing[160];
    compile_fleeing(fleeing, sizeof fleeing);
    e2e_install(&game, fleeing, "ai-chaser.so");
    tmux_keys(&game.terminal, "F5", NULL);
    tmux_wait(&game.terminal, "reloaded ai-chaser #2");
    e2e_close(&game);
}
END_TEST

/* Asked for from outside, or by the key while the menu is open. */
START_TEST(an_open_menu_outlives_a_reload)
{
    char said[1024], path[160], name[32];
    snprintf(name, sizeof name, "menu-%d", _i);
    e2e_open(&game, name, 80, 24);
    snprintf(path, sizeof path, "%s/rules.so", game.terminal.root);
    e2e_compile(&game, "rules/rogue/*.c", "\"You carry\"", "\"In your bag\"", "", path);
    e2e_play(&game, RAT_SEED);
    tmux_keys(&game.terminal, "i", NULL);
    tmux_wait(&game.terminal, "You carry");
    e2e_state before = e2e_ask(&game);
    e2e_install(&game, path, "rules-rogue.so");
    if (_i == 0)
        ck_assert_int_eq(shell_run(said, sizeof said, "moult reload"), 0);
    else
        tmux_keys(&game.terminal, "F5", NULL);
    tmux_wait(&game.terminal, "In your bag");
    ck_assert_ptr_nonnull(strstr(game.terminal.screen, "rusty dagger"));
    ck_assert_ptr_nonnull(strstr(game.terminal.screen, "reloaded rules-rogue #2"));
    ck_assert_str_eq(e2e_ask(&game).hash, before.hash);
    tmux_keys(&game.terminal, "Escape", NULL);
    tmux_wait_gone(&game.terminal, "In your bag");
    e2e_turn(&game, ".");
    e2e_close(&game);
}
END_TEST

/* The bytes that reach the terminal are logged: a renderer that hands its screen over neither
 * leaves the alternate screen nor clears it. */
START_TEST(the_renderer_itself_is_replaced_without_a_flicker)
{
    char said[4096], path[160], before[8192], log[200];
    tmux *t = &game.terminal;
    e2e_open(&game, "renderer", 80, 24);
    snprintf(path, sizeof path, "%s/curses.so", t->root);
    snprintf(log, sizeof log, "exec cat > '%s/bytes'", t->root);
    e2e_compile(&game, "renderer/curses/*.c", "\"1.0.0\"", "\"1.0.1\"", "-lncursesw -ltinfo", path);
    meet_the_rat(RAT_SEED);
    tmux_keys(t, "i", NULL);
    tmux_wait(t, "You carry");
    snprintf(before, sizeof before, "%s", strstr(tmux_capture(t), "\n"));
    ck_assert_int_eq(tmux_command(t, "pipe-pane", log, NULL), 0);
    e2e_install(&game, path, "renderer-curses.so");
    ck_assert_int_eq(shell_run(said, sizeof said, "moult reload"), 0);
    tmux_wait(t, "reloaded renderer-curses #2 (1.0.1)");
    ck_assert_int_eq(tmux_command(t, "pipe-pane", NULL), 0);
    ck_assert_ptr_nonnull(strstr(t->screen, "You carry"));
    ck_assert_str_eq(strstr(strchr(t->screen, '\n') + 1, "\n"), strstr(before + 1, "\n"));
    int code = shell_run(said, sizeof said,
                         "LC_ALL=C grep -q -e \"$(printf '\\033\\\\[?1049')\" -e "
                         "\"$(printf '\\033\\\\[[0-9;]*J')\" '%s/bytes'",
                         t->root);
    ck_assert_msg(code == 1, "the screen was left or cleared (%d) %s", code, said);
    tmux_keys(t, "Escape", NULL);
    tmux_wait_gone(t, "You carry");
    e2e_turn(&game, ".");
    tmux_resize(t, 70, 20);
    tmux_wait(t, "HP ");
    tmux_resize(t, 80, 24);
    e2e_turn(&game, ".");
    e2e_quit(&game);
    e2e_close(&game);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("terminal reload");
    TCase *group = tcase_create("reload");
    tcase_set_timeout(group, 60);
    tcase_add_loop_test(group, the_monster_in_view_turns_round, 0, TRIGGERS);
    tcase_add_test(group, the_old_build_is_no_longer_mapped);
    tcase_add_test(group, a_file_that_did_not_change_is_not_reloaded);
    tcase_add_test(group, a_broken_file_is_refused_and_the_game_goes_on);
    tcase_add_loop_test(group, an_open_menu_outlives_a_reload, 0, 2);
    tcase_add_test(group, the_renderer_itself_is_replaced_without_a_flicker);
    suite_add_tcase(suite, group);
    return terminals_run(suite);
}
