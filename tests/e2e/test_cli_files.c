/* SPDX-License-Identifier: MIT */
/* What bad files get from the real program: plugins that are built here with one fault each, saves
 * that aren't whole (and are left byte for byte as they were), profiles, keys, and natives called
 * wrongly. Texts are compared word for word. */
#include "support/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

#define PLAY "moult play --renderer none --turns 1 "
#define CC "cc -std=c11 -D_GNU_SOURCE -fPIC -shared -fvisibility=hidden -I\"$S/sdk/include\" "
#define DECIDE                                                                         \
    "static moult_status decide(moult_world *w, const moult_senses *s, void *memory, " \
    "moult_action *act) { (void)w, (void)s, (void)memory, (void)act; return MOULT_OK; }\n"

typedef struct bad {
    const char *command;
    int32_t code;
    const char *error;
} bad;

/* -- plugins ----------------------------------------------------------------------------------- */

static const struct {
    const char *source, *flags, *error;
} built[] = {
    {"MOULT_EXPORT int second = 1;\n" DECIDE "MOULT_AI(wolf, \"0.3\", \"a wolf\", decide)\n", "",
     "error  ai-wolf@0.3 load: it exports second, but only moult_plugin_1 may be seen (./a.so). "
     "Build it with -fvisibility=hidden\n"},
    {DECIDE "MOULT_AI(wolf, \"0.3\", \"a wolf\", decide)\n", "-Wl,-soname,wolf",
     "error  ai-wolf@0.3 load: a SONAME would make the loader give back an older build. Link it "
     "without -soname (./a.so)\n"},
    {DECIDE "MOULT_AI(fox, \"0.3\", \"a fox\", decide)\n", "",
     "error  ai-fox@0.3 load: it doesn't provide ai/wolf, but: ai/fox (./a.so). Use it as what it "
     "is\n"},
    {"extern int nowhere(void);\nstatic moult_status decide(moult_world *w, const moult_senses "
     "*s, void *memory, moult_action *act) { (void)w, (void)s, (void)memory, (void)act; return "
     "nowhere(); }\nMOULT_AI(wolf, \"0.3\", \"a wolf\", decide)\n",
     "",
     "error  ai-wolf@0.3 load: the system can't load it (./a.so): undefined symbol: nowhere. Link "
     "what it needs, or build with -Wl,-z,defs to see it earlier\n"},
    {"static MOULT_BINDS const moult_ai_1 *other;\n"
     "static const moult_require needs[] = {MOULT_REQUIRE(\"ai/chasr\", MOULT_AI_INTERFACE, "
     "MOULT_AI_SHAPE, other)};\n" DECIDE
     "static const moult_ai_1 functions = {.size = sizeof functions, .decide = decide};\n"
     "static const moult_provide provides[] = {MOULT_PROVIDE(\"ai/wolf\", MOULT_AI_INTERFACE, "
     "MOULT_AI_SHAPE, &functions)};\n"
     "MOULT_PLUGIN(\"ai-wolf\", \"0.3\", \"a wolf\", \"ai/wolf\", .provides = provides, "
     ".provide_count = 1, .requirements = needs, .requirement_count = 1)\n",
     "",
     "error  ai-wolf@0.3 start: ai/chasr is required, and nobody provides it. Known: ~ (closest: "
     "ai/chaser)\n"},
};

START_TEST(a_plugin_with_one_fault_is_told_that_fault)
{
    run_well(&r, built[_i].source,
             "(echo '#include <moult/moult.h>'; cat) > a.c && " CC "%s a.c -o a.so",
             built[_i].flags);
    run_refused(&r, PLAY "--use ai/wolf=./a.so", 1, built[_i].error);
}
END_TEST

/* The rules are built from a copy in which the hero's row has a field more. */
static void build_rules(const char *edit)
{
    run_well(&r, NULL,
             "mkdir -p src/rules && cp -r \"$S/plugins/rules/rogue\" src/rules/ && "
             "cp \"$S\"/plugins/rules/*.h src/rules/ 2>/dev/null; "
             "sed -i '%s' src/rules/rogue/rogue.h && cmp -s src/rules/rogue/rogue.h "
             "\"$S/plugins/rules/rogue/rogue.h\" && exit 9; " CC
             "-O1 -Isrc -I\"$S/plugins\" src/rules/rogue/*.c -o rules.so",
             edit);
}

/* The bestiary as it is, with one thing changed. */
static const struct {
    const char *change, *error; /* of sed; behind "error  rules-rogue@1.0.0 start: " */
} bestiaries[] = {
    {"s/= \"chaser\"/= \"chasre\"/",
     "the bestiary's row 0 (Sewer Rat) has the archetype \"chasre\", which nobody plays. Load "
     "ai/chasre\n"},
    {"/Giant Beetle/s/15, /-15,/",
     "the bestiary's row 12 (Giant Beetle) has -15 hit points. Give it 1 or more\n"},
    {"s/[.]id = id,/.id = id == 12 ? 11 : id,/",
     "the bestiary's row 12 (Giant Beetle) has id 11, which is another row's. Make every id its "
     "row\n"},
};

START_TEST(a_bestiary_that_cannot_be_played_with_is_refused)
{
    char error[256];
    run_well(&r, NULL,
             "sed '%s' \"$S/plugins/bestiary/rogue.c\" > a.c && "
             "! cmp -s a.c \"$S/plugins/bestiary/rogue.c\" && " CC "a.c -o a.so",
             bestiaries[_i].change);
    snprintf(error, sizeof error, "error  rules-rogue@1.0.0 start: %s", bestiaries[_i].error);
    run_refused(&r, PLAY "--use bestiary=./a.so", 3, error);
}
END_TEST

START_TEST(a_table_that_its_users_do_not_fit_names_them)
{
    build_rules("s/^    F(i32, floor,/    F(i32, depth, \"new\") \\\\\\n&/");
    run_refused(&r, PLAY "--use rules=./rules.so", 1,
                "error  rules-rogue@1.0.0 load: rogue.hero: rules-rogue has v#, and its first "
                "fields aren't those of ~ v# (from floor on), ~ v# (from floor on). Add fields at "
                "the end, or rebuild all of them\n");
}
END_TEST

START_TEST(rules_that_nobody_provides_are_refused)
{
    run_refused(&r, PLAY "--use rules=none", 1,
                "error  rules: rules/none is required, and nobody provides it. Known: ~\n");
}
END_TEST

/* -- plugins that fail ------------------------------------------------------------------------- */

#define GENERATE(body)                                                                   \
    "#include <moult/moult.h>\n#include <stdlib.h>\n"                                    \
    "static moult_status generate(const moult_request *request, moult_canvas *canvas)\n" \
    "{ (void)request; " body " }\nMOULT_MAPGEN(bad, \"0.1\", \"fails\", generate)\n"

/* A signal that ends moult is told from other failures by the exit code 99. */
#define MAP_BAD                                                                    \
    "{ moult map ./a.so 2>said; } 2>/dev/null; code=$?; sed '/^[SA]/d' said >&2; " \
    "exit $((code > 128 ? 99 : code))"

static const struct {
    const char *source;
    int32_t code;
    const char *error;
} failing[] = {
    {GENERATE("(void)canvas; return MOULT_UNSUPPORTED;"), 1,
     "error  mapgen-bad@0.1 map: it can't make 64x40 cells at depth 1. Try another --size or "
     "--depth\n"},
    {GENERATE("(void)canvas; return MOULT_RANGE;"), 3,
     "error  mapgen-bad@0.1 map: no level of 64x40 cells at depth 1 came of 8 attempts: it "
     "answered "
     "-#, ~. Try another --seed, or mend it\n"},
    {GENERATE("canvas->tile[-1] = 0; return MOULT_OK;"), 3,
     "error  mapgen-bad@0.1 map: no level of 64x40 cells at depth 1 came of 8 attempts: it wrote "
     "beyond a plane, or into its canvas's fields. Try another --seed, or mend it\n"},
    {GENERATE("(void)canvas; return *(volatile int *)0;"), 99,
     "error  mapgen-bad@0.1 map: SIGSEGV at 0x0. The game ended here; the last save is as it "
     "was\n"},
    {GENERATE("(void)canvas; abort();"), 99,
     "error  mapgen-bad@0.1 map: SIGABRT. The game ended here; the last save is as it was\n"},
};

START_TEST(a_generator_that_fails_is_named_with_what_it_did)
{
    run_well(&r, failing[_i].source, "cat > a.c && " CC "a.c -o a.so");
    run_refused(&r, MAP_BAD, failing[_i].code, failing[_i].error);
}
END_TEST

START_TEST(a_run_that_no_generator_can_begin_is_the_plugins_failure)
{
    run_well(&r, failing[0].source, "cat > a.c && " CC "a.c -o a.so");
    ck_assert_int_eq(run_shell(&r, NULL, PLAY "--use mapgen=./a.so"), 3);
    ck_assert_msg(strncmp(r.err, "error  rules-rogue@1.0.0 start: ", 32) == 0, "%s", r.err);
    ck_assert_ptr_nonnull(strstr(r.err, "all 8 attempts refused"));
    ck_assert_ptr_nonnull(strstr(r.err, "Try --use mapgen=NAME\n"));
}
END_TEST

/* -- saves ------------------------------------------------------------------------------------- */

/* Where the save of a game stands that was left by quitting. */
#define SAVE "home/.local/share/moult/saves/rogue.moult"

static const struct {
    const char *spoil, *error; /* what is done to the file "save"; what is said after its name */
} saves[] = {
    {"head -c 5 good > save", "this is no saved game that a saver here knows. The file was left "
                              "as it is: give another with --load, or start anew with --seed\n"},
    {": > save", "this is no saved game that a saver here knows. The file was left as it is: "
                 "give another with --load, or start anew with --seed\n"},
    {"echo 'NetHack 3.6' > save", "this is no saved game that a saver here knows. The file was "
                                  "left as it is: give another with --load, or start anew with "
                                  "--seed\n"},
    {"cat good good > save", "there are bytes after the last section. The file was left as it is: "
                             "give another with --load, or start anew with --seed\n"},
    {"head -c 200 good > save", "header: damaged or cut off. The file was left as it is: give "
                                "another with --load, or start anew with --seed\n"},
    {"head -c -1 good > save", "section \"~\": the file is cut off. The file was left as it is: "
                               "give another with --load, or start anew with --seed\n"},
    {"cp good save && printf '\\011' | dd of=save bs=1 seek=8 conv=notrunc",
     "header: save format 9 is newer than this build knows (1). Load it with a newer Moult. The "
     "file was left as it is: give another with --load, or start anew with --seed\n"},
    {"cp good save && n=$(($(wc -c < good) - 3)) && printf '\\377\\001' | dd of=save bs=1 "
     "seek=$n conv=notrunc",
     "section \"~\": checksum differs, the file is damaged. The file was left as it is: give "
     "another with --load, or start anew with --seed\n"},
    {"mkdir save", "is a folder, not a file\n"},
    {"mkfifo save", "isn't a regular file\n"},
};

static void leave_a_game(void)
{
    run_well(&r, "explore\nquit\n", "moult play --seed 7 && test -s " SAVE);
}

START_TEST(a_bad_save_is_refused_and_left_alone)
{
    char expected[1024];
    leave_a_game();
    run_well(&r, NULL, "cp " SAVE " good && %s", saves[_i].spoil);
    snprintf(expected, sizeof expected, "error  save: %s", saves[_i].error);
    run_well(&r, NULL, "test ! -f save || cp save copy");
    run_refused(&r, PLAY "--load save", 1, expected);
    run_well(&r, NULL, "test ! -f save || cmp save copy");
    run_well(&r, NULL, "rm -f " SAVE "* && mv save " SAVE);
    snprintf(expected, sizeof expected, "error  $T/" SAVE ": %s", saves[_i].error);
    run_refused(&r, "moult play --renderer text", 1, expected);
    run_well(&r, NULL, "test ! -f " SAVE " || cmp " SAVE " copy; ls home/.local/share/moult/saves");
    ck_assert_str_eq(r.out, "rogue.lock\nrogue.moult\n");
}
END_TEST

START_TEST(the_save_before_a_bad_one_is_pointed_to)
{
    leave_a_game();
    run_well(&r, NULL, "cp " SAVE " " SAVE ".bak && head -c 200 " SAVE ".bak > " SAVE);
    run_refused(&r, "moult play --renderer text", 1,
                "error  $T/" SAVE ": header: damaged or cut off. The file was left as it is: go on "
                "from the one before it (moult play default --load $T/" SAVE
                ".bak), or start anew with "
                "--seed\n");
    run_well(&r, NULL, PLAY "--load " SAVE ".bak");
}
END_TEST

static const bad loads[] = {
    {PLAY "--load nothing", 1,
     "error  nothing: there is no such file. Give another with --load, or start anew with "
     "--seed\n"},
    {"XDG_DATA_HOME=/proc/nonexistent moult play", 1,
     "error  /proc/nonexistent/moult/saves: games can't be saved there: No such file or "
     "directory. Set XDG_DATA_HOME to a folder that you may write to\n"},
    {"touch file; XDG_DATA_HOME=$T/file moult play", 1,
     "error  $T/file/moult/saves: games can't be saved there: Not a directory. Set XDG_DATA_HOME "
     "to a folder that you may write to\n"},
};

START_TEST(a_place_that_cannot_be_read_or_written_is_named)
{
    run_refused(&r, loads[_i].command, loads[_i].code, loads[_i].error);
}
END_TEST

/* -- profiles and keys ------------------------------------------------------------------------- */

#define PROFILE(text) "printf '" text "' > a.ini; "

static const bad profiles[] = {
    {"moult play rogeu", 1,
     "error  profile: unknown profile \"rogeu\" (did you mean \"rogue\"?). Known: ~\n"},
    {"moult play minesweeper", 1, "error  profile: unknown profile \"minesweeper\". Known: ~\n"},
    {"moult list minesweeper", 1, "error  profile: unknown profile \"minesweeper\". Known: ~\n"},
    {"moult play ./none.ini", 1, "error  ./none.ini: there is no such file\n"},
    {PROFILE("[profile]\\nbase = rogue\\n  titel = x\\n") "moult play ./a.ini", 1,
     "error  ./a.ini:3:3: unknown key \"titel\" (did you mean \"title\"?)\n"},
    {PROFILE("[profile]\\nbase = rogeu\\n") "moult play ./a.ini", 1,
     "error  ./a.ini:2:1: unknown profile \"rogeu\" (did you mean \"rogue\"?). Known: ~\n"},
    {PROFILE("[profil]\\n") "moult play ./a.ini", 1,
     "error  ./a.ini:1:1: unknown section \"profil\" (did you mean \"profile\"?)\n"},
    {PROFILE("[roles]\\nmapgne = rooms\\n") "moult play ./a.ini", 1,
     "error  ./a.ini:2:1: unknown role \"mapgne\" (did you mean \"mapgen\"?)\n"},
    {PROFILE("[roles]\\nmapgen rooms\\n") "moult play ./a.ini", 1,
     "error  ./a.ini:2:1: expected NAME = VALUE\n"},
    {PROFILE("[profile]\\nbase=rogue\\n[keys]\\n move-wset = h\\n") PLAY "./a.ini", 1,
     "error  ./a.ini:4:2: unknown command \"move-wset\" (did you mean \"move-west\"?). The command "
     "help lists them all\n"},
    {PROFILE("[profile]\\nbase=rogue\\n[options]\\nhunger-evry = 3\\n") PLAY "./a.ini", 1,
     "error  ./a.ini:4:1: unknown option \"hunger-evry\" (did you mean \"hunger-every\"?)\n"},
    {PROFILE("[profile]\\nbase=rogue\\n[options]\\nsight = 8\\nhunger-every = -1\\n") PLAY
     "./a.ini",
     1, "error  ./a.ini:5:1: option hunger-every: \"-1\" is no whole number from 0 to 9999\n"},
    {PROFILE("[profile]\\nbase=rogue\\n[options]\\npreset = clasic\\n") PLAY "./a.ini", 1,
     "error  ./a.ini:4:1: option preset: \"clasic\" is none of: classic standard (did you mean "
     "\"classic\"?)\n"},
    {PROFILE("[keys]\\nmove-west = h Lft\\n") PLAY "--keys a.ini", 1,
     "error  a.ini:2:1: command move-west: \"Lft\" is no key. Keys are called h, Left, C-l, KP4, "
     "F5\n"},
    {"mkdir -p home/.config/moult; printf '[keys]\\n\\nfly = f\\n' > "
     "home/.config/moult/keys.ini; " PLAY,
     1,
     "error  $T/home/.config/moult/keys.ini:3:1: unknown command \"fly\". The command help lists "
     "them all\n"},
    {PLAY "--keys none.ini", 1, "error  none.ini: there is no such file\n"},
    {PLAY "--keys none", 1, "error  none: there is no such file\n"},
    {PLAY "--keys .", 1, "error  .: is a folder, not a file\n"},
    {"printf '# walk\\nmove-west\\n\\nmove-wset\\n' > a; "
     "moult play --renderer none --seed 7 --keys a",
     1,
     "error  a:4: unknown command or key \"move-wset\" (did you mean \"move-west\"?). The command "
     "help lists them all\n"},
};

START_TEST(a_bad_line_of_a_file_is_named_by_its_place)
{
    run_refused(&r, profiles[_i].command, profiles[_i].code, profiles[_i].error);
}
END_TEST

/* -- natives ----------------------------------------------------------------------------------- */

static const bad calls[] = {
    {"moult call rogue.teir 3", 1,
     "error  moult call: there is no native \"rogue.teir\". Known:~ (closest: rogue.tier)\n"},
    {"moult call fly", 1, "error  moult call: there is no native \"fly\". Known:~\n"},
    {"moult call rogue.tier", 1,
     "error  moult call rogue.tier: it takes 1 argument, not 0: i(i). floor -> best tier of gear "
     "that lies there\n"},
    {"moult call rogue.tier 3 4", 1,
     "error  moult call rogue.tier: it takes 1 argument, not 2: i(i). floor -> best tier of gear "
     "that lies there\n"},
    {"moult call rogue.tier three", 1,
     "error  moult call rogue.tier: argument 1 is \"three\", not a whole number of 32 bits. floor "
     "-> best tier of gear that lies there\n"},
    {"moult call rogue.tier 3.5", 1,
     "error  moult call rogue.tier: argument 1 is \"3.5\", not a whole number of 32 bits. floor -> "
     "best tier of gear that lies there\n"},
    {"moult call rogue.tier 2147483648", 1,
     "error  moult call rogue.tier: argument 1 is \"2147483648\", not a whole number of 32 bits. "
     "floor -> best tier of gear that lies there\n"},
};

START_TEST(a_native_called_wrongly_says_how_it_is_called)
{
    run_refused(&r, calls[_i].command, calls[_i].code, calls[_i].error);
}
END_TEST

#define COUNT(table) (int)(sizeof(table) / sizeof *(table))

int main(void)
{
    Suite *suite = suite_create("bad files");
    TCase *files = tcase_create("files");
    tcase_add_checked_fixture(files, enter, leave);
    tcase_set_timeout(files, 60);
    tcase_add_loop_test(files, a_plugin_with_one_fault_is_told_that_fault, 0, COUNT(built));
    tcase_add_loop_test(files, a_generator_that_fails_is_named_with_what_it_did, 0, COUNT(failing));
    tcase_add_test(files, a_run_that_no_generator_can_begin_is_the_plugins_failure);
    tcase_add_loop_test(files, a_bestiary_that_cannot_be_played_with_is_refused, 0,
                        COUNT(bestiaries));
    tcase_add_test(files, a_table_that_its_users_do_not_fit_names_them);
    tcase_add_test(files, rules_that_nobody_provides_are_refused);
    tcase_add_loop_test(files, a_bad_save_is_refused_and_left_alone, 0, COUNT(saves));
    tcase_add_test(files, the_save_before_a_bad_one_is_pointed_to);
    tcase_add_loop_test(files, a_place_that_cannot_be_read_or_written_is_named, 0, COUNT(loads));
    tcase_add_loop_test(files, a_bad_line_of_a_file_is_named_by_its_place, 0, COUNT(profiles));
    tcase_add_loop_test(files, a_native_called_wrongly_says_how_it_is_called, 0, COUNT(calls));
    suite_add_tcase(suite, files);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
