/* SPDX-License-Identifier: MIT */
/* Opening, handing over and closing the window. SDL is told to leave signals alone, and never to
 * pretend: a driver that shows nothing is taken only when SDL_VIDEODRIVER names it. The descriptor
 * is that of the connection to the display, so that a game that waits takes no time at all; while
 * something moves, and a moment after each event, SDL is asked by the clock instead, since it does
 * some of its work a little later than an event comes. */
#include "window.h"
#include <SDL_syswm.h>
#include <stdlib.h>
#include <string.h>

#define SETTLING_MS 400u

/* Drivers without a display. */
static int32_t is_pretence(const char *driver)
{
    static const char *const blind[] = {"dummy", "offscreen", "evdev"};
    for (uint32_t i = 0; i < MOULT_COUNT(blind); i++)
        if (driver && strcmp(driver, blind[i]) == 0)
            return 1;
    return 0;
}

static void close_window(void *block, int32_t handing_over)
{
    moult__window *t = block;
    if (handing_over || !t->window)
        return;
    moult__memory_write(t);
    moult__present_close(t);
    moult__letters_close(&t->letters);
    moult__atlas_close(&t->atlas);
    SDL_DestroyWindow(t->window);
    free(t->canvas.pixels);
    free(t->cells);
    free(t->moving);
    TTF_Quit();
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    SDL_Quit();
    memset(t, 0, sizeof *t);
}

static moult_status refuse(moult__window *t)
{
    if (TTF_WasInit())
        TTF_Quit();
    SDL_Quit();
    memset(t, 0, sizeof *t);
    return MOULT_UNSUPPORTED;
}

static moult_status open_window(void *block, int32_t again)
{
    moult__window *t = block;
    const char *wanted = getenv("SDL_VIDEODRIVER");
    if (again && t->window) {
        memset(&t->layout, 0, sizeof t->layout); /* paint all of it by this build */
        moult__atlas_clear(&t->atlas);
        return MOULT_OK;
    }
    memset(t, 0, sizeof *t);
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "0");
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0"); /* plain means plain */
    if (SDL_Init(SDL_INIT_VIDEO) != 0 || TTF_Init() != 0 ||
        (is_pretence(SDL_GetCurrentVideoDriver()) && !(wanted && wanted[0])))
        return refuse(t);
    t->window =
        SDL_CreateWindow("Moult", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, 800, 600,
                         SDL_WINDOW_HIDDEN | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (!t->window)
        return refuse(t);
    SDL_SetWindowMinimumSize(t->window, 320, 200);
    SDL_StartTextInput();
    t->stirred_at = SDL_GetTicks();
    t->pointer_x = t->pointer_y = -1;
    return MOULT_OK;
}

static int32_t wayland_fd(struct wl_display *display)
{
    void *library = SDL_LoadObject("libwayland-client.so.0");
    int (*get_fd)(struct wl_display *) = NULL;
    if (!library)
        return -1;
    *(void **)&get_fd = SDL_LoadFunction(library, "wl_display_get_fd");
    int32_t fd = get_fd ? get_fd(display) : -1;
    SDL_UnloadObject(library); /* SDL holds it, too */
    return fd;
}

/* What came while the window was drawn is in Xlib's queue already, and no longer in its socket:
 * whoever waits for that alone would wait for the key after it. */
static int32_t wait_fd(void *block)
{
    const moult__window *t = block;
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    SDL_PumpEvents();
    if (t->frame_at || SDL_GetTicks() - t->stirred_at < SETTLING_MS ||
        SDL_HasEvents(SDL_FIRSTEVENT, SDL_LASTEVENT) || !SDL_GetWindowWMInfo(t->window, &info))
        return -1;
#if defined(SDL_VIDEO_DRIVER_X11)
    if (info.subsystem == SDL_SYSWM_X11)
        return ConnectionNumber(info.info.x11.display);
#endif
#if defined(SDL_VIDEO_DRIVER_WAYLAND)
    if (info.subsystem == SDL_SYSWM_WAYLAND)
        return wayland_fd(info.info.wl.display);
#endif
    return -1;
}

static uint32_t nothing_to_undo(void *block, uint8_t *bytes, uint32_t room)
{
    (void)block, (void)bytes, (void)room;
    return 0;
}

MOULT_RENDERER(sdl, "1.0.0", "a window",
               MOULT_MAY_OWN_WINDOW | MOULT_MAY_OWN_THREADS | MOULT_MAY_OWN_FILES,
               .flags = MOULT_RENDERER_PERSON, .state_size = sizeof(moult__window),
               .state_version = 1, .open = open_window, .close = close_window,
               .draw = moult__window_draw, .wait_fd = wait_fd, .next_event = moult__window_event,
               .undo = nothing_to_undo);
