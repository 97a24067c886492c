/* SPDX-License-Identifier: MIT */
/* What the supervisor costs: from the death of a worker to the next turn that can be played; the
 * rehearsal of a reload against forking and waiting alone, which nobody can do without; and the
 * processor's time of an idle game, which is none. Each has its own goal. */
#include "bench.h"
#include <sys/stat.h>
#include "core/system/crash.h"
#include "support/plugin_kit.h"
#include "support/session_kit.h"
/* behind those: "run" is a type here */
#include "e2e/driven_game.h"

#define GOAL_RESTART_MS 50.0
#define GOAL_REHEARSAL 1.5
#define GOAL_IDLE 0 /* ticks of the processor's clock */
#define IDLE_SECONDS 2
#define REHEARSALS 8 /* few: what else the machine does is to meet both sides */
#define PLUGIN "ai-chaser.so"

static int verdict(const char *name, double found, double goal, const char *unit)
{
    printf("%s ours %.3f %s (goal %.3f) %s\n", name, found, unit, goal,
           found <= goal ? "ok" : "MISSED");
    return found <= goal ? 0 : 1;
}

/* -- after a death ----------------------------------------------------------------------------- */

static int measure_restart(driven *game)
{
    double sample[BENCH_RUNS];
    for (int i = -1; i < BENCH_RUNS; i++) {
        int32_t code;
        driven_play(game, "wait"); /* two deaths without a turn are somebody's fault */
        const pid_t worker = driven_worker(game);
        const double begin = bench_clock();
        kill(worker, SIGKILL);
        while (kill(worker, 0) == 0) /* until it is gone, nobody else answers */
            ;
        free(driven_ask(game, "state", &code));
        if (i >= 0)
            sample[i] = (bench_clock() - begin) * 1e-3;
    }
    qsort(sample, BENCH_RUNS, sizeof *sample, bench_order);
    return verdict("supervisor: restart", sample[BENCH_RUNS / 2], GOAL_RESTART_MS, "ms");
}

/* -- idle -------------------------------------------------------------------------------------- */

static unsigned long spent(pid_t pid)
{
    char name[16], text[1024];
    unsigned long user = 0, system = 0;
    snprintf(name, sizeof name, "%d", (int)pid);
    if (stage_read(name, "stat", text, sizeof text) <= 0 ||
        sscanf(strrchr(text, ')'), ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
               &system) != 2)
        exit(2);
    return user + system;
}

static int measure_idle(driven *game)
{
    driven_play(game, "wait");
    const pid_t worker = driven_worker(game);
    const unsigned long before = spent(worker) + spent(game->supervisor);
    sleep(IDLE_SECONDS);
    const unsigned long after = spent(worker) + spent(game->supervisor);
    return verdict("supervisor: idle", (double)(after - before), GOAL_IDLE, "ticks");
}

/* A user's folder for running programs is in memory, so the game's is, too. */
static int measure_game(void)
{
    static driven game;
    char runtime[] = "/dev/shm/moult-bench-XXXXXX";
    driven_open(&game);
    const int in_memory = mkdtemp(runtime) != NULL;
    if (in_memory)
        setenv("XDG_RUNTIME_DIR", runtime, 1);
    driven_begin(&game, "rogue --renderer text --seed 7");
    driven_read(&game);
    const int count = measure_restart(&game) + measure_idle(&game);
    driven_end(&game);
    if (in_memory)
        run_well(&game.r, NULL, "rm -r %s", runtime);
    run_close(&game.r);
    return count;
}

/* -- rehearsals -------------------------------------------------------------------------------- */

typedef struct theatre {
    kit_game game;
    moult__reload *reload;
} theatre;

static void stop(const char *why)
{
    fprintf(stderr, "supervisor: %s\n", why);
    kit_folder_remove();
    exit(2);
}

/* A game of the build's plugins, one of which has changed since. */
static void prepare(theatre *t)
{
    char command[1024], result[1024];
    moult__report report = {0};
    kit_folder_make();
    snprintf(command, sizeof command,
             "mkdir %s/plugins && ln -s %s/plugins/*.so %s/plugins && rm %s/plugins/" PLUGIN,
             kit_folder(), MOULT_BUILD_DIR, kit_folder(), kit_folder());
    if (system(command) != 0)
        stop("no folder");
    kit_take("plugins/" PLUGIN, "plugins/" PLUGIN, 0);
    setenv("MOULT_BUILD_DIR", kit_folder(), 1);
    if (moult__crash_open() < 0)
        stop("no handlers");
    kit_open(&t->game, "7");
    kit_take("plugins/" PLUGIN, "plugins/" PLUGIN, 1);
    if (moult__reload_look(&t->game.own, 1, &t->reload, result, sizeof result, &report) < 0 ||
        t->reload == NULL)
        stop(report.text);
}

static void rehearse(void *context, int choice)
{
    theatre *t = context;
    moult__report report = {0};
    (void)choice;
    for (int i = 0; i < REHEARSALS; i++)
        if (moult__rehearse(&t->game.s, t->reload, &report) < 0)
            stop(report.text);
}

static void fork_and_wait(void *context, int choice)
{
    (void)context, (void)choice;
    for (int i = 0; i < REHEARSALS; i++) {
        moult__crash_may_fork(1);
        const pid_t copy = fork();
        if (copy == 0)
            _exit(0);
        if (copy < 0 || waitpid(copy, NULL, 0) != copy)
            stop("no fork");
    }
}

static int measure_rehearsal(void)
{
    static theatre t;
    prepare(&t);
    bench_side side[] = {{"ours", rehearse, &t, 0, REHEARSALS, 0, {0}},
                         {"fork and wait", fork_and_wait, NULL, 0, REHEARSALS, 0, {0}}};
    bench_measure(side, 2);
    const int count = bench_verdict("supervisor: rehearsal", side, 2, GOAL_REHEARSAL);
    moult__reload_discard(t.reload);
    kit_close(&t.game);
    moult__crash_close();
    kit_folder_remove();
    return count;
}

static int missed;

/* The homes of games are made by what only works within a test. */
START_TEST(measure)
{
    missed = measure_game();
    missed += measure_rehearsal();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bench");
    TCase *group = tcase_create("all");
    tcase_add_test(group, measure);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_NOFORK);
    srunner_run_all(runner, CK_MINIMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? 2 : missed != 0;
}
