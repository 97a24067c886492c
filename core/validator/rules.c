/* SPDX-License-Identifier: MIT */
/* Rules, and whatever has no checks of its own kind: games played by random keys. */
#include <string.h>
#include <unistd.h>
#include "core/system/text.h"
#include "core/validator/trial.h"

/* What a random key must not do here: leave, write files, replace plugins. */
static int32_t stays(const moult__command *command)
{
    return command == NULL ||
           (command->core != MOULT__COMMAND_QUIT && command->core != MOULT__COMMAND_SAVE &&
            command->core != MOULT__COMMAND_RELOAD && command->core != MOULT__COMMAND_SCORES &&
            command->core != MOULT__COMMAND_DUMP);
}

static moult_event any_event(const moult__session *s, moult_xorshift *source)
{
    static const uint32_t others[] = {MOULT_KEY_ENTER,
                                      MOULT_KEY_ESCAPE,
                                      MOULT_KEY_UP,
                                      MOULT_KEY_DOWN,
                                      MOULT_KEY_LEFT,
                                      MOULT_KEY_RIGHT,
                                      'y',
                                      'n',
                                      'a',
                                      'b',
                                      '1',
                                      ' ',
                                      MOULT_KEY_TAB};
    moult_event event = {.size = sizeof event, .x = -1, .y = -1, .row = -1};
    uint32_t kind = moult__chance(source, 16);
    if (kind == 0) {
        event.kind = MOULT_EVENT_CLICK;
        event.button = 1;
        event.x = moult__chance_between(source, -1, 80);
        event.y = moult__chance_between(source, -1, 40);
        event.row = moult__chance_between(source, -1, 20);
    } else if (kind < 4 || s->key_count == 0) {
        event.key = others[moult__chance(source, MOULT_COUNT(others))];
    } else {
        const moult__key *key = &s->keys[moult__chance(source, s->key_count)];
        event.key = key->key;
        event.mods = key->mods;
    }
    return event;
}

int32_t moult__play(moult__trial *t, moult_xorshift *source, uint32_t count)
{
    moult__session *s = &t->s;
    const moult__slot *rules = moult__set_role(&t->setup->set, "rules");
    for (uint32_t i = 0; i < count; i++) {
        moult_event event = any_event(s, source);
        if (event.kind == MOULT_EVENT_KEY &&
            !stays(moult__command_of_key(s, event.key, event.mods)))
            continue;
        moult__call(t, rules, "turn");
        if (s->over)
            moult__turn_new_run(s);
        else
            moult__input_event(s, &event);
        moult__called(t);
        s->leaving = 0;
        if (s->report.status < 0)
            return 0;
    }
    return 1;
}

/* -- what is drawn ----------------------------------------------------------------------------- */

static void describe(moult__trial *t, const moult__slot *slot)
{
    moult__session *s = &t->s;
    moult_scene *scene = moult__scene_begin(s->scene);
    const moult__session_row *row =
        (const moult__session_row *)moult__row(s->world, MOULT__TABLE_SESSION, 0);
    moult__call(t, slot, "describe");
    moult_status status = s->rules->describe(s->world, scene);
    moult__called(t);
    moult__answer(t, &status, sizeof status);
    moult__answer(t, scene->cells,
                  (size_t)scene->width * (size_t)scene->height * sizeof *scene->cells);
    const uint32_t menus[] = {row->menu, MOULT_HAS(s->rules, inventory) ? s->rules->inventory : 0};
    for (uint32_t i = 0; i < MOULT_COUNT(menus); i++)
        if (menus[i] != 0 && menus[i] < MOULT__MENU_CORE) {
            moult__call(t, slot, "menu");
            status = s->rules->menu(s->world, menus[i], i == 0 ? row->subject : 0, scene);
            moult__called(t);
            moult__answer(t, &scene->row_count, sizeof scene->row_count);
        }
}

static void look(moult__trial *t, const moult__slot *slot, moult_xorshift *source)
{
    moult__session *s = &t->s;
    moult_view view = {.size = sizeof view};
    char text[256] = "";
    if (moult__view(s->world, moult__level(s->world), &view) < 0)
        return;
    int32_t x = moult__chance_between(source, 0, view.width - 1);
    int32_t y = moult__chance_between(source, 0, view.height - 1);
    moult__call(t, slot, "look");
    s->rules->look(s->world, x, y, text, sizeof text);
    moult__called(t);
    moult__answer(t, text, strlen(text));
    const char *fault = moult__text_fault(text, sizeof text);
    if (fault != NULL)
        moult__fails(t, "what it says about the cell %d,%d: %s", x, y, fault);
    if (view.known[y * view.stride + x] == 0)
        return;
    moult__call(t, slot, "cost");
    int32_t cost = s->rules->cost(s->world, x, y);
    moult__called(t);
    moult__call(t, slot, "lure");
    int32_t lure = s->rules->lure(s->world, x, y);
    moult__called(t);
    moult__answer(t, &cost, sizeof cost);
    moult__answer(t, &lure, sizeof lure);
}

static void stand(moult__trial *t, const moult__slot *slot)
{
    moult__session *s = &t->s;
    moult_score score = {.size = sizeof score};
    char why[128] = "";
    moult__call(t, slot, "attention");
    uint32_t attention = s->rules->attention(s->world, why, sizeof why);
    moult__called(t);
    moult__call(t, slot, "score");
    s->rules->score(s->world, &score);
    moult__called(t);
    moult__answer(t, &attention, sizeof attention);
    moult__answer(t, &score, offsetof(moult_score, title));
    const char *fault = moult__text_fault(score.cause, sizeof score.cause);
    if (fault == NULL)
        fault = moult__text_fault(why, sizeof why);
    if (fault != NULL)
        moult__fails(t, "the cause of its score, or what it wants attention for: %s", fault);
}

void moult__tour_play(moult__trial *t, const moult__slot *slot, uint32_t seed)
{
    moult_xorshift source = moult_xorshift_start(seed);
    const moult__slot *rules = moult__set_role(&t->setup->set, "rules");
    (void)slot;
    for (uint32_t i = 0; i < 30 && !moult__failed(t); i++) {
        if (!moult__play(t, &source, 1))
            moult__fails_report(t, &t->s.report);
        describe(t, rules);
        look(t, rules, &source);
        stand(t, rules);
        uint64_t hash = moult__hash(t->s.world);
        moult__answer(t, &hash, sizeof hash);
    }
}

/* -- checks ------------------------------------------------------------------------------------ */

static int32_t game(moult__trial *t, const char *seed)
{
    if (moult__game_open(t, seed) >= 0)
        return 1;
    moult__fails_report(t, &t->s.report);
    return 0;
}

static int32_t is_name(const char *name)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return length != 0 && name[length] == 0;
}

static void commands(moult__trial *t, const moult__slot *slot)
{
    const moult_rules_1 *rules = slot->functions;
    for (uint32_t i = 0; i < rules->command_count; i++) {
        const moult_command *one = moult__entry(rules->commands, i);
        if (!is_name(one->name))
            moult__fails(t, "the command \"%s\" isn't of a-z, 0-9 and -", one->name);
        if (one->wants > MOULT_WANTS_TEXT)
            moult__fails(t, "the command %s wants what doesn't exist (%u)", one->name, one->wants);
        if (one->verb >= MOULT_VERB_CHOOSE && one->verb < MOULT_VERB_NEW_RUN &&
            (one->flags & MOULT_COMMAND_KEYS) == 0)
            moult__fails(t, "the command %s has a verb that only the core sends (%u)", one->name,
                         one->verb);
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(((const moult_command *)moult__entry(rules->commands, k))->name,
                       one->name) == 0)
                moult__fails(t, "the command %s is there twice", one->name);
    }
    for (uint32_t i = 0; i < rules->setting_count; i++) {
        const moult_setting *one = moult__entry(rules->settings, i);
        if (!is_name(one->name) || (one->choices == NULL && one->low > one->high))
            moult__fails(t, "the setting %s has no name of a-z, 0-9 and -, or no range", one->name);
    }
    if (game(t, "1"))
        moult__game_close(t);
    moult__pass(t, "%u commands, %u settings", rules->command_count, rules->setting_count);
}

void moult__check_rules_commands(moult__trial *t)
{
    moult__each_slot(t, commands);
}

static void whole(moult__trial *t)
{
    moult__report why = {0};
    if (moult__world_check(t->s.world, "rules", &why) < 0)
        moult__fails_report(t, &why);
    if (moult__hash(t->s.world) != moult__hash_whole(t->s.world))
        moult__fails(t, "%s: something was changed without being asked for by an edit",
                     t->found->where);
}

static void plays(moult__trial *t, const moult__slot *slot)
{
    (void)slot;
    for (uint32_t run = 0; run < moult__count(t, 20) && !moult__failed(t); run++) {
        moult_xorshift source = moult_xorshift_start(1000 + run);
        char seed[16];
        snprintf(seed, sizeof seed, "%u", run);
        if (!game(t, seed))
            return;
        for (uint32_t i = 0; i < 1000 && !moult__failed(t); i += 50) {
            moult__about(t, moult__translate("seed \"%s\", commands %u to %u"), seed, i, i + 50);
            if (!moult__play(t, &source, 50))
                moult__fails_report(t, &t->s.report);
            whole(t);
        }
        moult__game_close(t);
        t->found->seeds++;
    }
}

void moult__check_rules_play(moult__trial *t)
{
    moult__each_slot(t, plays);
    moult__pass(t, "%llu runs", (unsigned long long)t->found->seeds);
}

#define REST 200u /* commands after the save */

static void resume(moult__trial *t, uint32_t seed)
{
    uint64_t hashes[REST];
    char text[16], path[288];
    moult__report why = {0};
    moult_xorshift source = moult_xorshift_start(seed);
    snprintf(text, sizeof text, "%u", seed);
    snprintf(path, sizeof path, "%s/run.moult", t->folder);
    if (!game(t, text))
        return;
    moult__play(t, &source, 20 * seed);
    moult_xorshift again = source;
    if (!t->s.over && moult__save_write(&t->s, path, &why) >= 0) {
        for (uint32_t i = 0; i < REST; i++) {
            moult__play(t, &source, 1);
            hashes[i] = moult__hash(t->s.world);
        }
        if (moult__save_read(&t->s, path, &why) < 0)
            moult__fails_report(t, &why);
        for (uint32_t i = 0; i < REST && !moult__failed(t); i++) {
            moult__play(t, &again, 1);
            if (moult__hash(t->s.world) != hashes[i])
                moult__fails(t,
                             "seed \"%s\", saved after %u commands: %u later the state is another "
                             "one than without saving",
                             text, 20 * seed, i + 1);
        }
        t->found->seeds++;
    } else if (!t->s.over) {
        moult__fails_report(t, &why);
    }
    unlink(path);
    moult__game_close(t);
}

static void resumes(moult__trial *t, const moult__slot *slot)
{
    (void)slot;
    if (moult__set_role(&t->setup->set, "saver") == NULL)
        moult__skip(t, "its profile has no saver");
    for (uint32_t seed = 1; seed <= moult__count(t, 20) && t->found->verdict == 0; seed++)
        resume(t, seed);
}

void moult__check_rules_resume(moult__trial *t)
{
    moult__each_slot(t, resumes);
    moult__pass(t, "%llu runs", (unsigned long long)t->found->seeds);
}

static void start(moult__trial *t, const char *what, const uint8_t *seed, uint32_t size)
{
    moult__options options = {.profile = &t->setup->profile};
    const moult__slot *rules = moult__set_role(&t->setup->set, "rules");
    moult__about(t, "%s", what);
    moult_status status = moult__session_prepare(&t->s, &t->setup->set, &options);
    t->has_game = 1;
    if (status >= 0)
        status = moult__session_bind(&t->s, &t->s.report);
    moult__call(t, rules, "start");
    if (status >= 0)
        status = moult__session_start(&t->s, seed, size);
    moult__called(t);
    if (status < 0)
        moult__fails_report(t, &t->s.report);
    else
        whole(t);
    moult__game_close(t);
}

static void seeds(moult__trial *t, const moult__slot *slot)
{
    uint8_t seed[MOULT_SEED_MAX];
    (void)slot;
    start(t, moult__translate("an empty seed"), (const uint8_t *)"", 0);
    memset(seed, 'x', sizeof seed);
    start(t, moult__translate("a seed of 4,096 bytes"), seed, sizeof seed);
    for (uint32_t i = 0; i < 256; i++)
        seed[i] = (uint8_t)i;
    start(t, moult__translate("a seed of all bytes"), seed, 256);
    for (uint32_t i = 0; i < moult__count(t, 300) && !moult__failed(t); i++) {
        char text[16];
        int length = snprintf(text, sizeof text, "%u", i);
        start(t, text, (const uint8_t *)text, (uint32_t)length);
        t->found->seeds++;
    }
}

void moult__check_rules_seeds(moult__trial *t)
{
    moult__each_slot(t, seeds);
    moult__pass(t, "%llu seeds", (unsigned long long)t->found->seeds + 3);
}
