/* SPDX-License-Identifier: MIT */
/* The build that test_fault.c crashes in. It is compiled when the test runs, in several ways. What
 * is to be named as the place stands on a line with "at NAME"; the test looks for it there. */
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define APART __attribute__((noinline))

typedef int work(void *);

extern char **environ;

static volatile uintptr_t nowhere; /* 0, which the compiler can't know */
static volatile int sink;
static char kept[64]; /* which isn't from the heap */

static int null_read(void)
{
    return *(volatile int *)nowhere; /* at null_read */
}

static void *on_thread(void *context)
{
    if (nowhere == 0)
        abort(); /* at thread */
    return context;
}

static void start_thread(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, on_thread, 0);
    pthread_join(thread, 0);
}

/* A macro, so that it is all on one line: the stack may end at any of its instructions. */
#define DIG(name)                                         \
    APART static int name(int depth)                      \
    {                                                     \
        volatile char room[4096];                         \
        room[depth & 4095] = 1;                           \
        return depth < 0 ? 0 : name(depth + 1) + room[7]; \
    }

DIG(dig) /* at overflow */

/* It returns to where nothing can be, or nothing is. */
APART static void smash(int byte)
{
    memset(__builtin_frame_address(0), byte, 64);
    __asm__ volatile("" ::: "memory");
} /* at smash */

/* It goes nowhere, and leaves a stack on which nobody has called anybody. */
APART static void lose(void)
{
    uintptr_t top = (uintptr_t)environ[0] & ~(uintptr_t)15;
#ifdef __x86_64__
    __asm__ volatile("mov %0, %%rsp; jmp *%1" ::"r"(top), "r"(nowhere));
#else
    __asm__ volatile("mov sp, %0; br %1" ::"r"(top), "r"(nowhere));
#endif
}

#ifdef __x86_64__
#define WILD "mov %0, %%rsp; push %%rax"
#else
#define WILD "mov sp, %0; str x0, [sp, #-16]!"
#endif

APART static void wild(void)
{
    __asm__ volatile(WILD ::"r"(nowhere + 96)); /* at wild */
}

APART static void spin(volatile int *ready)
{
    *ready = 1;
    for (;; sink++) /* at spin */
        ;
}

/* Leaves return addresses all over the stack. */
APART static int litter(int depth, work *call)
{
    volatile int room[3] = {depth, call(0), 1};
    return depth == 0 ? 0 : litter(depth - 1, call) + room[depth % 3];
}

static void use_up_descriptors(void)
{
    while (open("/dev/null", O_RDONLY) >= 0)
        ;
}

/* What becomes of a child; one that goes on says so. */
static int fork_one(volatile int *ready)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        *ready = 2;
        _exit(9);
    }
    waitpid(child, &status, 0);
    return status;
}

static int other(int how, volatile int *ready, work *call, void *with)
{
    return how + *ready + call(with);
}

static int decide(int how, volatile int *ready, work *call, void *with)
{
    if (how == 'r')
        return null_read();
    if (how == 'c')
        sink = ((int (*)(void))nowhere)(); /* at null_call */
    if (how == 'a')
        abort(); /* at abort */
    if (how == 't')
        start_thread();
    if (how == 'o')
        sink = dig(0);
    if (how == 's')
        smash(0x41);
    if (how == 'z')
        smash(0);
    if (how == 'l')
        lose();
    if (how == 'w')
        wild();
    if (how == 'e')
        exit(0); /* at exit */
    if (how == '_')
        _exit(0);
    if (how == 'p')
        spin(ready);
    if (how == 'h')
        for (*ready = 1;; sink++) /* at here */
            ;
    if (how == 'd')
        use_up_descriptors();
    if (how == 'n' || how == 'd')
        sink = (int)strlen((char *)nowhere); /* at strlen */
    if (how == 'f')
        free((void *)((uintptr_t)kept + nowhere)); /* at free */
    if (how == 'm')
        sink = call(with); /* at call */
    if (how == 'i')
        sink = litter(40, call);
    if (how == 'k')
        return fork_one(ready);
    return sink;
}

struct entry {
    const char *name;
    int (*call)(int, volatile int *, work *, void *);
};

extern __attribute__((visibility("default"))) const struct entry entries[];

const struct entry entries[] = {{"other", other}, {"decide", decide}, {0, 0}};
