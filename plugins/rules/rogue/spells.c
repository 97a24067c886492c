/* SPDX-License-Identifier: MIT */
/* Deeds that last: states of the hero, and what befalls the monsters around it. All states are
 * turns left; of two equal ones the longer counts. */
#include "rules/rogue/game.h"

enum { LONGEST = 9999 };

/* -- the hero's states ------------------------------------------------------------------------- */

/* The turns of a state that has `left`, asked to last `turns`, or `usual` when that is 0. */
static uint16_t longer(uint16_t left, int32_t turns, int32_t usual)
{
    int32_t wanted = rogue_least(turns > 0 ? turns : usual, LONGEST);
    return wanted > left ? (uint16_t)wanted : left;
}

/* The hero's row, for a state that would last; NULL: over, or the game hasn't got this state. */
static rogue_hero *lasting(moult_world *w, int32_t turns, int32_t usual)
{
    rogue_hero *hero = rogue_hero_edit(w, 0);
    if (hero && hero->state == ROGUE_PLAYING && (turns > 0 || usual > 0))
        return hero;
    return NULL;
}

int32_t rogue_deed_speed(moult_world *w, int32_t turns)
{
    const rogue_tuning *t = rogue_numbers(w);
    rogue_hero *hero = lasting(w, turns, t->speed_turns);
    if (!hero)
        return rogue_deed_nothing(w);
    hero->fast = longer(hero->fast, turns, t->speed_turns);
    rogue_say(w, MOULT_SAY_GOOD, "The world slows down around you.");
    return ROGUE_DEED_DONE;
}

int32_t rogue_deed_levitate(moult_world *w, int32_t turns)
{
    const rogue_tuning *t = rogue_numbers(w);
    rogue_hero *hero = lasting(w, turns, t->float_turns);
    if (!hero)
        return rogue_deed_nothing(w);
    hero->floating = longer(hero->floating, turns, t->float_turns);
    rogue_say(w, MOULT_SAY_NORMAL, "You rise into the air.");
    return ROGUE_DEED_DONE;
}

int32_t rogue_deed_see_invisible(moult_world *w, int32_t turns)
{
    const rogue_tuning *t = rogue_numbers(w);
    rogue_hero *hero = lasting(w, turns, t->see_turns);
    if (!hero)
        return rogue_deed_nothing(w);
    hero->seeing = longer(hero->seeing, turns, t->see_turns);
    rogue_say(w, MOULT_SAY_GOOD, "Your eyes tingle: nothing can hide from them.");
    return ROGUE_DEED_DONE;
}

int32_t rogue_deed_reveal(moult_world *w, int32_t turns)
{
    const rogue_tuning *t = rogue_numbers(w);
    rogue_hero *hero = lasting(w, turns, t->reveal_turns);
    if (!hero)
        return rogue_deed_nothing(w);
    hero->revealing = longer(hero->revealing, turns, t->reveal_turns);
    rogue_say(w, MOULT_SAY_GOOD, "You see every creature of the floor before you.");
    return ROGUE_DEED_DONE;
}

int32_t rogue_deed_detect(moult_world *w)
{
    const rogue_tuning *t = rogue_numbers(w);
    rogue_hero *hero = rogue_hero_edit(w, 0);
    moult_id id = 0;
    int32_t count = 0;
    if (!hero || hero->state != ROGUE_PLAYING)
        return ROGUE_DEED_NOTHING;
    while ((id = moult_next(w, MOULT_SCOPE_ACTOR, moult_level(w), id)) != 0)
        count += id != moult_hero(w);
    if (t->detect_turns > 0) /* the turn in which it is read passes before anything is drawn */
        hero->marking = longer(hero->marking, 0, t->detect_turns + 1);
    rogue_say_number(w, MOULT_SAY_NORMAL,
                     MOULT_PLURAL("You sense {count} creature.", "You sense {count} creatures."),
                     "count", count);
    return ROGUE_DEED_DONE;
}

/* -- those around ------------------------------------------------------------------------------ */

typedef enum { SLEEP, CONFUSION } affliction;

/* How many monsters within range of the hero it befell. */
static int32_t afflict(moult_world *w, affliction what, int32_t turns, int32_t range)
{
    rogue_play p;
    moult_outcome outcome = {.size = sizeof outcome};
    moult_place at;
    moult_id id = 0;
    int32_t count = 0;
    if (rogue_begin(&p, w, &outcome) < 0 || p.state != ROGUE_PLAYING)
        return 0;
    while ((id = moult_next(w, MOULT_SCOPE_ACTOR, p.level, id)) != 0) {
        if (id == p.hero || !rogue_body_read(w, id) ||
            moult_where(w, MOULT_SCOPE_ACTOR, id, &at) < 0 ||
            rogue_distance(p.x, p.y, at.x, at.y) > range)
            continue;
        rogue_body *body = rogue_body_edit(w, id);
        if (what == SLEEP)
            body->asleep = longer(body->asleep, turns, 0);
        else
            body->confused = longer(body->confused, turns, 0);
        count++;
    }
    return count;
}

int32_t rogue_deed_sleep(moult_world *w, int32_t turns)
{
    const rogue_tuning *t = rogue_numbers(w);
    int32_t last = turns > 0 ? turns : t->sleep_turns;
    int32_t count = last > 0 ? afflict(w, SLEEP, last, t->sleep_range) : 0;
    if (count == 0)
        return rogue_deed_nothing(w);
    rogue_say_number(w, MOULT_SAY_GOOD,
                     MOULT_PLURAL("{count} creature beside you falls asleep.",
                                  "{count} creatures beside you fall asleep."),
                     "count", count);
    return ROGUE_DEED_DONE;
}

int32_t rogue_deed_confuse(moult_world *w, int32_t turns)
{
    const rogue_tuning *t = rogue_numbers(w);
    int32_t last = turns > 0 ? turns : t->confuse_turns;
    int32_t count = last > 0 ? afflict(w, CONFUSION, last, t->confuse_range) : 0;
    if (count == 0)
        return rogue_deed_nothing(w);
    rogue_say_number(w, MOULT_SAY_GOOD,
                     MOULT_PLURAL("{count} creature around you begins to stagger.",
                                  "{count} creatures around you begin to stagger."),
                     "count", count);
    return ROGUE_DEED_DONE;
}
