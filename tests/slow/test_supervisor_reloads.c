/* SPDX-License-Identifier: MIT */
/* Thousands of reloads in a game, each rehearsed in a copy of the process before it is done, leave
 * the process as it was and the world where it stood. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "core/system/crash.h"
#include "support/plugin_kit.h"
#include "support/session_kit.h"
#include <check.h>
#undef fail

#define RELOADS 10000u
#define RELOADS_SOON 2500u /* unless all are asked for */
#define WARM 100u
#define PLAY_EVERY 500u /* turns go on in between */
#define PLUGIN "ai-chaser.so"

typedef struct holdings {
    uint32_t descriptors, mappings, threads, files, folders;
    uint64_t resident;
} holdings;

static uint32_t threads(void)
{
    return kit_files("/proc/self/task");
}

static holdings hold(const moult__set *set)
{
    return (holdings){
        kit_descriptors(),     kit_mappings(""), threads(),
        kit_files(set->stage), kit_files("."),   kit_resident(),
    };
}

/* The build's plugins under other names, but for one that is ours to change. Two files of one code:
 * a byte behind the end tells them apart. */
static void make_plugins(void)
{
    char command[1024];
    kit_folder_make();
    snprintf(command, sizeof command,
             "mkdir %s/plugins && ln -s %s/plugins/*.so %s/plugins && rm %s/plugins/" PLUGIN,
             kit_folder(), MOULT_BUILD_DIR, kit_folder(), kit_folder());
    ck_assert_int_eq(system(command), 0);
    for (uint32_t i = 0; i < 2; i++)
        kit_take("plugins/" PLUGIN, i ? "1.so" : "0.so", i);
    kit_take("plugins/" PLUGIN, "plugins/" PLUGIN, 0);
    setenv("MOULT_BUILD_DIR", kit_folder(), 1);
    ck_assert_int_eq(chdir(kit_folder()), 0);
}

static void change(uint32_t number)
{
    ck_assert_int_eq(link(number % 2 ? "1.so" : "0.so", "fresh"), 0);
    ck_assert_int_eq(rename("fresh", "plugins/" PLUGIN), 0);
}

static uint32_t generation(const moult__set *set)
{
    const moult__slot *slot = moult__set_slot(set, "ai/chaser");
    ck_assert_ptr_nonnull(slot);
    return slot->build->generation;
}

static void expect_same(const holdings *warm, const holdings *last)
{
    ck_assert_uint_eq(last->descriptors, warm->descriptors);
    ck_assert_uint_eq(last->threads, warm->threads);
    ck_assert_uint_eq(last->files, warm->files);
    ck_assert_uint_eq(last->folders, warm->folders);
#ifndef __SANITIZE_ADDRESS__ /* which keeps what was freed, for a while */
    ck_assert_uint_eq(last->mappings, warm->mappings);
    ck_assert_uint_le(last->resident, warm->resident + warm->resident / 20);
#endif
}

static uint32_t wanted = RELOADS_SOON;

START_TEST(rehearsed_reloads_leave_nothing_behind)
{
    static kit_game game;
    char result[1024];
    holdings warm = {0, 0, 0, 0, 0, 0};
    make_plugins();
    ck_assert_int_eq(moult__crash_open(), MOULT_OK);
    kit_open(&game, "reloads");
    uint64_t hash = kit_hash(&game);
    for (uint32_t i = 1; i <= wanted; i++) {
        moult__report report = {0};
        change(i);
        ck_assert_msg(moult__session_reload(&game.s, 1, result, sizeof result, &report) == 1,
                      "reload %u: %s%s", i, result, report.text);
        if (moult__hash(game.w) != hash)
            ck_abort_msg("reload %u moved the world", i);
        if (i == WARM)
            warm = hold(&game.own);
        if (i % PLAY_EVERY == 0) {
            kit_line(&game, "wait");
            hash = kit_hash(&game);
        }
    }
    const holdings last = hold(&game.own);
    ck_assert_uint_eq(generation(&game.own), wanted + 1);
    ck_assert_uint_eq(moult__hash_whole(game.w), hash);
    ck_assert_uint_eq(game.own.parked, 0);
    expect_same(&warm, &last);
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1); /* not even a copy that has ended */
    kit_close(&game);
    moult__crash_close();
    kit_folder_remove();
}
END_TEST

int main(int argc, char **argv)
{
    wanted = argc > 1 && strcmp(argv[1], "all") == 0 ? RELOADS : RELOADS_SOON;
    Suite *suite = suite_create("supervisor reloads");
    TCase *group = tcase_create("all");
    tcase_set_timeout(group, 600);
    tcase_add_test(group, rehearsed_reloads_leave_nothing_behind);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
