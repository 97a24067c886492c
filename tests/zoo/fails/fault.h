/* SPDX-License-Identifier: MIT */
/* One way of going wrong, chosen by -DFAULT_x when the plugin is built.
 *
 * The plugins of this folder are sound but for one call, in which they do this. Each is built once
 * a fault, so that any call can be tried with any fault, and each fault is what it is called: no
 * build option lets the compiler, its checks or a sanitizer turn it into another one. Those that
 * come back (fork, kill_parent, stop_parent) leave the call to end as if nothing had happened. */
#ifndef TESTS_ZOO_FAILS_FAULT_H
#define TESTS_ZOO_FAILS_FAULT_H
#include <moult/plugin.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#define FAULT_TURN 3u /* when plugins fail that are called turn by turn */
#define FAULT_WORDS 64

static MOULT_UNUSED void write_to_null(void)
{
    volatile uintptr_t nowhere = 0;
    *(volatile int32_t *)nowhere = 1;
}

/* For the process that started this one, if it is of the same program: an orphan's isn't. */
static MOULT_UNUSED void signal_parent(int number)
{
    char path[32], own[1024] = "", theirs[1024] = "";
    const pid_t parent = getppid();
    snprintf(path, sizeof path, "/proc/%d/exe", (int)parent);
    if (readlink("/proc/self/exe", own, sizeof own - 1) > 0 &&
        readlink(path, theirs, sizeof theirs - 1) > 0 && strcmp(own, theirs) == 0)
        kill(parent, number);
}

#if defined FAULT_null_read
static __attribute__((noinline)) void fault_now(void)
{
    volatile uintptr_t nowhere = 0;
    (void)*(volatile int32_t *)nowhere;
}

#elif defined FAULT_null_call
static __attribute__((noinline)) void fault_now(void)
{
    void (*volatile nobody)(void) = NULL;
    nobody();
}

#elif defined FAULT_abort
static __attribute__((noinline)) void fault_now(void)
{
    abort();
}

#elif defined FAULT_thread_abort
static void *abort_there(void *nothing)
{
    (void)nothing;
    abort();
}

static __attribute__((noinline)) void fault_now(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, abort_there, NULL) == 0)
        pthread_join(thread, NULL);
}

#elif defined FAULT_stack_overflow
static __attribute__((noinline)) int32_t deeper(int32_t depth)
{
    volatile int32_t frame[FAULT_WORDS];
    for (int32_t i = 0; i < FAULT_WORDS; i++)
        frame[i] = depth;
    return depth < 0 ? 0 : deeper(frame[0] + 1) + frame[1];
}

static __attribute__((noinline)) void fault_now(void)
{
    deeper(0);
}

#elif defined FAULT_stack_smash
/* The addresses that it leaves behind are nobody's. */
static __attribute__((noinline)) void fault_now(void)
{
    volatile uintptr_t frame[2];
    volatile uintptr_t *at = frame;
    __asm__("" : "+r"(at));
    for (int32_t i = 0; i < FAULT_WORDS; i++)
        at[i] = 0x41414141;
}

#elif defined FAULT_exit
static __attribute__((noinline)) void fault_now(void)
{
    exit(0);
}

#elif defined FAULT_quick_exit
static __attribute__((noinline)) void fault_now(void)
{
    _exit(0);
}

#elif defined FAULT_endless
static __attribute__((noinline)) void fault_now(void)
{
    for (volatile uint32_t round = 0;; round = round + 1)
        ;
}

#elif defined FAULT_sleep
static __attribute__((noinline)) void fault_now(void)
{
    for (;;)
        pause();
}

#elif defined FAULT_memory
static __attribute__((noinline)) void fault_now(void)
{
    const size_t count = (size_t)1 << 20, page = 4096;
    volatile char *more;
    while ((more = malloc(count)) != NULL)
        for (size_t i = 0; i < count; i += page)
            more[i] = 1;
    write_to_null();
}

#elif defined FAULT_lock
static void *take_and_sleep(void *taken)
{
    flockfile(stdout);
    atomic_store((_Atomic int32_t *)taken, 1);
    while (atomic_load((_Atomic int32_t *)taken))
        pause();
    return NULL;
}

static __attribute__((noinline)) void fault_now(void)
{
    _Atomic int32_t taken = 0;
    pthread_t thread;
    if (pthread_create(&thread, NULL, take_and_sleep, &taken) != 0)
        return;
    while (!atomic_load(&taken))
        usleep(1000);
    flockfile(stdout);
}

#elif defined FAULT_lock_twice
static __attribute__((noinline)) void fault_now(void)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
}

#elif defined FAULT_fork
/* Both go on. */
static __attribute__((noinline)) void fault_now(void)
{
    if (fork() < 0)
        write_to_null();
}

#elif defined FAULT_kill_parent
static __attribute__((noinline)) void fault_now(void)
{
    signal_parent(SIGKILL);
}

#elif defined FAULT_stop_parent
static __attribute__((noinline)) void fault_now(void)
{
    signal_parent(SIGSTOP);
}

#elif defined FAULT_kill_self
static __attribute__((noinline)) void fault_now(void)
{
    kill(getpid(), SIGKILL);
}

#else
#error "no fault is chosen"
#endif

#endif
