/* SPDX-License-Identifier: MIT */
/* Names, messages, seed texts, and the random streams that start from them. */
#include <check.h>
#include <moult/random.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "support/world_kit.h"

static moult_world *w;

static void begin(void)
{
    w = kit_world();
}

static void end(void)
{
    kit_check(w);
    moult__world_free(w);
}

/* -- names ------------------------------------------------------------------------------------ */

START_TEST(names_are_numbered_and_found_again)
{
    char text[32];
    for (uint32_t i = 1; i <= 5000; i++) { /* the index grows on the way */
        snprintf(text, sizeof text, "name %u", i * 31);
        ck_assert_uint_eq(moult__intern(w, text), i);
    }
    for (uint32_t i = 5000; i >= 1; i--) {
        snprintf(text, sizeof text, "name %u", i * 31);
        ck_assert_uint_eq(moult__intern(w, text), i);
        ck_assert_str_eq(moult__text(w, i), text);
    }
    ck_assert_str_eq(moult__text(w, 0), "");
    ck_assert_str_eq(moult__text(w, 5001), "");
    ck_assert_str_eq(moult__text(w, UINT32_MAX), "");
}
END_TEST

START_TEST(text_of_a_name_stays_where_it_is)
{
    const char *rat = moult__text(w, moult__intern(w, "rat"));
    char text[32];
    for (uint32_t i = 0; i < 1000; i++) {
        snprintf(text, sizeof text, "name %u", i);
        moult__intern(w, text);
    }
    ck_assert_str_eq(rat, "rat");
    ck_assert_ptr_eq(moult__text(w, moult__intern(w, "rat")), rat);
}
END_TEST

START_TEST(names_have_at_most_127_bytes)
{
    char text[200];
    memset(text, 'n', sizeof text);
    text[127] = 0;
    ck_assert_uint_eq(moult__intern(w, text), 1);
    ck_assert_str_eq(moult__text(w, 1), text);
    text[127] = 'n';
    text[128] = 0;
    uint64_t hash = moult__hash(w);
    ck_assert_uint_eq(moult__intern(w, text), 0);
    ck_assert_int_eq(w->report.status, MOULT_RANGE);
    ck_assert_str_eq(w->report.text, "a name has at most 127 bytes");
    ck_assert_uint_eq(moult__intern(w, ""), 0);
    ck_assert_uint_eq(moult__intern(w, NULL), 0);
    ck_assert_uint_eq(moult__hash(w), hash);
}
END_TEST

/* -- messages --------------------------------------------------------------------------------- */

static moult_id newest(void)
{
    moult_id id = 0, last = 0;
    while ((id = moult__next_row(w, MOULT__TABLE_MESSAGE, 0, id)) != 0)
        last = id;
    return last;
}

static const moult__message_row *row_of(moult_id id)
{
    return (const moult__message_row *)moult__read(w, MOULT__TABLE_MESSAGE, id);
}

static const struct {
    const char *format, *text;
} formats[] = {
    {"plain", "plain"},
    {"You hit the {who} for {much}.", "You hit the rat for -12."},
    {"{much}{much}{who}", "-12-12rat"},
    {"{nobody} bites", "{nobody} bites"},
    {"{ {who}", "{ rat"},
    {"{who", "{who"},
    {"{} {who}}", "{} rat}"},
    {"a{empty}b", "ab"},
    {"{wh} {whom}", "{wh} {whom}"},
};

START_TEST(format_takes_its_arguments)
{
    static const moult_arg args[] = {MOULT_ARG_TEXT("who", "rat"), MOULT_ARG_NUMBER("much", -12),
                                     MOULT_ARG_TEXT("empty", "")};
    char text[64];
    ck_assert_int_eq(moult__say(w, MOULT_SAY_BAD, formats[_i].format, args, 3), MOULT_OK);
    uint32_t length = (uint32_t)strlen(formats[_i].text);
    ck_assert_uint_eq(moult__message_text(w, newest(), text, sizeof text), length);
    ck_assert_str_eq(text, formats[_i].text);
    ck_assert_uint_eq(moult__message_text(w, newest(), text, 4), length);
    ck_assert_uint_eq(strlen(text), length < 3 ? length : 3);
    ck_assert_int_eq(strncmp(text, formats[_i].text, 3), 0);
    ck_assert_uint_eq(moult__message_text(w, newest(), NULL, 0), length);
}
END_TEST

START_TEST(equal_neighbours_fold)
{
    moult_arg one = MOULT_ARG_NUMBER("n", 1), two = MOULT_ARG_NUMBER("n", 2);
    moult_arg none = MOULT_ARG_TEXT("n", ""), zero = MOULT_ARG_NUMBER("n", 0);
    for (uint32_t i = 0; i < 3; i++)
        moult__say(w, 0, "{n}", &one, 1);
    ck_assert_uint_eq(row_of(newest())->times, 3);
    moult__turn_passed(w);
    moult__say(w, 0, "{n}", &one, 1);
    ck_assert_uint_eq(row_of(newest())->times, 4);
    ck_assert_uint_eq(row_of(newest())->turn, 1);
    moult__say(w, 0, "{n}", &two, 1);
    moult__say(w, 1, "{n}", &two, 1);
    moult__say(w, 1, "{n}", NULL, 0);
    moult__say(w, 1, "{n}", &zero, 1);
    moult__say(w, 1, "{n}", &none, 1);
    moult__say(w, 0, "{n}", &one, 1);
    uint32_t count = 0;
    for (moult_id id = 0; (id = moult__next_row(w, MOULT__TABLE_MESSAGE, 0, id)) != 0; count++)
        ck_assert_uint_eq(row_of(id)->times, count == 0 ? 4 : 1);
    ck_assert_uint_eq(count, 7);
}
END_TEST

START_TEST(newest_200_are_kept)
{
    char text[16];
    for (int64_t i = 0; i < 1000; i++) {
        moult_arg number = MOULT_ARG_NUMBER("n", i);
        ck_assert_int_eq(moult__say(w, 0, "{n}", &number, 1), MOULT_OK);
    }
    int32_t expected = 800;
    for (moult_id id = 0; (id = moult__next_row(w, MOULT__TABLE_MESSAGE, 0, id)) != 0; expected++) {
        moult__message_text(w, id, text, sizeof text);
        ck_assert_int_eq(atoi(text), expected);
    }
    ck_assert_int_eq(expected, 1000);
}
END_TEST

START_TEST(messages_out_of_form_are_refused)
{
    char text[129];
    memset(text, 'x', 128);
    text[128] = 0;
    moult_arg args[5] = {MOULT_ARG_TEXT("a", "b"), MOULT_ARG_TEXT("a", "b"),
                         MOULT_ARG_TEXT("a", "b"), MOULT_ARG_TEXT("a", "b"),
                         MOULT_ARG_TEXT("a", "b")};
    moult_arg unnamed = MOULT_ARG_TEXT(NULL, "b"), cut = {8, 0, "a", "b", 0};
    moult_arg longer = MOULT_ARG_TEXT("a", text), late[2] = {args[0], unnamed};
    uint64_t hash = moult__hash(w);
    ck_assert_int_eq(moult__say(w, 0, "x", args, 5), MOULT_RANGE);
    ck_assert_int_eq(moult__say(w, 0, "", NULL, 0), MOULT_RANGE);
    ck_assert_int_eq(moult__say(w, 0, NULL, NULL, 0), MOULT_RANGE);
    ck_assert_int_eq(moult__say(w, 0, text, NULL, 0), MOULT_RANGE);
    ck_assert_str_eq(w->report.text, "a message's format has 1 to 127 bytes");
    ck_assert_int_eq(moult__say(w, 0, "x", &unnamed, 1), MOULT_FORMAT);
    ck_assert_int_eq(moult__say(w, 0, "x", &cut, 1), MOULT_FORMAT);
    ck_assert_int_eq(moult__say(w, 0, "x", &longer, 1), MOULT_RANGE);
    ck_assert_int_eq(moult__say(w, 0, "x", late, 2), MOULT_FORMAT);
    ck_assert_int_eq(moult__say(w, 0, "x", NULL, 1), MOULT_FORMAT);
    ck_assert_uint_eq(moult__hash(w), hash);
    ck_assert_int_eq(moult__say(w, 0, "x", args, 4), MOULT_OK);
}
END_TEST

/* -- seeds and streams ------------------------------------------------------------------------ */

/* PCG-XSH-RR 64/32 as its paper has it, and Lemire's bounded draw as his has it. */
static uint32_t pcg(uint64_t *state, uint64_t increment)
{
    uint64_t x = *state;
    uint32_t count = (uint32_t)(x >> 59);
    *state = x * 6364136223846793005u + increment;
    x ^= x >> 18;
    uint32_t value = (uint32_t)(x >> 27);
    return count == 0 ? value : (value >> count) | (value << (32 - count));
}

static uint32_t bounded(uint64_t *state, uint64_t increment, uint32_t range)
{
    uint64_t m = (uint64_t)pcg(state, increment) * range;
    uint32_t low = (uint32_t)m;
    if (low < range) {
        uint32_t limit = (uint32_t)((0x100000000u - range) % range);
        while (low < limit) {
            m = (uint64_t)pcg(state, increment) * range;
            low = (uint32_t)m;
        }
    }
    return (uint32_t)(m >> 32);
}

START_TEST(pcg_of_this_test_is_the_published_one)
{
    /* pcg32-demo of the reference distribution: seed 42, sequence 54 */
    static const uint32_t published[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330,
                                         0x83d2f293, 0xbfa4784b, 0xcbed606e};
    uint64_t state = 0, increment = 54u << 1 | 1;
    pcg(&state, increment);
    state += 42;
    pcg(&state, increment);
    for (uint32_t i = 0; i < MOULT_COUNT(published); i++)
        ck_assert_uint_eq(pcg(&state, increment), published[i]);
}
END_TEST

START_TEST(streams_give_known_answers)
{
    static const uint32_t bounds[] = {1, 2, 6, 100, 0x7fffffff, 0x80000001, 0xffffffff};
    for (uint32_t stream = 0; stream < MOULT_STREAMS; stream++) {
        uint64_t state = XXH3_64bits_withSeed("kit", 3, 0x6d6f756c74u + stream);
        for (uint32_t i = 0; i < 7000; i++) {
            uint32_t bound = bounds[i % MOULT_COUNT(bounds)];
            ck_assert_uint_eq(moult__random(w, stream, bound),
                              bounded(&state, 2 * stream + 1, bound));
        }
    }
    ck_assert_uint_eq(moult__random(w, 0, 0), 0);
    ck_assert_uint_eq(moult__random(w, 3, 10), 0);
}
END_TEST

START_TEST(draws_are_even)
{
    static const uint32_t bounds[] = {2, 3, 6, 7, 10, 64};
    /* chi-square, one in 10^5 is above: degrees of freedom 1, 2, 5, 6, 9, 63 */
    static const double limits[] = {19.6, 23.1, 30.9, 33.2, 39.4, 121.0};
    for (uint32_t stream = 0; stream < MOULT_STREAMS; stream++)
        for (uint32_t b = 0; b < MOULT_COUNT(bounds); b++) {
            uint32_t count[64] = {0}, draws = 100000, outside = 0;
            double square = 0, expected = (double)draws / bounds[b];
            for (uint32_t i = 0; i < draws; i++) {
                uint32_t value = moult__random(w, stream, bounds[b]);
                outside += value >= bounds[b];
                count[value % 64]++;
            }
            ck_assert_uint_eq(outside, 0);
            for (uint32_t i = 0; i < bounds[b]; i++)
                square += (count[i] - expected) * (count[i] - expected) / expected;
            ck_assert_double_lt(square, limits[b]);
        }
}
END_TEST

START_TEST(streams_are_apart)
{
    moult_world *other = kit_world();
    for (uint32_t i = 0; i < 100; i++) {
        moult__random(other, MOULT_STREAM_LEVEL, 9);
        moult__random(other, MOULT_STREAM_COSMETIC, 9);
    }
    for (uint32_t i = 0; i < 100; i++)
        ck_assert_uint_eq(moult__random(w, MOULT_STREAM_PLAY, 1000),
                          moult__random(other, MOULT_STREAM_PLAY, 1000));
    ck_assert_uint_ne(moult__hash(w), moult__hash(other));
    moult__world_free(other);
}
END_TEST

START_TEST(cosmetic_stream_does_not_count)
{
    uint64_t hash = moult__hash(w);
    w->phase = MOULT__PHASE_DRAW;
    uint32_t different = 0;
    for (uint32_t i = 0; i < 100; i++)
        different += moult__random(w, MOULT_STREAM_COSMETIC, 1000) != 0;
    ck_assert_uint_gt(different, 90);
    w->phase = MOULT__PHASE_TURN;
    ck_assert_uint_eq(moult__hash(w), hash);
    moult__random(w, MOULT_STREAM_PLAY, 2);
    ck_assert_uint_ne(moult__hash(w), hash);
}
END_TEST

START_TEST(seed_texts_are_kept_as_typed)
{
    static uint8_t seed[MOULT_SEED_MAX + 1];
    static const uint32_t counts[] = {0, 1, 3, 4095, 4096};
    uint64_t seen[MOULT_COUNT(counts)];
    uint32_t count;
    for (uint32_t i = 0; i < sizeof seed; i++)
        seed[i] = (uint8_t)(i * 7 % 5); /* NUL bytes among them */
    for (uint32_t i = 0; i < MOULT_COUNT(counts); i++) {
        ck_assert_int_eq(moult__world_seed(w, counts[i] != 0 ? seed : NULL, counts[i]), MOULT_OK);
        ck_assert_mem_eq(moult__seed_text(w, &count), seed, counts[i]);
        ck_assert_uint_eq(count, counts[i]);
        seen[i] = moult__hash(w);
        for (uint32_t k = 0; k < i; k++)
            ck_assert_uint_ne(seen[k], seen[i]);
    }
    ck_assert_int_eq(moult__world_seed(w, seed, 4097), MOULT_RANGE);
    ck_assert_str_eq(w->report.text,
                     "error  --seed: the seed text has 4097 bytes, at most 4096 are "
                     "read. Use a shorter one");
    ck_assert_uint_eq(moult__hash(w), seen[4]);
    ck_assert_int_eq(moult__world_seed(w, seed, 3),
                     MOULT_OK); /* nothing is left of the longer one */
    ck_assert_uint_eq(moult__hash(w), seen[2]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("world/text");
    TCase *tests = tcase_create("text");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_test(tests, names_are_numbered_and_found_again);
    tcase_add_test(tests, text_of_a_name_stays_where_it_is);
    tcase_add_test(tests, names_have_at_most_127_bytes);
    tcase_add_loop_test(tests, format_takes_its_arguments, 0, (int)MOULT_COUNT(formats));
    tcase_add_test(tests, equal_neighbours_fold);
    tcase_add_test(tests, newest_200_are_kept);
    tcase_add_test(tests, messages_out_of_form_are_refused);
    tcase_add_test(tests, pcg_of_this_test_is_the_published_one);
    tcase_add_test(tests, streams_give_known_answers);
    tcase_add_test(tests, draws_are_even);
    tcase_add_test(tests, streams_are_apart);
    tcase_add_test(tests, cosmetic_stream_does_not_count);
    tcase_add_test(tests, seed_texts_are_kept_as_typed);
    suite_add_tcase(suite, tests);
    SRunner *sr = srunner_create(suite);
    srunner_run_all(sr, CK_NORMAL);
    int failed = srunner_ntests_failed(sr);
    srunner_free(sr);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
