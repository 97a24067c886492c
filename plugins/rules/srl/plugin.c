/* SPDX-License-Identifier: MIT */
/* rules/srl: a small roguelike of rats, apples and potions, without an end.
 * What the plugin provides, owns and needs, and its keys; those of menus are the game's own, too.
 * turn.c is where a turn is played. */
#include "rules/srl/game.h"
#include "rules/srl/sprites.h"

#define COMMAND(verb, dx, dy, name, keys, help)                                       \
    {                                                                                 \
        sizeof(moult_command), verb, MOULT_WANTS_NOTHING, 0, dx, dy, name, keys, help \
    }

#define MENU_KEYS(name, keys)                                                                     \
    {                                                                                             \
        sizeof(moult_command), 0, MOULT_WANTS_NOTHING, MOULT_COMMAND_KEYS, 0, 0, name, keys, NULL \
    }

/* In a menu a diagonal is its vertical part. */
static const moult_command commands[] = {
    COMMAND(MOULT_VERB_MOVE, 0, -1, "move-north", "k Up KP8", "walk or strike north"),
    COMMAND(MOULT_VERB_MOVE, 0, 1, "move-south", "j Down KP2", "walk or strike south"),
    COMMAND(MOULT_VERB_MOVE, -1, 0, "move-west", "h Left KP4", "walk or strike west"),
    COMMAND(MOULT_VERB_MOVE, 1, 0, "move-east", "l Right KP6", "walk or strike east"),
    COMMAND(MOULT_VERB_MOVE, -1, -1, "move-north-west", "y Home KP7", "walk or strike north-west"),
    COMMAND(MOULT_VERB_MOVE, 1, -1, "move-north-east", "u PgUp KP9", "walk or strike north-east"),
    COMMAND(MOULT_VERB_MOVE, -1, 1, "move-south-west", "b End KP1", "walk or strike south-west"),
    COMMAND(MOULT_VERB_MOVE, 1, 1, "move-south-east", "n PgDn KP3", "walk or strike south-east"),
    COMMAND(SRL_VERB_ACT, 0, 0, "act", "Space", "pick up what lies here, or go downstairs"),
    COMMAND(SRL_VERB_INVENTORY, 0, 0, "inventory", "x", "what you carry, to be used or put down"),
    MENU_KEYS("menu-up", "Up KP8 KP7 KP9 k y u"),
    MENU_KEYS("menu-down", "Down KP2 KP1 KP3 j b n"),
    MENU_KEYS("menu-choose", "z Enter"),
    MENU_KEYS("menu-back", "x Esc"),
};

static moult_status tune(moult_world *w)
{
    (void)w;
    return MOULT_OK;
}

static const moult_rules_1 functions = {
    .size = sizeof(moult_rules_1),
    .command_count = MOULT_COUNT(commands),
    .commands = commands,
    .flags = MOULT_RULES_SAME_SEED,
    .title = SRL_MENU_TITLE,
    .start = srl_start,
    .turn = srl_turn,
    .choose = srl_choose,
    .describe = srl_describe,
    .menu = srl_menu,
    .cost = srl_cost,
    .lure = srl_lure,
    .attention = srl_attention,
    .look = srl_look,
    .tune = tune,
    .score = srl_score,
    .sprite_count = SRL_SPRITES,
    .sprites = srl_sprites,
    .inventory = SRL_MENU_INVENTORY,
};

static const moult_provide provides[] = {
    MOULT_PROVIDE("rules/srl", MOULT_RULES_INTERFACE, MOULT_RULES_SHAPE, &functions),
};

static const moult_require requires[] = {
    MOULT_REQUIRE("items", MOULT_ITEMS_INTERFACE, MOULT_ITEMS_SHAPE, srl_items),
};

static const moult_table_use tables[] = {
    MOULT_TABLE_OWNED(srl_play),
    MOULT_TABLE_OWNED(srl_hero),
    MOULT_TABLE_OWNED(srl_body),
    MOULT_TABLE_OWNED(srl_thing),
};

MOULT_PLUGIN("rules-srl", "1.0.0", "a small roguelike of rats and potions", "rules/srl",
             .provides = provides, .provide_count = MOULT_COUNT(provides), .requirements = requires,
             .requirement_count = MOULT_COUNT(requires), .natives = srl_natives,
             .native_count = SRL_NATIVES, .tables = tables, .table_count = MOULT_COUNT(tables));
