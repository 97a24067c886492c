/* SPDX-License-Identifier: MIT */
/* Tables, random play and saves for the tests of the world. */
#include "world_kit.h"
#include <check.h>
#include <moult/saver.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Works outside of Check's tests too: benches use the kit. */
static void require(int32_t fine, const char *what)
{
    if (fine)
        return;
    fprintf(stderr, "world_kit: %s\n", what);
    abort();
}

static const kit_field fields_run[] = {{MOULT_TYPE_i32, 1, "gold"}, {MOULT_TYPE_u8, 3, "known"}};
static const kit_field fields_level[] = {{MOULT_TYPE_u16, 1, "danger"}};
static const kit_field fields_cell[] = {{MOULT_TYPE_u8, 1, "heat"}, {MOULT_TYPE_i32, 1, "smell"}};
static const kit_field fields_actor[] = {
    {MOULT_TYPE_i16, 1, "health"}, {MOULT_TYPE_id, 1, "enemy"}, {MOULT_TYPE_name, 1, "kind"}};
static const kit_field fields_item[] = {{MOULT_TYPE_u32, 1, "weight"}};
static const kit_field fields_list[] = {{MOULT_TYPE_i64, 2, "value"}};
static const kit_field fields_trap[] = {{MOULT_TYPE_u8, 1, "x"}, {MOULT_TYPE_u8, 1, "y"}};
static const kit_field fields_glow[] = {{MOULT_TYPE_u16, 1, "glow"}};

static const struct {
    const char *name;
    uint32_t scope, flags;
    const kit_field *fields;
    uint32_t count;
} tables[KIT_TABLES] = {
    {"test.run", MOULT_SCOPE_WORLD, 0, fields_run, 2},
    {"test.level", MOULT_SCOPE_LEVEL, 0, fields_level, 1},
    {"test.cell", MOULT_SCOPE_CELL, 0, fields_cell, 2},
    {"test.actor", MOULT_SCOPE_ACTOR, 0, fields_actor, 3},
    {"test.item", MOULT_SCOPE_ITEM, 0, fields_item, 1},
    {"test.list", MOULT_SCOPE_WORLD_LIST, 0, fields_list, 1},
    {"test.trap", MOULT_SCOPE_LEVEL_LIST, 0, fields_trap, 2},
    {"test.glow", MOULT_SCOPE_CELL, MOULT_TABLE_UNHASHED, fields_glow, 1},
};

moult__layout kit_layout(const char *name, uint32_t scope, uint32_t flags, uint32_t version,
                         const kit_field *fields, uint32_t count)
{
    moult_field copy[16];
    moult_schema schema = {sizeof schema, version, scope, flags, 0, count, name, copy, NULL};
    require(count <= 16, "too many fields");
    for (uint32_t i = 0; i < count; i++) {
        moult_field field = {sizeof field, fields[i].type, fields[i].count, 0, fields[i].name, ""};
        copy[i] = field;
        schema.row_size += MOULT_TYPE_WIDTH(field.type) * field.count;
    }
    moult__layout layout;
    moult__report report = {0};
    moult_status status = moult__layout_copy(&layout, &schema, "kit", &report);
    require(status == MOULT_OK, report.text);
    return layout;
}

moult__layout kit_table(uint32_t which)
{
    return kit_layout(tables[which].name, tables[which].scope, tables[which].flags, 1,
                      tables[which].fields, tables[which].count);
}

moult_table kit_handle(const moult_world *w, uint32_t which)
{
    return moult__table_find(w, tables[which].name);
}

moult_world *kit_world_in_order(const uint32_t order[KIT_TABLES])
{
    moult__layout layouts[KIT_TABLES];
    for (uint32_t i = 0; i < KIT_TABLES; i++)
        layouts[i] = kit_table(order[i]);
    moult_world *w = moult__world_create(layouts, KIT_TABLES);
    require(w != NULL, "out of memory");
    for (uint32_t i = 0; i < KIT_TABLES; i++)
        moult__layout_free(&layouts[i]);
    require(moult__world_seed(w, (const uint8_t *)"kit", 3) == MOULT_OK, "no seed");
    return w;
}

moult_world *kit_world(void)
{
    static const uint32_t order[KIT_TABLES] = {0, 1, 2, 3, 4, 5, 6, 7};
    return kit_world_in_order(order);
}

uint32_t kit_random(uint32_t *state, uint32_t bound)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state % bound;
}

/* -- random play ------------------------------------------------------------------------------ */

static moult_id some_level(const moult_world *w, uint32_t *state)
{
    moult_id level = 0;
    for (uint32_t steps = kit_random(state, 6); steps > 0; steps--)
        level = moult__next(w, MOULT_SCOPE_LEVEL, 0, level);
    return level;
}

static moult_id some_entity(const moult_world *w, uint32_t scope, uint32_t *state)
{
    moult_id level = some_level(w, state), id = moult__next(w, scope, level, 0);
    for (uint32_t steps = kit_random(state, 8); steps > 0 && id != 0; steps--) {
        moult_id next = moult__next(w, scope, level, id);
        id = next != 0 ? next : id;
    }
    return id;
}

static moult_id some_row(const moult_world *w, moult_table table, moult_id level, uint32_t *state)
{
    moult_id id = moult__next_row(w, table, level, 0);
    for (uint32_t steps = kit_random(state, 8); steps > 0 && id != 0; steps--) {
        moult_id next = moult__next_row(w, table, level, id);
        id = next != 0 ? next : id;
    }
    return id;
}

static void play_levels(moult_world *w, uint32_t *state)
{
    moult_id level = some_level(w, state);
    switch (kit_random(state, 4)) {
    case 0:
        if (level == 0) {
            uint32_t width = 1 + kit_random(state, 70);
            moult__level_create(w, (int32_t)width, 1 + (int32_t)kit_random(state, 40), 3);
        }
        break;
    case 1:
        if (kit_random(state, 20) == 0)
            moult__remove(w, MOULT_SCOPE_LEVEL, level);
        break;
    case 2:
        moult__level_enter(w, level);
        break;
    default:
        moult__set_hero(w, some_entity(w, MOULT_SCOPE_ACTOR, state));
        break;
    }
}

static void play_entities(moult_world *w, uint32_t *state)
{
    uint32_t scope = kit_random(state, 2) ? MOULT_SCOPE_ACTOR : MOULT_SCOPE_ITEM;
    moult_id level = some_level(w, state), id = some_entity(w, scope, state);
    int32_t x = (int32_t)kit_random(state, 71), y = (int32_t)kit_random(state, 41);
    switch (kit_random(state, 4)) {
    case 0:
        moult__create(w, scope, level, x, y);
        break;
    case 1:
        moult__create(w, scope, level, x % 5, y % 5);
        break;
    case 2:
        moult__remove(w, scope, id);
        break;
    default:
        moult__move(w, scope, id, level, x, y);
        break;
    }
}

static void play_lists(moult_world *w, uint32_t *state)
{
    uint32_t which = kit_random(state, 2) ? KIT_LIST : KIT_TRAP;
    moult_table table = kit_handle(w, which);
    moult_id level = which == KIT_TRAP ? some_level(w, state) : 0;
    if (kit_random(state, 3) == 0)
        moult__remove_row(w, table, some_row(w, table, level, state));
    else
        moult__append(w, table, level);
}

static void fill(void *row, uint32_t size, uint32_t *state)
{
    for (uint32_t i = 0; i < size && row != NULL; i++)
        ((uint8_t *)row)[i] = (uint8_t)kit_random(state, 256);
}

static void play_rows(moult_world *w, uint32_t *state)
{
    moult_id level = some_level(w, state);
    fill(moult__edit(w, kit_handle(w, KIT_RUN), 0), 7, state);
    fill(moult__edit(w, kit_handle(w, KIT_LEVEL), level), 2, state);
    fill(moult__edit(w, kit_handle(w, KIT_ITEM), some_entity(w, MOULT_SCOPE_ITEM, state)), 4,
         state);
    moult_table list = kit_handle(w, KIT_LIST);
    fill(moult__edit(w, list, some_row(w, list, 0, state)), 16, state);
    uint8_t *actor =
        moult__edit(w, kit_handle(w, KIT_ACTOR), some_entity(w, MOULT_SCOPE_ACTOR, state));
    fill(actor, 10, state);
    char text[16];
    snprintf(text, sizeof text, "kind-%u", kit_random(state, 300));
    moult_name kind = moult__intern(w, text);
    if (actor != NULL)
        memcpy(actor + 10, &kind, sizeof kind);
}

static void play_cells(moult_world *w, uint32_t *state)
{
    moult_id level = some_level(w, state);
    uint32_t plane = kit_random(state, 6);
    int32_t x = (int32_t)kit_random(state, 71), y = (int32_t)kit_random(state, 41);
    moult__set_cell(w, level, plane, x, y, kit_random(state, 256));
    uint8_t *heat = moult__plane_edit(w, kit_handle(w, KIT_CELL), level, 0);
    uint8_t *smell = moult__plane_edit(w, kit_handle(w, KIT_CELL), level, 1);
    uint8_t *glow = moult__plane_edit(w, kit_handle(w, KIT_GLOW), level, 0);
    fill(heat, 1, state);
    fill(smell, 4, state);
    fill(glow, 2, state);
}

static void play_core(moult_world *w, uint32_t *state)
{
    moult_arg args[] = {MOULT_ARG_TEXT("who", "rat"),
                        MOULT_ARG_NUMBER("much", (int64_t)kit_random(state, 3))};
    switch (kit_random(state, 3)) {
    case 0:
        moult__say(w, kit_random(state, 3), "{who} for {much}", args, 2);
        break;
    case 1:
        moult__random(w, kit_random(state, 2), 1 + kit_random(state, 100));
        break;
    default:
        moult__turn_passed(w);
        break;
    }
}

void kit_play(moult_world *w, uint32_t *state, uint32_t count)
{
    static void (*const plays[])(moult_world *, uint32_t *) = {
        play_levels, play_entities, play_entities, play_entities,
        play_lists,  play_rows,     play_cells,    play_core};
    for (uint32_t i = 0; i < count; i++)
        plays[kit_random(state, MOULT_COUNT(plays))](w, state);
}

/* -- saves ------------------------------------------------------------------------------------ */

static moult_status sink_write(moult_sink *sink, const void *bytes, uint64_t count)
{
    kit_save *save = sink->core;
    uint32_t last = save->count;
    uint64_t needed = save->section[last].count + count;
    if (needed > save->section[last].room) {
        save->section[last].room = needed * 2;
        save->section[last].bytes = realloc(save->section[last].bytes, needed * 2);
        require(save->section[last].bytes != NULL, "out of memory");
    }
    memcpy(save->section[last].bytes + save->section[last].count, bytes, count);
    save->section[last].count = needed;
    return MOULT_OK;
}

void kit_encode(const moult_world *w, kit_save *out)
{
    moult_sink sink = {sizeof sink, 0, out, sink_write};
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < moult__section_count(w); i++) {
        require(i < KIT_SECTIONS, "too many sections");
        snprintf(out->section[i].name, MOULT_SLOT_SIZE, "%s", moult__section_name(w, i));
        require(moult__section_encode(w, i, &sink) == MOULT_OK, "not encoded");
        out->count++;
    }
}

void kit_save_free(kit_save *save)
{
    for (uint32_t i = 0; i < save->count; i++)
        free(save->section[i].bytes);
    memset(save, 0, sizeof *save);
}

uint32_t kit_section(const kit_save *save, const char *name)
{
    for (uint32_t i = 0; i < save->count; i++)
        if (strcmp(save->section[i].name, name) == 0)
            return i;
    require(0, "no such section");
    return 0;
}

moult_status kit_decode(moult_world *fresh, const kit_save *save, moult__report *report)
{
    memset(report, 0, sizeof *report);
    for (uint32_t i = 0; i < save->count; i++)
        require(moult__section_decode(fresh, save->section[i].bytes, save->section[i].count) == 0,
                "not decoded");
    return moult__world_finish(fresh, "save", report);
}

void kit_check(moult_world *w)
{
    moult__report report = {0};
    moult_status status = moult__world_check(w, "check", &report);
    ck_assert_msg(status == MOULT_OK, "%s", report.text);
    ck_assert_uint_eq(moult__hash(w), moult__hash_whole(w));
}
