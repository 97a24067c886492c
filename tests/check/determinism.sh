#!/bin/sh
# The golden runs end alike whoever compiled the game: gcc and clang, -O0 and -O2. (What the presets
# make is compared by tests/e2e/test_cli_golden.c.)
# The builds stay under build/determinism-*, so that the next check only compiles what changed.
set -eu
cd "$(dirname "$0")/../.."

differs=0
expected=$(for hash in tests/golden/*.hash; do
    echo "$(basename "$hash" .hash): $(cat "$hash")"
done)

for compiler in gcc clang; do
    for level in O0 O2; do
        build=build/determinism-$compiler-$level
        [ -f "$build/build.ninja" ] || cmake -S . -B "$build" -G Ninja -DBUILD_TESTING=OFF \
            -DCMAKE_BUILD_TYPE=Plain -DCMAKE_C_COMPILER=$compiler -DCMAKE_C_FLAGS=-$level
        cmake --build "$build" --target game -- --quiet
        found=$(tests/golden/renew.sh --print "$build")
        [ "$found" = "$expected" ] && continue
        printf '%s -%s differs. Expected:\n%s\nFound:\n%s\n' $compiler $level "$expected" "$found"
        differs=1
    done
done
exit $differs
