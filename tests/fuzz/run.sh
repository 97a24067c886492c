#!/bin/bash
# Fuzzes one reader for so many seconds: tests/fuzz/run.sh NAME SECONDS
# It begins with corpus/NAME. An input that fails is left in build/fuzz/found; mend what it shows, and
# put it into corpus/NAME. No file may cost 64 MB at once, nor 20 seconds.
set -uo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
name=$1 seconds=$2 log=$root/build/test-fuzz-$1.log
work=$(mktemp -d) # what it learns on its way
trap 'rm -rf "$work"' EXIT
mkdir -p "$root/build/fuzz/found"

options=(-max_total_time="$seconds" -max_len=65536 -timeout=20 -malloc_limit_mb=65
    -rss_limit_mb=1024 -artifact_prefix="$root/build/fuzz/found/$name-")
[ ! -f "$root/tests/fuzz/$name.dict" ] || options+=(-dict="$root/tests/fuzz/$name.dict")
if "$root/build/fuzz/tests/fuzz_$name" "${options[@]}" "$work" "$root/tests/fuzz/corpus/$name" \
    >"$log" 2>&1 </dev/null; then
    printf '%-16s ok\n' "fuzz $name"
else
    printf '%-16s FAILED\n' "fuzz $name"
    tail -n 60 "$log" | sed 's/^/    /'
    exit 1
fi
