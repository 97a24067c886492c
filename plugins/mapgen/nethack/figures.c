/* SPDX-License-Identifier: MIT */
/* What statistics are told of a level and can't see on any canvas: what the generator counted, and
 * what its own vocabulary says. Nothing is counted while nobody listens. */
#include "level.h"

typedef struct contents {
    int32_t boulders, gold, boxes, statues, engravings; /* boulders: on corridors */
    int32_t special;                                    /* kind of the special room, 0: none */
    int32_t labels;                                     /* that the labels of old tell apart */
} contents;

static void count_spawn(const nethack_level *l, const moult_spawn *spawn, contents *out)
{
    uint32_t tile = *nethack_tile(l, spawn->x, spawn->y);
    int32_t buried = (spawn->flags & MOULT_SPAWN_BURIED) && (spawn->flags & MOULT_SPAWN_HIDDEN);
    out->engravings += spawn->what == MOULT_SPAWN_NOTE && spawn->kind <= NETHACK_HEADSTONE;
    if (spawn->what != MOULT_SPAWN_ITEM || buried)
        return;
    out->boulders += spawn->kind == NETHACK_BOULDER &&
                     (tile == MOULT_TILE_CORRIDOR || tile == MOULT_TILE_CORRIDOR_SECRET);
    out->gold += spawn->kind == NETHACK_GOLD;
    out->boxes += spawn->kind == NETHACK_BOX || spawn->kind == NETHACK_CHEST;
    out->statues += spawn->kind == NETHACK_STATUE;
}

static contents count_all(const nethack_level *l)
{
    contents out = {0};
    for (uint32_t i = 0; i < l->canvas->spawn_count; i++)
        count_spawn(l, &l->canvas->spawns[i], &out);
    for (int32_t i = 0; i < l->order_count; i++) {
        int32_t kind = l->rooms[l->order[i]].kind;
        if (kind != NETHACK_ORDINARY && kind != NETHACK_VAULT)
            out.special = kind;
        out.labels += l->order[i] != l->vault_room && l->label[i] == i;
    }
    return out;
}

static void tell_special(moult_canvas *canvas, int32_t special)
{
    static const struct {
        const char *name;
        int32_t kind;
    } kinds[] = {
        {"special_shop", NETHACK_SHOP},         {"special_court", NETHACK_COURT},
        {"special_leprehall", NETHACK_HALL},    {"special_zoo", NETHACK_ZOO},
        {"special_temple", NETHACK_TEMPLE},     {"special_beehive", NETHACK_BEEHIVE},
        {"special_morgue", NETHACK_MORGUE},     {"special_anthole", NETHACK_ANTHOLE},
        {"special_barracks", NETHACK_BARRACKS}, {"special_swamp", NETHACK_SWAMP},
        {"special_cocknest", NETHACK_NEST},
    };
    for (uint32_t i = 0; i < MOULT_COUNT(kinds); i++)
        moult_canvas_figure(canvas, kinds[i].name, special == kinds[i].kind);
}

void nethack_figures_tell(const nethack_level *l)
{
    moult_canvas *canvas = l->canvas;
    const nethack_counters *c = &l->counters;
    if (!MOULT_HAS(canvas, figure) || canvas->figure == NULL)
        return;
    contents found = count_all(l);
    int32_t niches = c->niche_secret_corridor + c->niche_secret_door + c->niche_door;
    niches += c->niche_closed;
    const struct {
        const char *name;
        int64_t value;
    } figures[] = {
        {"vault_reserved", c->vault_reserved},
        {"vault_second", c->vault_second},
        {"end_reason", c->pool_empty ? 1 : 2},
        {"niche_calls", c->niche_calls},
        {"niche_made_rate", c->niche_calls > 0 ? niches * INT64_C(1000000) / c->niche_calls : 0},
        {"niche_trap", c->niche_trap},
        {"niche_scorr", c->niche_secret_corridor},
        {"niche_sdoor", c->niche_secret_door},
        {"niche_door", c->niche_door},
        {"niche_closed", c->niche_closed},
        {"niche_bars", c->niche_bars},
        {"join1", c->joins[0]},
        {"ok1", c->joined[0]},
        {"join2", c->joins[1]},
        {"ok2", c->joined[1]},
        {"join3", c->joins[2]},
        {"ok3", c->joined[2]},
        {"join4", c->joins[3]},
        {"ok4", c->joined[3]},
        {"nxblock", c->blocked},
        {"digfail_req", c->broken[0]},
        {"digfail_nx", c->broken[1]},
        {"smeq_classes", found.labels},
        {"corr_boulders", found.boulders},
        {"goldpiles", found.gold},
        {"boxes", found.boxes},
        {"statues", found.statues},
        {"engravings", found.engravings},
        {"shops", found.special == NETHACK_SHOP},
    };
    for (uint32_t i = 0; i < MOULT_COUNT(figures); i++)
        moult_canvas_figure(canvas, figures[i].name, figures[i].value);
    tell_special(canvas, found.special);
}
