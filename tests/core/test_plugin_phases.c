/* SPDX-License-Identifier: MIT */
/* Whatever of a set's reload fails, in whichever plugin and at whichever step, leaves all of them
 * as they were, and the next good reload works. Between look and commit nothing new is mapped, so
 * a fork can try it first. The copy of the generation before is kept, and no other. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "support/plugin_texts.h"
#include <check.h>
#undef fail

#define ANIMAL                                                                                     \
    "#include <moult/world.h>\n"                                                                   \
    "#include <moult/ai.h>\n"                                                                      \
    "#include <moult/plugin.h>\n"                                                                  \
    "#ifdef LACKS\n"                                                                               \
    "int nobody_has_this(void);\n"                                                                 \
    "#define ANSWERED nobody_has_this()\n"                                                         \
    "#else\n"                                                                                      \
    "#define ANSWERED ANSWER\n"                                                                    \
    "#endif\n"                                                                                     \
    "#ifndef SECOND\n"                                                                             \
    "#define SECOND SLOT\n"                                                                        \
    "#endif\n"                                                                                     \
    "static moult_status step(uint32_t from, const void *old, void *row)\n"                        \
    "{\n"                                                                                          \
    "    (void)from, (void)old, (void)row;\n"                                                      \
    "    return STEP;\n"                                                                           \
    "}\n"                                                                                          \
    "MOULT_TABLE_EXTENDED(memory, ANIMAL_NAME \".memory\", MOULT_SCOPE_ACTOR, VERSION, MEMORY, "   \
    "0u, step)\n"                                                                                  \
    "static moult_status decide(moult_world *w, const moult_senses *s, void *m, moult_action "     \
    "*a)\n"                                                                                        \
    "{\n"                                                                                          \
    "    (void)w, (void)s, (void)m, (void)a;\n"                                                    \
    "    return ANSWER;\n"                                                                         \
    "}\n"                                                                                          \
    "static int32_t ask(void)\n"                                                                   \
    "{\n"                                                                                          \
    "    return ANSWERED;\n"                                                                       \
    "}\n"                                                                                          \
    "static const moult_ai_1 functions = {sizeof(moult_ai_1), 0, decide};\n"                       \
    "static const moult_provide provides[] = {\n"                                                  \
    "    MOULT_PROVIDE_WHOLE(SLOT, MOULT_AI_INTERFACE, MOULT_AI_SHAPE, &functions, 0, "            \
    "&memory_schema),\n"                                                                           \
    "    MOULT_PROVIDE(SECOND, MOULT_AI_INTERFACE, MOULT_AI_SHAPE, &functions)};\n"                \
    "static MOULT_BINDS const moult_ai_1 *other;\n"                                                \
    "static const moult_require requires[] = {MOULT_REQUIRE(NEEDS, MOULT_AI_INTERFACE, "           \
    "MOULT_AI_SHAPE, other)};\n"                                                                   \
    "static const moult_native natives[] = {MOULT_NATIVE(PLUGIN \".ask\", \"i()\", ask, \"\")};\n" \
    "static const moult_table_use tables[] = {MOULT_TABLE_OWNED(memory)};\n"                       \
    "MOULT_PLUGIN(PLUGIN, \"1.0\", \"\", SLOT \" \" SECOND, .provides = provides, "                \
    ".provide_count = COUNT, .requirements = requires, .requirement_count = 1, .natives = "        \
    "natives, .native_count = 1, .tables = tables, .table_count = 1)\n"

#define ANIMALS 4u
static const char *const names[ANIMALS] = {"wolf", "bear", "fox", "owl"};

/* How a build is spoilt, and what becomes of a reload that meets it. */
static const struct {
    const char *name, *flags; /* flags NULL: a file made otherwise */
    moult_status status;
    const char *text;
} breaks[] = {
    {"elf", NULL, MOULT_FORMAT, "this is no shared object"},
    {"half", NULL, MOULT_FORMAT, "cut short"},
    {"abi", NULL, MOULT_VERSION, "built for ABI 2"},
    {"other", NULL, MOULT_CHANGED, "the file now holds another plugin, ai-counter@1.0"},
    {"lacks", "-DLACKS -DVERSION=1 -DSTEP=0 -DCOUNT=1", MOULT_REFUSED, "nobody_has_this"},
    {"lies", "-DVERSION=1 -DSTEP=0 -DCOUNT=5000", MOULT_FORMAT, "counts entries"},
    {"needs", "-DVERSION=1 -DSTEP=0 -DCOUNT=1", MOULT_UNKNOWN,
     "ai/none is required, and nobody provides it"},
    {"twice", "-DSECOND='\"ai/idle\"' -DVERSION=1 -DSTEP=0 -DCOUNT=2", MOULT_REFUSED,
     "\"ai/idle\" is already provided by"},
    {"migrate", "-DVERSION=2 -DSTEP=MOULT_REFUSED -DCOUNT=1", MOULT_REFUSED,
     "its migrate function refused"},
};

static const char *build_at(const char *animal, const char *kind)
{
    char name[64];
    snprintf(name, sizeof name, "%s-%s.so", animal, kind);
    return kit_at(name);
}

static void compile(const char *animal, const char *kind, int answer, const char *needs,
                    const char *flags)
{
    char name[64], all[512];
    snprintf(name, sizeof name, "%s-%s.so", animal, kind);
    snprintf(all, sizeof all,
             "-D'MEMORY(F,A)=F(i32,times,\"decided\")' -DANIMAL_NAME='\"%s\"' "
             "-DPLUGIN='\"ai-%s\"' -DSLOT='\"ai/%s\"' -DANSWER=%d -DNEEDS='\"%s\"' %s",
             animal, animal, animal, answer, needs, flags);
    kit_compile(name, ANIMAL, all);
}

static void make(void)
{
    kit_folder_make();
    kit_compile("idle.so", TEXT_PLUGIN, TEXT_NAMES("ai-idle", "ai/idle") "-DANSWER=7");
    kit_compile("counter.so", TEXT_MEMORY, TEXT_COUNTER("i32", "1", "0", "1"));
    kit_take("zoo/other_abi.so", "abi.so", 0);
    for (uint32_t i = 0; i < ANIMALS; i++) {
        compile(names[i], "1", 10 + (int)i, "ai/idle", "-DVERSION=1 -DSTEP=0 -DCOUNT=1");
        compile(names[i], "2", 20 + (int)i, "ai/idle", "-DVERSION=1 -DSTEP=0 -DCOUNT=1");
        for (uint32_t b = 0; b < MOULT_COUNT(breaks); b++)
            if (breaks[b].flags != NULL)
                compile(names[i], breaks[b].name, 30,
                        strcmp(breaks[b].name, "needs") == 0 ? "ai/none" : "ai/idle",
                        breaks[b].flags);
    }
}

static moult__set set;
static moult__report report;
static char result[1024];
static moult_world *world;

static void put_live(const char *from, const char *animal)
{
    char name[64];
    snprintf(name, sizeof name, "live/%s.so", animal);
    kit_replace(from, kit_at(name));
}

static void open_set(void)
{
    memset(&report, 0, sizeof report);
    ck_assert_int_eq(mkdir(kit_at("live"), 0700), 0);
    put_live(kit_at("idle.so"), "idle");
    for (uint32_t i = 0; i < ANIMALS; i++)
        put_live(build_at(names[i], "1"), names[i]);
    kit_set_make(&set);
    moult__set_scan(&set, kit_at("live"));
    ck_assert_msg(kit_set_want(&set, "ai/wolf ai/bear ai/fox ai/owl", &report) == MOULT_OK, "%s",
                  report.text);
    world = moult__set_world_create(&set, NULL);
    ck_assert_int_eq(moult__world_seed(world, (const uint8_t *)"w", 1), MOULT_OK);
    moult_id level = moult__level_create(world, 9, 9, 1);
    for (uint32_t i = 0; i < ANIMALS; i++) {
        char table[64];
        snprintf(table, sizeof table, "%s.memory", names[i]);
        moult_id actor = moult__create(world, MOULT_SCOPE_ACTOR, level, 1, (int32_t)i);
        *(int32_t *)moult__edit(world, moult__set_handle(&set, table), actor) = 100 + (int32_t)i;
    }
}

static void close_set(void)
{
    char stage[MOULT__PATH_SIZE];
    snprintf(stage, sizeof stage, "%s", set.stage);
    moult__set_world_free(&set, world);
    moult__set_close(&set);
    ck_assert_int_ne(access(stage, F_OK), 0);
    ck_assert_int_eq(system("rm -r \"$XDG_RUNTIME_DIR\"/live"), 0);
}

static int32_t ask(const char *animal)
{
    char native[64];
    snprintf(native, sizeof native, "ai-%s.ask", animal);
    return ((int32_t(*)(void))moult__set_native(&set, native)->function)();
}

/* -- all or nothing ---------------------------------------------------------------------------- */

typedef struct state {
    uint64_t hash, whole;
    uint32_t stamp, files, mappings, generations[ANIMALS + 1];
    const moult__build *builds[ANIMALS + 1];
    int32_t answers[ANIMALS];
} state;

static state look_around(void)
{
    state s = {.hash = moult__hash(world),
               .whole = moult__hash_whole(world),
               .stamp = set.stamp,
               .files = kit_files(set.stage),
               .mappings = kit_mappings(set.stage)};
    ck_assert_uint_eq(set.build_count, ANIMALS + 1);
    for (uint32_t i = 0; i <= ANIMALS; i++) {
        s.generations[i] = set.builds[i]->generation;
        s.builds[i] = set.builds[i];
    }
    for (uint32_t i = 0; i < ANIMALS; i++)
        s.answers[i] = ask(names[i]);
    return s;
}

static void spoil(const char *how, const char *animal)
{
    char live[64];
    uint64_t count;
    snprintf(live, sizeof live, "live/%s.so", animal);
    if (strcmp(how, "elf") == 0) {
        kit_write(kit_at(live), "#!/bin/sh\n", 10);
    } else if (strcmp(how, "half") == 0) {
        uint8_t *bytes = kit_read(build_at(animal, "2"), &count);
        kit_write(kit_at(live), bytes, count / 2);
        free(bytes);
    } else if (strcmp(how, "abi") == 0) {
        put_live(kit_at("abi.so"), animal);
    } else if (strcmp(how, "other") == 0) {
        put_live(kit_at("counter.so"), animal);
    } else {
        put_live(build_at(animal, how), animal);
    }
}

static void check_good_reload(void)
{
    for (uint32_t i = 0; i < ANIMALS; i++)
        put_live(build_at(names[i], "2"), names[i]);
    uint64_t hash = moult__hash(world);
    ck_assert_msg(moult__set_reload(&set, result, sizeof result, &report) == (int)ANIMALS, "%s",
                  report.text);
    moult__set_retire(&set);
    for (uint32_t i = 0; i < ANIMALS; i++)
        ck_assert_int_eq(ask(names[i]), 20 + (int32_t)i);
    ck_assert_uint_eq(moult__hash(world), hash);
    ck_assert_uint_eq(kit_files(set.stage), 2 * ANIMALS + 1);
}

/* One is spoilt, the others have good new builds. */
START_TEST(a_failure_in_any_plugin_at_any_step_changes_nothing)
{
    const char *how = breaks[_i / (int)ANIMALS].name, *animal = names[_i % (int)ANIMALS];
    for (uint32_t i = 0; i < ANIMALS; i++)
        put_live(build_at(names[i], "2"), names[i]);
    spoil(how, animal);
    state before = look_around();
    moult_status status = moult__set_reload(&set, result, sizeof result, &report);
    ck_assert_msg(strstr(report.text, breaks[_i / (int)ANIMALS].text) != NULL, "%s", report.text);
    ck_assert_int_eq(status, breaks[_i / (int)ANIMALS].status);
    state after = look_around();
    ck_assert_mem_eq(&before, &after, sizeof before);
    check_good_reload();
}
END_TEST

START_TEST(a_file_that_is_being_written_changes_nothing)
{
    set.settle_ms = 100;
    state before = look_around();
    put_live(build_at("bear", "2"), "bear");
    pid_t writer = fork();
    if (writer == 0) {
        int fd = open(kit_at("live/owl.so"), O_WRONLY | O_APPEND);
        for (;;) {
            if (write(fd, "", 1) != 1)
                _exit(1);
            kit_tick();
        }
    }
    struct timespec a_while = {0, 50000000};
    nanosleep(&a_while, NULL);
    ck_assert_int_eq(moult__set_reload(&set, result, sizeof result, &report), MOULT_AGAIN);
    kill(writer, SIGKILL);
    waitpid(writer, NULL, 0);
    state after = look_around();
    ck_assert_mem_eq(&before, &after, sizeof before);
    set.settle_ms = 0;
    check_good_reload();
}
END_TEST

/* -- phases ------------------------------------------------------------------------------------ */

START_TEST(a_look_maps_nothing_and_a_discard_leaves_nothing)
{
    moult__reload *reload;
    state before = look_around();
    put_live(build_at("wolf", "2"), "wolf");
    put_live(build_at("owl", "2"), "owl");
    ck_assert_int_eq(moult__reload_look(&set, 0, &reload, result, sizeof result, &report), 2);
    ck_assert_uint_eq(moult__reload_changed(reload), 2);
    ck_assert_str_eq(moult__reload_label(reload, 0), "ai-wolf@1.0");
    ck_assert_str_eq(moult__reload_label(reload, 1), "ai-owl@1.0");
    ck_assert_uint_eq(kit_files(set.stage), before.files + 2);
    ck_assert_uint_eq(kit_mappings(set.stage), before.mappings);
    moult__reload_discard(reload);
    state after = look_around();
    ck_assert_mem_eq(&before, &after, sizeof before);
    check_good_reload();
}
END_TEST

START_TEST(nothing_to_commit_when_nothing_changed)
{
    moult__reload *reload;
    ck_assert_int_eq(moult__reload_look(&set, 1, &reload, result, sizeof result, &report), 0);
    ck_assert_ptr_null(reload);
    ck_assert_str_eq(result, "unchanged: no plugin's file has another content\n");
}
END_TEST

/* The fork uses the copies, retires what it replaced and closes its set; none of it is ours. */
START_TEST(a_fork_tries_it_first)
{
    moult__reload *reload;
    int how;
    put_live(build_at("fox", "2"), "fox");
    ck_assert_int_eq(moult__set_reload(&set, result, sizeof result, &report), 1);
    put_live(build_at("fox", "1"), "fox");
    ck_assert_int_eq(moult__reload_look(&set, 0, &reload, result, sizeof result, &report), 1);
    state before = look_around();
    pid_t child = fork();
    if (child == 0) {
        int32_t fine = moult__reload_commit(reload, result, sizeof result, &report) == 1;
        moult__set_retire(&set);
        fine &= ask("fox") == 12;
        moult__set_world_free(&set, world);
        moult__set_close(&set);
        _exit(fine ? 0 : 1);
    }
    ck_assert_int_eq(waitpid(child, &how, 0), child);
    ck_assert_int_eq(how, 0);
    state after = look_around();
    ck_assert_mem_eq(&before, &after, sizeof before);
    ck_assert_int_eq(moult__reload_commit(reload, result, sizeof result, &report), 1);
    ck_assert_int_eq(ask("fox"), 12);
    ck_assert_int_eq(strncmp(result, "reloaded ai-fox #3 (1.0) in ", 28), 0);
}
END_TEST

/* -- the generation before --------------------------------------------------------------------- */

START_TEST(the_copy_of_the_generation_before_is_kept_and_no_other)
{
    char first[MOULT__PATH_SIZE], second[MOULT__PATH_SIZE];
    uint64_t content = set.builds[0]->identity.content, count, kept;
    ck_assert_str_eq(set.builds[0]->previous.path, "");
    snprintf(first, sizeof first, "%s", set.builds[0]->staged);
    put_live(build_at("wolf", "2"), "wolf");
    ck_assert_int_eq(moult__set_reload(&set, result, sizeof result, &report), 1);
    moult__set_retire(&set);
    ck_assert_str_eq(set.builds[0]->previous.path, first);
    ck_assert_uint_eq(set.builds[0]->previous.generation, 1);
    ck_assert_uint_eq(set.builds[0]->previous.content, content);
    uint8_t *bytes = kit_read(build_at("wolf", "1"), &count), *copy = kit_read(first, &kept);
    ck_assert_uint_eq(kept, count);
    ck_assert_mem_eq(copy, bytes, count);
    free(bytes);
    free(copy);
    snprintf(second, sizeof second, "%s", set.builds[0]->staged);
    put_live(build_at("wolf", "1"), "wolf");
    ck_assert_int_eq(moult__set_reload(&set, result, sizeof result, &report), 1);
    moult__set_retire(&set);
    ck_assert_str_eq(set.builds[0]->previous.path, second);
    ck_assert_int_ne(access(first, F_OK), 0);
    ck_assert_int_eq(access(second, F_OK), 0);
}
END_TEST

START_TEST(a_folder_of_somebody_else_is_left_as_it_is)
{
    moult__set guest;
    moult__report why = {0};
    char folder[MOULT__PATH_SIZE];
    ck_assert_int_ge(moult__stage_open(folder, sizeof folder, &why), 0);
    for (uint32_t i = 0; i < 2; i++) {
        char copy[2 * MOULT__PATH_SIZE];
        ck_assert_int_ge(moult__set_open_in(&guest, folder, 100 * (i + 1), set.host,
                                            set.core_provides, set.core_provide_count, &why),
                         0);
        guest.settle_ms = 0;
        moult__set_scan(&guest, kit_at("live"));
        ck_assert_msg(kit_set_want(&guest, "ai/idle", &why) == MOULT_OK, "%s", why.text);
        snprintf(copy, sizeof copy, "%s/ai-idle.%u.so", folder, 100 * (i + 1));
        ck_assert_str_eq(guest.builds[0]->staged, copy);
        moult__set_close(&guest);
        ck_assert_int_eq(access(copy, F_OK), 0);
    }
    ck_assert_uint_eq(kit_files(folder), 2);
    moult__stage_close(folder);
    ck_assert_int_ne(access(folder, F_OK), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plugin phases");
    TCase *group = tcase_create("all");
    tcase_add_unchecked_fixture(group, make, kit_folder_remove);
    tcase_add_checked_fixture(group, open_set, close_set);
    tcase_set_timeout(group, 60);
    tcase_add_loop_test(group, a_failure_in_any_plugin_at_any_step_changes_nothing, 0,
                        (int)(MOULT_COUNT(breaks) * ANIMALS));
    tcase_add_test(group, a_file_that_is_being_written_changes_nothing);
    tcase_add_test(group, a_look_maps_nothing_and_a_discard_leaves_nothing);
    tcase_add_test(group, nothing_to_commit_when_nothing_changed);
    tcase_add_test(group, a_fork_tries_it_first);
    tcase_add_test(group, the_copy_of_the_generation_before_is_kept_and_no_other);
    tcase_add_test(group, a_folder_of_somebody_else_is_left_as_it_is);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
