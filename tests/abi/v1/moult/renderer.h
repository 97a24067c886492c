/* SPDX-License-Identifier: MIT */
/* renderer/1: shows scenes and reads keys. It never blocks: the core polls. What it owns (terminal,
 * window) it takes in `open` and gives back in `close`. Its state is a block of `state_size` zeroed
 * bytes that the core keeps: over a reload the new build adopts it when size and version are equal,
 * else the old one closes and the new one opens. */
#ifndef MOULT_RENDERER_H
#define MOULT_RENDERER_H
#include <moult/base.h>
#include <moult/host.h>
#include <moult/scene.h>

MOULT_EXTERN_C_BEGIN

/* Kinds of events. */
#define MOULT_EVENT_KEY 0u /* key, mods */
#define MOULT_EVENT_KEY_UP 1u
#define MOULT_EVENT_TEXT 2u  /* one code point, while text is asked for */
#define MOULT_EVENT_MOVE 3u  /* pointer: x, y */
#define MOULT_EVENT_CLICK 4u /* x, y, button from 1 */
#define MOULT_EVENT_WHEEL 5u /* amount: > 0 up */
#define MOULT_EVENT_RESIZE 6u
#define MOULT_EVENT_EXPOSE 7u
#define MOULT_EVENT_CLOSE 8u /* no more input will come, or the window was closed: save and leave */
#define MOULT_EVENT_LOST 9u  /* the display is gone */
#define MOULT_EVENT_COMMAND 10u /* `text` is a command's name, or a key's, with its argument */

/* Keys: code points for what has one, these for the rest. */
#define MOULT_KEY_ENTER 0x0du
#define MOULT_KEY_TAB 0x09u
#define MOULT_KEY_ESCAPE 0x1bu
#define MOULT_KEY_BACKSPACE 0x08u
#define MOULT_KEY_UP 0x110001u
#define MOULT_KEY_DOWN 0x110002u
#define MOULT_KEY_LEFT 0x110003u
#define MOULT_KEY_RIGHT 0x110004u
#define MOULT_KEY_HOME 0x110005u
#define MOULT_KEY_END 0x110006u
#define MOULT_KEY_PAGE_UP 0x110007u
#define MOULT_KEY_PAGE_DOWN 0x110008u
#define MOULT_KEY_INSERT 0x110009u
#define MOULT_KEY_DELETE 0x11000au
#define MOULT_KEY_PAD(digit) (0x110010u + (digit)) /* number pad 0..9, whatever NumLock says */
#define MOULT_KEY_F(number) (0x110020u + (number)) /* 1..24 */

/* What is held with a key. */
#define MOULT_MOD_SHIFT 1u /* only where the key doesn't say it itself: S-Left, but H */
#define MOULT_MOD_CTRL 2u  /* C-l has key 'l' */
#define MOULT_MOD_ALT 4u

/* What a person did, or what became of the display. */
typedef struct moult_event {
    uint32_t size;
    uint32_t kind; /* MOULT_EVENT_* */
    uint32_t key, mods;
    int32_t x, y; /* scene cell; outside the map: -1 */
    int32_t button, amount;
    int32_t row; /* of a click on a menu: the row's index, else -1 */
    uint32_t reserved;
    const char *text; /* EVENT_COMMAND; valid until the next call */
} moult_event;

/* Flags of a renderer. */
#define MOULT_RENDERER_SILENT 1u /* never has an event: it isn't asked */
#define MOULT_RENDERER_PERSON 2u /* a person sits before it */

/* What a renderer has. */
typedef struct moult_renderer_1 {
    uint32_t size;
    uint32_t flags; /* MOULT_RENDERER_* */
    uint32_t state_size, state_version;
    /* Takes what it shows on. `again`: the block is the last build's, adopt it. Refused (no
     * display, no terminal): leave no trace. [load, fail] */
    moult_status (*open)(void *state, int32_t again);
    /* Gives everything back. `handing_over`: the next build will adopt the block, leave the
     * screen. */
    void (*close)(void *state, int32_t handing_over);
    /* Shows a scene; must be cheap when little has changed. [draw, fail] */
    moult_status (*draw)(void *state, const moult_scene *scene);
    /* Descriptor that is readable when an event may be there; -1: none, the core asks every 10
     * ms. */
    int32_t (*wait_fd)(void *state);
    /* The next event: 1 and filled, 0 none, negative when the display is gone. Never waits. */
    moult_status (*next_event)(void *state, moult_event *event);
    /* Bytes that, written to the terminal, undo what open did; their count (0: none needed), of
     * which at most `room` are written. For when the process dies. */
    uint32_t (*undo)(void *state, uint8_t *bytes, uint32_t room);
} moult_renderer_1;

#define MOULT_RENDERER_INTERFACE "renderer/1"
#define MOULT_RENDERER_SHAPE      \
    "open i(pi) load,fail\n"      \
    "close v(pi) any\n"           \
    "draw i(pp) draw,fail\n"      \
    "wait_fd i(p) any\n"          \
    "next_event i(pp) any,fail\n" \
    "undo u(ppu) any\n"

/* MOULT_RENDERER(curses, "1.0.0", "a terminal", MOULT_MAY_OWN_TERMINAL, .state_size = sizeof(...),
 *                .open = open_terminal, ...) */
#define MOULT_RENDERER(name, version, help, may_own, ...)                                          \
    static const moult_renderer_1 name##_functions = {.size = sizeof(moult_renderer_1),            \
                                                      __VA_ARGS__};                                \
    static const moult_provide name##_provides[] = {                                               \
        MOULT_PROVIDE_WHOLE("renderer/" #name, MOULT_RENDERER_INTERFACE, MOULT_RENDERER_SHAPE,     \
                            &name##_functions, may_own, NULL)};                                    \
    MOULT_PLUGIN("renderer-" #name, version, help, "renderer/" #name, .provides = name##_provides, \
                 .provide_count = 1)

MOULT_EXTERN_C_END
#endif
