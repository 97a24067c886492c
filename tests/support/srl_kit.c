/* SPDX-License-Identifier: MIT */
#include "support/srl_kit.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE_SIZE (MOULT_SEED_MAX + 256)
#define WANTS 24u

/* -- opening ----------------------------------------------------------------------------------- */

static void take_live(moult__set *set, const char *live)
{
    char path[MOULT__PATH_SIZE];
    for (uint32_t i = 0; live != NULL && i < set->found_count; i++) {
        const char *slash = strrchr(set->found[i].path, '/');
        snprintf(path, sizeof path, "%s%.64s", live, slash);
        if (access(path, F_OK) == 0)
            snprintf(set->found[i].path, MOULT__PATH_SIZE, "%s", path);
    }
}

static moult_status load_wanted(srl_kit *k)
{
    moult__want wants[WANTS];
    uint32_t count = 0;
    memset(wants, 0, sizeof wants);
    for (uint32_t i = 0; i < MOULT__ROLE_COUNT; i++) {
        const moult__profile_role *role = &k->profile.roles[i];
        if (role->provider[0] == 0 || strcmp(role->role, "scores") == 0)
            continue;
        snprintf(wants[count].role, sizeof wants[count].role, "%s", role->role);
        snprintf(wants[count++].slot, MOULT_SLOT_SIZE, "%.30s/%s", role->role, role->provider);
    }
    static const char *const minds[] = {"ai/rat", "ai/wander", "ai/chaser", "ai/explorer"};
    for (uint32_t i = 0; i < MOULT_COUNT(minds); i++)
        snprintf(wants[count++].slot, MOULT_SLOT_SIZE, "%s", minds[i]);
    return moult__set_load(&k->set, wants, count, &k->report);
}

moult_status srl_kit_load(srl_kit *k, const char *build, const char *live, const char *use)
{
    char profiles[MOULT__PATH_SIZE], plugins[MOULT__PATH_SIZE];
    const char *const folders[] = {profiles};
    memset(k, 0, sizeof *k);
    snprintf(profiles, sizeof profiles, "%s/profiles", build);
    snprintf(plugins, sizeof plugins, "%s/plugins", build);
    moult__profile_init(&k->profile);
    moult_status status = moult__profile_load(&k->profile, "srl", folders, 1, &k->report);
    if (status >= 0)
        status = moult__profile_use(&k->profile, "renderer=none", &k->report);
    if (status >= 0 && use != NULL)
        status = moult__profile_use(&k->profile, use, &k->report);
    if (status >= 0)
        status = moult__set_open(&k->set, &moult__host, moult__core_provides, MOULT__CORE_PROVIDES,
                                 &k->report);
    if (status < 0)
        return status;
    moult__set_scan(&k->set, plugins);
    take_live(&k->set, live);
    k->set.settle_ms = 0;
    status = load_wanted(k);
    k->play_table = moult__set_handle(&k->set, "srl.play");
    k->hero_table = moult__set_handle(&k->set, "srl.hero");
    k->body_table = moult__set_handle(&k->set, "srl.body");
    k->thing_table = moult__set_handle(&k->set, "srl.thing");
    return status;
}

static moult_status open_session(srl_kit *k)
{
    k->options.profile = &k->profile;
    moult_status status = moult__session_open(&k->s, &k->set, &k->options);
    if (status < 0)
        k->report = k->s.report;
    return status;
}

moult_status srl_kit_open(srl_kit *k, const char *seed, uint32_t seed_size, uint32_t state)
{
    memset(&k->options, 0, sizeof k->options);
    k->options.seed = seed;
    k->options.seed_size = seed_size;
    moult_status status = open_session(k);
    if (status < 0)
        return status;
    srl_play *play = moult__edit(k->s.world, k->play_table, 0);
    play->state = state;
    play->draws = 0;
    return status;
}

moult_status srl_kit_resume(srl_kit *k, const char *path)
{
    memset(&k->options, 0, sizeof k->options);
    k->options.load_path = path;
    return open_session(k);
}

void srl_kit_close(srl_kit *k)
{
    moult__session_close(&k->s);
}

void srl_kit_unload(srl_kit *k)
{
    moult__set_close(&k->set);
}

/* -- rows -------------------------------------------------------------------------------------- */

const srl_play *srl_kit_play(const srl_kit *k)
{
    return moult__read(k->s.world, k->play_table, 0);
}

const srl_hero *srl_kit_hero(const srl_kit *k)
{
    return moult__read(k->s.world, k->hero_table, 0);
}

const srl_body *srl_kit_body(const srl_kit *k, moult_id actor)
{
    return moult__read(k->s.world, k->body_table, actor);
}

const srl_thing *srl_kit_thing(const srl_kit *k, moult_id item)
{
    return moult__read(k->s.world, k->thing_table, item);
}

/* -- messages ---------------------------------------------------------------------------------- */

static const char *kind_name(uint32_t kind)
{
    static const char *const names[MOULT_SAY_KINDS] = {
        [MOULT_SAY_NORMAL] = "normal",       [MOULT_SAY_GOOD] = "special",
        [MOULT_SAY_ALERT] = "important",     [MOULT_SAY_HERO_STRIKES] = "pattack",
        [MOULT_SAY_HERO_STRUCK] = "eattack",
    };
    return kind < MOULT_SAY_KINDS && names[kind] != NULL ? names[kind] : "other";
}

static const moult__message_row *newest(const srl_kit *k)
{
    moult_id id = 0, last = 0;
    while ((id = moult__next_row(k->s.world, MOULT__TABLE_MESSAGE, 0, id)) != 0)
        last = id;
    return last != 0 ? moult__read(k->s.world, MOULT__TABLE_MESSAGE, last) : NULL;
}

static void note(srl_kit *k, uint32_t kind, uint32_t times)
{
    for (; times > 0; times--) {
        size_t used = strcmp(k->added, "-") == 0 ? 0 : strlen(k->added);
        snprintf(k->added + used, sizeof k->added - used, "%s%s", used != 0 ? "+" : "",
                 kind_name(kind));
    }
}

/* What was added behind the message `serial`, which had been said `times` times. */
static void note_added(srl_kit *k, uint32_t serial, uint32_t times)
{
    for (moult_id id = 0; (id = moult__next_row(k->s.world, MOULT__TABLE_MESSAGE, 0, id)) != 0;) {
        const moult__message_row *row = moult__read(k->s.world, MOULT__TABLE_MESSAGE, id);
        if (row->serial == serial)
            note(k, row->kind, row->times - times);
        else if (row->serial > serial)
            note(k, row->kind, row->times);
    }
}

/* -- keys -------------------------------------------------------------------------------------- */

int32_t srl_kit_key(srl_kit *k, const char *name)
{
    static const char *const keys[][2] = {
        {"left", "Left"}, {"right", "Right"}, {"up", "Up"},       {"down", "Down"},
        {"ul", "KP7"},    {"ur", "KP9"},      {"dl", "KP1"},      {"dr", "KP3"},
        {"x", "x"},       {"z", "z"},         {"space", "Space"},
    };
    const moult__message_row *last = newest(k);
    const uint32_t serial = last != NULL ? last->serial : 0, times = last != NULL ? last->times : 0;
    const int32_t over = k->s.over;
    snprintf(k->added, sizeof k->added, "-");
    for (uint32_t i = 0; i < MOULT_COUNT(keys); i++) {
        if (strcmp(keys[i][0], name) != 0)
            continue;
        memset(&k->report, 0, sizeof k->report);
        moult__input_line(&k->s, keys[i][1], &k->report);
        if (k->s.over || !over) /* with a new run all messages are new ones */
            note_added(k, serial, times);
        return k->report.text[0] == 0;
    }
    return 0;
}

/* -- columns ----------------------------------------------------------------------------------- */

static void write_weight(double weight, FILE *out)
{
    char text[32];
    snprintf(text, sizeof text, "%.1f", weight);
    char *point = strchr(text, '.');
    if (strcmp(point, ".0") == 0)
        *point = 0;
    fprintf(out, "%s", strcmp(text, "-0") == 0 ? "0" : text);
}

static void write_level(const srl_kit *k, const moult_view *view, FILE *out)
{
    uint32_t monsters = 0, seen = 0, carried = 0;
    double hp = 0.0;
    for (moult_id id = 0; (id = moult__next(k->s.world, MOULT_SCOPE_ITEM, 0, id)) != 0;)
        carried++;
    for (moult_id id = 0; (id = moult__next(k->s.world, MOULT_SCOPE_ACTOR, view->level, id)) != 0;)
        if (id != moult__hero(k->s.world)) {
            monsters++;
            hp += srl_number(srl_kit_body(k, id)->hp);
        }
    for (int32_t i = 0; i < view->stride * view->height; i++)
        seen += view->known[i] != 0;
    fprintf(out, "\t%u\t%u\t%.0f\t%u", carried, monsters, hp, seen);
}

static void write_last_message(const srl_kit *k, FILE *out)
{
    const moult__message_row *last = newest(k);
    fprintf(out, "\t%s", last != NULL ? kind_name(last->kind) : "-");
    if (last != NULL && last->times > 1)
        fprintf(out, "x%u", last->times);
}

void srl_kit_columns(srl_kit *k, int32_t more, FILE *out)
{
    moult_place at = {.size = sizeof at};
    moult_view view = {.size = sizeof view};
    const srl_hero *hero = srl_kit_hero(k);
    const srl_body *body = srl_kit_body(k, moult__hero(k->s.world));
    const moult__session_row *row = moult__menu_row(&k->s);
    const uint32_t menu = row->state == MOULT_OUTCOME_MENU && row->menu <= 2 ? row->menu : 0;
    moult__where(k->s.world, MOULT_SCOPE_ACTOR, moult__hero(k->s.world), &at);
    moult__view(k->s.world, at.level, &view);
    fprintf(out, "%d\t%d\t%d\t%d\t%.0f\t%.0f\t%d\t%.0f\t%.0f\t", view.depth, at.x, at.y,
            body->level, srl_number(body->hp),
            srl_number(body->hp_base) + srl_number(body->hp_extension), hero->energy,
            srl_number(body->experience), srl_number(hero->experience_full));
    write_weight(srl_number(hero->weight), out);
    write_level(k, &view, out);
    fprintf(out, "\t%d\t%u", hero->state == SRL_LOST, menu);
    write_last_message(k, out);
    fprintf(out, "\t%llu", (unsigned long long)srl_kit_play(k)->draws);
    if (!more)
        return;
    if (menu != 0 && moult__session_describe(&k->s) >= 0)
        fprintf(out, "\t%u", k->s.scene->open.row_cursor);
    else
        fprintf(out, "\t-");
    fprintf(out, "\t%s", k->added);
}

/* -- a whole file ------------------------------------------------------------------------------ */

/* "# seed SEED uniform_state S": the seed may be any text, an empty one too. */
static moult_status open_by_first_line(srl_kit *k, char *line)
{
    static const char before[] = "# seed ", between[] = " uniform_state ";
    char *end = NULL;
    for (char *at = line; (at = strstr(at, between)) != NULL; at++)
        end = at;
    if (strncmp(line, before, strlen(before)) != 0 || end == NULL)
        return moult__refuse(&k->report, MOULT_FORMAT, "srl-trace",
                             "the first line isn't \"# seed SEED uniform_state NUMBER\"");
    char *seed = line + strlen(before);
    uint32_t size = end > seed ? (uint32_t)(end - seed) : 0;
    return srl_kit_open(k, seed, size, (uint32_t)strtoul(end + strlen(between), NULL, 10));
}

static int32_t read_line(FILE *in, char line[LINE_SIZE])
{
    if (fgets(line, LINE_SIZE, in) == NULL)
        return 0;
    line[strcspn(line, "\r\n")] = 0;
    return 1;
}

static moult_status save_and_resume(srl_kit *k, const char *path)
{
    moult_status status = moult__save_write(&k->s, path, &k->report);
    if (status < 0)
        return status;
    srl_kit_close(k);
    return srl_kit_resume(k, path);
}

static moult_status play_row(srl_kit *k, char *line, uint32_t step, int32_t more, FILE *out)
{
    char *key = strchr(line, '\t');
    key = key != NULL ? key + 1 : line;
    key[strcspn(key, "\t")] = 0;
    if (!srl_kit_key(k, key))
        return k->report.text[0] != 0 ? MOULT_REFUSED
                                      : moult__refuse(&k->report, MOULT_UNKNOWN, "srl-trace",
                                                      "step %u: \"%.40s\" is no key", step, key);
    fprintf(out, "%u\t%s\t", step, key);
    srl_kit_columns(k, more, out);
    fputc('\n', out);
    return MOULT_OK;
}

moult_status srl_kit_trace(srl_kit *k, FILE *in, FILE *out, const char *save, uint32_t from)
{
    char line[LINE_SIZE];
    if (!read_line(in, line))
        return moult__refuse(&k->report, MOULT_FORMAT, "srl-trace", "the file is empty");
    fprintf(out, "%s\n", line);
    moult_status status = open_by_first_line(k, line);
    if (status < 0)
        return status;
    int32_t header = read_line(in, line), more = header && strstr(line, "\tcursor\t") != NULL;
    if (header)
        fprintf(out, "%s\n", line);
    for (uint32_t step = 0; status >= 0 && read_line(in, line); step++) {
        if (line[0] == 0)
            continue;
        if (save != NULL && step == from)
            status = save_and_resume(k, save);
        if (status >= 0)
            status = play_row(k, line, step, more, out);
    }
    srl_kit_close(k);
    return status;
}
