/* SPDX-License-Identifier: MIT */
/* Natives are called by name, through their signature, with arguments as text: each letter arrives
 * as the value that was written, and what doesn't fit exactly is refused by a text of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <moult/moult.h>
#include "support/plugin_kit.h"
#include <check.h>
#undef fail

static moult_world world;

static int32_t next(int32_t n)
{
    return n + 1;
}
static uint32_t flip_32(uint32_t n)
{
    return ~n;
}
static int64_t negate(int64_t n)
{
    return -n;
}
static uint64_t flip_64(uint64_t n)
{
    return ~n;
}
static const char *tail(const char *text)
{
    return *text != 0 ? text + 1 : NULL;
}
static int32_t is_world(const moult_world *w, int32_t n, const moult_world *again)
{
    return w == &world && again == &world ? n : 0;
}
static void nothing(void)
{
}
static int64_t many(int32_t a, uint64_t b, int64_t c, uint32_t d, int32_t e, int32_t f, int32_t g,
                    int32_t h, int64_t i, const char *j, uint32_t k)
{
    return a + (int64_t)b * 2 + c * 3 + (int64_t)d * 4 + e * 5 + f * 6 + g * 7 + h * 8 + i * 9 +
           (int64_t)strlen(j) * 10 + (int64_t)k * 11;
}
static int32_t refuse(moult_world *w)
{
    return moult__fail(w, MOULT_RANGE, "the moon isn't full");
}
static int32_t below_zero(void)
{
    return -4;
}

static moult__build build = {.label = "ai-wolf@1.0"};
#define ENTRY(name, signature, function)                                   \
    {                                                                      \
        name, signature, "help of " name, (void (*)(void))function, &build \
    }
static moult__native natives[] = {
    ENTRY("test.next", "i(i)", next),      ENTRY("test.flip-32", "u(u)", flip_32),
    ENTRY("test.negate", "l(l)", negate),  ENTRY("test.flip-64", "q(q)", flip_64),
    ENTRY("test.tail", "s(s)", tail),      ENTRY("test.world", "i(wiw)", is_world),
    ENTRY("test.nothing", "v()", nothing), ENTRY("test.many", "l(iqluiiiilsu)", many),
    ENTRY("test.refuse", "i(w)", refuse),  ENTRY("test.below", "i()", below_zero),
};
static moult__set set = {.dispatch = {.natives = natives, .native_count = MOULT_COUNT(natives)}};

static const struct {
    const char *name, *args[12], *result;
} calls[] = {
    {"test.next", {"41"}, "42"},
    {"test.next", {"-2147483648"}, "-2147483647"},
    {"test.next", {"0x10"}, "17"},
    {"test.next", {"-0x10"}, "-15"},
    {"test.next", {"010"}, "11"},
    {"test.flip-32", {"0"}, "4294967295"},
    {"test.flip-32", {"4294967295"}, "0"},
    {"test.negate", {"9223372036854775807"}, "-9223372036854775807"},
    {"test.flip-64", {"0xfffffffffffffffe"}, "1"},
    {"test.flip-64", {"0"}, "18446744073709551615"},
    {"test.tail", {"wolf"}, "olf"},
    {"test.tail", {""}, ""},
    {"test.tail", {" 1"}, "1"},
    {"test.world", {"7"}, "7"},
    {"test.nothing", {NULL}, "done"},
    {"test.many", {"1", "2", "3", "4", "5", "6", "7", "8", "9", "ten", "11"}, "436"},
    {"test.below", {NULL}, "-4"},
};

static uint32_t count(const char *const *args)
{
    uint32_t n = 0;
    while (args[n] != NULL)
        n++;
    return n;
}

START_TEST(arguments_and_results_of_each_letter_arrive)
{
    char out[64];
    moult__report report = {0};
    moult_status status = moult__native_call(&set, &world, calls[_i].name, calls[_i].args,
                                             count(calls[_i].args), out, sizeof out, &report);
    ck_assert_msg(status == MOULT_OK, "%s", report.text);
    ck_assert_str_eq(out, calls[_i].result);
}
END_TEST

#define NOT_I(text)                                                                             \
    "moult call test.next: argument 1 is \"" text "\", not a whole number of 32 bits. help of " \
    "test.next"
#define NOT_U(text)                                                                             \
    "moult call test.flip-32: argument 1 is \"" text "\", not a whole number of 32 bits, 0 or " \
    "more. help of test.flip-32"
#define NOT_Q(text)                                                                             \
    "moult call test.flip-64: argument 1 is \"" text "\", not a whole number of 64 bits, 0 or " \
    "more. help of test.flip-64"
static const struct {
    const char *name, *args[12], *text;
} refused[] = {
    {"test.next", {""}, NOT_I("")},
    {"test.next", {" 1"}, NOT_I(" 1")},
    {"test.next", {"\v1"}, NOT_I("?1")},
    {"test.next", {"+1"}, NOT_I("+1")},
    {"test.next", {"1 "}, NOT_I("1 ")},
    {"test.next", {"1.0"}, NOT_I("1.0")},
    {"test.next", {"--1"}, NOT_I("--1")},
    {"test.next", {"0x"}, NOT_I("0x")},
    {"test.next", {"wolf"}, NOT_I("wolf")},
    {"test.next", {"2147483648"}, NOT_I("2147483648")},
    {"test.next", {"-2147483649"}, NOT_I("-2147483649")},
    {"test.flip-32", {"-1"}, NOT_U("-1")},
    {"test.flip-32", {"4294967296"}, NOT_U("4294967296")},
    {"test.flip-64", {"-1"}, NOT_Q("-1")},
    {"test.flip-64", {"18446744073709551616"}, NOT_Q("18446744073709551616")},
    {"test.negate",
     {"9223372036854775808"},
     "moult call test.negate: argument 1 is \"9223372036854775808\", not a whole number of 64 "
     "bits. help of test.negate"},
    {"test.next",
     {NULL},
     "moult call test.next: it takes 1 argument, not 0: i(i). help of test.next"},
    {"test.world",
     {"1", "2"},
     "moult call test.world: it takes 1 argument, not 2: i(wiw). help of test.world"},
    {"test.refuse", {NULL}, "ai-wolf@1.0 call: test.refuse: the moon isn't full"},
    {"test.nxet",
     {"1"},
     "moult call: there is no native \"test.nxet\". Known: test.next test.flip-32 test.negate "
     "test.flip-64 test.tail test.world test.nothing test.many test.refuse test.below (closest: "
     "test.next)"},
};

START_TEST(what_doesnt_fit_is_refused_and_says_so)
{
    char out[64] = "", text[600];
    moult__report report = {0};
    ck_assert_int_lt(moult__native_call(&set, &world, refused[_i].name, refused[_i].args,
                                        count(refused[_i].args), out, sizeof out, &report),
                     0);
    snprintf(text, sizeof text, "error  %s", refused[_i].text);
    ck_assert_str_eq(report.text, text);
}
END_TEST

START_TEST(a_long_result_is_cut_to_its_room)
{
    char out[4];
    const char *args[] = {"wolves"};
    moult__report report = {0};
    ck_assert_int_eq(
        moult__native_call(&set, &world, "test.tail", args, 1, out, sizeof out, &report), MOULT_OK);
    ck_assert_str_eq(out, "olv");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plugin native");
    TCase *group = tcase_create("all");
    tcase_add_loop_test(group, arguments_and_results_of_each_letter_arrive, 0, MOULT_COUNT(calls));
    tcase_add_loop_test(group, what_doesnt_fit_is_refused_and_says_so, 0, MOULT_COUNT(refused));
    tcase_add_test(group, a_long_result_is_cut_to_its_room);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
