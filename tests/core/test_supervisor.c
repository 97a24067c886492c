/* SPDX-License-Identifier: MIT */
/* A life with a supervisor: deaths, ends, orders, and what is left when all is over. */
#include "core/supervisor/verdict.h"
#include "worker_stage.h"

/* -- life and death ---------------------------------------------------------------------------- */

static int end_with_choice(void *context, moult__link *link, const moult__start *start)
{
    (void)context;
    moult_world *w = begin(link, start);
    play(link, w, 3);
    return leave(w, choice);
}

START_TEST(the_exit_code_of_a_worker_is_passed_on)
{
    static const int codes[] = {0, 1, 3, 70, 255};
    choice = codes[_i];
    ck_assert_int_eq(supervise(end_with_choice), codes[_i]);
    ck_assert_uint_eq(told->number, 1);
    ck_assert_uint_eq(newest()->has_image, 0);
    ck_assert_uint_eq(newest()->again, 0);
    ck_assert_str_eq(said, "");
}
END_TEST

/* Ten deaths, each after `choice` turns. */
static int play_and_die(void *context, moult__link *link, const moult__start *start)
{
    (void)context;
    moult_world *w = begin(link, start);
    if (told->number > 10)
        return leave(w, 0);
    play(link, w, (uint32_t)choice);
    die();
    return 1;
}

START_TEST(whoever_follows_a_killed_worker_has_its_last_turn)
{
    static const int turns[] = {1, 2, 3, 17};
    choice = turns[_i];
    ck_assert_int_eq(supervise(play_and_die), 0);
    expect_newest(11, 10 * (uint32_t)choice);
    ck_assert_ptr_nonnull(strstr(newest()->told, "it was killed (SIGKILL)"));
    ck_assert_ptr_nonnull(strstr(said, newest()->told));
    for (uint32_t i = 0; i < 11; i++)
        ck_assert_uint_eq(told->seen[i].mask_is_kept, 1);
}
END_TEST

static int end_unasked(void *context, moult__link *link, const moult__start *start)
{
    (void)context;
    moult_world *w = begin(link, start);
    if (told->number == 2)
        return leave(w, 0);
    play(link, w, 2);
    _exit(0);
}

START_TEST(an_end_that_nobody_meant_is_a_death)
{
    ck_assert_int_eq(supervise(end_unasked), 0);
    expect_newest(2, 2);
    ck_assert_ptr_nonnull(strstr(said, "_exit"));
}
END_TEST

static int die_idle(void *context, moult__link *link, const moult__start *start)
{
    (void)context;
    moult_world *w = begin(link, start);
    if (start->rescue)
        return leave(w, 3);
    if (told->number == 1 && choice)
        play(link, w, 1);
    die();
    return 1;
}

START_TEST(three_deaths_in_a_row_without_a_turn_end_the_game)
{
    choice = 1;
    ck_assert_int_eq(supervise(die_idle), 3);
    expect_newest(4, 1);
    for (uint32_t i = 0; i < 4; i++)
        ck_assert_uint_eq(told->seen[i].rescue, i == 3);
    ck_assert_ptr_nonnull(strstr(said, "The game can't go on"));
}
END_TEST

START_TEST(without_a_world_there_is_nothing_to_rescue)
{
    choice = 0;
    ck_assert_int_eq(supervise(die_idle), 3);
    ck_assert_uint_eq(told->number, 3);
    for (uint32_t i = 0; i < 3; i++)
        ck_assert_uint_eq(told->seen[i].rescue + told->seen[i].has_image, 0);
}
END_TEST

/* The second one can't load what the first one had. */
static int fail_again(void *context, moult__link *link, const moult__start *start)
{
    (void)context;
    moult_world *w = begin(link, start);
    if (start->rescue)
        return leave(w, 3);
    if (start->again) {
        atomic_store(&link->shared->opened, 0);
        return leave(w, 1);
    }
    play(link, w, 4);
    die();
    return 1;
}

START_TEST(a_worker_that_cannot_begin_again_leaves_the_world_to_a_rescue)
{
    ck_assert_int_eq(supervise(fail_again), 3);
    expect_newest(3, 4);
    ck_assert_uint_eq(newest()->rescue, 1);
}
END_TEST

static int die_in_rescue(void *context, moult__link *link, const moult__start *start)
{
    (void)context;
    moult_world *w = begin(link, start);
    if (told->number == 1)
        play(link, w, 1);
    die();
    return 1;
}

START_TEST(a_rescue_that_dies_is_tried_again_a_few_times)
{
    ck_assert_int_eq(supervise(die_in_rescue), 3);
    ck_assert_uint_eq(told->number, 3 + MOULT__DEATHS_MAX);
    ck_assert_uint_eq(newest()->rescue, MOULT__DEATHS_MAX);
}
END_TEST

/* -- orders ------------------------------------------------------------------------------------ */

static const struct {
    int number;
    char order;
    uint32_t leave; /* the next worker is to leave at once */
} signals[] = {{SIGTERM, MOULT__ORDER_LEAVE, 1},
               {SIGINT, MOULT__ORDER_LEAVE, 1},
               {SIGHUP, MOULT__ORDER_RELOAD, 0},
               {0, MOULT__ORDER_RELOAD, 0}};

/* The order reaches it, then it dies before it has done what it was told. */
static int be_told(void *context, moult__link *link, const moult__start *start)
{
    (void)context;
    moult_world *w = begin(link, start);
    if (start->again)
        return leave(w, 0);
    play(link, w, 2);
    if (signals[choice].number != 0)
        kill(link->supervisor, signals[choice].number);
    else
        moult__link_say(link, MOULT__SAYS_HANGUP);
    told->orders[0] = moult__link_order(link, 1);
    die();
    return 1;
}

START_TEST(signals_become_orders)
{
    choice = _i;
    ck_assert_int_eq(supervise(be_told), 0);
    ck_assert_int_eq(told->orders[0], signals[_i].order);
    expect_newest(2, 2);
    ck_assert_uint_eq(newest()->leave, signals[_i].leave);
}
END_TEST

static int outlive(void *context, moult__link *link, const moult__start *start)
{
    (void)context;
    moult_world *w = begin(link, start);
    play(link, w, 1);
    const char none = moult__link_order(link, 0);
    kill(link->supervisor, SIGKILL);
    told->orders[0] = moult__link_order(link, 1);
    told->orders[1] = none == 0 ? 'n' : none;
    change(link, w);
    told->orders[2] = moult__link_send(link, w) == MOULT_IO ? 'i' : '?';
    told->orders[3] = moult__link_say(link, MOULT__SAYS_HANGUP) == MOULT_IO ? 'i' : '?';
    atomic_store(&told->done, 1);
    _exit(0);
}

START_TEST(a_worker_learns_that_its_supervisor_is_gone)
{
    int status;
    const pid_t child = fork();
    if (child == 0)
        _exit(supervise(outlive));
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    while (!atomic_load(&told->done)) /* or the case takes too long */
        sleep_ms(1);
    ck_assert_str_eq(told->orders, "onii");
}
END_TEST

/* -- what is left ------------------------------------------------------------------------------ */

static int32_t is_blocked(int number)
{
    sigset_t mask;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    return sigismember(&mask, number);
}

START_TEST(nothing_is_left_of_workers_and_of_what_was_shared)
{
    uint32_t descriptors = 0, mappings = 0, shared = 0;
    choice = 2;
    for (uint32_t i = 0; i < 3; i++) {
        told->number = 0;
        ck_assert_int_eq(supervise(play_and_die), 0);
        if (i == 0) { /* whatever is loaded once is */
            descriptors = kit_descriptors();
            mappings = kit_mappings("");
            shared = kit_mappings("/dev/zero");
        }
    }
    ck_assert_uint_eq(kit_descriptors(), descriptors);
    ck_assert_uint_eq(kit_mappings("/dev/zero"), shared);
#ifdef __SANITIZE_ADDRESS__ /* which takes memory of its own */
    (void)mappings;
#else
    ck_assert_uint_eq(kit_mappings(""), mappings);
#endif
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
    ck_assert_int_eq(errno, ECHILD);
    ck_assert_uint_eq(kit_files(kit_at("moult")), 0);
    ck_assert(is_blocked(SIGUSR2) && !is_blocked(SIGTERM) && !is_blocked(SIGCHLD));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("supervisor");
    TCase *group = tcase_create("all");
    tcase_add_loop_test(group, the_exit_code_of_a_worker_is_passed_on, 0, 5);
    tcase_add_loop_test(group, whoever_follows_a_killed_worker_has_its_last_turn, 0, 4);
    tcase_add_test(group, an_end_that_nobody_meant_is_a_death);
    tcase_add_test(group, three_deaths_in_a_row_without_a_turn_end_the_game);
    tcase_add_test(group, without_a_world_there_is_nothing_to_rescue);
    tcase_add_test(group, a_worker_that_cannot_begin_again_leaves_the_world_to_a_rescue);
    tcase_add_test(group, a_rescue_that_dies_is_tried_again_a_few_times);
    tcase_add_loop_test(group, signals_become_orders, 0, MOULT_COUNT(signals));
    tcase_add_test(group, a_worker_learns_that_its_supervisor_is_gone);
    tcase_add_test(group, nothing_is_left_of_workers_and_of_what_was_shared);
    return run_group(suite, group);
}
