/* SPDX-License-Identifier: MIT */
/* A stage for windows: an X server without a screen (Xvfb), the game on it in a home of its own and
 * from a copy of what was built, real keys (xdotool), and pictures of the window: as the X server
 * has it, and as the window's own key saves it. */
#ifndef TESTS_WINDOW_STAGE_H
#define TESTS_WINDOW_STAGE_H
#include "core/system/control.h"
#include "support/run.h" /* behind the core, which calls a parameter so */
#include <SDL.h>
#include <SDL_image.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <check.h>

#define PATIENCE 200 /* times 50 ms */

static run r;
static pid_t server;
static int32_t game;
static char window[32];

/* -- the X server and the game ----------------------------------------------------------------- */

static inline void start_server(void)
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
        freopen("/dev/null", "w", stderr);
        execlp("Xvfb", "Xvfb", "-displayfd", fd, "-screen", "0", "1600x1000x24", "-nolisten", "tcp",
               "-noreset", NULL);
        _exit(127);
    }
    close(ends[1]);
    size_t used = 0;
    while (strchr(number, '\n') == NULL && used + 1 < sizeof number &&
           read(ends[0], number + used, 1) == 1)
        used++;
    close(ends[0]);
    number[strcspn(number, "\n")] = 0;
    ck_assert_msg(number[0] != 0, "Xvfb didn't start (packages xvfb, xdotool, imagemagick)");
    snprintf(display, sizeof display, ":%s", number);
    setenv("DISPLAY", display, 1);
    unsetenv("WAYLAND_DISPLAY");
    unsetenv("SDL_VIDEODRIVER");
}

static inline void enter(void)
{
    char runtime[128];
    run_open(&r);
    snprintf(runtime, sizeof runtime, "%s/runtime", r.root);
    setenv("XDG_RUNTIME_DIR", runtime, 1);
    run_well(&r, NULL,
             "umask 022; mkdir -p game/plugins && cp \"$B/moult\" game && "
             "cp \"$B\"/plugins/*.so game/plugins && cp -r \"$B/profiles\" game && "
             "{ ! test -d \"$B/locale\" || cp -r \"$B/locale\" game; } && "
             "for p in rogue srl simple; do printf '[profile]\\nbase = %%s\\n[options]\\n"
             "drawing = software\\n' $p > $p-window.ini; done");
    start_server();
}

static inline void leave(void)
{
    if (game > 0)
        run_stop(game);
    game = 0;
    kill(server, SIGTERM);
    waitpid(server, NULL, 0);
    run_close(&r);
}

static inline void find_window(void)
{
    for (int i = 0; i < PATIENCE; i++) {
        if (run_shell(&r, NULL, "xdotool search --onlyvisible --class '^moult$'") == 0 &&
            r.out[0] != 0)
            break;
        usleep(50000);
    }
    snprintf(window, sizeof window, "%.*s", (int)strcspn(r.out, "\n"), r.out);
    if (window[0] == 0)
        run_shell(&r, NULL,
                  "tail -n 20 game.log; ps -eo pid,stat,etime,args | grep '[X]vfb\\|[g]ame/moult'");
    ck_assert_msg(window[0] != 0, "there is no window: %s%s", r.out, r.err);
}

static inline void play(const char *arguments)
{
    char command[512];
    snprintf(command, sizeof command, "exec ./game/moult play %s --renderer sdl >game.log 2>&1",
             arguments);
    game = run_start(&r, command);
    find_window();
    run_well(&r, NULL, "xdotool windowfocus --sync %s && sleep 0.3", window);
}

static inline void state_of_game(uint32_t *turn, char hash[17])
{
    char *reply = NULL;
    int32_t code = -1;
    moult__report report = {0};
    ck_assert_msg(moult__control_ask(game, "state", &reply, &code, &report) >= 0, "%s",
                  report.text);
    ck_assert_int_eq(sscanf(reply, "turn %u  hash %16s", turn, hash), 2);
    free(reply);
}

/* -- pictures ---------------------------------------------------------------------------------- */

static inline SDL_Surface *read_picture(const char *path)
{
    SDL_Surface *read = IMG_Load(path);
    ck_assert_msg(read != NULL, "%s", path);
    SDL_Surface *picture = SDL_ConvertSurfaceFormat(read, SDL_PIXELFORMAT_RGB888, 0);
    SDL_FreeSurface(read);
    return picture;
}

static inline uint32_t pixel(const SDL_Surface *picture, int32_t x, int32_t y)
{
    const char *row = (const char *)picture->pixels + y * picture->pitch;
    return ((const uint32_t *)(const void *)row)[x] & 0xffffff;
}

/* By the server; and, at the window's own key, by itself: it is the same, but for `beside` pixels
 * at the right, where a clock may run. */
static inline SDL_Surface *take_pictures(int32_t beside)
{
    char path[256], pattern[256];
    glob_t found = {0};
    run_well(&r, NULL, "import -window %s png:shot.png", window);
    snprintf(path, sizeof path, "%s/shot.png", r.root);
    SDL_Surface *theirs = read_picture(path);
    run_well(&r, NULL, "rm -f home/.local/share/moult/screenshot-*; xdotool key F12");
    snprintf(pattern, sizeof pattern, "%s/home/.local/share/moult/screenshot-*.png", r.root);
    for (int i = 0; i < PATIENCE && found.gl_pathc == 0; i++) {
        usleep(50000);
        glob(pattern, 0, NULL, &found);
    }
    ck_assert_uint_eq(found.gl_pathc, 1);
    usleep(100000);
    SDL_Surface *ours = read_picture(found.gl_pathv[0]);
    globfree(&found);
    ck_assert_int_eq(ours->w, theirs->w);
    ck_assert_int_eq(ours->h, theirs->h);
    int32_t log = ours->h - 120; /* which now tells of the picture */
    for (int32_t y = 0; y < log; y++)
        for (int32_t x = 0; x < ours->w - beside; x++)
            ck_assert_msg(pixel(ours, x, y) == pixel(theirs, x, y), "at %d,%d: %06x and %06x", x, y,
                          pixel(ours, x, y), pixel(theirs, x, y));
    SDL_FreeSurface(theirs);
    return ours;
}

#endif
