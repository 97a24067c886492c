/* SPDX-License-Identifier: MIT */
/* A plugin fails in front of a player: the game plays on, on the screen on which it was played, and
 * says which plugin it was; whatever has happened before, the terminal is given back as it was, to
 * be used by a shell, or to be closed. */
#include "support/e2e_game.h"
#include "supervisor_stage.h"

#define GAME "rogue --seed 7 --deadline " DEADLINE
#define QUIET "unchanged: no plugin's file has another content" /* a reload of nothing */

static e2e_game game;
static tmux *const t = &game.terminal;

/* By which keys a call is reached from the start; the last one is lost in it. */
static const struct call {
    const char *name, *use;
    const char *keys[5];
} calls[] = {
    {"decide", "ai/chaser", {".", ".", ".", ".", NULL}},
    {"generate", "mapgen", {".", "n", ">", NULL}},
};

static const char *const faults[] = {"null_read", "abort", "stack_overflow", "exit", "endless"};

#define CALLS ((int)(sizeof calls / sizeof *calls))
#define FAULTS ((int)(sizeof faults / sizeof *faults))

/* What the terminal's owner may have changed and must have put back. */
static void check_modes(const char *expected)
{
    char modes[64];
    tmux_ask(t,
             "#{alternate_on} #{cursor_flag} #{keypad_cursor_flag} #{keypad_flag} "
             "#{mouse_any_flag} #{mouse_sgr_flag} #{wrap_flag} #{insert_flag} #{origin_flag}",
             modes, sizeof modes);
    ck_assert_msg(strncmp(modes, expected, strlen(expected)) == 0, "modes are %s:\n%s", modes,
                  tmux_capture(t));
}

static void check_shell_again(void)
{
    char said[512];
    check_modes("0 1 0 0 0 0 1 0 0");
    int same =
        shell_run(said, sizeof said, "cmp '%s/home/before' '%s/home/after'", t->root, t->root);
    ck_assert_msg(same == 0, "%s", said);
}

static void begin(const char *name, const char *arguments)
{
    e2e_open(&game, name, 80, 24);
    tmux_shell(t, "stty -g > $HOME/before");
    check_modes("0 1 0 0 0 0 1 0 0");
    tmux_shell(t, "moult play %s; echo $? > $HOME/code", arguments);
    tmux_wait(t, "HP ");
    game.pid = tmux_child(t, "moult");
    ck_assert_int_ne(game.pid, 0);
    check_modes("1 ");
}

/* The line comes twice: on standard error, while the screen is given back, and on the new one. */
static void wait_told(const char *call, const char *fault)
{
    char plugin[64], told[128], on[8];
    int64_t end = clock_ms() + TMUX_PATIENCE_MS;
    stage_name(call, fault, plugin);
    snprintf(told, sizeof told, "%s@1.0.0 %s", plugin, call);
    do {
        tmux_wait(t, told);
        tmux_ask(t, "#{alternate_on}", on, sizeof on);
        ck_assert_msg(clock_ms() < end, "the game doesn't come back:\n%s", t->screen);
    } while (on[0] != '1' || strstr(tmux_settle(t), "HP ") == NULL);
}

static void press_until_it_fails(const struct call *call, const char *fault)
{
    for (int i = 0; call->keys[i] != NULL; i++) {
        if (call->keys[i + 1] != NULL)
            e2e_turn(&game, call->keys[i]);
        else
            tmux_keys(t, call->keys[i], NULL);
    }
    wait_told(call->name, fault);
}

/* Plays until a plugin fails, and waits for it to be told. */
static void begin_and_fail(const char *name, const struct call *call, const char *fault)
{
    char arguments[512];
    snprintf(arguments, sizeof arguments, GAME " --use %s=" FAILS "/%s-%s.so", call->use,
             call->name, fault);
    begin(name, arguments);
    press_until_it_fails(call, fault);
}

static void leave_and_check(void)
{
    e2e_quit(&game);
    tmux_shell(t, "stty -g > $HOME/after; echo meas''ured");
    tmux_wait(t, "measured\n");
    check_shell_again();
    ck_assert_int_eq(stage_wait_gone(t->root, 2000), 0);
    e2e_close(&game);
}

/* The same for a game that the shell hasn't seen stopping. */
static void end_and_check(void)
{
    char said[512];
    leave_and_check();
    int code = shell_run(said, sizeof said, "grep -qx 0 '%s/home/code'", t->root);
    ck_assert_msg(code == 0, "the game's exit code isn't 0");
}

START_TEST(the_game_plays_on_on_the_screen)
{
    char name[32];
    const struct call *call = &calls[_i / FAULTS];
    snprintf(name, sizeof name, "fails-%d", _i);
    begin_and_fail(name, call, faults[_i % FAULTS]);
    check_modes("1 ");
    ck_assert_int_eq(tmux_child(t, "moult"), game.pid);
    ck_assert_msg(strchr(t->screen, '@') != NULL && strstr(t->screen, "HP ") != NULL,
                  "no picture:\n%s", t->screen);
    e2e_turn(&game, ".");
    e2e_turn(&game, ".");
    end_and_check();
}
END_TEST

/* A picture of nothing but the game: no line of an error is written over it. */
START_TEST(nothing_is_written_over_the_picture)
{
    char fresh[8192];
    begin_and_fail("picture", &calls[0], "null_read");
    snprintf(fresh, sizeof fresh, "%s", tmux_settle(t));
    tmux_keys(t, "C-l", NULL);
    tmux_settle(t);
    ck_assert_str_eq(fresh, t->screen);
    end_and_check();
}
END_TEST

START_TEST(control_z_after_a_fault)
{
    char name[32];
    snprintf(name, sizeof name, "stopped-%d", _i);
    begin_and_fail(name, &calls[_i], "null_read");
    tmux_keys(t, "C-z", NULL);
    tmux_wait(t, "Stopped");
    tmux_shell(t, "stty -g > $HOME/after; echo us''able");
    tmux_wait(t, "usable\n");
    check_shell_again();
    tmux_shell(t, "fg");
    tmux_wait_gone(t, "usable");
    tmux_wait(t, "HP ");
    check_modes("1 ");
    e2e_turn(&game, ".");
    leave_and_check();
}
END_TEST

/* -- the terminal is closed -------------------------------------------------------------------- */

enum closing { WINDOW, SESSION, SERVER, SCRIPT, CLOSINGS };

static void close_terminal(enum closing closing)
{
    if (closing == WINDOW)
        tmux_command(t, "kill-window", NULL);
    else if (closing == SESSION)
        tmux_command(t, "kill-session", NULL);
    else if (closing == SERVER)
        tmux_kill(t);
    else
        kill(tmux_child(t, "script"), SIGKILL);
}

/* A server that is ending still has its socket: a terminal would be asked for in vain. */
static void begin_anew(void)
{
    int64_t end = clock_ms() + TMUX_PATIENCE_MS;
    tmux_kill(t);
    while (access(t->socket, F_OK) == 0 && clock_ms() < end)
        pause_ms(5);
    tmux_start(t, 80, 24);
}

START_TEST(a_closed_terminal_rescues_and_leaves)
{
    const enum closing closing = (enum closing)(_i / 2);
    const int fails = _i % 2;
    char name[32], line[600], path[200], said[256];
    pid_t games[STAGE_PIDS];
    snprintf(name, sizeof name, "closed-%d", _i);
    e2e_open(&game, name, 80, 24);
    snprintf(line, sizeof line, "moult play " GAME "%s",
             fails ? " --use ai/chaser=" FAILS "/decide-null_read.so" : "");
    if (closing == SCRIPT)
        tmux_shell(t, "script -qc '%s' /dev/null", line);
    else
        tmux_shell(t, "%s", line);
    tmux_wait(t, "HP ");
    ck_assert_int_gt(stage_games(t->root, games), 0);
    game.pid = games[0];
    if (fails)
        press_until_it_fails(&calls[0], "null_read");
    else
        e2e_turn(&game, ".");
    e2e_state before = e2e_ask(&game);
    close_terminal(closing);
    int left = stage_wait_gone(t->root, 2000);
    ck_assert_msg(left == 0, "%d processes are still there", left);
    e2e_save_path(&game, path, sizeof path);
    ck_assert_msg(
        shell_run(said, sizeof said, "P='%s'; test -s \"${P%%moult}rescue.moult\"", path) == 0,
        "nothing was rescued");
    begin_anew();
    e2e_play(&game, "rogue");
    e2e_state after = e2e_ask(&game);
    ck_assert_uint_eq(after.turn, before.turn);
    ck_assert_str_eq(after.hash, before.hash);
    e2e_close(&game);
}
END_TEST

/* -- hang-ups while the terminal is there ------------------------------------------------------ */

/* Sent to any of the game's processes. */
START_TEST(a_hangup_reloads)
{
    pid_t games[STAGE_PIDS];
    begin("hangup", GAME);
    int count = stage_games(t->root, games);
    ck_assert_int_ge(count, 2);
    for (int i = 0; i < count; i++) {
        e2e_turn(&game, ".");
        tmux_wait_gone(t, QUIET);
        kill(games[i], SIGHUP);
        tmux_wait(t, QUIET);
    }
    e2e_turn(&game, ".");
    end_and_check();
}
END_TEST

START_TEST(five_hundred_hangups_are_survived)
{
    pid_t before[STAGE_PIDS], after[STAGE_PIDS];
    begin("hangups", GAME);
    int count = stage_games(t->root, before);
    for (int i = 0; i < 500; i++) {
        kill(before[i % count], SIGHUP);
        if (i % 50 == 0)
            pause_ms(5);
    }
    tmux_wait(t, QUIET);
    e2e_turn(&game, ".");
    ck_assert_int_eq(stage_games(t->root, after), count);
    for (int i = 0; i < count; i++)
        ck_assert_int_eq(before[i], after[i]);
    end_and_check();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("supervisor terminal");
    TCase *group = tcase_create("terminal");
    tcase_set_timeout(group, 60);
    tcase_add_loop_test(group, the_game_plays_on_on_the_screen, 0, CALLS * FAULTS);
    tcase_add_test(group, nothing_is_written_over_the_picture);
    tcase_add_loop_test(group, control_z_after_a_fault, 0, CALLS);
    tcase_add_loop_test(group, a_closed_terminal_rescues_and_leaves, 0, CLOSINGS * 2);
    tcase_add_test(group, a_hangup_reloads);
    tcase_add_test(group, five_hundred_hangups_are_survived);
    suite_add_tcase(suite, group);
    return terminals_run(suite);
}
