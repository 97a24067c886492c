/* SPDX-License-Identifier: MIT */
/* One check after the other, each in a child: waits for it, ends it when its time is up, and says
 * what became of it. The child leads a session of its own, so that whatever it starts ends with
 * it, and its parent is a nurse of its own; what it has to say stands in memory that all share. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "core/system/crash.h"
#include "core/system/files.h"
#include "core/system/json.h"
#include "core/system/paths.h"
#include "core/validator/trial.h"

#define FOLDER_SIZE sizeof((moult__trial *)0)->folder

typedef struct report {
    moult__check_request *request;
    moult__found_out *found; /* shared with the running child */
    moult_note note;
    uint32_t passed, failed, skipped;
    uint64_t seeds, calls, p99_ns;
    int32_t timed;     /* p99_ns is that of the check `time` */
    int32_t said;      /* checks printed */
    int32_t load_told; /* the check `load` is one of them */
} report;

/* -- the child --------------------------------------------------------------------------------- */

/* Enough for any plugin, too little for one that takes without end to harm the machine. */
static void set_limits(void)
{
    static const struct rlimit no_core = {0, 0}, file = {256u << 20, 256u << 20};
#ifndef __SANITIZE_ADDRESS__ /* it reserves terabytes */
    static const struct rlimit memory = {(uint64_t)4 << 30, (uint64_t)4 << 30};
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

static void child(const report *r, const moult__check *check, const char *folder)
{
    moult__trial *t = calloc(1, sizeof *t);
    moult__report why = {0};
    be_quiet();
    set_limits();
    moult__crash_close();
    if (t == NULL || (t->samples = calloc(MOULT__SAMPLES, sizeof *t->samples)) == NULL)
        _exit((int)MOULT__EXIT_INTERNAL);
    t->pid = getpid();
    t->check = check;
    t->request = r->request;
    t->found = r->found;
    snprintf(t->folder, sizeof t->folder, "%s", folder);
    if ((check->flags & MOULT__CHECK_STAGED) != 0) {
        moult__about(t, "%s", moult__translate("loading it"));
        r->found->inside = 1;
        if (moult__trial_load(t, r->request->profile, &why) < 0)
            moult__fails_report(t, &why);
        r->found->inside = 0;
        go_home(t);
    }
    if (!moult__failed(t))
        check->run(t);
    moult__samples_note(t);
    if (r->found->verdict == MOULT__VERDICT_NONE)
        moult__pass(t, "%s", "");
    _exit(0);
}

/* The child's parent, which a plugin may kill without ending more than itself. */
static void nurse(const report *r, const moult__check *check, const char *folder)
{
    int status = 0;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setsid();
    pid_t pid = fork();
    if (pid == 0)
        child(r, check, folder);
    r->found->pid = pid;
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (pid > 0)
        kill(-pid, SIGKILL); /* what it left behind */
    r->found->status = status;
    r->found->ended = pid > 0;
    _exit(0);
}

/* -- the parent -------------------------------------------------------------------------------- */

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

static void end_all(const moult__found_out *found, pid_t pid)
{
    if (found->pid > 0) {
        kill(-found->pid, SIGKILL);
        kill(found->pid, SIGKILL);
    }
    kill(pid, SIGKILL);
}

/* Waits for the nurse's end, at most so long. 0: its time was up. */
static int32_t wait_for(const moult__found_out *found, pid_t pid, uint32_t seconds)
{
    int fd = (int)syscall(SYS_pidfd_open, pid, 0);
    struct pollfd end = {.fd = fd, .events = POLLIN};
    int ready = fd >= 0 ? poll(&end, 1, (int)seconds * 1000) : 1;
    if (ready <= 0 || !found->ended)
        end_all(found, pid);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
    if (fd >= 0)
        close(fd);
    return ready > 0;
}

static void where(const moult__found_out *found, char *out, uint32_t room)
{
    uint32_t used = (uint32_t)snprintf(out, room, "%s", found->call);
    if (found->where[0] != 0)
        snprintf(out + used, room - used, "%s%s", used != 0 ? ", " : "", found->where);
}

/* A child that said nothing died of what was called last. */
static void say_death(const report *r, int32_t in_time, uint32_t seconds)
{
    moult__found_out *found = r->found;
    int status = found->status;
    char at[256];
    uint32_t room = sizeof found->text;
    if (in_time && found->ended && WIFEXITED(status) && WEXITSTATUS(status) == 0 &&
        found->verdict != MOULT__VERDICT_NONE)
        return;
    where(found, at, sizeof at);
    found->verdict = MOULT__VERDICT_FAIL;
    if (!in_time)
        snprintf(found->text, room, moult__translate("after %u s it was still at work: %s"),
                 seconds, at);
    else if (!found->ended)
        snprintf(found->text, room,
                 moult__translate("it killed the process that watches it, in %s"), at);
    else if (WIFSIGNALED(status))
        snprintf(found->text, room, moult__translate("it died of SIG%s (%s) in %s"),
                 sigabbrev_np(WTERMSIG(status)), sigdescr_np(WTERMSIG(status)), at);
    else if (WEXITSTATUS(status) == MOULT__EXIT_DREW)
        snprintf(
            found->text, room,
            moult__translate("it drew from a random stream of the world in %s, which has none. "
                             "Draw from the request's seed"),
            at);
    else
        snprintf(found->text, room, moult__translate("it ended the process (exit code %d) in %s"),
                 WEXITSTATUS(status), at);
}

static moult_status run_child(report *r, const moult__check *check)
{
    char folder[FOLDER_SIZE];
    uint32_t seconds = check->seconds;
#ifdef __SANITIZE_ADDRESS__
    seconds *= 4;
#endif
    if (r->request->limit != 0 && r->request->limit < seconds)
        seconds = r->request->limit;
    memset(r->found, 0, sizeof *r->found);
    if (moult__path_runtime(folder, sizeof folder - 16, NULL) < 0)
        return MOULT_IO;
    strcat(folder, "/check-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return MOULT_IO;
    fflush(stdout);
    fflush(stderr);
    pid_t pid = fork();
    if (pid == 0)
        nurse(r, check, folder);
    if (pid < 0)
        return MOULT_IO;
    int32_t in_time = wait_for(r->found, pid, seconds);
    say_death(r, in_time, seconds);
    remove_folder(folder);
    return MOULT_OK;
}

/* -- what is printed --------------------------------------------------------------------------- */

static const char *const verdicts[] = {"", "PASS", "FAIL", "SKIP"};

static void count(report *r, const moult__check *check)
{
    const moult__found_out *found = r->found;
    r->passed += found->verdict == MOULT__VERDICT_PASS;
    r->failed += found->verdict == MOULT__VERDICT_FAIL;
    r->skipped += found->verdict == MOULT__VERDICT_SKIP;
    r->seeds += found->seeds;
    r->calls += found->calls;
    if (strcmp(check->name, "time") == 0 && found->calls != 0) {
        r->timed = 1;
        r->p99_ns = found->p99_ns;
    } else if (!r->timed && found->p99_ns > r->p99_ns) {
        r->p99_ns = found->p99_ns;
    }
}

static void print_json(report *r, const moult__check *check)
{
    const moult__found_out *found = r->found;
    printf("%s\n    {\"name\": \"%s\", \"verdict\": \"%s\", \"reason\": ", r->said ? "," : "",
           check->name, verdicts[found->verdict]);
    moult__json_text(stdout, found->text);
    printf(", \"repeat\": ");
    moult__json_text(stdout, found->repeat);
    printf(", \"seeds\": %llu, \"calls\": %llu, \"p50_ns\": %llu, \"p99_ns\": %llu, "
           "\"max_ns\": %llu}",
           (unsigned long long)found->seeds, (unsigned long long)found->calls,
           (unsigned long long)found->p50_ns, (unsigned long long)found->p99_ns,
           (unsigned long long)found->worst_ns);
}

static void print_line(report *r, const moult__check *check)
{
    const moult__found_out *found = r->found;
    moult__print(stdout, "%s  %-18s %s", verdicts[found->verdict], check->name,
                 found->text[0] != 0 ? found->text : moult__translate(check->proves));
    if (found->verdict == MOULT__VERDICT_FAIL && found->repeat[0] != 0)
        moult__print(stdout, moult__translate(". Repeat: moult check %s --repro %s"),
                     r->request->file, found->repeat);
    fputc('\n', stdout);
}

static void begin(const report *r)
{
    if (r->request->json) {
        printf("{\"file\": ");
        moult__json_text(stdout, r->request->file);
        printf(", \"plugin\": \"%s\", \"version\": ", r->note.name);
        moult__json_text(stdout, r->note.version);
        printf(",\n  \"checks\": [");
    }
}

static void end(const report *r)
{
    if (r->request->json)
        printf("\n  ],\n  \"profile\": \"%s\", \"passed\": %u, \"failed\": %u, \"skipped\": %u, "
               "\"seeds\": %llu, \"p99_ns\": %llu}\n",
               r->request->profile, r->passed, r->failed, r->skipped, (unsigned long long)r->seeds,
               (unsigned long long)r->p99_ns);
    else
        moult__print(stdout,
                     moult__translate("%u passed, %u failed, %u skipped; %llu seeds tried; p99 of "
                                      "a call %llu.%llu us\n"),
                     r->passed, r->failed, r->skipped, (unsigned long long)r->seeds,
                     (unsigned long long)(r->p99_ns / 1000),
                     (unsigned long long)(r->p99_ns / 100 % 10));
}

/* -- which checks ------------------------------------------------------------------------------ */

static int32_t is_named(const char *only, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = only; at != NULL; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == 0))
            return 1;
    return 0;
}

/* One that doesn't concern this plugin is told only to who asked for it by name. */
static int32_t concerns(report *r, const moult__check *check)
{
    const moult__check_request *request = r->request;
    if (request->only != NULL && !is_named(request->only, check->name))
        return 0;
    if (request->seed != NULL && (check->flags & MOULT__CHECK_SEEDED) == 0)
        return 0;
    return request->only != NULL || moult__provides_kind(&r->note, check->kind);
}

/* Without a file that can be looked at there is nothing to load. */
static void read_note(report *r)
{
    uint8_t *bytes = NULL;
    uint64_t size = 0;
    moult__elf elf;
    if (moult__file_read(r->request->file, (uint64_t)256 << 20, &bytes, &size, NULL) >= 0 &&
        moult__elf_inspect(bytes, size, r->request->file, &elf, NULL) >= 0)
        r->note = elf.note;
    free(bytes);
}

static moult_status one(report *r, const moult__check *check)
{
    moult__found_out *found = r->found;
    moult_status status = MOULT_OK;
    if (!moult__provides_kind(&r->note, check->kind)) {
        memset(found, 0, sizeof *found);
        found->verdict = MOULT__VERDICT_SKIP;
        snprintf(found->text, sizeof found->text, moult__translate("it provides no %s"),
                 check->kind);
    } else if ((check->flags & MOULT__CHECK_STAGED) != 0 && r->request->profile[0] == 0) {
        memset(found, 0, sizeof *found);
        found->verdict = r->load_told ? MOULT__VERDICT_SKIP : MOULT__VERDICT_FAIL;
        snprintf(found->text, sizeof found->text, "%s",
                 moult__translate("it couldn't be loaded: see the check load"));
    } else {
        status = run_child(r, check);
    }
    if (status < 0)
        return status;
    count(r, check);
    if (r->request->json)
        print_json(r, check);
    else
        print_line(r, check);
    r->said++;
    return MOULT_OK;
}

int moult__check_file(moult__check_request *request)
{
    report r = {.request = request};
    r.found =
        mmap(NULL, sizeof *r.found, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (r.found == MAP_FAILED)
        return (int)MOULT__EXIT_INTERNAL;
    read_note(&r);
    moult_status status = MOULT_OK;
    begin(&r);
    for (uint32_t i = 0; moult__check_at(i) != NULL && status >= 0; i++) {
        const moult__check *check = moult__check_at(i);
        int32_t finds = check->run == moult__check_load; /* the others go by what it finds */
        int32_t told = concerns(&r, check);
        r.load_told |= told && finds;
        if (told)
            status = one(&r, check);
        else if (finds)
            status = run_child(&r, check);
        if (finds)
            snprintf(request->profile, sizeof request->profile, "%s", r.found->profile);
    }
    end(&r);
    munmap(r.found, sizeof *r.found);
    return status < 0 ? (int)MOULT__EXIT_INTERNAL : r.failed != 0;
}
