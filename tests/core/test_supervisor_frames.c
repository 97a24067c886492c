/* SPDX-License-Identifier: MIT */
/* What a worker sends, whole or not, and how long its calls may take. */
#include "core/world/frame.h"
#include "worker_stage.h"

/* -- calls that don't come back ---------------------------------------------------------------- */

static void wait_in_call(void)
{
    told->begun_ms = now_ms();
    for (;;)
        pause();
}

static int hang(void *context, moult__link *link, const moult__start *start)
{
    (void)context;
    moult_world *w = begin(link, start);
    if (start->again) {
        told->ended_ms = now_ms();
        return leave(w, 0);
    }
    play(link, w, 2);
    moult__link_busy(link, 1);
    moult__crash_box("slow@1.0", "decide");
    wait_in_call();
    return 1;
}

START_TEST(a_call_that_does_not_come_back_is_ended)
{
    ck_assert_int_eq(supervise(hang), 0);
    expect_newest(2, 2);
    ck_assert_msg(strstr(said, "no answer for 0.4 s") != NULL, "%s", said);
    /* Its first tick may have come at once. */
    ck_assert_int_ge(told->ended_ms - told->begun_ms, DEADLINE_MS * 3 / 4);
    ck_assert_int_lt(told->ended_ms - told->begun_ms, DEADLINE_MS * LONG);
}
END_TEST

/* What isn't one long call of a plugin: many calls, waiting for the player, a file being written,
 * being stopped. */
enum patience { MANY_CALLS, IDLE, WRITING, STOPPED, PATIENCES };

static int take_long(void *context, moult__link *link, const moult__start *start)
{
    (void)context;
    moult_world *w = begin(link, start);
    const int64_t end = now_ms() + 3 * DEADLINE_MS;
    moult__link_busy(link, choice != IDLE);
    moult__crash_box(choice != WRITING ? "slow@1.0" : NULL, "decide");
    atomic_store(&link->shared->writing, choice == WRITING);
    if (choice == STOPPED)
        raise(SIGSTOP);
    while (now_ms() < end) {
        sleep_ms(5);
        if (choice == MANY_CALLS)
            moult__crash_box("slow@1.0", "decide");
    }
    return leave(w, 7);
}

START_TEST(what_is_no_long_call_is_waited_for)
{
    choice = _i;
    const pid_t helper = _i == STOPPED ? fork() : 1;
    if (helper == 0) {
        while (told->number == 0)
            sleep_ms(1);
        sleep_ms(4 * DEADLINE_MS);
        kill(told->seen[0].pid, SIGCONT);
        _exit(0);
    }
    ck_assert_int_eq(supervise(take_long), 7);
    ck_assert_uint_eq(told->number, 1);
    ck_assert_str_eq(said, "");
    if (_i == STOPPED)
        ck_assert_int_eq(waitpid(helper, NULL, 0), helper);
}
END_TEST

/* -- frames ------------------------------------------------------------------------------------ */

static int send_large(void *context, moult__link *link, const moult__start *start)
{
    (void)context;
    moult_world *w = begin(link, start);
    if (start->again)
        return leave(w, 0);
    moult__level_enter(w, moult__level_create(w, 200, 200, 2));
    play(link, w, 1);
    told->frame = link->box[1]->count;
    play(link, w, 2);
    die();
    return 1;
}

START_TEST(a_frame_may_be_larger_than_a_socket_takes)
{
    ck_assert_int_eq(supervise(send_large), 0);
    ck_assert_uint_gt(told->frame, (uint64_t)100 << 10);
    expect_newest(2, 3);
}
END_TEST

/* What becomes of a frame that its worker didn't finish, or that isn't right. */
enum flaw {
    UNWRITTEN, /* half of its bytes */
    UNMARKED,  /* all, without the serial */
    UNTOLD,    /* all, but nobody is told: it counts */
    EMPTY,     /* no bytes */
    ENDLESS,   /* more than there can be */
    DAMAGED,   /* the checksum is another frame's */
    FLAWS
};

/* The next frame's box may be written to. */
static moult__box *next_box(const moult__link *link)
{
    while (atomic_load(&link->shared->taken) != (uint32_t)link->serial)
        sleep_ms(1);
    return link->box[(link->serial + 1) % 2];
}

static int send_flawed(void *context, moult__link *link, const moult__start *start)
{
    (void)context;
    moult_world *w = begin(link, start);
    if (start->again)
        return leave(w, 0);
    play(link, w, 4);
    const uint64_t serial = link->serial + 1, room = MOULT__BOX_SIZE - sizeof(moult__box);
    moult__box *box = next_box(link);
    change(link, w);
    uint64_t count = moult__frame_write(w, 0, serial, box->bytes, room);
    if (choice == UNWRITTEN)
        memset(box->bytes + count / 2, 0xa5, count - count / 2);
    if (choice == DAMAGED)
        box->bytes[count - 1] ^= 1;
    box->count = choice == EMPTY ? 0 : choice == ENDLESS ? UINT64_MAX : count;
    if (choice != UNWRITTEN && choice != UNMARKED)
        atomic_store(&box->serial, serial);
    if (choice == UNTOLD) {
        told->turn = moult__turn(w);
        told->hash = moult__hash(w);
    } else {
        moult__link_say(link, MOULT__SAYS_FRAME);
    }
    die();
    return 1;
}

START_TEST(only_a_whole_frame_counts)
{
    choice = _i;
    ck_assert_int_eq(supervise(send_flawed), 0);
    expect_newest(2, _i == UNTOLD ? 5 : 4);
}
END_TEST

/* Something wrote over a frame, and the worker lives on: the next ones count again. */
static int go_on_after_flaw(void *context, moult__link *link, const moult__start *start)
{
    (void)context;
    moult_world *w = begin(link, start);
    if (start->again)
        return leave(w, 0);
    play(link, w, 4);
    const uint64_t room = MOULT__BOX_SIZE - sizeof(moult__box);
    moult__box *box = next_box(link);
    const uint64_t serial = ++link->serial;
    change(link, w);
    box->count = moult__frame_write(w, 0, serial, box->bytes, room);
    box->bytes[box->count / 2] ^= 1;
    atomic_store(&box->serial, serial);
    moult__link_say(link, MOULT__SAYS_FRAME);
    told->orders[0] = moult__link_order(link, 1);
    link->whole = told->orders[0] == MOULT__ORDER_WHOLE;
    play(link, w, 5);
    die();
    return 1;
}

START_TEST(after_a_damaged_frame_a_whole_one_is_asked_for)
{
    ck_assert_int_eq(supervise(go_on_after_flaw), 0);
    ck_assert_int_eq(told->orders[0], MOULT__ORDER_WHOLE);
    expect_newest(2, 10);
}
END_TEST

static int send_many(void *context, moult__link *link, const moult__start *start)
{
    (void)context;
    moult_world *w = begin(link, start);
    if (start->again)
        return leave(w, 0);
    play(link, w, 3000);
    die();
    return 1;
}

START_TEST(no_frame_of_many_is_lost)
{
    ck_assert_int_eq(supervise(send_many), 0);
    expect_newest(2, 3000);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("supervisor");
    TCase *group = tcase_create("all");
    tcase_add_test(group, a_call_that_does_not_come_back_is_ended);
    tcase_add_loop_test(group, what_is_no_long_call_is_waited_for, 0, PATIENCES);
    tcase_add_test(group, a_frame_may_be_larger_than_a_socket_takes);
    tcase_add_loop_test(group, only_a_whole_frame_counts, 0, FLAWS);
    tcase_add_test(group, after_a_damaged_frame_a_whole_one_is_asked_for);
    tcase_add_test(group, no_frame_of_many_is_lost);
    return run_group(suite, group);
}
