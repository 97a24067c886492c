/* SPDX-License-Identifier: MIT */
/* Moult as it is installed: into an empty prefix, which is then moved, and used from an empty
 * folder with nothing but its bin on the PATH. What it says of itself is true there: flags for a
 * compiler line, pkg-config, CMake; plugins in C and C++ that are built by them load, pass moult
 * check and play. And the Debian package holds the same. */
#include "support/run.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <check.h>

static run r;

/* Commands begin in $T/empty, where only the moved prefix is on the PATH. */
#define THERE                                                 \
    "export PATH=$T/prefix/bin:/usr/local/bin:/usr/bin:/bin " \
    "PKG_CONFIG_PATH=$T/prefix/lib/pkgconfig; mkdir -p empty; cd empty; "
#define TRY(plugin)                                                                    \
    "moult check --quick ./" plugin ".so >log || { cat log; exit 1; }; "               \
    "moult play --use mapgen=rooms --use ai/" plugin "=./" plugin ".so --hero " plugin \
    " --turns 5 --seed 7"
#define FLAGS "-O2 -Wall -Wextra -Werror -fPIC -shared "

static void install(void)
{
    run_open(&r);
    run_well(&r, NULL, "cmake --install \"$B\" --prefix \"$T/first\" && mv first prefix");
}

static void leave(void)
{
    run_close(&r);
}

START_TEST(it_plays_where_it_stands)
{
    run_well(&r, NULL, THERE "moult --version && moult play --hero explorer --turns 5 --seed 7");
    run_well(&r, NULL, THERE "moult map rooms --seed 7 --text && moult list");
    ck_assert_msg(strstr(r.out, "$T/prefix/bin/../lib/moult/") != NULL &&
                      strstr(r.out, "$B") == NULL,
                  "%s", r.out);
    run_well(&r, NULL, THERE "LC_ALL=C.UTF-8 moult --lang ja --help");
    ck_assert_ptr_nonnull(strstr(r.out, "moult VERB --help"));
    ck_assert_ptr_null(strstr(r.out, "play a game"));
}
END_TEST

START_TEST(the_sdk_is_told_where_it_stands)
{
    run_well(&r, NULL,
             THERE "moult sdk --cflags && moult sdk --cxxflags && moult sdk --path && "
                   "moult sdk --version");
    ck_assert_str_eq(r.out, "-std=c11 -fvisibility=hidden -I$T/prefix/include\n"
                            "-std=c++20 -fvisibility=hidden -I$T/prefix/include\n"
                            "$T/prefix/include\n1\n");
    run_well(&r, NULL,
             THERE "test -r $(pkg-config --variable=includedir moult-sdk)/moult/moult.h && "
                   "pkg-config --modversion moult-sdk");
    run_well(&r, NULL, "moult sdk --path && test -r $(moult sdk --path)/moult/moult.h");
}
END_TEST

START_TEST(one_line_builds_a_plugin_in_c)
{
    const char *compiler = _i ? "clang" : "gcc";
    run_well(&r, NULL,
             THERE "moult new ai mine && cp mine/mine.c . && %s " FLAGS
                   "$(pkg-config --cflags moult-sdk) -o mine.so mine.c && " TRY("mine"),
             compiler);
}
END_TEST

START_TEST(one_line_builds_a_plugin_in_cpp)
{
    const char *compiler = _i ? "clang++" : "g++";
    run_well(&r, NULL,
             THERE "%s $(moult sdk --cxxflags) " FLAGS "-fno-exceptions -fno-rtti -o pacer.so "
                   "$S/sdk/examples/cpp/pacer.cpp && " TRY("pacer"),
             compiler);
}
END_TEST

START_TEST(cmake_finds_it)
{
    run_well(&r, NULL,
             THERE "cmake -S $S/sdk/examples/cmake -B b -DCMAKE_PREFIX_PATH=$T/prefix && "
                   "cmake --build b && cp b/ai-pacer.so pacer.so && " TRY("pacer"));
}
END_TEST

/* What a shell offers is what the program tells; the man page knows the same verbs. */
START_TEST(man_page_and_completion_know_the_verbs)
{
    run_well(&r, NULL,
             THERE "moult --help | sed -n 's/^  \\([a-z]*\\) .*/\\1/p' | sort >verbs; "
                   "sed -n '/^.SH VERBS/,/^.PP/ s/^\\.B \\([a-z]*\\)$/\\1/p' "
                   "$T/prefix/share/man/man1/moult.1 | sort | diff - verbs");
    run_well(&r, NULL,
             THERE "printf '%%s\\n' '. $T/prefix/share/bash-completion/completions/moult' "
                   "'COMP_WORDS=(moult \"\"); COMP_CWORD=1; _moult; "
                   "printf \"%%s\\n\" \"${COMPREPLY[@]}\"' >try.bash && "
                   "sed -i \"s|\\$T|$T|\" try.bash && bash try.bash | sort | diff - verbs");
    run_well(&r, NULL,
             THERE "sed -i 's/moult \"\"/moult map --se/; s/CWORD=1/CWORD=2/' try.bash; "
                   "bash try.bash");
    ck_assert_str_eq(r.out, "--seed\n--set\n");
}
END_TEST

START_TEST(a_prefix_without_headers_says_so)
{
    run_refused(
        &r, THERE "rm -r $T/prefix/include; moult sdk --cflags", 1,
        "error  moult sdk: the SDK isn't where this program is ($T/prefix/bin). Run it from "
        "its checkout, or install it whole\n");
}
END_TEST

START_TEST(the_debian_package_is_whole)
{
    run_well(&r, NULL,
             "cd \"$B\" && cpack -G DEB -B \"$T/deb\" >\"$T/log\" 2>&1 || cat \"$T/log\"");
    run_well(&r, NULL, "dpkg-deb -I deb/*.deb");
    ck_assert_ptr_nonnull(strstr(r.out, " Package: moult\n"));
    ck_assert_ptr_nonnull(strstr(r.out, "libdw1"));
    ck_assert_ptr_nonnull(strstr(r.out, "libffi8"));
    ck_assert_ptr_nonnull(strstr(r.out, "libncursesw6"));
    run_well(&r, NULL, "dpkg-deb -c deb/*.deb");
    ck_assert_ptr_nonnull(strstr(r.out, "./usr/bin/moult\n"));
    ck_assert_ptr_nonnull(strstr(r.out, "./usr/lib/moult/rules-rogue.so\n"));
    run_well(&r, NULL,
             "dpkg-deb -x deb/*.deb there && mkdir empty && cd empty && "
             "PATH=$T/there/usr/bin:/usr/bin:/bin && moult play --hero explorer --turns 5 "
             "--seed 7 && moult doctor");
    ck_assert_ptr_nonnull(strstr(r.out, "OK    game"));
    ck_assert_ptr_null(strstr(r.out, "FAIL"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("install");
    TCase *tests = tcase_create("install");
    tcase_add_checked_fixture(tests, install, leave);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, it_plays_where_it_stands);
    tcase_add_test(tests, the_sdk_is_told_where_it_stands);
    tcase_add_loop_test(tests, one_line_builds_a_plugin_in_c, 0, 2);
    tcase_add_loop_test(tests, one_line_builds_a_plugin_in_cpp, 0, 2);
    tcase_add_test(tests, cmake_finds_it);
    tcase_add_test(tests, man_page_and_completion_know_the_verbs);
    tcase_add_test(tests, a_prefix_without_headers_says_so);
    tcase_add_test(tests, the_debian_package_is_whole);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
