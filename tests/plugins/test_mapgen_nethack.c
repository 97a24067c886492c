/* SPDX-License-Identifier: MIT */
/* mapgen/nethack, as built: its promises on maps of many sizes and depths, arrivals anywhere,
 * options, special rooms; and, over a sample, how often what comes out. */
#include <dlfcn.h>
#include <moult/plugin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/game/generate.h"
#include "core/game/oracle.h"
#include "support/nethack_level.h"
#include <check.h>

#define PLENTY (1u << 30)
#define USUAL \
    (MOULT_MAP_CONNECTED | MOULT_MAP_WAY_DOWN | MOULT_MAP_ENTRY_FREE | MOULT_MAP_SPAWNS_FREE)
#define ALL (USUAL | MOULT_MAP_CLOSED_BORDER | MOULT_MAP_NO_SECRETS)

static void *library;
static const moult_mapgen_1 *generator;
static moult__canvas *canvas, *other;
static nethack_level level;
static nethack_stats stats;
static uint8_t seed[32];

static void open_all(void)
{
    library = dlopen(MOULT_BUILD_DIR "/plugins/mapgen-nethack.so", RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(library != NULL, "%s", dlerror());
    const moult_plugin *plugin = dlsym(library, "moult_plugin_1");
    ck_assert_ptr_nonnull(plugin);
    generator = plugin->provides[0].functions;
    canvas = moult__canvas_create();
    other = moult__canvas_create();
}

static void close_all(void)
{
    moult__canvas_free(canvas);
    moult__canvas_free(other);
    dlclose(library);
}

static moult_status make(moult__canvas *on, const moult_request *request)
{
    moult_canvas *open = moult__canvas_begin(on, request, PLENTY);
    ck_assert_ptr_nonnull(open);
    on->said[0] = 0;
    moult_status status = generator->generate(request, open);
    ck_assert_int_eq(moult__canvas_intact(on), 1);
    return status;
}

/* It must hold what it promises and what is required, and `least` must be promised. A level of a
 * hundred may be refused, for then the next attempt is made. */
static int32_t make_well(const moult_request *request, uint32_t least)
{
    char why[256];
    moult_status status = make(canvas, request);
    if (status == MOULT_REFUSED)
        return 0;
    ck_assert_int_eq(status, MOULT_OK);
    ck_assert_uint_eq(canvas->open.promise & least, least);
    if (moult__oracle_verify(canvas, request, why, sizeof why) < 0)
        ck_abort_msg("%dx%d depth %d: %s", request->width, request->height, request->depth, why);
    return 1;
}

static uint32_t count_tiles(uint32_t tile)
{
    uint32_t count = 0;
    for (int32_t i = 0; i < canvas->own.width * canvas->own.height; i++)
        count += canvas->own.tile[i] == tile;
    return count;
}

/* -- promises ---------------------------------------------------------------------------------- */

START_TEST(levels_of_all_sizes_and_depths_hold_what_they_promise)
{
    static const int32_t sizes[][2] = {{80, 21}, {64, 40},  {50, 50},  {25, 25},
                                       {20, 12}, {40, 100}, {200, 120}};
    static const int32_t depths[] = {0, 1, 2, 7, 13, 20, 40, 99, 100, 1000000000, -5};
    static const uint32_t require[] = {0, USUAL, ALL, MOULT_MAP_WAY_DOWN, USUAL | 32u};
    uint32_t made = 0, asked = 0;
    for (uint32_t size = 0; size < MOULT_COUNT(sizes); size++)
        for (uint32_t depth = 0; depth < MOULT_COUNT(depths); depth++)
            for (uint64_t number = 0; number < 30; number++) {
                moult_request request = nethack_request(number, depths[depth], NULL, seed);
                request.width = sizes[size][0];
                request.height = sizes[size][1];
                request.require = require[number % MOULT_COUNT(require)];
                made += (uint32_t)make_well(&request, USUAL);
                asked++;
            }
    ck_assert_uint_le(100 * (asked - made), asked);
}
END_TEST

START_TEST(a_map_of_any_size_is_made_or_refused_with_a_reason)
{
    static const int32_t sides[] = {1, 2, 11, 12, 19, 20, 300, 4096};
    for (uint32_t i = 0; i < MOULT_COUNT(sides); i++)
        for (uint32_t j = 0; j < MOULT_COUNT(sides); j++) {
            moult_request request = nethack_request(i, 5, NULL, seed);
            request.width = sides[i];
            request.height = sides[j];
            if (sides[i] >= 20 && sides[j] >= 12) {
                make_well(&request, USUAL);
                continue;
            }
            ck_assert_int_eq(make(canvas, &request), MOULT_UNSUPPORTED);
            ck_assert_ptr_nonnull(strstr(canvas->said, "at least 20x12 cells"));
        }
}
END_TEST

START_TEST(one_can_arrive_anywhere)
{
    for (int32_t cell = 0; cell < 40 * 21; cell++) {
        moult_spot entry = {.size = sizeof entry, .x = cell % 40, .y = cell / 40, .room = -1};
        moult_request request = nethack_request((uint64_t)cell, 16, NULL, seed);
        request.width = 40;
        request.require = USUAL;
        request.entries = &entry;
        request.entry_count = 1;
        if (!make_well(&request, USUAL))
            continue;
        ck_assert_uint_eq(canvas->own.spots[0].kind, MOULT_SPOT_ENTRY);
        ck_assert_int_eq(canvas->own.spots[0].x, entry.x);
        ck_assert_int_eq(canvas->own.spots[0].y, entry.y);
        for (uint32_t i = 0; i < canvas->own.spawn_count; i++) {
            const moult_spawn *s = &canvas->own.spawns[i];
            ck_assert(s->what != MOULT_SPAWN_ACTOR || s->x != entry.x || s->y != entry.y);
        }
    }
}
END_TEST

START_TEST(one_may_arrive_at_several_places_at_once_but_not_off_the_map)
{
    moult_spot entries[3] = {{.size = sizeof *entries, .x = 1, .y = 1},
                             {.size = sizeof *entries, .x = 78, .y = 19},
                             {.size = sizeof *entries, .x = 40, .y = 10}};
    moult_request request = nethack_request(3, 5, NULL, seed);
    request.entries = entries;
    request.entry_count = 3;
    request.require = USUAL;
    ck_assert(make_well(&request, USUAL));
    entries[1].x = 80;
    ck_assert_int_eq(make(canvas, &request), MOULT_RANGE);
}
END_TEST

START_TEST(the_core_takes_a_level_at_the_first_or_second_attempt)
{
    uint32_t again = 0;
    for (int32_t i = 0; i < 2000; i++) {
        char text[16];
        int length = snprintf(text, sizeof text, "%d", i);
        moult_request request = {.size = sizeof request,
                                 .width = 64,
                                 .height = 40,
                                 .depth = 1 + i % 100,
                                 .require = USUAL | MOULT_MAP_NO_SECRETS};
        ck_assert_int_ge(moult__generate_level(canvas, generator, NULL, &request,
                                               (const uint8_t *)text, (uint32_t)length, NULL),
                         0);
        ck_assert_uint_le(request.attempt, 1);
        again += request.attempt;
    }
    ck_assert_uint_le(again, 4);
}
END_TEST

START_TEST(a_level_is_the_same_whatever_was_made_before)
{
    moult_request request = nethack_request(77, 17, NULL, seed);
    ck_assert_int_eq(make(other, &request), MOULT_OK);
    for (uint64_t number = 0; number < 20; number++) {
        request = nethack_request(number, 8, "subroom=1", seed);
        make(canvas, &request);
    }
    request = nethack_request(77, 17, NULL, seed);
    ck_assert_int_eq(make(canvas, &request), MOULT_OK);
    ck_assert_mem_eq(canvas->own.tile, other->own.tile, 80 * 21);
    ck_assert_mem_eq(canvas->own.detail, other->own.detail, 80 * 21);
    ck_assert_uint_eq(canvas->own.spawn_count, other->own.spawn_count);
    ck_assert_mem_eq(canvas->own.spawns, other->own.spawns,
                     canvas->own.spawn_count * sizeof(moult_spawn));
    ck_assert_mem_eq(canvas->own.doors, other->own.doors,
                     canvas->own.door_count * sizeof(moult_door));
}
END_TEST

/* -- options ----------------------------------------------------------------------------------- */

START_TEST(an_option_that_is_wrong_is_refused_by_its_name)
{
    static const struct {
        const char *options, *why;
        moult_status status;
    } cases[] = {
        {"niche-closet=7", "", MOULT_OK},
        {"secrets=off corridors=3.4\tfaithful=on  fill=off", "", MOULT_OK},
        {"", "", MOULT_OK},
        {"niche-closets=7", "no option \"niche-closets\" (closest: niche-closet)", MOULT_UNKNOWN},
        {"secret=off", "no option \"secret\" (closest: secrets)", MOULT_UNKNOWN},
        {"corridors=3.5", "the option corridors of nethack is 3.4 or 3.6, not \"3.5\"",
         MOULT_RANGE},
        {"secrets=1", "the option secrets of nethack is off or on, not \"1\"", MOULT_RANGE},
        {"faithful", "the option faithful of nethack is off or on, not \"\"", MOULT_RANGE},
        {"rooms-max=41", "the option rooms-max of nethack is 1 to 40, not \"41\"", MOULT_RANGE},
        {"door-real=-1", "the option door-real of nethack is 0 to 1000000, not \"-1\"",
         MOULT_RANGE},
        {"zoo=99999999999999", "the option zoo of nethack is 0 to 1000000", MOULT_RANGE},
        {"fill=on rooms_max=3", "no option \"rooms_max\" (closest: rooms-max)", MOULT_UNKNOWN},
        {"shop-general=0 shop-armour=0 shop-scrolls=0 shop-potions=0 shop-weapons=0 shop-food=0 "
         "shop-rings=0 shop-wands=0 shop-tools=0 shop-books=0 shop-health=0",
         "shop-general", MOULT_RANGE},
    };
    for (uint32_t i = 0; i < MOULT_COUNT(cases); i++) {
        moult_request request = nethack_request(1, 5, cases[i].options, seed);
        ck_assert_int_eq(make(canvas, &request), cases[i].status);
        ck_assert_msg(strstr(canvas->said, cases[i].why) != NULL, "%s: %s", cases[i].options,
                      canvas->said);
    }
}
END_TEST

START_TEST(every_setting_takes_both_ends_of_its_range)
{
#define ODDS NETHACK_ODDS
    static const struct {
        const char *field, *kind;
        int32_t ends[2];
    } settings[] = {
#define SETTING(F, field, kind, value, low, high, text) {#field, #kind, {low, high}},
        NETHACK_SETTINGS(SETTING, )
#undef SETTING
    };
    static const char *const words[2][2] = {{"off", "on"}, {"3.4", "3.6"}};
    for (uint32_t i = 0; i < MOULT_COUNT(settings); i++)
        for (uint32_t end = 0; end < 2; end++) {
            char options[64], number[16];
            int32_t version = strcmp(settings[i].kind, "VERSION") == 0;
            const char *value = words[version][end];
            if (!version && strcmp(settings[i].kind, "SWITCH") != 0) {
                snprintf(number, sizeof number, "%d", settings[i].ends[end]);
                value = number;
            }
            snprintf(options, sizeof options, "%s=%s", settings[i].field, value);
            for (char *at = options; *at != '='; at++)
                *at = *at == '_' ? '-' : *at;
            for (uint64_t level_number = 0; level_number < 8; level_number++) {
                moult_request request =
                    nethack_request(level_number, 2 + 6 * (int32_t)level_number, options, seed);
                make_well(&request, USUAL);
            }
        }
}
END_TEST

START_TEST(the_six_ways_to_make_a_level_all_hold)
{
    static const char *const options[] = {"",
                                          "secrets=off",
                                          "corridors=3.4",
                                          "faithful=on",
                                          "secrets=off corridors=3.4",
                                          "secrets=off corridors=3.4 faithful=on"};
    for (uint32_t i = 0; i < MOULT_COUNT(options); i++)
        for (uint64_t number = 0; number < 200; number++) {
            moult_request request =
                nethack_request(number, 2 + (int32_t)(number % 30), options[i], seed);
            ck_assert(make_well(&request, USUAL));
            int32_t secrets = strstr(options[i], "secrets=off") == NULL;
            if (secrets)
                continue;
            ck_assert_uint_ne(canvas->open.promise & MOULT_MAP_NO_SECRETS, 0);
            ck_assert_uint_eq(count_tiles(MOULT_TILE_DOOR_SECRET), 0);
            ck_assert_uint_eq(count_tiles(MOULT_TILE_CORRIDOR_SECRET), 0);
            for (uint32_t d = 0; d < canvas->own.door_count; d++)
                ck_assert_uint_ne(canvas->own.doors[d].kind, MOULT_DOOR_SECRET);
        }
}
END_TEST

START_TEST(without_fill_there_is_only_terrain)
{
    for (uint64_t number = 0; number < 100; number++) {
        moult_request request = nethack_request(number, 12, "fill=off", seed);
        ck_assert(make_well(&request, USUAL));
        for (uint32_t i = 0; i < canvas->own.spawn_count; i++) {
            const moult_spawn *s = &canvas->own.spawns[i];
            ck_assert_int_ge(s->room, 0);
            ck_assert_uint_ne(canvas->own.rooms[s->room].flags & MOULT_ROOM_SEALED, 0);
        }
    }
}
END_TEST

/* -- doors and special rooms ------------------------------------------------------------------- */

START_TEST(each_door_is_in_the_list_of_its_room_as_what_it_is)
{
    static const uint32_t tiles[] = {MOULT_TILE_DOOR_OPEN, MOULT_TILE_DOOR_CLOSED,
                                     MOULT_TILE_DOOR_LOCKED};
    for (uint64_t number = 0; number < 500; number++) {
        moult_request request = nethack_request(number, 2 + (int32_t)(number % 19), NULL, seed);
        uint32_t cells = 0;
        ck_assert(make_well(&request, USUAL));
        for (uint32_t i = 0; i < canvas->own.door_count; i++) {
            const moult_door *d = &canvas->own.doors[i];
            const moult_room *r = &canvas->own.rooms[d->room];
            uint32_t tile = canvas->own.tile[d->y * 80 + d->x];
            uint32_t state = d->state & ~MOULT_DOOR_TRAPPED;
            int32_t across = d->x >= r->x0 && d->x <= r->x1, along = d->y >= r->y0 && d->y <= r->y1;
            ck_assert((across && (d->y == r->y0 - 1 || d->y == r->y1 + 1)) ||
                      (along && (d->x == r->x0 - 1 || d->x == r->x1 + 1)));
            if (d->kind == MOULT_DOOR_SECRET)
                ck_assert_uint_eq(tile, MOULT_TILE_DOOR_SECRET);
            else
                ck_assert_uint_eq(tile,
                                  d->kind == MOULT_DOOR_NONE ? MOULT_TILE_DOORWAY : tiles[state]);
        }
        for (int32_t i = 0; i < 80 * 21; i++)
            cells += nethack_is_door(canvas->own.tile[i]);
        ck_assert_uint_eq(cells, canvas->own.door_count);
    }
}
END_TEST

/* How many of a kind there are in the special room, asleep (1), awake (0) or either way (-1). */
static uint32_t count_in(uint32_t what, uint32_t kind, int32_t room, int32_t asleep)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < canvas->own.spawn_count; i++) {
        const moult_spawn *s = &canvas->own.spawns[i];
        count += s->what == what && s->kind == kind && s->room == room &&
                 (asleep < 0 || ((s->flags & MOULT_SPAWN_ASLEEP) != 0) == asleep);
    }
    return count;
}

START_TEST(each_special_room_has_who_and_what_belongs_there)
{
    static const struct {
        const char *options;
        uint32_t kind, who, thing; /* at least one of each; thing 0: nothing is asked */
        int32_t asleep, leader;
        uint32_t tile; /* one of it; 0: none is asked */
    } cases[] = {
        {"shop-chance=100", NETHACK_SHOP, NETHACK_SHOPKEEPER, 0, 0, -1, 0},
        {"court=1", NETHACK_COURT, NETHACK_COURTIER, NETHACK_CHEST, 1, NETHACK_RULER,
         MOULT_TILE_THRONE},
        {"hall=1", NETHACK_HALL, NETHACK_LEPRECHAUN, NETHACK_GOLD, 1, -1, 0},
        {"zoo=1", NETHACK_ZOO, NETHACK_ANY, NETHACK_GOLD, 1, -1, 0},
        {"temple=1", NETHACK_TEMPLE, NETHACK_PRIEST, 0, 0, -1, MOULT_TILE_ALTAR},
        {"beehive=1 hive-jelly=1", NETHACK_BEEHIVE, NETHACK_KILLER_BEE, NETHACK_JELLY, 1,
         NETHACK_QUEEN_BEE, 0},
        {"morgue=1 morgue-corpse=1 morgue-grave=1", NETHACK_MORGUE, NETHACK_UNDEAD, NETHACK_CORPSE,
         1, -1, MOULT_TILE_GRAVE},
        {"anthole=1 anthole-food=1", NETHACK_ANTHOLE, NETHACK_ANT, NETHACK_FOOD, 1, -1, 0},
        {"barracks=1 barracks-box=1", NETHACK_BARRACKS, NETHACK_SOLDIER, 0, 1, -1, 0},
        {"swamp=1 swamp-fungus=1", NETHACK_SWAMP, NETHACK_FUNGUS, 0, 0, -1, MOULT_TILE_WATER},
        {"nest=1 nest-statue=1", NETHACK_NEST, NETHACK_COCKATRICE, NETHACK_STATUE, 1, -1, 0},
    };
    static const char others[] = "shop-chance=0 court=0 hall=0 zoo=0 temple=0 beehive=0 morgue=0 "
                                 "anthole=0 barracks=0 swamp=0 nest=0 pick-doors=1";
    for (uint32_t i = 0; i < MOULT_COUNT(cases); i++) {
        uint32_t found = 0;
        for (uint64_t number = 0; number < 60; number++) {
            char options[320];
            snprintf(options, sizeof options, "%s %s", others, cases[i].options);
            moult_request request = nethack_request(number, 20, options, seed);
            ck_assert(make_well(&request, USUAL));
            for (uint32_t r = 0; r < canvas->own.room_count; r++) {
                const moult_room *room = &canvas->own.rooms[r];
                int32_t of = (int32_t)r;
                if (room->kind == NETHACK_ORDINARY || (room->flags & MOULT_ROOM_SEALED) != 0)
                    continue;
                ck_assert_uint_eq(room->kind, cases[i].kind);
                found++;
                if (cases[i].kind != NETHACK_SWAMP)
                    ck_assert_uint_ge(
                        count_in(MOULT_SPAWN_ACTOR, cases[i].who, of, cases[i].asleep), 1);
                if (cases[i].thing != 0)
                    ck_assert_uint_ge(count_in(MOULT_SPAWN_ITEM, cases[i].thing, of, -1), 1);
                if (cases[i].leader >= 0)
                    ck_assert_uint_le(count_in(MOULT_SPAWN_ACTOR, (uint32_t)cases[i].leader, of, 1),
                                      1);
                if (cases[i].tile != 0 && cases[i].kind != NETHACK_SWAMP)
                    ck_assert_uint_ge(count_tiles(cases[i].tile), 1);
            }
        }
        ck_assert_msg(found > 5, "%s: %u", cases[i].options, found);
    }
}
END_TEST

/* -- how often --------------------------------------------------------------------------------- */

START_TEST(a_sample_of_levels_is_like_those_of_the_real_game)
{
    nethack_row row, ours;
    uint32_t compared = 0;
    uint64_t number = 0;
    FILE *table = fopen(MOULT_SOURCE_DIR "/tests/facts/nethack/stats.tsv", "re");
    ck_assert_ptr_nonnull(table);
    for (int32_t depth = 2; depth <= 20; depth++)
        for (int32_t i = 0; i < nethack_table_levels[depth] / 16; i++) {
            moult_request request = nethack_request(number++, depth, "faithful=on", seed);
            ck_assert_int_eq(nethack_make(&level, canvas, &request), MOULT_OK);
            ck_assert(nethack_stats_add(&stats, &level));
        }
    while (nethack_table_next(table, &row)) {
        if (!nethack_stats_row(&stats, row.name, &ours) || ours.n < 2)
            continue;
        compared++;
        if (nethack_errors(&row, &ours) > 4)
            ck_abort_msg("%s: %f instead of %f", row.name, ours.mean, row.mean);
    }
    fclose(table);
    ck_assert_uint_ge(compared, 180);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mapgen nethack");
    TCase *group = tcase_create("all");
    tcase_add_unchecked_fixture(group, open_all, close_all);
    tcase_set_timeout(group, 60);
    tcase_add_test(group, levels_of_all_sizes_and_depths_hold_what_they_promise);
    tcase_add_test(group, a_map_of_any_size_is_made_or_refused_with_a_reason);
    tcase_add_test(group, one_can_arrive_anywhere);
    tcase_add_test(group, one_may_arrive_at_several_places_at_once_but_not_off_the_map);
    tcase_add_test(group, the_core_takes_a_level_at_the_first_or_second_attempt);
    tcase_add_test(group, a_level_is_the_same_whatever_was_made_before);
    tcase_add_test(group, an_option_that_is_wrong_is_refused_by_its_name);
    tcase_add_test(group, every_setting_takes_both_ends_of_its_range);
    tcase_add_test(group, the_six_ways_to_make_a_level_all_hold);
    tcase_add_test(group, without_fill_there_is_only_terrain);
    tcase_add_test(group, each_door_is_in_the_list_of_its_room_as_what_it_is);
    tcase_add_test(group, each_special_room_has_who_and_what_belongs_there);
    tcase_add_test(group, a_sample_of_levels_is_like_those_of_the_real_game);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
