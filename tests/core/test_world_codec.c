/* SPDX-License-Identifier: MIT */
/* Worlds as sections and back: nothing is lost, unknown sections survive, damage is refused in
 * words or leaves a world whose parts fit, and no lying header takes memory. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include "support/world_kit.h"

/* -- round trips ------------------------------------------------------------------------------ */

static void assert_same_saves(const kit_save *a, const kit_save *b)
{
    ck_assert_uint_eq(a->count, b->count);
    for (uint32_t i = 0; i < a->count; i++) {
        ck_assert_str_eq(a->section[i].name, b->section[i].name);
        ck_assert_uint_eq(a->section[i].count, b->section[i].count);
        ck_assert_msg(memcmp(a->section[i].bytes, b->section[i].bytes, a->section[i].count) == 0,
                      "section %s differs", a->section[i].name);
    }
}

static moult_world *reloaded(const moult_world *w)
{
    kit_save save;
    moult__report report;
    moult_world *fresh = kit_world();
    kit_encode(w, &save);
    moult_status status = kit_decode(fresh, &save, &report);
    ck_assert_msg(status == MOULT_OK, "%s", report.text);
    kit_save_free(&save);
    return fresh;
}

START_TEST(loaded_world_is_the_saved_one_and_plays_on_alike)
{
    for (uint32_t round = 1; round <= 60; round++) {
        uint32_t state = round * 7919;
        moult_world *w = kit_world();
        kit_play(w, &state, round * 15);
        moult_world *loaded = reloaded(w);
        ck_assert_uint_eq(moult__hash(loaded), moult__hash(w));
        kit_check(loaded);
        uint32_t again = state;
        kit_play(w, &state, 200);
        kit_play(loaded, &again, 200);
        ck_assert_uint_eq(again, state);
        ck_assert_uint_eq(moult__hash(loaded), moult__hash(w));
        kit_save a, b;
        kit_encode(w, &a);
        kit_encode(loaded, &b);
        assert_same_saves(&a, &b);
        kit_save_free(&a);
        kit_save_free(&b);
        moult__world_free(w);
        moult__world_free(loaded);
    }
}
END_TEST

START_TEST(ids_order_and_free_lists_come_back)
{
    moult_world *w = kit_world();
    moult_id level = moult__level_create(w, 9, 9, 4), actor[200];
    for (uint32_t i = 0; i < 200; i++)
        actor[i] = moult__create(w, MOULT_SCOPE_ACTOR, level, 4, 4);
    for (uint32_t i = 0; i < 200; i += 3)
        ck_assert_int_eq(moult__remove(w, MOULT_SCOPE_ACTOR, actor[i]), MOULT_OK);
    moult_world *loaded = reloaded(w);
    moult_id here = 0;
    for (uint32_t i = 0; i < 200; i++) {
        ck_assert_int_eq(moult__read(loaded, MOULT__TABLE_ACTOR_SLOT, actor[i]) != NULL,
                         i % 3 != 0);
        if (i % 3 != 0) {
            here = moult__at(loaded, MOULT_SCOPE_ACTOR, level, 4, 4, here);
            ck_assert_uint_eq(here, actor[i]);
        }
    }
    for (uint32_t i = 0; i < 100; i++)
        ck_assert_uint_eq(moult__create(w, MOULT_SCOPE_ACTOR, level, 0, 0),
                          moult__create(loaded, MOULT_SCOPE_ACTOR, level, 0, 0));
    ck_assert_uint_eq(moult__hash(loaded), moult__hash(w));
    moult__world_free(w);
    moult__world_free(loaded);
}
END_TEST

START_TEST(sections_are_in_alphabetical_order)
{
    moult_world *w = kit_world();
    ck_assert_uint_eq(moult__section_count(w), MOULT__TABLES_CORE + KIT_TABLES + 2);
    for (uint32_t i = 1; i < moult__section_count(w); i++)
        ck_assert_int_lt(strcmp(moult__section_name(w, i - 1), moult__section_name(w, i)), 0);
    ck_assert_str_eq(moult__section_name(w, 1000), "");
    ck_assert_int_eq(moult__section_encode(w, 1000, NULL), MOULT_RANGE);
    moult__world_free(w);
}
END_TEST

START_TEST(section_has_the_documented_form)
{
    static const uint8_t expected[] = {8,   't', 'e', 's', 't',  '.',  'r',  'u',  'n', 1, 0, 0, 0,
                                       1,   0,   0,   0,   0,    0,    0,    0,    2,   0, 0, 0, 4,
                                       'g', 'o', 'l', 'd', 4,    1,    0,    0,    1,   0, 0, 0, 5,
                                       'k', 'n', 'o', 'w', 'n',  1,    0,    0,    0,   3, 0, 0, 0,
                                       1,   0,   0,   0,   0xfe, 0xff, 0xff, 0xff, 7,   8, 9};
    moult_world *w = kit_world();
    uint8_t row[7] = {0xfe, 0xff, 0xff, 0xff, 7, 8, 9};
    memcpy(moult__edit(w, kit_handle(w, KIT_RUN), 0), row, sizeof row);
    kit_save save;
    kit_encode(w, &save);
    uint32_t i = kit_section(&save, "test.run");
    ck_assert_uint_eq(save.section[i].count, sizeof expected);
    ck_assert_mem_eq(save.section[i].bytes, expected, sizeof expected);
    kit_save_free(&save);
    moult__world_free(w);
}
END_TEST

START_TEST(unknown_sections_are_written_back)
{
    uint32_t state = 11;
    moult__report report;
    kit_save save, less, again;
    moult_world *w = kit_world(), *core = moult__world_create(NULL, 0), *full = kit_world();
    kit_play(w, &state, 400);
    kit_encode(w, &save);
    ck_assert_int_eq(kit_decode(core, &save, &report), MOULT_OK);
    kit_encode(core, &less);
    ck_assert_uint_eq(less.count, save.count);
    for (uint32_t i = 0; i < save.count; i++) {
        uint32_t there = kit_section(&less, save.section[i].name);
        ck_assert_uint_eq(save.section[i].count, less.section[there].count);
        ck_assert_mem_eq(save.section[i].bytes, less.section[there].bytes, save.section[i].count);
    }
    ck_assert_int_eq(kit_decode(full, &less, &report), MOULT_OK);
    ck_assert_uint_eq(moult__hash(full), moult__hash(w));
    ck_assert_int_eq(moult__world_clear(core), MOULT_OK);
    kit_encode(core, &again);
    ck_assert_uint_eq(again.count, MOULT__TABLES_CORE);
    kit_save_free(&save);
    kit_save_free(&less);
    kit_save_free(&again);
    moult__world_free(w);
    moult__world_free(core);
    moult__world_free(full);
}
END_TEST

START_TEST(save_without_a_table_gives_empty_rows)
{
    uint32_t state = 13;
    moult__report report;
    kit_save save;
    moult_world *w = moult__world_create(NULL, 0), *full = kit_world();
    kit_play(w, &state, 400);
    kit_encode(w, &save);
    ck_assert_int_eq(kit_decode(full, &save, &report), MOULT_OK);
    kit_check(full);
    kit_play(full, &state, 400);
    kit_check(full);
    kit_save_free(&save);
    moult__world_free(w);
    moult__world_free(full);
}
END_TEST

/* -- damage ----------------------------------------------------------------------------------- */

static moult_world *small_world(void)
{
    moult_world *w = kit_world();
    uint32_t state = 1;
    moult_id level = moult__level_create(w, 3, 2, 1);
    moult_id other = moult__level_create(w, 2, 2, 2);
    moult__level_enter(w, level);
    moult__set_hero(w, moult__create(w, MOULT_SCOPE_ACTOR, level, 1, 1));
    moult_id gone = moult__create(w, MOULT_SCOPE_ACTOR, level, 2, 1);
    moult__create(w, MOULT_SCOPE_ACTOR, other, 0, 0);
    moult__remove(w, MOULT_SCOPE_ACTOR, gone);
    moult__create(w, MOULT_SCOPE_ITEM, level, 0, 0);
    moult__create(w, MOULT_SCOPE_ITEM, 0, 0, 0);
    moult__append(w, kit_handle(w, KIT_TRAP), level);
    moult__append(w, kit_handle(w, KIT_TRAP), other);
    moult__append(w, kit_handle(w, KIT_LIST), 0);
    moult_arg argument = MOULT_ARG_TEXT("who", "rat");
    moult__say(w, 0, "the {who} bites", &argument, 1);
    kit_play(w, &state, 3);
    return w;
}

/* Loads a damaged save: a refusal has words, and what was accepted is whole and can be played. */
static void load_damaged(const kit_save *save, const char *what, uint64_t at)
{
    moult__report report;
    moult_world *fresh = kit_world();
    uint32_t state = 17;
    moult_status status = kit_decode(fresh, save, &report);
    if (status < 0) {
        ck_assert_msg(report.status == status && strncmp(report.text, "error  save: ", 13) == 0,
                      "%s at %lu: status %d without words: \"%s\"", what, (unsigned long)at, status,
                      report.text);
    } else {
        ck_assert_msg(moult__world_check(fresh, "check", &report) == MOULT_OK, "%s at %lu: %s",
                      what, (unsigned long)at, report.text);
        kit_play(fresh, &state, 5);
        kit_check(fresh);
        kit_save again;
        kit_encode(fresh, &again);
        uint64_t hash = moult__hash(fresh);
        moult__world_free(fresh);
        fresh = kit_world();
        status = kit_decode(fresh, &again, &report);
        ck_assert_msg(status == MOULT_OK && moult__hash(fresh) == hash,
                      "%s at %lu: accepted, but not saved whole: %s", what, (unsigned long)at,
                      report.text);
        kit_save_free(&again);
    }
    moult__world_free(fresh);
}

/* Bytes of a section that are looked at: all, but of the seed's 4,096 and of names only some. */
static uint64_t step(const kit_save *save, uint32_t section, uint64_t at)
{
    return save->section[section].count > 1500 && at > 200 ? 37 : 1;
}

START_TEST(flipped_byte_is_refused_or_fits)
{
    kit_save save;
    moult_world *w = small_world();
    kit_encode(w, &save);
    moult__world_free(w);
    for (uint32_t i = 0; i < save.count; i++)
        for (uint64_t at = 0; at < save.section[i].count; at += step(&save, i, at)) {
            uint8_t flip = at % 2 == 0 ? 0xff : (uint8_t)(1u << (at / 2 % 8));
            save.section[i].bytes[at] ^= flip;
            load_damaged(&save, save.section[i].name, at);
            save.section[i].bytes[at] ^= flip;
        }
    kit_save_free(&save);
}
END_TEST

START_TEST(cut_section_is_refused)
{
    kit_save save;
    moult__report report;
    moult_world *w = small_world();
    kit_encode(w, &save);
    moult__world_free(w);
    for (uint32_t i = 0; i < save.count; i++) {
        uint64_t whole = save.section[i].count;
        for (uint64_t at = 0; at < whole; at += step(&save, i, at)) {
            moult_world *fresh = kit_world();
            save.section[i].count = at;
            moult_status status = kit_decode(fresh, &save, &report);
            ck_assert_msg(status == MOULT_FORMAT, "%s cut at %lu: %d", save.section[i].name,
                          (unsigned long)at, status);
            ck_assert_str_ne(report.text, "");
            moult__world_free(fresh);
        }
        save.section[i].count = whole;
    }
    kit_save_free(&save);
}
END_TEST

START_TEST(missing_or_doubled_section_is_refused_or_fits)
{
    kit_save save;
    moult_world *w = small_world();
    kit_encode(w, &save);
    moult__world_free(w);
    for (uint32_t i = 0; i < save.count; i++) {
        kit_save less = save;
        less.section[i] = less.section[--less.count];
        load_damaged(&less, save.section[i].name, 0);
        kit_save more = save;
        more.section[more.count++] = save.section[i];
        load_damaged(&more, save.section[i].name, 1);
    }
    kit_save_free(&save);
}
END_TEST

/* -- lies ------------------------------------------------------------------------------------- */

static void set_u32(uint8_t *at, uint32_t value)
{
    memcpy(at, &value, sizeof value);
}

/* Where a section's body begins. */
static uint64_t body_of(const kit_save *save, uint32_t i)
{
    const uint8_t *bytes = save->section[i].bytes;
    uint64_t at = 1u + bytes[0] + 12;
    uint32_t fields;
    memcpy(&fields, bytes + at, sizeof fields);
    at += 4;
    for (uint32_t f = 0; f < fields; f++)
        at += 1u + bytes[at] + 8;
    return at;
}

static uint64_t peak_kilobytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (uint64_t)usage.ru_maxrss;
}

/* Loads and expects the refusal, without having taken memory for what isn't there. */
static void assert_lie(const kit_save *save, const char *text)
{
    moult__report report;
    moult_world *fresh = kit_world();
    uint64_t before = peak_kilobytes();
    ck_assert_int_eq(kit_decode(fresh, save, &report), MOULT_FORMAT);
    ck_assert_str_eq(report.text, text);
    ck_assert_uint_lt(peak_kilobytes() - before, 20000);
    moult__world_free(fresh);
}

START_TEST(lying_headers_take_no_memory)
{
    kit_save save;
    moult_world *w = small_world();
    kit_encode(w, &save);
    moult__world_free(w);
    uint32_t level = kit_section(&save, "core.level"), cell = kit_section(&save, "core.cell");
    uint8_t *rows = save.section[level].bytes + body_of(&save, level);
    uint8_t *planes = save.section[cell].bytes + body_of(&save, cell);
    uint8_t sizes[8];
    memcpy(sizes, rows + 4 + 28, sizeof sizes);
    set_u32(rows + 4 + 28, 4096);
    set_u32(rows + 4 + 32, 4096);
    assert_lie(&save, "error  save: section \"core.cell\" is damaged: its length doesn't fit its "
                      "content. Load another save");
    set_u32(planes + 12, 4096 * 4096);
    assert_lie(&save, "error  save: section \"core.cell\" is damaged: its length doesn't fit its "
                      "content. Load another save");
    static const char *const hidden[] = {"core.cell", "core.lit", "test.cell", "test.glow"};
    for (uint32_t i = 0; i < MOULT_COUNT(hidden); i++) /* as if they weren't there */
        save.section[kit_section(&save, hidden[i])].bytes[1] = 'x';
    assert_lie(&save, "error  save: section \"core.cell\" is missing. Load another save");
    for (uint32_t i = 0; i < MOULT_COUNT(hidden); i++)
        save.section[kit_section(&save, hidden[i])].bytes[1] = (uint8_t)hidden[i][0];
    set_u32(planes + 12, 6);
    memcpy(rows + 4 + 28, sizes, sizeof sizes);
    set_u32(rows, 0xffffffffu);
    assert_lie(&save, "error  save: section \"core.level\" is damaged: its length doesn't fit its "
                      "content. Load another save");
    set_u32(rows, 3);
    set_u32(planes, 0);
    save.section[cell].count = body_of(&save, cell) + 4;
    assert_lie(&save, "error  save: section \"core.cell\" is damaged: its length doesn't fit its "
                      "content. Load another save");
    kit_save_free(&save);
}
END_TEST

/* Fields of the hero's slot: generation, next, previous, owner, live, x, y. */
static const struct {
    uint32_t field, value;
    const char *text;
} slots[] = {
    {1, 9, "the next one doesn't exist"}, {1, 1, "the order is broken"},
    {2, 3, "the order is broken"},        {3, 2, "the order is broken"},
    {4, 0, "the order is broken"},        {5, 3, "it stands off the map"},
    {6, 2, "it stands off the map"},
};

START_TEST(broken_slot_is_named)
{
    kit_save save;
    moult__report report;
    char text[160];
    moult_world *w = kit_world(), *fresh = kit_world();
    moult_id level = moult__level_create(w, 3, 2, 1);
    moult__level_create(w, 3, 2, 1);
    moult__create(w, MOULT_SCOPE_ACTOR, level, 1, 1);
    kit_encode(w, &save);
    uint32_t i = kit_section(&save, "core.actor.slot");
    set_u32(save.section[i].bytes + body_of(&save, i) + 4 + 28 + slots[_i].field * 4,
            slots[_i].value);
    ck_assert_int_eq(kit_decode(fresh, &save, &report), MOULT_FORMAT);
    snprintf(text, sizeof text,
             "error  save: section \"core.actor.slot\" row 1: %s. The file is damaged: load "
             "another save",
             slots[_i].text);
    ck_assert_str_eq(report.text, text);
    kit_save_free(&save);
    moult__world_free(w);
    moult__world_free(fresh);
}
END_TEST

START_TEST(headings_are_checked)
{
    static const struct {
        const char *name;
        uint8_t length;
    } names[] = {{"", 0}, {"../up", 5}, {"a/b", 3}, {"a\0b", 3}, {"A", 1}, {"a b", 3}, {"\xff", 1}};
    for (uint32_t i = 0; i < MOULT_COUNT(names); i++) {
        uint8_t bytes[64] = {names[i].length};
        moult__report report = {0};
        uint64_t at = 1u + names[i].length;
        memcpy(bytes + 1, names[i].name, names[i].length);
        set_u32(bytes + at, 1);
        set_u32(bytes + at + 4, MOULT_SCOPE_WORLD);
        set_u32(bytes + at + 12, 1);
        memcpy(bytes + at + 16, "\1x\1\0\0\0\1\0\0\0\1\0\0\0\7", 15);
        moult_world *fresh = kit_world();
        ck_assert_int_eq(moult__section_decode(fresh, bytes, at + 31), MOULT_OK);
        ck_assert_int_eq(moult__world_finish(fresh, "save", &report), MOULT_FORMAT);
        ck_assert_str_eq(report.text,
                         "error  save: a section's heading is damaged. Load another save");
        moult__world_free(fresh);
    }
}
END_TEST

START_TEST(free_rows_come_back_empty)
{
    kit_save save;
    moult__report report;
    moult_world *w = kit_world(), *fresh = kit_world();
    moult_id level = moult__level_create(w, 3, 3, 1);
    moult_id actor = moult__create(w, MOULT_SCOPE_ACTOR, level, 0, 0);
    moult__remove(w, MOULT_SCOPE_ACTOR, actor);
    uint64_t hash = moult__hash(w);
    kit_encode(w, &save);
    uint32_t i = kit_section(&save, "test.actor");
    save.section[i].bytes[body_of(&save, i) + 4] = 5;      /* the head's row */
    save.section[i].bytes[body_of(&save, i) + 4 + 14] = 6; /* the free row */
    ck_assert_int_eq(kit_decode(fresh, &save, &report), MOULT_OK);
    ck_assert_uint_eq(moult__hash(fresh), hash);
    actor = moult__create(fresh, MOULT_SCOPE_ACTOR, level, 0, 0);
    static const uint8_t zero[14];
    ck_assert_mem_eq(moult__read(fresh, kit_handle(fresh, KIT_ACTOR), actor), zero, sizeof zero);
    kit_save_free(&save);
    moult__world_free(w);
    moult__world_free(fresh);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("world/codec");
    TCase *tests = tcase_create("codec");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, loaded_world_is_the_saved_one_and_plays_on_alike);
    tcase_add_test(tests, ids_order_and_free_lists_come_back);
    tcase_add_test(tests, sections_are_in_alphabetical_order);
    tcase_add_test(tests, section_has_the_documented_form);
    tcase_add_test(tests, unknown_sections_are_written_back);
    tcase_add_test(tests, save_without_a_table_gives_empty_rows);
    tcase_add_test(tests, flipped_byte_is_refused_or_fits);
    tcase_add_test(tests, cut_section_is_refused);
    tcase_add_test(tests, missing_or_doubled_section_is_refused_or_fits);
    tcase_add_test(tests, lying_headers_take_no_memory);
    tcase_add_loop_test(tests, broken_slot_is_named, 0, (int)MOULT_COUNT(slots));
    tcase_add_test(tests, headings_are_checked);
    tcase_add_test(tests, free_rows_come_back_empty);
    suite_add_tcase(suite, tests);
    SRunner *sr = srunner_create(suite);
    srunner_run_all(sr, CK_NORMAL);
    int failed = srunner_ntests_failed(sr);
    srunner_free(sr);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
