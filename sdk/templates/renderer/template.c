/* renderer/template: prints the map row by row, and takes each letter it is sent as a key. */
#include <moult/plain.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#define FLOOR '.' /* what an empty known cell looks like: change it while you play, and `make` */

typedef struct state {
    int32_t ended; /* no more input will come */
} state;

static int letter(const moult_cell *cell)
{
    const uint32_t glyph = cell->ascii != 0 ? cell->ascii : cell->glyph;
    return glyph == '.' ? FLOOR : glyph > ' ' && glyph < 127 ? (int)glyph : ' ';
}

static moult_status draw(void *block, const moult_scene *scene)
{
    (void)block;
    for (int32_t y = 0; y < scene->height; y++) {
        for (int32_t x = 0; x < scene->width; x++)
            putchar(letter(moult_scene_cell(scene, x, y)));
        putchar('\n');
    }
    if (scene->line_count != 0)
        puts(scene->lines[scene->line_count - 1].text);
    return fflush(stdout) == 0 ? MOULT_OK : MOULT_IO;
}

/* Never waits: the core asks again when the descriptor is readable. */
static moult_status next_event(void *block, moult_event *event)
{
    state *s = block;
    struct pollfd input = {STDIN_FILENO, POLLIN, 0};
    unsigned char key = 0;
    if (s->ended || poll(&input, 1, 0) <= 0)
        return 0;
    s->ended = read(STDIN_FILENO, &key, 1) != 1;
    event->kind = s->ended ? MOULT_EVENT_CLOSE : MOULT_EVENT_KEY;
    event->key = key;
    return s->ended || key > ' ';
}

static int32_t wait_fd(void *block)
{
    return ((state *)block)->ended ? -1 : STDIN_FILENO;
}

MOULT_RENDERER(template, "0.1.0", "prints rows", 0, .state_size = sizeof(state),
               .open = moult_plain_open, .close = moult_plain_close, .draw = draw,
               .wait_fd = wait_fd, .next_event = next_event, .undo = moult_plain_undo)
