/* SPDX-License-Identifier: MIT */
/* Panels and questions. The core opens, draws and closes them; only their words are made here. */
#include <stdio.h>
#include "rules/rogue/game.h"

static void add_row(moult_scene *scene, const char *text, const char *detail)
{
    const moult_row row = {.size = sizeof row, .text = text, .detail = detail};
    scene->add_row(scene, &row);
}

static void add_gear(const moult_world *w, moult_scene *scene, uint32_t kind, int32_t tier,
                     const char *measure, int32_t cursed)
{
    char detail[64];
    moult_item_info info = rogue_info(w, kind, tier);
    snprintf(detail, sizeof detail, "%s %d%s", measure, (int)info.value, cursed ? ", cursed" : "");
    add_row(scene, info.name, detail);
}

static void add_held(const moult_world *w, moult_scene *scene, uint32_t kind, int32_t effect,
                     const char *none, const char *use)
{
    if (effect >= 0)
        add_row(scene, rogue_info(w, kind, effect).name, use);
    else
        add_row(scene, none, NULL);
}

static void add_state(moult_scene *scene, const char *what, int32_t turns)
{
    char detail[32];
    snprintf(detail, sizeof detail, "%d turns", (int)turns);
    if (turns > 0)
        add_row(scene, what, detail);
}

static void show_inventory(const moult_world *w, moult_scene *scene)
{
    char text[64];
    const rogue_hero *hero = rogue_hero_read(w, 0);
    add_gear(w, scene, ROGUE_WEAPON, hero->weapon, "damage", hero->cursed & ROGUE_CURSED_WEAPON);
    add_gear(w, scene, ROGUE_ARMOUR, hero->armour, "defence", hero->cursed & ROGUE_CURSED_ARMOUR);
    add_held(w, scene, ROGUE_POTION, hero->potion - 1, "no potion", "q drinks it");
    add_held(w, scene, ROGUE_SCROLL, hero->scroll - 1, "no scroll", "r reads it");
    snprintf(text, sizeof text, "%d gold", (int)hero->gold);
    add_row(scene, text, NULL);
    snprintf(text, sizeof text, "level %d, skill %d", (int)hero->level, (int)hero->skill);
    add_row(scene, text, NULL);
    snprintf(text, sizeof text, "evasion %d", (int)hero->evasion);
    if (hero->evasion != 0)
        add_row(scene, text, NULL);
    add_state(scene, "fast", hero->fast);
    add_state(scene, "floating", hero->floating);
    add_state(scene, "seeing the invisible", hero->seeing);
    add_state(scene, "seeing all creatures", hero->revealing);
}

/* A row that can be chosen: `kind` comes back. */
static void add_choice(const moult_world *w, moult_scene *scene, uint32_t key, uint32_t kind,
                       int32_t subtype)
{
    moult_item_info info = rogue_info(w, kind, subtype);
    const moult_row row = {
        .size = sizeof row, .key = key, .number = (int32_t)kind, .text = info.name};
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

moult_status rogue_menu(const moult_world *w, uint32_t menu, moult_id subject, moult_scene *scene)
{
    char title[MOULT_NAME_SIZE];
    const rogue_thing *thing;
    switch (menu) {
    case ROGUE_MENU_INVENTORY:
        show_inventory(w, scene);
        return scene->set_title(scene, "You carry", MOULT_MENU_PANEL);
    case ROGUE_MENU_IDENTIFY:
        show_choices(w, scene);
        return scene->set_title(scene, "Identify what?", MOULT_MENU_WRAP);
    case ROGUE_MENU_EAT:
        thing = rogue_thing_read(w, subject);
        if (!thing)
            return MOULT_STALE;
        snprintf(title, sizeof title, "The %s smells foul. Eat it?",
                 rogue_info(w, thing->kind, thing->subtype).name);
        return scene->set_title(scene, title, MOULT_MENU_PROMPT);
    default:
        return MOULT_UNKNOWN;
    }
}
