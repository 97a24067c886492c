/* SPDX-License-Identifier: MIT */
/* What outlives a run: the window's size and zoom, and pictures of it; both in the data folder. */
#include "window.h"
#include <SDL_image.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define LEAST 200
#define MOST 16384

int32_t moult__option(const char *options, const char *name, char *out, size_t room)
{
    size_t length = strlen(name);
    for (const char *line = options; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        if (strncmp(line, name, length) != 0 || line[length] != '=')
            continue;
        const char *value = line + length + 1;
        size_t size = strcspn(value, "\n");
        SDL_strlcpy(out, value, size + 1 < room ? size + 1 : room);
        return 1;
    }
    return 0;
}

/* $XDG_DATA_HOME/moult, where saves are, too; 0: there is no home. */
static int32_t data_path(const char *name, char *out, size_t room)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int length = 0;
    if (data && data[0] == '/')
        length = snprintf(out, room, "%s/moult", data);
    else if (home && home[0] == '/')
        length = snprintf(out, room, "%s/.local/share/moult", home);
    if (length <= 0 || (size_t)length + strlen(name) + 2 > room)
        return 0;
    mkdir(out, 0700);
    strcat(out, "/");
    strcat(out, name);
    return 1;
}

void moult__memory_read(moult__window *t)
{
    char path[MOULT__PATH_ROOM];
    int width = 0, height = 0, zoom = 0;
    FILE *file = data_path("window", path, sizeof path) ? fopen(path, "re") : NULL;
    if (!file)
        return;
    if (fscanf(file, "width %d height %d zoom %d", &width, &height, &zoom) == 3 && zoom >= -3 &&
        zoom <= 7) {
        int32_t fits = width >= LEAST && height >= LEAST && width <= MOST && height <= MOST;
        t->kept_width = fits ? width : 0;
        t->kept_height = fits ? height : 0;
        t->zoom = zoom;
    }
    fclose(file);
}

/* Not the size of a full screen, nor of none. */
void moult__memory_write(const moult__window *t)
{
    char path[MOULT__PATH_ROOM];
    int width = t->kept_width, height = t->kept_height;
    uint32_t special = SDL_WINDOW_FULLSCREEN | SDL_WINDOW_MINIMIZED | SDL_WINDOW_MAXIMIZED;
    if (!t->is_shown)
        return;
    if (!(SDL_GetWindowFlags(t->window) & special))
        SDL_GetWindowSize(t->window, &width, &height);
    if (width == t->made_width && height == t->made_height && t->kept_width == 0)
        width = height = 0; /* nobody chose it */
    FILE *file = data_path("window", path, sizeof path) ? fopen(path, "we") : NULL;
    if (!file)
        return;
    fprintf(file, "width %d height %d zoom %d\n", width, height, t->zoom);
    fclose(file);
}

/* Nobody finds half a picture under its name. */
static int32_t save_whole(SDL_Surface *picture, const char *path)
{
    char part[MOULT__PATH_ROOM + 8];
    snprintf(part, sizeof part, "%s.part", path);
    return IMG_SavePNG(picture, part) == 0 && rename(part, path) == 0;
}

void moult__screenshot(moult__window *t)
{
    char name[64], path[MOULT__PATH_ROOM];
    struct timespec now;
    struct tm date;
    clock_gettime(CLOCK_REALTIME, &now);
    localtime_r(&now.tv_sec, &date);
    size_t used = strftime(name, sizeof name, "screenshot-%Y%m%d-%H%M%S", &date);
    snprintf(name + used, sizeof name - used, "-%03ld.png", now.tv_nsec / 1000000);
    SDL_Surface *picture = SDL_CreateRGBSurfaceWithFormatFrom(
        t->canvas.pixels, t->canvas.width, t->canvas.height, 32,
        t->canvas.width * (int)sizeof(uint32_t), SDL_PIXELFORMAT_RGB888);
    SDL_Surface *plain =
        picture ? SDL_ConvertSurfaceFormat(picture, SDL_PIXELFORMAT_RGB24, 0) : NULL;
    int32_t saved = plain && data_path(name, path, sizeof path) && save_whole(plain, path);
    SDL_FreeSurface(plain);
    SDL_FreeSurface(picture);
    if (saved)
        snprintf(t->said, sizeof t->said, moult__own_words("Picture: %s"), path);
    else
        snprintf(t->said, sizeof t->said, "%s", moult__own_words("The picture couldn't be saved."));
}
