/* SPDX-License-Identifier: MIT */
/* A change from outside, whole or not at all. All tables are kept as a save would have them; when
 * what was asked for is refused, or the world doesn't hold together afterwards, it is made of them
 * again. */
#include <stdlib.h>
#include "core/console/console.h"
#include "core/game/journal.h"
#include "core/system/text.h"
#include "core/world/bytes.h"

/* Back to what was. When not even that can be had, the session ends. */
static moult_status undo(moult__session *s, const moult__bytes *before, uint32_t sections)
{
    moult__reader in = moult__reader_of(before->bytes, before->count);
    moult_world *w = moult__set_world_create(s->set, &s->report);
    moult_status status = w != NULL ? MOULT_OK : MOULT_MEMORY;
    if (status >= 0)
        status = moult__sections_decode(w, &in, sections);
    if (status >= 0)
        status = moult__world_finish(w, "console", &s->report);
    if (status < 0 && w != NULL)
        moult__set_world_free(s->set, w);
    if (status >= 0)
        status = moult__save_take(s, w, &s->report);
    if (status < 0 && s->report.status >= 0)
        moult__refuse(&s->report, status, "console", "%s",
                      moult__translate(moult_status_text(status)));
    return status;
}

moult_status moult__console_change(moult__line *line, int32_t again,
                                   moult_status (*run)(moult__line *line))
{
    moult__session *s = line->s;
    if (!again && !moult__wizard(s))
        return moult__refuse(line->report, MOULT_REFUSED, "console",
                             "this run isn't played in wizard mode, so it is only looked at. "
                             "Start one: moult play --wizard");
    moult__bytes before;
    moult__bytes_open(&before, UINT64_MAX);
    const uint32_t sections = moult__section_count(s->world);
    const uint64_t hash = moult__hash(s->world);
    moult__sections_encode(s->world, &before);
    if (before.status < 0) {
        free(before.bytes);
        return moult__refuse(line->report, MOULT_MEMORY, "console", "out of memory");
    }
    const moult_action action = {.size = sizeof action, .text = line->text};
    moult__journal_note(s, MOULT__JOURNAL_CONSOLE, &action, 0, 0);
    moult_status status = run(line);
    if (status >= 0)
        status = moult__world_check_change(s->world, "console", line->report);
    if (status < 0 && (line->touched || moult__hash(s->world) != hash) &&
        undo(s, &before, sections) < 0)
        status = s->report.status;
    free(before.bytes);
    if (status < 0)
        moult__journal_note(s, 0, NULL, 0, 0);
    else
        moult__journal_played(s);
    s->changed = 1;
    return status;
}
