/* SPDX-License-Identifier: MIT */
/* Taking the terminal and giving it back. Between open and close this renderer owns the terminal
 * and the handlers of SIGTSTP (ncurses's: the screen is left for the shell and comes back) and
 * SIGWINCH (ours, so that a waiting poll ends); those that ncurses puts in for SIGINT and SIGTERM
 * are taken out again, since leaving is the core's business. `undo` is made ready at open, because
 * who asks for it is dying. */
#include "terminal.h"
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* Does nothing: that a signal came is what ends the waiting. */
static void wake(int number)
{
    (void)number;
}

static void catch_resize(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = wake;
    sigemptyset(&action.sa_mask);
    sigaction(SIGWINCH, &action, NULL);
}

/* The old build may be closed after the new one was opened: then the handler isn't its own. */
static void release_resize(const moult__terminal *t)
{
    struct sigaction action;
    if (sigaction(SIGWINCH, NULL, &action) == 0 && action.sa_handler == wake)
        sigaction(SIGWINCH, &t->resize, NULL);
}

/* Appends a string of the terminal's description, without the delays that are marked in it. */
static void add_undo(moult__terminal *t, const char *text)
{
    if (!text || text == (const char *)-1)
        return;
    while (*text && t->undo_size < MOULT__UNDO_SIZE) {
        const char *end = text[0] == '$' && text[1] == '<' ? strchr(text, '>') : NULL;
        if (end)
            text = end + 1;
        else
            t->undo[t->undo_size++] = (uint8_t)*text++;
    }
}

static void prepare_undo(moult__terminal *t, int has_mouse)
{
    static const char *const capabilities[] = {"rmkx", "sgr0", "op", "cnorm", "rmcup"};
    t->undo_size = 0;
    if (has_mouse)
        add_undo(t, "\033[?1006;1000l");
    for (uint32_t i = 0; i < MOULT_COUNT(capabilities); i++)
        add_undo(t, tigetstr(capabilities[i]));
}

/* Ctrl-S must reach the game instead of freezing it. */
static void release_flow_keys(void)
{
    struct termios settings;
    if (tcgetattr(STDIN_FILENO, &settings) != 0)
        return;
    settings.c_iflag &= ~(tcflag_t)(IXON | IXOFF);
    tcsetattr(STDIN_FILENO, TCSANOW, &settings);
    def_prog_mode();
}

static void set_modes(moult__terminal *t)
{
    if (!getenv("ESCDELAY"))
        set_escdelay(25);
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    curs_set(0);
    release_flow_keys();
    mouseinterval(0);
    mmask_t buttons = BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON2_PRESSED | BUTTON2_CLICKED |
                      BUTTON3_PRESSED | BUTTON3_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED;
    int has_mouse = mousemask(buttons, NULL) != 0;
    moult__keys_define();
    moult__colours_open(t);
    prepare_undo(t, has_mouse);
}

/* ncurses and the screen, or nothing: where the cursor can't be moved, there is no screen. */
static moult_status take_screen(moult__terminal *t)
{
    struct sigaction interrupt, terminate;
    sigaction(SIGINT, NULL, &interrupt);
    sigaction(SIGTERM, NULL, &terminate);
    sigaction(SIGTSTP, NULL, &t->stop);
    sigaction(SIGWINCH, NULL, &t->resize);
    const char *name = getenv("TERM");
    t->screen = name && name[0] ? newterm(NULL, stdout, stdin) : NULL;
    const char *move_cursor = t->screen ? tigetstr("cup") : NULL;
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGTERM, &terminate, NULL);
    if (t->screen && move_cursor && move_cursor != (const char *)-1)
        return MOULT_OK;
    if (t->screen) {
        endwin();
        delscreen(t->screen);
    }
    sigaction(SIGTSTP, &t->stop, NULL);
    sigaction(SIGWINCH, &t->resize, NULL);
    t->screen = NULL;
    return MOULT_UNSUPPORTED;
}

static moult_status open_terminal(void *block, int32_t again)
{
    moult__terminal *t = block;
    if (again && t->screen) {
        catch_resize();
        touchwin(stdscr);
        return MOULT_OK;
    }
    memset(t, 0, sizeof *t);
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return MOULT_UNSUPPORTED;
    t->is_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    moult_status status = take_screen(t);
    if (status < 0)
        return status;
    set_modes(t);
    catch_resize();
    t->told_columns = COLS;
    t->told_rows = LINES;
    moult__terminal_size(&t->told_columns, &t->told_rows);
    return MOULT_OK;
}

static void close_terminal(void *block, int32_t handing_over)
{
    moult__terminal *t = block;
    if (!t->screen)
        return;
    release_resize(t);
    if (handing_over)
        return;
    endwin();
    tcflush(STDIN_FILENO, TCIFLUSH); /* what was typed ahead is not meant for the shell */
    delscreen(t->screen);
    sigaction(SIGTSTP, &t->stop, NULL);
    memset(t, 0, sizeof *t);
}

static int32_t wait_fd(void *block)
{
    const moult__terminal *t = block;
    return t->is_lost ? -1 : STDIN_FILENO;
}

static uint32_t undo(void *block, uint8_t *bytes, uint32_t room)
{
    const moult__terminal *t = block;
    uint32_t count = t->undo_size < room ? t->undo_size : room;
    if (count)
        memcpy(bytes, t->undo, count);
    return t->undo_size;
}

MOULT_RENDERER(curses, "1.0.0", "a terminal", MOULT_MAY_OWN_TERMINAL | MOULT_MAY_OWN_SIGNALS,
               .flags = MOULT_RENDERER_PERSON, .state_size = sizeof(moult__terminal),
               .state_version = 1, .open = open_terminal, .close = close_terminal,
               .draw = moult__terminal_draw, .wait_fd = wait_fd,
               .next_event = moult__terminal_event, .undo = undo);
