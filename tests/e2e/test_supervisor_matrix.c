/* SPDX-License-Identifier: MIT */
/* Every way in which a plugin can fail, in every kind of call: what becomes of the game. The
 * plugins are those of tests/zoo/fails. What is expected stands in two tables, calls and faults;
 * what happened is printed as a matrix at the end. */
#include <sys/mman.h>
#include "support/run.h"
#include "supervisor_stage.h"

#define SAVE "home/.local/share/moult/saves/rogue.moult"
#define ENCODED "home/.local/share/moult/saves/encode.moult"
#define SILENT "home/silent.ini" /* a profile without any code but the rules and a picture */

/* What is left of the game when a plugin has failed. */
enum after {
    PLAYS,     /* to the end of the commands, at most the turn in progress is lost */
    ENDS,      /* nothing stands in for the plugin: exit code 3, the run is kept */
    UNNOTICED, /* nothing is told: the game is as ever */
    RESCUED,   /* the supervisor is gone: the run lies beside the ordinary save */
};

/* How to reach a call. */
static const struct call {
    const char *name;     /* the file's, before the dash */
    const char *function; /* as it is told */
    const char *game;     /* PROFILE --use ... with %s for the plugin's file */
    const char *commands; /* a line each */
    int piped;            /* ... by standard input, where a renderer reads them */
    int bare;             /* the rules call it: the core knows of their call only */
    int turns;            /* that the commands take */
    enum after after;     /* a fault that ends the worker */
    const char *instead;  /* what is told about that */
    const char *repeat;   /* behind "moult check FILE" */
} calls[] = {
    {"generate", "generate", "rogue --renderer text --use mapgen=%s",
     "wait\nwait\nmove-south-east\ndescend\nwait\nwait\nwait\n", 0, 0, 6, PLAYS, "left out",
     " --repro 7:2"},
    {"decide", "decide", "rogue --renderer text --use ai/chaser=%s",
     "wait\nwait\nwait\nwait\nwait\nwait\nwait\nwait\n", 0, 0, 8, PLAYS, "left out", ""},
    {"strike", "strike", "rogue --renderer text --use combat=%s",
     "explore\nwait\nwait\nwait\nwait\nwait\nwait\n", 0, 1, 50, PLAYS, "left out", ""},
    {"use", "use", "rogue --renderer text --use items=%s",
     "wait\nwait\nmove-north-west\nwait\nwait\nwait\n", 0, 1, 6, PLAYS, "left out", ""},
    {"draw", "draw", "rogue --turns 99 --use renderer=%s",
     "wait\nwait\nwait\nwait\nwait\nwait\nwait\nwait\n", 1, 0, 8, PLAYS, "left out", ""},
    {"next_event", "next_event", "rogue --turns 99 --use renderer=%s",
     "wait\nwait\nwait\nwait\nwait\nwait\nwait\nwait\n", 1, 0, 8, PLAYS, "left out", ""},
    {"encode", "encode", "rogue --renderer text --slot encode --use saver=%s",
     "wait\nwait\nsave\nwait\nwait\nwait\n", 0, 0, 5, PLAYS, "left out", ""},
    {"start", "start", SILENT " --use rules=%s", "", 0, 0, 0, ENDS, "left out", ""},
};

static const struct fault {
    const char *name;
    const char *cause; /* NULL: see `after` */
    int has_place;     /* where it happened is known */
    enum after after;  /* PLAYS: as the call says */
} faults[] = {
    {"null_read", "SIGSEGV", 1, PLAYS},
    {"null_call", "SIGSEGV", 1, PLAYS},
    {"abort", "SIGABRT", 1, PLAYS},
    {"thread_abort", "SIGABRT", 1, PLAYS},
    {"stack_overflow", "SIGSEGV", 1, PLAYS},
    {"stack_smash", "SIGSEGV", 0, PLAYS},
    {"exit", "exit() was called", 1, PLAYS},
    {"quick_exit", "it ended the process with _exit", 0, PLAYS},
    {"endless", "no answer for " DEADLINE " s", 1, PLAYS},
    {"sleep", "no answer for " DEADLINE " s", 1, PLAYS},
    {"memory", "SIGSEGV", 1, PLAYS},
    {"lock", "no answer for " DEADLINE " s", 1, PLAYS},
    {"lock_twice", "no answer for " DEADLINE " s", 1, PLAYS},
    {"fork", NULL, 0, UNNOTICED},
    {"kill_parent", NULL, 0, RESCUED},
    {"stop_parent", NULL, 0, UNNOTICED},
    {"kill_self", "it was killed (SIGKILL)", 0, PLAYS},
};

#define CALLS ((int)(sizeof calls / sizeof *calls))
#define FAULTS ((int)(sizeof faults / sizeof *faults))

static run r;
static char *happened; /* [CALLS][FAULTS], shared with the tests' processes */

/* -- one run ----------------------------------------------------------------------------------- */

typedef struct end {
    int code;
    int has_state;
    unsigned turn;
    char hash[17];
} end;

/* What was printed last: "turn N  hash HASH" and the shell's "code N". */
static end read_end(void)
{
    end e = {-1, 0, 0, ""};
    const char *code = strstr(r.out, "\ncode ");
    const char *last = strncmp(r.out, "code ", 5) == 0 ? r.out : code != NULL ? code + 1 : NULL;
    ck_assert_msg(last != NULL && sscanf(last, "code %d", &e.code) == 1, "%s%s", r.out, r.err);
    const char *state = NULL;
    for (const char *at = r.out; (at = strstr(at, "turn ")) != NULL; at++)
        if (at == r.out || at[-1] == '\n')
            state = at;
    e.has_state = state != NULL && sscanf(state, "turn %u  hash %16[0-9a-f]", &e.turn, e.hash) == 2;
    return e;
}

/* A run of the game's own, for something to compare with. */
static end play_plainly(const char *arguments)
{
    run_shell(&r, NULL, ": >nothing; moult play %s --renderer none; echo \"code $?\"", arguments);
    end e = read_end();
    ck_assert_msg(e.code == 0 && e.has_state, "moult play %s\n%s%s", arguments, r.out, r.err);
    return e;
}

static void prepare(const struct call *call)
{
    run_well(&r, "wait\nwait\n",
             "moult play rogue --seed kept --renderer text >/dev/null && cp " SAVE " kept && "
             "printf '[profile]\\ntitle = Silent\\n[roles]\\nmapgen = rooms\\nfov = shadow\\n"
             "renderer = text\\nsaver = snapshot\\n' >" SILENT);
    run_well(&r, call->commands, "cat >commands");
}

static end play(const struct call *call, const struct fault *fault)
{
    char plugin[512], game[1024];
    snprintf(plugin, sizeof plugin, FAILS "/%s-%s.so", call->name, fault->name);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(game, sizeof game, call->game, plugin);
#pragma GCC diagnostic pop
    run_shell(&r, NULL,
              "ulimit -c 0; %s timeout -s KILL 10 moult play %s --seed 7 --deadline %s %s "
              "commands; echo \"code $?\"",
              strcmp(fault->name, "memory") == 0 ? "ulimit -v 400000;" : "", game,
              strcmp(fault->name, "memory") == 0 ? "5" : DEADLINE, call->piped ? "<" : "--keys");
    return read_end();
}

/* -- what is told ------------------------------------------------------------------------------ */

/* Lines on standard error that tell of an error; the last one. */
static int count_errors(const char **last)
{
    int count = 0;
    for (const char *at = r.err; (at = strstr(at, "error  ")) != NULL; at++)
        if (at == r.err || at[-1] == '\n') {
            *last = at;
            count++;
        }
    return count;
}

static void expect_part(const char *line, const char *part)
{
    char whole[4096];
    snprintf(whole, sizeof whole, "%.*s", (int)strcspn(line, "\n"), line);
    ck_assert_msg(strstr(whole, part) != NULL, "no \"%s\" in:\n%s", part, r.err);
}

/* Where the stack is destroyed, or nobody could look at it, a call that the core doesn't know of is
 * put down to the rules, which made it: not before it has happened twice. */
static int blames_rules(const struct call *call, const struct fault *fault)
{
    return call->bare &&
           (strcmp(fault->name, "stack_smash") == 0 || strcmp(fault->name, "quick_exit") == 0 ||
            strcmp(fault->name, "kill_self") == 0);
}

/* The first error is about the fault; that nothing stands in may be another one. */
static void check_told(const struct call *call, const struct fault *fault, enum after after)
{
    char name[64], part[512];
    const char *line = "";
    int is_kill = strcmp(fault->name, "kill_self") == 0;
    int on_thread = call->bare && strcmp(fault->name, "thread_abort") == 0; /* with its own stack */
    int count = count_errors(&line);
    int most = 1 + is_kill + (after == ENDS) + blames_rules(call, fault);
    ck_assert_msg(count >= 1 && count <= most, "%d lines:\n%s", count, r.err);
    if (is_kill) { /* looks like somebody's kill; it is the plugin's when it comes again at once */
        expect_part(r.err, fault->cause);
        return;
    }
    if (call->turns == 0)
        expect_part(line, "error  moult load: rules is required");
    stage_name(call->name, fault->name, name);
    line = after == ENDS || blames_rules(call, fault) ? r.err : line;
    if (blames_rules(call, fault)) {
        snprintf(part, sizeof part, "error  rules-rogue@1.0.0 turn: %s", fault->cause);
        expect_part(line, part);
        return;
    }
    snprintf(part, sizeof part, "error  %s@1.0.0%s%s: %s", name, on_thread ? "" : " ",
             on_thread ? "" : call->function, fault->cause);
    expect_part(line, part);
    if (fault->has_place)
        expect_part(line, " at fault.h:");
    if (call->turns != 0)
        expect_part(line, " (turn ");
    expect_part(line, call->instead);
    snprintf(part, sizeof part, "Repeat it: moult check $B/zoo/fails/%s-%s.so%s", call->name,
             fault->name, call->repeat);
    expect_part(line, part);
}

/* -- what is left ------------------------------------------------------------------------------ */

static void check_plays(const struct call *call, const struct fault *fault, const end *e, int lost)
{
    ck_assert_msg(e->code == 0 && e->has_state, "%s-%s: code %d\n%s%s", call->name, fault->name,
                  e->code, r.out, r.err);
    ck_assert_msg((int)e->turn <= call->turns && (int)e->turn >= call->turns - lost,
                  "%s-%s: turn %u, not %d\n%s", call->name, fault->name, e->turn, call->turns,
                  r.err);
}

/* The text names a file by which the run is gone on with, at the turn of the fault. */
static void check_kept(const struct call *call)
{
    char arguments[1024], path[512];
    unsigned turn = 0;
    const char *at = strstr(r.err, "(turn "), *load = strstr(r.err, "--load ");
    ck_assert_msg(at != NULL && sscanf(at, "(turn %u", &turn) == 1, "no turn: %s", r.err);
    ck_assert_msg(load != NULL && sscanf(load, "--load %500s", path) == 1, "no file: %s", r.err);
    path[strcspn(path, "'\";")] = 0;
    if (path[strlen(path) - 1] == '.')
        path[strlen(path) - 1] = 0;
    snprintf(arguments, sizeof arguments, "rogue --keys nothing --load \"%s\"", path);
    end kept = play_plainly(arguments);
    snprintf(arguments, sizeof arguments, "rogue --seed 7 --keys commands --turns %u", turn);
    end expected = play_plainly(arguments);
    ck_assert_msg(kept.turn == turn && strcmp(kept.hash, expected.hash) == 0,
                  "%s: kept at turn %u with %s, not at %u with %s", call->name, kept.turn,
                  kept.hash, turn, expected.hash);
}

static void check_rescue(const struct call *call, const struct fault *fault)
{
    char arguments[1024], path[512];
    ck_assert_int_eq(stage_wait_gone(r.root, 5000), 0);
    if (strcmp(call->name, "start") == 0) /* nothing was played that could be kept */
        return;
    run_shell(&r, NULL, "find home -name '*rescue*' -type f");
    ck_assert_msg(sscanf(r.out, "%500s", path) == 1 && strstr(path, "moult/saves/") != NULL,
                  "%s-%s: nothing was rescued: %s", call->name, fault->name, r.out);
    ck_assert_msg(strchr(r.out, '\n') == strrchr(r.out, '\n'), "more than one: %s", r.out);
    snprintf(arguments, sizeof arguments, "rogue --keys nothing --load %s%s", path,
             strcmp(call->name, "encode") == 0 ? " --use saver=" FAILS "/encode-fork.so" : "");
    end rescued = play_plainly(arguments);
    ck_assert_uint_gt(rescued.turn, 0);
    ck_assert_int_le((int)rescued.turn, call->turns);
}

/* No process, no folder of staged plugins, no harm to what was saved before. */
static void check_clean(const struct call *call, const struct fault *fault)
{
    int left = stage_wait_gone(r.root, 2000);
    ck_assert_msg(left == 0, "%s-%s: %d processes were left", call->name, fault->name, left);
    run_shell(&r, NULL, "find runtime -mindepth 1 -type d ! -path runtime/moult; ls runtime/moult");
    ck_assert_msg(r.out[0] == 0 || (fault->after == RESCUED && strchr(r.out, '/') == NULL),
                  "%s-%s left behind: %s", call->name, fault->name, r.out);
    run_well(&r, NULL, "cmp kept " SAVE);
    if (strcmp(call->name, "encode") == 0)
        run_well(&r, NULL,
                 ": >nothing; test ! -e " ENCODED " || moult play rogue --renderer none --keys "
                 "nothing --load " ENCODED " --use saver=" FAILS "/encode-fork.so");
}

/* -- the matrix -------------------------------------------------------------------------------- */

static void enter(void)
{
    run_open(&r);
}

static void leave(void)
{
    stage_wait_gone(r.root, 0);
    run_close(&r);
}

START_TEST(a_fault_leaves_the_game)
{
    const struct call *call = &calls[_i / FAULTS];
    const struct fault *fault = &faults[_i % FAULTS];
    enum after after = fault->after != PLAYS ? fault->after : call->after;
    happened[_i] = 'F';
    prepare(call);
    end e = play(call, fault);
    if (blames_rules(call, fault) && e.code == 3)
        after = ENDS; /* twice in a row: nobody stands in for rules */
    if (after == PLAYS || after == ENDS)
        check_told(call, fault, after);
    if (after == PLAYS)
        check_plays(call, fault, &e, strcmp(fault->name, "kill_self") == 0 ? 2 : 1);
    if (after == UNNOTICED) {
        ck_assert_msg(r.err[0] == 0, "told: %s", r.err);
        check_plays(call, fault, &e, 0);
    }
    if (after == ENDS) {
        ck_assert_msg(e.code == 3, "%s-%s: code %d\n%s", call->name, fault->name, e.code, r.err);
        if (strcmp(call->name, "start") != 0)
            check_kept(call);
    }
    if (after == RESCUED)
        check_rescue(call, fault);
    check_clean(call, fault);
    happened[_i] = after == PLAYS || after == UNNOTICED ? 'P' : 'L';
}
END_TEST

static void print_matrix(void)
{
    size_t longest = 0;
    for (int f = 0; f < FAULTS; f++)
        longest = strlen(faults[f].name) > longest ? strlen(faults[f].name) : longest;
    for (size_t y = 0; y < longest; y++) {
        printf("%-12s", y == 0   ? "P played on"
                        : y == 1 ? "L left, kept"
                        : y == 2 ? "F failed"
                                 : "");
        for (int f = 0; f < FAULTS; f++) {
            size_t blanks = longest - strlen(faults[f].name);
            printf("  %c", y < blanks ? ' ' : faults[f].name[y - blanks]);
        }
        printf("\n");
    }
    for (int c = 0; c < CALLS; c++) {
        printf("%-12s", calls[c].name);
        for (int f = 0; f < FAULTS; f++)
            printf("  %c", happened[c * FAULTS + f] != 0 ? happened[c * FAULTS + f] : '.');
        printf("\n");
    }
}

int main(void)
{
    happened = mmap(NULL, (size_t)(CALLS * FAULTS), PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (happened == MAP_FAILED)
        return EXIT_FAILURE;
    Suite *suite = suite_create("supervisor matrix");
    TCase *group = tcase_create("matrix");
    tcase_add_checked_fixture(group, enter, leave);
    tcase_set_timeout(group, 120);
    tcase_add_loop_test(group, a_fault_leaves_the_game, 0, CALLS * FAULTS);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    print_matrix();
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
