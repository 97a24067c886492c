/* SPDX-License-Identifier: MIT */
/* The snapshot and its comparison. See ambient.h. */
#include <dirent.h>
#include <fenv.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <xxhash.h>
#include <moult/plugin.h>
#include "core/system/ambient.h"
#include "core/system/text.h"

#define DESCRIPTORS 512 /* 64 a word */

/* How many entries of a folder of /proc/self are numbers; each sets its bit (`bits` NULL: none). */
static uint32_t numbers_in(const char *path, uint64_t *bits)
{
    uint32_t count = 0;
    DIR *folder = opendir(path);
    struct dirent *entry;
    if (folder == NULL)
        return 0;
    int own = dirfd(folder);
    while ((entry = readdir(folder)) != NULL) {
        if (entry->d_name[0] < '0' || entry->d_name[0] > '9')
            continue;
        long number = strtol(entry->d_name, NULL, 10);
        count++;
        if (bits != NULL && number != own && number < DESCRIPTORS)
            bits[number / 64] |= (uint64_t)1 << number % 64;
    }
    closedir(folder);
    return count;
}

static uint64_t environment(void)
{
    uint64_t sum = 0;
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++)
        sum = XXH3_64bits_withSeed(*entry, strlen(*entry), sum);
    return sum;
}

static void take_signals(moult__ambient *out)
{
    sigset_t mask;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    for (int number = 1; number <= 64; number++) {
        struct sigaction action;
        if (sigismember(&mask, number) == 1)
            out->mask |= (uint64_t)1 << (number - 1);
        if (sigaction(number, NULL, &action) == 0)
            out->handlers[number] = (uint64_t)(uintptr_t)action.sa_handler;
    }
}

/* How numbers are calculated, but for the flags that calculating itself leaves. */
static uint32_t modes(void)
{
#ifdef __x86_64__
    fenv_t now;
    fegetenv(&now);
    uint32_t control = now.__control_word, vector = now.__mxcsr & 0xffc0u;
    fesetenv(&now); /* reading masks the old unit's exceptions */
    return control << 16 | vector;
#else
    return (uint32_t)fegetexcept();
#endif
}

/* The old unit and the vector unit have a mode each; fegetround looks at the old one's. */
int32_t moult__ambient_rounding(void)
{
    int32_t nearest = moult__ambient_nearest() && fegetround() == FE_TONEAREST;
    if (!nearest)
        fesetround(FE_TONEAREST);
    return nearest;
}

void moult__ambient_take(moult__ambient *out)
{
    struct stat folder;
    struct itimerval timer;
    memset(out, 0, sizeof *out);
    out->rounding = (uint32_t)fegetround();
    out->exceptions = modes();
    out->threads = numbers_in("/proc/self/task", NULL);
    numbers_in("/proc/self/fd", out->descriptors);
    out->umask = umask(0);
    umask((mode_t)out->umask);
    take_signals(out);
    out->environment = environment();
    if (stat(".", &folder) == 0) {
        out->directory[0] = folder.st_dev;
        out->directory[1] = folder.st_ino;
    }
    if (getitimer(ITIMER_REAL, &timer) == 0)
        out->timer = timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0;
    snprintf(out->locale, sizeof out->locale, "%s", setlocale(LC_ALL, NULL));
}

static int32_t signal_differs(const moult__ambient *a, const moult__ambient *b)
{
    for (int number = 1; number <= 64; number++)
        if (a->handlers[number] != b->handlers[number])
            return number;
    return 0;
}

static int32_t descriptor_differs(const moult__ambient *a, const moult__ambient *b)
{
    for (int32_t number = 0; number < DESCRIPTORS; number++)
        if (((a->descriptors[number / 64] ^ b->descriptors[number / 64]) >> number % 64 & 1) != 0)
            return number;
    return -1;
}

int32_t moult__ambient_differs(const moult__ambient *a, const moult__ambient *b, uint32_t may_own,
                               char *out, uint32_t room)
{
    uint32_t shows = MOULT_MAY_OWN_TERMINAL | MOULT_MAY_OWN_WINDOW;
    int32_t files = (may_own & (MOULT_MAY_OWN_FILES | shows)) == 0;
    int32_t signals = (may_own & (MOULT_MAY_OWN_SIGNALS | MOULT_MAY_OWN_TERMINAL)) == 0;
    int32_t threads = (may_own & (MOULT_MAY_OWN_THREADS | MOULT_MAY_OWN_WINDOW)) == 0;
    int32_t number = signal_differs(a, b), descriptor = descriptor_differs(a, b);
    out[0] = 0;
    if (a->rounding != b->rounding)
        snprintf(out, room, moult__translate("it changed the rounding mode from %x to %x"),
                 a->rounding, b->rounding);
    else if (a->exceptions != b->exceptions)
        snprintf(out, room, "%s",
                 moult__translate(
                     "it changed the modes in which floating-point numbers are calculated"));
    else if (signals && a->mask != b->mask)
        snprintf(out, room, "%s", moult__translate("it changed the signal mask"));
    else if (signals && number != 0)
        snprintf(out, room, moult__translate("it changed the signal handler of SIG%s"),
                 sigabbrev_np(number) != NULL ? sigabbrev_np(number) : "RT");
    else if (memcmp(a->directory, b->directory, sizeof a->directory) != 0)
        snprintf(out, room, "%s", moult__translate("it changed the working directory"));
    else if (strcmp(a->locale, b->locale) != 0)
        snprintf(out, room, moult__translate("it changed the locale from %.60s to %.60s"),
                 a->locale, b->locale);
    else if (a->environment != b->environment)
        snprintf(out, room, "%s", moult__translate("it changed the environment"));
    else if (a->umask != b->umask)
        snprintf(out, room, "%s", moult__translate("it changed the file mode mask"));
    else if (a->timer != b->timer)
        snprintf(out, room, "%s", moult__translate("it set a timer"));
    else if (threads && a->threads != b->threads)
        snprintf(out, room, moult__translate("there were %u threads, and %u after it"), a->threads,
                 b->threads);
    else if (files && descriptor >= 0)
        snprintf(out, room, moult__translate("it opened or closed descriptor %d"), descriptor);
    return out[0] != 0;
}
