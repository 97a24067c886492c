/* SPDX-License-Identifier: MIT */
/* Profiles: what they hold, and that whatever is wrong in one is named by line and column. */
#include "core/system/profile.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64];
static moult__profile profile;
static moult__report report;
static const char *const folders[] = {"own", "missing", "shipped"};

static void put(const char *name, const char *text, size_t length)
{
    unlink(name); /* to write over a file would wait for the disk */
    FILE *file = fopen(name, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(text, 1, length, file), length);
    fclose(file);
}

static void put_text(const char *name, const char *text)
{
    put(name, text, strlen(text));
}

static moult_status load(const char *name)
{
    return moult__profile_load(&profile, name, folders, MOULT_COUNT(folders), &report);
}

static void expect_refusal(moult_status status, const char *text)
{
    ck_assert_int_lt(status, 0);
    ck_assert_int_eq(report.status, status);
    ck_assert_str_eq(report.text, text);
}

static void enter(void)
{
    snprintf(folder, sizeof folder, "/tmp/moult-profile-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
    ck_assert_int_eq(system("mkdir own shipped"), 0);
    memset(&report, 0, sizeof report);
    moult__profile_init(&profile);
}

static void leave(void)
{
    char command[128];
    ck_assert_int_eq(chdir("/"), 0);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

static const char *provider(const char *role)
{
    return moult__profile_role_of(&profile, role)->provider;
}

START_TEST(a_profile_is_read)
{
    put_text("shipped/rogue.ini", "; a comment\n"
                                  "[profile]\n"
                                  "title = Rogue, the first   ; of all\n"
                                  "\n"
                                  "[roles]\n"
                                  "  mapgen = rooms\r\n"
                                  "\tcombat=rogue\n"
                                  "mapgen = caves\n"
                                  "# another comment\n"
                                  "[kinds]\n"
                                  "ai = all\n"
                                  "items = food,gold ,\tpotion-1\n"
                                  "[keys]\n"
                                  "move-west = h Left =\n"
                                  "quit: Q\n"
                                  "[options]\n"
                                  "rules.tick_ms = 0\n"
                                  "empty =");
    ck_assert_int_eq(load("rogue"), MOULT_OK);
    ck_assert_str_eq(profile.name, "rogue");
    ck_assert_str_eq(profile.path, "shipped/rogue.ini");
    ck_assert_str_eq(profile.title, "Rogue, the first");
    ck_assert_str_eq(provider("mapgen"), "caves");
    ck_assert_str_eq(provider("combat"), "rogue");
    ck_assert_str_eq(provider("audio"), "");
    ck_assert_uint_eq(profile.kind_count, 2);
    ck_assert_str_eq(profile.kinds[0].value, "all");
    ck_assert_str_eq(profile.kinds[1].name, "items");
    ck_assert_str_eq(profile.kinds[1].value, "food gold potion-1");
    ck_assert_uint_eq(profile.key_count, 2);
    ck_assert_str_eq(profile.keys[0].name, "move-west");
    ck_assert_str_eq(profile.keys[0].value, "h Left =");
    ck_assert_str_eq(profile.keys[1].value, "Q");
    ck_assert_str_eq(moult__profile_option(&profile, "rules.tick_ms"), "0");
    ck_assert_str_eq(moult__profile_option(&profile, "empty"), "");
    ck_assert_ptr_null(moult__profile_option(&profile, "none"));
}
END_TEST

START_TEST(an_empty_profile_chooses_nothing)
{
    put_text("x.ini", _i ? "\xef\xbb\xbf[profile]\ntitle = x" : "");
    ck_assert_int_eq(load("x.ini"), MOULT_OK);
    ck_assert_str_eq(profile.title, "x");
    for (uint32_t i = 0; i < MOULT__ROLE_COUNT; i++) {
        ck_assert_ptr_nonnull(profile.roles[i].role);
        ck_assert_str_eq(profile.roles[i].provider, "");
        ck_assert_str_eq(profile.roles[i].file, "");
    }
}
END_TEST

#define LONG_196                                                                                   \
    "a = bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb" \
    "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"  \
    "bbbbbbbbbbbbb"

#define RULE " is not a name: a-z, 0-9 and '-', at most 31 of them, no leading '-'"
#define ROLES " rules mapgen combat bestiary items fov renderer saver scores audio"

/* Texts, each followed by its refusal without "error  bad.ini:". */
static const char *const wrong[] = {
    "[profile]\nwieght = 3\n",
    "2:1: unknown key \"wieght\". Known: title base",
    "[profile]\n\n  titel = 3\n",
    "3:3: unknown key \"titel\" (did you mean \"title\"?)",
    "[roles]\n\tmapgn = x\n",
    "2:2: unknown role \"mapgn\" (did you mean \"mapgen\"?)",
    "[roles]\nmonster = x\n",
    "2:1: unknown role \"monster\". Known:" ROLES,
    "[roles]\nmapgen = Rooms\n",
    "2:1: \"Rooms\"" RULE,
    "[roles]\nmapgen =\n",
    "2:1: \"\"" RULE,
    "[profile]\ntitle = x\n[rolls]\na = b\n",
    "3:1: unknown section \"rolls\" (did you mean \"roles\"?)",
    "[]\n",
    "1:1: unknown section \"\". Known: profile roles kinds keys options",
    "  [roles\n",
    "1:3: expected [SECTION]",
    "title = x\n",
    "1:1: this stands before any section. Begin with [profile]",
    "[profile]\ntitle = x\n\n   title x\n",
    "4:4: expected NAME = VALUE",
    "[profile]\ntitle\ntitel = x\n",
    "2:1: expected NAME = VALUE",
    "[profile]\ntitel = x\ntitle\n",
    "2:1: unknown key \"titel\" (did you mean \"title\"?)",
    "[profile]\ntitle ; = x\n",
    "2:1: expected NAME = VALUE",
    "[profile]\ntitle =\n",
    "2:1: expected a title of 1 to 127 bytes",
    "[profile]\nbase = a/b\n",
    "2:1: \"a/b\"" RULE,
    "[kinds]\nai =\n",
    "2:1: expected ai = all, or the names of some",
    "[kinds]\nai = a b C\n",
    "2:1: \"C\"" RULE,
    "[kinds]\nAI = all\n",
    "2:1: \"AI\"" RULE,
    "[keys]\nquit =\n",
    "2:1: expected quit = KEYS",
    "[options]\nA = b\n",
    "2:1: \"A\" is not an option: a-z, 0-9, '-', '_' and '.', at most 63 of them",
    "[options]\na = b\x1b[2J\n",
    "2:6: a control character, 0x1b",
    "[options]\n" LONG_196 "b\n",
    "2:1: the line is too long: 197 bytes, at most 196",
    "[profile]\n# " LONG_196 "\n",
    "2:1: the line is too long: 198 bytes, at most 196",
};

START_TEST(what_is_wrong_is_named_by_line_and_column)
{
    char expected[300];
    put_text("bad.ini", wrong[2 * _i]);
    snprintf(expected, sizeof expected, "error  bad.ini:%s", wrong[2 * _i + 1]);
    expect_refusal(load("bad.ini"), expected);
    ck_assert_uint_eq(report.exit_code, MOULT__EXIT_REFUSED);
}
END_TEST

START_TEST(the_longest_line_is_read)
{
    put_text("x.ini", "[options]\n" LONG_196 "\nc = d\n");
    ck_assert_uint_eq(strlen(LONG_196), MOULT__PROFILE_LINE_MAX);
    ck_assert_int_eq(load("x.ini"), MOULT_OK);
    ck_assert_uint_eq(strlen(moult__profile_option(&profile, "a")), 192);
    ck_assert_str_eq(moult__profile_option(&profile, "c"), "d");
}
END_TEST

START_TEST(zero_bytes_are_refused)
{
    put("bad.ini", "[profile]\ntit\0le = x\n", 21);
    expect_refusal(load("bad.ini"), "error  bad.ini:2:4: a zero byte. Is this a text file?");
}
END_TEST

START_TEST(too_many_lines_are_refused)
{
    FILE *file = fopen("bad.ini", "w");
    fprintf(file, "[keys]\n");
    for (int i = 0; i <= MOULT__PROFILE_KEYS_MAX; i++)
        fprintf(file, "key-%d = x\n", i);
    fclose(file);
    expect_refusal(load("bad.ini"), "error  bad.ini:258:1: too many lines in [keys]: at most 256");
}
END_TEST

START_TEST(a_profile_that_is_not_known_is_refused_with_those_that_are)
{
    expect_refusal(load("rogue"), "error  profile: unknown profile \"rogue\". Known: none");
    put_text("shipped/rogue.ini", "");
    put_text("shipped/default.ini", "");
    put_text("own/rogue.ini", "");
    put_text("own/Not A Name.ini", "");
    put_text("own/other.txt", "");
    expect_refusal(load("rouge"), "error  profile: unknown profile \"rouge\" (did you mean "
                                  "\"rogue\"?). Known: default rogue");
    expect_refusal(load(".."), "error  profile: unknown profile \"..\". Known: default rogue");
    expect_refusal(load(""), "error  profile: unknown profile \"\". Known: default rogue");
    expect_refusal(load("no/such.ini"), "error  no/such.ini: there is no such file");
    expect_refusal(load("nosuch.ini"), "error  nosuch.ini: there is no such file");
    expect_refusal(load("./own"), "error  ./own: is a folder, not a file");
}
END_TEST

START_TEST(the_first_folder_wins)
{
    put_text("shipped/rogue.ini", "[profile]\ntitle = shipped\n");
    put_text("own/rogue.ini", "[profile]\ntitle = own\n");
    ck_assert_int_eq(load("rogue"), MOULT_OK);
    ck_assert_str_eq(profile.title, "own");
    ck_assert_int_eq(load("shipped/rogue.ini"), MOULT_OK);
    ck_assert_str_eq(profile.title, "shipped");
    put_text("own/Mine: all.ini", "");
    ck_assert_int_eq(load("own/Mine: all.ini"), MOULT_OK);
    ck_assert_ptr_eq(strstr(profile.name, "Mine_ all~"), profile.name);
}
END_TEST

START_TEST(a_base_counts_where_the_profile_has_no_line)
{
    put_text("shipped/base.ini", "[profile]\ntitle = Base\n[roles]\nmapgen = rooms\nfov = shadow\n"
                                 "[keys]\nquit = Q\nwait = s\n");
    put_text("own/mine.ini", "[roles]\nmapgen = caves\n[keys]\nquit = X\n[profile]\nbase = base\n");
    ck_assert_int_eq(load("mine"), MOULT_OK);
    ck_assert_str_eq(profile.name, "mine");
    ck_assert_str_eq(profile.title, "Base");
    ck_assert_str_eq(provider("mapgen"), "caves");
    ck_assert_str_eq(provider("fov"), "shadow");
    ck_assert_uint_eq(profile.key_count, 2);
    ck_assert_str_eq(profile.keys[0].value, "X");
    ck_assert_str_eq(profile.keys[1].value, "s");
}
END_TEST

START_TEST(a_bad_base_is_refused)
{
    put_text("own/a.ini", "[profile]\ntitle = a\n base = none\n");
    expect_refusal(load("a"), "error  own/a.ini:3:2: unknown profile \"none\". Known: a");
    put_text("own/b.ini", "[profile]\nbase = a\n");
    expect_refusal(load("b"), "error  own/a.ini:3:2: unknown profile \"none\". Known: a b");
    put_text("own/a.ini", "[profile]\nbase = b\n");
    expect_refusal(load("a"), "error  own/b.ini:2:1: base \"a\" leads back to itself");
    expect_refusal(load("./own/a.ini"), "error  own/b.ini:2:1: base \"a\" leads back to itself");
    put_text("own/a.ini", "[profile]\nbase = a\n");
    expect_refusal(load("a"), "error  own/a.ini:2:1: base \"a\" leads back to itself");
    put_text("own/a.ini", "[profile]\ntitle =\n");
    expect_refusal(load("b"), "error  own/a.ini:2:1: expected a title of 1 to 127 bytes");
}
END_TEST

START_TEST(bases_stand_four_upon_each_other)
{
    for (int i = 0; i < 5; i++) {
        char name[32], text[64];
        snprintf(name, sizeof name, "own/p%d.ini", i);
        snprintf(text, sizeof text, "[profile]\nbase = p%d\n", i + 1);
        put_text(name, text);
    }
    put_text("own/p5.ini", "[profile]\ntitle = deep\n");
    ck_assert_int_eq(load("p1"), MOULT_OK);
    ck_assert_str_eq(profile.title, "deep");
    expect_refusal(load("p0"),
                   "error  own/p4.ini:2:1: base \"p5\" is one too many: at most 4 upon each other");
}
END_TEST

START_TEST(a_keys_file_only_changes_keys)
{
    put_text("own/a.ini", "[profile]\ntitle = a\n[roles]\nmapgen = rooms\n[keys]\nquit = Q\n");
    put_text("keys.ini", "[profile]\nwhat = ever\n[roles]\nmapgen = caves\n[keys]\nquit = X\n");
    ck_assert_int_eq(load("a"), MOULT_OK);
    ck_assert_int_eq(moult__profile_keys_file(&profile, "keys.ini", &report), MOULT_OK);
    ck_assert_str_eq(profile.title, "a");
    ck_assert_str_eq(provider("mapgen"), "rooms");
    ck_assert_uint_eq(profile.key_count, 1);
    ck_assert_str_eq(profile.keys[0].value, "X");
    put_text("keys.ini", "[key]\nquit = X\n");
    expect_refusal(moult__profile_keys_file(&profile, "keys.ini", &report),
                   "error  keys.ini:1:1: unknown section \"key\" (did you mean \"keys\"?)");
    put_text("keys.ini", "[keys]\nquit\n");
    expect_refusal(moult__profile_keys_file(&profile, "keys.ini", &report),
                   "error  keys.ini:2:1: expected NAME = VALUE");
    expect_refusal(moult__profile_keys_file(&profile, "none", &report),
                   "error  none: there is no such file");
}
END_TEST

START_TEST(roles_and_slots_are_chosen_one_by_one)
{
    static const char *const choices[] = {
        "mapgen=nethack",    "mapgen=./caves.so", "combat=x.so",        "fov=shadow",
        "ai/chaser=mine.so", "ai/wolf=/a/b",      "ai/chaser=other.so", "items=a=b/c",
    };
    for (uint32_t i = 0; i < MOULT_COUNT(choices); i++)
        ck_assert_int_eq(moult__profile_use(&profile, choices[i], &report), MOULT_OK);
    ck_assert_str_eq(provider("mapgen"), "");
    ck_assert_str_eq(moult__profile_role_of(&profile, "mapgen")->file, "./caves.so");
    ck_assert_str_eq(moult__profile_role_of(&profile, "combat")->file, "x.so");
    ck_assert_str_eq(provider("fov"), "shadow");
    ck_assert_str_eq(moult__profile_role_of(&profile, "items")->file, "a=b/c");
    ck_assert_uint_eq(profile.slot_count, 2);
    ck_assert_str_eq(profile.slots[0].slot, "ai/chaser");
    ck_assert_str_eq(profile.slots[0].file, "other.so");
    ck_assert_str_eq(profile.slots[1].file, "/a/b");
    ck_assert_int_eq(moult__profile_use(&profile, "mapgen=rooms", &report), MOULT_OK);
    ck_assert_str_eq(provider("mapgen"), "rooms");
    ck_assert_str_eq(moult__profile_role_of(&profile, "mapgen")->file, "");
}
END_TEST

#define EXPECTED ": expected ROLE=NAME, ROLE=FILE or KIND/NAME=FILE"

static const struct {
    const char *text, *refusal;
} bad_uses[] = {
    {"mapgen", "error  --use: \"mapgen\"" EXPECTED},
    {"", "error  --use: \"\"" EXPECTED},
    {"=", "error  --use: \"=\"" EXPECTED},
    {"mapgen=", "error  --use: \"mapgen=\"" EXPECTED},
    {"=rooms", "error  --use: \"=rooms\"" EXPECTED},
    {"ai/chaser=wolf", "error  --use: \"ai/chaser=wolf\"" EXPECTED},
    {"ai/=a.so", "error  --use: \"ai/=a.so\"" EXPECTED},
    {"/chaser=a.so", "error  --use: \"/chaser=a.so\"" EXPECTED},
    {"a/b/c=a.so", "error  --use: \"a/b/c=a.so\"" EXPECTED},
    {"ai/Wolf=a.so", "error  --use: \"ai/Wolf=a.so\"" EXPECTED},
    {"mapgn=rooms", "error  --use: unknown role \"mapgn\" (did you mean \"mapgen\"?)"},
    {"ai=wolf.so", "error  --use: unknown role \"ai\". Known:" ROLES},
    {"mapgen=Rooms", "error  --use: \"Rooms\"" RULE},
    {"mapgen=.so", "error  --use: \".so\"" RULE},
    {"mapgen=-x", "error  --use: \"-x\"" RULE},
};

START_TEST(a_bad_choice_is_wrong_usage)
{
    expect_refusal(moult__profile_use(&profile, bad_uses[_i].text, &report), bad_uses[_i].refusal);
    ck_assert_uint_eq(report.exit_code, MOULT__EXIT_USAGE);
}
END_TEST

START_TEST(choices_of_any_length_are_answered)
{
    char text[5000];
    for (size_t length = 1; length < sizeof text; length += 61) {
        memset(text, 'a', length);
        text[length] = 0;
        ck_assert_int_lt(moult__profile_use(&profile, text, &report), 0);
        memcpy(text, "fov=", length < 4 ? length : 4);
        moult_status status = moult__profile_use(&profile, text, &report);
        ck_assert_int_eq(status == MOULT_OK, length > 4 && length < 36);
        if (length > 6)
            text[5] = '/';
        status = moult__profile_use(&profile, text, &report);
        ck_assert_int_eq(status == MOULT_OK, length > 4 && length < 4 + MOULT__PROFILE_PATH_SIZE);
    }
    for (int i = 0; i <= MOULT__PROFILE_SLOTS_MAX; i++) {
        snprintf(text, sizeof text, "ai/a%d=x.so", i);
        ck_assert_int_eq(moult__profile_use(&profile, text, &report),
                         i < MOULT__PROFILE_SLOTS_MAX ? MOULT_OK : MOULT_FULL);
    }
    ck_assert_str_eq(report.text, "error  --use: more than 32 slots are chosen");
}
END_TEST

START_TEST(names_have_a_grammar)
{
    static const struct {
        const char *name;
        int32_t valid;
    } cases[] = {
        {"a", 1},
        {"0", 1},
        {"a-b-", 1},
        {"1234567890123456789012345678901", 1},
        {"12345678901234567890123456789012", 0},
        {"", 0},
        {"-a", 0},
        {"A", 0},
        {"a_b", 0},
        {"a.so", 0},
        {"a/b", 0},
        {"..", 0},
        {"a b", 0},
        {"é", 0},
    };
    for (uint32_t i = 0; i < MOULT_COUNT(cases); i++)
        ck_assert_int_eq(moult__name_valid(cases[i].name), cases[i].valid);
}
END_TEST

START_TEST(no_bytes_break_the_reader)
{
    char text[600];
    uint32_t random = 1;
    static const char *const words[] = {"[",      "]", "roles", "profile", "=",    "\n",
                                        " ",      ";", "\r",    "\xff",    "base", "x",
                                        "mapgen", ":", "\n\n",  "title"};
    for (uint32_t round = 0; round < 1000; round++) {
        size_t used = 0;
        for (uint32_t i = 0; i < 40; i++) {
            random = random * 1664525 + 1013904223;
            used += (size_t)sprintf(text + used, "%s", words[random >> 28]);
        }
        put("own/x.ini", text, used);
        report.text[0] = 0;
        moult_status status = load("x");
        ck_assert_int_eq(status < 0, report.text[0] != 0);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("profile");
    TCase *group = tcase_create("all");
    tcase_add_checked_fixture(group, enter, leave);
    tcase_set_timeout(group, 60);
    tcase_add_test(group, a_profile_is_read);
    tcase_add_loop_test(group, an_empty_profile_chooses_nothing, 0, 2);
    tcase_add_loop_test(group, what_is_wrong_is_named_by_line_and_column, 0,
                        (int)MOULT_COUNT(wrong) / 2);
    tcase_add_test(group, the_longest_line_is_read);
    tcase_add_test(group, zero_bytes_are_refused);
    tcase_add_test(group, too_many_lines_are_refused);
    tcase_add_test(group, a_profile_that_is_not_known_is_refused_with_those_that_are);
    tcase_add_test(group, the_first_folder_wins);
    tcase_add_test(group, a_base_counts_where_the_profile_has_no_line);
    tcase_add_test(group, a_bad_base_is_refused);
    tcase_add_test(group, bases_stand_four_upon_each_other);
    tcase_add_test(group, a_keys_file_only_changes_keys);
    tcase_add_test(group, roles_and_slots_are_chosen_one_by_one);
    tcase_add_loop_test(group, a_bad_choice_is_wrong_usage, 0, (int)MOULT_COUNT(bad_uses));
    tcase_add_test(group, choices_of_any_length_are_answered);
    tcase_add_test(group, names_have_a_grammar);
    tcase_add_test(group, no_bytes_break_the_reader);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
