#!/bin/bash
# What a build exports, and what could change behind our back: tests/check/symbols.sh BUILD
#   - a plugin exports its descriptor and nothing else;
#   - a plugin has no variables but those that the core binds, in section .moult.bind;
#   - the core has no variables but those in globals.txt (symbol, tab, reason).
# Constant tables of pointers (.data.rel.ro) are written only while loading, so they don't count;
# neither does what the C runtime, sanitizers and coverage add.
set -euo pipefail
build=${1:?usage: symbols.sh BUILD}
allowed=$(dirname "$0")/globals.txt
tools='^__((odr_)?asan|sanitizer|ubsan|lsan|tsan|sancov|llvm|gcov|profc|profd)'
runtime='^(__dso_handle|__TMC_END__|completed)$'
failures=0

complain() {
    echo "$*"
    failures=$((failures + 1))
}

# Variables as "NAME SECTION"; one that is static in a function by its plain name.
variables() { # FILE
    nm --format=sysv "$1" | awk -F'|' -v tools="$tools" -v runtime="$runtime" '
        NF == 7 {
            gsub(/ /, "")
            if ($1 ~ tools) next
            name = $1
            sub(/\.[0-9]+$/, "", name) # gcc: counter.0
            sub(/^.*\./, "", name)     # clang: function.counter
            writable = $3 ~ /^[bBdDCgGsSuvV]$/ && $4 ~ /^(OBJECT|TLS)$/ &&
                       $7 !~ /^\.(rodata|data\.rel\.ro|note|dynamic|got|init_array|fini_array)/
            if (writable && name !~ runtime) print name, $7
        }' | sort -u
}

check_plugin() { # FILE
    local exports
    exports=$(nm -D --defined-only --format=posix "$1" |
        awk -v tools="$tools" '$1 !~ tools { print $1 }' | tr '\n' ' ')
    [ "$exports" = "moult_plugin_1 " ] ||
        complain "$1: exports ${exports:-nothing }instead of moult_plugin_1 alone"
    while read -r name section; do
        [ "$section" = .moult.bind ] || complain "$1: variable $name in $section"
    done < <(variables "$1")
}

shopt -s nullglob
for plugin in "$build"/plugins/*.so; do
    check_plugin "$plugin"
done

library=$(find "$build" -name libmoult_core.a)
[ -n "$library" ] || complain "$build: there is no libmoult_core.a"
while read -r name section; do
    grep -q "^$name"$'\t'. "$allowed" ||
        complain "libmoult_core.a: variable $name in $section, without a reason in globals.txt"
done < <(variables "$library")

exit $((failures > 0))
