/* SPDX-License-Identifier: MIT */
/* Key names: what is one, what it means, and that names and codes go both ways. */
#include "core/game/keys.h"
#include <check.h>
#include <moult/renderer.h>
#include <stdio.h>
#include <stdlib.h>

#define SHIFT MOULT_MOD_SHIFT
#define CTRL MOULT_MOD_CTRL
#define ALT MOULT_MOD_ALT

static const struct {
    const char *text;
    uint32_t key, mods;
    const char *name; /* as it is written back */
} keys[] = {
    {"h", 'h', 0, "h"},
    {"H", 'H', 0, "H"},
    {"-", '-', 0, "-"},
    {">", '>', 0, ">"},
    {"#", '#', 0, "#"},
    {"F", 'F', 0, "F"},
    {"K", 'K', 0, "K"},
    {"C", 'C', 0, "C"},
    {"é", 0xe9, 0, "é"},
    {"あ", 0x3042, 0, "あ"},
    {"🐀", 0x1f400, 0, "🐀"},
    {"Up", MOULT_KEY_UP, 0, "Up"},
    {"Down", MOULT_KEY_DOWN, 0, "Down"},
    {"Left", MOULT_KEY_LEFT, 0, "Left"},
    {"Right", MOULT_KEY_RIGHT, 0, "Right"},
    {"Home", MOULT_KEY_HOME, 0, "Home"},
    {"End", MOULT_KEY_END, 0, "End"},
    {"PgUp", MOULT_KEY_PAGE_UP, 0, "PgUp"},
    {"PgDn", MOULT_KEY_PAGE_DOWN, 0, "PgDn"},
    {"Ins", MOULT_KEY_INSERT, 0, "Ins"},
    {"Del", MOULT_KEY_DELETE, 0, "Del"},
    {"Space", 0x20, 0, "Space"},
    {"Enter", 0x0d, 0, "Enter"},
    {"Esc", 0x1b, 0, "Esc"},
    {"Tab", 0x09, 0, "Tab"},
    {"Backspace", 0x08, 0, "Backspace"},
    {"F1", MOULT_KEY_F(1), 0, "F1"},
    {"F24", MOULT_KEY_F(24), 0, "F24"},
    {"KP0", MOULT_KEY_PAD(0), 0, "KP0"},
    {"KP9", MOULT_KEY_PAD(9), 0, "KP9"},
    {"C-l", 'l', CTRL, "C-l"},
    {"C-L", 'l', CTRL, "C-l"},
    {"C--", '-', CTRL, "C--"},
    {"S-h", 'H', 0, "H"},
    {"S-H", 'H', 0, "H"},
    {"S-Left", MOULT_KEY_LEFT, SHIFT, "S-Left"},
    {"S-Tab", MOULT_KEY_TAB, SHIFT, "S-Tab"},
    {"A-x", 'x', ALT, "A-x"},
    {"A-C-x", 'x', ALT | CTRL, "C-A-x"},
    {"S-A-C-Up", MOULT_KEY_UP, ALT | CTRL | SHIFT, "C-A-S-Up"},
    {"C-S-F5", MOULT_KEY_F(5), CTRL | SHIFT, "C-S-F5"},
};

START_TEST(a_name_is_read_and_written_back)
{
    uint32_t key = 0, mods = 99;
    char name[MOULT__KEY_NAME_SIZE];
    ck_assert_msg(moult__key_parse(keys[_i].text, &key, &mods) == 1, "%s", keys[_i].text);
    ck_assert_msg(key == keys[_i].key, "%s is %x", keys[_i].text, key);
    ck_assert_msg(mods == keys[_i].mods, "%s has mods %u", keys[_i].text, mods);
    moult__key_name(key, mods, name, sizeof name);
    ck_assert_str_eq(name, keys[_i].name);
}
END_TEST

static const char *const refused[] = {
    "",
    "up",
    "UP",
    "Upp",
    "hh",
    "F0",
    "F25",
    "F01",
    "F1x",
    "KP",
    "KP10",
    "KPx",
    "C-",
    "X-l",
    "C-C-l",
    "C-hh",
    "S-1",
    "move-west",
    "\x01",
    "\x7f",
    "\xff",
    "\xc3",
    "\xe3\x81",
    "\xc0\x80",
    "\xed\xa0\x80",
    "\xf4\x90\x80\x80",
    " ",
    "h ",
    "Esc ",
    "Space-",
    "\xc2\x80",
    "F99999999999",
    "S-\xc3\xa9",
};

START_TEST(anything_else_is_refused_and_leaves_the_result_alone)
{
    uint32_t key = 7, mods = 8;
    ck_assert_msg(moult__key_parse(refused[_i], &key, &mods) == 0, "'%s'", refused[_i]);
    ck_assert_uint_eq(key, 7);
    ck_assert_uint_eq(mods, 8);
}
END_TEST

START_TEST(a_key_without_name_is_a_question_mark)
{
    static const uint32_t unnamed[] = {0,        1,        0x7f,     0xd800,   0x110000,
                                       0x11000b, 0x110020, 0x110039, 0x11001a, 0xffffffffu};
    for (uint32_t i = 0; i < MOULT_COUNT(unnamed); i++) {
        char name[MOULT__KEY_NAME_SIZE];
        moult__key_name(unnamed[i], 0, name, sizeof name);
        ck_assert_str_eq(name, "?");
    }
}
END_TEST

START_TEST(a_name_is_cut_to_its_room)
{
    char name[8] = "xxxxxxx";
    moult__key_name(MOULT_KEY_BACKSPACE, CTRL, name, 5);
    ck_assert_str_eq(name, "C-Ba");
    ck_assert_int_eq(name[5], 'x');
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("keys");
    TCase *tests = tcase_create("keys");
    tcase_add_loop_test(tests, a_name_is_read_and_written_back, 0, (int)MOULT_COUNT(keys));
    tcase_add_loop_test(tests, anything_else_is_refused_and_leaves_the_result_alone, 0,
                        (int)MOULT_COUNT(refused));
    tcase_add_test(tests, a_key_without_name_is_a_question_mark);
    tcase_add_test(tests, a_name_is_cut_to_its_room);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
