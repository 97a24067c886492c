#!/bin/bash
# Builds Moult in every way and runs every test: tests/run.sh [--slow]
# Each fuzzer has 30 seconds, or MOULT_FUZZ_SECONDS. With --slow it has 10 minutes, and what takes
# minutes more (label long) is run, too.
# The last line is "N passed, M failed"; the exit code is 1 when anything failed. A build that fails
# counts as one failure. Full logs: build/test-*.log
set -uo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
passed=0
failed=0

seconds=${MOULT_FUZZ_SECONDS-30}
long=

if [ $# = 1 ] && [ "$1" = --slow ]; then
    seconds=${MOULT_FUZZ_SECONDS-600}
    long='|long'
elif [ $# -gt 0 ]; then
    echo "usage: tests/run.sh [--slow]" >&2
    exit 2
fi

# A step is one line: its name, then how it went. What it said is shown only if it failed.
step() { # NAME COMMAND...
    local name=$1 log=$root/build/test-${1// /-}.log
    shift
    printf '%-16s ' "$name"
    if "$@" >"$log" 2>&1 </dev/null; then
        echo ok
        return 0
    fi
    echo FAILED
    tail -n 200 "$log" | sed 's/^/    /'
    return 1
}

check() { # SCRIPT
    if step "check $1" "$root/tests/check/$1.sh"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
}

# Runs a build's tests and adds up Check's own summary lines; see tests/count.awk.
tests() { # PRESET LABELS
    local preset=$1 log=$root/build/test-$1.log counts p f
    if ! step "build $preset" "$root/moult" build "$preset"; then
        failed=$((failed + 1))
        return
    fi
    printf '%-16s ' "test $preset"
    # One more than there are processors: many wait for a terminal most of the time.
    ctest --test-dir "$root/build/$preset" -V -j "$(($(nproc) + 1))" -L "^($2)\$" -LE source \
        >"$log" 2>&1 </dev/null
    counts=$(LC_ALL=C awk -f "$root/tests/count.awk" "$log")
    read -r p f <<<"$counts"
    echo "$p passed, $f failed"
    tail -n +2 <<<"$counts" | sed 's/^/    /'
    passed=$((passed + p))
    failed=$((failed + f))
}

# Two at a time; a fuzzer is one test.
fuzz() {
    local log=$root/build/test-fuzz.log
    if ! step "build fuzz" "$root/moult" build fuzz; then
        failed=$((failed + 1))
        return
    fi
    find "$root/build/fuzz/tests" -maxdepth 1 -name 'fuzz_*' -type f | sed 's/.*fuzz_//' | sort |
        xargs -P 2 -I{} "$root/tests/fuzz/run.sh" {} "$seconds" | tee "$log"
    passed=$((passed + $(grep -c '^fuzz .* ok$' "$log")))
    failed=$((failed + $(grep -c '^fuzz .* FAILED$' "$log")))
}

mkdir -p "$root/build"
unset CK_RUN_SUITE CK_RUN_CASE CK_INCLUDE_TAGS CK_EXCLUDE_TAGS
export CK_VERBOSITY=normal
export ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1

check format
check sizes
check headers
check abi
check reference
check readmes
check games
check texts
check determinism
tests release "unit|e2e|slow$long"
tests asan 'unit|sanitized'
tests clang unit
fuzz

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
