/* SPDX-License-Identifier: MIT */
/* rules/simple: "The Simple Game".
 * A token is moved in turn along the exits of lettered cells, first wins on A and second on B; the
 * human chooses a side, and the computer, which errs never, takes the other.
 * stage.c makes boards, turn.c says what a run waits for, play.c moves, describe.c draws. */
#include "rules/simple/game.h"

#define COMMAND(verb, wants, flags, dx, dy, name, keys, help)               \
    {                                                                       \
        sizeof(moult_command), verb, wants, flags, dx, dy, name, keys, help \
    }
#define MOVE(dx, dy, name, keys, help) \
    COMMAND(MOULT_VERB_MOVE, MOULT_WANTS_NOTHING, 0, dx, dy, name, keys, help)
#define OWN(verb, name, keys, help) COMMAND(verb, MOULT_WANTS_NOTHING, 0, 0, 0, name, keys, help)
#define NO_KEYS(name) COMMAND(0, 0, MOULT_COMMAND_KEYS, 0, 0, name, "", "")

static const moult_command commands[] = {
    MOVE(0, -1, "move-north", "k Up KP8", MOULT_TEXT("move the token up")),
    MOVE(0, 1, "move-south", "j Down KP2", MOULT_TEXT("move the token down")),
    MOVE(-1, 0, "move-west", "h Left KP4", MOULT_TEXT("move the token left")),
    MOVE(1, 0, "move-east", "l Right KP6", MOULT_TEXT("move the token right")),
    COMMAND(SIMPLE_VERB_STEP, MOULT_WANTS_CELL, MOULT_COMMAND_CLICK, 0, 0, "step", "g",
            MOULT_TEXT("move the token onto a cell")),
    OWN(SIMPLE_VERB_PLAY_FIRST, "play-first", "1", MOULT_TEXT("choose to move first")),
    OWN(SIMPLE_VERB_PLAY_SECOND, "play-second", "2", MOULT_TEXT("choose to move second")),
    OWN(SIMPLE_VERB_HINT, "hint", "i Tab",
        MOULT_TEXT("mark the exits that keep a win; the stage scores nothing")),
    OWN(SIMPLE_VERB_GO_ON, "go-on", "Enter Space", MOULT_TEXT("start, go on, play again")),
    NO_KEYS("explore"), /* there is no place to walk to */
    NO_KEYS("travel"),
};

/* The board is no dungeon: nothing is walked to by itself. */
static int32_t cost(const moult_world *w, int32_t x, int32_t y)
{
    (void)w, (void)x, (void)y;
    return -1;
}

static int32_t lure(const moult_world *w, int32_t x, int32_t y)
{
    (void)w, (void)x, (void)y;
    return 0;
}

static moult_status tune(moult_world *w)
{
    (void)w;
    return MOULT_OK;
}

static const moult_rules_1 functions = {
    .size = sizeof(moult_rules_1),
    .command_count = MOULT_COUNT(commands),
    .commands = commands,
    .tick_ms = 100,
    .title = SIMPLE_MENU_TITLE,
    .start = simple_start,
    .turn = simple_turn,
    .choose = simple_choose,
    .describe = simple_describe,
    .menu = simple_menu,
    .cost = cost,
    .lure = lure,
    .attention = simple_attention,
    .look = simple_look,
    .tune = tune,
    .score = simple_score,
};

static const moult_provide provides[] = {
    MOULT_PROVIDE("rules/simple", MOULT_RULES_INTERFACE, MOULT_RULES_SHAPE, &functions),
};

static const moult_require requires[] = {
    MOULT_REQUIRE("ai/" SIMPLE_COMPUTER, MOULT_AI_INTERFACE, MOULT_AI_SHAPE, simple_computer),
};

static const moult_table_use tables[] = {
    MOULT_TABLE_OWNED(simple_game),
    MOULT_TABLE_OWNED(simple_kept),
};

MOULT_PLUGIN("rules-simple", "1.0.0", "a board, a token, and a perfect computer", "rules/simple",
             .provides = provides, .provide_count = MOULT_COUNT(provides), .requirements = requires,
             .requirement_count = MOULT_COUNT(requires), .natives = simple_natives,
             .native_count = SIMPLE_NATIVES, .tables = tables, .table_count = MOULT_COUNT(tables))
