/* SPDX-License-Identifier: MIT */
/* Special rooms and sleepers: what becomes of the wishes of a generator that speaks in the general
 * terms of kinds.h. Floors come from a generator that stands here: a hall with one room in it, and
 * the spawns of the case. */
#include <stdio.h>
#include <string.h>
#include "support/session_kit.h"
#include <check.h> /* last: it has macros of common names */

#define X KIT_HALL_X
#define Y KIT_HALL_Y
#define FLOOR 30
#define ROOM_X 40 /* the special room: 6x4 cells out of the hero's sight */
#define ROOM_Y 20

/* Shapes by number, as in tests/facts/rogue/bestiary.tsv. */
enum { TINY, SMALL, HUMANOID, BRUTE, SERPENT, INSECT, SKELETON, MAGE, GHOST, SLIME, DRAGON, LORD };
#define BIT(shape) (1u << (shape))
#define ANY 0xfffu

static kit_game g;

/* -- the generator ----------------------------------------------------------------------------- */

static struct {
    moult_room room;
    moult_spawn spawns[64];
    uint32_t count;
} wished;

static moult_status generate(const moult_request *request, moult_canvas *canvas)
{
    const moult_spot in = {
        .size = sizeof in, .kind = MOULT_SPOT_ENTRY, .x = 2, .y = 2, .room = -1, .target = -1};
    const moult_spot out = {.size = sizeof out,
                            .kind = MOULT_SPOT_STAIRS_DOWN,
                            .x = 5,
                            .y = 5,
                            .room = -1,
                            .target = -1};
    for (int32_t y = 0; y < request->height; y++)
        for (int32_t x = 0; x < request->width; x++)
            canvas->tile[y * canvas->stride + x] =
                x == 0 || y == 0 || x == request->width - 1 || y == request->height - 1
                    ? MOULT_TILE_WALL
                    : MOULT_TILE_FLOOR;
    canvas->tile[5 * canvas->stride + 5] = MOULT_TILE_STAIRS_DOWN;
    canvas->add_spot(canvas, &in);
    canvas->add_spot(canvas, &out);
    canvas->add_room(canvas, &wished.room);
    for (uint32_t i = 0; i < wished.count; i++)
        canvas->add_spawn(canvas, &wished.spawns[i]);
    canvas->vocabulary = "another";
    return MOULT_OK;
}

static void wish(uint32_t what, uint32_t kind, int32_t dx, int32_t dy, uint32_t flags)
{
    wished.spawns[wished.count++] = (moult_spawn){.size = sizeof(moult_spawn),
                                                  .what = what,
                                                  .kind = kind,
                                                  .x = ROOM_X + dx,
                                                  .y = ROOM_Y + dy,
                                                  .room = 0,
                                                  .count = 1,
                                                  .flags = flags};
}

static void wish_room(uint32_t kind)
{
    memset(&wished, 0, sizeof wished);
    wished.room = (moult_room){.size = sizeof(moult_room),
                               .kind = kind,
                               .x0 = ROOM_X,
                               .y0 = ROOM_Y,
                               .x1 = ROOM_X + 5,
                               .y1 = ROOM_Y + 3,
                               .parent = -1};
}

static void descend(void)
{
    moult_place at = kit_hero_at(&g);
    kit_tile(&g, at.x, at.y, MOULT_TILE_STAIRS_DOWN);
    kit_hero_edit(&g)->floor = FLOOR - 1;
    kit_line(&g, "descend");
}

static void set_option(const char *name, const char *value)
{
    moult__profile_entry *entry = &g.profile.options[g.profile.option_count++];
    snprintf(entry->name, sizeof entry->name, "%s", name);
    snprintf(entry->value, sizeof entry->value, "%s", value);
    memset(&g.s.report, 0, sizeof g.s.report);
    ck_assert_int_ge(moult__session_tune(&g.s, &g.s.report), 0);
}

static void open_hall(void)
{
    static const moult_mapgen_1 functions = {.size = sizeof functions, .generate = generate};
    kit_open(&g, "special");
    kit_hall(&g);
    kit_fill_slot(g.s.set, "mapgen/rooms", &functions);
    set_option("ration-cells", "0");
    g.profile.option_count = 0;
    wish_room(MOULT_ROOM_ORDINARY);
}

static void close_hall(void)
{
    kit_check_game(&g);
    kit_close(&g);
}

static moult_creature kind_of(moult_id actor)
{
    const moult_bestiary_1 *bestiary = moult__set_role(g.s.set, "bestiary")->functions;
    moult_creature creature = {.size = sizeof creature};
    ck_assert_int_ge(bestiary->describe(kit_body(&g, actor)->kind, &creature), 0);
    return creature;
}

static moult_id next_monster(moult_id id)
{
    do
        id = moult__next(g.w, MOULT_SCOPE_ACTOR, moult__level(g.w), id);
    while (id == moult__hero(g.w));
    return id;
}

static const rogue_thing *thing_at(int32_t x, int32_t y)
{
    moult_id id = moult__at(g.w, MOULT_SCOPE_ITEM, moult__level(g.w), x, y, 0);
    return id ? moult__read(g.w, g.thing_table, id) : NULL;
}

/* -- who lives where --------------------------------------------------------------------------- */

static const struct {
    uint32_t room, shapes; /* 0: nobody */
    int32_t gold;
} inhabited[] = {
    {MOULT_ROOM_COURT, BIT(HUMANOID) | BIT(BRUTE), 0},
    {MOULT_ROOM_SWAMP, BIT(SERPENT) | BIT(SLIME), 0},
    {MOULT_ROOM_BEEHIVE, BIT(INSECT), 0},
    {MOULT_ROOM_MORGUE, BIT(SKELETON) | BIT(GHOST), 0},
    {MOULT_ROOM_BARRACKS, BIT(HUMANOID), 0},
    {MOULT_ROOM_ZOO, ANY, 1},
    {MOULT_ROOM_TEMPLE, 0, 0},
    {MOULT_ROOM_HALL, BIT(TINY) | BIT(SMALL), 1},
    {MOULT_ROOM_NEST, BIT(SERPENT), 0},
    {MOULT_ROOM_ANTHOLE, BIT(INSECT), 0},
    {MOULT_ROOM_SHOP, 0, 0},
    {MOULT_ROOM_ORDINARY, ANY, 0},
    {MOULT_KIND_OWN + MOULT_ROOM_COURT, ANY, 0}, /* not ours to know */
    {9, ANY, 0},
};

START_TEST(a_room_has_its_inhabitants_asleep_and_gold_under_them)
{
    uint32_t count = 0, gold = 0;
    wish_room(inhabited[_i].room);
    for (int32_t i = 0; i < 20; i++)
        wish(MOULT_SPAWN_ACTOR, MOULT_WHO_ANYONE, i % 6, i / 6, MOULT_SPAWN_ASLEEP);
    descend();
    for (moult_id id = 0; (id = next_monster(id)) != 0; count++) {
        moult_creature creature = kind_of(id);
        ck_assert_msg(inhabited[_i].shapes & BIT(creature.shape), "%s", creature.name);
        ck_assert_int_le((int32_t)creature.id, FLOOR - 1);
        ck_assert_uint_eq(kit_body(&g, id)->asleep, ROGUE_SLEEPS_ON);
    }
    ck_assert_uint_eq(count, inhabited[_i].shapes ? 20 : 0);
    for (int32_t i = 0; i < 20; i++) {
        const rogue_thing *thing = thing_at(ROOM_X + i % 6, ROOM_Y + i / 6);
        gold += thing && thing->kind == ROGUE_GOLD;
    }
    ck_assert_uint_eq(gold, inhabited[_i].gold ? 20 : 0);
}
END_TEST

static const struct {
    uint32_t who, shapes;
} named[] = {
    {MOULT_WHO_UNDEAD, BIT(SKELETON) | BIT(GHOST)},
    {MOULT_WHO_SOLDIER, BIT(HUMANOID)},
    {MOULT_WHO_EEL, BIT(SERPENT)},
    {MOULT_WHO_FUNGUS, ANY}, /* none is at home as high up */
    {MOULT_WHO_SPIDER, BIT(INSECT)},
    {MOULT_WHO_LEPRECHAUN, BIT(TINY) | BIT(SMALL)},
    {MOULT_WHO_SHOPKEEPER, 0},
    {MOULT_WHO_PRIEST, 0},
};

START_TEST(a_spawn_that_says_who_goes_before_its_room)
{
    uint32_t count = 0;
    for (int32_t i = 0; i < 6; i++)
        wish(MOULT_SPAWN_ACTOR, named[_i].who, i, 0, MOULT_SPAWN_COMMON_KIND);
    descend();
    for (moult_id id = 0; (id = next_monster(id)) != 0; count++) {
        ck_assert_uint_ne(named[_i].shapes & BIT(kind_of(id).shape), 0);
        ck_assert_uint_eq(kit_body(&g, id)->asleep, 0);
    }
    ck_assert_uint_eq(count, named[_i].shapes ? 6 : 0);
}
END_TEST

/* Of humanoids and brutes, the deepest on floor 33: the Bugbear, at home there (bestiary.tsv). */
START_TEST(a_leader_comes_from_deeper)
{
    wish_room(MOULT_ROOM_COURT);
    wish(MOULT_SPAWN_ACTOR, MOULT_WHO_RULER, 0, 0,
         MOULT_SPAWN_COMMON_KIND | MOULT_SPAWN_ASLEEP | MOULT_SPAWN_LEADER);
    descend();
    ck_assert_str_eq(kind_of(next_monster(0)).name, "Bugbear");
}
END_TEST

START_TEST(the_power_of_a_spawn_is_a_floor)
{
    wish(MOULT_SPAWN_ACTOR, MOULT_WHO_SOLDIER, 0, 0, MOULT_SPAWN_COMMON_KIND | MOULT_SPAWN_LEADER);
    wished.spawns[0].power = 8;
    descend();
    ck_assert_str_eq(kind_of(next_monster(0)).name, "Gnoll Pup");
}
END_TEST

START_TEST(no_more_come_than_the_floor_holds)
{
    for (int32_t i = 0; i < 60; i++)
        wish(MOULT_SPAWN_ACTOR, MOULT_WHO_ANYONE, i % 6, i / 6 % 4, MOULT_SPAWN_ASLEEP);
    descend();
    ck_assert_uint_eq(kit_count(&g, MOULT_SCOPE_ACTOR, moult__level(g.w)),
                      (uint32_t)rogue_standard.monsters_max + 1);
}
END_TEST

/* -- what lies there --------------------------------------------------------------------------- */

#define NO_KIND 99
#define ANY_KIND 98
static const struct {
    uint32_t thing, subkind, flags;
    int32_t kind;
} goods[] = {
    {MOULT_THING_WEAPON, 0, 0, ROGUE_WEAPON},
    {MOULT_THING_ARMOUR, 0, 0, ROGUE_ARMOUR},
    {MOULT_THING_FOOD, 0, 0, ROGUE_FOOD},
    {MOULT_THING_JELLY, 0, 0, ROGUE_FOOD},
    {MOULT_THING_POTION, 0, 0, ROGUE_POTION},
    {MOULT_THING_SCROLL, 0, 0, ROGUE_SCROLL},
    {MOULT_THING_GEM, 0, 0, ROGUE_GOLD},
    {MOULT_THING_GOLD, 0, 0, ROGUE_GOLD},
    {MOULT_THING_GOLD, 0, MOULT_SPAWN_BURIED, NO_KIND},
    {MOULT_THING_CORPSE, 0, 0, ROGUE_CORPSE},
    {MOULT_THING_BOULDER, 0, 0, NO_KIND},
    {MOULT_THING_STATUE, 0, 0, NO_KIND},
    {MOULT_THING_CHEST, 0, 0, ANY_KIND},
    {MOULT_THING_GOODS, MOULT_SHOP_FOOD, 0, ROGUE_FOOD},
    {MOULT_THING_GOODS, MOULT_SHOP_ARMOUR, 0, ROGUE_ARMOUR},
    {MOULT_THING_GOODS, MOULT_SHOPS, 0, ANY_KIND},
    {MOULT_THING_KINDS, 0, 0, ANY_KIND},
};

START_TEST(things_are_what_the_game_has_for_them)
{
    wish(MOULT_SPAWN_ITEM, goods[_i].thing, 0, 0, MOULT_SPAWN_COMMON_KIND | goods[_i].flags);
    wished.spawns[0].subkind = goods[_i].subkind;
    wished.spawns[0].power = 5000; /* the gold of another game */
    descend();
    const rogue_thing *thing = thing_at(ROOM_X, ROOM_Y);
    ck_assert_int_eq(thing != NULL, goods[_i].kind != NO_KIND);
    if (thing && goods[_i].kind != ANY_KIND)
        ck_assert_int_eq(thing->kind, goods[_i].kind);
    if (thing && thing->kind == ROGUE_GOLD)
        ck_assert_int_le(thing->subtype, rogue_standard.gold_times * FLOOR + 3);
}
END_TEST

START_TEST(the_scroll_that_leads_out_is_one_of_teleport)
{
    wish(MOULT_SPAWN_ITEM, MOULT_THING_TELEPORT_SCROLL, 0, 0, MOULT_SPAWN_COMMON_KIND);
    descend();
    kit_hero_edit(&g)->scroll = (uint8_t)(thing_at(ROOM_X, ROOM_Y)->subtype + 1);
    kit_line(&g, "read");
    ck_assert(kit_said(&g, "You are somewhere else."));
}
END_TEST

/* 62x38 cells of floor, a ration for each 80 of them. */
START_TEST(a_floor_that_the_rules_fill_has_food_for_the_way)
{
    uint32_t rations = 0;
    moult_id id = 0;
    set_option("ration-cells", "80");
    descend();
    while ((id = moult__next(g.w, MOULT_SCOPE_ITEM, moult__level(g.w), id)) != 0)
        rations += ((const rogue_thing *)moult__read(g.w, g.thing_table, id))->kind == ROGUE_FOOD;
    ck_assert_uint_eq(rations, 62 * 38 / 80);
}
END_TEST

START_TEST(teleport_never_leads_into_a_sealed_room)
{
    wish_room(MOULT_ROOM_VAULT);
    wished.room.flags = MOULT_ROOM_SEALED;
    wished.room.x0 = 1;
    wished.room.y0 = 6;
    wished.room.x1 = 62;
    wished.room.y1 = 38;
    wish(MOULT_SPAWN_NOTE, MOULT_NOTE_GUARD, 0, 0, MOULT_SPAWN_COMMON_KIND);
    descend();
    for (uint32_t i = 0; i < 60; i++) {
        kit_hero_edit(&g)->scroll = 3;
        kit_hero_edit(&g)->hunger = 72;
        kit_line(&g, "read");
        ck_assert_int_lt(kit_hero_at(&g).y, 6);
    }
}
END_TEST

/* -- sleep ------------------------------------------------------------------------------------- */

static moult_id sleeper(int32_t x, int32_t y)
{
    moult_id id = kit_monster(&g, 5, "chaser", x, y);
    kit_body_edit(&g, id)->asleep = ROGUE_SLEEPS_ON;
    return id;
}

START_TEST(one_far_away_sleeps_on)
{
    moult_id id = sleeper(X + rogue_standard.wake_range + 1, Y);
    for (uint32_t i = 0; i < 100; i++) {
        kit_hero_edit(&g)->hunger = 72;
        kit_line(&g, "wait");
    }
    ck_assert_uint_eq(kit_body(&g, id)->asleep, ROGUE_SLEEPS_ON);
    ck_assert_int_eq(kit_where(&g, id).x, X + rogue_standard.wake_range + 1);
}
END_TEST

START_TEST(one_near_by_wakes_by_chance_and_then_acts)
{
    const uint32_t bound = (uint32_t)rogue_standard.wake_one_in, value = 0, other = 1;
    moult_id id = sleeper(X + rogue_standard.wake_range, Y);
    kit_dice(&g, &bound, &other, 1);
    kit_line(&g, "wait");
    ck_assert_uint_eq(kit_body(&g, id)->asleep, ROGUE_SLEEPS_ON);
    kit_dice(&g, &bound, &value, 1);
    kit_line(&g, "wait");
    ck_assert(kit_said(&g, "The mongrel cur wakes up."));
    ck_assert_int_eq(kit_where(&g, id).x, X + rogue_standard.wake_range);
    kit_line(&g, "wait");
    ck_assert_int_eq(kit_where(&g, id).x, X + rogue_standard.wake_range - 1);
}
END_TEST

START_TEST(behind_a_wall_nobody_wakes)
{
    moult_id id = sleeper(X + 2, Y);
    for (int32_t y = 1; y < rogue_standard.height - 1; y++)
        kit_tile(&g, X + 1, y, MOULT_TILE_WALL);
    kit_look(&g);
    for (uint32_t i = 0; i < 100; i++) {
        kit_hero_edit(&g)->hunger = 72;
        kit_line(&g, "wait");
    }
    ck_assert_uint_eq(kit_body(&g, id)->asleep, ROGUE_SLEEPS_ON);
}
END_TEST

START_TEST(a_blow_wakes)
{
    moult_id id = sleeper(X + 1, Y);
    kit_body_edit(&g, id)->hp = kit_body_edit(&g, id)->hp_max = 500;
    kit_roll(&g, 20);
    kit_line(&g, "move-east");
    ck_assert_uint_eq(kit_body(&g, id)->asleep, 0);
}
END_TEST

/* -- furniture --------------------------------------------------------------------------------- */

static const struct {
    uint32_t tile;
    const char *named;
    int32_t entered;
} furniture[] = {
    {MOULT_TILE_FOUNTAIN, "fountain", 1},
    {MOULT_TILE_SINK, "sink", 1},
    {MOULT_TILE_ALTAR, "altar", 1},
    {MOULT_TILE_GRAVE, "grave", 1},
    {MOULT_TILE_THRONE, "throne", 1},
    {MOULT_TILE_LADDER_UP, "ladder up", 1},
    {MOULT_TILE_WATER, "water", 0},
    {MOULT_TILE_BARS, "iron bars", 0},
    {MOULT_TILE_DOOR_BROKEN, "broken door", 1},
};

START_TEST(furniture_is_named_and_only_in_the_way_when_it_blocks)
{
    char text[200];
    kit_tile(&g, X + 1, Y, furniture[_i].tile);
    kit_look(&g);
    ck_assert_int_ge(g.s.rules->look(g.w, X + 1, Y, text, sizeof text), 0);
    ck_assert_str_eq(text, furniture[_i].named);
    kit_line(&g, "move-east");
    ck_assert_int_eq(kit_hero_at(&g).x, X + furniture[_i].entered);
}
END_TEST

START_TEST(a_ladder_leads_down_too)
{
    kit_tile(&g, X + 1, Y, MOULT_TILE_LADDER_DOWN);
    kit_line(&g, "move-east");
    ck_assert(kit_said(&g, "There is a ladder down here."));
    kit_line(&g, "descend");
    ck_assert_int_eq(kit_hero(&g)->floor, 2);
}
END_TEST

static TCase *rooms_case(void)
{
    TCase *cases = tcase_create("rooms");
    tcase_add_checked_fixture(cases, open_hall, close_hall);
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, a_room_has_its_inhabitants_asleep_and_gold_under_them, 0,
                        (int)MOULT_COUNT(inhabited));
    tcase_add_loop_test(cases, a_spawn_that_says_who_goes_before_its_room, 0,
                        (int)MOULT_COUNT(named));
    tcase_add_test(cases, a_leader_comes_from_deeper);
    tcase_add_test(cases, the_power_of_a_spawn_is_a_floor);
    tcase_add_test(cases, no_more_come_than_the_floor_holds);
    tcase_add_loop_test(cases, things_are_what_the_game_has_for_them, 0, (int)MOULT_COUNT(goods));
    tcase_add_test(cases, the_scroll_that_leads_out_is_one_of_teleport);
    tcase_add_test(cases, a_floor_that_the_rules_fill_has_food_for_the_way);
    tcase_add_test(cases, teleport_never_leads_into_a_sealed_room);
    return cases;
}

static TCase *sleep_case(void)
{
    TCase *cases = tcase_create("sleep and furniture");
    tcase_add_checked_fixture(cases, open_hall, close_hall);
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, one_far_away_sleeps_on);
    tcase_add_test(cases, one_near_by_wakes_by_chance_and_then_acts);
    tcase_add_test(cases, behind_a_wall_nobody_wakes);
    tcase_add_test(cases, a_blow_wakes);
    tcase_add_loop_test(cases, furniture_is_named_and_only_in_the_way_when_it_blocks, 0,
                        (int)MOULT_COUNT(furniture));
    tcase_add_test(cases, a_ladder_leads_down_too);
    return cases;
}

int main(void)
{
    Suite *suite = suite_create("rogue: special rooms");
    suite_add_tcase(suite, rooms_case());
    suite_add_tcase(suite, sleep_case());
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
