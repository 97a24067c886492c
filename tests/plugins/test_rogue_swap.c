/* SPDX-License-Identifier: MIT */
/* Every module of rogue is replaced in the middle of a game by another one, which is compiled here
 * from a few lines: the world is as it was, and the next command goes by the new code. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "support/plugin_kit.h"
#include "support/session_kit.h"
#include <check.h>
#undef fail

#define X KIT_HALL_X
#define Y KIT_HALL_Y

static kit_game game;
static moult__set set;
static moult__report report;

/* -- what a variant does ----------------------------------------------------------------------- */

static const rogue_hero *hero(void)
{
    return kit_hero(&game);
}

static void hungrier(void)
{
    kit_line(&game, "wait");
    ck_assert_int_eq(hero()->hunger, rogue_standard.hunger_max - 7);
}

static void grows_a_lot(void)
{
    kit_tile(&game, X, Y, MOULT_TILE_STAIRS_DOWN);
    kit_line(&game, "descend");
    ck_assert_int_eq(kit_body(&game, moult__hero(game.w))->hp_max, 112);
}

static void leaves_gold(void)
{
    kit_item(&game, ROGUE_GOLD, 5, X + 1, Y);
    kit_line(&game, "move-east");
    ck_assert_int_eq(hero()->gold, 0);
}

static void walks_through_walls(void)
{
    kit_tile(&game, X + 1, Y, MOULT_TILE_WALL);
    kit_line(&game, "move-east");
    ck_assert_int_eq(kit_hero_at(&game).x, X + 1);
}

static void doubles_gold(void)
{
    kit_item(&game, ROGUE_GOLD, 5, X + 1, Y);
    kit_line(&game, "move-east");
    ck_assert_int_eq(hero()->gold, 10);
}

static void drinks_soup(void)
{
    kit_hero_edit(&game)->potion = 4;
    kit_line(&game, "quaff");
    ck_assert(kit_said(&game, "It was a potion of soup."));
    ck_assert_int_eq(hero()->skill, 9);
}

static void reads_news(void)
{
    kit_hero_edit(&game)->scroll = 4;
    kit_line(&game, "read");
    ck_assert(kit_said(&game, "It was a scroll of news."));
    ck_assert_int_eq(hero()->gold, 77);
}

static void does_two_deeds(void)
{
    kit_hero_edit(&game)->scroll = 3; /* teleport */
    kit_line(&game, "read");
    ck_assert_uint_eq(hero()->fast, 5);
    ck_assert_uint_eq(hero()->revealing, 6);
    ck_assert_int_eq(kit_hero_at(&game).x, X);
}

static void wields_a_stick(void)
{
    kit_item(&game, ROGUE_WEAPON, 2, X + 1, Y);
    kit_line(&game, "move-east");
    ck_assert(kit_said(&game, "You take up the stick."));
}

static void walks_the_other_way(void)
{
    kit_line(&game, "move-east");
    ck_assert_int_eq(kit_hero_at(&game).x, X - 1);
}

static void hits_for_two(void)
{
    moult_id cur = kit_monster(&game, 5, "idle", X + 1, Y);
    kit_line(&game, "move-east");
    ck_assert_int_eq(kit_body(&game, cur)->hp, 6);
}

static void slays_a_rich_mouse(void)
{
    moult_id rat = kit_monster(&game, 0, "idle", X + 1, Y);
    kit_body_edit(&game, rat)->hp = 1;
    kit_roll(&game, 19);
    kit_line(&game, "move-east");
    ck_assert_int_eq(hero()->gold, 99);
}

static void takes_pebbles(void)
{
    kit_item(&game, ROGUE_WEAPON, 2, X + 1, Y);
    kit_line(&game, "move-east");
    ck_assert(kit_said(&game, "You take up the pebble."));
}

static void falls_into_a_hall(void)
{
    kit_tile(&game, X, Y, MOULT_TILE_STAIRS_DOWN);
    kit_line(&game, "descend");
    ck_assert_int_eq(kit_hero_at(&game).x, 2);
    ck_assert_uint_eq(kit_count(&game, MOULT_SCOPE_ACTOR, moult__level(game.w)), 1);
}

static void chasers_run_away(void)
{
    moult_id rat = kit_monster(&game, 0, "chaser", X + 3, Y);
    kit_line(&game, "wait");
    ck_assert_int_eq(kit_where(&game, rat).x, X + 4);
}

#define MODULE(body, kind, KIND, functions)                                           \
    "#include <moult/moult.h>\n#include \"rules/rogue/modules.h\"\n" body             \
    "static const rogue_" #kind "_1 functions = {sizeof functions, " functions "};\n" \
    "ROGUE_MODULE(" #kind ", " #KIND ", \"2.0.0\", \"a variant\")\n"
#define OTHER(body, slot, KIND, type, name)                                                     \
    "#include <moult/moult.h>\n" body "static const moult_provide p[] = {MOULT_PROVIDE(\"" slot \
    "\", MOULT_" #KIND "_INTERFACE, MOULT_" #KIND "_SHAPE, &f)};\n"                             \
    "MOULT_PLUGIN(\"" name "\", \"2.0.0\", \"a variant\", \"" slot                              \
    "\", .provides = p, .provide_count = 1)\n"

// clang-format off
static const struct {
    const char *file;
    void (*effect)(void);
    const char *text;
} variants[] = {
    {"upkeep-rogue.so", hungrier, MODULE(
        "static moult_status keep(const rogue_tuning *t, rogue_vitals *v)\n"
        "{ (void)t; v->hunger -= 7; return 0; }\n", upkeep, UPKEEP, "0, keep")},
    {"growth-rogue.so", grows_a_lot, MODULE(
        "static moult_status descend(const rogue_tuning *t, rogue_growth *g)\n"
        "{ (void)t; g->hp_max += 100; g->floor++; return 0; }\n", growth, GROWTH, "0, descend")},
    {"pickup-rogue.so", leaves_gold, MODULE(
        "static int32_t decide(const rogue_find *f) { (void)f; return 0; }\n",
        pickup, PICKUP, "0, decide")},
    {"movement-rogue.so", walks_through_walls, MODULE(
        "static int32_t resolve(uint32_t tile, int32_t who, int32_t floats)\n"
        "{ (void)tile; (void)floats; return who ? 2 : 1; }\n", movement, MOVEMENT, "0, resolve")},
    {"consume-rogue.so", doubles_gold, MODULE(
        "static moult_status take(const rogue_tuning *t, const rogue_morsel *m, moult_effect *e)\n"
        "{ (void)t; e->gold = m->subtype * 2; return 0; }\n", consume, CONSUME, "0, take")},
    {"potions-rogue.so", drinks_soup, MODULE(
        "static const char *name(int32_t e) { (void)e; return \"soup\"; }\n"
        "static moult_status drink(int32_t e, int32_t hp, int32_t most, moult_effect *out)\n"
        "{ (void)e; (void)hp; (void)most; out->skill = 9; return 0; }\n",
        potions, POTIONS, "11, name, drink")},
    {"scrolls-rogue.so", reads_news, MODULE(
        "static const char *name(int32_t e) { (void)e; return \"news\"; }\n"
        "static moult_status recite(int32_t e, moult_effect *out)\n"
        "{ (void)e; out->gold = 77; return 0; }\n", scrolls, SCROLLS, "11, name, recite")},
    {"effects-rogue.so", does_two_deeds, MODULE(
        "static int32_t apply(moult_world *w, const rogue_deeds *d, uint32_t s, int32_t a)\n"
        "{ (void)s; (void)a; d->reveal(w, 6); return d->speed(w, 5); }\n",
        effects, EFFECTS, "0, apply")},
    {"gear-rogue.so", wields_a_stick, MODULE(
        "static moult_status describe(uint32_t kind, int32_t tier, rogue_gear *out)\n"
        "{ (void)kind; out->name = \"stick\"; out->value = tier * 9; return 0; }\n",
        gear, GEAR, "20, describe")},
    {"intent-rogue.so", walks_the_other_way, MODULE(
        "static moult_status intend(const rogue_order *o, moult_action *a)\n"
        "{ a->x = 2 * o->x - a->x; return 0; }\n", intent, INTENT, "0, intend")},
    {"combat-rogue.so", hits_for_two, OTHER(
        "static moult_status strike(moult_world *w, moult_id a, moult_id d, int32_t far,\n"
        "                           moult_blow *b)\n"
        "{ (void)w; (void)a; (void)d; (void)far; b->result = 1; b->damage = 2; return 0; }\n"
        "static moult_status resolve(const moult_attack *a, moult_blow *b)\n"
        "{ return strike(0, 0, 0, a->distance, b); }\n"
        "static const moult_combat_1 f = {sizeof f, 0, strike, resolve};\n",
        "combat/rogue", COMBAT, moult_combat_1, "combat-rogue")},
    {"bestiary-rogue.so", slays_a_rich_mouse, OTHER(
        "static moult_status describe(uint32_t id, moult_creature *c)\n"
        "{ c->flags = 0; c->id = id; c->hp = 1; c->score = 99; c->actions = 1; c->sight = 8;\n"
        "  c->corpse_chance = 0; c->evasion = 0; c->name = \"Mouse\"; c->archetype = \"idle\";\n"
        "  return 0; }\n"
        "static const moult_bestiary_1 f = {sizeof f, 100, describe};\n",
        "bestiary/rogue", BESTIARY, moult_bestiary_1, "bestiary-rogue")},
    {"items-rogue.so", takes_pebbles, OTHER(
        "static moult_status describe(const moult_world *w, uint32_t kind, int32_t tier,\n"
        "                             moult_item_info *out)\n"
        "{ (void)w; (void)kind; out->value = tier; out->name[0] = 0;\n"
        "  for (int i = 0; i < 7; i++) out->name[i] = \"pebble\"[i];\n  return 0; }\n"
        "static moult_status use(moult_world *w, moult_id who, uint32_t kind, int32_t tier,\n"
        "                        moult_effect *out)\n"
        "{ (void)w; (void)who; (void)kind; out->weapon = tier; return 0; }\n"
        "static const moult_items_1 f = {sizeof f, 0, describe, use};\n",
        "items/rogue", ITEMS, moult_items_1, "items-rogue")},
    {"mapgen-rooms.so", falls_into_a_hall,
        "#include <moult/moult.h>\n"
        "static moult_status generate(const moult_request *r, moult_canvas *c)\n"
        "{\n"
        "    const moult_spot in = {.size = sizeof in, .kind = MOULT_SPOT_ENTRY, .x = 2, .y = 2,\n"
        "                           .room = -1, .target = -1};\n"
        "    const moult_spot out = {.size = sizeof out, .kind = MOULT_SPOT_STAIRS_DOWN, .x = 5,\n"
        "                            .y = 5, .room = -1, .target = -1};\n"
        "    for (int32_t y = 0; y < r->height; y++)\n"
        "        for (int32_t x = 0; x < r->width; x++)\n"
        "            c->tile[y * c->stride + x] = x == 0 || y == 0 || x == r->width - 1 ||\n"
        "                                         y == r->height - 1;\n"
        "    c->tile[5 * c->stride + 5] = MOULT_TILE_STAIRS_DOWN;\n"
        "    c->add_spot(c, &in);\n"
        "    c->vocabulary = \"rogue\";\n"
        "    return c->add_spot(c, &out);\n"
        "}\n"
        "MOULT_MAPGEN(rooms, \"2.0.0\", \"a hall\", generate)\n"},
    {"ai-chaser.so", chasers_run_away,
        "#include <moult/moult.h>\n"
        "static moult_status decide(moult_world *w, const moult_senses *s, void *m,\n"
        "                           moult_action *a)\n"
        "{ (void)w; (void)m; moult_step_away(s, s->target_x, s->target_y, a); return 0; }\n"
        "MOULT_AI(chaser, \"2.0.0\", \"a variant\", decide)\n"},
};
// clang-format on

/* -- a game ------------------------------------------------------------------------------------ */

static void at(char out[128], const char *folder, const char *file)
{
    snprintf(out, 128, "%s/%s", folder, file);
}

static void make(void)
{
    kit_folder_make();
    ck_assert_int_eq(mkdir(kit_at("live"), 0700), 0);
    ck_assert_int_eq(mkdir(kit_at("other"), 0700), 0);
    for (uint32_t i = 0; i < MOULT_COUNT(variants); i++) {
        char name[128];
        at(name, "other", variants[i].file);
        kit_compile(name, variants[i].text, "-O0 -I " MOULT_SOURCE_DIR "/plugins");
    }
}

static void open_game(void)
{
    for (uint32_t i = 0; i < MOULT_COUNT(variants); i++) {
        char built[128], live[128];
        at(built, "plugins", variants[i].file);
        at(live, "live", variants[i].file);
        kit_take(built, live, 0);
    }
    kit_set_make(&set);
    kit_set_rogue(&set);
    ck_assert_msg(kit_set_want(&set,
                               "rules/rogue combat/rogue items/rogue bestiary/rogue mapgen/rooms "
                               "fov/shadow ai/chaser ai/idle ai/wander",
                               &report) >= 0,
                  "%s", report.text);
    kit_open_in(&game, &set, "swap");
    kit_hall(&game);
}

static void close_game(void)
{
    kit_check_game(&game);
    kit_close(&game);
    moult__set_close(&set);
}

static void replace(uint32_t which)
{
    char from[128], live[128];
    at(from, "other", variants[which].file);
    at(live, "live", variants[which].file);
    kit_replace(kit_at(from), kit_at(live));
}

static moult_status reload(void)
{
    char result[4096];
    memset(&report, 0, sizeof report);
    return moult__session_reload(&game.s, 1, result, sizeof result, &report);
}

START_TEST(a_module_is_replaced_alone_and_at_once)
{
    uint64_t before = kit_hash(&game);
    replace((uint32_t)_i);
    ck_assert_msg(reload() == 1, "%s: %s", variants[_i].file, report.text);
    ck_assert_uint_eq(kit_hash(&game), before);
    variants[_i].effect();
}
END_TEST

START_TEST(all_modules_are_replaced_together_and_back)
{
    uint64_t before = kit_hash(&game);
    for (uint32_t i = 0; i < MOULT_COUNT(variants); i++)
        replace(i);
    ck_assert_msg(reload() == (moult_status)MOULT_COUNT(variants), "%s", report.text);
    ck_assert_uint_eq(kit_hash(&game), before);
    hungrier();
    walks_the_other_way();
    for (uint32_t i = 0; i < MOULT_COUNT(variants); i++) {
        char built[128], live[128];
        at(built, "plugins", variants[i].file);
        at(live, "live", variants[i].file);
        kit_take(built, live, 0);
    }
    before = kit_hash(&game);
    ck_assert_msg(reload() == (moult_status)MOULT_COUNT(variants), "%s", report.text);
    ck_assert_uint_eq(kit_hash(&game), before);
    kit_line(&game, "move-east");
    ck_assert_int_eq(kit_hero_at(&game).x, X);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rogue: modules replaced");
    TCase *group = tcase_create("all");
    tcase_add_unchecked_fixture(group, make, kit_folder_remove);
    tcase_add_checked_fixture(group, open_game, close_game);
    tcase_set_timeout(group, 100);
    tcase_add_loop_test(group, a_module_is_replaced_alone_and_at_once, 0, MOULT_COUNT(variants));
    tcase_add_test(group, all_modules_are_replaced_together_and_back);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
