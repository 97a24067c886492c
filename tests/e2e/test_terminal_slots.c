/* SPDX-License-Identifier: MIT */
/* Before a person at a terminal a run's place is asked for, not refused: another run, the save
 * before a broken one, a run that was cut off. Whoever doesn't answer changes nothing. */
#include "support/e2e_game.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <check.h>

static e2e_game game;
static char save[200];

/* A run of a turn that was left, before a shell. */
static void open_with_a_run(const char *name)
{
    e2e_open(&game, name, 200, 24);
    e2e_save_path(&game, save, sizeof save);
    e2e_play(&game, "--seed 7");
    e2e_turn(&game, ".");
    e2e_quit(&game);
    tmux_shell(&game.terminal, "clear");
}

static void play_until_asked(const char *arguments, const char *question)
{
    tmux_shell(&game.terminal, "moult play %s; echo left with $?", arguments);
    tmux_wait(&game.terminal, question);
    game.pid = tmux_child(&game.terminal, "moult");
}

static void answer(const char *text)
{
    tmux_type(&game.terminal, text);
    tmux_keys(&game.terminal, "Enter", NULL);
}

static void shell_well(const char *command)
{
    char said[512];
    ck_assert_msg(shell_run(said, sizeof said, "S='%s'; %s", save, command) == 0, "%s", said);
}

static void expect_turn(uint32_t turn)
{
    tmux_wait(&game.terminal, "HP ");
    game.pid = tmux_child(&game.terminal, "moult");
    ck_assert_uint_eq(e2e_ask(&game).turn, turn);
}

START_TEST(a_run_is_given_up_only_when_its_player_says_so)
{
    static const char *const others[] = {"n", "", "\003", "\004"};
    open_with_a_run("given-up");
    shell_well("cp \"$S\" $HOME/before");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        play_until_asked("--seed 8", "The slot \"rogue\" holds a run (turn 1). Give it up for "
                                     "another one? [y/N]");
        if (others[i][0] == 0 || others[i][0] == 'n')
            answer(others[i]);
        else
            tmux_bytes(&game.terminal, others[i], 1);
        tmux_wait(&game.terminal, "left with 1\n");
        e2e_wait_gone(&game, TMUX_PATIENCE_MS);
        ck_assert_msg(strstr(game.terminal.screen, i < 2 ? "which would be lost" : "no answer"),
                      "%s", game.terminal.screen);
        ck_assert_ptr_null(strstr(game.terminal.screen, "SIGINT"));
        shell_well("cmp \"$S\" $HOME/before");
        tmux_shell(&game.terminal, "clear");
    }
    play_until_asked("--seed 8", "another one? [y/N]");
    answer("what?");
    answer("y");
    expect_turn(0);
    e2e_quit(&game);
    shell_well("cmp \"$S.bak\" $HOME/before");
    e2e_close(&game);
}
END_TEST

START_TEST(the_save_before_a_broken_one_is_offered)
{
    open_with_a_run(_i ? "offered" : "declined");
    e2e_play(&game, "");
    e2e_turn(&game, ".");
    e2e_quit(&game);
    shell_well("truncate -s -9 \"$S\"; cp \"$S\" $HOME/cut; cp \"$S.bak\" $HOME/good");
    tmux_shell(&game.terminal, "clear");
    play_until_asked("", "Go on with the save before it (turn 1)? [Y/n]");
    ck_assert_ptr_nonnull(strstr(game.terminal.screen, "the file is cut off"));
    answer(_i ? "" : "n");
    if (_i) {
        expect_turn(1);
        tmux_wait(&game.terminal, "rogue.moult.broken");
        e2e_quit(&game);
        shell_well("cmp \"$S.broken\" $HOME/cut && moult save check \"$S\" \"$S.bak\"");
    } else {
        tmux_wait(&game.terminal, "left with 1\n");
        shell_well("cmp \"$S\" $HOME/cut");
    }
    shell_well("cmp \"$S.bak\" $HOME/good");
    e2e_close(&game);
}
END_TEST

/* A terminal that closes takes nothing from the save: what was played since lies beside it. */
START_TEST(a_run_that_was_cut_off_is_offered)
{
    open_with_a_run(_i ? "cut-off" : "cut-declined");
    shell_well("cp \"$S\" $HOME/before");
    e2e_play(&game, "");
    e2e_turn(&game, ".");
    tmux_kill(&game.terminal);
    e2e_wait_gone(&game, TMUX_PATIENCE_MS);
    shell_well("cmp \"$S\" $HOME/before && test -s \"${S%.moult}.rescue.moult\"");
    tmux_start(&game.terminal, 200, 24);
    play_until_asked("", "The game was cut off at turn 2; what was saved before is of turn 1. Go "
                         "on from where it was cut off? [Y/n]");
    shell_well("moult save list | grep -q 'turn 1, cut off at: turn 2, played by process'");
    answer(_i ? "y" : "n");
    expect_turn(_i ? 2 : 1);
    e2e_quit(&game);
    shell_well(_i ? "test ! -e \"${S%.moult}.rescue.moult\" && cmp \"$S.bak\" $HOME/before"
                  : "test -e \"${S%.moult}.rescue.moult\"");
    e2e_play(&game, ""); /* it isn't asked for again */
    ck_assert_uint_eq(e2e_ask(&game).turn, _i ? 2 : 1);
    e2e_quit(&game);
    e2e_close(&game);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("terminal slots");
    TCase *group = tcase_create("slots");
    tcase_set_timeout(group, 60);
    tcase_add_test(group, a_run_is_given_up_only_when_its_player_says_so);
    tcase_add_loop_test(group, the_save_before_a_broken_one_is_offered, 0, 2);
    tcase_add_loop_test(group, a_run_that_was_cut_off_is_offered, 0, 2);
    suite_add_tcase(suite, group);
    return terminals_run(suite);
}
