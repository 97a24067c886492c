/* SPDX-License-Identifier: MIT */
/* What the files of rules/srl know of each other.
 * A turn looks its ground up once, into a `srl_now` on the stack of `turn`, and hands it down. Acts
 * answer 1 when a turn passes, 0 when none does, negative when refused with a reason. */
#ifndef MOULT_SRL_GAME_H
#define MOULT_SRL_GAME_H
#include <moult/moult.h>
#include "rules/srl/growth.h"
#include "rules/srl/srl.h"

#define SRL_VERB_ACT (MOULT_VERB_OWN + 0u) /* on the cell stood on */
#define SRL_VERB_INVENTORY (MOULT_VERB_OWN + 1u)

#define SRL_MENU_INVENTORY 1u
#define SRL_MENU_ACTIONS 2u /* subject: the item */
#define SRL_MENU_TITLE 3u

/* Rows of SRL_MENU_ACTIONS. */
#define SRL_ACTION_USE 1
#define SRL_ACTION_PUT_DOWN 2

#define SRL_SIGHT 8  /* cells, for a provider of fov that goes by a radius */
#define SRL_ROWS 10u /* of the inventory, shown at once */

/* The role, bound by the core. */
MOULT_BOUND const moult_items_1 *srl_items;

typedef struct srl_now {
    moult_world *w;
    moult_outcome *outcome;
    moult_id hero, level;
    int32_t x, y;   /* the hero's cell */
    uint32_t alert; /* MOULT_ATTENTION_*, gathered */
    uint32_t state; /* SRL_PLAYING or SRL_LOST */
    moult_view view;
} srl_now;

/* turn.c, bot.c */
moult_status srl_begin(srl_now *n, moult_world *w, moult_outcome *outcome);
moult_status srl_turn(moult_world *w, const moult_action *action, moult_outcome *outcome);
moult_status srl_choose(moult_world *w, uint32_t menu, moult_id subject, const moult_action *action,
                        moult_outcome *outcome);
moult_status srl_bot(srl_now *n, const char *name, moult_action *action);
int32_t srl_over(const moult_world *w);

/* start.c, levels.c */
moult_status srl_start(moult_world *w, const uint8_t *seed, uint32_t seed_size);
moult_status srl_arrive(moult_world *w, moult_id hero, int32_t depth, int32_t x, int32_t y);
void srl_populate(moult_world *w, moult_id level, const moult_canvas *canvas);
int32_t srl_spawn(moult_world *w, const char *name, int32_t x, int32_t y);

/* hero.c, items.c, hunger.c */
int32_t srl_move(srl_now *n, int32_t x, int32_t y);
int32_t srl_act_on_cell(srl_now *n);
void srl_die(srl_now *n, const char *cause);
int32_t srl_fits(const moult_world *w, moult_id item);
int32_t srl_take(srl_now *n, moult_id item);
int32_t srl_use(srl_now *n, moult_id item);
int32_t srl_put_down(srl_now *n, moult_id item);
void srl_feed(moult_world *w, int32_t energy);
void srl_heal(moult_world *w, moult_id who, int32_t hp);
void srl_hunger(srl_now *n);

/* monsters.c */
void srl_monsters(srl_now *n);

/* describe.c, mini.c, menu.c, look.c, explore.c, score.c */
moult_status srl_describe(const moult_world *w, moult_scene *scene);
void srl_mini(const moult_world *w, const moult_view *view, const moult_place *hero,
              moult_scene *scene);
moult_status srl_menu(const moult_world *w, uint32_t menu, moult_id subject, moult_scene *scene);
moult_status srl_look(const moult_world *w, int32_t x, int32_t y, char *text, uint32_t room);
int32_t srl_cost(const moult_world *w, int32_t x, int32_t y);
int32_t srl_lure(const moult_world *w, int32_t x, int32_t y);
uint32_t srl_attention(const moult_world *w, char *why, uint32_t room);
moult_status srl_score(const moult_world *w, moult_score *out);

/* natives.c */
#define SRL_NATIVES 9
extern const moult_native srl_natives[SRL_NATIVES];

/* -- small things ------------------------------------------------------------------------------ */

static inline double srl_hp_full(const srl_body *body)
{
    return srl_number(body->hp_base) + srl_number(body->hp_extension);
}

static inline double srl_attack(const srl_body *body)
{
    return srl_number(body->attack_base) + srl_number(body->attack_extension);
}

static inline double srl_defence(const srl_body *body)
{
    return srl_number(body->defence_base) + srl_number(body->defence_extension);
}

static inline double srl_weight_full(const srl_hero *hero)
{
    return srl_number(hero->weight_base) + srl_number(hero->weight_extension);
}

static inline int64_t srl_energy_full(const srl_hero *hero)
{
    return (int64_t)hero->energy_base + hero->energy_extension;
}

/* What a blow does, by a draw 0 <= u < 1. */
static inline double srl_damage(double attack, double defence, double u)
{
    double damage = srl_ceil((attack * 1.1 - defence * 0.4) * u);
    return damage <= 0.0 ? 1.0 : damage;
}

/* A whole double as an integer; what is beyond those is the largest. */
static inline int64_t srl_whole(double number)
{
    const double beyond = 9223372036854775808.0; /* 2^63 */
    return number >= beyond ? INT64_MAX : number <= -beyond ? INT64_MIN : (int64_t)number;
}

/* Hit points as archetypes are told of them. */
static inline int32_t srl_points(double number)
{
    return number >= INT32_MAX ? INT32_MAX : number <= 0.0 ? 0 : (int32_t)number;
}

/* An item as it is shown. */
static inline moult_item_info srl_info(const moult_world *w, moult_id item)
{
    moult_item_info info = {.size = sizeof info};
    const srl_thing *thing = srl_thing_read(w, item);
    if (!thing || srl_items->describe(w, thing->kind, thing->subtype, &info) < 0)
        info.flags |= MOULT_ITEM_UNKNOWN;
    return info;
}

/* Its name, with the number of those that have one. */
static inline void srl_item_text(const moult_world *w, moult_id item, char *text, uint32_t room)
{
    const moult_item_info info = srl_info(w, item);
    const moult_arg args[] = {MOULT_ARG_TEXT("name", info.name),
                              MOULT_ARG_NUMBER("power", info.value)};
    if (info.value != 0)
        moult_format(w, text, room, "{name} {power}", args, MOULT_COUNT(args));
    else
        moult_format(w, text, room, "{name}", args, MOULT_COUNT(args));
}

static inline int32_t srl_on_map(const moult_view *view, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < view->width && y < view->height;
}

static inline uint32_t srl_tile(const moult_view *view, int32_t x, int32_t y)
{
    return srl_on_map(view, x, y) ? view->tile[y * view->stride + x] : MOULT_TILE_STONE;
}

static inline int32_t srl_lit(const moult_view *view, int32_t x, int32_t y)
{
    return srl_on_map(view, x, y) && view->lit[y * view->stride + x];
}

static inline int32_t srl_can_stand(uint32_t tile)
{
    return !(moult_tile_flags(tile) & MOULT_TILE_BLOCKS);
}

static inline int32_t srl_distance(int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    int32_t dx = x1 > x0 ? x1 - x0 : x0 - x1, dy = y1 > y0 ? y1 - y0 : y0 - y1;
    return dx > dy ? dx : dy;
}

static inline void srl_say(moult_world *w, uint32_t kind, const char *format)
{
    moult_say(w, kind, format, NULL, 0);
}

#endif
