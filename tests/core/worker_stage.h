/* SPDX-License-Identifier: MIT */
/* Workers that load no plugin: what each does is written out in its test, so that it can die, hang,
 * lie or leave at just the moment that a case is about. What they see is told in memory that they
 * share with the test. */
#ifndef TESTS_WORKER_STAGE_H
#define TESTS_WORKER_STAGE_H
#include "core/supervisor/supervisor.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "core/system/crash.h"
#include "support/plugin_kit.h"
#include "support/world_kit.h"
#include <check.h>
#undef fail

#define DEADLINE_MS 400
#define LONG 10 /* of deadlines: nothing may take so long */

/* What workers tell; `number` counts them from 1. */
struct told {
    _Atomic uint32_t number;
    struct seen {
        pid_t pid;
        uint32_t turn, again, leave, rescue, has_image, mask_is_kept;
        uint64_t hash;
        char told[300];
    } seen[16];
    uint32_t turn; /* of whoever played last, after its last whole turn */
    uint64_t hash, frame;
    char orders[16];
    _Atomic uint32_t done;
    int64_t begun_ms, ended_ms;
};
static struct told *told;

static int32_t choice; /* of a case */

static inline int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static inline void sleep_ms(int32_t count)
{
    struct timespec left = {count / 1000, count % 1000 * 1000000L};
    while (nanosleep(&left, &left) != 0)
        ;
}

/* -- workers ----------------------------------------------------------------------------------- */

static const kit_field fields[] = {{MOULT_TYPE_u32, 1, "heat"}};

static inline moult_world *empty_world(void)
{
    moult__layout layout = kit_layout("test.cell", MOULT_SCOPE_CELL, 0, 1, fields, 1);
    moult_world *w = moult__world_create(&layout, 1);
    moult__layout_free(&layout);
    return w;
}

static inline moult_world *begin(moult__link *link, const moult__start *start)
{
    struct seen *seen = &told->seen[atomic_fetch_add(&told->number, 1)];
    moult_world *w = empty_world();
    moult__report report = {0};
    sigset_t mask;
    if (start->image == NULL) {
        moult__world_seed(w, (const uint8_t *)"kit", 3);
        const moult_id level = moult__level_create(w, 8, 6, 1);
        moult__set_hero(w, moult__create(w, MOULT_SCOPE_ACTOR, level, 1, 1));
        moult__level_enter(w, level);
    } else if (moult__image_restore(start->image, w) < 0 ||
               moult__world_finish(w, "test", &report) < 0) {
        _exit(99);
    }
    sigprocmask(SIG_SETMASK, NULL, &mask);
    *seen =
        (struct seen){.pid = getpid(),
                      .turn = moult__turn(w),
                      .again = (uint32_t)start->again,
                      .leave = (uint32_t)start->leave,
                      .rescue = (uint32_t)start->rescue,
                      .has_image = start->image != NULL,
                      .mask_is_kept = !sigismember(&mask, SIGTERM) && sigismember(&mask, SIGUSR2),
                      .hash = moult__hash(w)};
    snprintf(seen->told, sizeof seen->told, "%s", start->told);
    atomic_store(&link->shared->opened, 1);
    return w;
}

static inline void change(moult__link *link, moult_world *w)
{
    moult__create(w, MOULT_SCOPE_ITEM, moult__level(w), 2, 2);
    moult__turn_passed(w);
    link->shared->turn = moult__turn(w);
    link->shared->played++;
}

static inline void play(moult__link *link, moult_world *w, uint32_t turns)
{
    while (turns-- > 0) {
        change(link, w);
        if (moult__link_send(link, w) != MOULT_OK)
            _exit(98);
    }
    told->turn = moult__turn(w);
    told->hash = moult__hash(w);
}

static inline int leave(moult_world *w, int code)
{
    moult__world_free(w);
    return code;
}

static inline void die(void)
{
    kill(getpid(), SIGKILL);
    for (;;)
        pause();
}

static inline struct seen *newest(void)
{
    return &told->seen[told->number - 1];
}

/* -- here -------------------------------------------------------------------------------------- */

static moult__report report;
static char said[4096];

static inline void enter(void)
{
    sigset_t odd;
    sigemptyset(&odd);
    sigaddset(&odd, SIGUSR2);
    sigprocmask(SIG_BLOCK, &odd, NULL); /* so that a mask that is kept can be told */
    told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(told, MAP_FAILED);
    kit_folder_make();
    const int fd = open(kit_at("said"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    ck_assert_int_ge(dup2(fd, STDERR_FILENO), 0);
    close(fd);
}

static inline void exit_case(void)
{
    kit_folder_remove();
}

static inline int supervise(int (*work)(void *, moult__link *, const moult__start *))
{
    const moult__supervision plan = {work, NULL, DEADLINE_MS, 0};
    uint64_t count;
    const int code = moult__supervise(&plan, &report);
    uint8_t *bytes = kit_read(kit_at("said"), &count);
    snprintf(said, sizeof said, "%.*s", (int)count, (const char *)bytes);
    free(bytes);
    return code;
}

/* The last worker began where the one before it stood after its last whole turn. */
static inline void expect_newest(uint32_t workers, uint32_t turn)
{
    ck_assert_uint_eq(told->number, workers);
    ck_assert_uint_eq(newest()->again, workers > 1);
    ck_assert_uint_eq(newest()->turn, turn);
    ck_assert_uint_eq(newest()->turn, told->turn);
    ck_assert_uint_eq(newest()->hash, told->hash);
}

static inline int run_group(Suite *suite, TCase *group)
{
    tcase_add_checked_fixture(group, enter, exit_case);
    tcase_set_timeout(group, 60);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
