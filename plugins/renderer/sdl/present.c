/* SPDX-License-Identifier: MIT */
/* From the canvas to the window: by the window's own surface, or, when the option drawing =
 * hardware asks for it and the driver can, by a streaming texture. The plain way is the usual one:
 * all has been painted by then, and a graphics driver takes longer to start than the game. What the
 * driver lost is made anew and filled as a whole; one that fails is given up for the plain way. */
#include "window.h"
#include <string.h>

void moult__changed(moult__window *t, moult__area area)
{
    SDL_Rect whole = {0, 0, t->canvas.width, t->canvas.height};
    SDL_Rect rect = {area.x, area.y, area.w, area.h};
    if (!SDL_IntersectRect(&rect, &whole, &rect))
        return;
    if (t->changed_count == MOULT_COUNT(t->changed)) {
        for (uint32_t i = 1; i < t->changed_count; i++)
            SDL_UnionRect(&t->changed[0], &t->changed[i], &t->changed[0]);
        t->changed_count = 1;
    }
    t->changed[t->changed_count++] = rect;
}

void moult__present_open(moult__window *t)
{
    char drawing[32] = "";
    moult__option(t->options, "drawing", drawing, sizeof drawing);
    if (strcmp(drawing, "hardware") == 0)
        t->renderer = SDL_CreateRenderer(t->window, -1, SDL_RENDERER_ACCELERATED);
    t->must_show = 1;
}

void moult__present_lost(moult__window *t)
{
    if (t->texture)
        SDL_DestroyTexture(t->texture);
    t->texture = NULL;
    t->surface = NULL;
    t->must_show = 1;
}

void moult__present_close(moult__window *t)
{
    moult__present_lost(t);
    if (t->renderer)
        SDL_DestroyRenderer(t->renderer);
    t->renderer = NULL;
}

static const uint32_t *pixels_at(const moult__window *t, const SDL_Rect *rect)
{
    return t->canvas.pixels + (size_t)rect->y * (size_t)t->canvas.width + rect->x;
}

static moult_status present_texture(moult__window *t)
{
    const SDL_Rect all = {0, 0, t->canvas.width, t->canvas.height};
    int width = 0, height = 0, pitch = t->canvas.width * (int)sizeof(uint32_t);
    if (t->texture)
        SDL_QueryTexture(t->texture, NULL, NULL, &width, &height);
    if (!t->texture || width != all.w || height != all.h) {
        moult__present_lost(t);
        t->texture = SDL_CreateTexture(t->renderer, SDL_PIXELFORMAT_RGB888,
                                       SDL_TEXTUREACCESS_STREAMING, all.w, all.h);
    }
    if (!t->texture)
        return MOULT_UNSUPPORTED;
    if (t->must_show) {
        t->changed[0] = all;
        t->changed_count = 1;
    }
    for (uint32_t i = 0; i < t->changed_count; i++)
        if (SDL_UpdateTexture(t->texture, &t->changed[i], pixels_at(t, &t->changed[i]), pitch) != 0)
            return MOULT_UNSUPPORTED;
    if (SDL_RenderCopy(t->renderer, t->texture, NULL, NULL) != 0)
        return MOULT_UNSUPPORTED;
    SDL_RenderPresent(t->renderer);
    return MOULT_OK;
}

static moult_status present_surface(moult__window *t)
{
    SDL_Surface *surface = SDL_GetWindowSurface(t->window);
    if (!surface)
        return t->is_hidden ? MOULT_OK : MOULT_UNSUPPORTED;
    SDL_Rect all = {0, 0, moult__least(surface->w, t->canvas.width),
                    moult__least(surface->h, t->canvas.height)};
    if (t->must_show || surface != t->surface) {
        t->changed[0] = all;
        t->changed_count = 1;
    }
    t->surface = surface;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < t->changed_count; i++) {
        SDL_Rect rect = t->changed[i];
        if (!SDL_IntersectRect(&rect, &all, &rect))
            continue;
        char *to = (char *)surface->pixels + (size_t)rect.y * (size_t)surface->pitch +
                   (size_t)rect.x * surface->format->BytesPerPixel;
        SDL_ConvertPixels(rect.w, rect.h, SDL_PIXELFORMAT_RGB888, pixels_at(t, &rect),
                          t->canvas.width * (int)sizeof(uint32_t), surface->format->format, to,
                          surface->pitch);
        t->changed[kept++] = rect;
    }
    return kept && SDL_UpdateWindowSurfaceRects(t->window, t->changed, (int)kept) != 0
               ? MOULT_UNSUPPORTED
               : MOULT_OK;
}

moult_status moult__present(moult__window *t, int32_t all)
{
    t->must_show |= all;
    if (!t->canvas.pixels || t->canvas.width < 1 || t->canvas.height < 1)
        return MOULT_OK;
    moult_status status = t->renderer ? present_texture(t) : present_surface(t);
    if (status < 0 && t->renderer) {
        moult__present_close(t);
        status = present_surface(t);
    }
    t->changed_count = 0;
    t->must_show = 0;
    return status;
}
