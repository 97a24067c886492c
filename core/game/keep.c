/* SPDX-License-Identifier: MIT */
/* What a session does for its supervisor: after each turn it sends what changed, it follows orders,
 * and it begins from the supervisor's world when another worker was there before. Without a
 * supervisor all of this is nothing. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "core/game/journal.h"
#include "core/game/session.h"
#include "core/supervisor/roster.h"
#include "core/supervisor/supervisor.h"
#include "core/system/crash.h"
#include "core/system/files.h"
#include "core/system/terminal.h"
#include "core/system/text.h"

static moult__link *link_of(const moult__session *s)
{
    return s->options.link;
}

/* -- checkpoints ------------------------------------------------------------------------------- */

/* The supervisor was killed. Nobody would restore the terminal or go on after a crash. */
static void orphaned(moult__session *s)
{
    s->orphan = 1;
    s->leaving = 1;
}

void moult__keep(moult__session *s)
{
    moult__link *link = link_of(s);
    if (link == NULL || s->orphan)
        return;
    link->shared->turn = moult__turn(s->world);
    link->shared->played = s->played;
    link->shared->bot_off = (uint32_t)s->bot_off;
    link->shared->mine = (uint32_t)s->mine;
    link->shared->declined = (uint32_t)s->declined;
    const moult_status status = moult__link_send(link, s->world);
    if (status == MOULT_IO)
        orphaned(s);
    if (status == MOULT_FULL && !link->overflowed) {
        link->overflowed = 1;
        moult__session_notice(s, MOULT_SAY_ALERT,
                              "The world has outgrown what is kept of it each turn: save often.");
    }
    if (s->unproved && s->played != s->unproved_at)
        moult__keep_proved(s);
}

void moult__keep_proved(moult__session *s)
{
    s->unproved = 0;
    moult__set_retire(s->set);
    if (s->set->warnings[0] != 0) {
        moult__session_lines(s, MOULT_SAY_SYSTEM, s->set->warnings);
        s->set->warnings[0] = 0;
    }
}

void moult__keep_give_up(moult__session *s, moult_status status)
{
    moult__shared *shared = link_of(s)->shared;
    const char *why = s->world->report.text;
    moult__journal_flush(s);
    snprintf(shared->gave_why, sizeof shared->gave_why, "%.250s",
             why[0] != 0 ? why : moult__translate(moult_status_text(status)));
    atomic_store(&shared->gave_up, 1);
    moult__renderer_close(s);
    fflush(NULL);
    _exit(0);
}

/* Where a file of commands stands, as soon as it goes on: a line that kills isn't played twice. */
void moult__keep_script(const moult__session *s)
{
    const moult__link *link = link_of(s);
    if (link == NULL)
        return;
    link->shared->script_at = s->script_at;
    link->shared->script_line = s->script_line;
}

void moult__keep_unkept(const moult__session *s)
{
    if (link_of(s) != NULL)
        atomic_store(&link_of(s)->shared->unkept, 1);
}

void moult__keep_roster(const moult__session *s)
{
    if (link_of(s) != NULL)
        moult__roster_write(link_of(s)->shared, s->set);
}

/* By which a level can be made again elsewhere. */
void moult__keep_level(const moult__session *s, int32_t depth)
{
    const moult__link *link = link_of(s);
    uint32_t count;
    if (link == NULL)
        return;
    const uint8_t *seed = moult__seed_text(s->world, &count);
    const uint32_t room = sizeof link->shared->seed - 1;
    memcpy(link->shared->seed, seed, count < room ? count : room);
    link->shared->seed[count < room ? count : room] = 0;
    link->shared->depth = depth;
}

void moult__keep_busy(const moult__session *s, int32_t busy)
{
    if (link_of(s) != NULL)
        moult__link_busy(link_of(s), busy);
}

/* -- orders ------------------------------------------------------------------------------------ */

int moult__keep_fd(const moult__session *s)
{
    return link_of(s) != NULL && !s->orphan ? link_of(s)->socket : -1;
}

int32_t moult__keep_told_to_leave(const moult__session *s)
{
    char order;
    while (link_of(s) != NULL && (order = moult__link_order(link_of(s), 0)) != 0)
        if (order == MOULT__ORDER_LEAVE || order == MOULT__ORDER_ORPHAN)
            return 1;
    return 0;
}

/* Many hangups in a row are one reload. */
void moult__keep_orders(moult__session *s)
{
    int32_t reload = 0, suspend = 0;
    char order;
    while (!s->orphan && (order = moult__link_order(link_of(s), 0)) != 0) {
        reload |= order == MOULT__ORDER_RELOAD;
        suspend |= order == MOULT__ORDER_SUSPEND;
        if (order == MOULT__ORDER_LEAVE)
            s->leaving = 1;
        if (order == MOULT__ORDER_WHOLE)
            link_of(s)->whole = 1;
        if (order == MOULT__ORDER_ORPHAN)
            orphaned(s);
    }
    if (suspend && !s->leaving)
        moult__keep_suspend(s);
    if (reload && !s->leaving)
        moult__session_reload_now(s, 1);
}

/* The signals that the worker gets itself: a hangup is the supervisor's to judge, and whoever wants
 * the game to end tells the supervisor. */
void moult__keep_signal(moult__session *s, int32_t number)
{
    if (number == SIGHUP && moult__link_say(link_of(s), MOULT__SAYS_HANGUP) < 0)
        orphaned(s);
}

/* -- the terminal ------------------------------------------------------------------------------ */

/* Ctrl-C, Ctrl-Z and Ctrl-\ are keys while the supervisor watches: signals would reach both
 * processes at once, and each would think that the terminal is its own to restore. */
void moult__keep_terminal(const moult__session *s)
{
    if (link_of(s) == NULL || (s->renderer_owns & MOULT_MAY_OWN_TERMINAL) == 0)
        return;
    moult__terminal_raw_signals(STDIN_FILENO);
    signal(SIGTSTP, SIG_IGN);
}

/* The screen is given back, the supervisor stops, and when it goes on the screen is taken again. */
void moult__keep_suspend(moult__session *s)
{
    if (s->renderer == NULL || (s->renderer_owns & MOULT_MAY_OWN_TERMINAL) == 0)
        return;
    moult__renderer_close(s);
    moult__keep_busy(s, 0);
    char order = 0;
    if (moult__link_say(link_of(s), MOULT__SAYS_SUSPEND) < 0)
        orphaned(s);
    while (!s->orphan && order != MOULT__ORDER_RESUME) {
        order = moult__link_order(link_of(s), 1);
        if (order == MOULT__ORDER_ORPHAN)
            orphaned(s);
        if (order == MOULT__ORDER_LEAVE) {
            s->leaving = 1;
            break;
        }
    }
    moult__keep_busy(s, 1);
    if (!s->leaving && moult__renderer_open(s, &s->report) < 0)
        s->leaving = 1;
    s->changed = 1;
}

/* 1: the key was one of those that are signals elsewhere. */
int32_t moult__keep_key(moult__session *s, const moult_event *event)
{
    if (link_of(s) == NULL || event->mods != MOULT_MOD_CTRL ||
        (s->renderer_owns & MOULT_MAY_OWN_TERMINAL) == 0)
        return 0;
    if (event->key == 'c')
        s->leaving = 1;
    else if (event->key == 'z' && moult__command_of_key(s, event->key, event->mods) == NULL)
        moult__keep_suspend(s);
    else
        return 0;
    return 1;
}

/* -- beginning again --------------------------------------------------------------------------- */

/* Takes the supervisor's world, as a save is taken. */
moult_status moult__keep_resume(moult__session *s, const moult__image *image)
{
    moult_world *w = moult__set_world_create(s->set, &s->report);
    if (w == NULL)
        return MOULT_MEMORY;
    moult_status status = moult__image_restore(image, w);
    if (status < 0)
        moult__refuse(&s->report, status, "moult play", "the kept world can't be read: %s",
                      w->report.text[0] != 0 ? w->report.text
                                             : moult__translate(moult_status_text(status)));
    if (status >= 0)
        status = moult__world_finish(w, "moult play", &s->report);
    if (status < 0) {
        moult__set_world_free(s->set, w);
        return status;
    }
    const moult__shared *shared = link_of(s)->shared;
    s->played = shared->played;
    s->bot_off = (int32_t)shared->bot_off;
    s->mine = (int32_t)shared->mine;
    s->options.save = s->options.save && s->mine; /* or it was played without the slot */
    s->declined = (int32_t)shared->declined;
    return moult__save_take(s, w, &s->report);
}

/* The rest of what the worker before knew. */
void moult__keep_begin(moult__session *s)
{
    const moult__link *link = link_of(s);
    const moult__start *start = s->options.start;
    if (link == NULL)
        return;
    if (start->again && s->script != NULL) {
        s->script_at = link->shared->script_at;
        s->script_line = link->shared->script_line;
    }
    if (start->told[0] != 0)
        moult__session_lines(s, MOULT_SAY_ALERT, start->told);
    s->leaving |= start->leave;
    atomic_store(&link->shared->opened, 1);
    moult__keep_roster(s); /* renderers may have been loaded since */
    moult__keep(s);
}

/* -- rescued runs ------------------------------------------------------------------------------ */

/* Keeps the run in a file of its own, so that an ordinary save is never overwritten by a run that
 * was cut off, and says where on standard error. One whose supervisor was killed first takes over
 * its claim: another game may have begun to play the slot. */
moult_status moult__rescue_write(moult__session *s)
{
    char path[MOULT__PATH_SIZE], command[512];
    moult__report report = {0};
    const moult__options *o = &s->options;
    moult_status status = MOULT_AGAIN;
    if (!s->orphan || o->claim == NULL || moult__claim_inherit(o->claim))
        status = moult__save_place(o, MOULT__SAVE_RESCUE, path, sizeof path, &report);
    if (status >= 0)
        status = moult__save_write(s, path, &report);
    if (status < 0)
        status = moult__save_elsewhere(s, path, sizeof path, NULL);
    moult__save_command(o, command, sizeof command);
    if (status >= 0)
        moult__print(stderr, moult__translate("warn   the run is kept at %s: %s --load %s\n"), path,
                     command, path);
    else
        moult__print(stderr, "%s\n", report.text);
    return status;
}

/* An ordinary save is newer. A rescue that the player didn't want is left until the run ends. */
void moult__rescue_drop(const moult__session *s)
{
    static const char *const endings[] = {MOULT__SAVE_RESCUE, MOULT__SAVE_RESCUE ".bak"};
    char path[MOULT__PATH_SIZE];
    for (uint32_t i = 0; i < MOULT_COUNT(endings) && !s->declined; i++)
        if (moult__save_place(&s->options, endings[i], path, sizeof path, NULL) >= 0)
            moult__file_remove(path, NULL);
}
