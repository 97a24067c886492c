/* SPDX-License-Identifier: MIT */
/* The facts of `rogue` as its tests read them: tables by column name, vectors by the line they
 * stand on. What isn't found fails the test. */
#ifndef MOULT_TESTS_ROGUE_FACTS_H
#define MOULT_TESTS_ROGUE_FACTS_H
#include <moult/plugin.h>
#include <check.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FACTS_ROWS 128
#define FACTS_COLUMNS 24

/* A .tsv; row 0 is the first after the heading. */
typedef struct facts {
    char *text;
    char *heading[FACTS_COLUMNS];
    char *cell[FACTS_ROWS][FACTS_COLUMNS];
    int rows, columns;
} facts;

/* A file of tests/facts/rogue/ as text, to be freed. */
static inline char *facts_file(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, MOULT_SOURCE_DIR "/tests/facts/rogue/%s", name);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s", path);
    char *text = calloc(1, 65536);
    ck_assert_uint_gt(fread(text, 1, 65535, file), 0);
    fclose(file);
    return text;
}

static inline int facts_split(char *line, char **cells)
{
    int count = 0;
    for (char *next = line; next; count++) {
        ck_assert_int_lt(count, FACTS_COLUMNS);
        cells[count] = strsep(&next, "\t");
    }
    return count;
}

static inline void facts_read(facts *f, const char *name)
{
    memset(f, 0, sizeof *f);
    f->text = facts_file(name);
    char *next = f->text;
    f->columns = facts_split(strsep(&next, "\n"), f->heading);
    for (char *line = strsep(&next, "\n"); line; line = strsep(&next, "\n"))
        if (line[0]) {
            ck_assert_int_lt(f->rows, FACTS_ROWS);
            ck_assert_int_eq(facts_split(line, f->cell[f->rows]), f->columns);
            f->rows++;
        }
    ck_assert_int_gt(f->rows, 0);
}

static inline void facts_free(facts *f)
{
    free(f->text);
}

static inline const char *facts_text(const facts *f, int row, const char *heading)
{
    for (int i = 0; i < f->columns; i++)
        if (strcmp(f->heading[i], heading) == 0)
            return f->cell[row][i];
    ck_abort_msg("no column %s", heading);
    return NULL;
}

static inline int facts_number(const facts *f, int row, const char *heading)
{
    char *end;
    const char *text = facts_text(f, row, heading);
    long value = strtol(text, &end, 10);
    ck_assert_msg(end != text && *end == 0, "%s: %s", heading, text);
    return (int)value;
}

/* 0xRRGGBB of three columns: PREFIX_r, PREFIX_g, PREFIX_b. */
static inline unsigned facts_colour(const facts *f, int row, const char *prefix)
{
    unsigned colour = 0;
    for (const char *part = "rgb"; *part; part++) {
        char heading[32];
        snprintf(heading, sizeof heading, "%s_%c", prefix, *part);
        colour = colour << 8 | (unsigned)facts_number(f, row, heading);
    }
    return colour;
}

/* The numbers in `count` bytes of a text; answers how many. The minus of an arrow is none. */
static inline int facts_numbers(const char *text, size_t count, int *out, int room)
{
    int found = 0;
    for (const char *c = text; c < text + count;) {
        char *end;
        if ((*c < '0' || *c > '9') && !(*c == '-' && c[1] >= '0' && c[1] <= '9')) {
            c++;
            continue;
        }
        ck_assert_int_lt(found, room);
        out[found++] = (int)strtol(c, &end, 10);
        c = end;
    }
    return found;
}

/* The rest of the line that begins with `start`, at or after `from`. */
static inline const char *facts_line(const char *from, const char *start)
{
    char text[128];
    snprintf(text, sizeof text, "\n%s", start);
    const char *found = strstr(from, text);
    ck_assert_msg(found != NULL, "no line: %s", start);
    return found + strlen(text);
}

/* The next row of the table after `at`: NULL at its end. Heading and rule are skipped. */
static inline const char *facts_row(const char *at)
{
    do {
        at = strchr(at, '\n') + 1;
        if (*at != '|')
            return NULL;
    } while (strncmp(at, "|---", 4) == 0 || strncmp(at, "| given", 7) == 0);
    return at;
}

/* The next of a line's cases, which are separated by semicolons; moves on, NULL at the end. */
static inline const char *facts_case(const char **next, size_t *count)
{
    const char *at = *next;
    if (*at == 0 || *at == '\n')
        return NULL;
    *count = strcspn(at, ";\n");
    *next = at + *count + (at[*count] == ';');
    return at;
}

/* The descriptor of a plugin as built. */
static inline const moult_plugin *facts_plugin(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, MOULT_BUILD_DIR "/plugins/%s.so", name);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(library != NULL, "%s", dlerror());
    const moult_plugin *plugin = dlsym(library, "moult_plugin_1");
    ck_assert_ptr_nonnull(plugin);
    ck_assert_str_eq(plugin->name, name);
    return plugin;
}

/* Binds what `user` requires of `slot` to what `provider` gives. */
static inline void facts_bind(const moult_plugin *user, const char *slot,
                              const moult_plugin *provider)
{
    for (uint32_t i = 0; i < user->requirement_count; i++) {
        const moult_require *require = &user->requirements[i];
        if (strcmp(require->slot, slot) == 0) {
            ck_assert_str_eq(require->shape, provider->provides[0].shape);
            *require->bind = provider->provides[0].functions;
            return;
        }
    }
    ck_abort_msg("%s doesn't require %s", user->name, slot);
}

/* items/rogue with the bestiary and the modules that it requires, all as built. */
static inline const moult_plugin *facts_items(void)
{
    const moult_plugin *items = facts_plugin("items-rogue");
    facts_bind(items, "bestiary", facts_plugin("bestiary-rogue"));
    facts_bind(items, "gear/rogue", facts_plugin("gear-rogue"));
    facts_bind(items, "potions/rogue", facts_plugin("potions-rogue"));
    facts_bind(items, "scrolls/rogue", facts_plugin("scrolls-rogue"));
    facts_bind(items, "consume/rogue", facts_plugin("consume-rogue"));
    return items;
}

/* The functions of a module: its only slot. */
static inline const void *facts_module(const char *kind, const char *interface, const char *shape)
{
    char name[64];
    snprintf(name, sizeof name, "%s-rogue", kind);
    const moult_plugin *plugin = facts_plugin(name);
    ck_assert_uint_eq(plugin->provide_count, 1);
    snprintf(name, sizeof name, "%s/rogue", kind);
    ck_assert_str_eq(plugin->provides[0].slot, name);
    ck_assert_str_eq(plugin->provides[0].interface, interface);
    ck_assert_str_eq(plugin->provides[0].shape, shape);
    return plugin->provides[0].functions;
}
#define FACTS_MODULE(kind, KIND) facts_module(#kind, ROGUE_##KIND##_INTERFACE, ROGUE_##KIND##_SHAPE)

/* Gives the table of this name a handle. */
static inline void facts_bind_table(const moult_plugin *user, const char *name, moult_table table)
{
    for (uint32_t i = 0; i < user->table_count; i++)
        if (strcmp(user->tables[i].schema->name, name) == 0) {
            *user->tables[i].bind = table;
            return;
        }
    ck_abort_msg("%s doesn't use %s", user->name, name);
}

#endif
