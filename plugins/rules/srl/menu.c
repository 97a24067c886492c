/* SPDX-License-Identifier: MIT */
/* The rows of the title, of the inventory and of what can be done with a thing. The core opens,
 * draws and closes menus; it keeps the inventory's cursor from one opening to the next. */
#include "rules/srl/game.h"

static void add_row(moult_scene *scene, int32_t number, moult_id thing, const char *text)
{
    const moult_row row = {.size = sizeof row, .number = number, .thing = thing, .text = text};
    scene->add_row(scene, &row);
}

static moult_status show_inventory(const moult_world *w, moult_scene *scene)
{
    char text[128];
    int32_t number = 0;
    for (moult_id item = 0; (item = moult_next(w, MOULT_SCOPE_ITEM, 0, item)) != 0;) {
        srl_item_text(w, item, text, sizeof text);
        add_row(scene, number++, item, text);
    }
    if (number == 0)
        return MOULT_UNKNOWN;
    scene->row_room = SRL_ROWS;
    return scene->set_title(scene, moult_translate(w, "You carry"),
                            MOULT_MENU_WRAP | MOULT_MENU_KEEP_CURSOR);
}

static moult_status show_actions(const moult_world *w, moult_id item, moult_scene *scene)
{
    char text[128];
    moult_place place;
    const srl_thing *thing = srl_thing_read(w, item);
    if (!thing || moult_where(w, MOULT_SCOPE_ITEM, item, &place) < 0 || place.level != 0)
        return MOULT_STALE;
    add_row(scene, SRL_ACTION_USE, item,
            thing->kind == SRL_APPLE ? moult_translate(w, "Eat") : moult_translate(w, "Drink"));
    add_row(scene, SRL_ACTION_PUT_DOWN, item, moult_translate(w, "Put down"));
    srl_item_text(w, item, text, sizeof text);
    return scene->set_title(scene, text, MOULT_MENU_WRAP);
}

moult_status srl_menu(const moult_world *w, uint32_t menu, moult_id subject, moult_scene *scene)
{
    switch (menu) {
    case SRL_MENU_TITLE:
        add_row(scene, 1, 0, moult_translate(w, "Start"));
        return scene->set_title(scene, moult_translate(w, "Simple Roguelike"), 0);
    case SRL_MENU_INVENTORY:
        return show_inventory(w, scene);
    case SRL_MENU_ACTIONS:
        return show_actions(w, subject, scene);
    default:
        return MOULT_UNKNOWN;
    }
}
