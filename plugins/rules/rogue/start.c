/* SPDX-License-Identifier: MIT */
/* The beginning of a run, and the way from floor to floor.
 * A new run starts clean: whatever an earlier one left is removed first. What lasts from floor to
 * floor is the hero's actor and row; the floor left behind is gone. */
#include "rules/rogue/game.h"

static void wipe(moult_world *w)
{
    moult_id id;
    moult_set_hero(w, 0);
    while ((id = moult_next(w, MOULT_SCOPE_LEVEL, 0, 0)) != 0)
        if (moult_remove(w, MOULT_SCOPE_LEVEL, id) < 0)
            return;
}

/* Fisher-Yates: every effect gets an appearance of its own. */
static void deal(moult_world *w, uint8_t *look, uint32_t count)
{
    for (uint32_t i = 0; i < ROGUE_LOOKS; i++)
        look[i] = (uint8_t)i;
    for (uint32_t i = count - 1; i > 0; i--) {
        uint32_t j = moult_random(w, MOULT_STREAM_LEVEL, i + 1);
        uint8_t swapped = look[i];
        look[i] = look[j];
        look[j] = swapped;
    }
}

static moult_status fresh_hero(moult_world *w)
{
    const rogue_tuning *t = rogue_numbers(w);
    rogue_hero *hero = rogue_hero_edit(w, 0);
    if (!hero)
        return moult_fail(w, MOULT_REFUSED, "the hero's row can't be written");
    *hero = (rogue_hero){
        .floor = 1,
        .level = t->start_level,
        .skill = t->start_skill,
        .hunger = (int16_t)t->hunger_max,
        .hunger_max = (int16_t)t->hunger_max,
        .weapon = (uint8_t)t->start_weapon,
        .armour = (uint8_t)t->start_armour,
        .state = ROGUE_PLAYING,
    };
    deal(w, hero->potion_look, (uint32_t)t->potion_kinds);
    deal(w, hero->scroll_look, (uint32_t)t->scroll_kinds);
    return MOULT_OK;
}

moult_status rogue_start(moult_world *w, const uint8_t *seed, uint32_t seed_size)
{
    const moult_canvas *canvas = NULL;
    (void)seed;
    (void)seed_size;
    moult_status status = rogue_check_bestiary(w);
    if (status < 0)
        return status;
    wipe(w);
    status = fresh_hero(w);
    if (status < 0)
        return status;
    moult_id level = rogue_level_make(w, 1, &canvas);
    moult_id id = level ? moult_create(w, MOULT_SCOPE_ACTOR, 0, 0, 0) : 0;
    rogue_body *body = id ? rogue_body_edit(w, id) : NULL;
    if (!body)
        return MOULT_REFUSED; /* who refused has said why */
    body->hp = body->hp_max = rogue_numbers(w)->start_hp;
    body->kind = ROGUE_KIND_HERO;
    body->name = moult_intern(w, MOULT_TEXT("hero"));
    moult_set_hero(w, id);
    status = rogue_level_enter(w, id, level, canvas);
    if (status >= 0)
        rogue_say(w, MOULT_SAY_SYSTEM,
                  "Welcome to the dungeon. A hundred floors lie below; > descends.");
    return status;
}

/* The new level is made before anything changes, so that a refusal leaves the hero where it is. */
static int32_t descend(rogue_play *p)
{
    moult_world *w = p->w;
    const moult_canvas *canvas = NULL;
    const rogue_hero *hero = rogue_hero_read(w, 0);
    const rogue_body *body = rogue_body_read(w, p->hero);
    rogue_growth grown = {.size = sizeof grown,
                          .level = hero->level,
                          .hp_max = body->hp_max,
                          .hp = body->hp,
                          .skill = hero->skill,
                          .floor = hero->floor};
    moult_status status = rogue_module_growth->descend(p->t, &grown);
    if (status < 0)
        return status;
    moult_id old = p->level, level = rogue_level_make(w, grown.floor, &canvas);
    if (!level)
        return MOULT_REFUSED;
    status = rogue_level_enter(w, p->hero, level, canvas);
    if (status < 0)
        return status;
    moult_remove(w, MOULT_SCOPE_LEVEL, old);
    rogue_hero *to = rogue_hero_edit(w, 0);
    to->level = grown.level;
    to->skill = grown.skill;
    to->floor = grown.floor;
    rogue_body *grows = rogue_body_edit(w, p->hero);
    grows->hp_max = rogue_most(1, grown.hp_max);
    grows->hp = rogue_most(1, rogue_least(grown.hp, grows->hp_max));
    p->outcome->kind = MOULT_OUTCOME_LEVEL;
    rogue_say_number(w, MOULT_SAY_GOOD, "You descend to floor {floor} and feel stronger.", "floor",
                     grown.floor);
    moult_signal(w, "descend", p->x, p->y);
    return 1;
}

/* By the stairs or the exit stood on. On the last floor any way down leads out. */
int32_t rogue_leave(rogue_play *p)
{
    uint32_t tile = rogue_tile(&p->view, p->x, p->y);
    if (tile != MOULT_TILE_STAIRS_DOWN && tile != MOULT_TILE_LADDER_DOWN &&
        tile != MOULT_TILE_EXIT) {
        rogue_say(p->w, MOULT_SAY_NORMAL, "There are no stairs here.");
        return 0;
    }
    if (rogue_hero_read(p->w, 0)->floating > 0) {
        rogue_say(p->w, MOULT_SAY_NORMAL, "You float above the stairs, and can't take them.");
        return 0;
    }
    if (rogue_hero_read(p->w, 0)->floor < p->t->floors)
        return descend(p);
    rogue_end(p, ROGUE_WON, NULL);
    return 1;
}
