/* SPDX-License-Identifier: MIT */
/* What a session begins with, and whether that may take the place of what the slot holds.
 *
 * A run is lost only by its player's word. Before a person at a terminal that is asked for, ahead
 * of the first picture; elsewhere what would lose a run is refused, and the text has the command
 * that doesn't. Until then nothing in the slot is written, moved or removed; a save that can't be
 * read is put aside when its place is needed, never deleted. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "core/game/plugins.h"
#include "core/game/session.h"
#include "core/system/text.h"

#define ASIDE_MAX 99u

/* -- questions --------------------------------------------------------------------------------- */

static int32_t can_ask(const moult__session *s)
{
    return s->options.save && isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
}

#define NO_ANSWER (-1)
#define NO_SENSE (-2)

/* A line, byte by byte: what follows it is the game's. */
static int32_t read_answer(const moult__session *s, int32_t otherwise)
{
    char byte = 0, first = 0;
    while (byte != '\n') {
        struct pollfd fds[2] = {{STDIN_FILENO, POLLIN, 0}, {moult__keep_fd(s), POLLIN, 0}};
        if (poll(fds, 2, -1) < 0 && errno != EINTR)
            return NO_ANSWER;
        if (moult__keep_told_to_leave(s))
            return NO_ANSWER;
        if (fds[0].revents != 0 && read(STDIN_FILENO, &byte, 1) != 1)
            return NO_ANSWER;
        if (fds[0].revents != 0 && first == 0 && byte > ' ')
            first = byte;
    }
    const int32_t no = first == 'n' || first == 'N', yes = first == 'y' || first == 'Y';
    return first == 0 ? otherwise : yes ? 1 : no ? 0 : NO_SENSE;
}

/* 1: yes, 0: no; negative: nobody answered, and the report says so. Ctrl-C is the supervisor's. */
static int32_t ask(moult__session *s, const char *question, int32_t otherwise)
{
    int32_t answer = NO_SENSE;
    void (*before)(int) = s->options.link != NULL ? signal(SIGINT, SIG_IGN) : SIG_ERR;
    moult__keep_busy(s, 0);
    while (answer == NO_SENSE) {
        moult__print(stderr, "%s [%s] ", question, otherwise ? "Y/n" : "y/N");
        answer = read_answer(s, otherwise);
    }
    moult__keep_busy(s, 1);
    if (before != SIG_ERR)
        signal(SIGINT, before);
    if (answer == NO_ANSWER)
        moult__refuse(&s->report, MOULT_REFUSED, "moult play",
                      "there was no answer. Nothing was begun, and all is as it was");
    return answer;
}

/* -- what the slot holds ----------------------------------------------------------------------- */

static int32_t is_there(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0; /* also a link to nothing, or a folder */
}

static int32_t same_file(const char *a, const char *b)
{
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

/* Whether `a` was written last, or is the only one. */
static int32_t is_newer(const char *a, const char *b)
{
    struct stat first, second;
    if (stat(a, &first) != 0 || stat(b, &second) != 0)
        return is_there(a);
    return second.st_mtim.tv_sec < first.st_mtim.tv_sec ||
           (second.st_mtim.tv_sec == first.st_mtim.tv_sec &&
            second.st_mtim.tv_nsec <= first.st_mtim.tv_nsec);
}

typedef struct kept {
    char save[MOULT__PATH_SIZE], backup[MOULT__PATH_SIZE], rescue[MOULT__PATH_SIZE];
} kept;

static moult_status find(const moult__session *s, kept *k, moult__report *report)
{
    const moult__options *o = &s->options;
    moult_status status = moult__save_place(o, MOULT__SAVE, k->save, sizeof k->save, report);
    if (status >= 0)
        status = moult__save_place(o, MOULT__SAVE_BACKUP, k->backup, sizeof k->backup, report);
    if (status >= 0)
        status = moult__save_place(o, MOULT__SAVE_RESCUE, k->rescue, sizeof k->rescue, report);
    return status;
}

/* The turn of a saved run; 0: it can't be read. */
static int32_t read_turn(moult__session *s, const char *path, uint32_t *turn)
{
    moult__report report = {0};
    moult_world *w;
    if (moult__save_world(s, path, &w, &report) < 0)
        return 0;
    *turn = moult__turn(w);
    moult__set_world_free(s->set, w);
    return 1;
}

/* The newest file of the run that the slot holds; NULL: it is empty. */
static const char *newest(const kept *k)
{
    return is_there(k->save)     ? k->save
           : is_there(k->rescue) ? k->rescue
           : is_there(k->backup) ? k->backup
                                 : NULL;
}

static void describe(moult__session *s, const char *path, char *out, uint32_t room)
{
    uint32_t turn;
    if (read_turn(s, path, &turn))
        snprintf(out, room, moult__translate("turn %u"), turn);
    else
        snprintf(out, room, "%s", moult__translate("it can't be read"));
}

static moult_status refuse_taken(const moult__session *s, const char *path, const char *what,
                                 moult__report *report)
{
    char command[512];
    moult__save_command(&s->options, command, sizeof command);
    return moult__refuse(report, MOULT_REFUSED, path,
                         "the slot \"%.100s\" holds another run (%s), which would be lost. Go on "
                         "with it: %s; or keep this one apart: moult play %.200s --slot NAME",
                         moult__save_slot(&s->options), what, command, s->options.profile->asked);
}

moult_status moult__resume_vacant(moult__session *s, moult__report *report)
{
    kept k;
    char what[64];
    moult_status status = find(s, &k, report);
    const char *path = status >= 0 ? newest(&k) : NULL;
    if (path == NULL)
        return status;
    describe(s, path, what, sizeof what);
    return refuse_taken(s, path, what, report);
}

/* A save that can't be read gives its place to another, under a name that nothing has. */
static moult_status put_aside(moult__session *s, const char *path)
{
    char aside[MOULT__PATH_SIZE + 16];
    uint32_t number = 1;
    snprintf(aside, sizeof aside, "%s.broken", path);
    while (is_there(aside) && number++ < ASIDE_MAX)
        snprintf(aside, sizeof aside, "%s.broken-%u", path, number);
    if (is_there(aside) || rename(path, aside) != 0)
        return moult__refuse(&s->report, MOULT_IO, path,
                             "can't be renamed to %s. Move it away, and start again", aside);
    moult__session_notice(s, MOULT_SAY_ALERT, "The save that can't be read is kept as %s.", aside);
    return MOULT_OK;
}

static moult_status put_aside_unread(moult__session *s, const kept *k)
{
    uint32_t turn;
    return is_there(k->save) && !read_turn(s, k->save, &turn) ? put_aside(s, k->save) : MOULT_OK;
}

/* -- beginnings -------------------------------------------------------------------------------- */

static moult_status take(moult__session *s, moult_world *w)
{
    const moult_status status = moult__save_take(s, w, &s->report);
    moult__plugins_compare(s);
    return status;
}

/* The renderer isn't open yet. */
static int32_t will_have_person(const moult__session *s)
{
    const moult__slot *slot = moult__set_role(s->set, "renderer");
    return slot != NULL &&
           (((const moult_renderer_1 *)slot->functions)->flags & MOULT_RENDERER_PERSON) != 0;
}

/* Programs that play the same run again and again don't mean to keep each. */
static moult_status play_unkept(moult__session *s, const char *path, const char *what)
{
    moult__print(stderr,
                 moult__translate("warn   %s: the slot \"%.100s\" holds another run (%s), so this "
                                  "one isn't kept. To keep it, add --slot NAME\n"),
                 path, moult__save_slot(&s->options), what);
    s->options.save = 0;
    return MOULT_OK;
}

/* Before another run takes the slot. */
static moult_status give_up(moult__session *s)
{
    kept k;
    char what[64], question[512];
    moult_status status = find(s, &k, &s->report);
    const char *path = status >= 0 ? newest(&k) : NULL;
    if (path == NULL)
        return status;
    describe(s, path, what, sizeof what);
    if (!can_ask(s))
        return will_have_person(s) ? refuse_taken(s, path, what, &s->report)
                                   : play_unkept(s, path, what);
    snprintf(question, sizeof question,
             moult__translate("The slot \"%.100s\" holds a run (%s). Give it up for another one?"),
             moult__save_slot(&s->options), what);
    const int32_t answer = ask(s, question, 0);
    if (answer <= 0)
        return answer == 0 ? refuse_taken(s, path, what, &s->report) : MOULT_REFUSED;
    return put_aside_unread(s, &k);
}

/* Whether a file that was asked for is the slot's own, so that going on with it loses nothing: the
 * run that was cut off, or the save before one that can't be read. */
static moult_status is_own(moult__session *s, const kept *k, int32_t *own)
{
    uint32_t turn;
    const char *path = s->options.load_path;
    *own = same_file(path, k->save) || same_file(path, k->rescue);
    if (*own && !same_file(path, k->save) && s->options.save)
        return put_aside_unread(s, k);
    if (*own || !s->options.save || !same_file(path, k->backup) || read_turn(s, k->save, &turn))
        return MOULT_OK;
    *own = 1;
    return put_aside_unread(s, k);
}

static moult_status load(moult__session *s)
{
    kept k;
    moult_world *w;
    moult_status status = moult__save_world(s, s->options.load_path, &w, &s->report);
    if (status < 0)
        return status;
    if (s->options.profile != NULL && find(s, &k, &s->report) >= 0)
        status = is_own(s, &k, &s->mine);
    if (status >= 0 && s->options.save && !s->mine)
        status = give_up(s);
    if (status >= 0)
        return take(s, w);
    moult__set_world_free(s->set, w);
    return status;
}

/* The run that was cut off, when it is newer than the save; 0: the save it is. */
static moult_status resume_rescued(moult__session *s, const kept *k)
{
    char question[512];
    moult__report report = {0};
    moult_world *w;
    uint32_t turn;
    if (!is_newer(k->rescue, k->save))
        return 0;
    if (moult__save_world(s, k->rescue, &w, &report) < 0) {
        moult__session_notice(s, MOULT_SAY_ALERT, "%s", report.text);
        return 0;
    }
    int32_t answer = 1;
    if (can_ask(s) && read_turn(s, k->save, &turn)) {
        snprintf(question, sizeof question,
                 moult__translate("The game was cut off at turn %u; what was saved before is of "
                                  "turn %u. Go on from where it was cut off?"),
                 moult__turn(w), turn);
        answer = ask(s, question, 1);
    }
    moult_status status = answer == 1 ? put_aside_unread(s, k) : MOULT_OK;
    if (answer != 1 || status < 0) {
        moult__set_world_free(s->set, w);
        s->declined = answer == 0;
        return answer < 0 ? MOULT_REFUSED : status;
    }
    moult__session_notice(s, MOULT_SAY_ALERT,
                          "The game was cut off last time: this is the run that was rescued.");
    status = take(s, w);
    return status < 0 ? status : 1;
}

/* The save can't be read, or isn't there (MOULT_UNKNOWN): the one before it may be gone on with. */
static moult_status resume_backup(moult__session *s, const kept *k, moult_status why)
{
    char question[256];
    const int32_t missing = why == MOULT_UNKNOWN;
    moult__report report = {0};
    moult_world *w;
    if (!is_there(k->backup) || (!missing && !can_ask(s)) ||
        moult__save_world(s, k->backup, &w, &report) < 0)
        return why;
    if (!missing)
        moult__print(stderr, "%s\n", s->report.text);
    snprintf(question, sizeof question,
             missing ? moult__translate("The save is missing. Go on with the one before it (turn "
                                        "%u)? Otherwise a new run begins.")
                     : moult__translate("Go on with the save before it (turn %u)?"),
             moult__turn(w));
    const int32_t answer = can_ask(s) ? ask(s, question, 1) : 1;
    moult_status status = answer < 0 ? MOULT_REFUSED : why;
    if (answer == 1 && !missing)
        status = put_aside(s, k->save);
    if (answer == 1 && (missing || status >= 0)) {
        s->report = (moult__report){0};
        moult__session_notice(s, MOULT_SAY_ALERT, "This is the save before the last one.");
        return take(s, w);
    }
    moult__set_world_free(s->set, w);
    if (answer == 0 && !missing)
        moult__refuse(&s->report, why, k->save,
                      "it was left as it is. Begin another run: moult play %.200s --slot NAME",
                      s->options.profile->asked);
    return status;
}

/* MOULT_UNKNOWN: there is nothing to go on with. */
static moult_status resume_kept(moult__session *s)
{
    kept k;
    moult_status status = find(s, &k, &s->report);
    if (status >= 0)
        status = resume_rescued(s, &k);
    if (status != 0)
        return status;
    status = moult__save_read(s, k.save, &s->report);
    if (status == MOULT_UNKNOWN && is_there(k.save))
        return moult__refuse(&s->report, MOULT_IO, k.save,
                             "it is a link to a file that isn't there. Bring that back, remove the "
                             "link, or begin another run: moult play %.200s --slot NAME",
                             s->options.profile->asked);
    return status < 0 ? resume_backup(s, &k, status) : status;
}

static moult_status start_new(moult__session *s)
{
    const moult__options *o = &s->options;
    char fresh[16];
    if (o->fresh != NULL)
        snprintf(fresh, sizeof fresh, "%s", o->fresh);
    else
        moult__seed_fresh(fresh);
    moult_status status =
        o->seed != NULL ? moult__session_start(s, (const uint8_t *)o->seed, o->seed_size)
                        : moult__session_start(s, (const uint8_t *)fresh, (uint32_t)strlen(fresh));
    s->from_seed = 1;
    if (status >= 0)
        moult__title_open(s);
    return status;
}

static moult_status begin(moult__session *s)
{
    const moult__options *o = &s->options;
    moult_status status = MOULT_OK;
    if (o->load_path != NULL)
        return load(s);
    if (o->save && o->seed == NULL) {
        status = resume_kept(s);
        if (status != MOULT_UNKNOWN)
            return status;
        s->report = (moult__report){0};
    } else if (o->save) {
        status = give_up(s);
        if (status < 0)
            return status;
    }
    return start_new(s);
}

moult_status moult__resume(moult__session *s)
{
    if (s->options.start != NULL && s->options.start->image != NULL)
        return moult__keep_resume(s, s->options.start->image);
    const moult_status status = begin(s);
    if (status >= 0 && s->options.save) /* or what the slot holds was given up for it */
        s->mine = 1;
    return status;
}
