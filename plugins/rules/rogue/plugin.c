/* SPDX-License-Identifier: MIT */
/* rules/rogue: a dungeon of a hundred floors.
 * What the plugin provides, owns and needs; the commands that a player can give. turn.c is where a
 * turn is played, modules.h has the rules that are plugins of their own, tuning.h the numbers. */
#include "rules/rogue/game.h"
#include "rules/rogue/sprites.h"

#define COMMAND(verb, dx, dy, name, keys, help)                                       \
    {                                                                                 \
        sizeof(moult_command), verb, MOULT_WANTS_NOTHING, 0, dx, dy, name, keys, help \
    }
#define DIRECTED(verb, name, keys, help)                                              \
    {                                                                                 \
        sizeof(moult_command), verb, MOULT_WANTS_DIRECTION, 0, 0, 0, name, keys, help \
    }

static const moult_command commands[] = {
    COMMAND(MOULT_VERB_MOVE, 0, -1, "move-north", "k Up KP8", "walk or strike north"),
    COMMAND(MOULT_VERB_MOVE, 0, 1, "move-south", "j Down KP2", "walk or strike south"),
    COMMAND(MOULT_VERB_MOVE, -1, 0, "move-west", "h Left KP4", "walk or strike west"),
    COMMAND(MOULT_VERB_MOVE, 1, 0, "move-east", "l Right KP6", "walk or strike east"),
    COMMAND(MOULT_VERB_MOVE, -1, -1, "move-north-west", "y Home KP7", "walk or strike north-west"),
    COMMAND(MOULT_VERB_MOVE, 1, -1, "move-north-east", "u PgUp KP9", "walk or strike north-east"),
    COMMAND(MOULT_VERB_MOVE, -1, 1, "move-south-west", "b End KP1", "walk or strike south-west"),
    COMMAND(MOULT_VERB_MOVE, 1, 1, "move-south-east", "n PgDn KP3", "walk or strike south-east"),
    COMMAND(MOULT_VERB_WAIT, 0, 0, "wait", ". KP5 Space", "let a turn pass"),
    COMMAND(MOULT_VERB_PICK_UP, 0, 0, "pick-up", ",", "take what lies here"),
    COMMAND(MOULT_VERB_LEAVE, 0, 0, "descend", ">", "take the stairs or the exit stood on"),
    COMMAND(MOULT_VERB_QUAFF, 0, 0, "quaff", "q", "drink the potion held"),
    COMMAND(MOULT_VERB_READ, 0, 0, "read", "r", "read the scroll held"),
    COMMAND(MOULT_VERB_EAT, 0, 0, "eat", "e", "eat what lies here"),
    DIRECTED(MOULT_VERB_CLOSE, "close", "c", "close a door beside you"),
    COMMAND(MOULT_VERB_SEARCH, 0, 0, "search", "s",
            "look for hidden doors and corridors beside you"),
    COMMAND(ROGUE_VERB_INVENTORY, 0, 0, "inventory", "i", "what you wield, wear and hold"),
    COMMAND(MOULT_VERB_NEW_RUN, 0, 0, "new-run", "R", "start again, once a run is over"),
};

static const moult_rules_1 functions = {
    .size = sizeof(moult_rules_1),
    .command_count = MOULT_COUNT(commands),
    .commands = commands,
    .setting_count = ROGUE_SETTINGS,
    .settings = rogue_settings,
    .start = rogue_start,
    .turn = rogue_turn,
    .choose = rogue_choose,
    .describe = rogue_describe,
    .menu = rogue_menu,
    .cost = rogue_cost,
    .lure = rogue_lure,
    .attention = rogue_attention,
    .look = rogue_look,
    .tune = rogue_tune,
    .score = rogue_score,
    .sprite_count = ROGUE_SPRITES,
    .sprites = rogue_sprites,
    .inventory = ROGUE_MENU_INVENTORY,
};

static const moult_provide provides[] = {
    MOULT_PROVIDE("rules/rogue", MOULT_RULES_INTERFACE, MOULT_RULES_SHAPE, &functions),
};

#define MODULE(kind, KIND)                                                        \
    MOULT_REQUIRE(#kind "/rogue", ROGUE_##KIND##_INTERFACE, ROGUE_##KIND##_SHAPE, \
                  rogue_module_##kind)

static const moult_require requires[] = {
    MOULT_REQUIRE("combat", MOULT_COMBAT_INTERFACE, MOULT_COMBAT_SHAPE, rogue_combat),
    MOULT_REQUIRE("bestiary", MOULT_BESTIARY_INTERFACE, MOULT_BESTIARY_SHAPE, rogue_bestiary),
    MOULT_REQUIRE("items", MOULT_ITEMS_INTERFACE, MOULT_ITEMS_SHAPE, rogue_items),
    MODULE(upkeep, UPKEEP),
    MODULE(growth, GROWTH),
    MODULE(pickup, PICKUP),
    MODULE(movement, MOVEMENT),
    MODULE(effects, EFFECTS),
    MODULE(intent, INTENT),
};

static const moult_table_use tables[] = {
    MOULT_TABLE_OWNED(rogue_hero),
    MOULT_TABLE_OWNED(rogue_body),
    MOULT_TABLE_OWNED(rogue_thing),
    MOULT_TABLE_OWNED(rogue_tuning),
};

MOULT_PLUGIN("rules-rogue", "1.0.0", "a dungeon of a hundred floors", "rules/rogue",
             .provides = provides, .provide_count = MOULT_COUNT(provides), .requirements = requires,
             .requirement_count = MOULT_COUNT(requires), .natives = rogue_natives,
             .native_count = ROGUE_NATIVES, .tables = tables, .table_count = MOULT_COUNT(tables));
