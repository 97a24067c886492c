/* SPDX-License-Identifier: MIT */
/* One check, from the fork to its verdict.
 *
 * This process waits, a nurse is the child's parent, and the child runs the plugin: one that kills
 * or stops its parent harms the nurse alone. The child leads a session, so that whatever it starts
 * ends with it. What it has to say stands in memory that all three share; the game's crash handler
 * leaves its record there, too, which tells an exit() from another end, and ends a fork's child. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "core/system/crash.h"
#include "core/system/paths.h"
#include "core/validator/trial.h"

#define FOLDER_SIZE sizeof((moult__trial *)0)->folder
#define MEMORY_MB 1024u /* enough for any plugin, too little to harm the machine */
#define TICK_MS 50u

#ifdef __SANITIZE_ADDRESS__
#define SLOWER 4u /* everything is */
#else
#define SLOWER 1u
#endif
#define CALL_MS (2000u * SLOWER) /* the deadline of a call in a game */

/* -- the child --------------------------------------------------------------------------------- */

static void set_limits(void)
{
    static const struct rlimit no_core = {0, 0}, file = {256u << 20, 256u << 20};
#ifndef __SANITIZE_ADDRESS__ /* it reserves terabytes */
    static const struct rlimit memory = {(uint64_t)MEMORY_MB << 20, (uint64_t)MEMORY_MB << 20};
    setrlimit(RLIMIT_AS, &memory);
#endif
    setrlimit(RLIMIT_CORE, &no_core);
    setrlimit(RLIMIT_FSIZE, &file);
}

static void be_quiet(void)
{
    int null = open("/dev/null", O_RDWR);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setsid();
    dup2(null, 0);
    dup2(null, 1);
    dup2(null, 2);
    if (null > 2)
        close(null);
}

/* A home of its own: what is tried here must not leave anything in the user's. Their plugins and
 * profiles are still found. */
static void go_home(const moult__trial *t)
{
    char path[MOULT__PATH_SIZE], more[2 * MOULT__PATH_SIZE];
    const char *others = getenv("MOULT_PLUGIN_PATH");
    if (moult__path_data(path, sizeof path, NULL) >= 0) {
        snprintf(more, sizeof more, "%s/plugins:%.1000s", path, others != NULL ? others : "");
        setenv("MOULT_PLUGIN_PATH", more, 1);
    }
    if (moult__path_config(path, sizeof path, NULL) >= 0) {
        *strrchr(path, '/') = 0;
        setenv("XDG_CONFIG_HOME", path, 1);
    }
    setenv("HOME", t->folder, 1);
    setenv("XDG_DATA_HOME", t->folder, 1);
    setenv("XDG_STATE_HOME", t->folder, 1);
}

static void child(const moult__check_request *request, moult__found_out *found,
                  const moult__check *check, const char *folder)
{
    moult__trial *t = calloc(1, sizeof *t);
    moult__report why = {0};
    be_quiet();
    set_limits();
    moult__crash_close(); /* the one of the process before */
    moult__crash_share(&found->box);
    moult__crash_open();
    if (t == NULL || (t->samples = calloc(MOULT__SAMPLES, sizeof *t->samples)) == NULL)
        _exit((int)MOULT__EXIT_INTERNAL);
    t->pid = getpid();
    t->nurse = getppid();
    t->check = check;
    t->request = request;
    t->found = found;
    snprintf(t->folder, sizeof t->folder, "%s", folder);
    if ((check->flags & MOULT__CHECK_STAGED) != 0) {
        moult__about(t, "%s", moult__translate("loading it"));
        found->inside = 1;
        if (moult__trial_load(t, request->profile, &why) < 0)
            moult__fails_report(t, &why);
        found->inside = 0;
        go_home(t);
    }
    if (!moult__failed(t))
        check->run(t);
    moult__samples_note(t);
    if (found->verdict == MOULT__VERDICT_NONE)
        moult__pass(t, "%s", "");
    _exit(0);
}

static void nurse(const moult__check_request *request, moult__found_out *found,
                  const moult__check *check, const char *folder)
{
    int status = 0;
    struct rusage used = {.ru_maxrss = 0};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setsid();
    pid_t pid = fork();
    if (pid == 0)
        child(request, found, check, folder);
    found->pid = pid;
    struct pollfd end = {.fd = (int)syscall(SYS_pidfd_open, pid, 0), .events = POLLIN};
    while (end.fd >= 0 && poll(&end, 1, -1) < 0) /* asleep until then: see is_nurse_stopped */
        ;
    while (pid > 0 && wait4(pid, &status, 0, &used) < 0 && errno == EINTR)
        ;
    if (pid > 0)
        kill(-pid, SIGKILL); /* what it left behind */
    found->status = status;
    found->most_kb = (uint64_t)used.ru_maxrss;
    found->ended = pid > 0;
    _exit(0);
}

/* -- waiting for it ---------------------------------------------------------------------------- */

#define CAME 0    /* the nurse ended: `ended` says whether by itself */
#define LATE 1    /* the check's time was up */
#define HUNG 2    /* one call didn't come back */
#define STOPPED 3 /* the nurse was stopped */

typedef struct vigil {
    const moult__found_out *found;
    pid_t nurse;
    int end; /* a descriptor that can be read when the nurse ended, or -1 */
    struct timespec from;
    uint64_t steps, box; /* at the last tick */
    uint64_t cpu_ms;
    uint64_t stuck_ms;
    int32_t stops; /* ticks since the nurse was stopped */
} vigil;

static uint64_t ms_since(const struct timespec *from)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)((now.tv_sec - from->tv_sec) * 1000 + (now.tv_nsec - from->tv_nsec) / 1000000);
}

/* What the child does, and how long it has calculated. 0: it isn't there. */
static int32_t look_at(pid_t pid, char *state, uint64_t *cpu_ms)
{
    unsigned long long user = 0, system = 0;
    char text[512];
    if (!moult__process_stat(pid, text, sizeof text) ||
        sscanf(text, "%c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", state, &user,
               &system) != 3)
        return 0;
    *cpu_ms = (user + system) * 1000 / (uint64_t)sysconf(_SC_CLK_TCK);
    return 1;
}

/* 1: its call has gone on for too long. Of one that calculates the processor's time counts, so that
 * a busy machine makes no difference. */
static int32_t is_stuck(vigil *v)
{
    char state = 0;
    uint64_t cpu = 0, steps = v->found->steps, box = v->found->box.calls;
    if (!look_at(v->found->pid, &state, &cpu))
        return 0;
    if (steps % 2 == 0 || steps != v->steps || box != v->box)
        v->stuck_ms = 0;
    else
        v->stuck_ms += state == 'R' || state == 'D' ? cpu - v->cpu_ms : TICK_MS;
    v->steps = steps;
    v->box = box;
    v->cpu_ms = cpu;
    return v->stuck_ms >= CALL_MS;
}

/* How the nurse fares, and the child by what it does. -1: both go on. */
static int32_t tick(vigil *v, uint64_t limit_ms)
{
    int status = 0;
    struct pollfd end = {.fd = v->end, .events = POLLIN};
    poll(&end, 1, (int)TICK_MS);
    pid_t which = waitpid(v->nurse, &status, WNOHANG | WUNTRACED);
    if (which == v->nurse && !WIFSTOPPED(status)) {
        v->nurse = 0;
        return CAME;
    }
    if ((which == v->nurse || v->stops != 0) && v->stops++ != 0)
        return STOPPED; /* by now the child has told of it */
    if (is_stuck(v))
        return HUNG;
    return ms_since(&v->from) >= limit_ms ? LATE : -1;
}

static int32_t wait_for(const moult__found_out *found, pid_t pid, uint32_t seconds)
{
    vigil v = {.found = found, .nurse = pid, .end = (int)syscall(SYS_pidfd_open, pid, 0)};
    int32_t how = -1;
    clock_gettime(CLOCK_MONOTONIC, &v.from);
    while (how < 0)
        how = tick(&v, (uint64_t)seconds * 1000);
    if (found->pid > 0 && (how != CAME || !found->ended))
        kill(-found->pid, SIGKILL);
    if (v.nurse != 0)
        kill(v.nurse, SIGKILL); /* and with her the child */
    while (v.nurse != 0 && waitpid(v.nurse, NULL, 0) < 0 && errno == EINTR)
        ;
    if (v.end >= 0)
        close(v.end);
    return how;
}

/* -- the verdict ------------------------------------------------------------------------------- */

static void say_status(moult__found_out *found, const char *at)
{
    const int status = found->status;
    const uint32_t room = sizeof found->text;
    if (WIFSIGNALED(status) && found->most_kb >= (uint64_t)MEMORY_MB * 1024 / 4 * 3) {
        found->is_over = MOULT__OVER_MEMORY;
        snprintf(found->text, room, moult__translate("it used up its memory (limit %u MB) in %s"),
                 MEMORY_MB, at);
    } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
        snprintf(found->text, room, moult__translate("it was killed (SIGKILL) in %s"), at);
    } else if (WIFSIGNALED(status)) {
        snprintf(found->text, room, moult__translate("it died of SIG%s (%s) in %s"),
                 sigabbrev_np(WTERMSIG(status)), sigdescr_np(WTERMSIG(status)), at);
    } else if (WEXITSTATUS(status) == MOULT__EXIT_DREW) {
        snprintf(found->text, room,
                 moult__translate("it drew from a random stream of the world in %s, which has "
                                  "none. Draw from the request's seed"),
                 at);
    } else if (found->box.blame.kind == MOULT__BLAME_EXIT) {
        snprintf(found->text, room, moult__translate("it called exit() in %s"), at);
    } else {
        snprintf(found->text, room, moult__translate("it ended the process (exit code %d) in %s"),
                 WEXITSTATUS(status), at);
    }
}

/* A child that said nothing died of what was called last. */
static void say_death(moult__found_out *found, int32_t how, uint32_t seconds)
{
    const int status = found->status;
    const uint32_t room = sizeof found->text;
    char at[256];
    if (found->verdict != MOULT__VERDICT_NONE &&
        (how == STOPPED ||
         (how == CAME && found->ended && WIFEXITED(status) && WEXITSTATUS(status) == 0)))
        return;
    moult__found_where(found, at, sizeof at);
    found->verdict = MOULT__VERDICT_FAIL;
    if (how == HUNG) {
        found->is_over = MOULT__OVER_TIME;
        snprintf(found->text, room, moult__translate("it didn't come back within %u s from %s"),
                 CALL_MS / 1000, at);
    } else if (how == LATE) {
        snprintf(found->text, room, moult__translate("after %u s it was still at work: %s"),
                 seconds, at);
    } else if (how == STOPPED) {
        snprintf(found->text, room, moult__translate("it stopped its parent in %s"), at);
    } else if (!found->ended) {
        snprintf(found->text, room, moult__translate("it killed its parent in %s"), at);
    } else {
        say_status(found, at);
    }
}

static void remove_folder(const char *path)
{
    char file[FOLDER_SIZE + 256];
    DIR *folder = opendir(path);
    struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        snprintf(file, sizeof file, "%.250s/%.250s", path, entry->d_name);
        if (entry->d_name[0] != '.' && unlink(file) != 0)
            remove_folder(file);
    }
    if (folder != NULL)
        closedir(folder);
    rmdir(path);
}

moult_status moult__check_try(const moult__check_request *request, moult__found_out *found,
                              const moult__check *check)
{
    char folder[FOLDER_SIZE];
    uint32_t seconds = check->seconds * SLOWER;
    if (request->limit != 0 && request->limit < seconds)
        seconds = request->limit;
    memset(found, 0, offsetof(moult__found_out, box));
    if (moult__path_runtime(folder, sizeof folder - 16, NULL) < 0)
        return MOULT_IO;
    strcat(folder, "/check-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return MOULT_IO;
    fflush(stdout);
    fflush(stderr);
    pid_t pid = fork();
    if (pid == 0)
        nurse(request, found, check, folder);
    if (pid < 0)
        return MOULT_IO;
    int32_t how = wait_for(found, pid, seconds);
    say_death(found, how, seconds);
    remove_folder(folder);
    return MOULT_OK;
}
