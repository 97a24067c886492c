/* SPDX-License-Identifier: MIT */
/* A traced call beside the same call without a trace: combat/rogue's rule, through its slot. Goal:
 * at most 250 nanoseconds more, each call gathered for the file. What it costs to write them is
 * done between turns, and only told. */
#include "bench.h"
#include <moult/combat.h>
#include "core/trace/trace.h"
#include "support/plugin_kit.h"

#define GOAL_NS 250.0
#define CALLS 10000 /* fewer than are gathered at once */

static int32_t strike(const moult_combat_1 *combat)
{
    moult_attack attack = {.size = sizeof attack, .skill = 3, .damage = 5};
    moult_blow blow = {.size = sizeof blow};
    int32_t sum = 0;
    for (int32_t i = 0; i < CALLS; i++) {
        attack.roll = i & 15;
        sum += combat->resolve(&attack, &blow) + blow.damage;
    }
    return sum;
}

/* Nanoseconds a call; the sum is checked. */
static double measure(const moult_combat_1 *combat, int32_t *sum)
{
    const double begin = bench_clock();
    *sum = strike(combat);
    return (bench_clock() - begin) * 1e3 / CALLS;
}

static double median(double *samples)
{
    qsort(samples, BENCH_RUNS, sizeof *samples, bench_order);
    return samples[BENCH_RUNS / 2];
}

static int run(moult__set *set, moult__trace *trace)
{
    double bare[BENCH_RUNS], traced[BENCH_RUNS], written[BENCH_RUNS];
    int32_t sums[2];
    const moult__slot *slot = moult__set_slot(set, "combat/rogue");
    for (int i = -1; i < BENCH_RUNS; i++) {
        const int at = i < 0 ? 0 : i;
        bare[at] = measure(slot->own, &sums[0]);
        traced[at] = measure(slot->functions, &sums[1]);
        const double begin = bench_clock();
        moult__trace_rest(trace);
        written[at] = (bench_clock() - begin) * 1e3 / CALLS;
        if (sums[0] != sums[1]) {
            puts("trace: the traced call doesn't answer the same");
            return 1;
        }
    }
    const double off = median(bare), on = median(traced), more = on - off;
    printf("trace: a call %.1f ns, traced %.1f ns, %.1f ns more (at most %.0f); writing it %.1f "
           "ns\n",
           off, on, more, GOAL_NS, median(written));
    return more > GOAL_NS;
}

int main(void)
{
    moult__set set;
    moult__trace *trace = NULL;
    moult__report report = {0};
    kit_folder_make();
    kit_set_make(&set);
    kit_set_rogue(&set);
    int missed = 2;
    if (kit_set_want(&set, "rules/rogue", &report) < 0 ||
        moult__trace_open(&set, "combat", kit_at("trace.json"), 0, &trace, &report) < 0)
        fprintf(stderr, "trace: %s\n", report.text);
    else
        missed = run(&set, trace);
    moult__trace_close(trace);
    moult__set_close(&set);
    kit_folder_remove();
    return missed;
}
