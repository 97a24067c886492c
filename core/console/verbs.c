/* SPDX-License-Identifier: MIT */
/* Lines become deeds: a verb of the table below, a native by its name, or a place in a table. What
 * a game does not have is refused in its own words; nothing here knows any game. */
#include <stdlib.h>
#include <string.h>
#include "core/console/console.h"
#include "core/system/crash.h"
#include "core/system/text.h"

typedef struct verb {
    const char *name, *usage, *help;
    uint32_t least, most; /* words behind it */
    int32_t changes;      /* the world */
    moult_status (*run)(moult__line *line);
} verb;

/* -- words ------------------------------------------------------------------------------------- */

moult_status moult__line_split(moult__line *line)
{
    char *to = line->room;
    const char *from = line->text;
    if (strlen(from) >= sizeof line->room)
        return moult__refuse(line->report, MOULT_RANGE, "console", "a line has at most %u bytes",
                             MOULT__LINE_SIZE - 1);
    for (line->count = 0;;) {
        from += strspn(from, " \t");
        if (*from == 0)
            break;
        if (line->count == MOULT__WORDS_MAX)
            return moult__refuse(line->report, MOULT_RANGE, "console",
                                 "a line has at most %u words", MOULT__WORDS_MAX);
        const int32_t quoted = *from == '"';
        const size_t length = quoted ? strcspn(++from, "\"") : strcspn(from, " \t");
        if (quoted && from[length] == 0)
            return moult__refuse(line->report, MOULT_FORMAT, "console",
                                 "a quote isn't closed. Put a \" at its end");
        line->words[line->count++] = to;
        memcpy(to, from, length);
        to[length] = 0;
        to += length + 1;
        from += length + (size_t)quoted;
    }
    line->words[line->count] = NULL;
    return MOULT_OK;
}

void moult__names_make(moult__names *names, const char *first, const char *second)
{
    const uint32_t room = (uint32_t)sizeof names->made - names->used;
    const int length = snprintf(names->made + names->used, room, "%s.%s", first, second);
    if (length < 0 || (uint32_t)length >= room)
        return;
    moult__names_add(names, names->made + names->used);
    names->used += (uint32_t)length + 1;
}

moult_status moult__console_unknown(moult__report *report, const char *what, const char *name,
                                    const moult__names *names)
{
    char guess[MOULT__GUESS_SIZE];
    moult__guess(moult__closest(name, names->list, names->count), guess);
    if (what == NULL)
        return moult__refuse(report, MOULT_UNKNOWN, "console",
                             "there is no verb, native or table \"%.60s\"%s. help lists what "
                             "there is",
                             name, guess);
    return moult__refuse(report, MOULT_UNKNOWN, "console", "%s knows no \"%.60s\"%s", what, name,
                         guess);
}

/* -- natives ----------------------------------------------------------------------------------- */

static moult_status call(moult__line *line)
{
    moult__session *s = line->s;
    const moult__native *native = moult__set_native(s->set, line->words[0]);
    const char *label = native->build->label;
    char out[1024] = "";
    moult__crash_box(label, "call");
    moult__guard_begin(&s->guard, label, "call", 0);
    const moult_status status =
        moult__native_call(s->set, s->world, native->name, (const char *const *)line->words + 1,
                           line->count - 1, out, sizeof out, line->report);
    moult__guard_end(&s->guard, s);
    moult__crash_box(NULL, NULL);
    if (status >= 0)
        fprintf(line->out, "%s\n", out);
    return status;
}

/* A native that isn't handed a world can't change it. */
static moult_status run_native(moult__line *line, const moult__native *native, int32_t again)
{
    return strchr(native->signature, 'w') != NULL ? moult__console_change(line, again, call)
                                                  : call(line);
}

/* The native GAME.NAME of the rules that are played. */
static moult_status call_own(moult__line *line, const char *name)
{
    char own[MOULT_SLOT_SIZE + 32];
    const char *rules = moult__set_role_slot(line->s->set, "rules");
    snprintf(own, sizeof own, "%s.%s", rules + strlen("rules/"), name);
    if (moult__set_native(line->s->set, own) == NULL)
        return moult__refuse(line->report, MOULT_UNSUPPORTED, "console",
                             "this game can't do that: it has no native %s", own);
    line->words[0] = own;
    return call(line);
}

static moult_status spawn(moult__line *line)
{
    char nowhere[] = "-1";
    if (line->count == 3)
        return moult__refuse(line->report, MOULT_FORMAT, "console",
                             "a cell is two numbers: spawn KIND X Y");
    if (line->count == 2)
        line->words[2] = line->words[3] = nowhere;
    line->count = 4;
    line->words[4] = NULL;
    return call_own(line, "spawn");
}

static moult_status reveal(moult__line *line)
{
    return call_own(line, "explore_all");
}

static moult_status list_natives(moult__line *line)
{
    const moult__dispatch *dispatch = &line->s->set->dispatch;
    for (uint32_t i = 0; i < dispatch->native_count; i++)
        fprintf(line->out, "%s %s  %s\n", dispatch->natives[i].name, dispatch->natives[i].signature,
                moult__translate(dispatch->natives[i].help));
    return MOULT_OK;
}

/* -- looking ----------------------------------------------------------------------------------- */

static moult_status help(moult__line *line);

static moult_status tables(moult__line *line)
{
    const char *name = line->words[1];
    const moult_world *w = line->s->world;
    moult__names names = {.count = 0};
    for (uint32_t t = 1; t <= w->table_count; t++)
        moult__names_add(&names, w->tables[t].layout.name);
    if (name != NULL && moult__table_find(w, name) == 0)
        return moult__console_unknown(line->report, "tables", name, &names);
    moult__place_tables(line, name);
    return MOULT_OK;
}

static moult_status generations(moult__line *line)
{
    const moult__set *set = line->s->set;
    for (uint32_t i = 0; i < set->build_count; i++)
        fprintf(line->out, "%s #%u  %s\n", set->builds[i]->label, set->builds[i]->generation,
                set->builds[i]->path);
    return MOULT_OK;
}

static moult_status tell_hash(moult__line *line)
{
    fprintf(line->out, "%016llx\n", (unsigned long long)moult__hash(line->s->world));
    return MOULT_OK;
}

static moult_status tell_turn(moult__line *line)
{
    fprintf(line->out, "%u\n", moult__turn(line->s->world));
    return MOULT_OK;
}

/* -- plugins ----------------------------------------------------------------------------------- */

static moult_status reload(moult__line *line)
{
    moult__set *set = line->s->set;
    moult__names names = {.count = 0};
    int32_t known = line->count == 1;
    char result[4096];
    for (uint32_t i = 0; i < set->build_count; i++) {
        moult__names_add(&names, set->builds[i]->name);
        known |= line->count > 1 && strcmp(set->builds[i]->name, line->words[1]) == 0;
    }
    if (!known)
        return moult__console_unknown(line->report, "reload", line->words[1], &names);
    set->only = line->words[1];
    const moult_status status =
        moult__session_reload(line->s, 1, result, sizeof result, line->report);
    set->only = NULL;
    fputs(result, line->out);
    return status;
}

static moult_status trace(moult__line *line)
{
    moult__session *s = line->s;
    moult__console_panel *panel = s->console;
    const char *what = line->words[1];
    if (panel == NULL || (what == NULL && panel->trace == NULL))
        return moult__refuse(line->report, MOULT_REFUSED, "console",
                             "nothing is traced. Try trace on ai/*");
    if (what == NULL) {
        moult__trace_summary(panel->trace, line->out);
        return MOULT_OK;
    }
    const int32_t on = strcmp(what, "on") == 0;
    if ((!on || line->count < 3) && (strcmp(what, "off") != 0 || line->count > 2))
        return moult__refuse(line->report, MOULT_FORMAT, "console",
                             "it is trace on SLOT[,SLOT] [FILE], trace off, or trace");
    if (panel->trace != NULL && !on)
        moult__trace_summary(panel->trace, line->out);
    moult__trace_close(panel->trace);
    panel->trace = NULL;
    const moult_status status = on ? moult__trace_open(s->set, line->words[2], line->words[3], 0,
                                                       &panel->trace, line->report)
                                   : MOULT_OK;
    moult__session_point(s);
    return status;
}

/* -- the table --------------------------------------------------------------------------------- */

static const verb verbs[] = {
    {"help", "[VERB | NATIVE]", MOULT_TEXT("what a verb or a native does"), 0, 1, 0, help},
    {"natives", "", MOULT_TEXT("natives, with their signatures"), 0, 0, 0, list_natives},
    {"tables", "[TABLE]", MOULT_TEXT("tables, with their fields"), 0, 1, 0, tables},
    {"generations", "", MOULT_TEXT("plugins, with version, generation and file"), 0, 0, 0,
     generations},
    {"hash", "", MOULT_TEXT("the hash of the world's state"), 0, 0, 0, tell_hash},
    {"turn", "", MOULT_TEXT("how many turns were played"), 0, 0, 0, tell_turn},
    {"spawn", "KIND [X Y]", MOULT_TEXT("makes a creature or a thing, beside the hero"), 1, 3, 1,
     spawn},
    {"reveal", "", MOULT_TEXT("makes the whole level known"), 0, 0, 1, reveal},
    {"reload", "[PLUGIN]", MOULT_TEXT("replaces plugins whose files changed"), 0, 1, 0, reload},
    {"trace", "[on SLOT[,SLOT] [FILE] | off]", MOULT_TEXT("measures the calls of slots"), 0, 3, 0,
     trace},
};

static const verb *find_verb(const char *name)
{
    for (uint32_t i = 0; i < MOULT_COUNT(verbs); i++)
        if (strcmp(verbs[i].name, name) == 0)
            return &verbs[i];
    return NULL;
}

void moult__verb_names(moult__names *names)
{
    for (uint32_t i = 0; i < MOULT_COUNT(verbs); i++)
        moult__names_add(names, verbs[i].name);
}

void moult__native_names(const moult__session *s, moult__names *names)
{
    for (uint32_t i = 0; i < s->set->dispatch.native_count; i++)
        moult__names_add(names, s->set->dispatch.natives[i].name);
}

static void help_verb(FILE *out, const verb *v)
{
    fprintf(out, "%s%s%s  %s\n", v->name, v->usage[0] != 0 ? " " : "", v->usage,
            moult__translate(v->help));
}

static moult_status help(moult__line *line)
{
    const char *name = line->words[1];
    const verb *v = name != NULL ? find_verb(name) : NULL;
    const moult__native *native = name != NULL ? moult__set_native(line->s->set, name) : NULL;
    moult__names names = {.count = 0};
    if (v != NULL)
        help_verb(line->out, v);
    else if (native != NULL)
        fprintf(line->out, "%s %s  %s\n", native->name, native->signature,
                moult__translate(native->help));
    if (v != NULL || native != NULL)
        return MOULT_OK;
    moult__verb_names(&names);
    moult__native_names(line->s, &names);
    if (name != NULL)
        return moult__console_unknown(line->report, "help", name, &names);
    for (uint32_t i = 0; i < MOULT_COUNT(verbs); i++)
        help_verb(line->out, &verbs[i]);
    fprintf(line->out, "NATIVE [ARGUMENT]...  %s\n", moult__translate("calls it"));
    fprintf(line->out, "TABLE [ROW] [FIELD [VALUE]]  %s\n",
            moult__translate("reads or sets; actor, item and level stand for their tables"));
    fprintf(line->out, "TABLE.FIELD X Y [VALUE]  %s\n",
            moult__translate("the same for a cell of the level"));
    return MOULT_OK;
}

static moult_status run_verb(moult__line *line, const verb *v, int32_t again)
{
    if (line->count - 1 < v->least || line->count - 1 > v->most)
        return moult__refuse(line->report, MOULT_FORMAT, "console", "it is %s%s%s", v->name,
                             v->usage[0] != 0 ? " " : "", v->usage);
    return v->changes ? moult__console_change(line, again, v->run) : v->run(line);
}

moult_status moult__console_run(moult__session *s, const char *text, int32_t again, FILE *out,
                                moult__report *report)
{
    moult__line line = {.s = s, .text = text, .out = out, .report = report};
    moult__names names = {.count = 0};
    moult_status status = moult__line_split(&line);
    if (status < 0 || line.count == 0)
        return status;
    const verb *v = find_verb(line.words[0]);
    const moult__native *native = moult__set_native(s->set, line.words[0]);
    if (v != NULL)
        return run_verb(&line, v, again);
    if (native != NULL)
        return run_native(&line, native, again);
    if (!moult__place_begins(s->world, line.words[0])) {
        moult__verb_names(&names);
        moult__native_names(s, &names);
        moult__place_names(s->world, &names);
        return moult__console_unknown(report, NULL, line.words[0], &names);
    }
    return moult__place_sets(s->world, &line)
               ? moult__console_change(&line, again, moult__place_run)
               : moult__place_run(&line);
}
