/* SPDX-License-Identifier: MIT */
/* Panels and questions. The core opens, draws and closes them; only their words are made here. */
#include "rules/rogue/game.h"

static void add_row(moult_scene *scene, const char *text, const char *detail)
{
    const moult_row row = {.size = sizeof row, .text = text, .detail = detail};
    scene->add_row(scene, &row);
}

static void add_gear(const moult_world *w, moult_scene *scene, uint32_t kind, int32_t tier,
                     const char *format)
{
    char detail[96];
    moult_item_info info = rogue_info(w, kind, tier);
    const moult_arg args[] = {MOULT_ARG_NUMBER("value", info.value)};
    moult_format(w, detail, sizeof detail, format, args, MOULT_COUNT(args));
    add_row(scene, moult_translate(w, info.name), detail);
}

static void add_held(const moult_world *w, moult_scene *scene, uint32_t kind, int32_t effect,
                     const char *none, const char *use)
{
    if (effect >= 0)
        add_row(scene, moult_translate(w, rogue_info(w, kind, effect).name),
                moult_translate(w, use));
    else
        add_row(scene, moult_translate(w, none), NULL);
}

static void add_state(const moult_world *w, moult_scene *scene, const char *what, int32_t turns)
{
    char detail[64];
    const moult_arg args[] = {MOULT_ARG_NUMBER("turns", turns)};
    moult_format(w, detail, sizeof detail, MOULT_PLURAL("{turns} turn", "{turns} turns"), args,
                 MOULT_COUNT(args));
    if (turns > 0)
        add_row(scene, moult_translate(w, what), detail);
}

/* A row of numbers alone. */
static void add_numbers(const moult_world *w, moult_scene *scene, const char *format,
                        const moult_arg *args, uint32_t count)
{
    char text[96];
    moult_format(w, text, sizeof text, format, args, count);
    add_row(scene, text, NULL);
}

static void show_inventory(const moult_world *w, moult_scene *scene)
{
    const rogue_hero *hero = rogue_hero_read(w, 0);
    const moult_arg gold[] = {MOULT_ARG_NUMBER("gold", hero->gold)};
    const moult_arg level[] = {MOULT_ARG_NUMBER("level", hero->level),
                               MOULT_ARG_NUMBER("skill", hero->skill)};
    const moult_arg evasion[] = {MOULT_ARG_NUMBER("evasion", hero->evasion)};
    add_gear(w, scene, ROGUE_WEAPON, hero->weapon,
             hero->cursed & ROGUE_CURSED_WEAPON ? MOULT_TEXT("damage {value}, cursed")
                                                : MOULT_TEXT("damage {value}"));
    add_gear(w, scene, ROGUE_ARMOUR, hero->armour,
             hero->cursed & ROGUE_CURSED_ARMOUR ? MOULT_TEXT("defence {value}, cursed")
                                                : MOULT_TEXT("defence {value}"));
    add_held(w, scene, ROGUE_POTION, hero->potion - 1, MOULT_TEXT("no potion"),
             MOULT_TEXT("q drinks it"));
    add_held(w, scene, ROGUE_SCROLL, hero->scroll - 1, MOULT_TEXT("no scroll"),
             MOULT_TEXT("r reads it"));
    add_numbers(w, scene, MOULT_TEXT("{gold} gold"), gold, MOULT_COUNT(gold));
    add_numbers(w, scene, MOULT_TEXT("level {level}, skill {skill}"), level, MOULT_COUNT(level));
    if (hero->evasion != 0)
        add_numbers(w, scene, MOULT_TEXT("evasion {evasion}"), evasion, MOULT_COUNT(evasion));
    add_state(w, scene, MOULT_TEXT("fast"), hero->fast);
    add_state(w, scene, MOULT_TEXT("floating"), hero->floating);
    add_state(w, scene, MOULT_TEXT("seeing the invisible"), hero->seeing);
    add_state(w, scene, MOULT_TEXT("seeing all creatures"), hero->revealing);
}

/* A row that can be chosen: `kind` comes back. */
static void add_choice(const moult_world *w, moult_scene *scene, uint32_t key, uint32_t kind,
                       int32_t subtype)
{
    moult_item_info info = rogue_info(w, kind, subtype);
    const moult_row row = {.size = sizeof row,
                           .key = key,
                           .number = (int32_t)kind,
                           .text = moult_translate(w, info.name)};
    if (subtype >= 0)
        scene->add_row(scene, &row);
}

static void show_choices(const moult_world *w, moult_scene *scene)
{
    const rogue_hero *hero = rogue_hero_read(w, 0);
    add_choice(w, scene, 'a', ROGUE_POTION, hero->potion - 1);
    add_choice(w, scene, 'b', ROGUE_SCROLL, hero->scroll - 1);
    add_choice(w, scene, 'c', ROGUE_WEAPON, hero->weapon);
    add_choice(w, scene, 'd', ROGUE_ARMOUR, hero->armour);
}

static moult_status ask_to_eat(const moult_world *w, const rogue_thing *thing, moult_scene *scene)
{
    char title[256];
    moult_item_info info = rogue_info(w, thing->kind, thing->subtype);
    const moult_arg args[] = {MOULT_ARG_TEXT("name", info.name)};
    moult_format(w, title, sizeof title, "The {name} smells foul. Eat it?", args,
                 MOULT_COUNT(args));
    return scene->set_title(scene, title, MOULT_MENU_PROMPT);
}

moult_status rogue_menu(const moult_world *w, uint32_t menu, moult_id subject, moult_scene *scene)
{
    const rogue_thing *thing;
    switch (menu) {
    case ROGUE_MENU_INVENTORY:
        show_inventory(w, scene);
        return scene->set_title(scene, moult_translate(w, "You carry"), MOULT_MENU_PANEL);
    case ROGUE_MENU_IDENTIFY:
        show_choices(w, scene);
        return scene->set_title(scene, moult_translate(w, "Identify what?"), MOULT_MENU_WRAP);
    case ROGUE_MENU_EAT:
        thing = rogue_thing_read(w, subject);
        return thing ? ask_to_eat(w, thing, scene) : MOULT_STALE;
    default:
        return MOULT_UNKNOWN;
    }
}
