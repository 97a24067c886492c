/* SPDX-License-Identifier: MIT */
/* rules/1: what makes the engine a game.
 *
 * The core turns a key into a command and a command into an action, and hands it to `turn`, which
 * plays one whole turn (hero, everyone else, upkeep) and answers with an outcome. Menus, cursors
 * and prompts are the core's: rules only say which one they want, fill it when asked, and get the
 * choice back. The core keeps (menu, subject, cursor) over a reload and asks again. */
#ifndef MOULT_RULES_H
#define MOULT_RULES_H
#include <moult/action.h>
#include <moult/base.h>
#include <moult/host.h>
#include <moult/scene.h>

MOULT_EXTERN_C_BEGIN

/* Kinds of outcomes. */
#define MOULT_OUTCOME_IDLE 0u /* no time passed */
#define MOULT_OUTCOME_PLAYED 1u
#define MOULT_OUTCOME_LEVEL 2u /* played, and the level is another one: autosave */
#define MOULT_OUTCOME_WON 3u   /* the run has ended; the save is removed */
#define MOULT_OUTCOME_LOST 4u
#define MOULT_OUTCOME_MENU 5u     /* open `menu` about `subject` */
#define MOULT_OUTCOME_AIM 6u      /* ask for a cell within `range`, starting at x, y */
#define MOULT_OUTCOME_TEXT 7u     /* ask for a line of text: `menu` says what for */
#define MOULT_OUTCOME_CONFIRM 8u  /* ask yes or no: `menu` says what */
#define MOULT_OUTCOME_TITLE 9u    /* the title menu is opened; the run, if there is one, stays */
#define MOULT_OUTCOME_NEW_RUN 10u /* another run begins, as by MOULT_VERB_NEW_RUN */

/* What came of a turn or a choice; untouched, no time has passed. */
typedef struct moult_outcome {
    uint32_t size;
    uint32_t kind; /* MOULT_OUTCOME_* */
    uint32_t menu; /* the rules' own number, > 0 */
    uint32_t range;
    moult_id subject;
    int32_t x, y;
} moult_outcome;

/* Bits of `attention`: why explore, travel and repeat stop. */
#define MOULT_ATTENTION_ENEMY 1u /* someone dangerous came into view */
#define MOULT_ATTENTION_HURT 2u
#define MOULT_ATTENTION_ITEM 4u /* something lies underfoot */
#define MOULT_ATTENTION_HUNGER 8u
#define MOULT_ATTENTION_MESSAGE 16u
#define MOULT_ATTENTION_OVER 32u
#define MOULT_ATTENTION_SECRETS 64u /* no reason to stop: here searching may find what is hidden */

/* A number or a choice that a profile may set; others are refused with the closest name. */
typedef struct moult_setting {
    uint32_t size;
    uint32_t reserved;
    const char *name;    /* "hunger-every": [a-z0-9-] */
    const char *choices; /* "classic standard"; NULL: a whole number */
    int64_t low, high;   /* of a number, both included */
    const char *help;
} moult_setting;

/* Flags of rules. */
#define MOULT_RULES_SAME_SEED 1u /* a new run has the same seed; else one made from the last */

/* Flags of a score. */
#define MOULT_SCORE_UNRANKED 1u /* isn't entered into the ranking */

/* How a run stands. Texts that are pointers are English, looked up in the catalogue by the core. */
typedef struct moult_score {
    uint32_t size;
    uint32_t won; /* 1: it was won; 0: lost, or not over */
    int64_t score;
    uint32_t turns;
    int32_t depth;
    char cause[64]; /* "sewer rat", "starvation"; "" while it isn't over */
    char name[64];  /* of the player, when the rules asked for it; "": as the profile says */
    uint32_t flags; /* MOULT_SCORE_* */
    uint32_t reserved;
    const char *title;       /* of the panel at the end: "You died"; NULL: "The end" */
    const char *depth_label; /* "Floor", "Stage"; NULL: the depth isn't shown */
    const char *score_label; /* "Gold"; NULL: the score isn't shown */
} moult_score;

/* What rules have. */
typedef struct moult_rules_1 {
    uint32_t size;
    uint32_t command_count;
    const moult_command *commands;
    uint32_t tick_ms; /* > 0: a TICK action each so many milliseconds, but not while a panel of the
                       * core is open */
    uint32_t flags;   /* MOULT_RULES_* */
    uint32_t setting_count;
    uint32_t title; /* a menu of the rules that stands before a run: the core opens it after a
                     * fresh start and when the panel at a run's end is left; 0: none */
    const moult_setting *settings; /* what a profile's [options] may set */
    /* Makes a new run in a fresh world, or after a NEW_RUN: hero, first level, first message.
     * [load, random, fail] */
    moult_status (*start)(moult_world *w, const uint8_t *seed, uint32_t seed_size);
    /* One turn. A refusal must leave the world as it was. [turn, random, fail] */
    moult_status (*turn)(moult_world *w, const moult_action *action, moult_outcome *outcome);
    /* What was chosen, aimed at, typed or confirmed, after an outcome that asked for it; `action`
     * is NULL when the player went back. [turn, random, fail] */
    moult_status (*choose)(moult_world *w, uint32_t menu, moult_id subject,
                           const moult_action *action, moult_outcome *outcome);
    /* Fills cells and gauges; the core adds messages, menu and cursor. [draw] */
    moult_status (*describe)(const moult_world *w, moult_scene *scene);
    /* Fills title and rows of a menu. [draw] */
    moult_status (*menu)(const moult_world *w, uint32_t menu, moult_id subject, moult_scene *scene);
    /* For explore and travel: what entering a known cell costs, 1 for a plain step; < 0: never.
     * They ask for known cells only. [draw] */
    int32_t (*cost)(const moult_world *w, int32_t x, int32_t y);
    /* Not 0: explore should walk onto this known cell (something lies there). [draw] */
    int32_t (*lure)(const moult_world *w, int32_t x, int32_t y);
    /* MOULT_ATTENTION_* as of now; writes the reason in words into why[room]. [draw] */
    uint32_t (*attention)(const moult_world *w, char *why, uint32_t room);
    /* What the hero knows of a cell, in words, into text[room]; "" for nothing. [draw] */
    moult_status (*look)(const moult_world *w, int32_t x, int32_t y, char *text, uint32_t room);
    /* Takes the profile's settings (moult_option) into the rules' tables: before a start, after a
     * load, and after a reload. The core has checked names and ranges. [load, fail] */
    moult_status (*tune)(moult_world *w);
    /* How the run stands: for the ranking, the report of a death, and summaries. [draw] */
    moult_status (*score)(const moult_world *w, moult_score *out);
    uint32_t sprite_count; /* what the numbers in `moult_cell.sprite` and gauges look like */
    uint32_t reserved;
    const moult_sprite *sprites;
    uint32_t inventory; /* a menu of the rules, about nothing (subject 0), that lists what the hero
                         * has: a run's report shows its rows; 0, or a refusal: there is none */
    uint32_t reserved_2;
} moult_rules_1;

#define MOULT_RULES_INTERFACE "rules/1"
#define MOULT_RULES_SHAPE                \
    "start i(wpu) load,random,fail\n"    \
    "turn i(wpp) turn,random,fail\n"     \
    "choose i(wuqpp) turn,random,fail\n" \
    "describe i(wp) draw\n"              \
    "menu i(wuqp) draw\n"                \
    "cost i(wii) draw\n"                 \
    "lure i(wii) draw\n"                 \
    "attention u(wpu) draw\n"            \
    "look i(wiipu) draw\n"               \
    "tune i(w) load,fail\n"              \
    "score i(wp) draw\n"

MOULT_EXTERN_C_END
#endif
