/* SPDX-License-Identifier: MIT */
/* Japanese in a real terminal: every character takes two columns there, so what is measured and cut
 * must be measured and cut in columns. Frames of panels stand straight, nothing is cut through a
 * character, and a screen that is too small says so in whole characters. */
#include <check.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "support/e2e_game.h"
#include "support/screen.h"

#define WELCOME "迷宮へようこそ。百の階が下に続いている。"

static e2e_game game;

static int begin(const char *name, int32_t columns, int32_t rows)
{
    ck_assert_ptr_nonnull(setlocale(LC_ALL, "C.UTF-8"));
    if (access(MOULT_BUILD_DIR "/locale/ja/LC_MESSAGES/moult.mo", R_OK) != 0)
        return 0;
    e2e_open(&game, name, columns, rows);
    return 1;
}

/* As e2e_quit, which reads the question in English. */
static void leave(void)
{
    tmux_keys(&game.terminal, "Q", NULL);
    tmux_wait(&game.terminal, "y: はい   n: いいえ");
    tmux_keys(&game.terminal, "y", NULL);
    e2e_wait_gone(&game, TMUX_PATIENCE_MS);
    e2e_close(&game);
}

static void open_panel(const char *key, const char *title)
{
    tmux_keys(&game.terminal, key, NULL);
    tmux_wait(&game.terminal, title);
    screen_check(&game.terminal);
}

static void close_panel(const char *title)
{
    tmux_keys(&game.terminal, "Escape", NULL);
    tmux_wait_gone(&game.terminal, title);
}

START_TEST(panels_stand_straight)
{
    if (!begin("straight", 80, 24))
        return;
    e2e_play(&game, "--seed 7 --lang ja");
    tmux_wait(&game.terminal, WELCOME "> で下りる。");
    tmux_wait(&game.terminal, "武器 錆びた短剣  防具 ぼろ服");
    screen_check(&game.terminal);
    open_panel("i", " 持ち物 ");
    screen_check_frame(&game.terminal, 6);
    tmux_wait(&game.terminal, "│ 錆びた短剣");
    close_panel(" 持ち物 ");
    open_panel("?", " コマンド ");
    tmux_wait(&game.terminal, "北へ");
    screen_check_frame(&game.terminal, 10);
    tmux_keys(&game.terminal, "End", NULL);
    tmux_wait(&game.terminal, "コマンドのファイルで: その数のミリ秒が過ぎる");
    screen_check_frame(&game.terminal, 10);
    close_panel(" コマンド ");
    open_panel("F2", " プラグイン ");
    screen_check_frame(&game.terminal, 10);
    close_panel(" プラグイン ");
    tmux_keys(&game.terminal, "o", NULL);
    tmux_wait(&game.terminal, "探索を止めた: ");
    open_panel("C-p", " メッセージ ");
    screen_check_frame(&game.terminal, 3);
    close_panel(" メッセージ ");
    leave();
}
END_TEST

/* Widths at which a wide character would lie across the edge, and those beside them. */
START_TEST(nothing_is_cut_through_a_character)
{
    char name[32];
    snprintf(name, sizeof name, "cut-%d", _i);
    if (!begin(name, 80, 24))
        return;
    e2e_play(&game, "--seed 7 --lang ja");
    tmux_resize(&game.terminal, 40 + _i, 16);
    tmux_wait(&game.terminal, "満腹度");
    screen_check(&game.terminal);
    open_panel("?", " コマンド ");
    screen_check_frame(&game.terminal, 8);
    close_panel(" コマンド ");
    tmux_keys(&game.terminal, "C-p", NULL);
    tmux_wait(&game.terminal, " メッセージ ");
    screen_check(&game.terminal);
    screen_check_frame(&game.terminal, 1);
    close_panel(" メッセージ ");
    /* The welcome takes two lines, between which nothing is lost but a blank at the end. */
    tmux_settle(&game.terminal);
    char first[512], second[512], whole[1024];
    tmux_line(&game.terminal, 0, first, sizeof first);
    tmux_line(&game.terminal, 1, second, sizeof second);
    snprintf(whole, sizeof whole, "%s%s", first, second[0] == ' ' ? second + 1 : second);
    ck_assert_msg(strcmp(whole, WELCOME ">で下りる。") == 0 ||
                      strcmp(whole, WELCOME "> で下りる。") == 0,
                  "%s", game.terminal.screen);
    leave();
}
END_TEST

START_TEST(a_screen_too_small_says_so_in_whole_characters)
{
    if (!begin("small", 80, 24))
        return;
    e2e_play(&game, "--seed 7 --lang ja");
    tmux_resize(&game.terminal, 13, 6);
    tmux_wait(&game.terminal, "画面が小さ");
    screen_check(&game.terminal);
    char all[1024] = "", line[256];
    for (int32_t y = 0; y < game.terminal.rows; y++) {
        tmux_line(&game.terminal, y, line, sizeof line);
        strcat(all, line);
    }
    ck_assert_msg(strstr(all, "画面が小さすぎます:") != NULL, "%s", game.terminal.screen);
    tmux_resize(&game.terminal, 80, 24);
    tmux_wait(&game.terminal, "満腹度 ");
    leave();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("texts in a terminal");
    TCase *group = tcase_create("japanese");
    tcase_set_timeout(group, 60);
    tcase_add_test(group, panels_stand_straight);
    tcase_add_loop_test(group, nothing_is_cut_through_a_character, 0, 4);
    tcase_add_test(group, a_screen_too_small_says_so_in_whole_characters);
    suite_add_tcase(suite, group);
    return terminals_run(suite);
}
