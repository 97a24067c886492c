/* SPDX-License-Identifier: MIT */
/* Intents and commands: what keys, bots and monsters want, in one shape.
 * A command is a named verb that a player can type, bind to a key, or put into a file; an action is
 * one wish, ready to be resolved. The hero's actions and a monster's go through one resolver. */
#ifndef MOULT_ACTION_H
#define MOULT_ACTION_H
#include <moult/base.h>

MOULT_EXTERN_C_BEGIN

/* Verbs. From MOULT_VERB_OWN on they belong to the rules. */
#define MOULT_VERB_WAIT 0u
#define MOULT_VERB_MOVE 1u  /* or strike whoever stands there; x, y: the cell */
#define MOULT_VERB_SHOOT 2u /* x, y: the cell */
#define MOULT_VERB_LEAVE 3u /* by the stairs or exit stood on */
#define MOULT_VERB_QUAFF 4u
#define MOULT_VERB_READ 5u
#define MOULT_VERB_PICK_UP 6u
#define MOULT_VERB_DROP 7u
#define MOULT_VERB_EAT 8u
#define MOULT_VERB_CLOSE 9u /* a door; x, y */
#define MOULT_VERB_SEARCH 10u
#define MOULT_VERB_CHOOSE 11u  /* in a menu: number is the row's key, item its thing */
#define MOULT_VERB_TEXT 12u    /* text that was asked for */
#define MOULT_VERB_CONFIRM 13u /* number: 1 yes, 0 no */
#define MOULT_VERB_TICK 14u    /* time passed: elapsed_ms */
#define MOULT_VERB_NEW_RUN 15u
#define MOULT_VERB_DECIDE 16u /* a bot plays: text names the archetype that decides for the hero */
#define MOULT_VERB_OWN 256u

/* One wish, of the hero or of anybody. */
typedef struct moult_action {
    uint32_t size;
    uint32_t verb;
    int32_t x, y;
    int32_t number;
    uint32_t elapsed_ms; /* since the last action; journaled; the only clock that rules know */
    moult_id item;
    const char *text; /* valid during the call, or NULL */
} moult_action;

/* What a command still needs from the player before it is an action. */
#define MOULT_WANTS_NOTHING 0u
#define MOULT_WANTS_DIRECTION 1u
#define MOULT_WANTS_CELL 2u
#define MOULT_WANTS_TEXT 3u

#define MOULT_COMMAND_CLICK 1u /* a click on the map is this command, with the cell; else: travel */
#define MOULT_COMMAND_KEYS \
    2u /* no command of its own: `name` is one of the core's, such as
                                * menu-choose or explore, and `keys` its keys in this game */

/* One entry of the rules' list of commands. */
typedef struct moult_command {
    uint32_t size;
    uint32_t verb;
    uint32_t wants;   /* MOULT_WANTS_* */
    uint32_t flags;   /* MOULT_COMMAND_* */
    int32_t dx, dy;   /* of a move: the action's cell is the hero's plus this */
    const char *name; /* "move-west": [a-z-], unique */
    const char *keys; /* default keys, separated by spaces: "h Left KP4" */
    const char *help; /* "walk or strike west" */
} moult_command;

MOULT_EXTERN_C_END
#endif
