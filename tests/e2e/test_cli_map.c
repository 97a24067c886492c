/* SPDX-License-Identifier: MIT */
/* moult map without a terminal: text, JSON, figures of many levels, and what is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "support/run.h"
#include <check.h>

static run r;

static void open_run(void)
{
    run_open(&r);
}

static void close_run(void)
{
    run_close(&r);
}

/* -- one level --------------------------------------------------------------------------------- */

static const char *const levels[] = {
    "nethack --size 80x21 --seed 4 --depth 9",
    "nethack --size 80x21 --seed 4 --depth 9 --set secrets=off",
    "rooms --seed caf\303\251 --depth 5 --set doors=on",
    "rooms --seed '\"\\' --depth -5",
    "split --depth 3",
    "board --size 5x5",
};

#define LEVELS ((int)(sizeof levels / sizeof *levels))

START_TEST(json_says_what_the_text_shows)
{
    run_well(&r, NULL,
             "moult map %s > text; moult map %s --json > json; "
             "jq -r '\"size \\(.width)x\\(.height)  depth \\(.depth)  attempt \\(.attempt)  "
             "rooms \\(.rooms|length)  doors \\(.doors|length)  spots \\(.spots|length)  "
             "spawns \\(.spawns|length)\"' json > summary; tail -n 1 text | cmp - summary; "
             "jq -e '(.tiles|length) == .height and ([.tiles[]|length]|unique) == [.width]' json; "
             /* walls are # in the text, and of tile 1, but for those that something lies in */
             "test $(head -n -1 text | tr -cd '#' | wc -c) -le "
             "$(jq '[.tiles[][]|select(. == 1)]|length' json)",
             levels[_i], levels[_i]);
}
END_TEST

START_TEST(figures_are_those_of_the_levels)
{
    static const char *const same[][2] = {
        {"n_nonvault", "[.rooms[]|select(.flags/4%2 < 1)]|length"},
        {"lit_rooms", "[.rooms[]|select(.flags/4%2 < 1 and .flags%2 == 1)]|length"},
        {"doorindex", ".doors|length"},
        {"floor_cells", "[.tiles[][]|select(. == 0)]|length"},
        {"corr", "[.tiles[][]|select(. == 8)]|length"},
        {"d_none", "[.tiles[][]|select(. == 9 or . == 10)]|length"},
        {"d_closed", "[.tiles[][]|select(. == 2)]|length"},
        {"sdoor_cells", "[.tiles[][]|select(. == 12)]|length"},
        {"monsters", "[.spawns[]|select(.what == 0)]|length"},
        {"traps", "[.spawns[]|select(.what == 2)]|length"},
        {"branch", "[.spots[]|select(.kind == 3)]|length"},
    };
    run_well(
        &r, NULL,
        "moult map %s --seed s --stats 1 --tsv > figures; moult map %s --seed s-1 --json > json",
        levels[_i], levels[_i]);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        run_well(&r, NULL,
                 "test \"$(awk -F '\\t' '$1 == \"%s\" { print $2 }' figures)\" = "
                 "\"$(jq '%s' json)\"",
                 same[i][0], same[i][1]);
}
END_TEST

static const struct {
    int width, height;
} sizes[] = {{1, 1},   {1, 40},    {40, 1},   {3, 3},      {7, 5},
             {33, 17}, {300, 200}, {4096, 1}, {4096, 4096}};

#define SIZES ((int)(sizeof sizes / sizeof *sizes))

/* Each is made, or refused in words. */
START_TEST(any_size_is_made_or_refused)
{
    static const char *const generators[] = {"rooms", "split", "nethack"};
    for (size_t i = 0; i < sizeof generators / sizeof *generators; i++) {
        int32_t code = run_shell(&r, NULL, "moult map %s --size %dx%d --text | wc -lc",
                                 generators[i], sizes[_i].width, sizes[_i].height);
        ck_assert_int_eq(code, 0);
        ck_assert_msg(
            strstr(r.err, "error  mapgen-") != NULL || atoi(r.out) == sizes[_i].height + 1,
            "%s %dx%d: %s%s", generators[i], sizes[_i].width, sizes[_i].height, r.out, r.err);
    }
    run_shell(&r, NULL, "moult map rooms --size %dx%d --stats 2 --tsv > figures", sizes[_i].width,
              sizes[_i].height);
    ck_assert_int_lt(r.code, 2);
}
END_TEST

/* -- many -------------------------------------------------------------------------------------- */

START_TEST(any_number_of_threads_counts_the_same)
{
    run_well(&r, NULL,
             "for i in 1 2 3 16; do moult map nethack --size 80x21 --stats 1000 --depths 2-20 "
             "--threads $i --tsv | grep -v '^ms' > $i; moult map nethack --size 80x21 --stats 1000 "
             "--depths 2-20 --threads $i --json | jq -c 'del(.metrics[]|select(.metric == \"ms\"))'"
             " > j$i; done; test $(wc -l < 1) -gt 50 && cmp 1 2 && cmp 1 3 && cmp 1 16 && "
             "cmp j1 j2 && cmp j1 j3 && cmp j1 j16");
}
END_TEST

START_TEST(the_table_has_the_columns_of_the_real_games)
{
    run_well(&r, NULL, "moult map nethack --size 80x21 --stats 300 --depths 5 --tsv > figures");
    run_well(&r, NULL, "head -n 1 figures");
    ck_assert_str_eq(r.out, "metric\tmean\tsd\tp5\tp50\tp95\tn\n");
    run_well(&r, NULL, "awk -F '\\t' 'NF != 7' figures");
    ck_assert_str_eq(r.out, "");
    run_well(&r, NULL,
             "cut -f 1 figures | grep -xc -e nroom -e door_cells -e corr -e dead_ends "
             "-e all_reach_secret -e path -e room_area -e ms -e ms_p99 -e ms_max");
    ck_assert_str_eq(r.out, "10\n");
    run_well(&r, NULL, "awk -F '\\t' '$1 == \"nroom\" { print $7 }' figures");
    ck_assert_str_eq(r.out, "300\n");
}
END_TEST

/* Levels that come to nothing are counted, and the first one is named. */
START_TEST(a_few_refusals_are_told)
{
    for (int threads = 1; threads < 5; threads++) {
        run_well(&r, NULL,
                 "moult map \"$B/zoo/fears_sevens.so\" --stats 100 --seed x --depths 3-4 "
                 "--threads %d --tsv | awk '$1 == \"floor_cells\" { print $2, $NF }'",
                 threads);
        ck_assert_str_eq(r.out, "1 90\n");
        ck_assert_str_eq(r.err,
                         "warn   moult map: 10 of 100 levels came to nothing, the first with "
                         "--seed x-7 --depth 3: no sevens\n");
    }
    run_refused(&r, "moult map \"$B/zoo/fears_sevens.so\" --seed 7", 3,
                "error  mapgen-sevens@0.1.0 map: no level of 64x40 cells at depth 1 came of 8 "
                "attempts: no sevens. Try another --seed, or mend it\n");
}
END_TEST

/* Which levels a list of depths stands for. */
START_TEST(depths_can_be_listed_in_several_ways)
{
    static const char *const same[][2] = {
        {"--stats 30 --depths 4-6", "--stats 30 --depths 4:10,5:10,6:10"},
        {"--stats 30 --depths 4-6:30", "--stats 30 --depths 4:10,5-6:20"},
        {"--stats 12 --depths 7", "--stats 12 --depth 7"},
        {"--stats 4 --depths -3--2", "--stats 4 --depths -3:2,-2:2"},
        {"--stats 5", "--stats 5 --depth 1"},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        run_well(&r, NULL,
                 "moult map rooms %s --tsv | grep -v '^ms' > a; "
                 "moult map rooms %s --tsv | grep -v '^ms' > b; cmp a b",
                 same[i][0], same[i][1]);
    run_well(&r, NULL,
             "moult map rooms --stats 5 --seed x --tsv | grep -v ^ms > a; "
             "moult map rooms --stats 5 --tsv | grep -v ^ms > b; ! cmp -s a b");
}
END_TEST

/* A band's rows are those of its levels alone, what the generator told among them. */
START_TEST(bands_have_rows_of_their_own)
{
    run_well(&r, NULL,
             "moult map nethack --stats 90 --depths 3-5 --bands 3-4,5 --tsv | grep -v '^ms' > all; "
             "moult map nethack --stats 60 --depths 3-4 --bands 3 --tsv | grep -v '^ms' > low; "
             "grep '_d3-4.' all | sed 's/_d3-4//' > band; "
             "grep -v -e '^metric' -e '_d3.' low | cmp - band; "
             "grep -c -e '^join1.' -e '^join1_d3-4.' -e '^join1_d5.' -e '^corr_d5.' all");
    ck_assert_str_eq(r.out, "4\n");
    run_well(&r, NULL,
             "moult map nethack --stats 60 --depths 2-5 --tsv | sed -n "
             "'s/^join1_d\\([^\t]*\\).*/\\1/p'");
    ck_assert_str_eq(r.out, "2-4\n2\n3\n4\n5\n");
    run_well(&r, NULL, "moult map nethack --stats 60 --depths 2-5 --bands 4 | grep -c '^join1'");
    ck_assert_str_eq(r.out, "2\n");
    run_well(&r, NULL,
             "moult map nethack --stats 9 --depths 2-4 --json | jq -r "
             "'.metrics[] | select(.metric | startswith(\"join1\")) | .metric, .n'");
    ck_assert_str_eq(r.out, "join1\n9\n");
}
END_TEST

START_TEST(people_get_a_table_with_histograms)
{
    run_well(&r, NULL, "moult map nethack --size 80x21 --stats 200 --set secrets=off");
    ck_assert_ptr_nonnull(strstr(r.out, "mapgen-nethack@"));
    ck_assert_ptr_nonnull(strstr(r.out, " 80x21 secrets=off: 200 levels in "));
    ck_assert_ptr_nonnull(strstr(r.out, "\nn_nonvault "));
    ck_assert_ptr_nonnull(strstr(r.out, "\342\226\210")); /* the highest block */
    ck_assert_ptr_nonnull(strstr(r.out, "\nalways 0: "));
    ck_assert_ptr_nonnull(strstr(r.out, "sdoor_cells"));
    ck_assert_str_eq(r.err, ""); /* no bar where there is no terminal */
}
END_TEST

/* -- what is refused --------------------------------------------------------------------------- */

#define MAP "error  moult map: "
#define HELP ". Try: moult map --help\n"

static const struct {
    const char *arguments;
    int32_t code;
    const char *error;
} wrong[] = {
    {"rooms --text --json", 2,
     MAP "one of --text, --png, --json, --stats and --renderer at a time" HELP},
    {"rooms --stats 3 --png x.png", 2,
     MAP "one of --text, --png, --json, --stats and --renderer at a time" HELP},
    {"rooms --scale 4", 2, MAP "--scale goes with --png" HELP},
    {"rooms --png a.png --scale 65", 2, MAP "--scale \"65\" is no number from 1 to 64" HELP},
    {"rooms --threads 2", 2, MAP "--depths, --bands, --threads and --tsv go with --stats" HELP},
    {"rooms --depths 2-3", 2, MAP "--depths, --bands, --threads and --tsv go with --stats" HELP},
    {"rooms --tsv", 2, MAP "--depths, --bands, --threads and --tsv go with --stats" HELP},
    {"rooms --stats 0", 2, MAP "--stats \"0\" is no number from 1 to 1000000000" HELP},
    {"rooms --stats many", 2, MAP "--stats \"many\" is no number from 1 to 1000000000" HELP},
    {"rooms --stats 3 --threads 0", 2, MAP "--threads \"0\" is no number from 1 to 256" HELP},
    {"rooms --stats 3 --tsv --json", 2, MAP "--tsv or --json, not both" HELP},
    {"rooms --stats 3 --depth 2 --depths 2", 2, MAP "--depth or --depths, not both" HELP},
    {"rooms --stats 3 --depths 2:1,3:1", 2, MAP "--depths asks for 2 levels, --stats for 3" HELP},
    {"rooms --stats 3 --depths x", 2,
     MAP "--depths \"x\" isn't like 1-20 or 2:300,4-9:50,10:99" HELP},
    {"rooms --stats 3 --depths 3-2", 2,
     MAP "--depths \"3-2\" isn't like 1-20 or 2:300,4-9:50,10:99" HELP},
    {"rooms --stats 3 --depths 2:1,2:2", 2,
     MAP "--depths \"2:1,2:2\" isn't like 1-20 or 2:300,4-9:50,10:99" HELP},
    {"rooms --bands 2-3", 2, MAP "--depths, --bands, --threads and --tsv go with --stats" HELP},
    {"rooms --stats 3 --depths 2-4 --bands 3,", 2,
     MAP "--bands \"3,\" isn't like 2-4,5-8,9, of depths that are asked for" HELP},
    {"rooms --stats 3 --depths 2-4 --bands 3,5", 2,
     MAP "--bands \"3,5\" isn't like 2-4,5-8,9, of depths that are asked for" HELP},
    {"rooms --stats 3 --depths 2:1,3", 2,
     MAP "--depths \"2:1,3\" isn't like 1-20 or 2:300,4-9:50,10:99" HELP},
    {"rooms --stats 3 --depths 2:3,", 2,
     MAP "--depths \"2:3,\" isn't like 1-20 or 2:300,4-9:50,10:99" HELP},
    {"rooms --stats 3 --depths 1-99999999999", 2,
     MAP "--depths \"1-99999999999\" isn't like 1-20 or 2:300,4-9:50,10:99" HELP},
    {"rooms --set doors", 2, MAP "--set \"doors\" isn't like NAME=VALUE, without blanks" HELP},
    {"rooms --set =on", 2, MAP "--set \"=on\" isn't like NAME=VALUE, without blanks" HELP},
    {"rooms --set 'doors=on off'", 2,
     MAP "--set \"doors=on off\" isn't like NAME=VALUE, without blanks" HELP},
    {"rooms --overlays rx", 2, MAP "--overlays \"rx\": there are the letters rcfds" HELP},
    {"rooms --set dors=on", 1,
     "error  mapgen-rooms@1.0.0 map: mapgen/rooms has no option \"dors\" (closest: doors). Try "
     "another --set\n"},
    {"rooms --set dors=on --stats 9", 1,
     "error  mapgen-rooms@1.0.0 map: mapgen/rooms has no option \"dors\" (closest: doors). Try "
     "another --set\n"},
    {"rooms --size 1x1 --stats 9", 1,
     "error  mapgen-rooms@1.0.0 map: it can't make 1x1 cells at depth 1. Try another --size or "
     "--depth\n"},
    {"rooms --png no/such/folder/a.png", 1,
     "error  no/such/folder/a.png: the picture can't be written: No such file or directory\n"},
    {"rooms --png ''", 1, "error  --png: \"\" can't be a file's name\n"},
    {"rooms --renderer curses", 1,
     "error  renderer-curses@1.0.0 open: there is nothing here that it can draw on (~). Try "
     "--renderer text\n"},
};

START_TEST(what_is_wrong_is_said)
{
    char command[256];
    snprintf(command, sizeof command, "moult map %s", wrong[_i].arguments);
    run_shell(&r, NULL, "%s", command);
    ck_assert_msg(run_matches(r.err, wrong[_i].error), "%s: %s", command, r.err);
    ck_assert_str_eq(r.out, "");
    ck_assert(wrong[_i].code == r.code || (wrong[_i].code == 1 && r.code == 3));
}
END_TEST

/* A renderer for lines shows it too, and keys are lines. */
START_TEST(any_renderer_shows_it)
{
    run_well(&r, "n\n>\nr\nq\n", "moult map rooms --seed 7 --renderer text");
    ck_assert_ptr_nonnull(strstr(r.out, "depth 1  size 64x40  shown s  rooms "));
    ck_assert_ptr_nonnull(strstr(r.out, "depth 2  size 64x40  shown rs  rooms "));
    ck_assert_ptr_nonnull(strstr(r.out, "seed \"7-1\""));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("map");
    TCase *group = tcase_create("map");
    tcase_add_checked_fixture(group, open_run, close_run);
    tcase_set_timeout(group, 200);
    tcase_add_loop_test(group, json_says_what_the_text_shows, 0, LEVELS);
    tcase_add_loop_test(group, figures_are_those_of_the_levels, 0, LEVELS);
    tcase_add_loop_test(group, any_size_is_made_or_refused, 0, SIZES);
    tcase_add_test(group, any_number_of_threads_counts_the_same);
    tcase_add_test(group, the_table_has_the_columns_of_the_real_games);
    tcase_add_test(group, a_few_refusals_are_told);
    tcase_add_test(group, depths_can_be_listed_in_several_ways);
    tcase_add_test(group, bands_have_rows_of_their_own);
    tcase_add_test(group, people_get_a_table_with_histograms);
    tcase_add_loop_test(group, what_is_wrong_is_said, 0, (int)(sizeof wrong / sizeof *wrong));
    tcase_add_test(group, any_renderer_shows_it);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
