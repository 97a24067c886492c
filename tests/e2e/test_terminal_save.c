/* SPDX-License-Identifier: MIT */
/* A run that is left is gone on with; what can't be read is named and left alone; what can't be
 * written is told, and leaves nothing half-written. */
#include "support/e2e_game.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <check.h>

static e2e_game game;

static void files_in_saves(char *out, size_t room)
{
    char path[200];
    e2e_save_path(&game, path, sizeof path);
    shell_run(out, room, "ls -A \"$(dirname '%s')\" 2>/dev/null", path);
}

/* Plays a few turns, leaves by a key or a signal, and goes on. */
START_TEST(a_run_is_gone_on_with_where_it_was_left)
{
    char name[32];
    snprintf(name, sizeof name, "resume-%d", _i);
    e2e_open(&game, name, 80, 24);
    e2e_play(&game, "--seed 7");
    tmux_keys(&game.terminal, "o", NULL);
    tmux_wait(&game.terminal, "in view");
    e2e_turn(&game, ".");
    e2e_state before = e2e_ask(&game);
    if (_i == 0) {
        e2e_quit(&game);
    } else {
        kill(game.pid, SIGTERM);
        e2e_wait_gone(&game, 2000);
        tmux_wait(&game.terminal, TMUX_PROMPT);
    }
    e2e_play(&game, "");
    e2e_state after = e2e_ask(&game);
    ck_assert_uint_eq(after.turn, before.turn);
    ck_assert_str_eq(after.hash, before.hash);
    ck_assert_uint_gt(after.turn, 30);
    e2e_turn(&game, ".");
    e2e_close(&game);
}
END_TEST

START_TEST(a_run_that_ended_is_not_resumed)
{
    char path[200], files[512];
    e2e_open(&game, "dead", 80, 24);
    e2e_play(&game, "--seed 7");
    tmux_keys(&game.terminal, "S", NULL);
    tmux_wait(&game.terminal, "Saved.");
    e2e_save_path(&game, path, sizeof path);
    ck_assert_int_eq(shell_run(NULL, 0, "test -s '%s'", path), 0);
    tmux_keys(&game.terminal, "o", NULL);
    tmux_wait(&game.terminal, "in view");
    for (int i = 0; i < 400 && !tmux_shows(&game.terminal, "You die.", 0); i += 5)
        tmux_type(&game.terminal, ".....");
    tmux_wait(&game.terminal, "R starts a new one");
    tmux_keys(&game.terminal, "Q", NULL); /* there is no run to ask about */
    e2e_wait_gone(&game, TMUX_PATIENCE_MS);
    tmux_wait(&game.terminal, TMUX_PROMPT);
    files_in_saves(files, sizeof files);
    ck_assert_msg(strstr(files, "rogue.moult\n") == NULL, "%s", files);
    e2e_play(&game, "");
    ck_assert_uint_eq(e2e_ask(&game).turn, 0);
    e2e_close(&game);
}
END_TEST

/* A byte of the save is changed, its end cut off, or it is made empty. */
START_TEST(a_corrupt_save_is_refused_named_and_left_alone)
{
    static const char *const harm[] = {
        "printf X | dd of=\"$F\" bs=1 seek=700 conv=notrunc 2>/dev/null",
        "truncate -s -9 \"$F\"",
        ": > \"$F\"",
    };
    char name[32], path[200], said[512];
    snprintf(name, sizeof name, "corrupt-%d", _i);
    e2e_open(&game, name, 80, 24);
    e2e_play(&game, "--seed 7");
    e2e_quit(&game);
    e2e_save_path(&game, path, sizeof path);
    ck_assert_int_eq(
        shell_run(said, sizeof said, "F='%s'; %s && cp \"$F\" $HOME/copy", path, harm[_i]), 0);
    tmux_resize(&game.terminal, 200, 24);
    tmux_shell(&game.terminal, "clear; moult play; echo left with $?");
    tmux_wait(&game.terminal, "left with 1\n");
    ck_assert_msg(strstr(game.terminal.screen, path) != NULL &&
                      strstr(game.terminal.screen, "left as it is") != NULL,
                  "%s", game.terminal.screen);
    ck_assert_msg(shell_run(said, sizeof said, "cmp '%s' $HOME/copy", path) == 0, "%s", said);
    e2e_close(&game);
}
END_TEST

START_TEST(a_foreign_file_is_refused_and_left_alone)
{
    char said[1024], expected[400];
    e2e_open(&game, "foreign", 80, 24);
    snprintf(expected, sizeof expected, "error  %s/home/letter: ", game.terminal.root);
    shell_run(said, sizeof said, "echo 'Dear reader' > $HOME/letter");
    int code = shell_run(said, sizeof said, "moult play --load $HOME/letter </dev/null");
    ck_assert_int_eq(code, 1);
    ck_assert_msg(strncmp(said, expected, strlen(expected)) == 0, "%s", said);
    ck_assert_int_eq(shell_run(said, sizeof said, "cat $HOME/letter"), 0);
    ck_assert_str_eq(said, "Dear reader\n");
    e2e_close(&game);
}
END_TEST

/* -- what can't be written --------------------------------------------------------------------- */

/* A small file system of the test's own in the saves' place. Only root can make one. */
static void mount_saves(const char *options, char *path, size_t room)
{
    char said[256];
    snprintf(path, room, "%s/data/moult/saves", game.terminal.root);
    ck_assert_int_eq(shell_run(said, sizeof said, "mkdir -p '%s'", path), 0);
    ck_assert_msg(mount("none", path, "tmpfs", 0, options) == 0,
                  "this test needs root, to mount a small file system");
}

static void play_on_a_wide_screen(const char *arguments)
{
    tmux_resize(&game.terminal, 200, 24);
    tmux_shell(&game.terminal, "clear; moult play %s; echo left with $?", arguments);
    tmux_wait(&game.terminal, "HP 12/12");
    game.pid = tmux_child(&game.terminal, "moult");
}

static void leave_in_vain(const char *expected)
{
    e2e_ask_quit(&game);
    tmux_keys(&game.terminal, "y", NULL);
    tmux_wait(&game.terminal, "left with 1\n");
    ck_assert_msg(strstr(game.terminal.screen, "error  ") != NULL &&
                      strstr(game.terminal.screen, expected) != NULL,
                  "%s", game.terminal.screen);
    e2e_wait_gone(&game, 1000);
}

START_TEST(a_full_disk_is_told_and_keeps_nothing_half_written)
{
    char saves[160], said[512], files[512];
    e2e_open(&game, "full", 80, 24);
    mount_saves("size=64k", saves, sizeof saves);
    /* An older save stays whole. */
    e2e_play(&game, "--seed 8");
    e2e_quit(&game);
    shell_run(said, sizeof said, "cp '%s/rogue.moult' $HOME/older; cat /dev/zero > '%s/filler'",
              saves, saves);
    play_on_a_wide_screen("");
    leave_in_vain("No space left on device");
    ck_assert_int_eq(shell_run(said, sizeof said, "cmp '%s/rogue.moult' $HOME/older", saves), 0);
    files_in_saves(files, sizeof files);
    ck_assert_str_eq(files, "filler\nrogue.lock\nrogue.moult\n");
    e2e_close(&game);
    umount2(saves, MNT_DETACH);
}
END_TEST

/* At the start already; or, when it becomes so, at the end. */
START_TEST(a_folder_that_is_read_only_is_told)
{
    char saves[160], files[512];
    e2e_open(&game, "readonly", 80, 24);
    mount_saves("size=64k", saves, sizeof saves);
    play_on_a_wide_screen("--seed 7");
    ck_assert_int_eq(mount("none", saves, "tmpfs", MS_RDONLY, NULL), 0); /* over it */
    leave_in_vain("Read-only file system");
    files_in_saves(files, sizeof files);
    ck_assert_str_eq(files, "");
    tmux_shell(&game.terminal, "clear; moult play --seed 7; echo left with $?");
    tmux_wait(&game.terminal, "left with 1\n");
    ck_assert_ptr_nonnull(strstr(game.terminal.screen, "games can't be saved there: Read-only"));
    e2e_close(&game);
    umount2(saves, MNT_DETACH);
    umount2(saves, MNT_DETACH);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("terminal save");
    TCase *group = tcase_create("save");
    tcase_set_timeout(group, 60);
    tcase_add_loop_test(group, a_run_is_gone_on_with_where_it_was_left, 0, 2);
    tcase_add_test(group, a_run_that_ended_is_not_resumed);
    tcase_add_loop_test(group, a_corrupt_save_is_refused_named_and_left_alone, 0, 3);
    tcase_add_test(group, a_foreign_file_is_refused_and_left_alone);
    tcase_add_test(group, a_full_disk_is_told_and_keeps_nothing_half_written);
    tcase_add_test(group, a_folder_that_is_read_only_is_told);
    suite_add_tcase(suite, group);
    return terminals_run(suite);
}
