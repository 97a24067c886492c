/* SPDX-License-Identifier: MIT */
/* Keys that make no text, or not the text that is meant: by what they are on this keyboard. The
 * number pad tells its figures whatever NumLock says; a prompt takes them as text. */
#include "window.h"

static const struct {
    SDL_Keycode from;
    uint32_t to;
} keys[] = {
    {SDLK_RETURN, MOULT_KEY_ENTER},
    {SDLK_KP_ENTER, MOULT_KEY_ENTER},
    {SDLK_TAB, MOULT_KEY_TAB},
    {SDLK_ESCAPE, MOULT_KEY_ESCAPE},
    {SDLK_BACKSPACE, MOULT_KEY_BACKSPACE},
    {SDLK_UP, MOULT_KEY_UP},
    {SDLK_DOWN, MOULT_KEY_DOWN},
    {SDLK_LEFT, MOULT_KEY_LEFT},
    {SDLK_RIGHT, MOULT_KEY_RIGHT},
    {SDLK_HOME, MOULT_KEY_HOME},
    {SDLK_END, MOULT_KEY_END},
    {SDLK_PAGEUP, MOULT_KEY_PAGE_UP},
    {SDLK_PAGEDOWN, MOULT_KEY_PAGE_DOWN},
    {SDLK_INSERT, MOULT_KEY_INSERT},
    {SDLK_DELETE, MOULT_KEY_DELETE},
};

uint32_t moult__key_meaning(const SDL_KeyboardEvent *press, int32_t asks_text, uint32_t *mods)
{
    SDL_Keycode sym = press->keysym.sym;
    SDL_Scancode code = press->keysym.scancode;
    uint16_t held = press->keysym.mod;
    *mods = (held & KMOD_SHIFT ? MOULT_MOD_SHIFT : 0) | (held & KMOD_CTRL ? MOULT_MOD_CTRL : 0) |
            (held & KMOD_LALT ? MOULT_MOD_ALT : 0);
    for (uint32_t i = 0; i < MOULT_COUNT(keys); i++)
        if (keys[i].from == sym)
            return keys[i].to;
    if (code >= SDL_SCANCODE_F1 && code <= SDL_SCANCODE_F12)
        return MOULT_KEY_F((uint32_t)(code - SDL_SCANCODE_F1) + 1);
    if (code >= SDL_SCANCODE_F13 && code <= SDL_SCANCODE_F24)
        return MOULT_KEY_F((uint32_t)(code - SDL_SCANCODE_F13) + 13);
    if (code >= SDL_SCANCODE_KP_1 && code <= SDL_SCANCODE_KP_0 && !asks_text)
        return MOULT_KEY_PAD(((uint32_t)(code - SDL_SCANCODE_KP_1) + 1) % 10);
    /* With these a letter makes no text. What the layout has there counts. */
    if ((held & (KMOD_CTRL | KMOD_LALT)) && !(held & KMOD_MODE) && sym > ' ' && sym < 0x7f) {
        *mods &= ~(uint32_t)MOULT_MOD_SHIFT;
        return held & KMOD_SHIFT && sym >= 'a' && sym <= 'z' ? (uint32_t)sym - 32 : (uint32_t)sym;
    }
    return 0;
}
