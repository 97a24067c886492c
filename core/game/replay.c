/* SPDX-License-Identifier: MIT */
/* Playing a journal again; see journal.h.
 *
 * The file is trusted no more than a save: checksums tell where it ends, and what has a good
 * checksum is read within its bounds all the same. The session has neither a clock nor a journal
 * nor a save of its own, so what it does is what the records say.
 *
 * A run of wizard mode may have gone back, so what led to a place needn't stand before it. Whoever
 * seeks one walks towards the start, by way of steps back, until there is a snapshot. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/game/differ.h"
#include "core/system/files.h"
#include "core/system/text.h"

#define OTHERS_NAMED 4u

/* -- reading ----------------------------------------------------------------------------------- */

static void take_text(moult__reader *in, char *out, uint32_t room)
{
    moult__take_text(in, moult__take_u32(in), out, room);
}

static moult__reader content_of(const moult__replay *r, const moult__replay_record *record)
{
    const uint8_t *at = r->bytes + record->at;
    return (moult__reader){at, at + record->length, 1};
}

/* "NAME=VALUE" in two. */
static int32_t take_choice(moult__reader *in, char *text, uint32_t room, char **value)
{
    take_text(in, text, room);
    char *equals = strchr(text, '=');
    if (!in->whole || equals == NULL)
        return in->whole = 0;
    *equals = 0;
    *value = equals + 1;
    return 1;
}

int32_t moult__journal_next(const uint8_t *bytes, uint64_t count, uint64_t *at, uint32_t *checksum,
                            moult__journal_frame *frame)
{
    if (*at > count || count - *at < sizeof *frame)
        return 0;
    memcpy(frame, bytes + *at, sizeof *frame);
    const uint8_t *content = bytes + *at + sizeof *frame;
    if (frame->length > count - *at - sizeof *frame ||
        moult__journal_checksum(content, frame->length, frame->kind, *checksum) != frame->checksum)
        return 0;
    *checksum = frame->checksum;
    *at += sizeof *frame + frame->length;
    return 1;
}

/* NULL: the options are only passed over. */
static void take_options(moult__reader *in, moult__profile *profile)
{
    char text[2 * MOULT__PATH_SIZE], *value;
    const uint32_t count = moult__take_u32(in);
    if (profile != NULL)
        profile->option_count = 0;
    for (uint32_t i = 0; i < count && take_choice(in, text, sizeof text, &value); i++) {
        if (profile == NULL || i >= MOULT_COUNT(profile->options))
            continue;
        moult__profile_entry *entry = &profile->options[profile->option_count++];
        *entry = (moult__profile_entry){.line = 1, .column = 1};
        snprintf(entry->name, sizeof entry->name, "%.*s", (int)sizeof entry->name - 1, text);
        snprintf(entry->value, sizeof entry->value, "%.*s", (int)sizeof entry->value - 1, value);
    }
}

static moult_status read_head(moult__replay *r, const moult__replay_record *head,
                              moult__report *report)
{
    char text[2 * MOULT__PATH_SIZE], *value;
    moult__reader in = content_of(r, head);
    const uint32_t format = moult__take_u32(&in);
    take_text(&in, r->core, sizeof r->core);
    if (in.whole && (format == 0 || format > MOULT__JOURNAL_FORMAT))
        return moult__refuse(report, MOULT_FORMAT, r->path,
                             "a journal of form %u, this core reads forms 1 to %u. Replay it with "
                             "the moult that wrote it (%s)",
                             format, MOULT__JOURNAL_FORMAT, r->core);
    take_text(&in, r->profile, sizeof r->profile);
    take_text(&in, r->asked, sizeof r->asked);
    take_text(&in, text, sizeof text);
    const uint32_t from_seed = moult__take_u32(&in);
    r->hash = moult__take_u64(&in);
    r->seed_size = moult__take_u32(&in);
    const uint8_t *seed = moult__take(&in, r->seed_size);
    r->seed = from_seed ? seed : NULL;
    r->choices = (uint64_t)(in.at - r->bytes);
    const uint32_t count = moult__take_u32(&in);
    for (uint32_t i = 0; i < count && take_choice(&in, text, sizeof text, &value); i++)
        ;
    r->given = (uint64_t)(in.at - r->bytes);
    take_options(&in, NULL);
    r->loaded = (uint64_t)(in.at - r->bytes);
    if (in.whole && r->seed_size <= MOULT_SEED_MAX)
        return MOULT_OK;
    return moult__refuse(report, MOULT_FORMAT, r->path,
                         "the journal's heading is damaged. It can't be replayed");
}

/* Where the records are, as far as they are whole. */
static moult_status read_records(moult__replay *r, moult__report *report)
{
    uint64_t at = MOULT__JOURNAL_MAGIC_SIZE;
    uint32_t checksum = 0, room = 0;
    moult__journal_frame frame;
    while (moult__journal_next(r->bytes, r->count, &at, &checksum, &frame)) {
        if (r->record_count == room) {
            room = room != 0 ? 2 * room : 256;
            moult__replay_record *grown = realloc(r->records, room * sizeof *grown);
            if (grown == NULL)
                return moult__refuse(report, MOULT_MEMORY, r->path, "out of memory");
            r->records = grown;
        }
        r->records[r->record_count++] =
            (moult__replay_record){at - frame.length, frame.length, frame.kind};
    }
    r->damaged = at != r->count;
    if (r->record_count == 0 || r->records[0].kind != MOULT__JOURNAL_HEAD)
        return moult__refuse(report, MOULT_FORMAT, r->path,
                             "the journal's heading is damaged. It can't be replayed");
    moult__replay_record head = r->records[0];
    memmove(r->records, r->records + 1, --r->record_count * sizeof *r->records);
    r->full = r->record_count != 0 && r->records[r->record_count - 1].kind == MOULT__JOURNAL_FULL;
    return read_head(r, &head, report);
}

moult_status moult__replay_read(moult__replay *r, const char *path, moult__report *report)
{
    memset(r, 0, sizeof *r);
    snprintf(r->path, sizeof r->path, "%s", path);
    moult_status status =
        moult__file_read(path, 2 * MOULT__JOURNAL_MAX, &r->bytes, &r->count, report);
    if (status == MOULT_UNKNOWN)
        return moult__refuse(report, status, path,
                             "there is no such file. Journals lie beside the saves, in journals/");
    if (status < 0)
        return status;
    if (r->count < MOULT__JOURNAL_MAGIC_SIZE ||
        memcmp(r->bytes, MOULT__JOURNAL_MAGIC, MOULT__JOURNAL_MAGIC_SIZE) != 0)
        return moult__refuse(report, MOULT_FORMAT, path,
                             "this is no journal of a run. Give one that ends in .journal");
    return read_records(r, report);
}

void moult__replay_free(moult__replay *r)
{
    free(r->bytes);
    free(r->records);
    r->bytes = NULL;
    r->records = NULL;
}

/* -- with what it was recorded ----------------------------------------------------------------- */

static moult_status use_again(moult__profile *profile, const char *name, const char *value,
                              moult__report *report)
{
    char text[2 * MOULT__PATH_SIZE + 8];
    const moult__profile_role *role = moult__profile_role_of(profile, name);
    if (role != NULL && strcmp(role->file[0] != 0 ? role->file : role->provider, value) == 0)
        return MOULT_OK;
    snprintf(text, sizeof text, "%s=%s", name, value);
    return moult__profile_use(profile, text, report);
}

moult_status moult__replay_choose(moult__replay *r, moult__profile *profile, moult__report *report)
{
    char text[2 * MOULT__PATH_SIZE], *value;
    moult__reader in = {r->bytes + r->choices, r->bytes + r->loaded, 1};
    moult_status status = MOULT_OK;
    const uint32_t count = moult__take_u32(&in);
    for (uint32_t i = 0; i < count && status >= 0; i++)
        if (take_choice(&in, text, sizeof text, &value))
            status = use_again(profile, text, value, report);
    r->options = profile;
    if (status >= 0)
        take_options(&in, profile);
    return status;
}

int32_t moult__replay_others(const moult__replay *r, const moult__set *set, char *out,
                             uint32_t room)
{
    char name[64], version[32];
    uint32_t used = 0, others = 0;
    moult__reader in = {r->bytes + r->loaded, r->bytes + r->count, 1};
    const uint32_t count = moult__take_u32(&in);
    out[0] = 0;
    for (uint32_t i = 0; i < count && in.whole; i++) {
        const moult__build *build = NULL;
        take_text(&in, name, sizeof name);
        take_text(&in, version, sizeof version);
        const uint64_t content = moult__take_u64(&in);
        for (uint32_t b = 0; b < set->build_count; b++)
            if (strcmp(set->builds[b]->name, name) == 0)
                build = set->builds[b];
        if (!in.whole || (build != NULL && build->identity.content == content) ||
            ++others > OTHERS_NAMED)
            continue;
        const char *how = build == NULL                          ? MOULT_TEXT("not here")
                          : strcmp(build->version, version) != 0 ? MOULT_TEXT("another version")
                                                                 : MOULT_TEXT("another build");
        int length = snprintf(out + used, room - used, "%s%s %s (%s)", used != 0 ? ", " : "", name,
                              version, moult__translate(how));
        used = used + (uint32_t)length < room ? used + (uint32_t)length : room - 1;
    }
    if (others > OTHERS_NAMED && used < room)
        snprintf(out + used, room - used, ", ...");
    return others != 0;
}

/* -- playing ----------------------------------------------------------------------------------- */

static moult_status start(moult__replay *r, moult__report *report)
{
    moult__session *s = r->session;
    moult_world *w = moult__set_world_create(s->set, report);
    if (w == NULL)
        return moult__refuse(report, MOULT_MEMORY, r->path, "out of memory");
    moult__set_world_free(s->set, s->world);
    s->world = w;
    w->session = s;
    s->over = 0;
    r->next = 0;
    if (r->seed == NULL)
        return MOULT_OK; /* a snapshot comes first */
    moult_status status = moult__session_start(s, r->seed, r->seed_size);
    if (status >= 0)
        moult__title_open(s);
    else
        *report = s->report;
    return status;
}

static void differ(moult__replay *r, uint32_t turn, uint64_t recorded)
{
    const uint64_t hash = moult__hash(r->session->world);
    if (!r->verify || r->differs || hash == recorded)
        return;
    r->differs = 1;
    r->differs_turn = turn;
    r->differs_hash = recorded;
    r->found_hash = hash;
    moult__differ_tell(r, "");
}

moult_status moult__replay_begin(moult__replay *r, moult__session *s, moult__report *report)
{
    r->session = s;
    moult_status status = start(r, report);
    if (status >= 0 && r->seed != NULL)
        differ(r, moult__turn(s->world), r->hash);
    return status;
}

static moult_status adopt(moult__replay *r, moult__reader in, const moult__journal_state *state,
                          moult__report *report)
{
    moult__session *s = r->session;
    moult_world *w = moult__set_world_create(s->set, report);
    moult_status status = w != NULL ? MOULT_OK : MOULT_MEMORY;
    if (status >= 0)
        status = moult__sections_decode(w, &in, state->sections);
    if (status < 0 && !in.whole)
        status = moult__refuse(report, MOULT_FORMAT, r->path, "a snapshot in it is damaged");
    else if (status < 0)
        moult__refuse(report, status, r->path, "%s", moult__translate(moult_status_text(status)));
    if (status >= 0)
        status = moult__world_finish(w, r->path, report);
    if (status < 0 && w != NULL)
        moult__set_world_free(s->set, w);
    return status >= 0 ? moult__save_take(s, w, report) : status;
}

static moult_status play_turn(moult__replay *r, uint32_t place, moult__report *report)
{
    moult__session *s = r->session;
    moult__journal_turn turn;
    const moult__replay_record *record = &r->records[place];
    const int32_t differed = r->differs;
    moult__reader in = content_of(r, record);
    const uint8_t *head = moult__take(&in, sizeof turn), *text = NULL, *changes = NULL;
    if (head != NULL)
        memcpy(&turn, head, sizeof turn);
    if (head != NULL && turn.text_size != MOULT__JOURNAL_NO_TEXT)
        text = moult__take(&in, turn.text_size);
    if (head != NULL && turn.changes != 0)
        changes = moult__take(&in, (uint64_t)turn.changes * sizeof(moult__change));
    char *copy = text != NULL ? strndup((const char *)text, turn.text_size) : NULL;
    if (!in.whole || (text != NULL && copy == NULL))
        return moult__refuse(report, in.whole ? MOULT_MEMORY : MOULT_FORMAT, r->path,
                             "record %u can't be read", place);
    r->changes.count = r->changes.more = 0;
    s->world->changes = r->verify && !r->differs ? &r->changes : NULL;
    const moult_action action = {sizeof action, turn.verb,       turn.x,    turn.y,
                                 turn.number,   turn.elapsed_ms, turn.item, copy};
    moult__session_row *row = moult__menu_row(s);
    moult_status status = MOULT_OK;
    s->notice_count = 0;
    if (record->kind == MOULT__JOURNAL_ACT) {
        moult__turn_act(s, &action);
    } else if (record->kind == MOULT__JOURNAL_CHOOSE) {
        row->menu = turn.menu;
        row->subject = turn.subject;
        moult__turn_choose(s, (turn.flags & MOULT__JOURNAL_HAS_ACTION) != 0 ? &action : NULL);
    } else if (record->kind == MOULT__JOURNAL_CONSOLE) {
        status = moult__input_console(s, copy, 1, report);
    } else {
        s->over = 1;
        moult__turn_new_run(s);
    }
    free(copy);
    differ(r, turn.turn, turn.hash);
    s->world->changes = NULL;
    if (s->report.status < 0)
        *report = s->report;
    if (s->report.status < 0 || status < 0)
        return s->report.status < 0 ? s->report.status : status;
    return differed || !r->differs || changes == NULL
               ? MOULT_OK
               : moult__differ_find(r, place, changes, &turn, report);
}

static moult_status play_state(moult__replay *r, const moult__replay_record *record, int32_t always,
                               moult__report *report)
{
    moult__journal_state state;
    moult__reader in = content_of(r, record);
    const uint8_t *head = moult__take(&in, sizeof state);
    if (head == NULL)
        return moult__refuse(report, MOULT_FORMAT, r->path, "a snapshot in it is damaged");
    memcpy(&state, head, sizeof state);
    if (always || (state.flags & MOULT__JOURNAL_ADOPT) != 0) {
        moult_status status = adopt(r, in, &state, report);
        if (status >= 0)
            differ(r, state.turn, state.hash);
        return status;
    }
    differ(r, state.turn, state.hash);
    if (r->differs == 1)
        r->differs += moult__differ_compare(r, in, state.turn);
    return MOULT_OK;
}

static moult__journal_step back_of(const moult__replay *r, uint32_t place)
{
    moult__journal_step back = {0};
    moult__reader in = content_of(r, &r->records[place]);
    const uint8_t *bytes = moult__take(&in, sizeof back);
    if (bytes != NULL)
        memcpy(&back, bytes, sizeof back);
    back.place = back.place < place ? back.place : place;
    return back;
}

/* Whether a snapshot follows at once, so that nothing has to lead to it. */
static int32_t is_adopted(const moult__replay *r, uint32_t place)
{
    moult__journal_state state;
    const moult__replay_record *next = &r->records[place + 1];
    if (place + 1 >= r->record_count || next->kind != MOULT__JOURNAL_STATE ||
        next->length < sizeof state)
        return 0;
    memcpy(&state, r->bytes + next->at, sizeof state);
    return (state.flags & MOULT__JOURNAL_ADOPT) != 0;
}

static moult_status seek(moult__replay *r, uint32_t next, uint32_t in_force, moult__report *report);

static moult_status play_back(moult__replay *r, uint32_t place, moult__report *report)
{
    const moult__journal_step back = back_of(r, place);
    if (is_adopted(r, place))
        return MOULT_OK;
    moult_status status = seek(r, back.place, place, report);
    r->next = place;
    if (status >= 0)
        differ(r, back.turn, back.hash);
    return status;
}

moult_status moult__replay_play(moult__replay *r, uint32_t place, moult__report *report)
{
    const moult__replay_record *record = &r->records[place];
    moult__reader in = content_of(r, record);
    switch (record->kind) {
    case MOULT__JOURNAL_STATE:
        return play_state(r, record, 0, report);
    case MOULT__JOURNAL_ACT:
    case MOULT__JOURNAL_CHOOSE:
    case MOULT__JOURNAL_NEW_RUN:
    case MOULT__JOURNAL_CONSOLE:
        return play_turn(r, place, report);
    case MOULT__JOURNAL_REPLACED:
        take_options(&in, r->options);
        return MOULT_OK;
    case MOULT__JOURNAL_BACK:
        return play_back(r, place, report);
    default: /* of a later core */
        return MOULT_OK;
    }
}

moult_status moult__replay_step(moult__replay *r, moult__report *report)
{
    if (r->next >= r->record_count)
        return 0;
    moult_status status = moult__replay_play(r, r->next, report);
    r->next++;
    return status < 0 ? status : 1;
}

/* -- places ------------------------------------------------------------------------------------ */

int32_t moult__replay_is_turn(const moult__replay *r, uint32_t place)
{
    const uint32_t kind = r->records[place].kind;
    return kind == MOULT__JOURNAL_ACT || kind == MOULT__JOURNAL_CHOOSE ||
           kind == MOULT__JOURNAL_NEW_RUN || kind == MOULT__JOURNAL_CONSOLE;
}

/* The same place as one that no step back stands before. */
static uint32_t resolve(const moult__replay *r, uint32_t place)
{
    while (place != 0 && r->records[place - 1].kind == MOULT__JOURNAL_BACK)
        place = back_of(r, place - 1).place;
    return place;
}

int32_t moult__replay_before(const moult__replay *r, uint32_t *place)
{
    *place = resolve(r, *place);
    if (*place == 0)
        return 0;
    --*place;
    return 1;
}

uint32_t *moult__replay_path(const moult__replay *r, uint32_t from, uint32_t to, uint32_t *count)
{
    uint32_t room = 256, *path = malloc(room * sizeof *path), at = to;
    *count = 0;
    while (path != NULL && resolve(r, at) != from && moult__replay_before(r, &at)) {
        if (*count == room) {
            uint32_t *grown = realloc(path, 2 * room * sizeof *path);
            if (grown == NULL)
                free(path);
            path = grown;
            room *= 2;
        }
        if (path != NULL)
            path[(*count)++] = at;
        if (from == MOULT__REPLAY_SNAPSHOT && r->records[at].kind == MOULT__JOURNAL_STATE)
            break;
    }
    return path;
}

static void options_at(moult__replay *r, uint32_t place)
{
    moult__reader in = {r->bytes + r->given, r->bytes + r->loaded, 1};
    for (uint32_t i = 0; i < place; i++)
        if (r->records[i].kind == MOULT__JOURNAL_REPLACED)
            in = content_of(r, &r->records[i]);
    take_options(&in, r->options);
}

/* With the options of place `in_force`: those that a run had when it went back to `next`. */
static moult_status seek(moult__replay *r, uint32_t next, uint32_t in_force, moult__report *report)
{
    uint32_t count, *path = moult__replay_path(r, MOULT__REPLAY_SNAPSHOT, next, &count);
    if (path == NULL)
        return moult__refuse(report, MOULT_MEMORY, r->path, "out of memory");
    options_at(r, in_force);
    const int32_t snapshot = count != 0 && r->records[path[count - 1]].kind == MOULT__JOURNAL_STATE;
    moult_status status =
        snapshot ? play_state(r, &r->records[path[count - 1]], 1, report) : start(r, report);
    count -= snapshot != 0;
    r->walked = count;
    while (count > 0 && status >= 0)
        status = moult__replay_play(r, path[--count], report);
    r->next = next;
    free(path);
    return status < 0 ? status : MOULT_OK;
}

moult_status moult__replay_seek(moult__replay *r, uint32_t next, moult__report *report)
{
    next = next < r->record_count ? next : r->record_count;
    return seek(r, next, next, report);
}
