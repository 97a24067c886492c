/* SPDX-License-Identifier: MIT */
/* A game that is carried through the savers at each turn, beside one that is left alone: a thousand
 * turns of each game by commands at random, and at each of them out by one saver, back, out by
 * another, back, and played on from what came back. All tables are the same bytes each time, also
 * those that the state's hash doesn't count, and so are the two games after each command.
 *
 * The pairs of savers take turns. With an argument, each turn goes through all of them. */
#include "core/game/plugins.h"
#include "plugins/saver_kit.h"

#define TURNS 1000u
#define PATIENCE 60u /* commands a turn at most: many only open a menu or close it */
#define DESCENT 40u  /* turns on a floor of rogue */

#define WALKS                                                                                   \
    "move-north", "move-south", "move-west", "move-east", "move-north-west", "move-north-east", \
        "move-south-west", "move-south-east"

static const char *const of_rogue[] = {
    WALKS,     WALKS,       WALKS,  "explore",    "explore",  "search", "pick-up", "quaff",
    "read",    "eat",       "wait", "y",          "n",        "Enter",  "Down",    "Esc",
    "new-run", "inventory", "help", "travel 9 9", "messages", "look"};
static const char *const of_srl[] = {WALKS,  WALKS, "act",     "act",     "inventory", "Enter",
                                     "Down", "Esc", "explore", "explore", "messages"};
static const char *const of_simple[] = {"move-north", "move-south",  "move-west", "move-east",
                                        "play-first", "play-second", "go-on",     "tick 400",
                                        "hint",       "Enter",       "Esc"};

static const struct {
    const char *profile;
    const char *const *lines;
    uint32_t line_count;
    int32_t by_turns;
} games[] = {
    {"rogue", of_rogue, MOULT_COUNT(of_rogue), 1},
    {"srl", of_srl, MOULT_COUNT(of_srl), 1},
    {"simple", of_simple, MOULT_COUNT(of_simple), 0},
};

static const char *savers[MOULT_COUNT(saver_all)];
static uint32_t pairs;
static int32_t every_pair;

static void open_game(saver_game *g, const char *profile)
{
    saver_open(g, profile, savers, saver_there(savers), 1);
    moult__plugins_note(&g->s);
}

/* Down, wherever the hero stands: by itself a walk at random stays on its floor. */
static void dig(saver_game *g)
{
    moult_world *w = g->s.world;
    moult_place at = {.size = sizeof at};
    if (moult__where(w, MOULT_SCOPE_ACTOR, moult__hero(w), &at) >= 0)
        moult__set_cell(w, at.level, MOULT_PLANE_TILE, at.x, at.y, MOULT_TILE_STAIRS_DOWN);
}

/* One command in both. 1: a turn passed; simple counts stages, so there it is any change. */
static int32_t play(saver_game *stays, saver_game *goes, const char *line, int32_t by_turns)
{
    const uint32_t turn = moult__turn(stays->s.world);
    const uint64_t hash = moult__hash(stays->s.world);
    moult__report one = {0}, other = {0};
    moult_status status = moult__input_line(&stays->s, line, &one);
    if (moult__input_line(&goes->s, line, &other) != status || strcmp(one.text, other.text) != 0)
        ck_abort_msg("turn %u, %s: \"%s\", then \"%s\"", turn, line, one.text, other.text);
    saver_same(stays->s.world, goes->s.world, line);
    return by_turns ? moult__turn(stays->s.world) != turn : moult__hash(stays->s.world) != hash;
}

/* Out by the saver, and the game goes on with what comes back. */
static void carry(saver_game *stays, saver_game *goes, const char *saver)
{
    char about[64];
    moult__report report = {0};
    saver_file f = saver_encode(goes, saver, goes->s.world);
    moult_world *w = saver_decode(goes, saver, f.at, f.count);
    if (w == NULL)
        ck_abort_msg("turn %u, %s: %s", moult__turn(stays->s.world), saver, goes->report.text);
    free(f.at);
    snprintf(about, sizeof about, "turn %u, %s", moult__turn(stays->s.world), saver);
    saver_same(stays->s.world, w, about);
    if (moult__save_take(&goes->s, w, &report) < 0)
        ck_abort_msg("%s: %s", about, report.text);
    saver_same(stays->s.world, goes->s.world, about);
}

START_TEST(a_game_carried_through_the_savers_is_the_game_that_was_left_alone)
{
    const char *profile = games[_i].profile;
    saver_game stays, goes;
    uint32_t state = 1, turns = 0, trips = 0, runs = 0;
    open_game(&stays, profile);
    open_game(&goes, profile);
    const uint32_t count = saver_there(savers);
    pairs = count * count;
    for (uint32_t line = 0; turns < TURNS && line < TURNS * PATIENCE; line++) {
        const char *text = games[_i].lines[kit_random(&state, games[_i].line_count)];
        if (_i == 0 && turns % DESCENT == DESCENT - 1 && line % 4 == 0) {
            dig(&stays);
            dig(&goes);
            text = "descend";
        }
        const int32_t was_over = stays.s.over;
        if (!play(&stays, &goes, text, games[_i].by_turns))
            continue;
        runs += was_over && !stays.s.over;
        turns++;
        for (uint32_t i = 0; i < (every_pair ? pairs : 1); i++, trips++) {
            carry(&stays, &goes, savers[trips % pairs / count]);
            carry(&stays, &goes, savers[trips % count]);
        }
    }
    printf("%s: %u turns, %u runs, %u trips, %u sections\n", profile, turns, runs, trips,
           moult__section_count(goes.s.world));
    ck_assert_uint_eq(turns, TURNS);
    ck_assert_uint_gt(trips / pairs, 100);
    saver_close(&stays);
    saver_close(&goes);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_set_timeout(tests, every_pair ? 3600 : 600);
    tcase_add_loop_test(tests, a_game_carried_through_the_savers_is_the_game_that_was_left_alone, 0,
                        MOULT_COUNT(games));
}

int main(int argc, char **argv)
{
    (void)argv;
    every_pair = argc > 1;
    return saver_run("save trips", fill);
}
