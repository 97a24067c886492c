/* SPDX-License-Identifier: MIT */
/* The tables and numbers that the plugins of `srl` share.
 * rules/srl owns the tables; items/srl and ai/rat may use them. The game reckons in doubles, and
 * only gives the same figures when the very bits are kept: a field that is a double is a u64 with
 * its bit pattern, read and written through `srl_number` and `srl_bits`, by nothing else. */
#ifndef MOULT_SRL_H
#define MOULT_SRL_H
#include <moult/base.h>
#include <moult/table.h>
#include <moult/world.h>
#include <string.h>

/* Kinds of actors and of items, as the vocabulary "srl" of a level's spawns numbers them. */
#define SRL_RAT 0u
#define SRL_APPLE 0u
#define SRL_POTION 1u /* subtype: its level */
#define SRL_ITEM_KINDS 2u

#define SRL_ITEM_WEIGHT 0.1   /* of any item */
#define SRL_APPLE_SATIETY 50  /* energy that eating one gives */
#define SRL_POTION_HEALING 10 /* hit points that drinking gives, a level of the potion */

/* How a run stands. */
#define SRL_PLAYING 0u
#define SRL_LOST 1u

/* Chance in play. It goes on from run to run undisturbed. */
#define SRL_PLAY(F, A)                    \
    F(u64, draws, "numbers drawn so far") \
    F(u32, state, "of the source")        \
    F(u8, begun, "1: `state` has its start value")
MOULT_TABLE_EXTENDED(srl_play, "srl.play", MOULT_SCOPE_WORLD, 1, SRL_PLAY, MOULT_TABLE_KEPT, NULL)

/* What only the player has. `full` of anything is base plus extension. */
#define SRL_HERO(F, A)                                                          \
    F(u64, hp_fraction, "double: what is healed or starved of a hit point")     \
    F(u64, weight, "double: carried; added to and taken from, never summed up") \
    F(u64, weight_base, "double: most that can be carried")                     \
    F(u64, weight_extension, "double")                                          \
    F(u64, experience_full, "double: takes the hero to the next level")         \
    F(i32, energy, "0 starves")                                                 \
    F(i32, energy_base, "when full")                                            \
    F(i32, energy_extension, "beyond the base")                                 \
    F(i32, energy_clock, "turns since energy was last lost")                    \
    F(u32, state, "SRL_PLAYING or SRL_LOST")                                    \
    F(u32, alert, "MOULT_ATTENTION_* that the last turn gave cause for")        \
    F(name, cause, "of death")
MOULT_TABLE(srl_hero, "srl.hero", MOULT_SCOPE_WORLD, 1, SRL_HERO)

#define SRL_BODY(F, A)                                               \
    F(u64, hp, "double: hit points")                                 \
    F(u64, hp_base, "double")                                        \
    F(u64, hp_extension, "double")                                   \
    F(u64, attack_base, "double")                                    \
    F(u64, attack_extension, "double")                               \
    F(u64, defence_base, "double")                                   \
    F(u64, defence_extension, "double")                              \
    F(u64, experience, "double: gained; of a monster what it gives") \
    F(i32, level, "from 1")                                          \
    F(name, name, "in messages")                                     \
    F(name, archetype, "who decides: of slot ai/NAME; the hero has none")
MOULT_TABLE(srl_body, "srl.body", MOULT_SCOPE_ACTOR, 1, SRL_BODY)

#define SRL_THING(F, A)                       \
    F(i32, subtype, "of a potion: its level") \
    F(u16, kind, "SRL_APPLE or SRL_POTION")   \
    F(u8, passed, "1: the hero has left it lying: no lure")
MOULT_TABLE(srl_thing, "srl.thing", MOULT_SCOPE_ITEM, 1, SRL_THING)

static inline double srl_number(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static inline uint64_t srl_bits(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* The next number of the play source, 0 <= u < 1: a linear congruential generator of 32 bits, with
 * the figures of Numerical Recipes (Press and others, 1992). */
static inline double srl_draw(moult_world *w)
{
    srl_play *play = srl_play_edit(w, 0);
    if (!play)
        return 0.0;
    play->state = play->state * 1664525u + 1013904223u;
    play->draws++;
    return (double)play->state / 4294967296.0;
}

#endif
