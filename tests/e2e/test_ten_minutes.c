/* SPDX-License-Identifier: MIT */
/* docs/write-a-plugin.md, done as it is written: from nothing but an installed prefix to a plugin
 * that was played on, changed in a running game, broken, mended and packed. Each command of the
 * document is run, and each answer compared word for word; what counts time or bytes is a '#'.
 *
 * A block that begins with ``` is a shell's: commands behind "$ ", then what they print; "..."
 * stands for any lines. "moult play ... --watch" is typed into a terminal of 80x24, and a block
 * ```screen is what must then be on it. A block ```c is part of what `moult new` made. */
#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "support/tmux.h"

#define TEXT_MAX 65536

static tmux terminal;
static char folder[512], place[600]; /* of the game's user, and where the shell is now */
static char made[64];                /* the last plugin that was made */

/* -- comparing --------------------------------------------------------------------------------- */

static int32_t is_measured(const char *at)
{
    static const char *const units[] = {"ms", "us", "s,", "a second", "bytes"};
    at += *at == ' ';
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strncmp(at, units[i], strlen(units[i])) == 0)
            return 1;
    return 0;
}

/* Numbers that measure become '#', and `blanks` 0 leaves out blanks and ends of lines. */
static void simplify(const char *text, int32_t blanks, char *out, size_t room)
{
    const char *start = text;
    size_t used = 0;
    while (*text != 0 && used + 1 < room) {
        size_t digits = strspn(text, "0123456789.");
        int32_t first = text == start || !isalnum((unsigned char)text[-1]);
        if (digits != 0 && first && is_measured(text + digits)) {
            out[used++] = '#';
            text += digits;
        } else if (!blanks && isspace((unsigned char)*text)) {
            text++;
        } else {
            out[used++] = *text++;
        }
    }
    out[used] = 0;
}

/* Writes `to` for each `from`. */
static void replace(char *text, size_t room, const char *from, const char *to)
{
    char out[TEXT_MAX];
    size_t used = 0;
    for (const char *at = text; *at != 0;) {
        const int32_t here = strncmp(at, from, strlen(from)) == 0;
        used +=
            (size_t)snprintf(out + used, sizeof out - used, "%.*s", here ? 200 : 1, here ? to : at);
        at += here ? strlen(from) : 1;
    }
    out[used] = 0;
    snprintf(text, room, "%s", out);
}

static const char *line_end(const char *text)
{
    const char *end = strchr(text, '\n');
    return end != NULL ? end + 1 : text + strlen(text);
}

/* Whether the lines of a text are those of a pattern, in which "..." is any number of them. */
static int32_t matches(const char *text, const char *pattern)
{
    if (*pattern == 0)
        return *text == 0;
    const char *next = line_end(pattern), *end = line_end(text);
    if (strncmp(pattern, "...\n", 4) == 0)
        return matches(text, next) || (*text != 0 && matches(end, pattern));
    return end - text == next - pattern && memcmp(text, pattern, (size_t)(end - text)) == 0 &&
           matches(end, next);
}

static void compare(const char *command, char *said, const char *expected)
{
    char text[TEXT_MAX], pattern[TEXT_MAX];
    replace(said, TEXT_MAX, folder, "/home/you");
    replace(said, TEXT_MAX, "/home/you/prefix/include", "/usr/local/include");
    simplify(said, 1, text, sizeof text);
    simplify(expected, 1, pattern, sizeof pattern);
    ck_assert_msg(matches(text, pattern), "$ %s\nsays:\n%s\nthe document has:\n%s", command, text,
                  pattern);
}

/* -- doing ------------------------------------------------------------------------------------- */

static void run_command(const char *command, const char *expected)
{
    static char said[TEXT_MAX];
    if (strncmp(command, "moult play", 10) == 0 && strstr(command, "--watch") != NULL) {
        tmux_shell(&terminal, "cd '%s' && %s", place, command);
        tmux_wait(&terminal, "HP ");
        return;
    }
    if (sscanf(command, "moult new %*s %63s", made) != 1)
        sscanf(command, "cd .. && moult new %*s %63s", made);
    shell_run(said, sizeof said, "cd '%s' && %s", place, command);
    compare(command, said, expected);
    if (strncmp(command, "cd ", 3) == 0) {
        char whole[1024];
        snprintf(whole, sizeof whole, "%s/%.*s", place, (int)strcspn(command + 3, " "),
                 command + 3);
        ck_assert_ptr_nonnull(realpath(whole, place));
    }
}

static void run_block(char *block)
{
    for (char *at = block; *at != 0;) {
        char expected[TEXT_MAX] = "";
        ck_assert_msg(strncmp(at, "$ ", 2) == 0, "no command: %s", at);
        char *end = strchr(at, '\n'), *command = at + 2;
        *end = 0;
        at = end + 1;
        while (*at != 0 && strncmp(at, "$ ", 2) != 0) {
            const char *next = line_end(at);
            strncat(expected, at, (size_t)(next - at));
            at += next - at;
        }
        run_command(command, expected);
    }
}

/* Lines may be broken anywhere on the screen. */
static void find_on_screen(const char *block)
{
    static char screen[TEXT_MAX], wanted[TEXT_MAX];
    int64_t end = clock_ms() + 2 * TMUX_PATIENCE_MS;
    simplify(block, 0, wanted, sizeof wanted);
    do {
        simplify(tmux_settle(&terminal), 0, screen, sizeof screen);
        if (strstr(screen, wanted) != NULL)
            return;
        pause_ms(20);
    } while (clock_ms() < end);
    ck_abort_msg("%s\nisn't on the screen:\n%s", block, terminal.screen);
}

static void find_in_source(const char *block)
{
    static char source[TEXT_MAX];
    int code = shell_run(source, sizeof source, "cat '%s/%s/%s.c' || cat '%s/%s.c'", place, made,
                         made, place, made);
    const char *text = strncmp(source, "cat:", 4) == 0 ? line_end(source) : source;
    ck_assert_int_eq(code, 0);
    ck_assert_msg(strstr(text, block) != NULL, "not in %s.c as made:\n%s", made, block);
}

static void follow(char *document)
{
    uint32_t blocks = 0;
    for (char *at = document; (at = strstr(at, "\n```")) != NULL; blocks++) {
        char *kind = at + 4, *block = strchr(kind, '\n') + 1, *end = strstr(block, "```\n");
        ck_assert_ptr_nonnull(end);
        *end = 0;
        if (strncmp(kind, "screen\n", 7) == 0)
            find_on_screen(block);
        else if (strncmp(kind, "c\n", 2) == 0)
            find_in_source(block);
        else
            run_block(block);
        at = end + 3;
    }
    ck_assert_uint_gt(blocks, 12);
}

static const struct {
    const char *name, *locale;
    int32_t without_window;
} surroundings[] = {
    {"utf8", "C.UTF-8", 0},
    {"plain", "C", 1},
    {"german", "de_DE.UTF-8", 0},
};

START_TEST(the_document_is_true)
{
    static char document[TEXT_MAX];
    char said[4096], path[700];
    int64_t begun = clock_ms();
    tmux_open(&terminal, surroundings[_i].name);
    snprintf(folder, sizeof folder, "%s/home", terminal.root);
    snprintf(place, sizeof place, "%s/home", terminal.root);
    int code = shell_run(
        said, sizeof said,
        "umask 022; cmake --install '%s' --prefix '%s/prefix' && mkdir '%s/locales' && "
        "localedef -i de_DE -f UTF-8 '%s/locales/de_DE.UTF-8' && %s",
        MOULT_BUILD_DIR, folder, folder, folder,
        surroundings[_i].without_window ? "rm -f $HOME/prefix/lib/moult/renderer-sdl.so" : "true");
    ck_assert_msg(code == 0, "%s", said);
    snprintf(path, sizeof path, "%s/prefix/bin:/usr/local/bin:/usr/bin:/bin", folder);
    setenv("PATH", path, 1);
    setenv("LC_ALL", surroundings[_i].locale, 1);
    snprintf(path, sizeof path, "%s/locales", folder);
    setenv("LOCPATH", path, 1);
    unsetenv("XDG_DATA_HOME");
    tmux_start(&terminal, 80, 24);
    code =
        shell_run(document, sizeof document, "cat '%s/docs/write-a-plugin.md'", MOULT_SOURCE_DIR);
    ck_assert_int_eq(code, 0);
    follow(document);
    ck_assert_int_lt(clock_ms() - begun, 120000);
    tmux_keys(&terminal, "Q", "y", NULL);
    tmux_wait(&terminal, TMUX_PROMPT);
    tmux_kill(&terminal);
}
END_TEST

START_TEST(the_doctor_measures_the_terminal)
{
    static const struct {
        int32_t columns, rows;
        const char *says;
    } sizes[] = {
        {80, 24, "OK    terminal  80x24, xterm-256color"},
        {79, 24, "WARN  terminal  79x24; games are made for 80x24. Make it larger"},
        {80, 23, "WARN  terminal  80x23; games are made for 80x24. Make it larger"},
    };
    char name[16];
    snprintf(name, sizeof name, "doctor-%d", _i);
    tmux_open(&terminal, name);
    setenv("PATH", MOULT_BUILD_DIR ":/usr/bin:/bin", 1);
    tmux_start(&terminal, sizes[_i].columns, sizes[_i].rows);
    tmux_shell(&terminal, "LC_ALL=C moult doctor");
    tmux_wait(&terminal, sizes[_i].says);
    tmux_wait(&terminal, "OK    colours   256");
    tmux_kill(&terminal);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ten minutes");
    TCase *tests = tcase_create("ten minutes");
    tcase_set_timeout(tests, 200);
    tcase_add_loop_test(tests, the_document_is_true, 0, sizeof surroundings / sizeof *surroundings);
    tcase_add_loop_test(tests, the_doctor_measures_the_terminal, 0, 3);
    suite_add_tcase(suite, tests);
    return terminals_run(suite);
}
