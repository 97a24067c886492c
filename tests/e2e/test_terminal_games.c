/* SPDX-License-Identifier: MIT */
/* srl and simple in a real terminal, from title to title: in English in the locale C, which has
 * ASCII alone, and in Japanese, whose characters take two columns. Their pictures in docs/play.md
 * are what is drawn. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "support/e2e_game.h"
#include "support/screen.h"
#include <check.h>

/* A seed of srl with an apple in the room to which its first stairs lead, 12 steps north of the
 * start; one of simple whose first two boards can be won at once. */
#define SRL_SEED "14"
#define STEPS_TO_STAIRS 12
#define SIMPLE_SEED "moult"

static e2e_game game;
static tmux *const t = &game.terminal;
static int is_japanese;

static const char *in(const char *english, const char *japanese)
{
    return is_japanese ? japanese : english;
}

static const char *game_over(void)
{
    return in(" Game over ", " ゲームオーバー ");
}

/* Answers 0 when there is no Japanese to be tested. */
static int begin(const char *name, int japanese, int32_t columns, int32_t rows)
{
    char own_name[40];
    is_japanese = japanese;
    snprintf(own_name, sizeof own_name, "%s-%d", name, japanese);
    ck_assert_ptr_nonnull(setlocale(LC_ALL, "C.UTF-8"));
    if (japanese && access(MOULT_BUILD_DIR "/locale/ja/LC_MESSAGES/moult.mo", R_OK) != 0)
        return 0;
    e2e_open(&game, own_name, columns, rows);
    return 1;
}

/* Plays in the locale that belongs to the language. */
static void play(const char *arguments, const char *until)
{
    char before[256] = "LC_ALL=C", said[1024];
    if (is_japanese) {
        int code = shell_run(said, sizeof said,
                             "mkdir -p $HOME/locales && "
                             "localedef -i ja_JP -f UTF-8 $HOME/locales/ja_JP.UTF-8");
        ck_assert_msg(code == 0, "%s", said);
        snprintf(before, sizeof before, "LOCPATH=%s/home/locales LC_ALL=ja_JP.UTF-8", t->root);
    }
    e2e_play_until(&game, before, arguments, until);
    screen_read(t);
    screen_check(t);
}

/* Presses a key, waits for a text, and checks the screen. */
static void press(const char *key, const char *text)
{
    tmux_keys(t, key, NULL);
    tmux_wait(t, text);
    screen_read(t);
    screen_check(t);
}

/* A title is left at once. */
static void leave(int from_title)
{
    tmux_keys(t, "Q", NULL);
    if (!from_title) {
        tmux_wait(t, in("y: yes   n: no", "y: はい   n: いいえ"));
        tmux_keys(t, "y", NULL);
    }
    e2e_wait_gone(&game, TMUX_PATIENCE_MS);
    e2e_close(&game);
}

static void check_ascii(void)
{
    for (const char *at = tmux_capture(t); *at != 0 && !is_japanese; at++)
        ck_assert_msg(*at == '\n' || (*at >= ' ' && *at < 0x7f), "%s", t->screen);
}

/* The row on the screen that has a text stands out from the others, as a title does. */
static int is_marked(const char *text)
{
    const char *found = strstr(tmux_colours(t), text);
    ck_assert_msg(found != NULL, "no \"%s\":\n%s", text, t->screen);
    const char *line = found;
    while (line > t->screen && line[-1] != '\n')
        line--;
    const char *colour = NULL;
    for (const char *at = line; (at = strstr(at, "\033[38;5;")) != NULL && at < found; at++)
        colour = at;
    return colour != NULL && strncmp(colour, "\033[38;5;221m", 11) == 0;
}

/* -- srl --------------------------------------------------------------------------------------- */

#define SRL_GAUGES 8

static const char *srl_title(void)
{
    return in(" Simple Roguelike ", " シンプルローグライク ");
}

static void walk_to_stairs(void)
{
    for (int32_t i = 0; i < STEPS_TO_STAIRS; i++)
        e2e_turn(&game, "Up");
}

/* From the title down the stairs and onto the apple. */
static void find_the_apple(void)
{
    press("Enter", in("You wake up.", "目が覚めた。"));
    tmux_wait_gone(t, srl_title());
    screen_read(t);
    screen_check_right(t, 2, SRL_GAUGES);
    walk_to_stairs();
    press("Space", in("You go down the stairs.", "階段を下りた。"));
    screen_check_right(t, 2, SRL_GAUGES);
    press("o", in("something lies here", "何かが落ちている"));
}

static void carry_and_eat_it(void)
{
    int32_t x, y;
    press("x", in("You carry nothing.", "持ち物はない。"));
    press("Space", in("You pick up the apple.", "リンゴを手に入れた。"));
    screen_check_right(t, 2, SRL_GAUGES);
    screen_find(t, "0.1/10.0", &x, &y);
    ck_assert_int_eq(screen_column(t, 11, in("apple", "リンゴ")), t->columns - 25);
    press("x", in(" You carry ", " 持ち物 "));
    screen_check_frame(t, 1);
    check_ascii();
    press("z", in(" Eat ", " 食べる "));
    screen_check_frame(t, 2);
    press("x", in(" You carry ", " 持ち物 ")); /* back to it */
    press("z", in(" Eat ", " 食べる "));
    press("Down", in("Put down", "置く"));
    press("Up", in("Put down", "置く"));
    press("z", in("You eat the apple. Satiety +", "リンゴを食べた。満腹度+"));
    screen_check_right(t, 2, SRL_GAUGES);
    screen_find(t, "0.0/10.0", &x, &y);
}

/* Whoever does nothing but walk to and fro starves in about 1,200 turns. */
static void starve(void)
{
    char steps[101];
    for (size_t i = 0; i + 1 < sizeof steps; i++)
        steps[i] = i % 2 ? 'k' : 'j';
    steps[sizeof steps - 1] = 0;
    for (int32_t i = 0; i < 20 && !tmux_shows(t, game_over(), 0); i++) {
        uint32_t turn = e2e_ask(&game).turn;
        tmux_type(t, steps);
        int64_t end = clock_ms() + TMUX_PATIENCE_MS;
        while (e2e_ask(&game).turn < turn + (uint32_t)strlen(steps) && clock_ms() < end &&
               !tmux_shows(t, game_over(), 0))
            pause_ms(5);
    }
    tmux_wait(t, in(" Game over ", " ゲームオーバー "));
}

START_TEST(srl_from_title_to_title)
{
    int32_t x, y;
    if (!begin("srl", _i, 80, 24))
        return;
    play("srl --seed " SRL_SEED, srl_title());
    screen_check_frame(t, 1);
    check_ascii();
    find_the_apple();
    carry_and_eat_it();
    starve();
    screen_read(t);
    screen_check(t);
    screen_check_frame(t, 7);
    screen_find(t, in("starvation", "飢え"), &x, &y);
    screen_find(t, in("Enter goes on.", "Enter で進みます。"), &x, &y);
    press("Escape", game_over()); /* a title is gone to, not back to */
    press("z", srl_title());
    press("z", in("You wake up.", "目が覚めた。"));
    tmux_wait_gone(t, srl_title());
    screen_read(t);
    screen_find(t, "16/16", &x, &y);
    screen_find(t, "100/100", &x, &y);
    ck_assert_uint_eq(e2e_ask(&game).turn, 0);
    walk_to_stairs(); /* it is the same first level */
    press("Space", in("You go down the stairs.", "階段を下りた。"));
    leave(0);
}
END_TEST

/* -- simple ------------------------------------------------------------------------------------ */

static const char *simple_title(void)
{
    return in(" The Simple Game ", " シンプルゲーム ");
}

/* Tenths of a second that the clock shows. */
static int32_t clock_shown(void)
{
    int32_t x, y, seconds, tenths;
    char line[512];
    screen_read(t);
    screen_find(t, in("Clock", "残り時間"), &x, &y);
    tmux_line(t, y, line, sizeof line);
    const char *at = strstr(line, in("Clock", "残り時間"));
    ck_assert_int_eq(sscanf(at + strcspn(at, "0123456789"), "%d.%d", &seconds, &tenths), 2);
    return seconds * 10 + tenths;
}

/* The token between its brackets, and the menu beside it. */
static void check_choice(void)
{
    int32_t x, y, menu_x, menu_y;
    screen_find(t, "[", &x, &y);
    ck_assert_int_eq(screen_column(t, y, "]"), x + 2);
    screen_find(t, in(" Which side? ", " どちらで指す？ "), &menu_x, &menu_y);
    screen_check_frame(t, 2);
    screen_check_right(t, 2, 5);
    ck_assert_int_gt(menu_x, x + 3);
}

static void click(int32_t x, int32_t y)
{
    char bytes[64];
    snprintf(bytes, sizeof bytes, "\033[<0;%d;%dM\033[<0;%d;%dm", x + 1, y + 1, x + 1, y + 1);
    tmux_bytes(t, bytes, strlen(bytes));
}

/* The cell that the hint marks, of which there is one. */
static void click_hint(void)
{
    int32_t x, y;
    screen_read(t);
    for (y = 2; y < t->rows; y++)
        for (x = 0; x < t->columns - 26; x++)
            if (tmux_cell(t, x, y) == '(' && tmux_cell(t, x + 2, y) == ')') {
                click(x + 1, y);
                return;
            }
    ck_abort_msg("no cell is marked:\n%s", t->screen);
}

static void win_two_stages(void)
{
    press("Enter", in("Which side?", "どちらで指す？"));
    check_choice();
    check_ascii();
    int32_t before = clock_shown(), lines[2];
    ck_assert_int_le(before, 300);
    press("1", in("You move first, and win on A.", "先手になった。"
                                                   "Aで止まれば勝ち。"));
    press("Right", in("No exit leads there.", "そちらに出口はない。"));
    screen_check_right(t, 2, 5);
    int64_t end = clock_ms() + TMUX_PATIENCE_MS;
    while (clock_shown() > before - 5 && clock_ms() < end)
        pause_ms(20);
    ck_assert_int_le(clock_shown(), before - 5);
    press("Up", in(" Stage cleared ", " ステージクリア "));
    screen_check_frame(t, 1);
    screen_find(t, in("Perfect play", "最善手なら"), &lines[0], &lines[1]);
    press("Enter", in("Stage 2: 2 moves each.", "ステージ2: 各2手。"));
    check_choice();
    tmux_keys(t, "Down", NULL);
    press("Enter", in("You move second, and win on B.", "後手になった。"
                                                        "Bで止まれば勝ち。"));
    press("i", in("This stage scores nothing.", "このステージの得点はない。"));
    click_hint();
    tmux_wait(t, "1/2");
    click_hint();
    tmux_wait(t, in("Stage 2 cleared: 0 points.", "ステージ2クリア: 0点。"));
}

/* Takes the side that can't win the third board, and moves anyhow. */
static void lose_a_stage(void)
{
    static const char *const keys[] = {"Up", "Right", "Down", "Left"};
    press("Enter", in("Stage 3: 3 moves each.", "ステージ3: 各3手。"));
    check_choice();
    press("1", in("You move first, and win on A.", "先手になった。"
                                                   "Aで止まれば勝ち。"));
    const char *won = in(" The computer wins ", " コンピュータの勝ち ");
    for (int32_t i = 0; i < 40 && !tmux_shows(t, won, 0); i++) {
        tmux_keys(t, keys[i % 4], NULL);
        tmux_settle(t);
    }
    tmux_wait(t, in(" The computer wins ", " コンピュータの勝ち "));
    screen_read(t);
    screen_check(t);
    screen_check_frame(t, 1);
}

static void be_ranked(void)
{
    const char *name = in("Ada Byron", "えいだ");
    press("Enter", in("Your name:", "名前:"));
    tmux_type(t, in("Ada Byrom", "えいだX"));
    tmux_keys(t, "BSpace", NULL);
    tmux_type(t, in("n", ""));
    tmux_wait(t, name);
    press("Enter", in(" Game over ", " ゲームオーバー "));
    int32_t x, y;
    screen_check_frame(t, 9);
    screen_find(t, in("Score  Stage    Turns", "得点  ステージ   ターン"), &x, &y);
    screen_find(t, in("Enter goes on.", "Enter で進みます。"), &x, &y);
    ck_assert(is_marked(name));
    press("Enter", simple_title());
    press("F3", in(" Ranking ", " ランキング "));
    screen_check_frame(t, 2);
    ck_assert(!is_marked(name));
    tmux_keys(t, "Escape", NULL);
    tmux_wait_gone(t, in(" Ranking ", " ランキング "));
}

START_TEST(simple_from_title_to_title)
{
    if (!begin("simple", _i, 80, 24))
        return;
    play("simple --seed " SIMPLE_SEED, simple_title());
    screen_check_frame(t, 1);
    check_ascii();
    win_two_stages();
    lose_a_stage();
    be_ranked();
    press("Enter", in("Stage 1: 1 move each.", "ステージ1: 各1手。"));
    tmux_wait(t, in("Which side?", "どちらで指す？"));
    screen_read(t);
    check_choice();
    ck_assert_int_gt(clock_shown(), 250);
    press("Escape", in("1 plays first, 2 plays second.", "1 で先手、2 で後手。"));
    leave(0);
}
END_TEST

/* Half a minute; nothing was scored, so nobody is asked for a name. */
START_TEST(the_clock_ends_a_game)
{
    if (!begin("clock", 1, 80, 24))
        return;
    play("simple --seed " SIMPLE_SEED, simple_title());
    press("Enter", in("Which side?", "どちらで指す？"));
    press("1", in("You move first", "先手になった。"));
    ck_assert(tmux_shows(t, in(" Time is up ", " 時間切れ "), 35000));
    ck_assert_int_eq(clock_shown(), 0);
    screen_check(t);
    press("Enter", in(" Game over ", " ゲームオーバー "));
    screen_check_frame(t, 5);
    press("Enter", simple_title());
    leave(1);
}
END_TEST

/* -- terminals --------------------------------------------------------------------------------- */

static const struct {
    const char *arguments, *const title[2];
} games[] = {
    {"srl --seed " SRL_SEED, {" Simple Roguelike ", " シンプルローグライク "}},
    {"simple --seed " SIMPLE_SEED, {" The Simple Game ", " シンプルゲーム "}},
};

START_TEST(a_screen_too_small_says_so)
{
    if (!begin(_i & 2 ? "simple-small" : "srl-small", _i & 1, 10, 5))
        return;
    play(games[_i >> 1].arguments, "20x6");
    tmux_resize(t, 80, 24);
    tmux_wait(t, games[_i >> 1].title[is_japanese]);
    screen_read(t);
    screen_check(t);
    screen_check_frame(t, 1);
    tmux_resize(t, 20, 6);
    tmux_wait_gone(t, games[_i >> 1].title[is_japanese]);
    tmux_wait(t, in("Start", "はじめる"));
    screen_read(t);
    screen_check(t);
    screen_check_frame(t, 1);
    leave(1);
}
END_TEST

/* Whatever the locale, the language that is asked for. */
START_TEST(japanese_without_colours_in_the_locale_c)
{
    if (!begin(_i ? "simple-mono" : "srl-mono", 1, 80, 24))
        return;
    char arguments[64];
    snprintf(arguments, sizeof arguments, "%s --lang ja", games[_i].arguments);
    e2e_play_until(&game, "NO_COLOR=1 LC_ALL=C", arguments, games[_i].title[1]);
    ck_assert_ptr_null(strstr(tmux_colours(t), "[38;5;"));
    tmux_keys(t, "Enter", NULL);
    tmux_wait_gone(t, games[_i].title[1]);
    screen_read(t);
    screen_check(t);
    screen_check_right(t, 2, 5);
    ck_assert_ptr_null(strstr(tmux_colours(t), "[38;5;"));
    if (_i == 1)
        press("Escape", "1 で先手、2 で後手。");
    leave(0);
}
END_TEST

/* -- the manual -------------------------------------------------------------------------------- */

/* The lines between the fences behind a mark of docs/play.md. */
static void read_picture(const char *mark, char *out, size_t room)
{
    char line[512];
    int state = 0;
    size_t used = 0;
    FILE *file = fopen(MOULT_SOURCE_DIR "/docs/play.md", "r");
    ck_assert_ptr_nonnull(file);
    out[0] = 0;
    while (state < 3 && fgets(line, sizeof line, file) != NULL) {
        if (state == 0)
            state = strstr(line, mark) != NULL;
        else if (strncmp(line, "```", 3) == 0)
            state++;
        else if (state == 2)
            used += (size_t)snprintf(out + used, room - used, "%s", line);
    }
    fclose(file);
}

/* The screen without blanks at the ends of its lines and empty lines at its end. */
static void trim(const char *screen, char *out)
{
    size_t used = 0, kept = 0;
    for (; *screen != 0; screen++) {
        if (*screen == '\n')
            used = used > 0 && out[used - 1] != '\n' ? kept : used;
        out[used++] = *screen;
        if (*screen != ' ')
            kept = used;
    }
    while (used > 0 && (out[used - 1] == '\n' || out[used - 1] == ' '))
        used--;
    strcpy(out + used, "\n");
}

/* Time passes: the clock of simple is as it was in the manual. */
static void stop_clock(char *screen)
{
    char *at = strstr(screen, in("Clock", "残り時間"));
    at = at != NULL ? strpbrk(at, "0123456789") : NULL;
    if (at != NULL)
        memcpy(at, "29.9", 4);
}

START_TEST(the_manual_shows_what_is_drawn)
{
    static const char *const marks[] = {"<!-- srl, English -->", "<!-- srl, Japanese -->",
                                        "<!-- simple, English -->", "<!-- simple, Japanese -->"};
    static char expected[8192], drawn[sizeof t->screen];
    if (!begin(_i & 2 ? "simple-manual" : "srl-manual", _i & 1, 60, 14))
        return;
    char arguments[64];
    snprintf(arguments, sizeof arguments, "%s --lang %s", games[_i >> 1].arguments, in("en", "ja"));
    e2e_play_until(&game, "NO_COLOR=1 LC_ALL=C.UTF-8", arguments, games[_i >> 1].title[_i & 1]);
    if (_i & 2) {
        press("Enter", in("Which side?", "どちらで指す？"));
        press("1", in("You move first", "先手になった。"));
    } else {
        find_the_apple();
        press("Space", in("You pick up the apple.", "リンゴを手に入れた。"));
    }
    trim(tmux_capture(t), drawn);
    stop_clock(drawn);
    read_picture(marks[_i], expected, sizeof expected);
    ck_assert_msg(strcmp(drawn, expected) == 0, "docs/play.md, %s: drawn is\n%s", marks[_i], drawn);
    leave(0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("games in a terminal");
    TCase *group = tcase_create("srl, simple");
    tcase_set_timeout(group, 90);
    tcase_add_loop_test(group, srl_from_title_to_title, 0, 2);
    tcase_add_loop_test(group, simple_from_title_to_title, 0, 2);
    tcase_add_test(group, the_clock_ends_a_game);
    tcase_add_loop_test(group, a_screen_too_small_says_so, 0, 4);
    tcase_add_loop_test(group, japanese_without_colours_in_the_locale_c, 0, 2);
    tcase_add_loop_test(group, the_manual_shows_what_is_drawn, 0, 4);
    suite_add_tcase(suite, group);
    return terminals_run(suite);
}
