/* SPDX-License-Identifier: MIT */
/* Saving and going on: the same rest of the run, hash by hash; what is refused changes nothing; the
 * dead aren't kept. And the incremental hash along whole runs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "core/system/files.h"
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

static kit_game g;
static char folder[64], path[128];

static void open_game(void)
{
    strcpy(folder, "/tmp/moult-save-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/run.moult", folder);
    setenv("XDG_DATA_HOME", folder, 1);
    kit_open(&g, "save");
}

static void close_game(void)
{
    char command[128];
    kit_check_game(&g);
    kit_close(&g);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

static void save(kit_game *game)
{
    moult__report report = {0};
    moult_status status = moult__save_write(&game->s, path, &report);
    ck_assert_msg(status >= 0, "%s", report.text);
}

static moult_status load(kit_game *game, moult__report *report)
{
    memset(report, 0, sizeof *report);
    moult_status status = moult__save_read(&game->s, path, report);
    game->w = game->s.world;
    return status;
}

static void load_well(kit_game *game)
{
    moult__report report;
    moult_status status = load(game, &report);
    ck_assert_msg(status >= 0, "%s", report.text);
}

static int32_t exists(const char *file)
{
    struct stat info;
    return stat(file, &info) == 0;
}

static const moult__session_row *session_row(const kit_game *game)
{
    return (const moult__session_row *)moult__row(game->w, MOULT__TABLE_SESSION, 0);
}

/* Now and then down, so that a run gets to see more than its first floor. */
static void play(kit_game *game, uint32_t *state, uint32_t lines)
{
    for (uint32_t i = 0; i < lines; i++) {
        kit_line(game, kit_random_line(state));
        if (kit_random(state, 60) == 0 && !game->s.over) {
            moult_place at = kit_hero_at(game);
            kit_tile(game, at.x, at.y, MOULT_TILE_STAIRS_DOWN);
            kit_hero_hp(game, 60, 60);
        }
    }
}

/* -- going on ---------------------------------------------------------------------------------- */

START_TEST(a_saved_run_goes_on_as_if_it_hadn_t_been_saved)
{
    for (uint32_t run = 0; run < 5; run++) {
        uint32_t state = 1 + run + 100 * (uint32_t)_i, again;
        char seed[32];
        kit_game game, other;
        snprintf(seed, sizeof seed, "%d/%u", _i, run);
        kit_open_in(&game, g.s.set, seed);
        kit_open_in(&other, g.s.set, "another");
        play(&game, &state, 1 + kit_random(&state, 400));
        uint64_t before = kit_hash(&game);
        save(&game);
        ck_assert_uint_eq(kit_hash(&game), before);
        load_well(&other);
        ck_assert_int_eq(other.s.over, game.s.over);
        ck_assert_mem_eq(session_row(&game), session_row(&other), sizeof *session_row(&g));
        kit_check_game(&other);
        again = state;
        for (uint32_t i = 0; i < 200; i++) {
            play(&game, &state, 1);
            play(&other, &again, 1);
            if (kit_hash(&game) != kit_hash(&other))
                ck_abort_msg("seed %s: apart after %u commands", seed, i + 1);
        }
        kit_check_game(&other);
        kit_close(&game);
        kit_close(&other);
    }
}
END_TEST

START_TEST(an_open_menu_is_saved_too)
{
    kit_line(&g, "inventory");
    kit_line(&g, "Down");
    kit_line(&g, "Down");
    save(&g);
    kit_line(&g, "Esc");
    load_well(&g);
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_MENU);
    ck_assert_int_ge(moult__session_describe(&g.s), 0);
    ck_assert_str_eq(g.s.scene->open.title, "You carry");
    ck_assert_uint_eq(g.s.scene->open.row_cursor, 2);
}
END_TEST

START_TEST(a_question_is_saved_too)
{
    kit_hall(&g);
    kit_item(&g, ROGUE_CORPSE, 6, KIT_HALL_X, KIT_HALL_Y);
    kit_line(&g, "eat");
    save(&g);
    kit_line(&g, "n");
    load_well(&g);
    ck_assert_uint_eq(kit_session_state(&g), MOULT_OUTCOME_CONFIRM);
    kit_line(&g, "y");
    ck_assert_int_eq(kit_body(&g, moult__hero(g.w))->hp, 8);
}
END_TEST

/* -- refusals ---------------------------------------------------------------------------------- */

static uint8_t *bytes_of(const char *file, uint64_t *count)
{
    uint8_t *bytes = NULL;
    moult__report report = {0};
    ck_assert_int_ge(moult__file_read(file, 64u << 20, &bytes, count, &report), 0);
    return bytes;
}

static void put_bytes(const char *file, const void *bytes, uint64_t count)
{
    FILE *out = fopen(file, "wb");
    ck_assert_ptr_nonnull(out);
    ck_assert_uint_eq(fwrite(bytes, 1, count, out), count);
    fclose(out);
}

/* A load is refused, with a reason that names the file, and neither world nor file has changed. */
static void check_refused(const char *what)
{
    moult__report report;
    moult_world *w = g.s.world;
    uint64_t before = kit_hash(&g), size = 0, after = 0;
    uint8_t *bytes = exists(path) ? bytes_of(path, &size) : NULL;
    uint32_t worlds = g.s.set->world_count;
    ck_assert_msg(load(&g, &report) < 0, "%s", what);
    if (strstr(report.text, path) == NULL)
        ck_abort_msg("%s: %s", what, report.text);
    ck_assert_ptr_eq(g.s.world, w);
    ck_assert_uint_eq(kit_hash(&g), before);
    ck_assert_uint_eq(g.s.set->world_count, worlds);
    ck_assert_int_eq(exists(path), bytes != NULL);
    if (bytes != NULL) {
        uint8_t *now = bytes_of(path, &after);
        ck_assert_uint_eq(after, size);
        ck_assert(size == 0 || memcmp(now, bytes, size) == 0);
        free(now);
        free(bytes);
    }
}

START_TEST(what_is_no_whole_save_is_refused_and_changes_nothing)
{
    uint64_t count;
    check_refused("missing");
    put_bytes(path, "", 0);
    check_refused("empty");
    put_bytes(path, "hello, world\n", 13);
    check_refused("foreign");
    save(&g);
    uint8_t *bytes = bytes_of(path, &count);
    kit_lines(&g, "wait", 2);
    for (uint64_t i = 0; i < count; i += 1 + count / 60) {
        bytes[i] ^= 0x40;
        put_bytes(path, bytes, count);
        check_refused("flipped");
        bytes[i] ^= 0x40;
    }
    for (uint64_t i = 1; i < count; i += 1 + count / 20) {
        put_bytes(path, bytes, i);
        check_refused("cut");
    }
    put_bytes(path, bytes, count);
    load_well(&g);
    ck_assert_uint_eq(moult__turn(g.w), 0);
    free(bytes);
}
END_TEST

START_TEST(a_save_of_another_game_is_refused)
{
    moult__run_row *row = (moult__run_row *)moult__row_edit(g.w, MOULT__TABLE_RUN, 0);
    moult_name ours = row->rules;
    row->rules = moult__intern(g.w, "rules/chess");
    save(&g);
    ((moult__run_row *)moult__row_edit(g.w, MOULT__TABLE_RUN, 0))->rules = ours;
    check_refused("rules/chess");
}
END_TEST

/* -- the dead ---------------------------------------------------------------------------------- */

static void kill_hero(void)
{
    kit_hero_hp(&g, 1, 12);
    kit_hero_edit(&g)->hunger = 0;
    kit_line(&g, "wait");
    ck_assert_uint_eq(kit_hero(&g)->state, ROGUE_LOST);
}

START_TEST(the_end_of_a_run_removes_its_save_and_the_dead_aren_t_saved)
{
    char kept[MOULT__PATH_SIZE];
    g.s.options.save = 1;
    ck_assert_int_ge(moult__save_path(&g.s, kept, sizeof kept, NULL), 0);
    ck_assert_int_eq(strncmp(kept, folder, strlen(folder)), 0);
    kit_line(&g, "save");
    ck_assert(kit_noticed(&g, "Saved."));
    ck_assert(exists(kept));
    kill_hero();
    ck_assert(!exists(kept));
    kit_line(&g, "save");
    ck_assert(kit_noticed(&g, "This run has ended: there is nothing to save."));
    ck_assert(!exists(kept));
}
END_TEST

START_TEST(a_dead_hero_that_is_loaded_stays_dead)
{
    char kept[MOULT__PATH_SIZE];
    kit_game other;
    kill_hero();
    save(&g);
    kit_open_in(&other, g.s.set, "other");
    load_well(&other);
    other.s.options.save = 1;
    ck_assert_int_eq(other.s.over, 1);
    kit_line(&other, "save");
    ck_assert_int_ge(moult__save_path(&other.s, kept, sizeof kept, NULL), 0);
    ck_assert(!exists(kept));
    kit_line(&other, "new-run");
    ck_assert_int_eq(other.s.over, 0);
    ck_assert_uint_eq(kit_hero(&other)->state, ROGUE_PLAYING);
    kit_close(&other);
}
END_TEST

START_TEST(a_live_hero_that_is_loaded_over_a_dead_one_lives)
{
    save(&g);
    kill_hero();
    load_well(&g);
    ck_assert_int_eq(g.s.over, 0);
    kit_line(&g, "wait");
    ck_assert_uint_eq(moult__turn(g.w), 1);
}
END_TEST

START_TEST(a_descent_saves)
{
    char kept[MOULT__PATH_SIZE];
    g.s.options.save = 1;
    ck_assert_int_ge(moult__save_path(&g.s, kept, sizeof kept, NULL), 0);
    kit_line(&g, "wait");
    ck_assert(!exists(kept));
    kit_hall(&g);
    kit_tile(&g, KIT_HALL_X, KIT_HALL_Y, MOULT_TILE_STAIRS_DOWN);
    kit_line(&g, "descend");
    ck_assert(exists(kept));
    uint64_t hash = kit_hash(&g);
    kit_lines(&g, "wait", 3);
    strcpy(path, kept);
    load_well(&g);
    ck_assert_uint_eq(kit_hash(&g), hash);
}
END_TEST

/* -- hashes ------------------------------------------------------------------------------------ */

START_TEST(the_incremental_hash_is_the_one_from_nothing_all_along)
{
    for (uint32_t run = 0; run < 25; run++) {
        uint32_t state = 1 + run + 1000 * (uint32_t)_i;
        char seed[32];
        kit_game game;
        snprintf(seed, sizeof seed, "hash %d/%u", _i, run);
        kit_open_in(&game, g.s.set, seed);
        for (uint32_t i = 0; i < 100; i++) {
            play(&game, &state, 1);
            if (moult__hash(game.s.world) != moult__hash_whole(game.s.world))
                ck_abort_msg("seed %s: apart after %u commands", seed, i + 1);
        }
        kit_check_game(&game);
        kit_close(&game);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("session: saves");
    TCase *cases = tcase_create("save");
    tcase_set_timeout(cases, 60);
    tcase_add_checked_fixture(cases, open_game, close_game);
    tcase_add_loop_test(cases, a_saved_run_goes_on_as_if_it_hadn_t_been_saved, 0, 6);
    tcase_add_test(cases, an_open_menu_is_saved_too);
    tcase_add_test(cases, a_question_is_saved_too);
    tcase_add_test(cases, what_is_no_whole_save_is_refused_and_changes_nothing);
    tcase_add_test(cases, a_save_of_another_game_is_refused);
    tcase_add_test(cases, the_end_of_a_run_removes_its_save_and_the_dead_aren_t_saved);
    tcase_add_test(cases, a_dead_hero_that_is_loaded_stays_dead);
    tcase_add_test(cases, a_live_hero_that_is_loaded_over_a_dead_one_lives);
    tcase_add_test(cases, a_descent_saves);
    tcase_add_loop_test(cases, the_incremental_hash_is_the_one_from_nothing_all_along, 0, 8);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
