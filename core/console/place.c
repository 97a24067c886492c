/* SPDX-License-Identifier: MIT */
/* Places in tables: what stands there, and what shall stand there.
 *   TABLE [ROW] [FIELD [VALUE]]     core.run turn, core.level 1 width; FIELD[2] of an array
 *   KIND [ROW] [FIELD [VALUE]]      the same in whichever table of actors, items or levels has it
 *   TABLE.FIELD X Y [VALUE]         a plane of the current level: core.cell.tile 10 5
 * A row is its slot, or "hero". Reading goes through a dump, so a value looks as in `moult save`.
 * What links rows to each other is the core's own: of it only x and y can be set, which moves. */
#include <stdlib.h>
#include <string.h>
#include "core/console/place.h"
#include "core/system/text.h"

static const struct {
    const char *name;
    uint32_t scope;
    moult_table pool;
} kinds[] = {
    {"actor", MOULT_SCOPE_ACTOR, MOULT__TABLE_ACTOR_SLOT},
    {"item", MOULT_SCOPE_ITEM, MOULT__TABLE_ITEM_SLOT},
    {"level", MOULT_SCOPE_LEVEL, MOULT__TABLE_LEVEL_SLOT},
};

static int32_t kind_of(const char *word)
{
    for (uint32_t i = 0; i < MOULT_COUNT(kinds); i++)
        if (strcmp(kinds[i].name, word) == 0)
            return (int32_t)i;
    return -1;
}

/* The pool that a table's rows are slots of; 0: it has one row, or planes. */
static moult_table pool_of(const moult_world *w, moult_table table)
{
    return w->tables[table].pool;
}

static const moult__slot_row *slot_row(const moult_world *w, moult_table pool, uint32_t slot)
{
    return (const moult__slot_row *)moult__row(w, pool, slot);
}

int32_t moult__place_live(const moult_world *w, moult_table table, uint32_t slot)
{
    const moult_table pool = pool_of(w, table);
    return pool != 0 && slot != 0 && slot < slot_row(w, pool, 0)->owner &&
           slot_row(w, pool, slot)->live;
}

/* "core.cell.tile": the table, and where the field's name begins; 0: no plane's table. */
static moult_table plane_table(const moult_world *w, const char *word, const char **field)
{
    char name[MOULT_SLOT_SIZE];
    const char *dot = strrchr(word, '.');
    if (dot == NULL || (size_t)(dot - word) >= sizeof name)
        return 0;
    memcpy(name, word, (size_t)(dot - word));
    name[dot - word] = 0;
    *field = dot + 1;
    const moult_table table = moult__table_find(w, name);
    return table != 0 && w->tables[table].layout.scope == MOULT_SCOPE_CELL ? table : 0;
}

int32_t moult__place_begins(const moult_world *w, const char *word)
{
    const char *field;
    return kind_of(word) >= 0 || moult__table_find(w, word) != 0 ||
           plane_table(w, word, &field) != 0;
}

uint32_t moult__place_field_at(const moult_world *w, const char *word)
{
    const moult_table table = moult__table_find(w, word);
    return table != 0 && w->tables[table].layout.scope == MOULT_SCOPE_WORLD ? 1 : 2;
}

int32_t moult__place_sets(const moult_world *w, const moult__line *line)
{
    const char *field;
    if (plane_table(w, line->words[0], &field) != 0)
        return line->count > 3;
    return line->count > moult__place_field_at(w, line->words[0]) + 1;
}

/* -- finding ----------------------------------------------------------------------------------- */

static moult_status find_row(moult__line *line, const char *word, moult__place *at)
{
    moult_world *w = line->s->world;
    const moult_table pool = pool_of(w, at->table);
    const moult_id hero = moult__hero(w);
    if (strcmp(word, "hero") == 0 && pool == MOULT__TABLE_ACTOR_SLOT && hero != 0)
        at->slot = (uint32_t)hero;
    else if (!moult__number_read('u', word, &at->slot) ||
             !moult__place_live(w, at->table, at->slot))
        return moult__refuse(line->report, MOULT_UNKNOWN, "console",
                             "%s has no row \"%.40s\". \"%s\" alone lists those there are",
                             line->words[0], word, line->words[0]);
    return MOULT_OK;
}

/* "NAME" or "NAME[3]" of a layout; NULL: it has no such field. */
static const moult__field *field_in(const moult__layout *layout, const char *word,
                                    const char **index)
{
    char name[MOULT_SLOT_SIZE];
    const size_t length = strcspn(word, "[");
    if (length >= sizeof name)
        return NULL;
    memcpy(name, word, length);
    name[length] = 0;
    *index = word[length] != 0 ? word + length : NULL;
    return moult__layout_field(layout, name);
}

/* Of tables with the same field that of the rules is meant, then where the row is; last what others
 * remember of it. */
static int32_t rank_of(const moult__session *s, moult_table table)
{
    const moult__slot *rules = moult__set_role(s->set, "rules");
    const moult__dispatch *dispatch = &s->set->dispatch;
    if (s->world->tables[table].layout.scope == MOULT__SCOPE_SLOTS)
        return 2;
    for (uint32_t i = 0; i < dispatch->table_count; i++)
        if (dispatch->tables[i].handle == table && rules != NULL &&
            dispatch->tables[i].owner == rules->build)
            return 3;
    return 1;
}

/* The table of this kind of rows that has the field; none: at->table is 0. */
static moult_status find_table(moult__line *line, int32_t kind, const char *word, moult__place *at)
{
    const moult_world *w = line->s->world;
    const char *index;
    int32_t best = 0;
    moult_table other = 0;
    at->table = 0;
    for (uint32_t t = 1; t <= w->table_count; t++) {
        const int32_t rank = rank_of(line->s, t);
        if ((w->tables[t].layout.scope != kinds[kind].scope && t != kinds[kind].pool) ||
            rank < best || field_in(&w->tables[t].layout, word, &index) == NULL)
            continue;
        other = rank == best ? t : 0;
        at->table = rank == best ? at->table : t;
        best = rank;
    }
    if (other == 0)
        return MOULT_OK;
    return moult__refuse(line->report, MOULT_REFUSED, "console",
                         "%s and %s both have a field \"%.60s\". Name the table",
                         w->tables[at->table].layout.name, w->tables[other].layout.name, word);
}

static moult_status find_field(moult__line *line, const char *word, moult__place *at)
{
    const moult_world *w = line->s->world;
    const char *index = NULL;
    char *end;
    at->field = at->table != 0 ? field_in(&w->tables[at->table].layout, word, &index) : NULL;
    at->index = -1;
    if (at->field == NULL) {
        moult__names names = {.count = 0};
        moult__field_names(w, line->words[0], &names);
        return moult__console_unknown(line->report, line->words[0], word, &names);
    }
    if (index == NULL)
        return MOULT_OK;
    const unsigned long number = strtoul(index + 1, &end, 10);
    if (end == index + 1 || strcmp(end, "]") != 0 || number >= at->field->count)
        return moult__refuse(line->report, MOULT_RANGE, "console",
                             "%s has %u values, [0] to [%u], and no %.40s", at->field->name,
                             at->field->count, at->field->count - 1, index);
    at->index = (int32_t)number;
    return MOULT_OK;
}

static moult_status find_cell(moult__line *line, const char *field, moult__place *at)
{
    const moult_world *w = line->s->world;
    const moult__layout *layout = &w->tables[at->table].layout;
    moult_view view = {.size = sizeof view};
    int32_t x, y;
    at->field = moult__layout_field(layout, field);
    if (at->field == NULL) {
        moult__names names = {.count = 0};
        for (uint32_t f = 0; f < layout->field_count; f++)
            moult__names_add(&names, layout->fields[f].name);
        return moult__console_unknown(line->report, layout->name, field, &names);
    }
    at->index = -1;
    if (line->count < 3 || !moult__number_read('i', line->words[1], &x) ||
        !moult__number_read('i', line->words[2], &y))
        return moult__refuse(line->report, MOULT_FORMAT, "console",
                             "%s is a plane: it takes a cell, as in %s 10 5", line->words[0],
                             line->words[0]);
    if (moult__view(w, moult__level(w), &view) < 0 || x < 0 || y < 0 || x >= view.width ||
        y >= view.height)
        return moult__refuse(line->report, MOULT_RANGE, "console",
                             "cell %d,%d isn't on the map, which has %d x %d", x, y, view.width,
                             view.height);
    at->cell = (uint32_t)y * (uint32_t)view.width + (uint32_t)x;
    return MOULT_OK;
}

/* All that a line names; what it doesn't stays 0. */
static moult_status find(moult__line *line, moult__place *at)
{
    const moult_world *w = line->s->world;
    const char *name = line->words[0], *field = NULL;
    const int32_t kind = kind_of(name);
    const uint32_t field_at = moult__place_field_at(w, name);
    moult_status status = MOULT_OK;
    *at = (moult__place){.index = -1};
    at->table = plane_table(w, name, &field);
    if (at->table != 0)
        return find_cell(line, field, at);
    at->table = kind >= 0 ? kinds[kind].pool : moult__table_find(w, name);
    if (w->tables[at->table].layout.scope == MOULT_SCOPE_CELL)
        return moult__refuse(line->report, MOULT_FORMAT, "console",
                             "%s has planes: name one, and a cell, as in %s.%s 10 5", name, name,
                             w->tables[at->table].layout.fields[0].name);
    if (field_at == 2 && line->count > 1)
        status = find_row(line, line->words[1], at);
    if (status >= 0 && kind >= 0 && line->count > 2)
        status = find_table(line, kind, line->words[2], at);
    if (status >= 0 && line->count > field_at)
        status = find_field(line, line->words[field_at], at);
    return status;
}

/* -- showing ----------------------------------------------------------------------------------- */

static void show_fields(FILE *out, const moult__dump *dump, const moult__dump_table *table,
                        const uint8_t *row)
{
    for (uint32_t f = 0; f < table->layout.field_count; f++) {
        fprintf(out, "%s%s ", f != 0 ? "  " : "", table->layout.fields[f].name);
        moult__dump_field(dump, &table->layout.fields[f], row, out);
    }
    fputc('\n', out);
}

/* A row of each table of a kind. */
static void show_all(moult__line *line, const moult__dump *dump, int32_t kind, uint32_t slot)
{
    for (uint32_t i = 0; i < dump->count; i++) {
        const moult__dump_table *table = dump->tables[i];
        const uint8_t *row =
            table->layout.scope == kinds[kind].scope ? moult__dump_row(table, slot) : NULL;
        if (row == NULL)
            continue;
        fprintf(line->out, "%s  ", table->layout.name);
        show_fields(line->out, dump, table, row);
    }
}

/* One line a row: where it is, and its names. */
static void list_kind(moult__line *line, const moult__dump *dump, int32_t kind)
{
    const moult_world *w = line->s->world;
    for (uint32_t slot = 1; slot < slot_row(w, kinds[kind].pool, 0)->owner; slot++) {
        const moult__slot_row *at = slot_row(w, kinds[kind].pool, slot);
        if (!at->live)
            continue;
        fprintf(line->out, "%u", slot);
        if (kinds[kind].scope != MOULT_SCOPE_LEVEL && at->owner != 0)
            fprintf(line->out, "  %d,%d  level %u", at->x, at->y, at->owner);
        for (uint32_t i = 0; i < dump->count; i++) {
            const moult__layout *layout = &dump->tables[i]->layout;
            const moult_table table = moult__table_find(w, layout->name);
            const uint8_t *row = NULL;
            if (layout->scope == kinds[kind].scope && rank_of(line->s, table) > 1)
                row = moult__dump_row(dump->tables[i], slot);
            for (uint32_t f = 0; f < layout->field_count && row != NULL; f++) {
                if (layout->fields[f].type != MOULT_TYPE_name)
                    continue;
                fprintf(line->out, "  %s ", layout->fields[f].name);
                moult__dump_field(dump, &layout->fields[f], row, line->out);
            }
        }
        fputc('\n', line->out);
    }
}

static void list_rows(moult__line *line, const moult__dump *dump, const moult__dump_table *table)
{
    const int32_t single = table->layout.scope == MOULT_SCOPE_WORLD;
    for (uint32_t slot = single ? 0 : 1; slot < table->count; slot++) {
        const uint8_t *row = moult__dump_row(table, slot);
        if (row == NULL)
            continue;
        if (!single)
            fprintf(line->out, "%u  ", slot);
        show_fields(line->out, dump, table, row);
    }
}

/* Where the value's bytes are. */
static const uint8_t *bytes_at(const moult_world *w, const moult__place *at)
{
    const moult__layout *layout = &w->tables[at->table].layout;
    const uint32_t width = MOULT_TYPE_WIDTH(at->field->type);
    if (layout->scope == MOULT_SCOPE_CELL) {
        const uint32_t field = (uint32_t)(at->field - layout->fields);
        return (const uint8_t *)moult__plane(w, at->table, moult__level(w), field) +
               (size_t)at->cell * width;
    }
    return moult__row(w, at->table, at->slot) + at->field->offset +
           (at->index > 0 ? (uint32_t)at->index * width : 0);
}

static void show_value(moult__line *line, const moult__dump *dump, const moult__place *at)
{
    const moult_world *w = line->s->world;
    if (at->index >= 0 || w->tables[at->table].layout.scope == MOULT_SCOPE_CELL)
        moult__dump_value(dump, at->field, bytes_at(w, at), line->out);
    else
        moult__dump_field(dump, at->field, moult__row(w, at->table, at->slot), line->out);
    fputc('\n', line->out);
}

moult_status moult__place_run(moult__line *line)
{
    moult__place at;
    moult__dump dump;
    moult_status status = find(line, &at);
    if (status >= 0 && moult__place_sets(line->s->world, line))
        status = moult__place_set(line, &at);
    if (status < 0)
        return status;
    status = moult__dump_take(line->s->world, &dump, "console", line->report);
    const int32_t kind = kind_of(line->words[0]);
    const moult__dump_table *table =
        status >= 0 ? moult__dump_find(&dump, line->s->world->tables[at.table].layout.name) : NULL;
    if (table == NULL)
        status = status < 0 ? status : MOULT_OK; /* nothing has ever been in it */
    else if (at.field != NULL)
        show_value(line, &dump, &at);
    else if (kind >= 0 && at.slot != 0)
        show_all(line, &dump, kind, at.slot);
    else if (kind >= 0)
        list_kind(line, &dump, kind);
    else if (at.slot != 0)
        show_fields(line->out, &dump, table, moult__dump_row(table, at.slot));
    else
        list_rows(line, &dump, table);
    moult__dump_free(&dump);
    return status;
}

/* -- names ------------------------------------------------------------------------------------- */

void moult__place_names(const moult_world *w, moult__names *names)
{
    for (uint32_t i = 0; i < MOULT_COUNT(kinds); i++)
        moult__names_add(names, kinds[i].name);
    for (uint32_t t = 1; t <= w->table_count; t++) {
        const moult__layout *layout = &w->tables[t].layout;
        if (layout->scope != MOULT_SCOPE_CELL)
            moult__names_add(names, layout->name);
        for (uint32_t f = 0; f < layout->field_count && layout->scope == MOULT_SCOPE_CELL; f++)
            moult__names_make(names, layout->name, layout->fields[f].name);
    }
}

void moult__field_names(const moult_world *w, const char *word, moult__names *names)
{
    const int32_t kind = kind_of(word);
    const moult_table table = moult__table_find(w, word);
    for (uint32_t t = 1; t <= w->table_count; t++) {
        const moult__layout *layout = &w->tables[t].layout;
        const int32_t meant =
            kind >= 0 ? layout->scope == kinds[kind].scope || t == kinds[kind].pool : t == table;
        for (uint32_t f = 0; f < layout->field_count && meant; f++)
            moult__names_add(names, layout->fields[f].name);
    }
}

void moult__place_tables(moult__line *line, const char *name)
{
    const moult_world *w = line->s->world;
    for (uint32_t t = 1; t <= w->table_count; t++) {
        const moult__layout *layout = &w->tables[t].layout;
        if (name != NULL && strcmp(name, layout->name) != 0)
            continue;
        fprintf(line->out, "%s v%u", layout->name, layout->version);
        for (uint32_t f = 0; f < layout->field_count; f++) {
            fprintf(line->out, "%s %s %s", f != 0 ? "," : "", layout->fields[f].name,
                    moult__type_name(layout->fields[f].type));
            if (layout->fields[f].count > 1)
                fprintf(line->out, "[%u]", layout->fields[f].count);
        }
        fputc('\n', line->out);
    }
}
