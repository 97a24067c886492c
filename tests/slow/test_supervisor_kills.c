/* SPDX-License-Identifier: MIT */
/* A worker that is killed at any instant costs at most the command that it was playing.
 *
 * Two games get the same commands. The worker of one is killed while it plays; whatever follows it
 * stands where the other game stood before that command or stands behind it, and when the command
 * was lost, giving it again makes the two equal. Two deaths without a turn in between are taken for
 * a plugin's fault, so there is one. Every few kills, and when the hero has died, both games are
 * left and begun anew with another seed. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "e2e/driven_game.h"

#define KILLS 1000u
#define KILLS_SOON 250u  /* unless all are asked for */
#define KILLS_A_GAME 50u /* at most */
#define DELAY_US 3000u
#define TURN_US 250u /* in about so long a turn is played */
#define SAVES_EVERY 25
#define SAVE "home/.local/share/moult/saves/rogue.moult"

static driven killed, whole;
static uint32_t chance = 0x6b696c6c;
static uint32_t lost, played, unmoved;

static uint32_t draw(uint32_t bound)
{
    chance ^= chance << 13;
    chance ^= chance >> 17;
    chance ^= chance << 5;
    return chance % bound;
}

/* -- kills ------------------------------------------------------------------------------------- */

/* By their keys: of a name that was half read, the rest might be another command's. */
static const char *const commands[] = {
    "k", "j", "l", "h", "u", ".", ".", "b", "S", "n", ">", "h", "l", "y",
};

static void expect_equal(const char *after)
{
    driven_read(&killed);
    driven_read(&whole);
    ck_assert_msg(strcmp(killed.state, whole.state) == 0, "after %s: %snot %s", after, killed.state,
                  whole.state);
}

static void both(const char *command)
{
    driven_give(&killed, command);
    driven_give(&whole, command);
    expect_equal(command);
}

/* Without sleep, which is never as short as that. */
static void wait_us(uint32_t count)
{
    struct timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while ((now.tv_sec - start.tv_sec) * 1000000 + (now.tv_nsec - start.tv_nsec) / 1000 < count);
}

static void kill_while(const char *command)
{
    char before[DRIVEN_STATE];
    snprintf(before, sizeof before, "%s", whole.state);
    const pid_t worker = driven_worker(&killed);
    ck_assert_int_gt(worker, 0);
    driven_give(&killed, command);
    const uint32_t delay = draw(draw(2) != 0 ? DELAY_US : TURN_US);
    wait_us(delay);
    ck_assert_int_eq(kill(worker, SIGKILL), 0);
    driven_give(&whole, command);
    driven_read(&killed);
    driven_read(&whole);
    const int same = strcmp(killed.state, whole.state) == 0;
    ck_assert_msg(same || strcmp(killed.state, before) == 0,
                  "killed %u us after %s: %sneither %snor %s", delay, command, killed.state, before,
                  whole.state);
    unmoved += strcmp(before, whole.state) == 0;
    played += same && strcmp(before, whole.state) != 0;
    lost += !same;
    if (same)
        return;
    driven_give(&killed, command);
    expect_equal(command);
}

/* Whatever lies there is a save, of this game. */
static void check_save(void)
{
    char path[128];
    snprintf(path, sizeof path, "%s/" SAVE, killed.r.root);
    if (access(path, F_OK) != 0)
        return;
    run_well(&killed.r, NULL,
             "cp " SAVE " copy.moult && : >none && "
             "moult play rogue --load copy.moult --renderer none --keys none && rm copy.moult");
    ck_assert_msg(run_matches(killed.r.out, "turn #  hash ~\n"), "%s", killed.r.out);
}

/* What the supervisor told, a line a death, and nothing else. */
static uint32_t count_told(void)
{
    static const char as_told[] =
        "error  moult: it was killed (SIGKILL) (turn #). The game goes on "
        "from the last turn";
    uint32_t count = 0;
    for (const char *line = driven_said(&killed); *line != 0; count++) {
        char one[256];
        const size_t length = strcspn(line, "\n");
        snprintf(one, sizeof one, "%.*s", (int)length, line);
        ck_assert_msg(run_matches(one, as_told), "%s", one);
        line += length + 1;
    }
    return count;
}

/* Answers how often it was killed. */
static uint32_t play_game(uint32_t number, uint32_t most)
{
    char seed[32], before[DRIVEN_STATE];
    uint32_t kills = 0;
    snprintf(seed, sizeof seed, "kills-%u", number);
    driven_begin(&killed, "rogue --renderer text --seed %s", seed);
    driven_begin(&whole, "rogue --renderer text --seed %s", seed);
    expect_equal("the start");
    do {
        kill_while(commands[draw(sizeof commands / sizeof *commands)]);
        kills++;
        if (kills % SAVES_EVERY == 0)
            check_save();
        snprintf(before, sizeof before, "%s", whole.state);
        both(kills % 10 == 0 ? "explore" : "wait");
    } while (kills < most && strcmp(before, whole.state) != 0);
    ck_assert_uint_eq(count_told(), kills);
    driven_end(&whole);
    driven_end(&killed);
    run_well(&killed.r, NULL, "rm -rf home/.local; rm -rf %s/home/.local", whole.r.root);
    return kills;
}

static uint32_t wanted = KILLS_SOON;

START_TEST(kills_lose_no_turn)
{
    driven_open(&whole);
    driven_open(&killed); /* both in one place for requests */
    uint32_t kills = 0, games = 0;
    for (; kills < wanted; games++) {
        const uint32_t left = wanted - kills;
        kills += play_game(games, left < KILLS_A_GAME ? left : KILLS_A_GAME);
    }
    printf("%u kills in %u games: played %u, lost %u, without effect %u\n", kills, games, played,
           lost, unmoved);
    ck_assert_uint_gt(played, 0);
    run_close(&killed.r);
    run_close(&whole.r);
}
END_TEST

int main(int argc, char **argv)
{
    wanted = argc > 1 && strcmp(argv[1], "all") == 0 ? KILLS : KILLS_SOON;
    Suite *suite = suite_create("supervisor kills");
    TCase *group = tcase_create("all");
    tcase_set_timeout(group, 600);
    tcase_add_test(group, kills_lose_no_turn);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
