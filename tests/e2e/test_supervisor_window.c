/* SPDX-License-Identifier: MIT */
/* A game in a window fails, or loses its window, with a terminal behind it and without one. The X
 * server has no screen (Xvfb), the keys are real (xdotool). No picture is read here but for the
 * colour in which alerts are shown: what windows show is the matter of test_window.c. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "support/e2e_game.h"
#include "supervisor_stage.h"

#define GAME "rogue --seed 7 --renderer sdl"
#define FAILING GAME " --use ai/chaser=" FAILS "/decide-null_read.so"
#define LOST "its display is gone"

static e2e_game game;
static tmux *const t = &game.terminal;
static pid_t server;
static char window[32];

/* -- the X server and its windows -------------------------------------------------------------- */

static void start_server(void)
{
    int ends[2];
    char number[16] = "", display[32];
    ck_assert_int_eq(pipe(ends), 0);
    server = fork();
    ck_assert_int_ge(server, 0);
    if (server == 0) {
        char fd[16];
        snprintf(fd, sizeof fd, "%d", ends[1]);
        close(ends[0]);
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* also when the test fails */
        if (freopen("/dev/null", "w", stderr) == NULL)
            _exit(126);
        execlp("Xvfb", "Xvfb", "-displayfd", fd, "-screen", "0", "1200x800x24", "-nolisten", "tcp",
               "-noreset", NULL);
        _exit(127);
    }
    close(ends[1]);
    for (size_t used = 0; strchr(number, '\n') == NULL && used + 1 < sizeof number; used++)
        if (read(ends[0], number + used, 1) != 1)
            break;
    close(ends[0]);
    number[strcspn(number, "\n")] = 0;
    ck_assert_msg(number[0] != 0, "Xvfb didn't start (packages xvfb, xdotool, imagemagick)");
    snprintf(display, sizeof display, ":%s", number);
    setenv("DISPLAY", display, 1);
    unsetenv("WAYLAND_DISPLAY");
    unsetenv("SDL_VIDEODRIVER");
}

static void end_server(void)
{
    if (server > 0) {
        kill(server, SIGKILL);
        waitpid(server, NULL, 0);
    }
    server = 0;
}

/* How many windows of the game there are, and the first one's number. */
static int windows(char first[32])
{
    char said[512];
    int count = 0;
    if (shell_run(said, sizeof said, "xdotool search --onlyvisible --class '^moult$'") != 0)
        said[0] = 0;
    snprintf(first, 32, "%.*s", (int)strcspn(said, "\n"), said);
    for (const char *at = said; *at != 0; at++)
        count += *at == '\n';
    return count;
}

static void find_window(void)
{
    const int64_t end = clock_ms() + TMUX_PATIENCE_MS;
    char said[256];
    int count;
    while ((count = windows(window)) == 0 && clock_ms() < end)
        pause_ms(5);
    ck_assert_msg(count == 1, "there are %d windows:\n%s", count, tmux_capture(t));
    ck_assert_int_eq(shell_run(said, sizeof said, "xdotool windowfocus --sync %s", window), 0);
}

/* Pixels in the colour of alerts. */
static int alert_pixels(void)
{
    char said[256];
    const int code = shell_run(said, sizeof said,
                               "import -window %s ppm:- | convert ppm:- -fill black "
                               "+opaque '#ff6464' -fill white -opaque '#ff6464' "
                               "-format '%%[fx:int(mean*w*h)]' info:",
                               window);
    ck_assert_msg(code == 0, "%s", said);
    return atoi(said);
}

/* Into whatever has the focus: keys that are sent to a window have no times, by which SDL takes the
 * second of two quick ones for a held key; and the window may be gone before the release. */
static void press(void)
{
    char said[256];
    const int code = shell_run(said, sizeof said, "xdotool key period");
    ck_assert_msg(code == 0, "%s", said);
}

static void press_turn(void)
{
    const uint32_t turn = e2e_ask(&game).turn;
    press();
    e2e_wait_turn(&game, turn + 1);
}

/* -- games ------------------------------------------------------------------------------------- */

static void begin(const char *name, const char *arguments)
{
    start_server();
    e2e_open(&game, name, 100, 30);
    tmux_shell(t, "moult play %s; echo code $?", arguments);
    find_window();
    game.pid = tmux_child(t, "moult");
    ck_assert_int_ne(game.pid, 0);
    press_turn();
}

static void finish(void)
{
    ck_assert_int_eq(stage_wait_gone(t->root, 2000), 0);
    game.pid = 0;
    e2e_close(&game);
    end_server();
}

/* The worker after this one, when it listens. */
static void wait_next(pid_t worker)
{
    const int64_t end = clock_ms() + TMUX_PATIENCE_MS;
    while (e2e_worker(&game) == worker || e2e_worker(&game) == game.pid) {
        ck_assert_msg(clock_ms() < end, "no other worker comes");
        pause_ms(2);
    }
    e2e_ask(&game);
}

static void check_same(const e2e_state *before)
{
    const e2e_state after = e2e_ask(&game);
    ck_assert_uint_eq(after.turn, before->turn);
    ck_assert_str_eq(after.hash, before->hash);
}

START_TEST(a_plugin_fails_and_the_window_is_there_again)
{
    begin("again", FAILING);
    press_turn();
    press_turn();
    const e2e_state before = e2e_ask(&game);
    const pid_t worker = e2e_worker(&game);
    ck_assert_int_eq(alert_pixels(), 0);
    press();
    wait_next(worker);
    check_same(&before);
    find_window();
    const int64_t end = clock_ms() + TMUX_PATIENCE_MS;
    while (alert_pixels() == 0)
        ck_assert_msg(clock_ms() < end, "the window doesn't tell");
    tmux_wait(t, "fails-decide-null-read@1.0.0 decide: SIGSEGV");
    press_turn();
    press_turn();
    kill(game.pid, SIGTERM);
    tmux_wait(t, "code 0");
    ck_assert_int_eq(windows(window), 0);
    finish();
}
END_TEST

/* -- the display is lost ----------------------------------------------------------------------- */

/* The server's end, or only the game's windows. */
static void lose_display(int server_too)
{
    char said[256];
    if (server_too)
        end_server();
    else
        ck_assert_int_eq(shell_run(said, sizeof said, "xdotool windowkill %s", window), 0);
}

START_TEST(the_terminal_takes_over)
{
    begin(_i ? "server" : "window", GAME);
    press_turn();
    const e2e_state before = e2e_ask(&game);
    const pid_t worker = e2e_worker(&game);
    lose_display(_i);
    wait_next(worker);
    check_same(&before);
    tmux_wait(t, "HP ");
    ck_assert_ptr_nonnull(strstr(tmux_settle(t), LOST));
    e2e_turn(&game, ".");
    e2e_ask_quit(&game);
    tmux_keys(t, "y", NULL);
    tmux_wait(t, "code 0");
    finish();
}
END_TEST

START_TEST(without_a_terminal_it_saves_and_leaves)
{
    char path[200];
    begin(_i ? "server-alone" : "window-alone", GAME " </dev/null >$HOME/out 2>$HOME/err");
    press_turn();
    const e2e_state before = e2e_ask(&game);
    e2e_save_path(&game, path, sizeof path);
    ck_assert_int_ne(access(path, F_OK), 0);
    lose_display(_i);
    tmux_wait(t, "code 0");
    ck_assert_int_eq(access(path, F_OK), 0);
    ck_assert_int_eq(stage_wait_gone(t->root, 2000), 0);
    e2e_play(&game, "rogue");
    check_same(&before);
    e2e_quit(&game);
    finish();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("supervisor window");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, NULL, end_server);
    tcase_set_timeout(all, 60);
    tcase_add_test(all, a_plugin_fails_and_the_window_is_there_again);
    tcase_add_loop_test(all, the_terminal_takes_over, 0, 2);
    tcase_add_loop_test(all, without_a_terminal_it_saves_and_leaves, 0, 2);
    suite_add_tcase(suite, all);
    return terminals_run(suite);
}
