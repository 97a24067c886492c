/* SPDX-License-Identifier: MIT */
/* Frames as plain lines on standard output, commands as lines on standard input: for pipes, screen
 * readers and tests.
 *
 * A frame is the map around the focus, the gauges, the messages that are new, and the open menu; a
 * frame equal to the last one isn't printed again. To know that without keeping it, each frame is
 * written twice: first only into a hash, then, if the hash differs, to the stream as well.
 * Input is read only when poll says that it is there: O_NONBLOCK would also change standard output,
 * when both are one terminal. From a pipe no byte is taken before it is needed, so that what wasn't
 * used is still there for whoever goes on after this process. */
#include "renderer.h"
#include <errno.h>
#include <iconv.h>
#include <langinfo.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#define MAP_COLUMNS 80
#define MAP_ROWS 21
#define LINE_MAX_BYTES 255u

typedef struct text_state {
    uint64_t frame;     /* hash of the last frame */
    uint64_t serial[2]; /* of the newest line shown: the game's, the engine's */
    uint32_t times;     /* how often the game's had been said then */
    uint32_t drawn;     /* not 0 after the first frame */
    uint32_t is_utf8;
    uint32_t is_terminal; /* commands come from one */
    uint32_t ended;       /* 1: end of input met, 2: and told */
    uint32_t raw_at, raw_count;
    uint32_t line_size;
    char raw[1024];
    char line[LINE_MAX_BYTES + 1];
    char clean[LINE_MAX_BYTES * 3 + 1]; /* the line as it is handed over */
} text_state;

/* -- frames ------------------------------------------------------------------------------------ */

#define HASH_START 0xcbf29ce484222325u
#define HASH_STEP 0x100000001b3u /* FNV-1a, 64 bits */

typedef struct output {
    uint64_t hash;
    FILE *stream; /* NULL: only hash */
    uint32_t is_utf8;
    iconv_t charset; /* of a terminal that isn't UTF-8; (iconv_t)-1: none */
} output;

static uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ (uint8_t)bytes[i]) * HASH_STEP;
    return hash;
}

static void put_bytes(output *out, const char *bytes, size_t count)
{
    out->hash = hash_bytes(out->hash, bytes, count);
    if (out->stream)
        fwrite(bytes, 1, count, out->stream);
}

/* A character in the terminal's charset, or what stands for it there: 1 if there is anything. */
static int put_likeness(output *out, char *bytes, size_t count)
{
    char buffer[32], *to = buffer;
    size_t room = sizeof buffer;
    if (out->charset == (iconv_t)-1 ||
        iconv(out->charset, &bytes, &count, &to, &room) == (size_t)-1)
        return 0;
    put_bytes(out, buffer, sizeof buffer - room);
    return 1;
}

static void put_code(output *out, uint32_t code)
{
    char bytes[4];
    uint32_t count = moult__utf8_put(code, bytes);
    if (code < 0x80 || out->is_utf8)
        put_bytes(out, bytes, count);
    else if (!put_likeness(out, bytes, count))
        put_bytes(out, "?", 1);
}

static void put_text(output *out, const char *text)
{
    while (text && *text)
        put_code(out, moult__visible_code(moult__utf8_next(&text)));
}

static uint32_t glyph_of(const output *out, const moult_cell *cell)
{
    uint32_t glyph = cell->glyph;
    if (glyph >= 0x80 && !out->is_utf8)
        glyph = cell->ascii ? cell->ascii : '?';
    return glyph > 0x10ffff ? MOULT__BAD_CODE : moult__visible_code(glyph);
}

static void put_map(output *out, const moult_scene *scene)
{
    int32_t first_x, first_y;
    int32_t columns = scene->width < MAP_COLUMNS ? scene->width : MAP_COLUMNS;
    int32_t rows = scene->height < MAP_ROWS ? scene->height : MAP_ROWS;
    moult_scene_window(scene, columns, rows, &first_x, &first_y);
    for (int32_t y = 0; y < rows && scene->cells; y++) {
        int32_t blanks = 0;
        for (int32_t x = 0; x < columns; x++) {
            uint32_t glyph = glyph_of(out, moult__scene_cell(scene, first_x + x, first_y + y));
            if (glyph == ' ') {
                blanks++;
                continue;
            }
            for (; blanks > 0; blanks--)
                put_bytes(out, " ", 1);
            put_code(out, glyph);
        }
        put_bytes(out, "\n", 1);
    }
}

/* What other renderers show beside the map. */
static void put_side(output *out, const moult_scene *scene)
{
    for (uint32_t i = 0; MOULT_HAS(scene, add_side) && i < scene->side_count; i++) {
        const moult_row *row = MOULT__ENTRY(scene->side, i);
        put_text(out, row->text);
        put_text(out, row->detail && row->detail[0] ? "  " : "");
        put_text(out, row->detail);
        put_bytes(out, "\n", 1);
    }
}

static void put_status(output *out, const moult_scene *scene)
{
    for (uint32_t i = 0; i < scene->gauge_count; i++) {
        char text[256];
        moult__gauge_text(MOULT__ENTRY(scene->gauges, i), text, sizeof text);
        put_text(out, i ? "  " : "");
        put_text(out, text);
    }
    if (scene->gauge_count)
        put_bytes(out, "\n", 1);
    if (scene->flags & MOULT_SCENE_AIM) {
        char text[64];
        snprintf(text, sizeof text, moult__own_words("Target: %d,%d"), (int)scene->focus_x,
                 (int)scene->focus_y);
        put_text(out, text);
        put_bytes(out, "\n", 1);
    }
}

/* -- which messages are new -------------------------------------------------------------------- */

static uint32_t source_of(const moult_line *line)
{
    return (uint32_t)(line->serial >> 63);
}

static int is_new(const text_state *shown, const moult_line *line)
{
    uint64_t last = shown->serial[source_of(line)];
    return line->serial > last ||
           (line->serial == last && source_of(line) == 0 && line->times > shown->times);
}

/* A run that began anew counts from the beginning. */
static void forget_other_run(text_state *state, const moult_scene *scene)
{
    uint64_t newest = 0;
    for (uint32_t i = 0; i < scene->line_count; i++) {
        const moult_line *line = MOULT__ENTRY(scene->lines, i);
        if (source_of(line) == 0 && line->serial > newest)
            newest = line->serial;
    }
    if (newest < state->serial[0])
        state->serial[0] = 0;
}

static void remember_lines(text_state *state, const moult_scene *scene)
{
    for (uint32_t i = 0; i < scene->line_count; i++) {
        const moult_line *line = MOULT__ENTRY(scene->lines, i);
        uint64_t *last = &state->serial[source_of(line)];
        if (line->serial < *last)
            continue;
        *last = line->serial;
        if (source_of(line) == 0)
            state->times = line->times;
    }
}

static int anything_new(const text_state *state, const moult_scene *scene)
{
    for (uint32_t i = 0; i < scene->line_count; i++)
        if (is_new(state, MOULT__ENTRY(scene->lines, i)))
            return 1;
    return 0;
}

/* All lines, or those that weren't shown yet. */
static void put_messages(output *out, const moult_scene *scene, const text_state *shown)
{
    for (uint32_t i = 0; i < scene->line_count; i++) {
        const moult_line *line = MOULT__ENTRY(scene->lines, i);
        char times[24] = "";
        if (shown != NULL && !is_new(shown, line))
            continue;
        if (line->times > 1)
            snprintf(times, sizeof times, " (x%u)", (unsigned)line->times);
        put_text(out, line->text);
        put_text(out, times);
        put_bytes(out, "\n", 1);
    }
}

static void put_row(output *out, const moult_row *row, int is_marked)
{
    put_text(out, is_marked ? "> " : row->flags & MOULT_ROW_MARKED ? "* " : "  ");
    if (row->key && !(row->flags & MOULT_ROW_HEADING)) {
        put_code(out, row->key);
        put_text(out, row->flags & MOULT_ROW_DISABLED ? "- " : ") ");
    }
    put_text(out, row->text);
    if (row->detail && row->detail[0]) {
        put_text(out, "  ");
        put_text(out, row->detail);
    }
    put_bytes(out, "\n", 1);
}

static void put_menu(output *out, const moult_scene *scene)
{
    uint32_t open = MOULT_MENU_OPEN | MOULT_MENU_PANEL | MOULT_MENU_PROMPT;
    if (!(scene->menu_flags & open))
        return;
    put_text(out, scene->title);
    if (scene->menu_flags & MOULT_MENU_PROMPT) {
        if (scene->row_count && scene->rows->text && scene->rows->text[0]) {
            put_text(out, " ");
            put_text(out, scene->rows->text);
        }
        put_bytes(out, "\n", 1);
        return;
    }
    put_bytes(out, "\n", 1);
    int has_cursor = !(scene->menu_flags & MOULT_MENU_PANEL);
    for (uint32_t i = 0; i < scene->row_count; i++)
        put_row(out, MOULT__ENTRY(scene->rows, i), has_cursor && i == scene->row_cursor);
}

static void put_frame(output *out, const moult_scene *scene, const text_state *shown)
{
    put_map(out, scene);
    put_status(out, scene);
    put_side(out, scene);
    put_messages(out, scene, shown);
    put_menu(out, scene);
}

static moult_status print_frame(text_state *state, output *out, const moult_scene *scene)
{
    put_frame(out, scene, NULL);
    if (state->drawn && out->hash == state->frame && !anything_new(state, scene))
        return MOULT_OK;
    state->frame = out->hash;
    out->stream = stdout;
    if (state->drawn)
        put_bytes(out, "\n", 1);
    put_frame(out, scene, state);
    state->drawn = 1;
    remember_lines(state, scene);
    return fflush(stdout) == 0 && !ferror(stdout) ? MOULT_OK : MOULT_IO;
}

static moult_status draw_text(void *block, const moult_scene *scene)
{
    text_state *state = block;
    char charset[64];
    output out = {HASH_START, NULL, state->is_utf8, (iconv_t)-1};
    forget_other_run(state, scene);
    if (!state->is_utf8) {
        snprintf(charset, sizeof charset, "%.40s//TRANSLIT", nl_langinfo(CODESET));
        out.charset = iconv_open(charset, "UTF-8");
    }
    moult_status status = print_frame(state, &out, scene);
    if (out.charset != (iconv_t)-1)
        iconv_close(out.charset);
    return status;
}

/* -- input ------------------------------------------------------------------------------------- */

/* Reads once if something is there: 1 bytes came, 0 none now; at the end `ended` is set. */
static int32_t read_more(text_state *state)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&in, 1, 0) <= 0)
        return 0;
    /* A terminal gives a line at a time. */
    ssize_t count = read(STDIN_FILENO, state->raw, state->is_terminal ? sizeof state->raw : 1);
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return 0;
    if (count <= 0) {
        state->ended = 1;
        return 0;
    }
    state->raw_at = 0;
    state->raw_count = (uint32_t)count;
    return 1;
}

/* Moves bytes into the line; 1 when it is complete. What is too long for it is dropped. */
static int32_t take_line(text_state *state)
{
    while (state->raw_at < state->raw_count) {
        char byte = state->raw[state->raw_at++];
        if (byte == '\n')
            return 1;
        if (state->line_size < LINE_MAX_BYTES)
            state->line[state->line_size++] = byte;
    }
    return 0;
}

/* Trims the line and makes it text: `clean` is then UTF-8 whatever came. 0: nothing to be told. */
static int32_t clean_line(text_state *state)
{
    uint32_t begin = 0, end = state->line_size, size = 0;
    state->line_size = 0;
    while (begin < end && (uint8_t)state->line[begin] <= ' ')
        begin++;
    while (end > begin && (uint8_t)state->line[end - 1] <= ' ')
        end--;
    state->line[end] = 0;
    if (begin == end || state->line[begin] == '#')
        return 0;
    for (const char *at = state->line + begin; at < state->line + end;) {
        uint32_t code = ' ';
        if (*at)
            code = moult__visible_code(moult__utf8_next(&at));
        else
            at++;
        size += moult__utf8_put(code, state->clean + size);
    }
    state->clean[size] = 0;
    return 1;
}

static moult_status next_event(void *block, moult_event *event)
{
    text_state *state = block;
    uint32_t kind = MOULT_EVENT_COMMAND;
    for (;;) {
        int32_t is_whole = take_line(state);
        if (!is_whole && !state->ended && read_more(state))
            continue;
        if (!is_whole && state->ended != 1)
            return 0;
        if (clean_line(state))
            break;
        if (!is_whole) {
            kind = MOULT_EVENT_CLOSE;
            state->ended = 2;
            break;
        }
    }
    uint32_t size = event->size;
    *event = (moult_event){.size = size, .kind = kind, .x = -1, .y = -1, .row = -1};
    event->text = kind == MOULT_EVENT_COMMAND ? state->clean : NULL;
    return 1;
}

/* A pipe at its end is readable for ever, so that waiting for it would spin. */
static int32_t wait_fd(void *block)
{
    const text_state *state = block;
    return state->ended ? -1 : STDIN_FILENO;
}

/* -- open and close ---------------------------------------------------------------------------- */

static moult_status open_text(void *block, int32_t again)
{
    text_state *state = block;
    if (!again)
        memset(state, 0, sizeof *state);
    state->is_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    state->is_terminal = isatty(STDIN_FILENO) == 1;
    return MOULT_OK;
}

static void close_text(void *block, int32_t handing_over)
{
    (void)block, (void)handing_over;
}

static uint32_t nothing_to_undo(void *block, uint8_t *bytes, uint32_t room)
{
    (void)block, (void)bytes, (void)room;
    return 0;
}

MOULT_RENDERER(text, "1.0.0", "prints frames, reads commands by line", 0,
               .state_size = sizeof(text_state), .state_version = 1, .open = open_text,
               .close = close_text, .draw = draw_text, .wait_fd = wait_fd, .next_event = next_event,
               .undo = nothing_to_undo);
