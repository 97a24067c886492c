/* SPDX-License-Identifier: MIT */
/* The beginning of a run, and the arrival on a level. A level is made when the hero first comes
 * there, and kept; nobody comes back. */
#include "rules/srl/game.h"

enum {
    FIRST_SIDE = 25, /* cells of depth 0 */
    SIDE = 50,
    START_X = 12,
    START_Y = 17,
    START_ENERGY = 100,
};
#define START_WEIGHT 10.0

/* The source goes on over new runs, so only the first one gives it a value. */
static moult_status start_source(moult_world *w)
{
    srl_play *play = srl_play_edit(w, 0);
    if (!play)
        return moult_fail(w, MOULT_REFUSED, "the play source's row can't be written");
    if (play->begun)
        return MOULT_OK;
    const uint32_t high = moult_random(w, MOULT_STREAM_PLAY, 1u << 16);
    const uint32_t low = moult_random(w, MOULT_STREAM_PLAY, 1u << 16);
    play->state = high << 16 | low;
    play->draws = 0;
    play->begun = 1;
    return MOULT_OK;
}

static moult_status fresh_hero(moult_world *w, moult_id id)
{
    const srl_growth start = srl_player_start();
    srl_hero *hero = srl_hero_edit(w, 0);
    srl_body *body = srl_body_edit(w, id);
    if (!hero || !body)
        return moult_fail(w, MOULT_REFUSED, "the hero's rows can't be written");
    *hero = (srl_hero){
        .weight_base = srl_bits(START_WEIGHT),
        .experience_full = srl_bits(start.experience),
        .energy = START_ENERGY,
        .energy_base = START_ENERGY,
        .state = SRL_PLAYING,
    };
    *body = (srl_body){
        .hp = srl_bits(start.hp),
        .hp_base = srl_bits(start.hp),
        .attack_base = srl_bits(start.attack),
        .defence_base = srl_bits(start.defence),
        .level = 1,
    };
    return MOULT_OK;
}

moult_status srl_start(moult_world *w, const uint8_t *seed, uint32_t seed_size)
{
    (void)seed;
    (void)seed_size;
    moult_status status = start_source(w);
    if (status < 0)
        return status;
    moult_id hero = moult_create(w, MOULT_SCOPE_ACTOR, 0, 0, 0);
    if (!hero)
        return MOULT_REFUSED; /* who refused has said why */
    status = fresh_hero(w, hero);
    if (status >= 0)
        status = moult_set_hero(w, hero);
    if (status >= 0)
        status = srl_arrive(w, hero, 0, START_X, START_Y);
    if (status >= 0)
        srl_say(w, MOULT_SAY_GOOD, "You wake up.");
    return status;
}

/* -- arriving ---------------------------------------------------------------------------------- */

/* A generator that keeps no cell free for an arrival is asked once more, without. */
static moult_id make_level(moult_world *w, int32_t depth, const moult_spot *entry,
                           const moult_canvas **canvas)
{
    moult_request request = {
        .size = sizeof request,
        .width = depth > 0 ? SIDE : FIRST_SIDE,
        .height = depth > 0 ? SIDE : FIRST_SIDE,
        .depth = depth,
        .require = MOULT_MAP_WAY_DOWN,
        .entries = entry,
        .entry_count = depth > 0 ? 1 : 0,
        .vocabulary = "srl",
    };
    moult_id level = moult_generate(w, &request, canvas);
    if (level || request.entry_count == 0)
        return level;
    request.entry_count = 0;
    return moult_generate(w, &request, canvas);
}

static int32_t asked_for(const moult_canvas *canvas, int32_t x, int32_t y)
{
    if (x >= canvas->width || y >= canvas->height ||
        !srl_can_stand(canvas->tile[y * canvas->stride + x]))
        return 0;
    for (uint32_t i = 0; i < canvas->spot_count; i++)
        if (canvas->spots[i].kind == MOULT_SPOT_ENTRY && canvas->spots[i].x == x &&
            canvas->spots[i].y == y)
            return 1;
    return canvas->vocabulary && strcmp(canvas->vocabulary, "srl") == 0;
}

/* The hero keeps its cell; where that was not heeded, it arrives at the level's own entry. */
static moult_status choose_cell(moult_world *w, const moult_canvas *canvas, int32_t *x, int32_t *y)
{
    if (asked_for(canvas, *x, *y))
        return MOULT_OK;
    for (uint32_t i = 0; i < canvas->spot_count; i++)
        if (canvas->spots[i].kind == MOULT_SPOT_ENTRY) {
            *x = canvas->spots[i].x;
            *y = canvas->spots[i].y;
            return MOULT_OK;
        }
    for (int32_t cell = 0; cell < canvas->width * canvas->height; cell++) {
        *x = cell % canvas->width;
        *y = cell / canvas->width;
        if (srl_can_stand(canvas->tile[*y * canvas->stride + *x]))
            return MOULT_OK;
    }
    return moult_fail(w, MOULT_FORMAT, "the level has no cell to stand on");
}

moult_status srl_arrive(moult_world *w, moult_id hero, int32_t depth, int32_t x, int32_t y)
{
    const moult_canvas *canvas = NULL;
    const moult_spot entry = {
        .size = sizeof entry, .kind = MOULT_SPOT_ENTRY, .x = x, .y = y, .room = -1, .target = -1};
    moult_id level = make_level(w, depth, &entry, &canvas);
    if (!level)
        return MOULT_REFUSED; /* who refused has said why */
    moult_status status = choose_cell(w, canvas, &x, &y);
    if (status < 0) {
        moult_remove(w, MOULT_SCOPE_LEVEL, level);
        return status;
    }
    status = moult_level_enter(w, level);
    if (status >= 0)
        status = moult_move(w, MOULT_SCOPE_ACTOR, hero, level, x, y);
    if (status < 0)
        return status;
    srl_populate(w, level, canvas);
    return moult_see(w, level, x, y, SRL_SIGHT);
}
