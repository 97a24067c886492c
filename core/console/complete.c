/* SPDX-License-Identifier: MIT */
/* What a word may become. Which names are meant follows from the words before it. */
#include <string.h>
#include "core/console/console.h"

static void first_words(const moult__session *s, moult__names *names)
{
    moult__verb_names(names);
    moult__native_names(s, names);
    moult__place_names(s->world, names);
}

static void names_behind(const moult__session *s, const moult__line *line, moult__names *names)
{
    const char *verb = line->words[0];
    if (line->count == 1 && strcmp(verb, "help") == 0) {
        moult__verb_names(names);
        moult__native_names(s, names);
    } else if (line->count == 1 && strcmp(verb, "reload") == 0) {
        for (uint32_t i = 0; i < s->set->build_count; i++)
            moult__names_add(names, s->set->builds[i]->name);
    } else if (line->count == 1 && strcmp(verb, "tables") == 0) {
        for (uint32_t t = 1; t <= s->world->table_count; t++)
            moult__names_add(names, s->world->tables[t].layout.name);
    } else if (line->count == 1 && strcmp(verb, "trace") == 0) {
        moult__names_add(names, "on");
        moult__names_add(names, "off");
    } else if (line->count == 2 && strcmp(verb, "trace") == 0) {
        for (uint32_t i = 0; i < s->set->dispatch.slot_count; i++)
            moult__names_add(names, s->set->dispatch.slots[i].name);
    } else if (moult__place_begins(s->world, verb)) {
        const uint32_t field_at = moult__place_field_at(s->world, verb);
        if (line->count == field_at)
            moult__field_names(s->world, verb, names);
        else if (line->count == 1)
            moult__names_add(names, "hero");
    }
}

/* Keeps those that begin so, each once; answers how far they are the same. */
static size_t narrow(moult__names *names, const char *word, size_t length)
{
    uint32_t kept = 0;
    size_t same = 0;
    for (uint32_t i = 0; i < names->count; i++) {
        const char *name = names->list[i];
        int32_t twice = strncmp(name, word, length) != 0;
        for (uint32_t k = 0; k < kept && !twice; k++)
            twice = strcmp(names->list[k], name) == 0;
        if (twice)
            continue;
        if (kept == 0)
            same = strlen(name);
        while (kept != 0 && strncmp(name, names->list[0], same) != 0)
            same--;
        names->list[kept++] = name;
    }
    names->count = kept;
    return same;
}

uint32_t moult__complete(moult__session *s, moult__editor *edit, moult__names *names)
{
    char before[MOULT__EDIT_SIZE], rest[MOULT__EDIT_SIZE];
    moult__report report = {0};
    moult__line line = {.s = s, .text = before, .report = &report};
    uint32_t start = edit->cursor;
    while (start > 0 && edit->text[start - 1] != ' ')
        start--;
    memcpy(before, edit->text, start);
    before[start] = 0;
    *names = (moult__names){.count = 0};
    if (moult__line_split(&line) < 0)
        return 0;
    if (line.count == 0)
        first_words(s, names);
    else
        names_behind(s, &line, names);
    const size_t length = edit->cursor - start;
    const size_t same = narrow(names, edit->text + start, length);
    if (names->count == 0)
        return 0;
    snprintf(rest, sizeof rest, "%.*s%s", (int)(same - length), names->list[0] + length,
             names->count == 1 ? " " : "");
    moult__edit_insert(edit, rest);
    return names->count;
}
