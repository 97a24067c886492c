/* SPDX-License-Identifier: MIT */
/* A hero's turn of rogue on floor 10 with its 12 monsters, headless: lines of commands as a file
 * would give them, the state's hash at the end. Goal: 2.5 us a turn with everybody where the floor
 * put them, waiting or walking to and fro. Beside it, without a goal: the same in an open hall with
 * all 12 around the hero, striking. Nobody dies of it. Each with where the time goes, from a round
 * of its own in which the host's services are timed. At last whole runs by ai/explorer, one after
 * the other, new floors and fresh worlds included; goal: 10 us a turn. */
#include "bench.h"
#include "support/session_kit.h"

#define GOAL 2.5
#define GOAL_BOT 10.0
#define TURNS 20000
#define FLOOR 10
#define ROUNDS 9 /* of the breakdown */

typedef struct scene {
    kit_game game;
    const char *lines[4];
    uint64_t hash;
} scene;

static void feed(kit_game *g)
{
    kit_hero_edit(g)->hunger_max = kit_hero_edit(g)->hunger = 32000;
}

static void play(void *context, int choice)
{
    scene *s = context;
    moult__report report;
    (void)choice;
    feed(&s->game);
    for (int i = 0; i < TURNS; i++)
        moult__input_line(&s->game.s, s->lines[i % 4], &report);
    s->hash ^= moult__hash(s->game.w);
}

static void descend(kit_game *g)
{
    for (int32_t floor = 1; floor < FLOOR; floor++) {
        moult_place at = kit_hero_at(g);
        kit_tile(g, at.x, at.y, MOULT_TILE_STAIRS_DOWN);
        kit_line(g, "descend");
    }
}

/* Nobody dies, and nobody starves. */
static void make_last(kit_game *g)
{
    moult_id id = 0, level = moult__level(g->w);
    while ((id = moult__next(g->w, MOULT_SCOPE_ACTOR, level, id)) != 0)
        kit_body_edit(g, id)->hp = kit_body_edit(g, id)->hp_max = 1 << 30;
    kit_hero_edit(g)->level = 1;
}

static uint32_t monsters(const kit_game *g)
{
    return kit_count(g, MOULT_SCOPE_ACTOR, moult__level(g->w)) - 1;
}

/* A floor with exactly so many: seeds are tried in order. */
static void open_floor(kit_game *g, moult__set *set)
{
    for (int seed = 0;; seed++) {
        char text[16];
        snprintf(text, sizeof text, "turn %d", seed);
        kit_open_in(g, set, text);
        kit_hero_hp(g, 1 << 30, 1 << 30);
        descend(g);
        if (monsters(g) == 12)
            break;
        kit_close(g);
    }
    make_last(g);
}

/* In a hall with the hero, in sight, walking up and striking. */
static void gather(kit_game *g)
{
    moult_id id = 0, level = moult__level(g->w);
    int32_t place = 0;
    for (int32_t y = 0; y < rogue_standard.height; y++)
        for (int32_t x = 0; x < rogue_standard.width; x++)
            if (x > 0 && y > 0 && x < rogue_standard.width - 1 && y < rogue_standard.height - 1)
                kit_tile(g, x, y, MOULT_TILE_FLOOR);
    while ((id = moult__next(g->w, MOULT_SCOPE_ACTOR, level, id)) != 0) {
        if (id == moult__hero(g->w))
            kit_move(g, id, KIT_HALL_X, KIT_HALL_Y);
        else
            kit_move(g, id, KIT_HALL_X - 3 + place % 6, KIT_HALL_Y + 3 + place / 6);
        place += id != moult__hero(g->w);
    }
    kit_look(g);
}

/* -- where a turn's time goes ------------------------------------------------------------------ */

enum { SIGHT, DECISIONS, FLOW, RULES, PARTS };

static double spent[PARTS];
static uint32_t calls[PARTS];
static moult_host timed_host;
static moult_rules_1 timed_rules;
static const moult_rules_1 *rules;

static void count(int part, double begin)
{
    spent[part] += bench_clock() - begin;
    calls[part]++;
}

static moult_status timed_see(moult_world *w, moult_id level, int32_t x, int32_t y, int32_t radius)
{
    double begin = bench_clock();
    moult_status status = moult__host.see(w, level, x, y, radius);
    count(SIGHT, begin);
    return status;
}

static const uint16_t *timed_flow(moult_world *w, const moult_point *goals, uint32_t goal_count,
                                  uint32_t limit, uint32_t flags)
{
    double begin = bench_clock();
    const uint16_t *flow = moult__host.flow(w, goals, goal_count, limit, flags);
    count(FLOW, begin);
    return flow;
}

static moult_status timed_decide(moult_world *w, moult_name archetype, const moult_senses *senses,
                                 moult_action *action)
{
    double begin = bench_clock();
    moult_status status = moult__host.decide(w, archetype, senses, action);
    count(DECISIONS, begin);
    return status;
}

static moult_status timed_turn(moult_world *w, const moult_action *action, moult_outcome *outcome)
{
    double begin = bench_clock();
    moult_status status = rules->turn(w, action, outcome);
    count(RULES, begin);
    return status;
}

static void set_host(moult__set *set, const moult_host *host)
{
    for (uint32_t i = 0; i < set->build_count; i++)
        *set->builds[i]->plugin->host = host;
}

static double clock_cost(void)
{
    double least = 1e9;
    for (int pass = 0; pass < ROUNDS; pass++) {
        double begin = bench_clock(), end = begin;
        for (int i = 0; i < 1000; i++)
            end = bench_clock();
        least = end - begin < least ? end - begin : least;
    }
    return least / 1000;
}

/* One round; the time of all parts and, at the end, of the whole, less what timing them cost: a
 * clock call for each part that was timed, and two in whatever contains it. */
static void time_round(scene *s, double tick, double out[PARTS + 1])
{
    memset(spent, 0, sizeof spent);
    memset(calls, 0, sizeof calls);
    double begin = bench_clock();
    play(s, 0);
    double whole = bench_clock() - begin;
    double within = 2 * tick * (calls[SIGHT] + calls[DECISIONS] + calls[FLOW]);
    out[SIGHT] = spent[SIGHT] - tick * calls[SIGHT];
    out[FLOW] = spent[FLOW] - tick * calls[FLOW];
    out[DECISIONS] = spent[DECISIONS] - tick * (calls[DECISIONS] + calls[FLOW]) - spent[FLOW];
    out[RULES] = spent[RULES] - within - tick * calls[RULES];
    out[PARTS] = whole - within - 2 * tick * calls[RULES] - out[RULES];
    out[RULES] -= out[SIGHT] + out[DECISIONS] + out[FLOW];
}

/* Each part's least time over a few rounds: other programs can only add to it. */
static void break_down(moult__set *set, scene *s)
{
    const double tick = clock_cost();
    double least[PARTS + 1] = {0}, now[PARTS + 1];
    timed_host = moult__host;
    timed_host.see = timed_see;
    timed_host.flow = timed_flow;
    timed_host.decide = timed_decide;
    rules = s->game.s.rules;
    timed_rules = *rules;
    timed_rules.turn = timed_turn;
    s->game.s.rules = &timed_rules;
    set_host(set, &timed_host);
    for (int i = 0; i < ROUNDS; i++) {
        time_round(s, tick, now);
        for (int part = 0; part <= PARTS; part++)
            least[part] = i == 0 || now[part] < least[part] ? now[part] : least[part];
    }
    set_host(set, &moult__host);
    s->game.s.rules = rules;
    printf("    of it: sight %.2f us, decisions %.2f us, flow fields %.2f us, rules %.2f us, "
           "commands and hash %.2f us\n",
           least[SIGHT] / TURNS, least[DECISIONS] / TURNS, least[FLOW] / TURNS,
           least[RULES] / TURNS, least[PARTS] / TURNS);
}

/* -- a bot ------------------------------------------------------------------------------------- */

typedef struct journey {
    moult__set *set;
    kit_game game;
    uint32_t seed;
    uint64_t hash;
    int32_t deepest;
} journey;

static void print_side(const bench_side *side, double goal, const char *verdict)
{
    printf("%s: %.3f us a turn, %.0f turns/s (best %.3f; goal %.1f us, %.0f/s, ratio %.2f) %s\n",
           side->name, side->median, 1e6 / side->median, side->sample[0], goal, 1e6 / goal,
           side->median / goal, verdict);
}

static void next_run(journey *j)
{
    char seed[16];
    snprintf(seed, sizeof seed, "%u", ++j->seed);
    kit_open_in(&j->game, j->set, seed);
    j->game.s.options.hero = "explorer";
}

static void travel(void *context, int choice)
{
    journey *j = context;
    (void)choice;
    for (int i = 0; i < TURNS; i++) {
        if (j->game.s.over || j->game.s.world == NULL) {
            if (j->game.s.world != NULL) {
                int32_t floor = kit_hero(&j->game)->floor;
                j->deepest = floor > j->deepest ? floor : j->deepest;
                kit_close(&j->game);
            }
            next_run(j);
        }
        if (moult__bot_turn(&j->game.s) < 0)
            abort();
    }
    j->hash ^= moult__hash(j->game.s.world);
}

static int32_t measure_bot(moult__set *set)
{
    static journey j;
    moult__want want = {.slot = "ai/explorer"};
    moult__report report = {0};
    if (moult__set_load(set, &want, 1, &report) < 0) {
        fprintf(stderr, "%s\n", report.text);
        return 2;
    }
    j.set = set;
    bench_side side = {"ai/explorer, whole runs", travel, &j, 0, TURNS, 0, {0}};
    bench_measure(&side, 1);
    print_side(&side, GOAL_BOT, side.median <= GOAL_BOT ? "ok" : "MISSED");
    printf("    %u runs, deepest floor %d, hash %016llx\n", j.seed, j.deepest,
           (unsigned long long)j.hash);
    kit_close(&j.game);
    return side.median > GOAL_BOT;
}

int main(void)
{
    static scene scenes[4] = {
        {.lines = {"wait", "wait", "wait", "wait"}},
        {.lines = {"move-north-west", "move-south-east", "move-north-west", "move-south-east"}},
        {.lines = {"wait", "wait", "wait", "wait"}},
        {.lines = {"move-north-west", "move-south-east", "move-north-west", "move-south-east"}},
    };
    static bench_side sides[4];
    static const char *const names[] = {"wait, as the floor is", "walk, as the floor is",
                                        "wait, among all 12", "walk, among all 12"};
    moult__set set;
    int missed = 0;
    kit_set_open(&set);
    for (int i = 0; i < 4; i++) {
        open_floor(&scenes[i].game, &set);
        if (i >= 2)
            gather(&scenes[i].game);
        sides[i] = (bench_side){names[i], play, &scenes[i], 0, TURNS, 0, {0}};
    }
    bench_measure(sides, 4);
    for (int i = 0; i < 4; i++) {
        const char *verdict = i >= 2 ? "" : sides[i].median <= GOAL ? "ok" : "MISSED";
        print_side(&sides[i], GOAL, verdict);
        break_down(&set, &scenes[i]);
        printf("    turn %u, hash %016llx, %u monsters, hunger %d\n", moult__turn(scenes[i].game.w),
               (unsigned long long)scenes[i].hash, monsters(&scenes[i].game),
               kit_hero(&scenes[i].game)->hunger);
        missed |= i < 2 && sides[i].median > GOAL;
        kit_close(&scenes[i].game);
    }
    missed |= measure_bot(&set);
    moult__set_close(&set);
    return missed;
}
