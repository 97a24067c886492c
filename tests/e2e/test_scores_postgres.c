/* SPDX-License-Identifier: MIT */
/* A shared ranking through the real program, with a real PostgreSQL server: chosen by its address,
 * shown, and gone in the middle of a game, which goes on. */
#include "support/postgres_kit.h"
#include "support/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <check.h>

static run r;
static postgres_server server;
static char tcp[192]; /* the address that has a password */

static void enter(void)
{
    run_open(&r);
    postgres_open(&server);
    snprintf(tcp, sizeof tcp, "postgres://moult:" POSTGRES_PASSWORD "@127.0.0.1:%u/postgres",
             server.port);
}

static void leave(void)
{
    postgres_close(&server);
    run_close(&r);
}

/* A run that starves, by a file of commands. */
#define STARVE "yes wait | head -n 400 > waits; USER=%s moult play --seed 1 --keys waits "

static void check_unseen(void)
{
    ck_assert_ptr_null(strstr(r.out, POSTGRES_PASSWORD));
    ck_assert_ptr_null(strstr(r.err, POSTGRES_PASSWORD));
}

START_TEST(runs_of_many_are_ranked_in_one_place)
{
    run_well(&r, NULL, "moult scores --scores '%s'", tcp);
    ck_assert_str_eq(r.out, "No run of rogue has ended yet.\n");
    run_well(&r, NULL, STARVE "--renderer text --scores '%s'", "ada", tcp);
    ck_assert_ptr_nonnull(strstr(r.out, "\n  Place  1\n"));
    check_unseen();
    run_well(&r, NULL, STARVE "--renderer text --scores '%s'", "\"b'ob\"", server.address);
    ck_assert_ptr_nonnull(strstr(r.out, "\n  Place  2\n"));
    run_well(&r, NULL, "moult scores --scores '%s' | tail -n +2", tcp);
    ck_assert_msg(run_matches(r.out, "    1  ada                            0      1      #  "
                                     "starvation\n"
                                     "    2  b'ob                           0      1      #  "
                                     "starvation\n"),
                  "%s", r.out);
    run_well(&r, NULL, "moult scores --json --top 1 --scores '%s'", tcp);
    ck_assert_msg(run_matches(r.out, "[\n"
                                     "  {\"place\": 1, \"name\": \"ada\", \"score\": 0, \"won\": "
                                     "false, \"turns\": #, \"depth\": 1, \"cause\": "
                                     "\"starvation\", \"seed\": \"1\", \"at\": #}\n"
                                     "]\n"),
                  "%s", r.out);
    run_well(&r, NULL, "test ! -e $HOME/.local/share/moult/scores.db");
}
END_TEST

/* The run is under way when the server goes. */
START_TEST(a_game_goes_on_when_the_server_is_gone)
{
    char expected[512], command[512];
    run_well(&r, NULL, STARVE "--renderer none --scores '%s'", "ada", tcp);
    ck_assert_str_eq(r.err, "");
    snprintf(command, sizeof command,
             "(echo wait; until test -e stopped; do sleep 0.05; done; yes wait | head -n 400) | "
             "USER=eve moult play --renderer text --seed 1 --scores '%s' > out 2> err; "
             "echo $? > code",
             tcp);
    int32_t pid = run_start(&r, command);
    run_well(&r, NULL, "until grep -q . out; do sleep 0.05; done");
    postgres_stop(&server);
    run_well(&r, NULL,
             "touch stopped; until test -e code; do sleep 0.05; done; cat code out; cat err >&2");
    run_stop(pid);
    ck_assert_ptr_eq(strstr(r.out, "0\n"), r.out);
    ck_assert_ptr_nonnull(strstr(r.out, "\nYou died\n  Cause  starvation\n"));
    ck_assert_ptr_nonnull(strstr(r.out, "This run isn't ranked"));
    ck_assert_ptr_nonnull(strstr(r.err, "no connection (Connection refused)"));
    check_unseen();
    run_well(&r, NULL, STARVE "--renderer none --scores '%s'", "eve", tcp);
    check_unseen();
    snprintf(expected, sizeof expected,
             "error  scores/postgres: 127.0.0.1:%u/postgres: no connection (Connection refused). "
             "Check address and server. This run isn't ranked, the game goes on. Another ranking: "
             "--scores WHERE\n",
             server.port);
    ck_assert_str_eq(r.err, expected);
    snprintf(expected, sizeof expected,
             "error  scores/postgres: 127.0.0.1:%u/postgres: no connection (Connection refused). "
             "Check address and server. The ranking can't be shown. Another ranking: --scores "
             "WHERE\n",
             server.port);
    ck_assert_int_eq(run_shell(&r, NULL, "moult scores --scores '%s'", tcp), 1);
    ck_assert_str_eq(r.err, expected);
    check_unseen();
}
END_TEST

START_TEST(a_password_is_shown_nowhere)
{
    run_well(&r, NULL,
             "printf '[profile]\\nbase = rogue\\n[options]\\nscores = %s\\n' > my.ini; moult list "
             "./my.ini; " STARVE "--renderer text ./my.ini --scores '%s'; moult scores ./my.ini",
             tcp, "ada", tcp);
    ck_assert_ptr_nonnull(strstr(r.out, "scores/postgres"));
    ck_assert_ptr_nonnull(strstr(r.out, "    1  ada "));
    check_unseen();
    run_well(&r, NULL, "! grep -r " POSTGRES_PASSWORD " home");
    run_shell(&r, NULL, "moult scores --scores '%sx'", tcp);
    check_unseen();
    run_shell(&r, NULL, "moult scores --scores 'postgres://moult:a/" POSTGRES_PASSWORD "@host/db'");
    check_unseen();
    run_shell(&r, NULL, "moult scores --use scores=sqlite --scores '%s'", tcp);
    check_unseen();
}
END_TEST

int main(void)
{
    if (access(MOULT_BUILD_DIR "/plugins/scores-postgres.so", F_OK) != 0 || !postgres_installed()) {
        printf("not built, or no server here: scores-postgres\n");
        return EXIT_SUCCESS;
    }
    Suite *suite = suite_create("a shared ranking");
    TCase *cases = tcase_create("postgres");
    tcase_add_checked_fixture(cases, enter, leave);
    tcase_set_timeout(cases, 120);
    tcase_add_test(cases, runs_of_many_are_ranked_in_one_place);
    tcase_add_test(cases, a_game_goes_on_when_the_server_is_gone);
    tcase_add_test(cases, a_password_is_shown_nowhere);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
