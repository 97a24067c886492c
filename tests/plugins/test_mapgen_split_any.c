/* SPDX-License-Identifier: MIT */
/* mapgen/split, as built, for seeds, depths, sizes and arrivals that nobody has recorded: what the
 * oracle can verify, what must be refused, and rogue on its levels. */
#include "support/run.h"
#include "split_stage.h"

static void ck_same_level(const moult_canvas *a, const moult_canvas *b)
{
    size_t cells = (size_t)a->stride * (size_t)a->height;
    ck_assert_mem_eq(a->tile, b->tile, cells);
    ck_assert_mem_eq(a->room, b->room, cells * sizeof *a->room);
    ck_assert_uint_eq(a->room_count, b->room_count);
    ck_assert_mem_eq(a->rooms, b->rooms, a->room_count * sizeof *a->rooms);
    ck_assert_uint_eq(a->spot_count, b->spot_count);
    ck_assert_mem_eq(a->spots, b->spots, a->spot_count * sizeof *a->spots);
    ck_assert_uint_eq(a->spawn_count, b->spawn_count);
    if (a->spawn_count > 0)
        ck_assert_mem_eq(a->spawns, b->spawns, a->spawn_count * sizeof *a->spawns);
}

START_TEST(declares_one_generator)
{
    ck_assert_str_eq(plugin->name, "mapgen-split");
    ck_assert_uint_eq(plugin->provide_count, 1);
    ck_assert_str_eq(plugin->provides[0].slot, "mapgen/split");
    ck_assert_str_eq(plugin->provides[0].interface, MOULT_MAPGEN_INTERFACE);
    ck_assert_str_eq(plugin->provides[0].shape, MOULT_MAPGEN_SHAPE);
}
END_TEST

/* -- what holds of any level ------------------------------------------------------------------- */

/* Each level is entered where the one above is left. */
START_TEST(promises_hold_on_twenty_thousand_levels)
{
    for (int number = 0; number < 80; number++) {
        char seed[32];
        snprintf(seed, sizeof seed, "descent %d", number);
        moult_spot entry = entry_at(12, 5);
        for (int32_t depth = 1; depth <= 256; depth++) {
            moult_request request = ask(seed, depth, &entry);
            make_well(&request, ALL);
            for (uint32_t i = 0; i < canvas->own.spot_count; i++)
                if (canvas->own.spots[i].kind == MOULT_SPOT_STAIRS_DOWN)
                    entry = entry_at(canvas->own.spots[i].x, canvas->own.spots[i].y);
        }
    }
}
END_TEST

START_TEST(any_bytes_are_a_seed)
{
    static char text[MOULT_SEED_MAX];
    moult_request request = ask("", 3, NULL);
    request.seed_text = NULL;
    make_well(&request, ALL);
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)i;
    request.seed_text = text;
    request.seed_text_size = sizeof text;
    make_well(&request, ALL);
    text[sizeof text - 1] ^= 1;
    ck_assert_int_eq(make(other, &request), MOULT_OK);
    ck_assert_mem_ne(canvas->own.tile, other->own.tile, 50 * 50);
    request.seed_text_size = 1; /* a zero byte isn't the empty text */
    make_well(&request, ALL);
    request.seed_text_size = 0;
    ck_assert_int_eq(make(other, &request), MOULT_OK);
    ck_assert_mem_ne(canvas->own.tile, other->own.tile, 50 * 50);
    request.seed_text_size = sizeof text + 1;
    ck_assert_int_eq(make(other, &request), MOULT_RANGE);
}
END_TEST

/* So what attempt 2 of a seed makes at depth 1, the first attempt of "SEED,1" makes at depth 2 but
 * for what the depth says itself: plan and stairs are alike. */
START_TEST(later_attempts_lengthen_the_text)
{
    moult_request again = ask("well", 1, NULL), longer = ask("well,1", 2, NULL);
    again.attempt = 2;
    make_well(&again, ALL);
    ck_assert_int_eq(make(other, &longer), MOULT_OK);
    ck_assert_mem_eq(canvas->own.rooms, other->own.rooms,
                     canvas->own.room_count * sizeof(moult_room));
    ck_assert_mem_eq(canvas->own.spots, other->own.spots, sizeof(moult_spot));
    again.attempt = 0;
    make_well(&again, ALL);
    ck_assert_mem_ne(canvas->own.tile, other->own.tile, 50 * 50);
}
END_TEST

START_TEST(same_request_gives_same_level)
{
    for (int32_t depth = 0; depth < 100; depth++) {
        moult_request request = ask("twice", depth, NULL), between = ask("once", 5, NULL);
        make_well(&request, ALL);
        ck_assert_int_eq(make(other, &between), MOULT_OK);
        ck_assert_int_eq(make(other, &request), MOULT_OK);
        ck_same_level(&canvas->own, &other->own);
    }
}
END_TEST

static const int32_t sizes[][2] = {{16, 16}, {16, 257}, {257, 16}, {257, 257},
                                   {25, 25}, {64, 40},  {50, 50},  {17, 100}};

START_TEST(sides_from_16_to_257_are_served)
{
    for (int number = 0; number < 200; number++) {
        char seed[32];
        snprintf(seed, sizeof seed, "side %d", number);
        moult_request request = ask(seed, number % 20, NULL);
        request.width = sizes[_i][0];
        request.height = sizes[_i][1];
        make_well(&request, ALL);
    }
}
END_TEST

START_TEST(other_sides_and_depths_are_refused)
{
    static const int32_t wrong[][3] = {{15, 16, 1},  {16, 15, 1},   {258, 50, 1},
                                       {50, 258, 1}, {15, 25, 0},   {1, 1, 0},
                                       {50, 50, -1}, {50, 50, 257}, {25, 25, -1}};
    for (uint32_t i = 0; i < MOULT_COUNT(wrong); i++) {
        moult_request request = ask("wrong", wrong[i][2], NULL);
        request.width = wrong[i][0];
        request.height = wrong[i][1];
        ck_assert_int_eq(make(canvas, &request), MOULT_UNSUPPORTED);
    }
}
END_TEST

START_TEST(budget_refusals_are_passed_on)
{
    static moult_spot everywhere[50 * 50];
    moult_request request = ask("budget", 1, NULL);
    moult_canvas *open = moult__canvas_begin(canvas, &request, 10);
    ck_assert_int_eq(generator->generate(&request, open), MOULT_BUDGET);
    for (int32_t i = 0; i < 50 * 50; i++) /* no cell is left for the stairs */
        everywhere[i] = entry_at(i % 50, i / 50);
    request.entries = everywhere;
    request.entry_count = 50 * 50;
    open = moult__canvas_begin(canvas, &request, 100000);
    ck_assert_int_eq(generator->generate(&request, open), MOULT_BUDGET);
}
END_TEST

/* -- arrivals ---------------------------------------------------------------------------------- */

static moult_spot find_entry(void)
{
    for (uint32_t i = 0; i < canvas->own.spot_count; i++)
        if (canvas->own.spots[i].kind == MOULT_SPOT_ENTRY)
            return canvas->own.spots[i];
    ck_abort_msg("no entry");
    return entry_at(-1, -1);
}

/* Whoever asks for the arrival that the generator would have chosen gets the same level. */
START_TEST(a_chosen_arrival_changes_nothing_else)
{
    for (int32_t depth = 0; depth <= 256; depth++) {
        moult_request request = ask("arrival", depth, NULL);
        make_well(&request, ALL);
        moult_spot entry = find_entry();
        for (uint32_t i = 0; i < canvas->own.spawn_count; i++)
            ck_assert(canvas->own.spawns[i].what != MOULT_SPAWN_ACTOR ||
                      canvas->own.spawns[i].x != entry.x || canvas->own.spawns[i].y != entry.y);
        request.entries = &entry;
        request.entry_count = 1;
        ck_assert_int_eq(make(other, &request), MOULT_OK);
        ck_same_level(&canvas->own, &other->own);
    }
}
END_TEST

START_TEST(the_first_hall_is_entered_below_its_stairs)
{
    moult_request request = ask("anything", 0, NULL);
    make_well(&request, ALL);
    ck_assert_int_eq(find_entry().x, 12);
    ck_assert_int_eq(find_entry().y, 17);
}
END_TEST

/* On the border, too: it is open there then, and isn't promised to be closed. */
START_TEST(every_cell_may_be_an_arrival)
{
    for (int32_t i = 0; i < 50 * 50; i++) {
        int32_t x = i % 50, y = i / 50;
        moult_spot entries[] = {entry_at(x, y), entry_at(24, 24)};
        moult_request request = ask("anywhere", 1 + i % 9, entries);
        request.entry_count = 2;
        make_well(&request, x > 0 && y > 0 && x < 49 && y < 49 ? ALL : OPEN_BORDER);
        ck_assert_uint_eq(canvas->own.tile[y * canvas->own.stride + x], MOULT_TILE_FLOOR);
        ck_assert_uint_eq(canvas->own.spot_count, 3);
    }
    moult_spot off = entry_at(50, 3);
    moult_request request = ask("anywhere", 1, &off);
    ck_assert_int_eq(make(canvas, &request), MOULT_RANGE);
}
END_TEST

/* -- other rules ------------------------------------------------------------------------------- */

/* What rogue requires, at its size: no attempt is refused. */
START_TEST(rogue_gets_its_levels_at_the_first_attempt)
{
    static const int32_t depths[] = {1, 2, 10, 50, 99, 100};
    for (int number = 0; number < 100; number++) {
        for (uint32_t d = 0; d < MOULT_COUNT(depths); d++) {
            char seed[32];
            moult__report report = {0};
            moult_request request = {.size = sizeof request,
                                     .width = 64,
                                     .height = 40,
                                     .depth = depths[d],
                                     .require = MOULT_MAP_CONNECTED | MOULT_MAP_WAY_DOWN |
                                                MOULT_MAP_ENTRY_FREE | MOULT_MAP_SPAWNS_FREE,
                                     .vocabulary = "rogue"};
            snprintf(seed, sizeof seed, "rogue %d", number);
            if (moult__generate_level(canvas, generator, NULL, &request, (const uint8_t *)seed,
                                      (uint32_t)strlen(seed), &report) < 0)
                ck_abort_msg("%s", report.text);
            ck_assert_uint_eq(request.attempt, 0);
        }
    }
}
END_TEST

START_TEST(rogue_is_played_on_it)
{
    run r;
    run_open(&r);
    run_well(&r, NULL,
             "moult play rogue --renderer none --use mapgen=split --hero explorer --seeds 1-20 "
             "--turns 300");
    ck_assert_str_eq(r.err, "");
    ck_assert_msg(run_matches(strstr(r.out, "\nruns ") + 6,
                              "20  floor mean #.# max #  turns mean #.#  won #\n"),
                  "%s", r.out);
    run_close(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mapgen/split, any level");
    TCase *tests = tcase_create("split");
    tcase_add_checked_fixture(tests, open_all, close_all);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, declares_one_generator);
    tcase_add_test(tests, promises_hold_on_twenty_thousand_levels);
    tcase_add_test(tests, any_bytes_are_a_seed);
    tcase_add_test(tests, later_attempts_lengthen_the_text);
    tcase_add_test(tests, same_request_gives_same_level);
    tcase_add_loop_test(tests, sides_from_16_to_257_are_served, 0, (int)MOULT_COUNT(sizes));
    tcase_add_test(tests, other_sides_and_depths_are_refused);
    tcase_add_test(tests, budget_refusals_are_passed_on);
    tcase_add_test(tests, a_chosen_arrival_changes_nothing_else);
    tcase_add_test(tests, the_first_hall_is_entered_below_its_stairs);
    tcase_add_test(tests, every_cell_may_be_an_arrival);
    tcase_add_test(tests, rogue_gets_its_levels_at_the_first_attempt);
    tcase_add_test(tests, rogue_is_played_on_it);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
