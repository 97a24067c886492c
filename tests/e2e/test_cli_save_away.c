/* SPDX-License-Identifier: MIT */
/* A plugin that is away for a while: its table stays in the save, in every form, whatever is played
 * without it, and it goes on with what it knew when it is back. */
#include "support/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <check.h>

/* It counts how often each of its monsters was asked; the shipped archetype stands in for it. */
static const char keeper[] =
    "#include <moult/moult.h>\n"
    "#define KEEPER(F, A) F(u32, asked, \"so often\") F(i16, x, \"column when it was last "
    "asked\")\n"
    "MOULT_TABLE(keeper, \"test.keeper\", MOULT_SCOPE_ACTOR, 1, KEEPER)\n"
    "static moult_status decide(moult_world *w, const moult_senses *s, void *memory,\n"
    "                           moult_action *act)\n"
    "{\n"
    "    keeper *mind = memory;\n"
    "    (void)w;\n"
    "    if (mind == NULL)\n"
    "        return MOULT_STALE;\n"
    "    mind->asked++;\n"
    "    mind->x = (int16_t)s->x;\n"
    "    if (s->flags & MOULT_SEES_TARGET)\n"
    "        moult_step_towards(s, s->target_x, s->target_y, act);\n"
    "    return MOULT_OK;\n"
    "}\n"
    "MOULT_AI_MEMORY(chaser, \"2.0.0\", \"counts\", decide, keeper)\n";

static const struct {
    const char *saver, *ending;
} forms[] = {{"snapshot", "moult"}, {"json", "json"}, {"sqlite", "db"}};

#define SAVE "home/.local/share/moult/saves/rogue.moult"
#define WITH "--use ai/chaser=./keeper.so "

static run r;

static void enter(void)
{
    run_open(&r);
    run_well(&r, keeper,
             "cat >keeper.c && cc -D_GNU_SOURCE -std=c11 -fPIC -shared -fvisibility=hidden "
             "-I\"$S/sdk/include\" -Wl,-z,now keeper.c -o keeper.so");
}

static void leave(void)
{
    run_close(&r);
}

/* Goes on with the file `from` (NULL: begins anew), and what is saved then is the file `to`. */
static void play(int form, const char *with, const char *from, const char *lines, const char *to)
{
    char load[64] = "--seed 7";
    if (from != NULL)
        snprintf(load, sizeof load, "--load %s", from);
    run_well(&r, lines,
             "cat >keys && moult play rogue --renderer none --keys keys --use saver=%s %s%s && "
             "mv " SAVE " %s",
             forms[form].saver, with, load, to);
}

/* The rows of the plugin's table. */
static void rows_into(const char *file, const char *rows)
{
    run_well(&r, NULL, "moult save show %s test.keeper >%s && grep -q 'asked [1-9]' %s", file, rows,
             rows);
}

static int is_built(int form)
{
    return run_shell(&r, NULL, "test -e $B/plugins/saver-%s.so", forms[form].saver) == 0;
}

START_TEST(what_a_plugin_knew_is_there_when_it_is_back)
{
    ck_assert(is_built(_i));
    play(_i, WITH, NULL, "explore\nexplore\nwait\nsave\n", "before");
    rows_into("before", "known");
    play(_i, "", "before", "save\n", "away");
    play(_i, "", "away", "wait\nmove-west\nwait\nsave\n", "later");
    rows_into("later", "still_known");
    run_well(&r, NULL,
             "cmp known still_known && ! moult save diff before later >differences && "
             "! grep keeper differences && grep 'core.run 0 turn' differences");
    for (int form = 0; form < 3; form++) /* in the other forms too, and back */
        if (is_built(form))
            run_well(&r, NULL,
                     "mkdir %d && moult save convert later %d/x.%s && moult save convert %d/x.%s "
                     "%d/y --saver %s && moult save diff later %d/y",
                     form, form, forms[form].ending, form, forms[form].ending, form,
                     forms[_i].saver, form);
    play(_i, WITH, "later", "save\n", "back");
    rows_into("back", "back_known");
    run_well(&r, NULL, "cmp known back_known");
    play(_i, WITH, "back", "wait\nwait\nsave\n", "after");
    run_shell(&r, NULL, "moult save diff back after | grep -c 'test.keeper [0-9]* asked'");
    ck_assert_int_ge(atoi(r.out), 1);
}
END_TEST

/* Meanwhile monsters die and others come; whoever has the place of a dead one knows nothing. */
START_TEST(a_plugin_that_was_away_for_long_is_taken_back)
{
    char lines[1024] = "";
    for (int i = 0; i < 40; i++)
        strcat(lines, i % 2 ? "move-west\n" : "explore\n");
    strcat(lines, "save\n");
    ck_assert(is_built(_i));
    play(_i, WITH, NULL, "explore\nexplore\nwait\nsave\n", "before");
    play(_i, "", "before", lines, "away");
    play(_i, WITH, "away", "wait\nwait\nsave\n", "back");
    rows_into("back", "rows");
    run_well(&r, NULL, "moult save check away && moult save check back");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cli_save_away");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, enter, leave);
    tcase_add_loop_test(tests, what_a_plugin_knew_is_there_when_it_is_back, 0, 3);
    tcase_add_loop_test(tests, a_plugin_that_was_away_for_long_is_taken_back, 0, 3);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
