/* SPDX-License-Identifier: MIT */
/* The host table: the world's functions as they are, and those that need the set and the session:
 * roles, services over the current level, level making, decisions. Contracts: the SDK's headers. */
#include <string.h>
#include "core/game/generate.h"
#include "core/game/host.h"
#include "core/game/session.h"
#include "core/service/fov.h"
#include "core/service/path.h"
#include "core/system/crash.h"
#include "core/system/text.h"

#define OPTIONS_SIZE 2048u

static moult__session *session_of(const moult_world *w)
{
    return w->session;
}

static const void *slot_of(const moult_world *w, const char *kind, moult_name name)
{
    const moult__slot *slot = moult__set_slot_of(w->set, (moult_world *)(uintptr_t)w, kind, name);
    return slot != NULL ? slot->functions : NULL;
}

static const char *option(const moult_world *w, const char *name)
{
    const moult__session *s = session_of(w);
    return s->options.profile != NULL ? moult__profile_option(s->options.profile, name) : NULL;
}

static int32_t explore(moult_world *w, moult_point *out)
{
    return moult__explore_step(session_of(w), out);
}

static const char *translate(const moult_world *w, const char *text)
{
    (void)w;
    return moult__translate(text);
}

static uint32_t format(const moult_world *w, char *out, uint32_t room, const char *text,
                       const moult_arg *args, uint32_t count)
{
    (void)w;
    return moult__format(out, room, text, args, count);
}

/* Cosmetic events have no listener until a renderer or an audio role asks for them. */
static void signal_event(moult_world *w, const char *event, int32_t x, int32_t y)
{
    (void)w;
    (void)event;
    (void)x;
    (void)y;
}

/* -- sight ------------------------------------------------------------------------------------- */

/* What is lit is known from here on. Without a branch: the compiler does many cells at a time. */
static void remember(moult_world *w, moult_id level, const moult_sight *sight, const uint8_t *lit)
{
    uint8_t *restrict known = moult__plane_edit(w, MOULT__TABLE_CELL, level, MOULT_PLANE_KNOWN);
    const uint8_t *restrict tile = sight->tile;
    size_t cells = (size_t)sight->stride * (size_t)sight->height;
    for (size_t i = 0; i < cells; i++) {
        uint8_t seen = (uint8_t) - (lit[i] != 0);
        known[i] = (uint8_t)((known[i] & ~seen) | ((tile[i] + 1) & seen));
    }
}

static moult_status see(moult_world *w, moult_id level, int32_t x, int32_t y, int32_t radius)
{
    moult__session *s = session_of(w);
    moult_view view = {.size = sizeof view};
    moult_status status = moult__writable(w, "sight");
    if (status >= 0)
        status = moult__view(w, level, &view);
    if (status < 0)
        return moult__fail(w, status, "sight was asked for on a level that doesn't exist");
    const moult__slot *fov = moult__set_role(s->set, "fov");
    moult_sight sight = {sizeof sight, view.width, view.height, view.stride, x,        y,
                         radius,       0,          view.tile,   s->opaque,   view.room};
    uint8_t *lit = moult__plane_edit(w, MOULT__TABLE_LIT, level, 0);
    if (fov == NULL)
        return moult__fail(w, MOULT_UNKNOWN, "nobody provides the role fov");
    moult__crash_box(moult__slot_owner(fov), "see");
    status = ((const moult_fov_1 *)fov->functions)->see(&sight, lit);
    moult__crash_box(s->rules_label, "turn");
    if (status < 0)
        return moult__fail(w, status, "the provider of the role fov refused");
    remember(w, level, &sight, lit);
    return MOULT_OK;
}

static int32_t sees(const moult_world *w, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                    int32_t radius)
{
    const moult__session *s = session_of(w);
    moult_view view = {.size = sizeof view};
    if (moult__view(w, moult__level(w), &view) < 0 || x0 < 0 || y0 < 0 || x1 < 0 || y1 < 0 ||
        x0 >= view.width || x1 >= view.width || y0 >= view.height || y1 >= view.height)
        return 0;
    int64_t dx = x1 - x0, dy = y1 - y0;
    if (radius > 0 && dx * dx + dy * dy > (int64_t)radius * radius + radius)
        return 0;
    moult_sight sight = {sizeof sight, view.width, view.height, view.stride, x0,       y0,
                         radius,       0,          view.tile,   s->opaque,   view.room};
    return moult__line_clear(&sight, x1, y1);
}

/* -- flow -------------------------------------------------------------------------------------- */

static moult_grid grid_of(const moult__session *s, const moult_view *view, uint32_t limit,
                          uint32_t flags)
{
    uint32_t passes = flags / MOULT_GRID_OPENS % 4;
    moult_grid grid = {sizeof grid, view->width, view->height, view->stride,
                       flags,       limit,       view->tile,   s->blocks[passes]};
    return grid;
}

static const uint16_t *flow(moult_world *w, const moult_point *goals, uint32_t count,
                            uint32_t limit, uint32_t flags)
{
    moult__session *s = session_of(w);
    moult_view view = {.size = sizeof view};
    if (moult__view(w, moult__level(w), &view) < 0 ||
        moult__session_flow_room(s, view.width, view.height) < 0) {
        moult__fail(w, MOULT_STALE, "a flow field needs a current level, and memory");
        return NULL;
    }
    moult_grid grid = grid_of(s, &view, limit, flags);
    s->flow_flags = flags;
    moult_status status = moult__flow_fill(&grid, goals, count, s->flow, s->queue);
    if (status >= 0)
        return s->flow;
    moult__fail(w, status, "a goal of the flow field is off the map");
    return NULL;
}

static int32_t flow_step(const moult_world *w, const uint16_t *distance, int32_t x, int32_t y,
                         int32_t towards, moult_point *out)
{
    const moult__session *s = session_of(w);
    moult_view view = {.size = sizeof view};
    if (moult__view(w, moult__level(w), &view) < 0 || x < 0 || y < 0 || x >= view.width ||
        y >= view.height)
        return 0;
    moult_grid grid = grid_of(s, &view, 0, s->flow_flags);
    int32_t direction =
        towards ? moult__flow_step(&grid, distance, x, y) : moult__flow_flee(&grid, distance, x, y);
    if (direction < 0)
        return 0;
    out->x = x + moult_direction[direction].x;
    out->y = y + moult_direction[direction].y;
    return 1;
}

/* -- levels ------------------------------------------------------------------------------------ */

static void copy_plane(moult_world *w, moult_id level, uint32_t plane, const void *from,
                       const moult_canvas *canvas, size_t width)
{
    uint8_t *to = moult__plane_edit(w, MOULT__TABLE_CELL, level, plane);
    for (int32_t y = 0; y < canvas->height; y++)
        memcpy(to + (size_t)y * (size_t)canvas->width * width,
               (const uint8_t *)from + (size_t)y * (size_t)canvas->stride * width,
               (size_t)canvas->width * width);
}

/* Those of the rules, then the profile's, which so have the last word. */
static int32_t join_options(char out[OPTIONS_SIZE], const char *rules, const char *profile)
{
    rules = rules != NULL ? rules : "";
    profile = profile != NULL ? profile : "";
    const int used = snprintf(out, OPTIONS_SIZE, "%s%s%s", rules,
                              rules[0] != 0 && profile[0] != 0 ? " " : "", profile);
    return used >= 0 && (size_t)used < OPTIONS_SIZE;
}

static moult_id generate(moult_world *w, const moult_request *request, const moult_canvas **canvas)
{
    moult__session *s = session_of(w);
    if (moult__writable(w, "a level to be made") < 0)
        return 0;
    const moult__slot *slot = moult__set_role(s->set, "mapgen");
    const moult__slot *fallback = moult__set_role(s->set, "fallback");
    if (slot == NULL) {
        moult__fail(w, MOULT_UNKNOWN, "nobody provides the role mapgen");
        return 0;
    }
    moult_request whole = {0};
    memcpy(&whole, request, request->size < sizeof whole ? request->size : sizeof whole);
    whole.size = sizeof whole;
    char options[OPTIONS_SIZE];
    if (!join_options(options, whole.options, option(w, "mapgen"))) {
        moult__fail(w, MOULT_RANGE, "the options of a level are too long");
        return 0;
    }
    whole.options = options;
    uint32_t seed_size;
    const uint8_t *seed = moult__seed_text(w, &seed_size);
    moult__report report = {0};
    moult__keep_level(s, whole.depth);
    moult__crash_box(moult__slot_owner(slot), "generate");
    moult__guard_begin(&s->guard, moult__slot_owner(slot), "generate", slot->flags);
    moult_status status = moult__generate_level(s->canvas, slot->functions,
                                                fallback != NULL ? fallback->functions : NULL,
                                                &whole, seed, seed_size, &report);
    moult__guard_end(&s->guard, s);
    moult__crash_box(s->rules_label, "turn");
    if (status < 0) {
        moult__fail(w, status, report.text);
        return 0;
    }
    if (report.text[0] != 0)
        moult__session_notice(s, MOULT_SAY_SYSTEM, "%s", report.text);
    const moult_canvas *own = &s->canvas->own;
    moult_id level = moult__level_create(w, own->width, own->height, whole.depth);
    if (level == 0)
        return 0;
    copy_plane(w, level, MOULT_PLANE_TILE, own->tile, own, 1);
    copy_plane(w, level, MOULT_PLANE_DETAIL, own->detail, own, 1);
    copy_plane(w, level, MOULT_PLANE_MARK, own->mark, own, 1);
    copy_plane(w, level, MOULT_PLANE_ROOM, own->room, own, sizeof *own->room);
    if (canvas != NULL)
        *canvas = &s->canvas->open;
    return level;
}

/* -- decisions --------------------------------------------------------------------------------- */

/* One warning a build: an archetype that errs does so every turn. */
static void tell_nonsense(moult__session *s, const moult__slot *slot, const char *what)
{
    if (s->warned == s->set->stamp)
        return;
    s->warned = s->set->stamp;
    moult__session_notice(s, MOULT_SAY_SYSTEM,
                          "warn   %s turn: %s, so whoever asked it waits. Mend it and reload",
                          moult__slot_owner(slot), what);
}

/* What no actor can want, in words; NULL: it may. */
static const char *nonsense(const moult_senses *senses, const moult_action *action)
{
    int64_t dx = (int64_t)action->x - senses->x, dy = (int64_t)action->y - senses->y;
    if (action->verb >= MOULT_VERB_CHOOSE && action->verb < MOULT_VERB_OWN)
        return moult__translate("it answered a verb that is no actor's");
    if (action->verb == MOULT_VERB_MOVE && (dx < -1 || dx > 1 || dy < -1 || dy > 1))
        return moult__translate("it wants a step onto a cell that isn't next to its own");
    return NULL;
}

static moult_status decide(moult_world *w, moult_name archetype, const moult_senses *senses,
                           moult_action *action)
{
    moult__session *s = session_of(w);
    moult_action wait = {.size = sizeof wait, .verb = MOULT_VERB_WAIT};
    moult_status status = moult__writable(w, "a decision");
    wait.x = senses->x;
    wait.y = senses->y;
    *action = wait;
    if (status < 0)
        return status;
    const moult__slot *slot = moult__set_slot_of(s->set, w, "ai", archetype);
    if (slot == NULL)
        return MOULT_UNKNOWN;
    void *memory = slot->memory != 0 ? moult__edit(w, slot->memory, senses->self) : NULL;
    moult__crash_box(moult__slot_owner(slot), "decide");
    status = ((const moult_ai_1 *)slot->functions)->decide(w, senses, memory, action);
    if (!moult__ambient_nearest())
        moult__guard_rounding(&s->guard, s, moult__slot_owner(slot), "turn");
    moult__crash_box(s->rules_label, "turn");
    const char *what =
        status < 0 ? moult__translate(moult_status_text(status)) : nonsense(senses, action);
    if (what == NULL)
        return MOULT_OK;
    tell_nonsense(s, slot, what);
    *action = wait;
    return MOULT_OK;
}

const moult_host moult__host = {
    .size = sizeof(moult_host),
    .abi = MOULT_ABI,
    .refuse = moult__fail,
    .read = moult__read,
    .edit = moult__edit,
    .create = moult__create,
    .append = moult__append,
    .remove = moult__remove,
    .remove_row = moult__remove_row,
    .next = moult__next,
    .next_row = moult__next_row,
    .where = moult__where,
    .move = moult__move,
    .at = moult__at,
    .level_create = moult__level_create,
    .level = moult__level,
    .level_enter = moult__level_enter,
    .view = moult__view,
    .tile = moult__tile,
    .set_cell = moult__set_cell,
    .plane = moult__plane,
    .plane_edit = moult__plane_edit,
    .hero = moult__hero,
    .set_hero = moult__set_hero,
    .turn = moult__turn,
    .turn_passed = moult__turn_passed,
    .intern = moult__intern,
    .text = moult__text,
    .slot_of = slot_of,
    .say = moult__say,
    .signal = signal_event,
    .random = moult__random,
    .seed_text = moult__seed_text,
    .see = see,
    .sees = sees,
    .flow = flow,
    .flow_step = flow_step,
    .line = moult__line_cells,
    .generate = generate,
    .decide = decide,
    .section_count = moult__section_count,
    .section_name = moult__section_name,
    .section_encode = moult__section_encode,
    .section_decode = moult__section_decode,
    .schema = moult__schema,
    .option = option,
    .explore = explore,
    .translate = translate,
    .format = format,
    .section_sum = moult__section_sum,
    .section_decode_as = moult__section_decode_as,
};

static const moult_fov_1 fov_shadow = {sizeof fov_shadow, 0, moult__fov_see};

const moult_provide moult__core_provides[MOULT__CORE_PROVIDES] = {
    MOULT_PROVIDE("fov/shadow", MOULT_FOV_INTERFACE, MOULT_FOV_SHAPE, &fov_shadow),
};
