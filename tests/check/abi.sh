#!/bin/bash
# What a plugin was built against stays: today's headers, by gcc and by clang, against the frozen
# descriptions of every release (tests/abi/). Says for each difference what broke and what is
# allowed instead. Of other headers or compilers: tests/check/abi.sh [FOLDER [COMPILER...]]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
include=$(realpath "${1-$root/sdk/include}")
compilers=("${@:2}")
[ $# -ge 2 ] || compilers=(gcc clang)
cd "$root/tests/abi"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

complain() {
    echo "$*"
    failures=$((failures + 1))
}

for compiler in "${compilers[@]}"; do
    ./dump.sh "$compiler" "$include" "$work/$compiler.so" >"$work/$compiler.txt"
    diff "$work/$compilers.txt" "$work/$compiler.txt" ||
        complain "$compilers and $compiler don't agree, see above"
done

# Without a list of structs that may grow, abidiff takes growth for a break.
grown() { # OLD NEW
    awk '$1 == "struct" && NR == FNR { size[$2] = $3 }
        $1 == "struct" && NR != FNR && $2 in size && $3 > size[$2] {
            printf "[suppress_type]\n  name = %s\n  has_data_member_inserted_at = end\n", $2
        }' "$1" "$2"
}

for frozen in v*.txt; do
    release=${frozen%.txt}
    awk -v release="$release" -f compare.awk counts.txt "$frozen" "$work/$compilers.txt" || failures=1
    grown "$frozen" "$work/$compilers.txt" >"$work/grown.suppr"
    for compiler in "${compilers[@]}"; do
        abidiff --suppressions "$work/grown.suppr" --no-added-syms --no-architecture \
            "$release.abi" "$work/$compiler.so" >"$work/abidiff" ||
            complain "$release: abidiff says of the probe that $compiler made: $(<"$work/abidiff")"
    done
done
[ "$failures" = 0 ] || echo "see docs/abi.md: what may change when"
exit $((failures > 0))
