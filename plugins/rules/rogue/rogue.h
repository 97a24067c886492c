/* SPDX-License-Identifier: MIT */
/* The tables and numbers that the plugins of `rogue` share.
 * rules/rogue owns the tables; combat/rogue, items/rogue and archetypes may use them. Fields are
 * plain numbers, found by name after a reload: append new ones, and the users needn't be rebuilt.
 * The hero's row is what lasts from floor to floor; hit points are in the body, as everybody's. */
#ifndef MOULT_ROGUE_H
#define MOULT_ROGUE_H
#include <moult/base.h>
#include <moult/table.h>
#include <moult/world.h>
#include "rules/rogue/tuning.h"

/* Kinds of items, as a level's spawns and `rogue.thing` give them. */
#define ROGUE_FOOD 0u
#define ROGUE_GOLD 1u   /* subtype: coins */
#define ROGUE_WEAPON 2u /* subtype: tier */
#define ROGUE_ARMOUR 3u /* subtype: tier */
#define ROGUE_POTION 4u /* subtype: effect */
#define ROGUE_SCROLL 5u /* subtype: effect */
#define ROGUE_CORPSE 6u /* subtype: number in the bestiary */
#define ROGUE_ITEM_KINDS 7u

#define ROGUE_TIERS 20   /* of weapons and of armour, 0..19 */
#define ROGUE_POTIONS 11 /* kinds that are dealt an appearance */
#define ROGUE_SCROLLS 11
#define ROGUE_SCROLL_TELEPORT 2 /* its effect */
#define ROGUE_FIRST_KINDS 10    /* of each, that a generator may wish for by number */
#define ROGUE_LOOKS 16          /* room in the hero's row for their appearances */

/* What an effect asks for that numbers can't say; effects/rogue makes deeds of it. An argument of 0
 * means: as the tuning says. */
#define ROGUE_STATUS_NONE 0u
#define ROGUE_STATUS_MAP 1u
#define ROGUE_STATUS_TELEPORT 2u
#define ROGUE_STATUS_IDENTIFY 3u
#define ROGUE_STATUS_ENCHANT_WEAPON 4u /* argument: tiers */
#define ROGUE_STATUS_ENCHANT_ARMOUR 5u
#define ROGUE_STATUS_LIGHT 6u
#define ROGUE_STATUS_DETECT 7u
#define ROGUE_STATUS_SLEEP 8u
#define ROGUE_STATUS_CONFUSE 9u
#define ROGUE_STATUS_UNCURSE 10u
#define ROGUE_STATUS_RESTORE 11u /* hit points become the maximum */
#define ROGUE_STATUS_SPEED 12u
#define ROGUE_STATUS_FLOAT 13u
#define ROGUE_STATUS_SEE 14u
#define ROGUE_STATUS_REVEAL 15u

/* Bits of what the hero can't put down. */
#define ROGUE_CURSED_WEAPON 1u
#define ROGUE_CURSED_ARMOUR 2u

/* How a run stands. */
#define ROGUE_PLAYING 0u
#define ROGUE_WON 1u
#define ROGUE_LOST 2u

#define ROGUE_KIND_HERO 0xffffu /* a body that isn't in the bestiary */
#define ROGUE_SLEEPS_ON 0xffffu /* asleep until it is woken */

/* Bits of a level's plane MARK: what its tile doesn't tell. */
#define ROGUE_MARK_TRAPPED 1u /* the door here, until it is first opened */
#define ROGUE_MARK_LOCKED 2u  /* the hidden door here, when it is found */
#define ROGUE_MARK_SEALED 4u  /* a room that has no way out but magic */

#define ROGUE_HERO(F, A)                                                        \
    F(i32, gold, "the score: gold found and monsters slain")                    \
    F(i32, floor, "1..100")                                                     \
    F(i32, level, "grows with the floors; hard to hit")                         \
    F(i32, skill, "added to the die when striking")                             \
    F(i32, evasion, "beyond the level's")                                       \
    F(i16, hunger, "full at hunger_max, starving at 0")                         \
    F(i16, hunger_max, "when full")                                             \
    F(u8, weapon, "tier in hand")                                               \
    F(u8, armour, "tier worn")                                                  \
    F(u8, potion, "effect of the potion held, plus 1; 0: none")                 \
    F(u8, scroll, "effect of the scroll held, plus 1; 0: none")                 \
    F(u32, known_potions, "one bit an effect: identified")                      \
    F(u32, known_scrolls, "one bit an effect: identified")                      \
    A(u8, potion_look, ROGUE_LOOKS, "appearance by effect, dealt at the start") \
    A(u8, scroll_look, ROGUE_LOOKS, "appearance by effect, dealt at the start") \
    F(u32, state, "ROGUE_PLAYING, _WON or _LOST")                               \
    F(u32, alert, "MOULT_ATTENTION_* that the last turn gave cause for")        \
    F(u16, fast, "turns left with an action more each")                         \
    F(u16, floating, "turns left of levitation")                                \
    F(u16, seeing, "turns left of seeing the invisible")                        \
    F(u16, revealing, "turns left in which all monsters are shown")             \
    F(u16, marking, "turns left in which detected monsters are marked")         \
    F(u8, hurried, "1: this turn's action more was taken")                      \
    F(u8, cursed, "ROGUE_CURSED_*: gear that can't be replaced")                \
    F(name, cause, "of death")                                                  \
    F(u8, hiding, "1: this floor was made with hidden doors or corridors")
MOULT_TABLE(rogue_hero, "rogue.hero", MOULT_SCOPE_WORLD, 1, ROGUE_HERO)

#define ROGUE_BODY(F, A)                                       \
    F(i32, hp, "hit points; 0: dead")                          \
    F(i32, hp_max, "when unhurt")                              \
    F(name, name, "in messages, lower case")                   \
    F(name, archetype, "who decides: of slot ai/NAME")         \
    F(u16, kind, "number in the bestiary, or ROGUE_KIND_HERO") \
    F(u16, asleep, "turns left of sleep, or ROGUE_SLEEPS_ON")  \
    F(u16, confused, "turns left of confusion")
MOULT_TABLE(rogue_body, "rogue.body", MOULT_SCOPE_ACTOR, 1, ROGUE_BODY)

#define ROGUE_THING(F, A)                                                     \
    F(i32, subtype, "by kind: tier, effect, coins or number in the bestiary") \
    F(i32, value, "coins, damage or defence when it was made")                \
    F(u16, kind, "ROGUE_FOOD .. ROGUE_CORPSE")                                \
    F(u8, cursed, "1: gear that can't be replaced until the curse is lifted")
MOULT_TABLE(rogue_thing, "rogue.thing", MOULT_SCOPE_ITEM, 1, ROGUE_THING)

#endif
