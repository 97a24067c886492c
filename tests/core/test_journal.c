/* SPDX-License-Identifier: MIT */
/* The journal of a run: what was recorded can be played again and is the same, wherever it is cut
 * off, and recording changes nothing. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "core/game/journal.h"
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

#define LINES 500u
#define RUNS 4u

static kit_data data;
static moult__set set;
static kit_game game, again;
static moult__profile profile;
static moult__replay replay;
static moult__report report;

static void enter(void)
{
    kit_data_open(&data, &set);
}

static void leave(void)
{
    kit_data_close(&data, &set);
}

static void begin(const char *seed)
{
    kit_open_in(&game, &set, seed);
    game.s.options.journal = 1;
    game.s.options.fresh = "test";
    game.s.from_seed = 1;
    moult__journal_open(&game.s);
    ck_assert_ptr_nonnull(game.s.journal);
}

static void play(kit_game *g, uint32_t state, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        kit_line(g, kit_random_line(&state));
}

/* Ends it; the state's hash. */
static uint64_t end(void)
{
    const uint64_t hash = moult__hash(game.s.world);
    kit_close(&game);
    return hash;
}

static uint64_t record(const char *seed, uint32_t state, uint32_t count)
{
    begin(seed);
    play(&game, state, count);
    return end();
}

static moult_status open_replay(const char *file)
{
    memset(&report, 0, sizeof report);
    moult_status status = moult__replay_read(&replay, file, &report);
    replay.verify = 1;
    kit_open_in(&again, &set, "another");
    moult__profile_init(&profile);
    if (status >= 0)
        status = moult__replay_choose(&replay, &profile, &report);
    again.s.options.profile = &profile;
    return status >= 0 ? moult__replay_begin(&replay, &again.s, &report) : status;
}

static void close_replay(void)
{
    kit_close(&again);
    moult__replay_free(&replay);
}

/* To the end; nothing may be refused. */
static uint64_t play_on(void)
{
    moult_status status;
    while ((status = moult__replay_step(&replay, &report)) == 1)
        ;
    ck_assert_msg(status == 0, "%s", report.text);
    return moult__hash(again.s.world);
}

static void expect_same(uint64_t hash)
{
    ck_assert_msg(open_replay(data.path) >= 0, "%s", report.text);
    ck_assert_uint_eq(play_on(), hash);
    ck_assert_msg(!replay.differs, "%s", replay.why.text);
    ck_assert_int_eq(replay.damaged, 0);
    close_replay();
}

/* Menus, prompts, explore, deaths and new runs among them. */
START_TEST(a_run_is_played_again_as_it_was)
{
    char seed[16];
    for (uint32_t run = 0; run < RUNS; run++) {
        snprintf(seed, sizeof seed, "run %u", run);
        uint64_t hash = record(seed, 77 + run, LINES);
        kit_open_in(&again, &set, seed);
        play(&again, 77 + run, LINES);
        ck_assert_uint_eq(moult__hash(again.s.world), hash);
        kit_close(&again);
        expect_same(hash);
    }
}
END_TEST

/* As after a save was loaded: from what was there then. */
START_TEST(a_run_that_was_resumed_begins_with_its_snapshot)
{
    kit_open_in(&game, &set, "resumed");
    play(&game, 5, 100);
    kit_hero_hp(&game, 77, 77); /* which no seed gives */
    game.s.options.journal = 1;
    moult__journal_open(&game.s);
    play(&game, 6, 200);
    expect_same(end());
}
END_TEST

START_TEST(what_else_was_done_between_two_turns_shows_as_a_difference)
{
    begin("tampered");
    kit_lines(&game, "wait", 30);
    const uint32_t turn = moult__turn(game.s.world);
    const int32_t full = kit_body_edit(&game, moult__hero(game.s.world))->hp_max += 3;
    kit_lines(&game, "wait", 5);
    end();
    ck_assert_int_ge(open_replay(data.path), 0);
    play_on();
    ck_assert_int_eq(replay.differs, 2);
    ck_assert_ptr_null(strstr(replay.why.text, "by turn"));
    ck_assert_uint_eq(replay.differs_turn, turn + 1);
    char part[96];
    snprintf(part, sizeof part, "table rogue.body of rules-rogue@1.0.0 differs: 1 hp_max %d %d (",
             full, full - 3);
    ck_assert_msg(strstr(replay.why.text, part) != NULL, "%s", replay.why.text);
    close_replay();
}
END_TEST

START_TEST(a_replay_goes_back_to_where_it_was)
{
    uint64_t hashes[64];
    record("back", 3, LINES);
    ck_assert_int_ge(open_replay(data.path), 0);
    uint32_t count = replay.record_count, step = count / 60 + 1, kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i % step == 0)
            hashes[kept++] = moult__hash(again.s.world);
        ck_assert_int_eq(moult__replay_step(&replay, &report), 1);
    }
    while (kept-- > 0) {
        ck_assert_int_ge(moult__replay_seek(&replay, kept * step, &report), 0);
        ck_assert_uint_eq(replay.next, kept * step);
        ck_assert_uint_eq(moult__hash(again.s.world), hashes[kept]);
    }
    ck_assert_int_eq(replay.differs, 0);
    close_replay();
}
END_TEST

/* -- damage ------------------------------------------------------------------------------------ */

static uint8_t *bytes;
static long size;

static void read_all(void)
{
    FILE *file = fopen(data.path, "rb");
    ck_assert_ptr_nonnull(file);
    bytes = malloc(4 << 20);
    size = (long)fread(bytes, 1, 4 << 20, file);
    fclose(file);
}

static const char *write_other(long count)
{
    static char other[300];
    snprintf(other, sizeof other, "%s/other.journal", data.folder);
    FILE *file = fopen(other, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq((long)fwrite(bytes, 1, (size_t)count, file), count);
    fclose(file);
    return other;
}

/* At each length it ends with the last record that is whole, and plays up to there. */
START_TEST(at_every_length_what_is_whole_plays)
{
    record("every", 4, 12);
    read_all();
    const char *other = write_other(size);
    uint32_t records = UINT32_MAX, played = 0;
    for (long length = size; length >= 0; length--) {
        ck_assert_int_eq(truncate(other, length), 0);
        memset(&report, 0, sizeof report);
        const moult_status status = moult__replay_read(&replay, other, &report);
        const uint32_t count = replay.record_count;
        ck_assert_uint_le(count, records);
        ck_assert(status >= 0 || report.text[0] != 0);
        moult__replay_free(&replay);
        if (status < 0 || count == records)
            continue;
        records = count;
        ck_assert_int_ge(open_replay(other), 0);
        play_on();
        ck_assert_int_eq(replay.differs, 0);
        ck_assert_uint_eq(replay.next, count);
        close_replay();
        played++;
    }
    ck_assert_uint_ge(played, 13);
    free(bytes);
}
END_TEST

static uint64_t make_form_1(uint32_t *changes)
{
    uint64_t at = MOULT__JOURNAL_MAGIC_SIZE, to = at;
    uint32_t checksum = 0, before = 0;
    moult__journal_frame frame;
    moult__journal_turn turn;
    while (moult__journal_next(bytes, (uint64_t)size, &at, &checksum, &frame)) {
        uint8_t *content = bytes + to + sizeof frame;
        memmove(content, bytes + at - frame.length, frame.length);
        if (frame.kind == MOULT__JOURNAL_HEAD) {
            ck_assert_uint_eq(content[0], MOULT__JOURNAL_FORMAT);
            content[0] = 1;
        } else if (frame.kind >= MOULT__JOURNAL_ACT && frame.kind <= MOULT__JOURNAL_NEW_RUN) {
            memcpy(&turn, content, sizeof turn);
            *changes += turn.changes;
            frame.length -= turn.changes * (uint32_t)sizeof(moult__change);
            turn.changes = 0;
            memcpy(content, &turn, sizeof turn);
        }
        frame.checksum = before =
            moult__journal_checksum(content, frame.length, frame.kind, before);
        memcpy(bytes + to, &frame, sizeof frame);
        to += sizeof frame + frame.length;
    }
    return to;
}

START_TEST(a_journal_of_form_1_plays)
{
    begin("old");
    kit_lines(&game, "wait", 450);
    const uint64_t hash = end();
    uint32_t changes = 0;
    read_all();
    ck_assert_int_ge(open_replay(write_other((long)make_form_1(&changes))), 0);
    ck_assert_uint_gt(changes, 100);
    ck_assert_uint_eq(play_on(), hash);
    ck_assert_int_eq(replay.differs, 0);
    ck_assert_int_eq(replay.damaged, 0);
    close_replay();
    free(bytes);
}
END_TEST

/* Plays what there is: nothing differs up to where it ends. 1: it was accepted. */
static int32_t play_damaged(long count)
{
    moult_status status = open_replay(write_other(count));
    if (status >= 0) {
        ck_assert_int_eq(replay.damaged, 1);
        play_on();
        ck_assert_int_eq(replay.differs, 0);
    } else {
        ck_assert_str_ne(report.text, "");
    }
    close_replay();
    return status >= 0;
}

START_TEST(wherever_it_is_cut_off_the_rest_plays)
{
    uint32_t state = 9, accepted = 0;
    record("cut", 4, 60);
    read_all();
    for (uint32_t i = 0; i < 60; i++)
        accepted += (uint32_t)play_damaged((long)kit_random(&state, (uint32_t)size));
    ck_assert_uint_gt(accepted, 30);
    free(bytes);
}
END_TEST

START_TEST(a_flipped_bit_ends_it_there)
{
    uint32_t state = 10, accepted = 0;
    record("flip", 4, 60);
    read_all();
    for (uint32_t i = 0; i < 60; i++) {
        const uint32_t at = kit_random(&state, (uint32_t)size), bit = kit_random(&state, 8);
        bytes[at] ^= (uint8_t)(1u << bit);
        accepted += (uint32_t)play_damaged(size);
        bytes[at] ^= (uint8_t)(1u << bit);
    }
    ck_assert_uint_gt(accepted, 30);
    free(bytes);
}
END_TEST

START_TEST(its_heading_is_refused_with_words)
{
    record("head", 4, 10);
    read_all();
    bytes[30] ^= 1;
    ck_assert_int_eq(open_replay(write_other(size)), MOULT_FORMAT);
    ck_assert_ptr_nonnull(
        strstr(report.text, "the journal's heading is damaged. It can't be replayed"));
    close_replay();
    bytes[3] ^= 1;
    ck_assert_int_eq(open_replay(write_other(size)), MOULT_FORMAT);
    ck_assert_ptr_nonnull(strstr(report.text, "this is no journal of a run."));
    close_replay();
    free(bytes);
}
END_TEST

/* -- the file ---------------------------------------------------------------------------------- */

START_TEST(at_its_limit_it_ends_with_a_record_that_says_so)
{
    begin("full");
    game.s.journal->limit = game.s.journal->written + 2000;
    play(&game, 4, 200);
    ck_assert_ptr_null(game.s.journal);
    end();
    read_all();
    ck_assert_int_ge(open_replay(data.path), 0);
    ck_assert_int_eq(replay.full, 1);
    play_on();
    ck_assert_int_eq(replay.differs, 0);
    ck_assert_uint_gt(replay.record_count, 10);
    close_replay();
    free(bytes);
}
END_TEST

START_TEST(a_fork_of_the_game_writes_nothing)
{
    begin("fork");
    kit_lines(&game, "wait", 5);
    pid_t child = fork();
    if (child == 0) {
        kit_lines(&game, "wait", 100);
        moult__journal_close(&game.s);
        _exit(0);
    }
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
    kit_lines(&game, "wait", 5);
    expect_same(end());
}
END_TEST

/* A worker that was killed leaves half a record; the next one has the world of some turn before. */
START_TEST(the_worker_after_a_crash_goes_on_with_the_file)
{
    moult__start start = {.again = 1, .told = ""};
    begin("crash");
    kit_lines(&game, "wait", 10);
    moult__journal_flush(&game.s);
    ck_assert_int_eq(truncate(data.path, (off_t)game.s.journal->written - 7), 0);
    close(game.s.journal->fd);
    free(game.s.journal->buffer);
    free(game.s.journal->state.bytes);
    free(game.s.journal);
    game.s.journal = NULL;
    game.s.options.start = &start;
    game.s.options.fresh = "test";
    moult__journal_open(&game.s);
    ck_assert_ptr_nonnull(game.s.journal);
    play(&game, 8, 50);
    uint64_t hash = end();
    expect_same(hash);
    ck_assert_int_ge(open_replay(data.path), 0);
    ck_assert_str_eq(replay.profile, "kit");
    ck_assert_uint_gt(replay.record_count, 50);
    close_replay();
}
END_TEST

START_TEST(the_last_three_runs_are_kept)
{
    char other[300];
    for (uint32_t run = 0; run < 5; run++)
        record(run == 2 ? "oldest kept" : "x", run, 5);
    snprintf(other, sizeof other, "%s/moult/journals/kit.2.journal", data.folder);
    ck_assert_int_ge(open_replay(other), 0);
    ck_assert_uint_eq(replay.seed_size, strlen("oldest kept"));
    ck_assert_mem_eq(replay.seed, "oldest kept", replay.seed_size);
    close_replay();
    snprintf(other, sizeof other, "%s/moult/journals/kit.3.journal", data.folder);
    ck_assert_int_ne(access(other, F_OK), 0);
}
END_TEST

/* Where nothing can be written, the game goes on without. */
START_TEST(no_room_for_it_is_no_reason_not_to_play)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s' && : >'%s'", data.folder, data.folder);
    ck_assert_int_eq(system(command), 0);
    kit_open_in(&game, &set, "nowhere");
    game.s.options.journal = 1;
    moult__journal_open(&game.s);
    ck_assert_ptr_null(game.s.journal);
    kit_lines(&game, "wait", 3);
    kit_close(&game);
}
END_TEST

START_TEST(a_journal_that_can_t_be_written_on_stops_no_game)
{
    begin("dies");
    kit_lines(&game, "wait", 5);
    const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
    ck_assert_int_ge(full, 0);
    ck_assert_int_eq(dup2(full, game.s.journal->fd), game.s.journal->fd);
    close(full);
    kit_lines(&game, "wait", 100);
    ck_assert_ptr_null(game.s.journal);
    ck_assert_uint_eq(moult__turn(game.s.world), 105);
    kit_close(&game);
}
END_TEST

static void begin_with(const char *name, const char *value)
{
    moult__profile_entry *entry = &game.profile.options[0];
    kit_open_in(&game, &set, "options");
    game.profile.option_count = 1;
    snprintf(entry->name, sizeof entry->name, "%s", name);
    snprintf(entry->value, sizeof entry->value, "%s", value);
    game.s.options.journal = 1;
    moult__journal_open(&game.s);
}

START_TEST(the_profile_says_whether_there_is_one_and_how_large)
{
    begin_with("journal", "off");
    ck_assert_ptr_null(game.s.journal);
    kit_close(&game);
    ck_assert_int_ne(access(data.path, F_OK), 0);
    begin_with("journal-mb", "3");
    ck_assert_ptr_nonnull(game.s.journal);
    ck_assert_uint_eq(game.s.journal->limit, 3u << 20);
    kit_close(&game);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("journal");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, enter, leave);
    tcase_set_timeout(all, 60);
    tcase_add_test(all, a_run_is_played_again_as_it_was);
    tcase_add_test(all, a_run_that_was_resumed_begins_with_its_snapshot);
    tcase_add_test(all, what_else_was_done_between_two_turns_shows_as_a_difference);
    tcase_add_test(all, a_replay_goes_back_to_where_it_was);
    tcase_add_test(all, wherever_it_is_cut_off_the_rest_plays);
    tcase_add_test(all, at_every_length_what_is_whole_plays);
    tcase_add_test(all, a_journal_of_form_1_plays);
    tcase_add_test(all, a_flipped_bit_ends_it_there);
    tcase_add_test(all, its_heading_is_refused_with_words);
    tcase_add_test(all, at_its_limit_it_ends_with_a_record_that_says_so);
    tcase_add_test(all, a_fork_of_the_game_writes_nothing);
    tcase_add_test(all, the_worker_after_a_crash_goes_on_with_the_file);
    tcase_add_test(all, the_last_three_runs_are_kept);
    tcase_add_test(all, no_room_for_it_is_no_reason_not_to_play);
    tcase_add_test(all, a_journal_that_can_t_be_written_on_stops_no_game);
    tcase_add_test(all, the_profile_says_whether_there_is_one_and_how_large);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
