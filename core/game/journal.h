/* SPDX-License-Identifier: MIT */
/* The journal of a run, by which it can be played again: what the session handed to the rules, in
 * order, and the state's hash after each of it.
 *
 * Actions are recorded, not keys: what reaches the rules is all that a world depends on, so a
 * replay needs neither the key map nor the renderer. A run begins from its seed, or from a
 * snapshot when it was resumed; each 400 turns another snapshot follows, from which a replay, and
 * a run of wizard mode, can go back. A turn's record also has a short hash of each block of the
 * world that it changed, by which a difference is named (differ.c).
 *
 * The file is magic and records, each with a checksum that is seeded with that of the record
 * before it: a file that was cut off or damaged ends with its last good record. Records are
 * gathered in memory and written without waiting for the disk: before the session waits for input,
 * at each autosave, when it is left, and every 64 records. */
#ifndef MOULT_CORE_GAME_JOURNAL_H
#define MOULT_CORE_GAME_JOURNAL_H
#include <sys/types.h>
#include "core/game/session.h"
#include "core/world/bytes.h"

#define MOULT__JOURNAL_MAGIC "MOULTJ1\n"
#define MOULT__JOURNAL_MAGIC_SIZE 8u
#define MOULT__JOURNAL_FORMAT 2u /* 1, which is read too, had no changes and no steps back */
#define MOULT__JOURNAL_MAX_MB 64u
#define MOULT__JOURNAL_MAX ((uint64_t)MOULT__JOURNAL_MAX_MB << 20) /* bytes; it ends before them */
#define MOULT__JOURNAL_KEPT 3u                                     /* runs of a profile */
#define MOULT__JOURNAL_SNAPSHOT 400u /* records from one snapshot to the next */

/* Kinds of records. */
#define MOULT__JOURNAL_HEAD 1u     /* what is needed to begin: see journal.c */
#define MOULT__JOURNAL_STATE 2u    /* moult__journal_state, then sections, a u64 size before each */
#define MOULT__JOURNAL_ACT 3u      /* moult__journal_turn, its text, its changes, for `turn` */
#define MOULT__JOURNAL_CHOOSE 4u   /* the same for `choose` */
#define MOULT__JOURNAL_NEW_RUN 5u  /* the same: another run began */
#define MOULT__JOURNAL_REPLACED 6u /* options and plugins from here on; a snapshot follows */
#define MOULT__JOURNAL_FULL 7u     /* no more was recorded: the file had reached its limit */
#define MOULT__JOURNAL_BACK 8u     /* moult__journal_step: the run went on from another place */
#define MOULT__JOURNAL_CONSOLE 9u  /* moult__journal_turn and its text, a line of the console */

typedef struct moult__journal_frame {
    uint32_t length; /* of what follows */
    uint32_t kind;
    uint32_t checksum; /* XXH3 of what follows, seeded with the last checksum and the kind */
} moult__journal_frame;

#define MOULT__JOURNAL_ADOPT 1u /* the run went on from this state, whatever was before */

typedef struct moult__journal_state {
    uint64_t hash;
    uint32_t flags, turn, sections, reserved;
} moult__journal_state;

#define MOULT__JOURNAL_NO_TEXT UINT32_MAX
#define MOULT__JOURNAL_HAS_ACTION 1u /* else the player went back */
#define MOULT__JOURNAL_MORE 2u       /* more blocks changed than are told */

typedef struct moult__journal_turn {
    uint64_t hash; /* of the state afterwards */
    moult_id item, subject;
    uint32_t turn, verb; /* turn: afterwards */
    int32_t x, y, number;
    uint32_t elapsed_ms, menu, flags, text_size, changes; /* changes: of blocks, by this */
} moult__journal_turn;

/* A place in a journal is the number of records before it, but for the heading. */
typedef struct moult__journal_step {
    uint64_t hash;
    uint32_t place; /* whose world it is from here on */
    uint32_t turn;
} moult__journal_step;

/* A run's journal being written. */
typedef struct moult__journal {
    int fd;
    pid_t pid; /* who writes it: a fork of that process doesn't */
    uint8_t *buffer;
    uint32_t used, room, gathered; /* gathered: records in it */
    uint64_t written, limit;
    uint32_t checksum; /* of the newest record */
    uint32_t since;    /* turns played since the newest snapshot that the world goes back to */
    uint32_t top;      /* the place that was stepped back from; 0: a turn was played since */
    int32_t held;      /* records may yet be taken back: */
    struct {
        uint64_t written;
        uint32_t checksum, since;
    } before;
    uint32_t kind; /* of the one being played; 0: none */
    moult__journal_turn turn;
    moult__changes changes;
    char *text;
    uint32_t text_room;
    moult__bytes state; /* scratch of a snapshot */
} moult__journal;

/* Begins the journal of a session that was opened (options.journal), or goes on with the one of the
 * worker before. When it can't be written, a person is told, and the run goes on without. */
void moult__journal_open(moult__session *s);
void moult__journal_close(moult__session *s);
void moult__journal_flush(moult__session *s);

/* Adds a record of so many parts, or the one that says that there is no room for it. */
typedef struct moult__journal_part {
    const void *bytes;
    uint64_t size;
} moult__journal_part;

void moult__journal_add(moult__session *s, uint32_t kind, const moult__journal_part *parts,
                        uint32_t count);
void moult__journal_snapshot(moult__session *s, uint32_t flags);

/* Before and after the rules play; action NULL: the player went back. `kind` 0: what was noted last
 * didn't happen. */
void moult__journal_note(moult__session *s, uint32_t kind, const moult_action *action,
                         uint32_t menu, moult_id subject);
void moult__journal_played(moult__session *s);

/* The world is that of a place before, `since` turns behind a snapshot. `adopt`: playing the
 * records up to there doesn't lead to it. */
void moult__journal_back(moult__session *s, uint32_t place, uint32_t since, int32_t adopt);

/* What is recorded from here on is kept back, until it is to stay or not to have been. */
void moult__journal_hold(moult__session *s);
void moult__journal_release(moult__session *s, int32_t keep);

/* -- journal_head.c ---------------------------------------------------------------------------- */
void moult__journal_head(moult__session *s);
/* After plugins or options were replaced. */
void moult__journal_replaced(moult__session *s);

/* Where a profile's journal lies; `age` 0 is the running one's. */
moult_status moult__journal_path(const moult__session *s, uint32_t age, char *out, uint32_t room,
                                 moult__report *report);

/* Of a record's content, its kind, and the checksum before it. */
uint32_t moult__journal_checksum(const uint8_t *bytes, uint32_t count, uint32_t kind,
                                 uint32_t before);

/* -- replay.c ---------------------------------------------------------------------------------- */

/* The record behind *at; `checksum` is that of the one before. 0: there is no whole one. */
int32_t moult__journal_next(const uint8_t *bytes, uint64_t count, uint64_t *at, uint32_t *checksum,
                            moult__journal_frame *frame);

typedef struct moult__replay_record {
    uint64_t at; /* of its content in the file */
    uint32_t length, kind;
} moult__replay_record;

/* A journal that was read, and how far it was played. */
typedef struct moult__replay {
    char path[MOULT__PATH_SIZE];
    uint8_t *bytes;
    uint64_t count;
    moult__replay_record *records; /* but for the heading */
    uint32_t record_count, next;
    int32_t damaged, full; /* why it ends before the run did */
    char core[32], profile[MOULT__SAFE_NAME_SIZE], asked[MOULT__PROFILE_PATH_SIZE];
    const uint8_t *seed; /* NULL: it begins from a snapshot */
    uint32_t seed_size;
    uint64_t hash;                   /* at the start */
    uint64_t choices, given, loaded; /* where the file says roles, options and plugins */
    moult__session *session;
    moult__profile *options; /* the profile whose options are the record's */
    uint32_t walked;         /* records that the last seek played */
    moult__changes changes;  /* by the turn being verified */
    int32_t verify, differs; /* differs: 1 the hash does, 2 and it is known where */
    uint32_t differs_turn;
    uint64_t differs_hash, found_hash;
    char table[MOULT_SLOT_SIZE]; /* what is known before the snapshot: "", or where it differs, */
    uint64_t rows;               /* in which of those rows of it, a bit each */
    uint32_t first_row;
    char writer[200];  /* and who wrote it: a whole part of a sentence, or "" */
    moult__report why; /* set with differs */
} moult__replay;

/* Reads a journal. Refused: no such file, no journal, its heading is damaged or of another form. */
moult_status moult__replay_read(moult__replay *r, const char *path, moult__report *report);
void moult__replay_free(moult__replay *r);

/* Lets a profile choose what the run was recorded with. */
moult_status moult__replay_choose(moult__replay *r, moult__profile *profile, moult__report *report);

/* Names the plugins that are others than recorded. 0: none is. */
int32_t moult__replay_others(const moult__replay *r, const moult__set *set, char *out,
                             uint32_t room);

/* Begins in a session that was prepared and bound; the world is as at the start. */
moult_status moult__replay_begin(moult__replay *r, moult__session *s, moult__report *report);

/* Plays the next record. 1: played, 0: there is none. With `verify`, `differs` and `why` say
 * afterwards what isn't as recorded. */
moult_status moult__replay_step(moult__replay *r, moult__report *report);

/* The same of any record, wherever the replay stands. */
moult_status moult__replay_play(moult__replay *r, uint32_t place, moult__report *report);

/* Goes to the place before record `next`, also back, from the nearest snapshot on the way there. */
moult_status moult__replay_seek(moult__replay *r, uint32_t next, moult__report *report);

int32_t moult__replay_is_turn(const moult__replay *r, uint32_t place);

/* From a place to the record that led there, over steps back. 0: it is the start. */
int32_t moult__replay_before(const moult__replay *r, uint32_t *place);

/* The records that lead to a place, the last one first, from a place on that way or from the
 * nearest snapshot, which is then among them. To be freed; NULL: no memory. */
#define MOULT__REPLAY_SNAPSHOT UINT32_MAX
uint32_t *moult__replay_path(const moult__replay *r, uint32_t from, uint32_t to, uint32_t *count);

#endif
