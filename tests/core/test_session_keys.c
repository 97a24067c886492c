/* SPDX-License-Identifier: MIT */
/* The core's own panels, what is open over a reload, and the key map. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <moult/renderer.h>
#include "core/game/keys.h"
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

static kit_game g;

static void open_game(void)
{
    kit_open(&g, "keys");
    kit_hall(&g);
}

static void close_game(void)
{
    kit_check_game(&g);
    kit_close(&g);
}

static const moult_scene *scene(void)
{
    ck_assert_int_ge(moult__session_describe(&g.s), 0);
    return &g.s.scene->open;
}

static void press(uint32_t key, uint32_t mods)
{
    moult_event event = {.size = sizeof event, .kind = MOULT_EVENT_KEY, .key = key, .mods = mods};
    ck_assert_int_ge(moult__input_event(&g.s, &event), 0);
    g.w = g.s.world;
}

/* -- the core's menus -------------------------------------------------------------------------- */

START_TEST(help_names_every_command_with_its_keys)
{
    kit_line(&g, "?");
    const moult_scene *open = scene();
    ck_assert_str_eq(open->title, "Commands");
    uint32_t wizards = 0;
    for (uint32_t i = 0; i < g.s.command_count; i++)
        wizards += MOULT__COMMAND_IS_WIZARDS(g.s.commands[i].core);
    ck_assert_uint_eq(open->row_count, g.s.command_count - wizards);
    for (uint32_t i = 0; i < open->row_count; i++) {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(open->rows[i].text, " "),
                 open->rows[i].text);
        const moult__command *command = moult__command_find(&g.s, name);
        ck_assert_msg(command != NULL, "%s", open->rows[i].text);
        ck_assert_str_eq(open->rows[i].detail, command->keys);
    }
    ck_assert_ptr_eq(strstr(open->rows[0].text, g.s.rules->commands[0].name), open->rows[0].text);
    moult__menu_row(&g.s)->wizard = 1;
    ck_assert_uint_eq(scene()->row_count, g.s.command_count);
    kit_line(&g, "Esc");
}
END_TEST

START_TEST(messages_open_at_the_newest_and_reach_back_to_the_oldest)
{
    kit_lines(&g, "descend", 3);
    kit_line(&g, "eat");
    kit_line(&g, "C-p");
    const moult_scene *open = scene();
    ck_assert_str_eq(open->title, "Messages");
    ck_assert_uint_eq(open->row_count, 3);
    ck_assert_uint_eq(open->row_cursor, 2);
    ck_assert_str_eq(open->rows[1].text, "There are no stairs here. (x3)");
    ck_assert_str_eq(open->rows[2].text, "There is nothing to eat here.");
    ck_assert_str_eq(open->rows[2].detail, "turn 0");
    kit_line(&g, "Up");
    ck_assert_uint_eq(scene()->row_cursor, 1);
    kit_line(&g, "Home");
    ck_assert_uint_eq(scene()->row_cursor, 0);
    kit_line(&g, "Up");
    ck_assert_uint_eq(scene()->row_cursor, 0);
    kit_line(&g, "End");
    ck_assert_uint_eq(scene()->row_cursor, 2);
}
END_TEST

START_TEST(plugins_are_listed_with_their_generation)
{
    kit_line(&g, "F2");
    const moult_scene *open = scene();
    ck_assert_uint_eq(open->row_count, g.s.set->build_count);
    uint32_t found = 0;
    for (uint32_t i = 0; i < open->row_count; i++)
        if (strncmp(open->rows[i].text, "rules-rogue@1.0.0", 17) == 0) {
            ck_assert_str_eq(open->rows[i].detail, "#1");
            found++;
        }
    ck_assert_uint_eq(found, 1);
}
END_TEST

START_TEST(another_command_closes_what_is_open)
{
    kit_line(&g, "help");
    kit_line(&g, "inventory");
    ck_assert_str_eq(scene()->title, "You carry");
    kit_line(&g, "wait");
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_IDLE);
    ck_assert_uint_eq(moult__turn(g.w), 1);
}
END_TEST

/* -- reload ------------------------------------------------------------------------------------ */

static void run(const char *format, const char *a, const char *b)
{
    char command[2048];
    snprintf(command, sizeof command, format, a, b);
    ck_assert_int_eq(system(command), 0);
}

START_TEST(an_open_menu_outlives_a_reload)
{
    char folder[] = "/tmp/moult-menu-XXXXXX", result[2048], path[128];
    const char *build = getenv("MOULT_BUILD_DIR");
    moult__report report = {0};
    kit_game other;
    ck_assert_ptr_nonnull(mkdtemp(folder));
    run("cp -r '%s/plugins' '%s/'", build != NULL ? build : MOULT_BUILD_DIR, folder);
    setenv("MOULT_BUILD_DIR", folder, 1);
    kit_open(&other, "reload");
    kit_line(&other, "inventory");
    kit_line(&other, "Down");
    kit_line(&other, "Down");
    uint64_t before = kit_hash(&other);
    snprintf(path, sizeof path, "%s/plugins/rules-rogue.so", folder);
    int file = open(path, O_WRONLY | O_APPEND);
    ck_assert_int_eq(write(file, "x", 1), 1);
    close(file);
    moult_status status = moult__session_reload(&other.s, 1, result, sizeof result, &report);
    ck_assert_msg(status == 1, "%d %s", status, report.text);
    ck_assert_uint_eq(kit_hash(&other), before);
    ck_assert_uint_eq(kit_session_state(&other), MOULT_OUTCOME_MENU);
    ck_assert_int_ge(moult__session_describe(&other.s), 0);
    ck_assert_str_eq(other.s.scene->open.title, "You carry");
    ck_assert_uint_eq(other.s.scene->open.row_cursor, 2);
    kit_line(&other, "Esc");
    ck_assert_uint_eq(kit_session_state(&other), MOULT_OUTCOME_IDLE);
    kit_line(&other, "wait");
    ck_assert_uint_eq(moult__turn(other.s.world), 1);
    kit_close(&other);
    run("rm -r '%s'%s", folder, "");
}
END_TEST

/* -- keys -------------------------------------------------------------------------------------- */

static const struct {
    const char *key, *command;
} defaults[] = {
    {"h", "move-west"}, {"Left", "move-west"},       {"KP4", "move-west"}, {"y", "move-north-west"},
    {".", "wait"},      {"Space", "wait"},           {">", "descend"},     {"q", "quaff"},
    {"o", "explore"},   {"C-p", "messages"},         {"F5", "reload"},     {"Q", "quit"},
    {"C-c", "quit"},    {"PgDn", "move-south-east"}, {"R", "new-run"},     {"F1", "help"},
};

static const moult__command *command_of(const char *name)
{
    uint32_t key = 0, mods = 0;
    ck_assert(moult__key_parse(name, &key, &mods));
    return moult__command_of_key(&g.s, key, mods);
}

START_TEST(keys_have_their_usual_commands)
{
    for (uint32_t i = 0; i < MOULT_COUNT(defaults); i++) {
        const moult__command *command = command_of(defaults[i].key);
        ck_assert_msg(command != NULL, "%s", defaults[i].key);
        ck_assert_str_eq(command->name, defaults[i].command);
    }
    ck_assert_ptr_null(command_of("C-F9"));
}
END_TEST

START_TEST(a_key_without_a_command_does_nothing)
{
    uint64_t before = kit_hash(&g);
    press('%', 0);
    press(MOULT_KEY_F(11), 0);
    press('h', MOULT_MOD_CTRL | MOULT_MOD_ALT);
    press(0, 0);
    press(UINT32_MAX, UINT32_MAX);
    ck_assert_uint_eq(kit_hash(&g), before);
    ck_assert_uint_eq(moult__turn(g.w), 0);
}
END_TEST

static void remap(const char *command, const char *keys)
{
    moult__profile_entry *entry = &g.profile.keys[g.profile.key_count++];
    snprintf(entry->name, sizeof entry->name, "%s", command);
    snprintf(entry->value, sizeof entry->value, "%s", keys);
    snprintf(g.profile.files[0], sizeof g.profile.files[0], "keys.ini");
    g.profile.file_count = 1;
    entry->line = 12;
    entry->column = 5;
}

START_TEST(remapped_keys_replace_the_usual_ones)
{
    moult__report report = {0};
    remap("move-west", "a KP7");
    remap("wait", "w");
    ck_assert_int_ge(moult__commands_build(&g.s, &report), 0);
    ck_assert_str_eq(command_of("a")->name, "move-west");
    ck_assert_str_eq(command_of("KP7")->name, "move-west");
    ck_assert_str_eq(command_of("y")->name, "move-north-west");
    ck_assert_ptr_null(command_of("h"));
    ck_assert_ptr_null(command_of("."));
    ck_assert_str_eq(moult__command_find(&g.s, "move-west")->keys, "a KP7");
    kit_line(&g, "a");
    ck_assert_int_eq(kit_hero_at(&g).x, KIT_HALL_X - 1);
}
END_TEST

static const struct {
    const char *command, *keys, *text;
} wrong_maps[] = {
    {"move-wset", "a",
     "error  keys.ini:12:5: unknown command \"move-wset\" (did you mean \"move-west\"?). The "
     "command help lists them all"},
    {"zzzzzzzzzz", "a",
     "error  keys.ini:12:5: unknown command \"zzzzzzzzzz\". The command help lists them all"},
    {"wait", "w Foo",
     "error  keys.ini:12:5: command wait: \"Foo\" is no key. Keys are called h, Left, C-l, KP4, "
     "F5"},
    {"wait", "F25",
     "error  keys.ini:12:5: command wait: \"F25\" is no key. Keys are called h, Left, C-l, KP4, "
     "F5"},
};

START_TEST(a_wrong_key_map_is_refused_in_words)
{
    moult__report report = {0};
    remap(wrong_maps[_i].command, wrong_maps[_i].keys);
    ck_assert_int_lt(moult__commands_build(&g.s, &report), 0);
    ck_assert_str_eq(report.text, wrong_maps[_i].text);
}
END_TEST

static const struct {
    const char *line, *text;
} wrong_lines[] = {
    {"mvoe-west", "error  command: unknown command or key \"mvoe-west\" (did you mean "
                  "\"move-west\"?). The command help lists them all"},
    {"xyzzy", "error  command: unknown command or key \"xyzzy\". The command help lists them all"},
};

START_TEST(a_line_that_is_no_command_is_refused_in_words)
{
    moult__report report;
    ck_assert_int_lt(kit_try(&g, wrong_lines[_i].line, &report), 0);
    ck_assert_str_eq(report.text, wrong_lines[_i].text);
    ck_assert_uint_eq(moult__turn(g.w), 0);
}
END_TEST

static void add_tests(TCase *cases)
{
    tcase_add_test(cases, help_names_every_command_with_its_keys);
    tcase_add_test(cases, messages_open_at_the_newest_and_reach_back_to_the_oldest);
    tcase_add_test(cases, plugins_are_listed_with_their_generation);
    tcase_add_test(cases, another_command_closes_what_is_open);
    tcase_add_test(cases, an_open_menu_outlives_a_reload);
    tcase_add_test(cases, keys_have_their_usual_commands);
    tcase_add_test(cases, a_key_without_a_command_does_nothing);
    tcase_add_test(cases, remapped_keys_replace_the_usual_ones);
    tcase_add_loop_test(cases, a_wrong_key_map_is_refused_in_words, 0, MOULT_COUNT(wrong_maps));
    tcase_add_loop_test(cases, a_line_that_is_no_command_is_refused_in_words, 0,
                        MOULT_COUNT(wrong_lines));
}

int main(void)
{
    Suite *suite = suite_create("session: panels and keys");
    TCase *cases = tcase_create("keys");
    tcase_set_timeout(cases, 60);
    tcase_add_checked_fixture(cases, open_game, close_game);
    add_tests(cases);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
