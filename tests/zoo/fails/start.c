/* SPDX-License-Identifier: MIT */
/* Rules that fail before there is a world: the least that are rules. */
#include <moult/plugin.h>
#include <moult/rules.h>
#include "fault.h"

static moult_status start(moult_world *w, const uint8_t *seed, uint32_t seed_size)
{
    (void)w, (void)seed, (void)seed_size;
    fault_now();
    return MOULT_OK;
}

static moult_status turn(moult_world *w, const moult_action *action, moult_outcome *outcome)
{
    (void)w, (void)action, (void)outcome;
    return MOULT_OK;
}

static moult_status choose(moult_world *w, uint32_t menu, moult_id subject,
                           const moult_action *action, moult_outcome *outcome)
{
    (void)w, (void)menu, (void)subject, (void)action, (void)outcome;
    return MOULT_OK;
}

static moult_status describe(const moult_world *w, moult_scene *scene)
{
    (void)w, (void)scene;
    return MOULT_OK;
}

static moult_status fill_menu(const moult_world *w, uint32_t menu, moult_id subject,
                              moult_scene *scene)
{
    (void)w, (void)menu, (void)subject, (void)scene;
    return MOULT_OK;
}

static int32_t cost_or_lure(const moult_world *w, int32_t x, int32_t y)
{
    (void)w, (void)x, (void)y;
    return 0;
}

static uint32_t attention(const moult_world *w, char *why, uint32_t room)
{
    (void)w, (void)why, (void)room;
    return 0;
}

static moult_status look(const moult_world *w, int32_t x, int32_t y, char *text, uint32_t room)
{
    (void)w, (void)x, (void)y, (void)text, (void)room;
    return MOULT_OK;
}

static moult_status tune(moult_world *w)
{
    (void)w;
    return MOULT_OK;
}

static moult_status score(const moult_world *w, moult_score *out)
{
    (void)w, (void)out;
    return MOULT_OK;
}

static const moult_rules_1 functions = {.size = sizeof(moult_rules_1),
                                        .start = start,
                                        .turn = turn,
                                        .choose = choose,
                                        .describe = describe,
                                        .menu = fill_menu,
                                        .cost = cost_or_lure,
                                        .lure = cost_or_lure,
                                        .attention = attention,
                                        .look = look,
                                        .tune = tune,
                                        .score = score};
static const moult_provide provides[] = {
    MOULT_PROVIDE("rules/fails", MOULT_RULES_INTERFACE, MOULT_RULES_SHAPE, &functions)};

MOULT_PLUGIN(FAILS_NAME, "1.0.0", "a game that never begins", "rules/fails", .provides = provides,
             .provide_count = 1)
