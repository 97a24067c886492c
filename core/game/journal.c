/* SPDX-License-Identifier: MIT */
/* Writing the journal of a run; see journal.h.
 *
 * A record of a turn is begun before the rules play (what they are given may be gone afterwards)
 * and added when they have answered: of a turn that crashed there is none. The worker that follows
 * on a crash cuts off what wasn't written whole, and goes on behind a snapshot of the world that it
 * has, so it doesn't matter which of the last turns had reached the file. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>
#include "core/game/journal.h"
#include "core/system/files.h"

#define GATHERED_MAX 64u
#define BUFFER_SIZE 16384u
_Static_assert(sizeof(moult__journal_frame) == 12 && sizeof(moult__journal_state) == 24 &&
                   sizeof(moult__journal_turn) == 64,
               "as in the file");

/* -- records ----------------------------------------------------------------------------------- */

uint32_t moult__journal_checksum(const uint8_t *bytes, uint32_t count, uint32_t kind,
                                 uint32_t before)
{
    return (uint32_t)XXH3_64bits_withSeed(bytes, count, (uint64_t)kind << 32 | before);
}

static void drop(moult__session *s)
{
    moult__journal *j = s->journal;
    s->world->changes = NULL;
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
    if (j == NULL || j->used == 0 || j->held)
        return;
    const uint32_t count = j->used;
    j->used = j->gathered = 0;
    if (j->pid == getpid() && !write_all(j->fd, j->buffer, count))
        give_up(s);
}

/* 1: there is room for so many bytes more in the buffer. */
static int32_t make_room(moult__session *s, uint64_t count)
{
    moult__journal *j = s->journal;
    if (j->used + count > j->room)
        moult__journal_flush(s);
    if (s->journal == NULL)
        return 0;
    count += j->used;
    if (count <= j->room)
        return 1;
    uint8_t *grown = realloc(j->buffer, count);
    if (grown == NULL)
        return 0;
    j->buffer = grown;
    j->room = (uint32_t)count;
    return 1;
}

typedef moult__journal_part part;

static void put_record(moult__session *s, uint32_t kind, const part *parts, uint32_t count,
                       uint64_t length)
{
    moult__journal *j = s->journal;
    moult__journal_frame frame = {.length = (uint32_t)length, .kind = kind};
    const uint64_t size = sizeof frame + length;
    if (!make_room(s, size))
        return;
    uint8_t *to = j->buffer + j->used, *at = to + sizeof frame;
    for (uint32_t i = 0; i < count; i++)
        if (parts[i].size != 0) {
            memcpy(at, parts[i].bytes, parts[i].size);
            at += parts[i].size;
        }
    j->checksum = frame.checksum =
        moult__journal_checksum(to + sizeof frame, frame.length, kind, j->checksum);
    memcpy(to, &frame, sizeof frame);
    j->used += (uint32_t)size;
    j->written += size;
    if (++j->gathered >= GATHERED_MAX)
        moult__journal_flush(s); /* nothing while it is held */
}

/* Adds a record, or the one that says that there is no room for it. */
void moult__journal_add(moult__session *s, uint32_t kind, const part *parts, uint32_t count)
{
    moult__journal *j = s->journal;
    uint64_t length = 0;
    for (uint32_t i = 0; i < count; i++)
        length += parts[i].size;
    if (j == NULL)
        return;
    if (j->written + length + 2 * sizeof(moult__journal_frame) <= j->limit) {
        put_record(s, kind, parts, count, length);
        return;
    }
    put_record(s, MOULT__JOURNAL_FULL, NULL, 0, 0);
    moult__journal_flush(s);
    if (s->journal != NULL)
        drop(s);
}

/* -- what the records hold --------------------------------------------------------------------- */

void moult__journal_snapshot(moult__session *s, uint32_t flags)
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
    moult__sections_encode(w, m);
    if (m->status >= 0)
        moult__journal_add(s, MOULT__JOURNAL_STATE,
                           (const part[]){{&state, sizeof state}, {m->bytes, m->count}}, 2);
    else
        drop(s);
}

/* -- turns ------------------------------------------------------------------------------------- */

void moult__journal_note(moult__session *s, uint32_t kind, const moult_action *action,
                         uint32_t menu, moult_id subject)
{
    moult__again_drop(s);
    moult__journal *j = s->journal;
    if (j == NULL)
        return;
    j->kind = kind;
    j->turn = (moult__journal_turn){
        .subject = subject, .menu = menu, .text_size = MOULT__JOURNAL_NO_TEXT};
    j->changes.count = j->changes.more = 0;
    s->world->changes = &j->changes;
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
    j->turn.changes = j->changes.count;
    j->turn.flags |= j->changes.more ? MOULT__JOURNAL_MORE : 0;
    j->since++;
    j->top = 0;
    s->world->changes = NULL;
    moult__journal_add(
        s, kind,
        (const part[]){{&j->turn, sizeof j->turn},
                       {j->text, size},
                       {j->changes.list, j->changes.count * sizeof *j->changes.list}},
        3);
    if (s->journal != NULL && s->journal->since >= MOULT__JOURNAL_SNAPSHOT)
        moult__journal_snapshot(s, 0);
}

/* -- stepping back ----------------------------------------------------------------------------- */

void moult__journal_back(moult__session *s, uint32_t place, uint32_t since, int32_t adopt)
{
    const moult__journal_step back = {moult__hash(s->world), place, moult__turn(s->world)};
    moult__journal_add(s, MOULT__JOURNAL_BACK, &(part){&back, sizeof back}, 1);
    if (s->journal != NULL)
        s->journal->since = since;
    if (adopt || since >= MOULT__JOURNAL_SNAPSHOT)
        moult__journal_snapshot(s, adopt ? MOULT__JOURNAL_ADOPT : 0);
}

void moult__journal_hold(moult__session *s)
{
    moult__journal_flush(s);
    moult__journal *j = s->journal;
    if (j == NULL)
        return;
    j->held = 1;
    j->before.written = j->written;
    j->before.checksum = j->checksum;
    j->before.since = j->since;
}

void moult__journal_release(moult__session *s, int32_t keep)
{
    moult__journal *j = s->journal;
    if (j == NULL || !j->held)
        return;
    j->held = 0;
    if (!keep) {
        j->used = j->gathered = 0;
        j->written = j->before.written;
        j->checksum = j->before.checksum;
        j->since = j->before.since;
    }
    moult__journal_flush(s);
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
    moult__journal_head(s);
    moult__journal_snapshot(s, s->from_seed ? 0 : MOULT__JOURNAL_ADOPT);
    return 1;
}

/* What the profile's options say of it: at most so many bytes; 0: there is none. */
static uint64_t limit_of(const moult__profile *profile)
{
    const char *wanted = moult__profile_option(profile, "journal");
    const char *size = moult__profile_option(profile, "journal-mb");
    if (wanted != NULL && strcmp(wanted, "off") == 0)
        return 0;
    return size != NULL ? strtoull(size, NULL, 10) << 20 : MOULT__JOURNAL_MAX;
}

void moult__journal_open(moult__session *s)
{
    const moult__start *start = s->options.start;
    const uint64_t limit =
        s->options.journal && s->options.profile != NULL ? limit_of(s->options.profile) : 0;
    if (limit == 0)
        return;
    moult__journal *j = calloc(1, sizeof *j);
    uint8_t *buffer = malloc(BUFFER_SIZE);
    if (j == NULL || buffer == NULL) {
        free(j);
        free(buffer);
        return;
    }
    *j = (moult__journal){
        .fd = -1, .pid = getpid(), .buffer = buffer, .room = BUFFER_SIZE, .limit = limit};
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
        moult__journal_snapshot(s, 0);
    moult__journal_flush(s);
    if (s->journal != NULL)
        drop(s);
}
