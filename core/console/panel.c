/* SPDX-License-Identifier: MIT */
/* The console in the game: what it said, and below it the line that is edited. It is no menu of the
 * world: what is open beneath it stays as it is, and a save knows nothing of it. */
#include <stdlib.h>
#include <string.h>
#include "core/console/console.h"
#include "core/system/text.h"

#define COLUMNS 72u
#define PAGE 10u

static moult__console_panel *panel_of(const moult__session *s)
{
    return s->console;
}

/* -- output ------------------------------------------------------------------------------------ */

static void push(moult__console_panel *panel, const char *text, size_t length)
{
    char *copy = strndup(text, length);
    if (copy == NULL)
        return;
    if (panel->output_count == MOULT__OUTPUT_LINES) {
        free(panel->output[0]);
        memmove(panel->output, panel->output + 1, --panel->output_count * sizeof panel->output[0]);
    }
    panel->output[panel->output_count++] = copy;
    panel->scroll = 0;
}

/* So many bytes of a line as fit the panel, broken behind a blank where there is one. */
static size_t fitting(const char *text, size_t length)
{
    size_t fits = 0, blank = 0;
    uint32_t columns = 0;
    while (fits < length) {
        char letter[8] = {text[fits]};
        size_t bytes = 1;
        while (bytes < 4 && ((unsigned char)text[fits + bytes] & 0xc0) == 0x80) {
            letter[bytes] = text[fits + bytes];
            bytes++;
        }
        columns += moult__text_columns(letter);
        if (columns > COLUMNS)
            return blank != 0 ? blank : fits;
        fits += bytes;
        if (letter[0] == ' ')
            blank = fits;
    }
    return length;
}

static void say(moult__console_panel *panel, const char *text)
{
    while (*text != 0) {
        size_t length = strcspn(text, "\n");
        const char *next = text + length + (text[length] == '\n');
        do {
            const size_t part = fitting(text, length);
            push(panel, text, part);
            text += part;
            length -= part;
        } while (length != 0);
        text = next;
    }
}

static void run_line(moult__session *s)
{
    moult__console_panel *panel = panel_of(s);
    char line[MOULT__EDIT_SIZE], shown[MOULT__EDIT_SIZE + 4], *text = NULL;
    size_t size = 0;
    moult__report report = {0};
    moult__edit_take(&panel->edit, line);
    snprintf(shown, sizeof shown, "> %s", line);
    say(panel, shown);
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return;
    const moult_status status = moult__console_run(s, line, 0, out, &report);
    fclose(out);
    say(panel, text);
    if (status < 0)
        say(panel, report.text);
    free(text);
}

static void complete(moult__session *s)
{
    moult__console_panel *panel = panel_of(s);
    moult__names names;
    char list[COLUMNS * 8];
    uint32_t used = 0;
    if (moult__complete(s, &panel->edit, &names) < 2)
        return;
    for (uint32_t i = 0; i < names.count && used + MOULT_SLOT_SIZE + 8 < sizeof list; i++)
        used += (uint32_t)snprintf(list + used, sizeof list - used, "%s ", names.list[i]);
    say(panel, list);
}

/* -- the face ---------------------------------------------------------------------------------- */

static void show(moult__session *s)
{
    s->console_shown = 1;
    s->changed = 1;
    if (panel_of(s)->output_count == 0)
        say(panel_of(s), moult__translate("help lists what there is; Tab completes, Esc closes."));
}

static void fill(moult__session *s)
{
    const moult__console_panel *panel = panel_of(s);
    const moult__editor *edit = &panel->edit;
    moult_scene *scene = &s->scene->open;
    char line[MOULT__EDIT_SIZE + 8];
    scene->set_title(scene, moult__translate("Console"), MOULT_MENU_OPEN | MOULT_MENU_PANEL);
    for (uint32_t i = 0; i < panel->output_count - panel->scroll; i++)
        moult__menu_add(s, panel->output[i], NULL);
    snprintf(line, sizeof line, "> %.*s_%s", (int)edit->cursor, edit->text,
             edit->text + edit->cursor);
    moult__menu_add(s, line, NULL);
    scene->row_cursor = scene->row_first = scene->row_count - 1;
}

static void key(moult__session *s, uint32_t key, uint32_t mods)
{
    moult__console_panel *panel = panel_of(s);
    const moult__command *command = moult__command_of_key(s, key, mods);
    const int32_t closes = command != NULL && command->core == MOULT__COMMAND_CONSOLE &&
                           (key >= MOULT_KEY_UP || panel->edit.text[0] == 0);
    if (key == MOULT_KEY_ESCAPE || closes)
        s->console_shown = 0;
    else if (key == MOULT_KEY_ENTER)
        run_line(s);
    else if (key == MOULT_KEY_TAB)
        complete(s);
    else if (key == MOULT_KEY_PAGE_UP)
        panel->scroll += panel->scroll + PAGE < panel->output_count ? PAGE : 0;
    else if (key == MOULT_KEY_PAGE_DOWN)
        panel->scroll -= panel->scroll < PAGE ? panel->scroll : PAGE;
    else
        moult__edit_key(&panel->edit, key, mods);
}

static moult_status open_panel(moult__session *s)
{
    moult__console_panel *panel = s->console = calloc(1, sizeof *panel);
    if (panel == NULL)
        return moult__refuse(&s->report, MOULT_MEMORY, "console", "out of memory");
    if (s->options.trace == NULL)
        return MOULT_OK;
    const moult_status status = moult__trace_open(
        s->set, s->options.trace, s->options.trace_out,
        s->options.start != NULL && s->options.start->again, &panel->trace, &s->report);
    moult__session_point(s);
    return status;
}

static void close_panel(moult__session *s)
{
    moult__console_panel *panel = panel_of(s);
    if (panel->trace != NULL && s->options.trace != NULL)
        moult__trace_summary(panel->trace, stderr);
    moult__trace_close(panel->trace);
    for (uint32_t i = 0; i < panel->output_count; i++)
        free(panel->output[i]);
    free(panel);
    s->console = NULL;
}

static void rest(moult__session *s)
{
    if (panel_of(s)->trace != NULL)
        moult__trace_rest(panel_of(s)->trace);
}

const moult__console_face moult__console = {
    .open = open_panel,
    .close = close_panel,
    .run = moult__console_run,
    .show = show,
    .fill = fill,
    .key = key,
    .rest = rest,
};
