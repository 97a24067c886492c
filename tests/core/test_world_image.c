/* SPDX-License-Identifier: MIT */
/* Frames that nobody should have sent: cut, changed, lying, out of order. Each is refused in words
 * and leaves the image as it was, or makes an image that a world can at least refuse; none takes
 * memory for what it doesn't have. */
#include <check.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <xxhash.h>
#include "core/world/frame.h"
#include "core/world/image.h"
#include "support/world_kit.h"

#define ROOM (1u << 20)
#define COVERED 16u /* magic and checksum stand before what is covered */

/* Two frames of a small world: everything, and a part with blocks that grew. */
typedef struct pair {
    uint8_t *whole, *part;
    uint64_t whole_size, part_size;
    uint64_t hash[2];
} pair;

static const kit_field fields_cell[] = {{MOULT_TYPE_u16, 1, "heat"}};

static moult_world *small_world(void)
{
    moult__layout layout = kit_layout("test.cell", MOULT_SCOPE_CELL, 0, 1, fields_cell, 1);
    moult_world *w = moult__world_create(&layout, 1);
    moult__layout_free(&layout);
    return w;
}

static void make_pair(pair *p)
{
    moult_world *w = small_world();
    p->whole = malloc(ROOM);
    p->part = malloc(ROOM);
    moult__world_seed(w, (const uint8_t *)"kit", 3);
    moult_id level = moult__level_create(w, 3, 2, 1);
    moult__set_hero(w, moult__create(w, MOULT_SCOPE_ACTOR, level, 1, 1));
    moult__level_enter(w, level);
    p->whole_size = moult__frame_write(w, 0, 1, p->whole, ROOM);
    p->hash[0] = moult__hash(w);
    moult__turn_passed(w);
    level = moult__level_create(w, 40, 30, 2);
    for (uint32_t i = 0; i < 70; i++)
        moult__create(w, MOULT_SCOPE_ITEM, level, 4, 4);
    p->part_size = moult__frame_write(w, 0, 2, p->part, ROOM);
    p->hash[1] = moult__hash(w);
    ck_assert_uint_le(p->whole_size, ROOM);
    ck_assert_uint_le(p->part_size, ROOM);
    moult__world_free(w);
}

static void free_pair(pair *p)
{
    free(p->whole);
    free(p->part);
}

/* Makes a changed frame believable: size and checksum fit again. */
static void seal(uint8_t *frame, uint64_t size)
{
    if (size < sizeof(moult__frame_head))
        return;
    uint64_t checksum;
    memcpy(frame + offsetof(moult__frame_head, size), &size, sizeof size);
    checksum = XXH3_64bits(frame + COVERED, size - COVERED);
    memcpy(frame + offsetof(moult__frame_head, checksum), &checksum, sizeof checksum);
}

static moult__image *image_of(const pair *p)
{
    moult__image *image = moult__image_create();
    ck_assert_int_eq(moult__image_apply(image, p->whole, p->whole_size, NULL), MOULT_OK);
    return image;
}

/* A world of the image, or the refusal. */
static moult_status finish(const moult__image *image, uint64_t *hash)
{
    moult__report report = {0};
    moult_world *w = small_world();
    moult_status status = moult__image_restore(image, w);
    if (status >= 0)
        status = moult__world_finish(w, "restore", &report);
    else
        report = w->report;
    ck_assert_int_eq(status < 0, report.text[0] != 0);
    if (status >= 0)
        *hash = moult__hash(w);
    moult__world_free(w);
    return status;
}

static void assert_is(const moult__image *image, uint64_t serial, uint64_t hash)
{
    uint64_t found = 0;
    ck_assert_uint_eq(moult__image_serial(image), serial);
    ck_assert_uint_eq(moult__image_hash(image), hash);
    ck_assert_int_eq(finish(image, &found), MOULT_OK);
    ck_assert_uint_eq(found, hash);
}

static uint64_t peak_kilobytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (uint64_t)usage.ru_maxrss;
}

/* -- order ------------------------------------------------------------------------------------- */

START_TEST(frames_out_of_order_are_refused)
{
    pair p;
    moult__report report = {0};
    make_pair(&p);
    moult__image *image = moult__image_create();
    moult_world *w = small_world();
    ck_assert_int_eq(moult__image_restore(image, w), MOULT_AGAIN);
    ck_assert_int_eq(moult__image_apply(image, p.part, p.part_size, &report), MOULT_AGAIN);
    ck_assert_str_eq(report.text, "error  moult play: checkpoint 2 doesn't follow number 0. The "
                                  "next whole one does");
    ck_assert_uint_eq(moult__image_serial(image), 0);
    ck_assert_int_eq(moult__image_apply(image, p.whole, p.whole_size, NULL), MOULT_OK);
    ck_assert_int_eq(moult__image_apply(image, p.whole, p.whole_size, NULL), MOULT_AGAIN);
    assert_is(image, 1, p.hash[0]);
    ck_assert_int_eq(moult__image_apply(image, p.part, p.part_size, NULL), MOULT_OK);
    ck_assert_int_eq(moult__image_apply(image, p.part, p.part_size, NULL), MOULT_AGAIN);
    ck_assert_int_eq(moult__image_apply(image, p.whole, p.whole_size, NULL), MOULT_AGAIN);
    assert_is(image, 2, p.hash[1]);
    uint64_t serial = 4;
    memcpy(p.part + offsetof(moult__frame_head, serial), &serial, sizeof serial);
    seal(p.part, p.part_size);
    ck_assert_int_eq(moult__image_apply(image, p.part, p.part_size, NULL), MOULT_AGAIN);
    memcpy(p.whole + offsetof(moult__frame_head, serial), &serial, sizeof serial);
    seal(p.whole, p.whole_size);
    ck_assert_int_eq(moult__image_apply(image, p.whole, p.whole_size, NULL), MOULT_OK);
    assert_is(image, 4, p.hash[0]);
    moult__world_free(w);
    moult__image_free(image);
    free_pair(&p);
}
END_TEST

/* -- damage ------------------------------------------------------------------------------------ */

START_TEST(changed_byte_is_noticed)
{
    pair p;
    moult__report report = {0};
    make_pair(&p);
    moult__image *image = image_of(&p);
    for (uint64_t at = 0; at < p.part_size; at++) {
        p.part[at] ^= (uint8_t)(1u << at % 8);
        report.text[0] = 0;
        ck_assert_int_eq(moult__image_apply(image, p.part, p.part_size, &report), MOULT_FORMAT);
        ck_assert_int_eq(strncmp(report.text, "error  moult play: a checkpoint is damaged", 42), 0);
        p.part[at] ^= (uint8_t)(1u << at % 8);
    }
    assert_is(image, 1, p.hash[0]);
    moult__image_free(image);
    free_pair(&p);
}
END_TEST

/* Applies a frame that may be anything to the first image, and looks at the result. Answers the
 * first image, which is another one when the frame was taken. */
static moult__image *apply_anything(const pair *p, moult__image *image, const uint8_t *frame,
                                    uint64_t size, int32_t closely)
{
    uint64_t hash;
    moult__report report = {0};
    moult_status status = moult__image_apply(image, frame, size, &report);
    ck_assert(status == MOULT_OK || status == MOULT_FORMAT || status == MOULT_AGAIN ||
              status == MOULT_MEMORY);
    ck_assert_int_eq(status < 0, report.text[0] != 0);
    if (status < 0 && closely)
        assert_is(image, 1, p->hash[0]);
    else if (closely)
        finish(image, &hash);
    if (status < 0)
        return image;
    moult__image_free(image);
    return image_of(p);
}

/* Every byte of a frame, as if its writer had got it wrong. */
static void change_all(const pair *p, uint8_t *frame, uint64_t size)
{
    uint64_t record_end = sizeof(moult__frame_head);
    uint64_t inside = 0;
    moult__image *image = image_of(p);
    for (uint64_t at = 0; at < size; at++) {
        if (at == record_end) { /* what is read to find the way is looked at closely */
            moult__frame_record record;
            memcpy(&record, frame + at, sizeof record);
            inside = at + sizeof record + (record.place == MOULT__FRAME_HEADING ? record.size : 64);
            record_end += sizeof record + ((record.size + 7u) & ~7u);
        }
        const uint8_t flip = at % 2 == 0 ? 0xff : (uint8_t)(1u << at / 2 % 8);
        frame[at] ^= flip;
        if (at >= COVERED)
            seal(frame, size);
        image = apply_anything(p, image, frame, size, at < inside ? at % 2 == 0 : at % 61 == 0);
        frame[at] ^= flip;
    }
    moult__image_free(image);
    seal(frame, size);
}

/* In a whole frame, only what differs from a part: its headings, and some bytes behind them. */
START_TEST(wrong_byte_is_refused_or_harmless)
{
    pair p;
    make_pair(&p);
    uint64_t before = peak_kilobytes();
    if (_i == 0) {
        change_all(&p, p.part, p.part_size);
    } else {
        uint8_t *copy = malloc(p.whole_size);
        uint64_t serial = 2;
        memcpy(copy, p.whole, p.whole_size);
        memcpy(copy + offsetof(moult__frame_head, serial), &serial, sizeof serial);
        change_all(&p, copy, p.whole_size);
        free(copy);
    }
#ifndef __SANITIZE_ADDRESS__
    ck_assert_uint_lt(peak_kilobytes() - before, 20000);
#else
    (void)before;
#endif
    free_pair(&p);
}
END_TEST

START_TEST(cut_frame_is_refused_or_harmless)
{
    pair p;
    make_pair(&p);
    moult__image *image = image_of(&p);
    uint8_t *frame = _i == 0 ? p.part : p.whole;
    uint64_t serial = 2, size = _i == 0 ? p.part_size : p.whole_size;
    memcpy(frame + offsetof(moult__frame_head, serial), &serial, sizeof serial);
    seal(frame, size);
    uint8_t *copy = malloc(size);
    memcpy(copy, frame, size);
    if (_i != 0) { /* what images begin with */
        serial = 1;
        memcpy(p.whole + offsetof(moult__frame_head, serial), &serial, sizeof serial);
        seal(p.whole, size);
    }
    for (uint64_t cut = 0; cut < size; cut++) {
        uint8_t *exact = malloc(cut != 0 ? cut : 1); /* so that a byte too far is noticed */
        memcpy(exact, copy, cut);
        ck_assert_int_eq(moult__image_apply(image, exact, cut, NULL), MOULT_FORMAT);
        seal(exact, cut);
        image = apply_anything(&p, image, exact, cut, cut % 40 == 0);
        free(exact);
    }
    assert_is(image, 1, p.hash[0]);
    moult__image_free(image);
    free(copy);
    free_pair(&p);
}
END_TEST

/* -- lies -------------------------------------------------------------------------------------- */

/* Where the frame's record of that table and place is; the last one of its run. */
static uint64_t record_at(const uint8_t *frame, uint64_t size, uint32_t table, uint32_t place)
{
    uint64_t found = 0;
    uint32_t number = 0;
    moult__frame_record record;
    for (uint64_t at = sizeof(moult__frame_head); at < size;) {
        memcpy(&record, frame + at, sizeof record);
        if (record.table == table && record.place == place && record.number >= number) {
            found = at;
            number = record.number;
        }
        at += sizeof record + ((record.size + 7u) & ~7u);
    }
    ck_assert_uint_ne(found, 0);
    return found;
}

#define TILES (1u + 2u * 5u) /* of the second level */

/* The part's record of table and place says `number` and `size` (0: as it was) instead. */
static const struct {
    uint32_t table, place, new_table, new_place, number, size;
    moult_status status;
} lies[] = {
    {MOULT__TABLE_ITEM_SLOT, 0, MOULT__TABLE_ITEM_SLOT, 0, 2, 0, MOULT_FORMAT},
    {MOULT__TABLE_ITEM_SLOT, 0, MOULT__TABLE_ITEM_SLOT, 0, 40000, 0, MOULT_FORMAT},
    {MOULT__TABLE_ITEM_SLOT, 0, MOULT__TABLE_ITEM_SLOT, 0, 0xffffffff, 0, MOULT_MEMORY},
    {MOULT__TABLE_ITEM_SLOT, 0, MOULT__TABLE_ITEM_SLOT, 0, 1, 1784, MOULT_FORMAT},
    {MOULT__TABLE_ITEM_SLOT, 0, MOULT__TABLE_ITEM_SLOT, 1, 1, 0, MOULT_FORMAT},
    {MOULT__TABLE_ITEM_SLOT, 0, MOULT__TABLE_ACTOR_SLOT, 0, 0, 1784, MOULT_FORMAT},
    {MOULT__TABLE_ITEM_SLOT, 0, 0, 0, 1, 0, MOULT_FORMAT},
    {MOULT__TABLE_ITEM_SLOT, 0, 99, 0, 1, 0, MOULT_FORMAT},
    {MOULT__TABLE_ITEM_SLOT, 0, MOULT__TABLE_ITEM_SLOT, MOULT__FRAME_HEADING, 1, 0, MOULT_FORMAT},
    {MOULT__TABLE_ITEM_SLOT, 0, 0, MOULT__FRAME_SECTION, 1, 0, MOULT_FORMAT},
    {MOULT__TABLE_RUN, 0, MOULT__TABLE_RUN, 0, 1, 0, MOULT_FORMAT},
    {MOULT__TABLE_CELL, TILES, MOULT__TABLE_CELL, TILES, 0, 0, MOULT_FORMAT},
    {MOULT__TABLE_CELL, TILES, MOULT__TABLE_CELL, TILES, 2, 0, MOULT_FORMAT},
    {MOULT__TABLE_CELL, TILES, MOULT__TABLE_CELL, 0, 1, 0, MOULT_FORMAT},
    {MOULT__TABLE_CELL, TILES, MOULT__TABLE_CELL, 1 + 5, 1, 0, MOULT_FORMAT},
    {MOULT__TABLE_CELL, TILES, MOULT__TABLE_CELL, 1 + 64 * 5, 0, 0, MOULT_FORMAT},
    {MOULT__TABLE_CELL, TILES, MOULT__TABLE_CELL, 0xfffffffd, 0, 0, MOULT_FORMAT},
};

START_TEST(lying_record_is_refused)
{
    pair p;
    make_pair(&p);
    moult__image *image = image_of(&p);
    uint64_t before = peak_kilobytes();
    uint64_t at = record_at(p.part, p.part_size, lies[_i].table, lies[_i].place);
    moult__frame_record record;
    memcpy(&record, p.part + at, sizeof record);
    moult__frame_record lie = {lies[_i].new_table, lies[_i].new_place, lies[_i].number,
                               lies[_i].size != 0 ? lies[_i].size : record.size};
    memcpy(p.part + at, &lie, sizeof lie);
    seal(p.part, p.part_size);
    ck_assert_int_eq(moult__image_apply(image, p.part, p.part_size, NULL), lies[_i].status);
    assert_is(image, 1, p.hash[0]);
    ck_assert_uint_lt(peak_kilobytes() - before, 5000);
    memcpy(p.part + at, &record, sizeof record); /* and the true one still fits */
    seal(p.part, p.part_size);
    ck_assert_int_eq(moult__image_apply(image, p.part, p.part_size, NULL), MOULT_OK);
    assert_is(image, 2, p.hash[1]);
    moult__image_free(image);
    free_pair(&p);
}
END_TEST

START_TEST(world_of_more_than_80_mb_is_refused)
{
    pair p;
    moult__report report = {0};
    const uint64_t room = 128u << 20;
    make_pair(&p);
    uint8_t *frame = malloc(room);
    moult__image *image = image_of(&p);
    moult_world *w = small_world();
    ck_assert_uint_ne(moult__level_create(w, 4096, 2048, 1), 0); /* 9 bytes a cell */
    uint64_t size = moult__frame_write(w, 1, 2, frame, room);
    ck_assert_uint_gt(size, 72u << 20);
    ck_assert_uint_lt(size, 80u << 20);
    ck_assert_int_eq(moult__image_apply(image, frame, size, NULL), MOULT_OK);
    ck_assert_uint_ne(moult__level_create(w, 1024, 1024, 1), 0);
    size = moult__frame_write(w, 0, 3, frame, room);
    ck_assert_uint_lt(size, 10u << 20);
    ck_assert_int_eq(moult__image_apply(image, frame, size, &report), MOULT_MEMORY);
    ck_assert_str_eq(report.text, "error  moult play: out of memory for a checkpoint, which may "
                                  "have 80 MB. The one before it is used");
    ck_assert_uint_eq(moult__image_serial(image), 2);
    size = moult__frame_write(w, 1, 3, frame, room);
    ck_assert_int_eq(moult__image_apply(image, frame, size, NULL), MOULT_MEMORY);
    moult__world_free(w);
    moult__image_free(image);
    free(frame);
    free_pair(&p);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("world/image");
    TCase *tests = tcase_create("image");
    tcase_set_timeout(tests, 100);
    tcase_add_test(tests, frames_out_of_order_are_refused);
    tcase_add_test(tests, changed_byte_is_noticed);
    tcase_add_loop_test(tests, wrong_byte_is_refused_or_harmless, 0, 2);
    tcase_add_loop_test(tests, cut_frame_is_refused_or_harmless, 0, 2);
    tcase_add_loop_test(tests, lying_record_is_refused, 0, MOULT_COUNT(lies));
    tcase_add_test(tests, world_of_more_than_80_mb_is_refused);
    suite_add_tcase(suite, tests);
    SRunner *sr = srunner_create(suite);
    srunner_run_all(sr, CK_NORMAL);
    int failed = srunner_ntests_failed(sr);
    srunner_free(sr);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
