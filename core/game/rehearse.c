/* SPDX-License-Identifier: MIT */
/* A reload is tried in a copy of this process before it is done in the game.
 *
 * The copy has the world, the builds and the staged files, so it can do exactly what is about to be
 * done: map, migrate, commit. Then it plays a turn in which nothing is wanted, and tries each
 * replaced build at its work. A crash, a call that doesn't come back or a refusal costs the copy
 * alone. Renderers aren't tried: the terminal and the window are the game's. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "core/game/generate.h"
#include "core/game/session.h"
#include "core/plugin/set.h"
#include "core/supervisor/fault.h"
#include "core/supervisor/roster.h"
#include "core/supervisor/supervisor.h"
#include "core/system/crash.h"
#include "core/system/text.h"

#define ABORT_MS 50

/* What the copy tells: its report, once it is through. */
typedef struct stage_play {
    moult__session *session;
    moult__shared *shared; /* of the copy: its box, its blame, its roster */
    int pipe[2];
    moult__report report;
} stage_play;

/* -- in the copy ------------------------------------------------------------------------------- */

static moult_status nowhere(moult_sink *sink, const void *bytes, uint64_t count)
{
    (void)sink;
    (void)bytes;
    (void)count;
    return MOULT_OK;
}

/* A level where the hero is, into the canvas, and no further. */
static moult_status try_generator(moult__session *s, const moult__slot *slot)
{
    moult_view view = {.size = sizeof view};
    moult_request request = {.size = sizeof request, .width = 64, .height = 40, .depth = 1};
    uint32_t seed_size;
    const uint8_t *seed = moult__seed_text(s->world, &seed_size);
    if (moult__view(s->world, moult__level(s->world), &view) >= 0)
        request.depth = view.depth;
    moult__report why = {0};
    moult__crash_box(moult__slot_owner(slot), "generate");
    moult__generate_level(s->canvas, slot->functions, NULL, &request, seed, seed_size, &why);
    moult__crash_box(NULL, NULL);
    return MOULT_OK; /* what it refuses here it may do elsewhere */
}

static moult_status try_saver(moult__session *s, const moult__slot *slot, moult__report *report)
{
    moult_sink sink = {sizeof sink, 0, NULL, nowhere};
    moult__session_draw_begin(s, "encode");
    moult__crash_box(moult__slot_owner(slot), "encode");
    const moult_status status = ((const moult_saver_1 *)slot->functions)->encode(s->world, &sink);
    moult__session_draw_end(s);
    return status >= 0 ? status
                       : moult__refuse(report, status, moult__slot_owner(slot),
                                       "it can't encode the world (%s)",
                                       moult__translate(moult_status_text(status)));
}

static moult_status try_replaced(moult__session *s, moult__report *report)
{
    moult_status status = MOULT_OK;
    for (uint32_t i = 0; i < s->set->dispatch.slot_count && status >= 0; i++) {
        const moult__slot *slot = &s->set->dispatch.slots[i];
        if (slot->build == NULL || slot->build->generation < 2)
            continue;
        if (strcmp(slot->interface, MOULT_MAPGEN_INTERFACE) == 0)
            status = try_generator(s, slot);
        if (strcmp(slot->interface, MOULT_SAVER_INTERFACE) == 0)
            status = try_saver(s, slot, report);
    }
    return status;
}

/* One turn in which the hero waits; that the rules want no wait now is no failure. */
static moult_status play_idle(moult__session *s)
{
    moult_action wait = {.size = sizeof wait, .verb = MOULT_VERB_WAIT};
    moult_outcome outcome = {.size = sizeof outcome, .kind = MOULT_OUTCOME_IDLE, .x = -1, .y = -1};
    moult_place hero;
    if (moult__session_hero(s, &hero)) {
        wait.x = hero.x;
        wait.y = hero.y;
    }
    moult__crash_box(s->rules_label, "turn");
    s->rules->turn(s->world, &wait, &outcome);
    moult__crash_box(NULL, NULL);
    return moult__session_describe(s);
}

static void be_silent(void)
{
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; fd <= 2 && nothing >= 0; fd++)
        dup2(nothing, fd);
}

static void play(stage_play *p, moult__reload *reload)
{
    char result[2048];
    moult__session *s = p->session;
    be_silent();
    s->renderer = NULL;
    s->control = NULL;
    s->options.link = NULL;
    moult__crash_share(p->shared);
    moult_status status = moult__reload_commit(reload, result, sizeof result, &p->report);
    moult__roster_write(p->shared, s->set);
    if (status >= 0)
        status = moult__session_bind_again(s, &p->report);
    if (status >= 0)
        status = try_replaced(s, &p->report);
    if (status >= 0)
        status = play_idle(s);
    if (status < 0 && p->report.text[0] == 0)
        moult__refuse(&p->report, status, s->rules_label, "its turn was refused: %s",
                      moult__translate(moult_status_text(status)));
    if (write(p->pipe[1], &p->report, sizeof p->report) < 0)
        _exit(1);
    atomic_store(&p->shared->goodbye, 1);
    _exit(0);
}

/* -- here -------------------------------------------------------------------------------------- */

/* Until the copy has told its report, or its time is up. Answers for how long it took too long. */
static uint32_t wait_for(stage_play *p, pid_t copy, uint32_t limit_ms, int *status)
{
    struct pollfd told = {p->pipe[0], POLLIN, 0};
    uint32_t over_ms = 0;
    int ready;
    do
        ready = poll(&told, 1, (int)limit_ms);
    while (ready < 0 && errno == EINTR);
    if (ready == 0) {
        over_ms = limit_ms;
        kill(copy, SIGABRT);
        poll(&told, 1, ABORT_MS);
        kill(copy, SIGKILL);
    }
    while (waitpid(copy, status, 0) < 0 && errno == EINTR)
        ;
    return over_ms;
}

/* The level that try_generator asks for, as an option of moult check. */
static void say_level(const moult__session *s, char *out, uint32_t room)
{
    moult_view view = {.size = sizeof view, .depth = 1};
    uint32_t size;
    const uint8_t *seed = moult__seed_text(s->world, &size);
    moult__view(s->world, moult__level(s->world), &view);
    snprintf(out, room, " --repro %.*s:%d", (int)(size < MOULT__SHARED_SEED ? size : 0),
             (const char *)seed, view.depth);
}

/* In the words of a crash in the game. */
static moult_status refuse_fault(stage_play *p, int status, uint32_t over_ms, moult__report *report)
{
    moult__fault fault;
    char who[160], place[200] = "", repro[MOULT__SHARED_SEED + 32] = "";
    moult__fault_find(p->shared, status, over_ms, &fault);
    const moult__roster_entry *entry = fault.plugin != 0 && fault.plugin <= MOULT__ROSTER_MAX
                                           ? &p->shared->roster[fault.plugin - 1]
                                           : NULL;
    const char *label = entry != NULL ? entry->label : p->shared->loading_label;
    const char *path = entry != NULL ? entry->path : p->shared->loading_path;
    snprintf(who, sizeof who, "%.55s%s%.31s", label[0] != 0 ? label : "moult",
             fault.function[0] != 0 ? " " : "", fault.function);
    if (fault.place[0] != 0)
        snprintf(place, sizeof place, moult__translate(" at %s"), fault.place);
    if (strcmp(fault.function, "generate") == 0)
        say_level(p->session, repro, sizeof repro);
    return moult__refuse(report, MOULT_REFUSED, who,
                         "%s%s in a rehearsal. The game goes on as it was. Repeat it: moult check "
                         "%s%s",
                         fault.cause, place, path, repro);
}

static moult_status judge(stage_play *p, pid_t copy, uint32_t limit_ms, moult__report *report)
{
    int status = 0;
    const uint32_t over_ms = wait_for(p, copy, limit_ms, &status);
    const ssize_t got = read(p->pipe[0], &p->report, sizeof p->report);
    if (got != (ssize_t)sizeof p->report || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return refuse_fault(p, status, over_ms, report);
    if (p->report.status >= 0)
        return MOULT_OK;
    if (report != NULL)
        *report = p->report;
    return p->report.status;
}

moult_status moult__rehearse(moult__session *s, moult__reload *reload, moult__report *report)
{
    stage_play p = {.session = s, .pipe = {-1, -1}};
    const uint32_t limit =
        s->options.deadline_ms != 0 ? s->options.deadline_ms : MOULT__DEADLINE_MS;
    p.shared = mmap(NULL, sizeof *p.shared, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p.shared == MAP_FAILED)
        return moult__refuse(report, MOULT_MEMORY, "moult reload", "out of memory");
    p.shared->terminal = -1;
    moult_status status = MOULT_OK;
    pid_t copy = -1;
    if (pipe2(p.pipe, O_CLOEXEC) == 0) {
        moult__crash_may_fork(1);
        copy = fork();
    }
    if (copy == 0)
        play(&p, reload);
    if (copy < 0)
        status = moult__refuse(report, MOULT_MEMORY, "moult reload",
                               "it can't be rehearsed: %s. Free some memory", strerror(errno));
    if (p.pipe[1] >= 0)
        close(p.pipe[1]);
    if (copy > 0)
        status = judge(&p, copy, limit, report);
    if (p.pipe[0] >= 0)
        close(p.pipe[0]);
    munmap(p.shared, sizeof *p.shared);
    return status;
}
