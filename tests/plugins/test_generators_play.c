/* SPDX-License-Identifier: MIT */
/* Every generator under `rogue` and `srl`: runs begin and go on without a refusal or a warning,
 * deep down too; one that lacks what the rules need is refused with what that is. */
#include "support/session_kit.h"
#include "support/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <check.h> /* last: it has macros of common names */
#undef fail

#ifdef __SANITIZE_ADDRESS__ /* takes twelve times as long */
#define SEEDS 10
#else
#define SEEDS 50
#endif
#define TURNS 20 /* on each floor */

/* `options` take the place of what rogue asks for; NULL: nothing does. */
static const struct {
    const char *name, *options;
} asked[] = {
    {"rooms", NULL},
    {"split", NULL},
    {"caverns", NULL},
    {"maze", NULL},
    {"vaults", NULL},
    {"vaults", "chance=100 from=1 base=caverns"},
    {"vaults", "chance=100 from=1 base=maze"},
    {"vaults", "chance=100 from=1 base=split"},
    {"nethack", ""},
};

static int32_t is_built(const char *name)
{
    const char *build = getenv("MOULT_BUILD_DIR");
    char path[512];
    snprintf(path, sizeof path, "%s/plugins/mapgen-%s.so", build != NULL ? build : MOULT_BUILD_DIR,
             name);
    return access(path, F_OK) == 0;
}

static void open_run(kit_game *g, moult__set *set, const char *options, const char *seed)
{
    moult__profile_entry *entry = &g->profile.options[0];
    memset(g, 0, sizeof *g);
    moult__profile_init(&g->profile);
    snprintf(g->profile.name, sizeof g->profile.name, "kit");
    snprintf(entry->name, sizeof entry->name, "mapgen");
    snprintf(entry->value, sizeof entry->value, "%s", options != NULL ? options : "");
    g->profile.option_count = options != NULL;
    g->options.profile = &g->profile;
    moult_status status = moult__session_prepare(&g->s, set, &g->options);
    if (status >= 0)
        status = moult__session_bind(&g->s, &g->s.report);
    if (status >= 0)
        status = moult__session_start(&g->s, (const uint8_t *)seed, (uint32_t)strlen(seed));
    ck_assert_msg(status >= 0, "%s: %s", seed, g->s.report.text);
    g->w = g->s.world;
    g->hero_table = moult__set_handle(set, "rogue.hero");
    g->body_table = moult__set_handle(set, "rogue.body");
    g->thing_table = moult__set_handle(set, "rogue.thing");
}

static void no_complaint(const kit_game *g, const char *seed)
{
    for (uint32_t i = 0; i < g->s.notice_count; i++)
        if (strstr(g->s.notices[i].text, "warn") != NULL ||
            strstr(g->s.notices[i].text, "error") != NULL)
            ck_abort_msg("%s, floor %d: %s", seed, kit_hero(g)->floor, g->s.notices[i].text);
}

static void stand_on(kit_game *g, uint32_t tile)
{
    moult_view view = {.size = sizeof view};
    moult__view(g->w, moult__level(g->w), &view);
    for (int32_t y = 0; y < view.height; y++)
        for (int32_t x = 0; x < view.width; x++)
            if (view.tile[y * view.stride + x] == tile) {
                moult_id other = 0;
                while ((other = moult__at(g->w, MOULT_SCOPE_ACTOR, view.level, x, y, other)) != 0)
                    if (other != moult__hero(g->w))
                        moult__remove(g->w, MOULT_SCOPE_ACTOR, other);
                kit_move(g, moult__hero(g->w), x, y);
                return;
            }
    ck_abort_msg("floor %d has no tile %u", view.depth, tile);
}

/* A step at random, and a way out of whatever is asked then. */
static void step(kit_game *g, uint32_t *state)
{
    static const char *const lines[] = {"move-north",      "move-south",      "move-west",
                                        "move-east",       "move-north-west", "move-north-east",
                                        "move-south-west", "move-south-east", "wait"};
    moult__report report;
    kit_hero_hp(g, 9000, 9000);
    kit_try(g, lines[kit_random(state, MOULT_COUNT(lines))], &report);
    for (int32_t tries = 0; tries < 5 && kit_session_state(g) != 0; tries++)
        kit_try(g, "Esc", &report);
}

/* Ten floors of 20 turns; every tenth run goes down to the hundredth, with one turn a floor. */
static void play(kit_game *g, const char *seed, int number)
{
    const int32_t deep = number % 10 == 9, floors = deep ? 100 : 10, turns = deep ? 1 : TURNS;
    uint32_t state = 1u + (uint32_t)number;
    for (int32_t floor = 1; floor <= floors; floor++) {
        ck_assert_int_eq(kit_hero(g)->floor, floor);
        for (int32_t turn = 0; turn < turns; turn++)
            step(g, &state);
        no_complaint(g, seed);
        if (floor == floors)
            break;
        stand_on(g, MOULT_TILE_STAIRS_DOWN);
        kit_line(g, "descend");
    }
    no_complaint(g, seed);
    kit_check_game(g);
}

START_TEST(rogue_goes_down_on_it)
{
    static moult__set set;
    moult__want want = {.role = "mapgen"};
    moult__report report = {0};
    if (!is_built(asked[_i].name))
        return;
    kit_set_open(&set);
    snprintf(want.slot, sizeof want.slot, "mapgen/%s", asked[_i].name);
    if (moult__set_load(&set, &want, 1, &report) < 0)
        ck_abort_msg("%s", report.text);
    for (int number = 0; number < SEEDS; number++) {
        kit_game g;
        char seed[32];
        snprintf(seed, sizeof seed, "%s %d", asked[_i].name, number);
        open_run(&g, &set, asked[_i].options, seed);
        play(&g, seed, number);
        kit_close(&g);
    }
    moult__set_close(&set);
}
END_TEST

static const char *const games[] = {"rogue", "srl"};

START_TEST(a_bot_plays_on_it)
{
    const uint32_t which = (uint32_t)_i / 2;
    run r;
    if (!is_built(asked[which].name))
        return;
    run_open(&r);
    run_well(&r, NULL,
             "printf '[profile]\\nbase = %s\\n%s%s\\n' > mine.ini; "
             "moult play ./mine.ini --renderer none --use mapgen=%s --hero explorer --seeds 1-%d "
             "--turns 200",
             games[_i % 2], asked[which].options != NULL ? "[options]\\nmapgen = " : "",
             asked[which].options != NULL ? asked[which].options : "", asked[which].name, SEEDS);
    ck_assert_str_eq(r.err, "");
    char end[80];
    snprintf(end, sizeof end, "%d  floor mean #.# max #  turns mean #.#  won #\n", SEEDS);
    ck_assert_msg(run_matches(strstr(r.out, "\nruns ") + 6, end), "%s", r.out);
    run_close(&r);
}
END_TEST

static const struct {
    const char *game, *error;
} lacking[] = {
    {"rogue", "error  rules-rogue@#.#.# start: mapgen level: depth 1: all 8 attempts refused, and "
              "there is no other generator to fall back to: no way down: no spot is stairs down or "
              "an exit. Try --use mapgen=NAME\n"},
    {"srl",
     "error  rules-srl@#.#.# start: mapgen level: depth 0: all 8 attempts refused, and there "
     "is no other generator to fall back to: no way down: no spot is stairs down or an exit. "
     "Try --use mapgen=NAME\n"},
};

START_TEST(a_board_is_refused_with_what_it_lacks)
{
    run r;
    run_open(&r);
    ck_assert_int_ne(run_shell(&r, NULL,
                               "moult play %s --renderer none --use mapgen=board --hero explorer "
                               "--seeds 1-1 --turns 5",
                               lacking[_i].game),
                     0);
    ck_assert_msg(run_matches(r.err, lacking[_i].error), "%s", r.err);
    run_close(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("generators, played");
    TCase *tests = tcase_create("play");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, rogue_goes_down_on_it, 0, (int)MOULT_COUNT(asked));
    tcase_add_loop_test(tests, a_bot_plays_on_it, 0, 2 * (int)MOULT_COUNT(asked));
    tcase_add_loop_test(tests, a_board_is_refused_with_what_it_lacks, 0, 2);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
