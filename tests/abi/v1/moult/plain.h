/* SPDX-License-Identifier: MIT */
/* What the smallest rules and renderers needn't write themselves: functions that do the plainest
 * thing that their contracts allow, and a macro for rules that use all of them. A plugin writes its
 * own in their place one by one, and then a moult_rules_1 or MOULT_RENDERER that names them. */
#ifndef MOULT_PLAIN_H
#define MOULT_PLAIN_H
#include <moult/base.h>
#include <moult/renderer.h>
#include <moult/rules.h>
#include <moult/tiles.h>
#include <moult/world.h>

MOULT_EXTERN_C_BEGIN

/* -- rules ------------------------------------------------------------------------------------- */

/* One way to walk, as an entry of a list of commands. */
#define MOULT_COMMAND_MOVE(dx, dy, name, keys, help)                                             \
    {                                                                                            \
        sizeof(moult_command), MOULT_VERB_MOVE, MOULT_WANTS_NOTHING, 0, dx, dy, name, keys, help \
    }

/* Eight ways to walk, as entries of a list of commands. */
#define MOULT_COMMANDS_WALK                                                             \
    MOULT_COMMAND_MOVE(0, -1, "move-north", "k Up KP8", "walk north"),                  \
        MOULT_COMMAND_MOVE(0, 1, "move-south", "j Down KP2", "walk south"),             \
        MOULT_COMMAND_MOVE(-1, 0, "move-west", "h Left KP4", "walk west"),              \
        MOULT_COMMAND_MOVE(1, 0, "move-east", "l Right KP6", "walk east"),              \
        MOULT_COMMAND_MOVE(-1, -1, "move-north-west", "y Home KP7", "walk north-west"), \
        MOULT_COMMAND_MOVE(1, -1, "move-north-east", "u PgUp KP9", "walk north-east"),  \
        MOULT_COMMAND_MOVE(-1, 1, "move-south-west", "b End KP1", "walk south-west"),   \
        MOULT_COMMAND_MOVE(1, 1, "move-south-east", "n PgDn KP3", "walk south-east")

/* A letter for a tile, as most games have it. */
static inline uint32_t moult_plain_glyph(uint32_t tile)
{
    switch (tile) {
    case MOULT_TILE_STAIRS_DOWN:
        return '>';
    case MOULT_TILE_STAIRS_UP:
        return '<';
    case MOULT_TILE_EXIT:
        return 'X';
    case MOULT_TILE_DOOR_OPEN:
        return '\'';
    case MOULT_TILE_DOOR_CLOSED:
        return '+';
    default:
        return moult_tile_flags(tile) & MOULT_TILE_BLOCKS ? '#' : '.';
    }
}

/* What is known of the current level, dim where it isn't seen now, the hero on it, and the depth as
 * a gauge. */
static inline moult_status moult_plain_describe(const moult_world *w, moult_scene *scene)
{
    moult_gauge depth = {sizeof depth, MOULT_GAUGE_NUMBER, 0, 0, 0, 0, 0, 0, "Depth", NULL};
    moult_view view;
    moult_place hero;
    moult_status status = moult_view_level(w, moult_level(w), &view);
    if (status >= 0)
        status = moult_where(w, MOULT_SCOPE_ACTOR, moult_hero(w), &hero);
    if (status >= 0)
        status = scene->set_size(scene, view.width, view.height);
    if (status < 0)
        return status;
    for (int32_t y = 0; y < view.height; y++)
        for (int32_t x = 0; x < view.width; x++) {
            const ptrdiff_t at = (ptrdiff_t)y * view.stride + x;
            moult_cell *cell = moult_scene_cell(scene, x, y);
            if (cell == NULL || view.known[at] == 0)
                continue;
            cell->glyph = moult_plain_glyph(view.known[at] - 1u);
            cell->fg = 0xa0a0a0;
            cell->flags = view.lit[at] ? 0 : MOULT_CELL_DIM;
        }
    moult_cell *cell = moult_scene_cell(scene, hero.x, hero.y);
    if (cell != NULL) {
        cell->glyph = '@';
        cell->fg = 0xffffff;
        cell->flags = MOULT_CELL_BOLD | MOULT_CELL_ACTOR | MOULT_CELL_HERO;
    }
    scene->focus_x = hero.x;
    scene->focus_y = hero.y;
    depth.value = view.depth;
    return scene->add_gauge(scene, &depth);
}

/* Nothing comes of a choice. */
static inline moult_status moult_plain_choose(moult_world *w, uint32_t menu, moult_id subject,
                                              const moult_action *action, moult_outcome *outcome)
{
    return (void)w, (void)menu, (void)subject, (void)action, (void)outcome, MOULT_OK;
}

/* An empty menu. */
static inline moult_status moult_plain_menu(const moult_world *w, uint32_t menu, moult_id subject,
                                            moult_scene *scene)
{
    return (void)w, (void)menu, (void)subject, (void)scene, MOULT_OK;
}

/* Whatever doesn't block is a plain step. */
static inline int32_t moult_plain_cost(const moult_world *w, int32_t x, int32_t y)
{
    return moult_tile_flags(moult_tile(w, x, y)) & MOULT_TILE_BLOCKS ? -1 : 1;
}

/* Nothing lures. */
static inline int32_t moult_plain_lure(const moult_world *w, int32_t x, int32_t y)
{
    return (void)w, (void)x, (void)y, 0;
}

/* Nothing calls for attention. */
static inline uint32_t moult_plain_attention(const moult_world *w, char *why, uint32_t room)
{
    return (void)w, (void)why, (void)room, 0u;
}

/* No words for any cell. */
static inline moult_status moult_plain_look(const moult_world *w, int32_t x, int32_t y, char *text,
                                            uint32_t room)
{
    if (room != 0)
        text[0] = 0;
    return (void)w, (void)x, (void)y, MOULT_OK;
}

/* No settings. */
static inline moult_status moult_plain_tune(moult_world *w)
{
    return (void)w, MOULT_OK;
}

/* How many turns were played. */
static inline moult_status moult_plain_score(const moult_world *w, moult_score *out)
{
    out->turns = moult_turn(w);
    return MOULT_OK;
}

/* Rules that write only how a run starts and what a turn does:
 * MOULT_RULES_PLAIN(walk, "0.1.0", "a walk", commands, start, turn) */
#define MOULT_RULES_PLAIN(name, version, help, commands, start, turn)                        \
    static const moult_rules_1 name##_functions = {.size = sizeof(moult_rules_1),            \
                                                   .command_count = MOULT_COUNT(commands),   \
                                                   .commands = commands,                     \
                                                   .start = start,                           \
                                                   .turn = turn,                             \
                                                   .choose = moult_plain_choose,             \
                                                   .describe = moult_plain_describe,         \
                                                   .menu = moult_plain_menu,                 \
                                                   .cost = moult_plain_cost,                 \
                                                   .lure = moult_plain_lure,                 \
                                                   .attention = moult_plain_attention,       \
                                                   .look = moult_plain_look,                 \
                                                   .tune = moult_plain_tune,                 \
                                                   .score = moult_plain_score};              \
    static const moult_provide name##_provides[] = {MOULT_PROVIDE(                           \
        "rules/" #name, MOULT_RULES_INTERFACE, MOULT_RULES_SHAPE, &name##_functions)};       \
    MOULT_PLUGIN("rules-" #name, version, help, "rules/" #name, .provides = name##_provides, \
                 .provide_count = 1)

/* -- renderers that take nothing and so have nothing to give back ------------------------------ */

/* Takes nothing. */
static inline moult_status moult_plain_open(void *state, int32_t again)
{
    return (void)state, (void)again, MOULT_OK;
}

/* Gives nothing back. */
static inline void moult_plain_close(void *state, int32_t handing_over)
{
    (void)state, (void)handing_over;
}

/* Has nothing to undo. */
static inline uint32_t moult_plain_undo(void *state, uint8_t *bytes, uint32_t room)
{
    return (void)state, (void)bytes, (void)room, 0u;
}

MOULT_EXTERN_C_END
#endif
