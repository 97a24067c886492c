/* SPDX-License-Identifier: MIT */
/* Saves as text: readable, edited by hand, and refused by table, row and field when the hand
 * slipped. */
#include "saver_kit.h"

static const char *const savers[] = {"json"};
static saver_game game;

static void start(uint32_t commands)
{
    saver_open(&game, "rogue", savers, 1, commands);
}

/* The file with the first `old` after `after` replaced. */
static saver_file edited(const saver_file *f, const char *after, const char *old, const char *fresh)
{
    const char *text = (const char *)f->at, *at = strstr(text, after);
    ck_assert_msg(at != NULL, "%s isn't there", after);
    at = strstr(at, old);
    ck_assert_msg(at != NULL, "%s isn't there after %s", old, after);
    saver_file out = {NULL, 0, 0};
    moult_sink sink = {sizeof sink, 0, &out, saver_gather};
    saver_gather(&sink, text, (uint64_t)(at - text));
    saver_gather(&sink, fresh, strlen(fresh));
    saver_gather(&sink, at + strlen(old), strlen(at + strlen(old)));
    return out;
}

typedef struct edit {
    const char *after, *old, *fresh;
    const char *why; /* a part of the refusal; NULL: taken */
} edit;

static const edit edits[] = {
    {"\"rogue.body\"", "\"hp\": 12", "\"hp\": 7", NULL},
    {"\"rogue.body\"", "\"archetype\": \"chaser\"", "\"archetype\": \"sewer rat\"", NULL},
    {"\"rogue.body\"", "\"hp\": 12", "\"hp\": 2147483648",
     "table rogue.body row 1 field hp: 2147483648 doesn't fit i32"},
    {"\"rogue.body\"", "\"kind\": 65535", "\"kind\": -1",
     "table rogue.body row 1 field kind: -1 doesn't fit u16"},
    {"\"rogue.hero\"", "\"potion\": 0", "\"potion\": 256",
     "table rogue.hero row 0 field potion: 256 doesn't fit u8"},
    {"\"rogue.body\"", "\"hp\": 12", "\"hp\": 12.0",
     "table rogue.body row 1 field hp: it isn't written as a value of type i32 is"},
    {"\"rogue.body\"", "\"hp\": 12", "\"hp\": \"12\"", "it isn't written as a value of type i32"},
    {"\"rogue.body\"", "\"hp\": 12", "\"hp\": 99999999999999999999",
     "table rogue.body row 1: line"},
    {"\"rogue.body\"", "\"hp\": 12", "\"xp\": 12",
     "table rogue.body row 1 field hp: it is missing"},
    {"\"rogue.body\"", "\"hp\": 12", "\"hp\": 12, \"xp\": 1",
     "table rogue.body row 1 field xp: the table has no such field"},
    {"\"rogue.body\"", "\"hp\": 12", "\"hp\": 12, \"hp\": 12", "table rogue.body row 1: line"},
    {"\"rogue.body\"", "\"archetype\": \"chaser\"", "\"archetype\": \"chesar\"",
     "field archetype: \"chesar\" is no text of core.name"},
    {"\"rogue.body\"", "\"archetype\": \"chaser\"", "\"archetype\": 4000000",
     "a name doesn't exist"},
    {"\"rogue.body\"", "{\"#\": 0},", "", "\"#\" isn't the row's number"},
    {"\"rogue.body\"", "\"hp\": \"i32\"", "\"hp\": \"i31\"",
     "field \"hp\" has no proper name, or no"},
    {"\"rogue.body\"", "\"hp\": \"i32\"", "\"hp\": \"i32[65536]\"", "no table has such fields"},
    {"\"rogue.body\"", "\"scope\": \"actor\"", "\"scope\": \"pets\"", "\"pets\" is no scope"},
    {"\"rogue.body\"", "\"flags\": 0", "\"flags\": -1", "\"flags\" is missing, or no number"},
    {"\"rogue.body\"", "\"rows\"", "\"planes\"", "\"rows\" is missing, or no list"},
    {"\"core.run\"", "\"hero\": \"1:", "\"hero\": \"9:", "the hero doesn't exist"},
    {"\"core.run\"", "\"hero\": \"1:", "\"hero\": \"one:", "is no id, as \"3:1\" is"},
    {"\"core.run\"", "\"hero\": \"1:", "\"hero\": \"4294967296:", "is no id, as \"3:1\" is"},
    {"\"core.random\"", "\"0x", "\"1x", "isn't 0x and 16 digits"},
    {"\"core.seed\"", "\"savers\"", "\"saviours\"", NULL},
    {"\"core.cell\"", "\"01", "\"1.", "table core.cell level 1 field tile: \"1.\" is no cell of 2"},
    {"\"core.cell\"", "\"01", "\"", "line 2 isn't as long as the first one"},
    {"\"core.cell\"", "\"level\": 1", "\"level\": 7", "section \"core.cell\" is damaged"},
    {"\"moult\"", "2", "3", "save format 3 is newer than this build knows (2)"},
    {"\"moult\"", "2,", "2, \"more\": 1,", "a save has \"moult\" and \"tables\", nothing else"},
    {"\"moult\"", "2,", "2", "line 3: "},
};

START_TEST(an_edit_is_taken_or_refused_by_name)
{
    const edit *e = &edits[_i];
    start(8);
    saver_file f = saver_encode(&game, "json", game.s.world);
    saver_file other = edited(&f, e->after, e->old, e->fresh);
    moult_world *w = saver_decode(&game, "json", other.at, other.count);
    if (e->why == NULL)
        ck_assert_msg(w != NULL, "%s: %s", e->fresh, game.report.text);
    else
        ck_assert_msg(w == NULL && strstr(game.report.text, e->why) != NULL, "%s: %s", e->fresh,
                      w != NULL ? "taken" : game.report.text);
    if (w != NULL)
        moult__set_world_free(&game.set, w);
    free(f.at);
    free(other.at);
    saver_close(&game);
}
END_TEST

START_TEST(an_edited_value_is_what_is_played)
{
    start(8);
    saver_file f = saver_encode(&game, "json", game.s.world);
    saver_file other = edited(&f, "\"rogue.hero\"", "\"gold\": 0", "\"gold\": -5");
    moult_world *w = saver_decode(&game, "json", other.at, other.count);
    ck_assert_msg(w != NULL, "%s", game.report.text);
    const rogue_hero *hero = moult__read(w, moult__set_handle(&game.set, "rogue.hero"), 0);
    ck_assert_int_eq(hero->gold, -5);
    moult__set_world_free(&game.set, w);
    free(f.at);
    free(other.at);
    saver_close(&game);
}
END_TEST

/* A table that no plugin owns, with what else is hard to write: wide numbers, a field called like
 * the row's number, names and quotes. */
static const char strange[] =
    "\"zoo.strange\": {\"version\": 3, \"scope\": \"world\", \"flags\": 0,"
    "\"sum\": \"0x0000000000000000\", \"fields\": {"
    "\"row\": \"u64\", \"low\": \"i64\", \"text\": \"u8[20]\", \"list\": \"i8[3]\"},"
    "\"rows\": [{\"#\": 0, \"row\": \"0xfffffffffffffffe\", \"low\": -9223372036854775808,"
    "\"text\": \"a \\\"b\\\" \\\\ \\u00e4\", \"list\": [-128, 0, 127]}]},"
    "\"zoo.planes\": {\"version\": 1, \"scope\": \"cell\", \"flags\": 0,"
    "\"sum\": \"0x0000000000000000\", \"fields\": {\"heat\": \"i16\"}, \"planes\": [{\"level\": 9, "
    "\"field\": \"heat\", \"cells\": "
    "[\"fffe....\", \"00010002\"]}]}, \"core.actor.slot\"";

START_TEST(tables_that_nobody_knows_are_carried)
{
    start(8);
    saver_file f = saver_encode(&game, "json", game.s.world);
    saver_file other = edited(&f, "\"tables\"", "\"core.actor.slot\"", strange);
    moult_world *w = saver_decode(&game, "json", other.at, other.count);
    ck_assert_msg(w != NULL, "%s", game.report.text);
    ck_assert_uint_eq(w->unknown_count, 2);
    saver_file again = saver_encode(&game, "json", w);
    static const char *const parts[] = {
        "\"row\": \"0xfffffffffffffffe\"",
        "\"low\": -9223372036854775808",
        "\"text\": \"a \\\"b\\\" \\\\ \xc3\xa4\"",
        "\"list\": [-128, 0, 127]",
        "\"fffe....00010002\"",
    };
    for (uint32_t i = 0; i < MOULT_COUNT(parts); i++)
        ck_assert_msg(strstr((char *)again.at, parts[i]) != NULL, "no %s", parts[i]);
    moult_world *third = saver_decode(&game, "json", again.at, again.count);
    ck_assert_msg(third != NULL, "%s", game.report.text);
    saver_same(w, third, "with strangers");
    moult__set_world_free(&game.set, w);
    moult__set_world_free(&game.set, third);
    free(f.at);
    free(other.at);
    free(again.at);
    saver_close(&game);
}
END_TEST

/* An unknown section whose rows aren't whole is kept as it is. */
START_TEST(bytes_that_are_no_rows_are_carried)
{
    static const uint8_t section[] = "\x05zoo.x\x01\0\0\0\x01\0\0\0\0\0\0\0\x01\0\0\0"
                                     "\x01n\x01\0\0\0\x01\0\0\0 not whole";
    start(8);
    saver_file f = saver_encode(&game, "json", game.s.world);
    moult_world *w = moult__set_world_create(&game.set, &game.report);
    ck_assert_int_eq(saver_named(&game, "json")->decode(w, f.at, f.count), MOULT_OK);
    ck_assert_int_eq(moult__section_decode(w, section, sizeof section - 1), MOULT_OK);
    ck_assert_msg(moult__world_finish(w, "save", &game.report) >= 0, "%s", game.report.text);
    saver_file again = saver_encode(&game, "json", w);
    ck_assert_ptr_nonnull(strstr((char *)again.at, "\"raw\": \"057a6f6f2e78"));
    moult_world *third = saver_decode(&game, "json", again.at, again.count);
    ck_assert_msg(third != NULL, "%s", game.report.text);
    saver_same(w, third, "with bytes");
    moult__set_world_free(&game.set, w);
    moult__set_world_free(&game.set, third);
    free(f.at);
    free(again.at);
    saver_close(&game);
}
END_TEST

START_TEST(a_turn_changes_few_lines)
{
    start(8);
    saver_file before = saver_encode(&game, "json", game.s.world);
    moult__report report = {0};
    moult__input_line(&game.s, "wait", &report);
    saver_file after = saver_encode(&game, "json", game.s.world);
    uint32_t lines = 0, differ = 0;
    const char *a = (char *)before.at, *b = (char *)after.at;
    for (; *a != 0 && *b != 0; lines++) {
        size_t one = strcspn(a, "\n"), other = strcspn(b, "\n");
        differ += one != other || memcmp(a, b, one) != 0;
        a += one + 1;
        b += other + 1;
    }
    ck_assert_uint_gt(differ, 0);
    ck_assert_uint_lt(differ, lines / 20);
    free(before.at);
    free(after.at);
    saver_close(&game);
}
END_TEST

/* A hostile file: whatever is repeated in it, it costs little and is refused. */
START_TEST(a_file_that_would_grow_is_refused)
{
    static const struct {
        const char *head, *part, *why;
        uint32_t times;
    } files[] = {
        {"1, \"tables\": ", "[", "nested too deep", 100000},
        {"1, \"tables\": [0", ",0", "more than 64 MB", 8000000},
        {"1, \"tables\": {\"a\": {\"version\": 1, \"scope\": \"world-list\", \"flags\": 0, "
         "\"fields\": {\"x\": \"u8[65536]\"}, \"rows\": [{\"#\": 0}",
         NULL, "table a row 1023: more than 64 MB", 5000},
    };
    start(1);
    saver_file f = {NULL, 0, 0};
    moult_sink sink = {sizeof sink, 0, &f, saver_gather};
    saver_gather(&sink, "{\n  \"moult\": ", 13);
    saver_gather(&sink, files[_i].head, strlen(files[_i].head));
    for (uint32_t i = 1; i < files[_i].times; i++) {
        char row[32];
        snprintf(row, sizeof row, ",{\"#\": %u}", i);
        const char *part = files[_i].part != NULL ? files[_i].part : row;
        saver_gather(&sink, part, strlen(part));
    }
    saver_gather(&sink, "]}}}", 4);
    moult_world *w = saver_decode(&game, "json", f.at, f.count);
    ck_assert_msg(w == NULL && strstr(game.report.text, files[_i].why) != NULL, "%s",
                  w != NULL ? "taken" : game.report.text);
    free(f.at);
    saver_close(&game);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_loop_test(tests, an_edit_is_taken_or_refused_by_name, 0, MOULT_COUNT(edits));
    tcase_add_test(tests, an_edited_value_is_what_is_played);
    tcase_add_test(tests, tables_that_nobody_knows_are_carried);
    tcase_add_test(tests, bytes_that_are_no_rows_are_carried);
    tcase_add_test(tests, a_turn_changes_few_lines);
    tcase_add_loop_test(tests, a_file_that_would_grow_is_refused, 0, 3);
}

int main(void)
{
    return saver_run("saver/json", fill);
}
