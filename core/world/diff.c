/* SPDX-License-Identifier: MIT */
/* Compares two worlds.
 *
 * A difference is told by names that a person knows (table, row, field), never by an offset. Fields
 * are matched by name, as a migration would match them, and names by their texts, since the same
 * text may have another number in another run. Comparing costs one look at each row. */
#include <inttypes.h>
#include <string.h>
#include "core/system/text.h"
#include "core/world/diff.h"

typedef struct differ {
    const moult__dump *a, *b;
    const char *a_name, *b_name;
    uint64_t limit, count;
    FILE *out;
} differ;

/* Counts a difference; 1 when it is to be told. */
static int32_t differs(differ *d)
{
    return d->count++ < d->limit;
}

static void only_in(differ *d, const char *table, int64_t row, const char *file)
{
    if (!differs(d))
        return;
    fprintf(d->out, "%s ", table);
    if (row >= 0)
        fprintf(d->out, "%" PRId64 " ", row);
    fprintf(d->out, moult__translate("only in %s\n"), file);
}

/* Values of other types, or names, are equal when they read the same. */
static int32_t same_value(const differ *d, const moult__field *f, const uint8_t *old,
                          const moult__field *g, const uint8_t *new)
{
    char texts[2][MOULT_NAME_SIZE + 8] = {"", ""};
    if (f->type == g->type && f->type != MOULT_TYPE_name)
        return memcmp(old, new, MOULT_TYPE_WIDTH(f->type)) == 0;
    for (int32_t i = 0; i < 2; i++) {
        FILE *text = fmemopen(texts[i], sizeof texts[i], "w");
        if (text == NULL)
            return 0;
        moult__dump_value(i == 0 ? d->a : d->b, i == 0 ? f : g, i == 0 ? old : new, text);
        fclose(text);
    }
    return strcmp(texts[0], texts[1]) == 0;
}

/* Begins the line of a value; the caller writes it. */
static int32_t value_differs(differ *d, const char *table, uint32_t row, const char *field)
{
    if (!differs(d))
        return 0;
    fprintf(d->out, "%s %" PRIu32 " %s", table, row, field);
    return 1;
}

static void compare_field(differ *d, const char *table, uint32_t slot, const moult__field *f,
                          const uint8_t *old, const moult__field *g, const uint8_t *new)
{
    const uint32_t count = f->count < g->count ? f->count : g->count;
    const uint8_t *x = old + f->offset, *y = new + g->offset;
    if (f->bytes == g->bytes && f->type != MOULT_TYPE_name && memcmp(x, y, f->bytes) == 0 &&
        f->type == g->type)
        return;
    if (moult__dump_is_text(f, x) || moult__dump_is_text(g, y)) {
        const int32_t told = value_differs(d, table, slot, f->name);
        for (int32_t i = 0; i < 2 && told; i++) {
            putc(' ', d->out);
            moult__dump_field(i == 0 ? d->a : d->b, i == 0 ? f : g, i == 0 ? old : new, d->out);
        }
        if (told)
            putc('\n', d->out);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *v = x + i * MOULT_TYPE_WIDTH(f->type);
        const uint8_t *u = y + i * MOULT_TYPE_WIDTH(g->type);
        if (same_value(d, f, v, g, u) || !value_differs(d, table, slot, f->name))
            continue;
        if (count > 1)
            fprintf(d->out, "[%" PRIu32 "]", i);
        putc(' ', d->out);
        moult__dump_value(d->a, f, v, d->out);
        putc(' ', d->out);
        moult__dump_value(d->b, g, u, d->out);
        putc('\n', d->out);
    }
}

static void compare_rows(differ *d, const moult__dump_table *a, const moult__dump_table *b)
{
    const uint32_t slots = a->count > b->count ? a->count : b->count;
    for (uint32_t slot = 0; slot < slots; slot++) {
        const uint8_t *old = moult__dump_row(a, slot), *new = moult__dump_row(b, slot);
        if ((old == NULL) != (new == NULL))
            only_in(d, a->layout.name, slot, old != NULL ? d->a_name : d->b_name);
        if (old == NULL || new == NULL)
            continue;
        for (uint32_t f = 0; f < a->layout.field_count; f++) {
            const moult__field *field = &a->layout.fields[f];
            const moult__field *other = moult__layout_field(&b->layout, field->name);
            if (other != NULL)
                compare_field(d, a->layout.name, slot, field, old, other, new);
        }
    }
}

/* The plane of a level by its field's name. */
static int32_t plane_of(const moult__dump_table *table, uint32_t level, const char *field,
                        moult__dump_plane *out)
{
    const uint8_t *at = table->body;
    uint32_t number = 0;
    while (moult__dump_plane_next(table, &at, &number, out))
        if (out->level == level && strcmp(table->layout.fields[out->field].name, field) == 0)
            return 1;
    return 0;
}

static void compare_cells(differ *d, const moult__dump_table *a, const moult__dump_plane *p,
                          const moult__dump_table *b, const moult__dump_plane *q)
{
    const moult__field *f = &a->layout.fields[p->field], *g = &b->layout.fields[q->field];
    const uint32_t cells = p->cells < q->cells ? p->cells : q->cells;
    const uint32_t width = moult__dump_side(d->a, p->level, "width");
    if (p->cells == q->cells && f->type == g->type &&
        memcmp(p->values, q->values, (size_t)cells * MOULT_TYPE_WIDTH(f->type)) == 0)
        return;
    for (uint32_t i = 0; i < cells; i++) {
        const uint8_t *old = p->values + (uint64_t)i * MOULT_TYPE_WIDTH(f->type);
        const uint8_t *new = q->values + (uint64_t)i *MOULT_TYPE_WIDTH(g->type);
        if (same_value(d, f, old, g, new) || !value_differs(d, a->layout.name, p->level, f->name))
            continue;
        if (width != 0)
            fprintf(d->out, "[%" PRIu32 ",%" PRIu32 "] ", i % width, i / width);
        else
            fprintf(d->out, "[%" PRIu32 "] ", i);
        moult__dump_value(d->a, f, old, d->out);
        putc(' ', d->out);
        moult__dump_value(d->b, g, new, d->out);
        putc('\n', d->out);
    }
    if (p->cells != q->cells && value_differs(d, a->layout.name, p->level, f->name))
        fprintf(d->out, "[] %" PRIu32 " %" PRIu32 "\n", p->cells, q->cells);
}

/* Planes of A, compared with those of B; those that only one has go by their first field, as a
 * level has all of them or none. */
static void compare_planes(differ *d, const moult__dump_table *a, const moult__dump_table *b)
{
    const uint8_t *at = a->body;
    uint32_t number = 0;
    moult__dump_plane p, q;
    while (moult__dump_plane_next(a, &at, &number, &p)) {
        const char *field = a->layout.fields[p.field].name;
        if (plane_of(b, p.level, field, &q))
            compare_cells(d, a, &p, b, &q);
        else if (p.field == 0)
            only_in(d, a->layout.name, p.level, d->a_name);
    }
    at = b->body;
    number = 0;
    while (moult__dump_plane_next(b, &at, &number, &q))
        if (q.field == 0 && !plane_of(a, q.level, a->layout.fields[0].name, &p))
            only_in(d, a->layout.name, q.level, d->b_name);
}

static void put_shape(const moult__field *field, FILE *out)
{
    if (field == NULL)
        fputs(" -", out);
    else if (field->count == 1)
        fprintf(out, " %s", moult__type_name(field->type));
    else
        fprintf(out, " %s[%" PRIu32 "]", moult__type_name(field->type), field->count);
}

static void field_differs(differ *d, const char *table, const moult__field *f,
                          const moult__field *g)
{
    if ((f != NULL && g != NULL && f->type == g->type && f->count == g->count) || !differs(d))
        return;
    fprintf(d->out, "%s schema %s", table, f != NULL ? f->name : g->name);
    put_shape(f, d->out);
    put_shape(g, d->out);
    putc('\n', d->out);
}

static void compare_schemas(differ *d, const moult__layout *a, const moult__layout *b)
{
    if (a->version != b->version && differs(d))
        fprintf(d->out, "%s schema version %" PRIu32 " %" PRIu32 "\n", a->name, a->version,
                b->version);
    if (a->scope != b->scope && differs(d))
        fprintf(d->out, "%s schema scope %" PRIu32 " %" PRIu32 "\n", a->name, a->scope, b->scope);
    for (uint32_t i = 0; i < a->field_count; i++)
        field_differs(d, a->name, &a->fields[i], moult__layout_field(b, a->fields[i].name));
    for (uint32_t i = 0; i < b->field_count; i++)
        if (moult__layout_field(a, b->fields[i].name) == NULL)
            field_differs(d, a->name, NULL, &b->fields[i]);
}

uint64_t moult__dump_diff(const moult__dump *a, const moult__dump *b, const char *a_name,
                          const char *b_name, uint64_t limit, FILE *out)
{
    differ d = {a, b, a_name, b_name, limit, 0, out};
    for (uint32_t i = 0; i < a->count; i++) {
        const moult__dump_table *old = a->tables[i];
        const moult__dump_table *new = moult__dump_find(b, old->layout.name);
        if (new == NULL) {
            only_in(&d, old->layout.name, -1, a_name);
            continue;
        }
        compare_schemas(&d, &old->layout, &new->layout);
        if (old->layout.scope != new->layout.scope)
            continue;
        if (old->layout.scope == MOULT_SCOPE_CELL)
            compare_planes(&d, old, new);
        else
            compare_rows(&d, old, new);
    }
    for (uint32_t i = 0; i < b->count; i++)
        if (moult__dump_find(a, b->tables[i]->layout.name) == NULL)
            only_in(&d, b->tables[i]->layout.name, -1, b_name);
    if (d.count > limit)
        fprintf(out, moult__translate("and %llu more\n"), (unsigned long long)(d.count - limit));
    return d.count;
}
