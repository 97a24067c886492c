/* SPDX-License-Identifier: MIT */
/* What the files of rules/rogue know of each other.
 * A turn looks its ground up once, into a `rogue_play` on the stack of `turn`, and hands it down.
 * Acts answer 1 when time passed, 0 when nothing was done, negative when refused with a reason. */
#ifndef MOULT_ROGUE_GAME_H
#define MOULT_ROGUE_GAME_H
#include <moult/moult.h>
#include "rules/rogue/modules.h"
#include "rules/rogue/pure.h"
#include "rules/rogue/rogue.h"

#define ROGUE_VERB_INVENTORY (MOULT_VERB_OWN + 0u)

#define ROGUE_MENU_INVENTORY 1u
#define ROGUE_MENU_EAT 2u /* subject: a corpse that harms */
#define ROGUE_MENU_IDENTIFY 3u

/* The roles, bound by the core. */
MOULT_BOUND const moult_combat_1 *rogue_combat;
MOULT_BOUND const moult_bestiary_1 *rogue_bestiary;
MOULT_BOUND const moult_items_1 *rogue_items;

/* The modules (modules.h), bound by slot. */
MOULT_BOUND const rogue_upkeep_1 *rogue_module_upkeep;
MOULT_BOUND const rogue_growth_1 *rogue_module_growth;
MOULT_BOUND const rogue_pickup_1 *rogue_module_pickup;
MOULT_BOUND const rogue_movement_1 *rogue_module_movement;
MOULT_BOUND const rogue_effects_1 *rogue_module_effects;
MOULT_BOUND const rogue_intent_1 *rogue_module_intent;

typedef struct rogue_play {
    moult_world *w;
    moult_outcome *outcome;
    const rogue_tuning *t;
    moult_id hero, level;
    int32_t x, y;   /* the hero's cell */
    uint32_t alert; /* MOULT_ATTENTION_*, gathered */
    uint32_t state; /* ROGUE_PLAYING, or how the run has ended */
    uint32_t ask;   /* the menu that the turn waits for before it goes on; 0: none */
    uint32_t bot;   /* 1: nobody is there to be asked */
    moult_view view;
} rogue_play;

/* A thing to be placed; subtype ROGUE_ANY: the rules draw one. */
#define ROGUE_ANY (-1)
#define ROGUE_NOTHING (-2)
typedef struct rogue_wish {
    int32_t kind; /* ROGUE_FOOD .., ROGUE_ANY or ROGUE_NOTHING */
    int32_t subtype;
} rogue_wish;

/* turn.c */
moult_status rogue_begin(rogue_play *p, moult_world *w, moult_outcome *outcome);
void rogue_refresh(rogue_play *p); /* after a deed changed the world */
moult_status rogue_turn(moult_world *w, const moult_action *action, moult_outcome *outcome);
moult_status rogue_bot(rogue_play *p, const char *name, moult_action *action); /* bot.c */
moult_status rogue_choose(moult_world *w, uint32_t menu, moult_id subject,
                          const moult_action *action, moult_outcome *outcome);

/* start.c, levels.c */
moult_status rogue_start(moult_world *w, const uint8_t *seed, uint32_t seed_size);
moult_id rogue_level_make(moult_world *w, int32_t floor, const moult_canvas **canvas);
moult_status rogue_level_enter(moult_world *w, moult_id hero, moult_id level,
                               const moult_canvas *canvas);
int32_t rogue_spawn(moult_world *w, const char *name, int32_t x, int32_t y);
int32_t rogue_leave(rogue_play *p);

/* act.c: one resolver for the hero's intents and everybody else's */
int32_t rogue_act(rogue_play *p, moult_id who, const moult_place *from, const moult_action *action);

/* doors.c: of the cell x, y. Opening answers 0, untold, for who can't and for what doesn't open. */
int32_t rogue_open(rogue_play *p, moult_id who, int32_t x, int32_t y);
int32_t rogue_close(rogue_play *p, int32_t x, int32_t y);
void rogue_turn_door(rogue_play *p, int32_t x, int32_t y, uint32_t tile);
void rogue_doors_mark(moult_world *w, moult_id level, const moult_canvas *canvas);

int32_t rogue_search(rogue_play *p); /* search.c */

/* rooms.c: what rooms and spawns of any vocabulary but ours stand for */
#define ROGUE_ANYONE (-1)
#define ROGUE_NOBODY (-2)
int32_t rogue_inhabitant(moult_world *w, const moult_canvas *canvas, const moult_spawn *spawn,
                         int32_t floor);
rogue_wish rogue_wished_thing(const moult_spawn *spawn);
int32_t rogue_wants_gold(const moult_canvas *canvas, const moult_spawn *spawn);

/* hero.c, held.c, loot.c: what only the hero does */
int32_t rogue_hero_act(rogue_play *p, const moult_action *action);
void rogue_arrive(rogue_play *p);
int32_t rogue_use_held(rogue_play *p, uint32_t kind);
int32_t rogue_eat(rogue_play *p, moult_id item);
void rogue_pick_up_here(rogue_play *p);
int32_t rogue_take(rogue_play *p, moult_id item);
int32_t rogue_wanted(const moult_world *w, moult_id item);
int32_t rogue_harmful(const moult_world *w, const rogue_thing *thing);
void rogue_apply(rogue_play *p, const moult_effect *effect, const char *cause);

/* monsters.c, upkeep.c */
void rogue_monsters(rogue_play *p);
void rogue_keep(rogue_play *p);
void rogue_states_pass(rogue_play *p); /* states.c */
void rogue_hurt_hero(rogue_play *p, int32_t damage, const char *cause);
void rogue_end(rogue_play *p, uint32_t state, const char *cause);
int32_t rogue_over(const moult_world *w);

/* score.c, tune.c, check.c */
moult_status rogue_score(const moult_world *w, moult_score *out);
moult_status rogue_tune(moult_world *w);
#define ROGUE_SETTINGS (1u + (uint32_t)(sizeof(rogue_tuning) / sizeof(int32_t)))
extern const moult_setting rogue_settings[ROGUE_SETTINGS];
moult_status rogue_check_bestiary(moult_world *w);

/* describe.c, menu.c, explore.c, look.c */
moult_status rogue_look(const moult_world *w, int32_t x, int32_t y, char *text, uint32_t room);
moult_status rogue_describe(const moult_world *w, moult_scene *scene);
moult_status rogue_menu(const moult_world *w, uint32_t menu, moult_id subject, moult_scene *scene);
int32_t rogue_cost(const moult_world *w, int32_t x, int32_t y);
int32_t rogue_lure(const moult_world *w, int32_t x, int32_t y);
uint32_t rogue_attention(const moult_world *w, char *why, uint32_t room);

/* deeds.c, spells.c: what effects are composed of */
extern const rogue_deeds rogue_deeds_1;
int32_t rogue_deed_nothing(moult_world *w);
int32_t rogue_deed_teleport(moult_world *w);
int32_t rogue_deed_restore(moult_world *w);
int32_t rogue_deed_explore_all(moult_world *w);
int32_t rogue_deed_detect(moult_world *w);
int32_t rogue_deed_remove_curse(moult_world *w);
int32_t rogue_deed_identify(moult_world *w, int32_t kind);
int32_t rogue_deed_enchant_weapon(moult_world *w, int32_t tiers);
int32_t rogue_deed_enchant_armour(moult_world *w, int32_t tiers);
int32_t rogue_deed_light(moult_world *w, int32_t radius);
int32_t rogue_deed_sleep(moult_world *w, int32_t turns);
int32_t rogue_deed_confuse(moult_world *w, int32_t turns);
int32_t rogue_deed_speed(moult_world *w, int32_t turns);
int32_t rogue_deed_levitate(moult_world *w, int32_t turns);
int32_t rogue_deed_see_invisible(moult_world *w, int32_t turns);
int32_t rogue_deed_reveal(moult_world *w, int32_t turns);

/* natives.c */
#define ROGUE_NATIVES 20
extern const moult_native rogue_natives[ROGUE_NATIVES];

/* -- small things ------------------------------------------------------------------------- */

/* A thing as the hero knows it. */
static inline moult_item_info rogue_info(const moult_world *w, uint32_t kind, int32_t subtype)
{
    moult_item_info info = {.size = sizeof info};
    if (rogue_items->describe(w, kind, subtype, &info) < 0)
        info.flags |= MOULT_ITEM_UNKNOWN;
    return info;
}

static inline int32_t rogue_is_hero(const rogue_body *body)
{
    return body->kind == ROGUE_KIND_HERO;
}

/* The tile of a cell, solid beyond the map. */
static inline uint32_t rogue_tile(const moult_view *view, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= view->width || y >= view->height)
        return MOULT_TILE_STONE;
    return view->tile[y * view->stride + x];
}

/* What a tile is taken for: hidden things for what they look like. */
static inline uint32_t rogue_guise(uint32_t tile)
{
    return tile == MOULT_TILE_DOOR_SECRET       ? MOULT_TILE_WALL
           : tile == MOULT_TILE_CORRIDOR_SECRET ? MOULT_TILE_STONE
                                                : tile;
}

static inline uint32_t rogue_mark(const moult_view *view, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < view->width && y < view->height && view->mark
               ? view->mark[y * view->stride + x]
               : 0;
}

static inline int32_t rogue_lit(const moult_view *view, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < view->width && y < view->height &&
           view->lit[y * view->stride + x];
}

static inline int32_t rogue_distance(int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    int32_t dx = x1 > x0 ? x1 - x0 : x0 - x1, dy = y1 > y0 ? y1 - y0 : y0 - y1;
    return dx > dy ? dx : dy;
}

/* Whether someone may walk onto a cell of this tile where nobody is. */
static inline int32_t rogue_walkable(uint32_t tile)
{
    return rogue_module_movement->resolve(tile, 0, 0) == ROGUE_MOVE_STEP;
}

/* Whether the eyes of a hero at hx, hy notice an actor at x, y: the invisible only by touch. */
static inline int32_t rogue_notices(const moult_view *view, const rogue_body *body, int32_t hx,
                                    int32_t hy, int32_t x, int32_t y)
{
    moult_creature creature = {.size = sizeof creature};
    if (!rogue_lit(view, x, y))
        return 0;
    if (rogue_bestiary->describe(body->kind, &creature) < 0)
        return 1;
    return !(creature.flags & MOULT_CREATURE_INVISIBLE) || rogue_distance(hx, hy, x, y) <= 1;
}

/* The same, with what the hero has drunk. */
static inline int32_t rogue_spots(const moult_world *w, const moult_view *view,
                                  const rogue_body *body, int32_t hx, int32_t hy, int32_t x,
                                  int32_t y)
{
    if (rogue_hero_read(w, 0)->seeing > 0)
        return rogue_lit(view, x, y);
    return rogue_notices(view, body, hx, hy, x, y);
}

static inline void rogue_say(moult_world *w, uint32_t kind, const char *format)
{
    moult_say(w, kind, format, NULL, 0);
}

static inline void rogue_say_name(moult_world *w, uint32_t kind, const char *format,
                                  const char *name)
{
    const moult_arg args[] = {MOULT_ARG_TEXT("name", name)};
    moult_say(w, kind, format, args, MOULT_COUNT(args));
}

static inline void rogue_say_number(moult_world *w, uint32_t kind, const char *format,
                                    const char *argument, int64_t number)
{
    const moult_arg args[] = {MOULT_ARG_NUMBER(argument, number)};
    moult_say(w, kind, format, args, MOULT_COUNT(args));
}

static inline void rogue_say_blow(moult_world *w, uint32_t kind, const char *format,
                                  const char *name, int32_t damage)
{
    const moult_arg args[] = {MOULT_ARG_TEXT("name", name), MOULT_ARG_NUMBER("damage", damage)};
    moult_say(w, kind, format, args, MOULT_COUNT(args));
}

#endif
