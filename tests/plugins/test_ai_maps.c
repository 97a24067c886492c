/* SPDX-License-Identifier: MIT */
/* What archetypes do among walls, doors and others, on drawn maps. */
#include "plugins/ai_stage.h"

/* Rows are parted by slashes: m the actor, @ its target, o somebody else, # wall, ~ water, + closed
 * door; the action must name the cell * or the closed door %, without them the target's. */
#define SHOOT MOULT_VERB_SHOOT
#define WAIT MOULT_VERB_WAIT
#define MOVE MOULT_VERB_MOVE
#define SEES MOULT_SEES_TARGET
#define HURT (MOULT_SEES_TARGET | MOULT_HURT)
#define TRAPPED (MOULT_SEES_TARGET | MOULT_CORNERED)
#define LOST (MOULT_SEES_TARGET | MOULT_HURT | MOULT_CORNERED)
#define KNOWS MOULT_KNOWS_TARGET
#define HANDS (MOULT_SEES_TARGET | MOULT_HAS_HANDS)
#define THIEF (MOULT_SEES_TARGET | MOULT_HURT | MOULT_HAS_HANDS)
// clang-format off
static const struct {
    const char *name, *what, *map;
    uint32_t flags, verb;
} cases[] = {
    {"ranged", "shoots over water",              "#######/#m~~.@#/#######",      SEES, SHOOT},
    {"ranged", "comes nearer without a line",    "......./.m*#..@/.......",      SEES, MOVE},
    {"ranged", "walks around without a line",    "..*..../.m#...@/.......",      SEES, MOVE},
    {"ranged", "waits unseeing",                 "......./.m....@/.......",      0,    WAIT},
    {"ranged", "strikes whoever is adjacent",    "...../..m@./.....",            SEES, MOVE},
    {"ranged", "strikes diagonally",             "...../..@../.m.../.....",      SEES, MOVE},
    {"ranged", "strikes from a wall",            "...../#m@../.....",            SEES, MOVE},
    {"ranged", "strikes when cornered",          "...../..m@./.....",            TRAPPED, MOVE},

    {"smart",  "strikes diagonally",             "...../.m.../..@../.....",      SEES, MOVE},
    {"smart",  "comes along the longer side",    "....../.m*.../....../....@.",  SEES, MOVE},
    {"smart",  "slides along the other side",    "....../.m#.../.*..../....@.",  SEES, MOVE},
    {"smart",  "slips through diagonally",       "....../.m#.../.#*.../....@.",  SEES, MOVE},
    {"smart",  "walks around a pillar",          "..*.../.m#..@/......",         SEES, MOVE},
    {"smart",  "walks around somebody",          "..#.../.mo..@/..*...",         SEES, MOVE},
    {"smart",  "pushes no one",                  "..#.../.mo..@/..#...",         SEES, WAIT},
    {"smart",  "walks past a door",              "..*.../.m+..@/..#...",         SEES, MOVE},
    {"smart",  "opens a door on the only way",   "..#.../.m%..@/..#...",         HANDS, MOVE},
    {"smart",  "has no hands for the door",      "..#.../.m+..@/..#...",         SEES, WAIT},
    {"ranged", "opens a door on the only way",   "..#.../.m%..@/..#...",         HANDS, MOVE},
    {"ranged", "has no hands for the door",      "..#.../.m+..@/..#...",         SEES, WAIT},
    {"smart",  "goes straight to what it knows", ".m..../..*.../....../....@.",  KNOWS, MOVE},

    {"coward", "chases while it is well",        "...../.m*.@/.....",            SEES, MOVE},
    {"coward", "waits unseeing",                 "...../.m..@/.....",            MOULT_HURT, WAIT},
    {"coward", "flees when hurt",                "#######/#*m..@#/#######",      HURT, MOVE},
    {"coward", "flees around a corner",          "#*###/##m@#/#####",            HURT, MOVE},
    {"coward", "flees through a door",           "########/#.%m.@#/########",    THIEF, MOVE},
    {"coward", "has no hands for the door",      "########/#.+m.@#/########",    HURT, WAIT},
    {"coward", "flees past another",             "#*####/#om.@#/######",         HURT, MOVE},
    {"coward", "fights when cornered",           "#####/#.m@#/#####",            LOST, MOVE},
    {"coward", "fights where it can't flee",     "#####/#m@.#/#####",            HURT, MOVE},
    {"coward", "cowers out of reach",            "######/#m..@#/######",         HURT, WAIT},
};
// clang-format on

/* Puts a map on the stage: who stands where in `given`, the action's cell in `marked`. */
static void draw_stage(const char *map, int given[5], moult_point *marked)
{
    int x = 0, y = 0;
    memset(scene.who, 0, sizeof scene.who);
    memset(scene.tile, MOULT_TILE_FLOOR, sizeof scene.tile);
    marked->x = -1;
    for (const char *c = map; *c; c++, x++) {
        if (*c == '/') {
            x = -1;
            y++;
            continue;
        }
        uint8_t *tile = &scene.tile[y * SIDE + x], *who = &scene.who[y * SIDE + x];
        *tile = *c == '#'                ? MOULT_TILE_WALL
                : *c == '~'              ? MOULT_TILE_WATER
                : *c == '+' || *c == '%' ? MOULT_TILE_DOOR_CLOSED
                                         : MOULT_TILE_FLOOR;
        *who = *c == 'o' ? OTHER : *c == '@' ? TARGET : *c == 'm' ? 3 : 0;
        if (*c == 'm' || *c == '@') {
            given[*c == '@' ? 2 : 0] = x;
            given[*c == '@' ? 3 : 1] = y;
        } else if (*c == '*' || *c == '%') {
            *marked = (moult_point){x, y};
        }
    }
    scene.width = x;
    scene.height = y + 1;
    if (marked->x < 0)
        *marked = (moult_point){given[2], given[3]};
}

START_TEST(actions_are_the_drawn_ones)
{
    int given[5] = {0};
    moult_point marked;
    draw_stage(cases[_i].map, given, &marked);
    moult_action action = ask(cases[_i].name, given, cases[_i].flags);
    ck_assert_msg(action.verb == cases[_i].verb && (action.verb == MOULT_VERB_WAIT ||
                                                    (action.x == marked.x && action.y == marked.y)),
                  "%s %s, but verb %u at (%d,%d)", cases[_i].name, cases[_i].what, action.verb,
                  action.x, action.y);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ai maps");
    TCase *tests = tcase_create("archetypes");
    tcase_add_checked_fixture(tests, stage_clear, NULL);
    tcase_add_loop_test(tests, actions_are_the_drawn_ones, 0, (int)MOULT_COUNT(cases));
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
