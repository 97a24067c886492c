/* SPDX-License-Identifier: MIT */
/* Writing the journal of a run; see journal.h.
 *
 * A record of a turn is begun before the rules play (what they are given may be gone afterwards)
 * and added when they have answered: of a turn that crashed there is none. The worker that follows
 * on a crash cuts off what wasn't written whole, and goes on behind a snapshot of the world that it
 * has, so it doesn't matter which of the last turns had reached the file.
 *
 * The heading: u32 format; core, profile, what it was asked for by, id of the game; u32 whether it
 * begins from the seed; u64 hash at the start; the seed text; then choices: roles and files,
 * options as NAME=VALUE; then plugins: name, version, u64 XXH3 of the file. A list has a u32 count,
 * a text a u32 length before it. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>
#include "core/game/journal.h"
#include "core/game/plugins.h"
#include "core/system/files.h"

#define GATHERED_MAX 64u
#define BUFFER_SIZE 16384u
_Static_assert(sizeof(moult__journal_frame) == 12 && sizeof(moult__journal_state) == 24 &&
                   sizeof(moult__journal_turn) == 64,
               "as in the file");

/* -- writing ----------------------------------------------------------------------------------- */

static void put(moult__bytes *m, const void *bytes, uint64_t count)
{
    m->sink.write(&m->sink, bytes, count);
}

static void put_u32(moult__bytes *m, uint32_t value)
{
    put(m, &value, sizeof value);
}

static void put_bytes(moult__bytes *m, const void *bytes, uint32_t count)
{
    put_u32(m, count);
    put(m, bytes, count);
}

static void put_text(moult__bytes *m, const char *text)
{
    put_bytes(m, text, (uint32_t)strlen(text));
}

/* -- records ----------------------------------------------------------------------------------- */

uint32_t moult__journal_checksum(const uint8_t *bytes, uint32_t count, uint32_t kind,
                                 uint32_t before)
{
    return (uint32_t)XXH3_64bits_withSeed(bytes, count, (uint64_t)kind << 32 | before);
}

static void drop(moult__session *s)
{
    moult__journal *j = s->journal;
    close(j->fd);
    free(j->buffer);
    free(j->text);
    free(j->state.bytes);
    free(j);
    s->journal = NULL;
}

static int32_t write_all(int fd, const uint8_t *bytes, uint64_t count)
{
    while (count != 0) {
        ssize_t done = write(fd, bytes, count);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return 0;
        bytes += done;
        count -= (uint64_t)done;
    }
    return 1;
}

static void give_up(moult__session *s)
{
    if (moult__person(s))
        moult__session_notice(s, MOULT_SAY_SYSTEM,
                              "The journal of this run can't be written (%s): it ends here.",
                              strerror(errno));
    drop(s);
}

void moult__journal_flush(moult__session *s)
{
    moult__journal *j = s->journal;
    if (j == NULL || j->used == 0)
        return;
    const uint32_t count = j->used;
    j->used = j->gathered = 0;
    if (j->pid == getpid() && !write_all(j->fd, j->buffer, count))
        give_up(s);
}

/* 1: there is room for so many bytes in the buffer. */
static int32_t make_room(moult__session *s, uint64_t count)
{
    moult__journal *j = s->journal;
    if (j->used + count > j->room)
        moult__journal_flush(s);
    if (s->journal == NULL)
        return 0;
    if (count <= j->room)
        return 1;
    uint8_t *grown = realloc(j->buffer, count);
    if (grown == NULL)
        return 0;
    j->buffer = grown;
    j->room = (uint32_t)count;
    return 1;
}

static void put_record(moult__session *s, uint32_t kind, const void *first, uint32_t first_size,
                       const void *rest, uint32_t rest_size)
{
    moult__journal *j = s->journal;
    moult__journal_frame frame = {.length = first_size + rest_size, .kind = kind};
    const uint64_t size = sizeof frame + (uint64_t)first_size + rest_size;
    if (!make_room(s, size))
        return;
    uint8_t *to = j->buffer + j->used;
    if (first_size != 0)
        memcpy(to + sizeof frame, first, first_size);
    if (rest_size != 0)
        memcpy(to + sizeof frame + first_size, rest, rest_size);
    j->checksum = frame.checksum =
        moult__journal_checksum(to + sizeof frame, frame.length, kind, j->checksum);
    memcpy(to, &frame, sizeof frame);
    j->used += (uint32_t)size;
    j->written += size;
    if (++j->gathered >= GATHERED_MAX)
        moult__journal_flush(s);
}

/* Adds a record, or the one that says that there is no room for it. */
static void add(moult__session *s, uint32_t kind, const void *first, uint32_t first_size,
                const void *rest, uint64_t rest_size)
{
    moult__journal *j = s->journal;
    if (j == NULL)
        return;
    if (j->written + first_size + rest_size + 2 * sizeof(moult__journal_frame) <= j->limit) {
        put_record(s, kind, first, first_size, rest, (uint32_t)rest_size);
        return;
    }
    put_record(s, MOULT__JOURNAL_FULL, NULL, 0, NULL, 0);
    moult__journal_flush(s);
    if (s->journal != NULL)
        drop(s);
}

/* -- what the records hold --------------------------------------------------------------------- */

static void put_choice(moult__bytes *m, const char *name, const char *value, const char *file)
{
    char text[2 * MOULT__PATH_SIZE], whole[MOULT__PATH_SIZE];
    if (file[0] != 0 && realpath(file, whole) != NULL)
        file = whole;
    snprintf(text, sizeof text, "%s=%s", name, file[0] != 0 ? file : value);
    put_text(m, text);
}

/* Who shows, ranks or saves a run has no part in it. */
static int32_t has_part(const moult__profile_role *role)
{
    return (role->provider[0] != 0 || role->file[0] != 0) && strcmp(role->role, "renderer") != 0 &&
           strcmp(role->role, "saver") != 0 && strcmp(role->role, "scores") != 0;
}

static void put_choices(moult__bytes *m, const moult__profile *profile)
{
    uint32_t count = profile->slot_count;
    for (uint32_t i = 0; i < MOULT__ROLE_COUNT; i++)
        count += has_part(&profile->roles[i]) != 0;
    put_u32(m, count);
    for (uint32_t i = 0; i < MOULT__ROLE_COUNT; i++)
        if (has_part(&profile->roles[i]))
            put_choice(m, profile->roles[i].role, profile->roles[i].provider,
                       profile->roles[i].file);
    for (uint32_t i = 0; i < profile->slot_count; i++)
        put_choice(m, profile->slots[i].slot, "", profile->slots[i].file);
}

/* But for a ranking's address, which may have a password in it: no turn depends on that. */
static void put_options(moult__bytes *m, const moult__profile *profile)
{
    uint32_t hidden = 0;
    for (uint32_t i = 0; i < profile->option_count; i++)
        hidden += strcmp(profile->options[i].name, "scores") == 0;
    put_u32(m, profile->option_count - hidden);
    for (uint32_t i = 0; i < profile->option_count; i++)
        if (strcmp(profile->options[i].name, "scores") != 0)
            put_choice(m, profile->options[i].name, profile->options[i].value, "");
}

static void put_plugins(moult__bytes *m, moult__session *s)
{
    moult_id id = 0;
    uint32_t count = 0;
    moult__plugins_note(s);
    while ((id = moult__next_row(s->world, MOULT__TABLE_PLUGIN, 0, id)) != 0)
        count++;
    put_u32(m, count);
    while ((id = moult__next_row(s->world, MOULT__TABLE_PLUGIN, 0, id)) != 0) {
        const moult__plugin_row *row = moult__read(s->world, MOULT__TABLE_PLUGIN, id);
        put_text(m, (const char *)row->name);
        put_text(m, (const char *)row->version);
        put(m, &row->content, sizeof row->content);
    }
}

static void add_bytes(moult__session *s, uint32_t kind, moult__bytes *m)
{
    if (m->status >= 0)
        add(s, kind, m->bytes, (uint32_t)m->count, NULL, 0);
    free(m->bytes);
}

static void add_head(moult__session *s)
{
    const moult__profile *profile = s->options.profile;
    moult__bytes m;
    uint32_t count;
    const uint8_t *seed = moult__seed_text(s->world, &count);
    const uint64_t hash = moult__hash(s->world);
    moult__bytes_open(&m, MOULT__JOURNAL_MAX);
    put_u32(&m, MOULT__JOURNAL_FORMAT);
    put_text(&m, s->options.release != NULL ? s->options.release : "");
    put_text(&m, profile->name);
    put_text(&m, profile->asked);
    put_text(&m, s->options.fresh != NULL ? s->options.fresh : "");
    put_u32(&m, (uint32_t)s->from_seed);
    put(&m, &hash, sizeof hash);
    put_bytes(&m, seed, count);
    put_choices(&m, profile);
    put_options(&m, profile);
    put_plugins(&m, s);
    add_bytes(s, MOULT__JOURNAL_HEAD, &m);
}

static void add_state(moult__session *s, uint32_t flags)
{
    moult_world *w = s->world;
    const moult__journal_state state = {.hash = moult__hash(w),
                                        .flags = flags,
                                        .turn = moult__turn(w),
                                        .sections = moult__section_count(w)};
    if (s->journal == NULL)
        return;
    moult__bytes *m = &s->journal->state; /* its memory is used again */
    m->count = 0;
    s->journal->since = 0;
    for (uint32_t i = 0; i < state.sections && m->status >= 0; i++) {
        uint64_t at = m->count, size = 0;
        put(m, &size, sizeof size);
        moult_status status = moult__section_encode(w, i, &m->sink);
        m->status = status < 0 ? status : m->status;
        size = m->count - at - sizeof size;
        if (m->status >= 0)
            memcpy(m->bytes + at, &size, sizeof size);
    }
    if (m->status >= 0)
        add(s, MOULT__JOURNAL_STATE, &state, sizeof state, m->bytes, m->count);
    else
        drop(s);
}

void moult__journal_replaced(moult__session *s)
{
    moult__bytes m;
    if (s->journal == NULL)
        return;
    moult__bytes_open(&m, MOULT__JOURNAL_MAX);
    put_options(&m, s->options.profile);
    put_plugins(&m, s);
    add_bytes(s, MOULT__JOURNAL_REPLACED, &m);
    add_state(s, MOULT__JOURNAL_ADOPT);
}

/* -- turns ------------------------------------------------------------------------------------- */

void moult__journal_note(moult__session *s, uint32_t kind, const moult_action *action,
                         uint32_t menu, moult_id subject)
{
    moult__journal *j = s->journal;
    if (j == NULL)
        return;
    j->kind = kind;
    j->turn = (moult__journal_turn){
        .subject = subject, .menu = menu, .text_size = MOULT__JOURNAL_NO_TEXT};
    if (action == NULL)
        return;
    j->turn.flags = MOULT__JOURNAL_HAS_ACTION;
    j->turn.verb = action->verb;
    j->turn.x = action->x;
    j->turn.y = action->y;
    j->turn.number = action->number;
    j->turn.elapsed_ms = action->elapsed_ms;
    j->turn.item = action->item;
    if (action->text == NULL)
        return;
    size_t length = strlen(action->text);
    if (length > j->text_room) {
        char *grown = length < MOULT__JOURNAL_MAX ? realloc(j->text, length) : NULL;
        if (grown == NULL) {
            drop(s); /* a run without this action would be another one */
            return;
        }
        j->text = grown;
        j->text_room = (uint32_t)length;
    }
    memcpy(j->text, action->text, length);
    j->turn.text_size = (uint32_t)length;
}

void moult__journal_played(moult__session *s)
{
    moult__journal *j = s->journal;
    if (j == NULL || j->kind == 0)
        return;
    const uint32_t kind = j->kind,
                   size = j->turn.text_size != MOULT__JOURNAL_NO_TEXT ? j->turn.text_size : 0;
    j->kind = 0;
    j->turn.hash = moult__hash(s->world);
    j->turn.turn = moult__turn(s->world);
    j->since++;
    add(s, kind, &j->turn, sizeof j->turn, j->text, size);
    if (s->journal != NULL && s->journal->since >= MOULT__JOURNAL_SNAPSHOT)
        add_state(s, 0);
}

/* -- the file ---------------------------------------------------------------------------------- */

moult_status moult__journal_path(const moult__session *s, uint32_t age, char *out, uint32_t room,
                                 moult__report *report)
{
    char data[MOULT__PATH_SIZE - 128], number[16] = "", stem[MOULT__STEM_SIZE];
    moult_status status = moult__path_data(data, sizeof data, report);
    if (status < 0)
        return status;
    if (age != 0)
        snprintf(number, sizeof number, ".%u", age);
    moult__save_stem(&s->options, stem);
    int length = snprintf(out, room, "%s/journals/%s%s.journal", data, stem, number);
    return length > 0 && (uint32_t)length < room ? MOULT_OK : MOULT_RANGE;
}

/* The journals before this one move on by one; the oldest goes. */
static int open_new(const moult__session *s)
{
    char path[MOULT__PATH_SIZE], older[MOULT__PATH_SIZE];
    if (moult__journal_path(s, 0, path, sizeof path, NULL) < 0)
        return -1;
    *strrchr(path, '/') = 0;
    if (moult__folder_make(path, 0700, NULL) < 0)
        return -1;
    for (uint32_t age = MOULT__JOURNAL_KEPT - 1; age > 0; age--)
        if (moult__journal_path(s, age, older, sizeof older, NULL) >= 0 &&
            moult__journal_path(s, age - 1, path, sizeof path, NULL) >= 0)
            rename(path, older);
    moult__journal_path(s, 0, path, sizeof path, NULL);
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
}

/* Whether the heading is of this very game: its id stands behind four other fields. */
static int32_t is_ours(const moult__session *s, const uint8_t *content, uint32_t length)
{
    uint32_t at = 4, size = 0;
    for (int32_t text = 0; text < 4 && at + 4 <= length; text++) {
        at += size;
        if (at + 4 > length)
            return 0;
        memcpy(&size, content + at, sizeof size);
        at += 4;
        if (size > length - at)
            return 0;
    }
    return s->options.fresh != NULL && size == strlen(s->options.fresh) &&
           memcmp(content + at, s->options.fresh, size) == 0;
}

/* The journal that the worker before wrote, without what it didn't write whole. 0: there is
 * none. */
static int32_t open_again(moult__session *s, moult__journal *j)
{
    char path[MOULT__PATH_SIZE];
    uint8_t *bytes = NULL;
    uint64_t count = 0, at = MOULT__JOURNAL_MAGIC_SIZE;
    uint32_t checksum = 0, first = 1, ours = 0;
    moult__journal_frame frame = {0};
    if (moult__journal_path(s, 0, path, sizeof path, NULL) < 0 ||
        moult__file_read(path, MOULT__JOURNAL_MAX, &bytes, &count, NULL) < 0)
        return 0;
    while (moult__journal_next(bytes, count, &at, &checksum, &frame)) {
        if (first)
            ours = is_ours(s, bytes + at - frame.length, frame.length) != 0;
        first = 0;
    }
    free(bytes);
    if (!ours)
        return 0;
    j->fd = open(path, O_WRONLY | O_CLOEXEC);
    if (j->fd >= 0 && (ftruncate(j->fd, (off_t)at) != 0 || lseek(j->fd, (off_t)at, SEEK_SET) < 0)) {
        close(j->fd);
        j->fd = -1;
    }
    j->written = at;
    j->checksum = checksum;
    if (frame.kind == MOULT__JOURNAL_FULL)
        j->limit = 0;
    return j->fd >= 0;
}

static int32_t begin(moult__session *s, moult__journal *j)
{
    j->fd = open_new(s);
    if (j->fd < 0 ||
        !write_all(j->fd, (const uint8_t *)MOULT__JOURNAL_MAGIC, MOULT__JOURNAL_MAGIC_SIZE))
        return 0;
    j->written = MOULT__JOURNAL_MAGIC_SIZE;
    add_head(s);
    add_state(s, s->from_seed ? 0 : MOULT__JOURNAL_ADOPT);
    return 1;
}

void moult__journal_open(moult__session *s)
{
    const moult__start *start = s->options.start;
    if (!s->options.journal || s->options.profile == NULL)
        return;
    moult__journal *j = calloc(1, sizeof *j);
    uint8_t *buffer = malloc(BUFFER_SIZE);
    if (j == NULL || buffer == NULL) {
        free(j);
        free(buffer);
        return;
    }
    *j = (moult__journal){.fd = -1,
                          .pid = getpid(),
                          .buffer = buffer,
                          .room = BUFFER_SIZE,
                          .limit = MOULT__JOURNAL_MAX};
    moult__bytes_open(&j->state, MOULT__JOURNAL_MAX);
    s->journal = j;
    if (start != NULL && start->again && open_again(s, j)) {
        if (j->limit == 0)
            drop(s);
        moult__journal_replaced(s);
    } else if (!begin(s, j)) {
        give_up(s);
    }
    moult__journal_flush(s);
}

void moult__journal_close(moult__session *s)
{
    const moult__journal *j = s->journal;
    if (j != NULL && j->pid == getpid() && j->since != 0)
        add_state(s, 0);
    moult__journal_flush(s);
    if (s->journal != NULL)
        drop(s);
}
