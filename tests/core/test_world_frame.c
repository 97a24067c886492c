/* SPDX-License-Identifier: MIT */
/* Frames of a world that is played and changes its shape, applied to images: what comes back from
 * an image is the world, byte by byte. And when a frame is whole, when it is small, and when there
 * is none. */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include "core/world/frame.h"
#include "core/world/image.h"
#include "support/world_kit.h"

#define ROOM (8u << 20)

/* A world and the two images that follow it, of which one is always a frame behind. */
typedef struct sender {
    moult_world *w;
    moult__image *image[2];
    uint32_t newer;
    uint64_t serial;
    uint8_t *frame, *last;
    uint64_t size, last_size;
} sender;

static sender *begin(moult_world *w)
{
    static sender s;
    memset(&s, 0, sizeof s);
    s.w = w;
    s.frame = malloc(ROOM);
    s.last = malloc(ROOM);
    for (uint32_t i = 0; i < 2; i++)
        s.image[i] = moult__image_create();
    return &s;
}

static void end(sender *s)
{
    moult__world_free(s->w);
    moult__image_free(s->image[0]);
    moult__image_free(s->image[1]);
    free(s->frame);
    free(s->last);
}

static int32_t is_whole(const sender *s)
{
    moult__frame_head head;
    memcpy(&head, s->frame, sizeof head);
    return (head.flags & MOULT__FRAME_WHOLE) != 0;
}

static void apply(moult__image *image, const uint8_t *frame, uint64_t size)
{
    moult__report report = {0};
    moult_status status = moult__image_apply(image, frame, size, &report);
    ck_assert_msg(status == MOULT_OK, "%s", report.text);
}

/* Writes a frame and gives it to the image that is behind, after the one that this missed. Answers
 * its size. */
static uint64_t send(sender *s, int32_t whole)
{
    uint64_t hash = moult__image_hash(s->image[s->newer]);
    s->size = moult__frame_write(s->w, whole, s->serial + 1, s->frame, ROOM);
    ck_assert_uint_le(s->size, ROOM);
    if (s->size == 0) {
        ck_assert_uint_eq(moult__hash(s->w), hash);
        return 0;
    }
    moult__image *image = s->image[1 - s->newer];
    if (s->last_size != 0)
        apply(image, s->last, s->last_size);
    apply(image, s->frame, s->size);
    memcpy(s->last, s->frame, s->size);
    s->last_size = s->size;
    s->newer = 1 - s->newer;
    ck_assert_uint_eq(moult__image_serial(image), ++s->serial);
    ck_assert_uint_eq(moult__image_turn(image), moult__turn(s->w));
    ck_assert_uint_eq(moult__image_hash(image), moult__hash(s->w));
    return s->size;
}

/* A fresh world with the same tables. */
static moult_world *alike(const moult_world *w)
{
    moult__layout layouts[KIT_SECTIONS];
    uint32_t count = 0;
    for (uint32_t t = MOULT__TABLES_CORE + 1; t <= w->table_count; t++)
        if (w->tables[t].layout.scope != MOULT__SCOPE_SLOTS)
            layouts[count++] = w->tables[t].layout;
    return moult__world_create(layouts, count);
}

static moult_world *restored(const moult__image *image, const moult_world *like)
{
    moult__report report = {0};
    moult_world *w = alike(like);
    ck_assert_int_eq(moult__image_restore(image, w), MOULT_OK);
    moult_status status = moult__world_finish(w, "restore", &report);
    ck_assert_msg(status == MOULT_OK, "%s", report.text);
    return w;
}

static void assert_same(moult_world *a, moult_world *b)
{
    kit_save one, other;
    ck_assert_uint_eq(moult__hash(a), moult__hash(b));
    ck_assert_uint_eq(moult__hash_whole(a), moult__hash_whole(b));
    kit_check(b);
    kit_encode(a, &one);
    kit_encode(b, &other);
    ck_assert_uint_eq(one.count, other.count);
    for (uint32_t i = 0; i < one.count; i++) {
        ck_assert_str_eq(one.section[i].name, other.section[i].name);
        ck_assert_uint_eq(one.section[i].count, other.section[i].count);
        ck_assert_msg(memcmp(one.section[i].bytes, other.section[i].bytes, one.section[i].count) ==
                          0,
                      "section %s differs", one.section[i].name);
    }
    kit_save_free(&one);
    kit_save_free(&other);
}

/* The newer image is the world. */
static void compare(sender *s)
{
    moult_world *w = restored(s->image[s->newer], s->w);
    assert_same(s->w, w);
    moult__world_free(w);
}

/* -- changes of shape -------------------------------------------------------------------------- */

static const kit_field item_more[] = {{MOULT_TYPE_u32, 1, "weight"}, {MOULT_TYPE_u16, 1, "count"}};
static const kit_field cell_more[] = {
    {MOULT_TYPE_u8, 1, "heat"}, {MOULT_TYPE_i32, 1, "smell"}, {MOULT_TYPE_u8, 1, "dust"}};

static void migrate(moult_world *w, moult__layout to)
{
    moult__rows rows;
    moult__report report = {0};
    moult_table table = moult__table_find(w, to.name);
    moult_status status = moult__table_migrate(w, table, &to, "kit migrate", &rows, &report);
    ck_assert_msg(status == MOULT_OK, "%s", report.text);
    moult__table_replace(w, table, &rows);
    moult__layout_free(&to);
}

static void migrate_items(moult_world *w)
{
    moult_table t = kit_handle(w, KIT_ITEM);
    uint32_t grown = moult__schema(w, t)->field_count == 2;
    migrate(w, kit_layout("test.item", MOULT_SCOPE_ITEM, 0, 1, item_more, grown ? 1 : 2));
}

static void migrate_cells(moult_world *w)
{
    moult_table t = kit_handle(w, KIT_CELL);
    uint32_t grown = moult__schema(w, t)->field_count == 3;
    migrate(w, kit_layout("test.cell", MOULT_SCOPE_CELL, 0, 1, cell_more, grown ? 2 : 3));
}

static void add_table(moult_world *w)
{
    static const kit_field fields[] = {{MOULT_TYPE_u32, 3, "what"}};
    static const uint32_t scopes[] = {MOULT_SCOPE_WORLD, MOULT_SCOPE_ACTOR, MOULT_SCOPE_CELL,
                                      MOULT_SCOPE_LEVEL_LIST};
    char name[] = "later.a";
    uint32_t which = 0;
    while (which < MOULT_COUNT(scopes) && moult__table_find(w, name) != 0)
        name[6] = (char)('a' + ++which);
    if (which == MOULT_COUNT(scopes))
        return;
    uint32_t arrays = scopes[which] != MOULT_SCOPE_CELL;
    kit_field field = fields[0];
    field.count = arrays ? 3 : 1;
    moult__layout layout = kit_layout(name, scopes[which], 0, 1, &field, 1);
    ck_assert_int_eq(moult__world_add_table(w, &layout), MOULT_OK);
    moult__layout_free(&layout);
}

static void clear(moult_world *w)
{
    ck_assert_int_eq(moult__world_clear(w), MOULT_OK);
}

static void release_level(moult_world *w)
{
    moult_id level = moult__next(w, MOULT_SCOPE_LEVEL, 0, 0);
    if (level == 0)
        level = moult__level_create(w, 9, 9, 1);
    moult__remove(w, MOULT_SCOPE_LEVEL, level);
}

static void load(moult_world *w)
{
    moult__report report = {0};
    kit_save save;
    kit_encode(w, &save);
    ck_assert_int_eq(kit_decode(w, &save, &report), MOULT_OK);
    kit_save_free(&save);
}

static void (*const reshapes[])(moult_world *) = {migrate_items, migrate_cells, add_table,
                                                  clear,         release_level, load};

/* -- tests ------------------------------------------------------------------------------------- */

START_TEST(images_follow_a_world_that_is_played)
{
    uint32_t state = 1 + (uint32_t)_i * 7907, parts = 0;
    sender *s = begin(kit_world());
    for (uint32_t step = 1; step <= 400; step++) {
        kit_play(s->w, &state, 1 + kit_random(&state, 6));
        if (kit_random(&state, 4) == 0)
            moult__hash(s->w);
        if (kit_random(&state, 60) == 0)
            reshapes[kit_random(&state, 5)](s->w);
        if (kit_random(&state, 60) == 0)
            ck_assert_uint_gt(moult__frame_write(s->w, 1, s->serial + 1, s->frame, 100), 100);
        send(s, kit_random(&state, 50) == 0);
        parts += s->size != 0 && !is_whole(s);
        if (step % 25 == 0)
            compare(s);
    }
    ck_assert_uint_gt(parts, 250);
    end(s);
}
END_TEST

START_TEST(restored_world_goes_on_sending)
{
    uint32_t state = 5;
    sender *s = begin(kit_world());
    kit_play(s->w, &state, 500);
    send(s, 0);
    for (uint32_t round = 0; round < 8; round++) {
        moult_world *next = restored(s->image[s->newer], s->w);
        moult__world_free(s->w);
        s->w = next;
        for (uint32_t step = 0; step < 10; step++) {
            kit_play(s->w, &state, 3);
            send(s, 0);
            ck_assert(step != 0 || is_whole(s));
        }
        compare(s);
    }
    end(s);
}
END_TEST

START_TEST(shape_makes_the_next_frame_whole)
{
    sender *s = begin(kit_world());
    moult__level_create(s->w, 20, 20, 1);
    send(s, 0);
    ck_assert(is_whole(s));
    moult__turn_passed(s->w);
    send(s, 0);
    ck_assert(!is_whole(s));
    reshapes[_i](s->w);
    send(s, 0);
    ck_assert(is_whole(s));
    compare(s);
    moult__turn_passed(s->w);
    send(s, 0);
    ck_assert(!is_whole(s));
    end(s);
}
END_TEST

/* The records of the frame, but for its head; the first one's table and place. */
static uint32_t records(const sender *s, moult__frame_record *first)
{
    uint32_t count = 0;
    moult__frame_record record;
    for (uint64_t at = sizeof(moult__frame_head); at < s->size; count++) {
        memcpy(&record, s->frame + at, sizeof record);
        if (count == 0)
            *first = record;
        at += sizeof record + ((record.size + 7u) & ~7u);
    }
    return count;
}

START_TEST(frame_has_what_changed_and_no_more)
{
    moult__frame_record record;
    sender *s = begin(kit_world());
    moult_id level = moult__level_create(s->w, 64, 64, 1), actor[130];
    for (uint32_t i = 0; i < 130; i++)
        actor[i] = moult__create(s->w, MOULT_SCOPE_ACTOR, level, 1, 1);
    send(s, 0);
    ck_assert_uint_eq(send(s, 0), 0);
    moult_table table = kit_handle(s->w, KIT_ACTOR);
    *(uint8_t *)moult__edit(s->w, table, actor[100]) = 9;
    send(s, 0);
    ck_assert_uint_eq(records(s, &record), 1);
    ck_assert_uint_eq(record.table, table);
    ck_assert_uint_eq(record.place, 0);
    ck_assert_uint_eq(record.number, 1);
    ck_assert_ptr_nonnull(moult__edit(s->w, table, actor[100])); /* but nothing is written */
    ck_assert_uint_eq(send(s, 0), 0);
    ck_assert_int_eq(moult__set_cell(s->w, level, MOULT_PLANE_MARK, 5, 40, 3), MOULT_OK);
    send(s, 0);
    ck_assert_uint_eq(records(s, &record), 1);
    ck_assert_uint_eq(record.table, MOULT__TABLE_CELL);
    ck_assert_uint_eq(record.place, 1 + 1 * 5 + MOULT_PLANE_MARK);
    ck_assert_uint_eq(record.number, 2);
    compare(s);
    end(s);
}
END_TEST

START_TEST(unhashed_tables_are_sent_too)
{
    moult__frame_record record;
    sender *s = begin(kit_world());
    moult_id level = moult__level_create(s->w, 20, 20, 1);
    send(s, 0);
    uint64_t hash = moult__hash(s->w);
    ck_assert_int_eq(moult__set_cell(s->w, level, MOULT_PLANE_LIT, 3, 3, 1), MOULT_OK);
    send(s, 0);
    ck_assert_uint_eq(records(s, &record), 1);
    ck_assert_uint_eq(record.table, MOULT__TABLE_LIT);
    ((moult__session_row *)moult__row_edit(s->w, MOULT__TABLE_SESSION, 0))->menu = 5;
    send(s, 0);
    ck_assert_uint_eq(records(s, &record), 1);
    ck_assert_uint_eq(record.table, MOULT__TABLE_SESSION);
    memset(moult__plane_edit(s->w, kit_handle(s->w, KIT_GLOW), level, 0), 7, 800);
    send(s, 0);
    ck_assert_uint_eq(moult__hash(s->w), hash);
    compare(s);
    end(s);
}
END_TEST

START_TEST(growth_is_sent_in_parts)
{
    sender *s = begin(kit_world());
    send(s, 0);
    for (uint32_t i = 0; i < 15; i++) {
        moult_id level = moult__level_create(s->w, 1 + (int32_t)i * 8, 30, 1);
        for (uint32_t k = 0; k < 70; k++) {
            moult__create(s->w, k % 2 ? MOULT_SCOPE_ACTOR : MOULT_SCOPE_ITEM, level, 0, 0);
            moult__append(s->w, kit_handle(s->w, KIT_LIST), 0);
            moult__append(s->w, kit_handle(s->w, KIT_TRAP), level);
            if (k % 30 == 0) /* new blocks come in several lots */
                moult__hash(s->w);
        }
        send(s, 0);
        ck_assert(!is_whole(s));
        compare(s);
    }
    end(s);
}
END_TEST

START_TEST(frame_without_room_is_followed_by_a_whole_one)
{
    uint32_t state = 3;
    sender *s = begin(kit_world());
    kit_play(s->w, &state, 300);
    uint64_t size = moult__frame_write(s->w, 1, 1, s->frame, ROOM);
    memset(s->frame, 0xa5, ROOM);
    for (uint64_t room = 0; room < size; room += 1 + room / 8) {
        ck_assert_uint_eq(moult__frame_write(s->w, room == 0, 1, s->frame, room), size);
        uint64_t changed = 0;
        for (uint64_t i = room; i < size; i++)
            changed += s->frame[i] != 0xa5;
        ck_assert_uint_eq(changed, 0);
    }
    ck_assert_uint_eq(moult__frame_write(s->w, 0, 1, s->frame, size), size);
    send(s, 1);
    moult__turn_passed(s->w);
    ck_assert_uint_gt(moult__frame_write(s->w, 0, 2, s->frame, 60), 60);
    send(s, 0);
    ck_assert(is_whole(s));
    compare(s);
    end(s);
}
END_TEST

START_TEST(unknown_sections_come_along)
{
    uint32_t state = 11;
    moult__report report = {0};
    kit_save save;
    moult_world *full = kit_world(), *core = moult__world_create(NULL, 0);
    kit_play(full, &state, 400);
    kit_encode(full, &save);
    ck_assert_int_eq(kit_decode(core, &save, &report), MOULT_OK);
    kit_save_free(&save);
    sender *s = begin(core);
    send(s, 0);
    compare(s);
    moult_world *again = restored(s->image[s->newer], full);
    assert_same(full, again);
    moult__world_free(again);
    moult__world_free(full);
    end(s);
}
END_TEST

/* Blocks that go while they are on one list, the other, or both are freed once; a sanitizer or
 * valgrind sees to it. */
START_TEST(blocks_that_go_are_freed_once)
{
    for (uint32_t way = 0; way < 32; way++) {
        sender *s = begin(kit_world());
        moult_id level = moult__level_create(s->w, 40, 40, 1);
        send(s, 0);
        moult__set_cell(s->w, level, MOULT_PLANE_LIT, 3, 3, 1);
        moult__set_cell(s->w, level, MOULT_PLANE_MARK, 3, 3, 1);
        if (way & 1)
            moult__hash(s->w);
        if (way & 2)
            moult__set_cell(s->w, level, MOULT_PLANE_MARK, 3, 3, 2);
        moult__remove(s->w, MOULT_SCOPE_LEVEL, level);
        if (way & 4)
            moult__hash(s->w);
        if (way & 8)
            moult__level_create(s->w, 40, 40, 1);
        if (way & 16)
            send(s, 0);
        kit_check(s->w);
        end(s);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("world/frame");
    TCase *tests = tcase_create("frame");
    tcase_set_timeout(tests, 100);
    tcase_add_loop_test(tests, images_follow_a_world_that_is_played, 0, 4);
    tcase_add_test(tests, restored_world_goes_on_sending);
    tcase_add_loop_test(tests, shape_makes_the_next_frame_whole, 0, MOULT_COUNT(reshapes));
    tcase_add_test(tests, frame_has_what_changed_and_no_more);
    tcase_add_test(tests, unhashed_tables_are_sent_too);
    tcase_add_test(tests, growth_is_sent_in_parts);
    tcase_add_test(tests, frame_without_room_is_followed_by_a_whole_one);
    tcase_add_test(tests, unknown_sections_come_along);
    tcase_add_test(tests, blocks_that_go_are_freed_once);
    suite_add_tcase(suite, tests);
    SRunner *sr = srunner_create(suite);
    srunner_run_all(sr, CK_NORMAL);
    int failed = srunner_ntests_failed(sr);
    srunner_free(sr);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
