/* SPDX-License-Identifier: MIT */
#include "support/session_kit.h"
#include <moult/random.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <check.h> /* last: it has macros of common names */

static void must(int32_t fine, const char *what, const char *why)
{
    if (!fine) /* an assertion that holds costs a write to a file */
        ck_abort_msg("%s: %s", what, why);
}

/* -- opening ----------------------------------------------------------------------------------- */

static void want(moult__want *out, const char *role, const char *slot)
{
    memset(out, 0, sizeof *out);
    snprintf(out->role, sizeof out->role, "%s", role);
    snprintf(out->slot, sizeof out->slot, "%s", slot);
}

void kit_set_open(moult__set *set)
{
    static const char *const wanted[][2] = {
        {"rules", "rules/rogue"},
        {"mapgen", "mapgen/rooms"},
        {"combat", "combat/rogue"},
        {"bestiary", "bestiary/rogue"},
        {"items", "items/rogue"},
        {"fov", "fov/shadow"},
        {"renderer", "renderer/none"},
        {"saver", "saver/snapshot"},
        {"", "ai/chaser"},
        {"", "ai/idle"},
        {"", "ai/wander"},
    };
    moult__want wants[MOULT_COUNT(wanted)];
    moult__report report = {0};
    const char *build = getenv("MOULT_BUILD_DIR");
    char folder[MOULT__PATH_SIZE];
    for (uint32_t i = 0; i < MOULT_COUNT(wanted); i++)
        want(&wants[i], wanted[i][0], wanted[i][1]);
    moult_status status =
        moult__set_open(set, &moult__host, moult__core_provides, MOULT__CORE_PROVIDES, &report);
    must(status >= 0, "set", report.text);
    snprintf(folder, sizeof folder, "%s/plugins", build != NULL ? build : MOULT_BUILD_DIR);
    moult__set_scan(set, folder);
    set->settle_ms = 0;
    status = moult__set_load(set, wants, MOULT_COUNT(wants), &report);
    must(status >= 0, "load", report.text);
}

static void start(kit_game *g, moult__set *set, const char *seed)
{
    moult__profile_init(&g->profile);
    snprintf(g->profile.name, sizeof g->profile.name, "kit");
    g->options.profile = &g->profile;
    moult_status status = moult__session_prepare(&g->s, set, &g->options);
    if (status >= 0)
        status = moult__session_bind(&g->s, &g->s.report);
    if (status >= 0)
        status = moult__session_start(&g->s, (const uint8_t *)seed, (uint32_t)strlen(seed));
    must(status >= 0, "start", g->s.report.text);
    g->w = g->s.world;
    g->hero_table = moult__set_handle(set, "rogue.hero");
    g->body_table = moult__set_handle(set, "rogue.body");
    g->thing_table = moult__set_handle(set, "rogue.thing");
    must(g->hero_table && g->body_table && g->thing_table, "tables", "one is missing");
}

void kit_open(kit_game *g, const char *seed)
{
    memset(g, 0, sizeof *g);
    kit_set_open(&g->own);
    start(g, &g->own, seed);
}

void kit_data_open(kit_data *data, moult__set *set)
{
    strcpy(data->folder, "/tmp/moult-kit-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(data->folder));
    setenv("XDG_DATA_HOME", data->folder, 1);
    snprintf(data->path, sizeof data->path, "%s/moult/journals/kit.journal", data->folder);
    kit_set_open(set);
}

void kit_data_close(const kit_data *data, moult__set *set)
{
    char command[96];
    moult__set_close(set);
    snprintf(command, sizeof command, "rm -rf '%s'", data->folder);
    ck_assert_int_eq(system(command), 0);
}

void kit_open_in(kit_game *g, moult__set *set, const char *seed)
{
    memset(g, 0, sizeof *g);
    start(g, set, seed);
}

void kit_close(kit_game *g)
{
    moult__session_close(&g->s);
    if (g->s.set == &g->own)
        moult__set_close(&g->own);
}

/* -- playing ----------------------------------------------------------------------------------- */

static moult_id newest_message(const kit_game *g, uint32_t *times)
{
    moult_id id = 0, last = 0;
    while ((id = moult__next_row(g->w, MOULT__TABLE_MESSAGE, 0, id)) != 0)
        last = id;
    const moult__message_row *row = last ? moult__read(g->w, MOULT__TABLE_MESSAGE, last) : NULL;
    *times = row != NULL ? row->times : 0;
    return last;
}

moult_status kit_try(kit_game *g, const char *line, moult__report *report)
{
    memset(report, 0, sizeof *report);
    g->w = g->s.world;
    g->heard = newest_message(g, &g->heard_times);
    moult_status status = moult__input_line(&g->s, line, report);
    g->w = g->s.world;
    return status;
}

void kit_line(kit_game *g, const char *line)
{
    moult__report report;
    moult_status status = kit_try(g, line, &report);
    must(status >= 0, line, report.text[0] != 0 ? report.text : moult_status_text(status));
}

void kit_lines(kit_game *g, const char *line, uint32_t times)
{
    for (uint32_t i = 0; i < times; i++)
        kit_line(g, line);
}

const char *kit_random_line(uint32_t *state)
{
    static const char *const walks[] = {"move-north",      "move-south",      "move-west",
                                        "move-east",       "move-north-west", "move-north-east",
                                        "move-south-west", "move-south-east"};
    static const char *const others[] = {"wait", "pick-up", "descend",   "quaff",      "eat",
                                         "y",    "n",       "inventory", "Esc",        "new-run",
                                         "wait", "help",    "explore",   "travel 9 9", "messages",
                                         "Down", "Up",      "Enter",     "look",       "explore"};
    return kit_random(state, 3) ? walks[kit_random(state, MOULT_COUNT(walks))]
                                : others[kit_random(state, MOULT_COUNT(others))];
}

/* -- rows -------------------------------------------------------------------------------------- */

const rogue_hero *kit_hero(const kit_game *g)
{
    return moult__read(g->w, g->hero_table, 0);
}

const rogue_body *kit_body(const kit_game *g, moult_id actor)
{
    return moult__read(g->w, g->body_table, actor);
}

rogue_hero *kit_hero_edit(kit_game *g)
{
    return moult__edit(g->w, g->hero_table, 0);
}

rogue_body *kit_body_edit(kit_game *g, moult_id actor)
{
    rogue_body *body = moult__edit(g->w, g->body_table, actor);
    must(body != NULL, "body", "there is no such actor");
    return body;
}

moult_place kit_where(const kit_game *g, moult_id actor)
{
    moult_place place = {.size = sizeof place};
    must(moult__where(g->w, MOULT_SCOPE_ACTOR, actor, &place) >= 0, "where", "no such actor");
    return place;
}

moult_place kit_hero_at(const kit_game *g)
{
    return kit_where(g, moult__hero(g->w));
}

void kit_move(kit_game *g, moult_id actor, int32_t x, int32_t y)
{
    moult_status status = moult__move(g->w, MOULT_SCOPE_ACTOR, actor, moult__level(g->w), x, y);
    must(status >= 0, "move", moult_status_text(status));
}

void kit_hero_hp(kit_game *g, int32_t hp, int32_t hp_max)
{
    rogue_body *body = kit_body_edit(g, moult__hero(g->w));
    body->hp = hp;
    body->hp_max = hp_max;
}

/* -- scenarios --------------------------------------------------------------------------------- */

void kit_tile(kit_game *g, int32_t x, int32_t y, uint32_t tile)
{
    moult_status status = moult__set_cell(g->w, moult__level(g->w), MOULT_PLANE_TILE, x, y, tile);
    must(status >= 0, "tile", moult_status_text(status));
}

void kit_look(kit_game *g)
{
    moult_place at = kit_hero_at(g);
    must(moult__host.see(g->w, at.level, at.x, at.y, rogue_standard.sight) >= 0, "see", "refused");
}

static void clear(kit_game *g, uint32_t scope)
{
    moult_id level = moult__level(g->w), hero = moult__hero(g->w), id = 0, next;
    for (id = moult__next(g->w, scope, level, 0); id != 0; id = next) {
        next = moult__next(g->w, scope, level, id);
        if (scope != MOULT_SCOPE_ACTOR || id != hero)
            must(moult__remove(g->w, scope, id) >= 0, "remove", "refused");
    }
}

void kit_hall(kit_game *g)
{
    moult_id level = moult__level(g->w);
    clear(g, MOULT_SCOPE_ACTOR);
    clear(g, MOULT_SCOPE_ITEM);
    for (int32_t y = 0; y < rogue_standard.height; y++)
        for (int32_t x = 0; x < rogue_standard.width; x++) {
            int32_t edge =
                x == 0 || y == 0 || x == rogue_standard.width - 1 || y == rogue_standard.height - 1;
            moult__set_cell(g->w, level, MOULT_PLANE_TILE, x, y,
                            edge ? MOULT_TILE_WALL : MOULT_TILE_FLOOR);
            moult__set_cell(g->w, level, MOULT_PLANE_KNOWN, x, y, 0);
        }
    kit_move(g, moult__hero(g->w), KIT_HALL_X, KIT_HALL_Y);
    kit_look(g);
}

moult_id kit_monster(kit_game *g, uint32_t kind, const char *archetype, int32_t x, int32_t y)
{
    const moult__slot *slot = moult__set_role(g->s.set, "bestiary");
    moult_creature creature = {.size = sizeof creature};
    const moult_bestiary_1 *bestiary = slot->functions;
    must(bestiary->describe(kind, &creature) >= 0, "monster", "no such kind");
    moult_id id = moult__create(g->w, MOULT_SCOPE_ACTOR, moult__level(g->w), x, y);
    rogue_body *body = kit_body_edit(g, id);
    char name[MOULT_NAME_SIZE];
    snprintf(name, sizeof name, "%s", creature.name);
    for (char *c = name; *c != 0; c++)
        *c = (char)(*c >= 'A' && *c <= 'Z' ? *c + 32 : *c);
    body->hp = body->hp_max = creature.hp;
    body->kind = (uint16_t)kind;
    body->name = moult__intern(g->w, name);
    body->archetype = moult__intern(g->w, archetype != NULL ? archetype : creature.archetype);
    return id;
}

moult_id kit_item(kit_game *g, uint32_t kind, int32_t subtype, int32_t x, int32_t y)
{
    moult_id id = moult__create(g->w, MOULT_SCOPE_ITEM, moult__level(g->w), x, y);
    rogue_thing *thing = moult__edit(g->w, g->thing_table, id);
    must(thing != NULL, "item", "refused");
    thing->kind = (uint16_t)kind;
    thing->subtype = subtype;
    return id;
}

uint32_t kit_count(const kit_game *g, uint32_t scope, moult_id level)
{
    uint32_t count = 0;
    for (moult_id id = 0; (id = moult__next(g->w, scope, level, id)) != 0;)
        count++;
    return count;
}

void kit_dice(kit_game *g, const uint32_t *bounds, const uint32_t *values, uint32_t count)
{
    for (uint64_t start = 1; start < 40000000; start++) {
        moult__random_row *row = (moult__random_row *)moult__row_edit(g->w, MOULT__TABLE_RANDOM, 0);
        uint32_t good = 0;
        row->state[MOULT_STREAM_PLAY] = start * 0x9e3779b97f4a7c15u;
        while (good < count && moult__random(g->w, MOULT_STREAM_PLAY, bounds[good]) == values[good])
            good++;
        if (good == count) {
            row->state[MOULT_STREAM_PLAY] = start * 0x9e3779b97f4a7c15u;
            return;
        }
    }
    must(0, "dice", "no such sequence was found");
}

void kit_roll(kit_game *g, uint32_t roll)
{
    const uint32_t bound = 20, value = roll - 1;
    kit_dice(g, &bound, &value, 1);
}

/* -- what was said ----------------------------------------------------------------------------- */

int32_t kit_said(const kit_game *g, const char *text)
{
    int32_t fresh = g->heard == 0;
    for (moult_id id = 0; (id = moult__next_row(g->w, MOULT__TABLE_MESSAGE, 0, id)) != 0;) {
        const moult__message_row *row = moult__read(g->w, MOULT__TABLE_MESSAGE, id);
        char said[512];
        int32_t again = id == g->heard && row->times > g->heard_times;
        moult__message_text(g->w, id, said, sizeof said);
        if ((fresh || again) && strcmp(said, text) == 0)
            return 1;
        fresh |= id == g->heard;
    }
    return 0;
}

int32_t kit_noticed_part(const kit_game *g, const char *part)
{
    for (uint32_t i = 0; i < g->s.notice_count; i++)
        if (strstr(g->s.notices[i].text, part) != NULL)
            return 1;
    return 0;
}

int32_t kit_noticed(const kit_game *g, const char *text)
{
    for (uint32_t i = 0; i < g->s.notice_count; i++)
        if (strcmp(g->s.notices[i].text, text) == 0)
            return 1;
    return 0;
}

/* -- more -------------------------------------------------------------------------------------- */

void kit_fill_slot(moult__set *set, const char *slot, const void *functions)
{
    for (uint32_t i = 0; i < set->dispatch.slot_count; i++)
        if (strcmp(set->dispatch.slots[i].name, slot) == 0) {
            set->dispatch.slots[i].functions = functions;
            return;
        }
    must(0, slot, "there is no such slot");
}

uint32_t kit_session_state(const kit_game *g)
{
    return ((const moult__session_row *)moult__row(g->w, MOULT__TABLE_SESSION, 0))->state;
}

uint64_t kit_hash(kit_game *g)
{
    return moult__hash(g->s.world);
}

void kit_check_game(kit_game *g)
{
    moult__report report = {0};
    moult_status status = moult__world_check(g->s.world, "check", &report);
    ck_assert_msg(status == MOULT_OK, "%s", report.text);
    ck_assert_uint_eq(moult__hash(g->s.world), moult__hash_whole(g->s.world));
}
