/* SPDX-License-Identifier: MIT */
/* What the tests of `simple` share: its plugins loaded as a set, a run without a terminal that is
 * played by command lines, boards set by a row of text, and the sounds that were asked for.
 * What isn't expected ends the test. */
#ifndef TESTS_SIMPLE_KIT_H
#define TESTS_SIMPLE_KIT_H
#include "core/game/host.h"
#include "core/game/session.h"
#include "rules/simple/board.h"
#include "rules/simple/simple.h"
#include <check.h>
#undef fail
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct simple_kit {
    moult__profile profile;
    moult__options options;
    moult__set own;
    moult__session s;
    moult_table game_table;
} simple_kit;

/* Sounds are heard by a host of our own. */
static char simple_sounds[512];

static void hear(moult_world *w, const char *event, int32_t x, int32_t y)
{
    size_t used = strlen(simple_sounds);
    (void)w, (void)x, (void)y;
    snprintf(simple_sounds + used, sizeof simple_sounds - used, "%s%s", used ? " " : "", event);
}

/* What was heard since it was asked last. */
static inline const char *sounds(void)
{
    static char heard[sizeof simple_sounds];
    memcpy(heard, simple_sounds, sizeof heard);
    simple_sounds[0] = 0;
    return heard;
}

static inline const moult_host *simple_host(void)
{
    static moult_host host;
    host = moult__host;
    host.signal = hear;
    return &host;
}

static inline void simple_want(moult__want *out, const char *role, const char *slot)
{
    memset(out, 0, sizeof *out);
    snprintf(out->role, sizeof out->role, "%s", role);
    snprintf(out->slot, sizeof out->slot, "%s", slot);
}

/* The plugins of the build, but those that are in `instead` (NULL: none) from there. */
static inline moult_status simple_set_open(moult__set *set, const char *instead,
                                           moult__report *report)
{
    static const char *const wanted[][2] = {
        {"rules", "rules/simple"},     {"mapgen", "mapgen/board"},  {"fov", "fov/shadow"},
        {"renderer", "renderer/none"}, {"saver", "saver/snapshot"}, {"", "ai/solver"},
    };
    moult__want wants[MOULT_COUNT(wanted)];
    char path[MOULT__PATH_SIZE];
    for (uint32_t i = 0; i < MOULT_COUNT(wanted); i++)
        simple_want(&wants[i], wanted[i][0], wanted[i][1]);
    moult_status status =
        moult__set_open(set, simple_host(), moult__core_provides, MOULT__CORE_PROVIDES, report);
    ck_assert_msg(status >= 0, "%s", report->text);
    moult__set_scan(set, MOULT_BUILD_DIR "/plugins");
    for (uint32_t i = 0; i < set->found_count && instead != NULL; i++) {
        snprintf(path, sizeof path, "%.400s%.64s", instead, strrchr(set->found[i].path, '/'));
        FILE *file = fopen(path, "rb");
        if (file == NULL)
            continue;
        fclose(file);
        snprintf(set->found[i].path, sizeof set->found[i].path, "%s", path);
    }
    set->settle_ms = 0;
    return moult__set_load(set, wants, MOULT_COUNT(wants), report);
}

/* A run that waits at its title; its plugins are in `set`. Answers a refusal. */
static inline moult_status simple_kit_try(simple_kit *kit, moult__set *set, const char *seed)
{
    memset(&kit->s, 0, sizeof kit->s);
    moult__profile_init(&kit->profile);
    snprintf(kit->profile.name, sizeof kit->profile.name, "simple");
    memset(&kit->options, 0, sizeof kit->options);
    kit->options.profile = &kit->profile;
    simple_sounds[0] = 0;
    moult_status status = moult__session_prepare(&kit->s, set, &kit->options);
    if (status >= 0)
        status = moult__session_bind(&kit->s, &kit->s.report);
    if (status >= 0)
        status = moult__session_start(&kit->s, (const uint8_t *)seed, (uint32_t)strlen(seed));
    if (status >= 0)
        moult__title_open(&kit->s);
    kit->game_table = moult__set_handle(set, "simple.game");
    return status;
}

static inline void simple_kit_open(simple_kit *kit, const char *seed)
{
    moult__report report = {0};
    ck_assert_msg(simple_set_open(&kit->own, NULL, &report) >= 0, "%s", report.text);
    ck_assert_msg(simple_kit_try(kit, &kit->own, seed) >= 0, "%s", kit->s.report.text);
}

static inline void simple_kit_close(simple_kit *kit)
{
    moult__session_close(&kit->s);
    if (kit->s.set == &kit->own)
        moult__set_close(&kit->own);
}

/* -- playing ----------------------------------------------------------------------------------- */

static inline void play(simple_kit *kit, const char *line)
{
    moult__report report = {0};
    moult_status status = moult__input_line(&kit->s, line, &report);
    ck_assert_msg(status >= 0, "%s: %s", line, report.text);
}

/* Lines, with semicolons between. */
static inline void plays(simple_kit *kit, const char *lines)
{
    char line[64];
    while (*lines != 0) {
        size_t length = strcspn(lines, ";");
        snprintf(line, sizeof line, "%.*s", (int)length, lines);
        play(kit, line);
        lines += length + (lines[length] == ';');
    }
}

/* Passes what was asked for on to the rules, as the core does with a line that was typed. */
static inline void answer_text(simple_kit *kit, const char *text)
{
    moult_action action = {.size = sizeof action, .verb = MOULT_VERB_TEXT, .text = text};
    ck_assert_int_ge(moult__turn_choose(&kit->s, &action), 0);
}

static inline const simple_game *game_of(const simple_kit *kit)
{
    const simple_game *game = moult__read(kit->s.world, kit->game_table, 0);
    ck_assert_ptr_nonnull(game);
    return game;
}

static inline simple_game *game_edit(simple_kit *kit)
{
    return moult__edit(kit->s.world, kit->game_table, 0);
}

static inline moult_place token_of(const simple_kit *kit)
{
    moult_place at = {.size = sizeof at};
    moult_id token = moult__hero(kit->s.world);
    ck_assert_int_ge(moult__where(kit->s.world, MOULT_SCOPE_ACTOR, token, &at), 0);
    ck_assert_uint_eq(at.level, moult__level(kit->s.world));
    return at;
}

static inline moult_view view_of(const simple_kit *kit)
{
    moult_view view = {.size = sizeof view};
    ck_assert_int_ge(moult__view(kit->s.world, moult__level(kit->s.world), &view), 0);
    return view;
}

/* What is open: MOULT_OUTCOME_*, and its number. */
static inline const moult__session_row *open_row(const simple_kit *kit)
{
    return (const moult__session_row *)moult__row(kit->s.world, MOULT__TABLE_SESSION, 0);
}

/* "ROWS COLS TURNS CELL LETTERS EXITS" by the native simple.board. */
static inline moult_status set_board_try(simple_kit *kit, const char *row, moult__report *report)
{
    char text[16384], out[256] = "", *argument[6];
    snprintf(text, sizeof text, "%s", row);
    uint32_t count = 0;
    for (char *at = strtok(text, " \t"); at != NULL && count < 6; at = strtok(NULL, " \t"))
        argument[count++] = at;
    memset(report, 0, sizeof *report);
    return moult__native_call(kit->s.set, kit->s.world, "simple.board",
                              (const char *const *)argument, count, out, sizeof out, report);
}

static inline void set_board(simple_kit *kit, const char *row)
{
    moult__report report;
    moult_status status = set_board_try(kit, row, &report);
    ck_assert_msg(status >= 0, "%s: %s", row, report.text);
}

/* The newest message. */
static inline const char *newest_said(const simple_kit *kit)
{
    static char text[512];
    moult_id id = 0, last = 0;
    text[0] = 0;
    while ((id = moult__next_row(kit->s.world, MOULT__TABLE_MESSAGE, 0, id)) != 0)
        last = id;
    if (last != 0)
        moult__message_text(kit->s.world, last, text, sizeof text);
    return text;
}

static inline int32_t was_said(const simple_kit *kit, const char *text)
{
    char said[512];
    for (moult_id id = 0; (id = moult__next_row(kit->s.world, MOULT__TABLE_MESSAGE, 0, id)) != 0;) {
        moult__message_text(kit->s.world, id, said, sizeof said);
        if (strcmp(said, text) == 0)
            return 1;
    }
    return 0;
}

/* The picture's scene. */
static inline const moult_scene *picture_of(simple_kit *kit)
{
    ck_assert_int_ge(moult__session_describe(&kit->s), 0);
    return &kit->s.scene->open;
}

/* -- one run a test ---------------------------------------------------------------------------- */

static simple_kit k;
static char home[64];

/* What is saved and reported goes here. */
static inline void home_make(void)
{
    strcpy(home, "/tmp/moult-simple-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(home));
    setenv("XDG_DATA_HOME", home, 1);
}

static inline void home_remove(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", home);
    ck_assert_int_eq(system(command), 0);
}

static inline void check_world(simple_kit *kit)
{
    moult__report report = {0};
    ck_assert_msg(moult__world_check(kit->s.world, "check", &report) == MOULT_OK, "%s",
                  report.text);
    ck_assert_uint_eq(moult__hash(kit->s.world), moult__hash_whole(kit->s.world));
}

static inline void enter(void)
{
    home_make();
    simple_kit_open(&k, "simple");
}

static inline void leave(void)
{
    check_world(&k);
    simple_kit_close(&k);
    home_remove();
}

static inline const simple_game *game(void)
{
    return game_of(&k);
}

static inline void expect(uint32_t state, uint32_t kind, uint32_t menu)
{
    ck_assert_uint_eq(game()->state, state);
    ck_assert_uint_eq(open_row(&k)->state, kind);
    ck_assert_uint_eq(open_row(&k)->menu, menu);
}

#define EXPECT_SIDE() expect(SIMPLE_CHOOSING, MOULT_OUTCOME_MENU, 2)
#define EXPECT_RESULT(state) expect(state, MOULT_OUTCOME_MENU, 3)
#define EXPECT_BOARD() expect(SIMPLE_MOVING, MOULT_OUTCOME_IDLE, 0)

/* From the title to the choice of a side, on this board. */
static inline void begin(const char *board)
{
    play(&k, "Enter");
    set_board(&k, board);
    EXPECT_SIDE();
    sounds();
}

static inline moult_score score_now(void)
{
    moult_score score = {.size = sizeof score};
    ck_assert_int_ge(k.s.rules->score(k.s.world, &score), 0);
    return score;
}

static inline int run_suite(Suite *suite)
{
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
