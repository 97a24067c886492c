/* SPDX-License-Identifier: MIT */
/* What bad input gets from the real program: one line on standard error, compared word for word,
 * nothing on standard output, and the exit code that belongs to it: 1 what was given is refused,
 * 2 wrong usage. Each line names the plugin or file, the place, the reason, and what to do. */
#include "support/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <check.h>

static run r;

static void enter(void)
{
    run_open(&r);
}

static void leave(void)
{
    run_close(&r);
}

/* A shell command, what it answers with, and its one line on standard error (see run_matches). */
typedef struct bad {
    const char *command;
    int32_t code;
    const char *error;
} bad;

/* Every command is tried in a folder where these stand. */
static const char prepare[] =
    "cp \"$B/plugins/mapgen-rooms.so\" whole.so && chmod 755 whole.so && "
    "echo 'no plugin' > text.so && : > empty.so && head -c 3000 whole.so > cut.so && "
    "head -c 40 whole.so > tiny.so && "
    "cp whole.so machine.so && printf '\\267\\000' | dd of=machine.so bs=1 seek=18 conv=notrunc && "
    "cp whole.so abi.so && "
    "at=$(grep -obUaP 'Moult\\0\\0\\0' abi.so | head -n 1 | cut -d: -f1) && "
    "printf '\\002' | dd of=abi.so bs=1 seek=$((at + 8)) conv=notrunc";

static void try(const bad *b)
{
    if (strstr(b->command, "chown ") != NULL && geteuid() != 0)
        return;
    run_well(&r, NULL, "%s", prepare);
    run_refused(&r, b->command, b->code, b->error);
}

#define PLAY "moult play --renderer none --turns 1 "
#define A(count) "$(head -c " #count " /dev/zero | tr '\\0' a)"

static const bad plugins[] = {
    {PLAY "--use mapgen=roomz", 1,
     "error  mapgen: mapgen/roomz is required, and nobody provides it. Known: ~ (closest: "
     "mapgen/rooms)\n"},
    {PLAY "--use mapgen=zzzzzz", 1,
     "error  mapgen: mapgen/zzzzzz is required, and nobody provides it. Known: ~\n"},
    {"moult map roomz", 1,
     "error  mapgen: mapgen/roomz is required, and nobody provides it. Known: ~ (closest: "
     "mapgen/rooms)\n"},
    {PLAY "--renderer txet", 1,
     "error  renderer: renderer/txet is required, and nobody provides it. Known: ~ (closest: "
     "renderer/text)\n"},
    {PLAY "--use mapgen=./nothing.so", 1,
     "error  nothing load: there is no such file (./nothing.so). Build it, or give another path\n"},
    {"moult map ./nothing.so", 1,
     "error  nothing load: there is no such file (./nothing.so). Build it, or give another path\n"},
    {PLAY "--use mapgen=./text.so", 1,
     "error  text load: this is no shared object (./text.so): it doesn't begin like an ELF file. "
     "Build the plugin with -shared\n"},
    {PLAY "--use mapgen=./empty.so", 1,
     "error  empty load: this is no shared object (./empty.so): it doesn't begin like an ELF "
     "file. Build the plugin with -shared\n"},
    {"mkdir a.so; " PLAY "--use mapgen=./a.so", 1, "error  ./a.so: is a folder, not a file\n"},
    {"mkfifo a.so; " PLAY "--use mapgen=./a.so", 1, "error  ./a.so: isn't a regular file\n"},
    {PLAY "--use mapgen=./cut.so", 1,
     "error  cut load: the file is cut short (./cut.so): it has 3000 bytes, its section table "
     "ends at #. Copy or build it again\n"},
    {PLAY "--use mapgen=./tiny.so", 1,
     "error  tiny load: the file is cut short (./tiny.so): 40 bytes are not even an ELF heading. "
     "Copy or build it again\n"},
    {PLAY "--use mapgen=./machine.so", 1,
     "error  machine load: built for another machine (./machine.so): ELF machine 183, class 2; "
     "this one is machine #, class 2. Build it on this machine\n"},
    {PLAY "--use mapgen=./abi.so", 1,
     "error  mapgen-rooms@1.0.0 load: built for ABI 2, this core speaks 1 (./abi.so). Rebuild it "
     "with this SDK: moult sdk --cflags\n"},
    {"moult map ./abi.so", 1,
     "error  mapgen-rooms@1.0.0 load: built for ABI 2, this core speaks 1 (./abi.so). Rebuild it "
     "with this SDK: moult sdk --cflags\n"},
    {PLAY "--use ai/chaser=\"$B/plugins/ai-wander.so\"", 1,
     "error  ai-wander@1.0.0 load: it doesn't provide ai/chaser, but: ai/wander "
     "($B/plugins/ai-wander.so). Use it as what it is\n"},
    {PLAY "--use mapgen=\"$B/plugins/ai-wander.so\"", 1,
     "error  ai-wander@1.0.0 load: it provides no mapgen, but: ai/wander "
     "($B/plugins/ai-wander.so). "
     "Use it as what it is\n"},
    {"mkdir twice; cp whole.so twice/other.so; export MOULT_PLUGIN_PATH=$T/twice; " PLAY, 1,
     "error  mapgen-rooms@1.0.0 load: \"mapgen/rooms\" is already provided by mapgen-rooms@1.0.0 "
     "($B/plugins/mapgen-rooms.so), and by $T/twice/other.so too. Choose: --use "
     "mapgen/rooms=PATH\n"},
    {"mkdir open; cp whole.so open; chmod 777 open; " PLAY "--use mapgen=open/whole.so", 1,
     "error  $T/open: everybody may write to it, so anybody could run code as you. To change "
     "that: chmod o-w $T/open\n"},
    {"chmod 666 whole.so; " PLAY "--use mapgen=./whole.so", 1,
     "error  $T/whole.so: everybody may write to it, so anybody could run code as you. To change "
     "that: chmod o-w $T/whole.so\n"},
    {"chown 12345 whole.so; " PLAY "--use mapgen=./whole.so", 1,
     "error  $T/whole.so: belongs to user 12345, not to you, root or the owner of moult. Copy the "
     "plugin into a folder of your own\n"},
};

static const bad uses[] = {
    {PLAY "--use mapgen", 2,
     "error  --use: \"mapgen\": expected ROLE=NAME, ROLE=FILE or KIND/NAME=FILE\n"},
    {PLAY "--use ''", 2, "error  --use: \"\": expected ROLE=NAME, ROLE=FILE or KIND/NAME=FILE\n"},
    {PLAY "--use =rooms", 2,
     "error  --use: \"=rooms\": expected ROLE=NAME, ROLE=FILE or KIND/NAME=FILE\n"},
    {PLAY "--use mapgen=", 2,
     "error  --use: \"mapgen=\": expected ROLE=NAME, ROLE=FILE or KIND/NAME=FILE\n"},
    {PLAY "--use ai/chaser=chaser", 2,
     "error  --use: \"ai/chaser=chaser\": expected ROLE=NAME, ROLE=FILE or KIND/NAME=FILE\n"},
    {PLAY "--use ai/../chaser=./whole.so", 2,
     "error  --use: \"ai/../chaser=./whole.so\": expected ROLE=NAME, ROLE=FILE or "
     "KIND/NAME=FILE\n"},
    {PLAY "--use mapgne=rooms", 2,
     "error  --use: unknown role \"mapgne\" (did you mean \"mapgen\"?)\n"},
    {PLAY "--use 'mapgen=Rooms!'", 2,
     "error  --use: \"Rooms!\" is not a name: a-z, 0-9 and '-', at most 31 of them, no leading "
     "'-'\n"},
    {PLAY "--use \"mapgen=" A(2000) ".so\"", 2,
     "error  --use: mapgen: the file's name is too long\n"},
};

static const bad arguments[] = {
    {"moult plya", 2,
     "error  moult: unknown verb \"plya\" (did you mean \"play\"?). moult --help lists them\n"},
    {"moult sing", 2, "error  moult: unknown verb \"sing\". moult --help lists them\n"},
    {"moult ''", 2, "error  moult: unknown verb \"\". moult --help lists them\n"},
    {"moult play --sead 7", 2,
     "error  moult play: \"--sead\" isn't one of its options (did you mean \"--seed\"?). Try: "
     "moult play --help\n"},
    {"moult play -x", 2,
     "error  moult play: \"-x\" isn't one of its options. Try: moult play --help\n"},
    {"moult play --seed", 2, "error  moult play: --seed lacks its value. Try: moult play --help\n"},
    {"moult play --use", 2, "error  moult play: --use lacks its value. Try: moult play --help\n"},
    {"moult play --watch=1", 2,
     "error  moult play: --watch takes no value. Try: moult play --help\n"},
    {"moult play --turns 0", 2,
     "error  moult play: --turns \"0\" is no number from 1 on. Try: moult play --help\n"},
    {"moult play --turns 4294967296", 2,
     "error  moult play: --turns \"4294967296\" is no number from 1 on. Try: moult play --help\n"},
    {"moult play --turns 3x", 2,
     "error  moult play: --turns \"3x\" is no number from 1 on. Try: moult play --help\n"},
    {"moult play rogue rogue", 2,
     "error  moult play: one game at a time, not \"rogue\" too. Try: moult play --help\n"},
    {"moult play --seed 7 --load x", 2,
     "error  moult play: --seed begins a run, --load goes on with one: not both. Try: moult play "
     "--help\n"},
    {"moult map", 2, "error  moult map: name one generator, not 0. Try: moult map --help\n"},
    {"moult map rooms rooms", 2,
     "error  moult map: name one generator, not 2. Try: moult map --help\n"},
    {"moult map rooms --sise 9x9", 2,
     "error  moult map: \"--sise\" isn't one of its options (did you mean \"--size\"?). Try: moult "
     "map --help\n"},
    {"moult map rooms --size", 2,
     "error  moult map: --size lacks its value. Try: moult map --help\n"},
    {"moult map rooms --size 64", 2,
     "error  moult map: --size \"64\" isn't like 64x40, 1 to 4096 a side. Try: moult map --help\n"},
    {"moult map rooms --size 64x40x", 2,
     "error  moult map: --size \"64x40x\" isn't like 64x40, 1 to 4096 a side. Try: moult map "
     "--help\n"},
    {"moult map rooms --size 0x5", 2,
     "error  moult map: --size \"0x5\" isn't like 64x40, 1 to 4096 a side. Try: moult map "
     "--help\n"},
    {"moult map rooms --size 4097x40", 2,
     "error  moult map: --size \"4097x40\" isn't like 64x40, 1 to 4096 a side. Try: moult map "
     "--help\n"},
    {"moult map rooms --depth deep", 2,
     "error  moult map: --depth \"deep\" is no whole number. Try: moult map --help\n"},
    {"moult map rooms --depth 99999999999", 2,
     "error  moult map: --depth \"99999999999\" is no whole number. Try: moult map --help\n"},
    {"moult map rooms --size 1x1", 1,
     "error  mapgen-rooms@1.0.0 map: it can't make 1x1 cells at depth 1. Try another --size or "
     "--depth\n"},
    {"moult call", 2, "error  moult call: no native was named. Try: moult call --help\n"},
    {"moult call --sead 7 x", 2,
     "error  moult call: \"--sead\" isn't one of its options. Try: moult call --help\n"},
    {"moult call --seed", 2, "error  moult call: --seed lacks its value. Try: moult call --help\n"},
    {"moult sdk", 2,
     "error  moult sdk: it takes one of --cflags, --cxxflags, --path, --version. Try: moult sdk "
     "--help\n"},
    {"mkdir g; cp \"$B/moult\" g; g/moult sdk --path", 1,
     "error  moult sdk: the SDK isn't where this program is ($T/g). Run it from its checkout, "
     "or install it whole\n"},
    {"moult list a b", 2,
     "error  moult list: it takes one game or profile. Try: moult list --help\n"},
    {"moult list 0", 2, "error  moult list: 0 is no process's number. Try: moult list --help\n"},
    {"moult reload x", 2,
     "error  moult reload: it takes the number of one process. Try: moult reload --help\n"},
    {"moult renderer", 2,
     "error  moult renderer: it takes the number of a process and a renderer's name. Try: moult "
     "renderer --help\n"},
    {"moult renderer x sdl", 2,
     "error  moult renderer: it takes the number of a process and a renderer's name. Try: moult "
     "renderer --help\n"},
    {"moult renderer sdl", 1, "error  control: no game is running. Start one: moult play\n"},
    {"moult reload 1 2", 2,
     "error  moult reload: it takes the number of one process. Try: moult reload --help\n"},
    {"moult reload", 1, "error  control: no game is running. Start one: moult play\n"},
    {"moult reload 1", 1,
     "error  control: process 1 is no running game; there is none. Start one: moult play\n"},
    {"moult list 2147483647", 1,
     "error  control: process 2147483647 is no running game; there is none. Start one: moult "
     "play\n"},
};

static const bad seeds[] = {
    {PLAY "--seed " A(4097), 1,
     "error  --seed: the seed text has 4097 bytes, at most 4096 are read. Use a shorter one\n"},
    {PLAY "--seed " A(10000), 1,
     "error  --seed: the seed text has 10000 bytes, at most 4096 are read. Use a shorter one\n"},
    {"moult map rooms --seed " A(10000), 1,
     "error  --seed: the seed text has 10000 bytes, at most 4096 are read. Use a shorter one\n"},
    {"moult call --seed " A(10000) " rogue.tier 1", 1,
     "error  --seed: the seed text has 10000 bytes, at most 4096 are read. Use a shorter one\n"},
};

START_TEST(a_bad_plugin_is_named_with_the_reason_and_the_cure)
{
    try(&plugins[_i]);
}
END_TEST

START_TEST(a_bad_choice_says_what_was_expected)
{
    try(&uses[_i]);
}
END_TEST

START_TEST(a_wrong_call_says_where_help_is)
{
    try(&arguments[_i]);
}
END_TEST

START_TEST(a_seed_that_is_too_long_is_refused_not_cut)
{
    try(&seeds[_i]);
}
END_TEST

START_TEST(without_a_verb_the_verbs_are_listed_as_an_error)
{
    ck_assert_int_eq(run_shell(&r, NULL, "moult"), 2);
    ck_assert_str_eq(r.out, "");
    ck_assert_msg(strncmp(r.err, "usage: moult VERB", 17) == 0, "%s", r.err);
}
END_TEST

#define COUNT(table) (int)(sizeof(table) / sizeof *(table))

int main(void)
{
    Suite *suite = suite_create("bad input");
    TCase *given = tcase_create("given");
    tcase_add_checked_fixture(given, enter, leave);
    tcase_set_timeout(given, 60);
    tcase_add_loop_test(given, a_bad_plugin_is_named_with_the_reason_and_the_cure, 0,
                        COUNT(plugins));
    tcase_add_loop_test(given, a_bad_choice_says_what_was_expected, 0, COUNT(uses));
    tcase_add_loop_test(given, a_wrong_call_says_where_help_is, 0, COUNT(arguments));
    tcase_add_loop_test(given, a_seed_that_is_too_long_is_refused_not_cut, 0, COUNT(seeds));
    tcase_add_test(given, without_a_verb_the_verbs_are_listed_as_an_error);
    suite_add_tcase(suite, given);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
