/* SPDX-License-Identifier: MIT */
/* A hero's turn of rogue on floor 10 with its 12 monsters, headless: lines of commands as a file
 * would give them, the state's hash at the end. Goal: 2.5 us a turn with everybody where the floor
 * put them, waiting or walking to and fro. Beside it, without a goal: the same in an open hall with
 * all 12 around the hero, striking. Nobody dies of it. At last whole runs by ai/explorer, one after
 * the other, new floors and fresh worlds included; goal: 10 us a turn. */
#include "bench.h"
#include "support/session_kit.h"

#define GOAL 2.5
#define GOAL_BOT 10.0
#define TURNS 20000
#define FLOOR 10

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

/* -- a bot ------------------------------------------------------------------------------------- */

typedef struct journey {
    moult__set *set;
    kit_game game;
    uint32_t seed;
    uint64_t hash;
    int32_t deepest;
} journey;

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
    printf("%s: %.3f us a turn, %.0f turns/s (goal %.1f us, %.0f/s) %s\n", side.name, side.median,
           1e6 / side.median, GOAL_BOT, 1e6 / GOAL_BOT, side.median <= GOAL_BOT ? "ok" : "MISSED");
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
        printf("%s: %.3f us a turn, %.0f turns/s (goal %.1f us, %.0f/s) %s\n", sides[i].name,
               sides[i].median, 1e6 / sides[i].median, GOAL, 1e6 / GOAL, verdict);
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
