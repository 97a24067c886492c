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
                     const char *measure)
{
    char detail[64];
    moult_item_info info = rogue_info(w, kind, tier);
    snprintf(detail, sizeof detail, "%s %d", measure, (int)info.value);
    add_row(scene, info.name, detail);
}

static void show_inventory(const moult_world *w, moult_scene *scene)
{
    char text[64];
    const rogue_hero *hero = rogue_hero_read(w, 0);
    add_gear(w, scene, ROGUE_WEAPON, hero->weapon, "damage");
    add_gear(w, scene, ROGUE_ARMOUR, hero->armour, "defence");
    if (hero->potion)
        add_row(scene, rogue_info(w, ROGUE_POTION, hero->potion - 1).name, "q drinks it");
    else
        add_row(scene, "no potion", NULL);
    snprintf(text, sizeof text, "%d gold", (int)hero->gold);
    add_row(scene, text, NULL);
    snprintf(text, sizeof text, "level %d, skill %d", (int)hero->level, (int)hero->skill);
    add_row(scene, text, NULL);
}

moult_status rogue_menu(const moult_world *w, uint32_t menu, moult_id subject, moult_scene *scene)
{
    char title[MOULT_NAME_SIZE];
    const rogue_thing *thing;
    switch (menu) {
    case ROGUE_MENU_INVENTORY:
        show_inventory(w, scene);
        return scene->set_title(scene, "You carry", MOULT_MENU_PANEL);
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
