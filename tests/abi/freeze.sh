#!/bin/bash
# Freezes the public headers as those of a release: tests/abi/freeze.sh v2
# Writes v2.txt, v2.abi and v2/moult/*.h. What is frozen is never written again: a plugin out there
# was built against it. The plugins of v2/plugins/ are sources of that time, copied by hand.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
release=${1-}
[[ $release =~ ^v[0-9]+$ ]] || { echo "usage: tests/abi/freeze.sh vN" >&2; exit 2; }
for file in "$release.txt" "$release.abi" "$release/moult"; do
    [ ! -e "$file" ] || { echo "tests/abi/$file is frozen. Take the next number" >&2; exit 1; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
./dump.sh gcc ../../sdk/include "$work/probe.so" >"$work/release.txt"
abidw --exported-interfaces-only --no-show-locs --no-comp-dir-path --no-corpus-path \
    --no-elf-needed --out-file "$work/release.abi" "$work/probe.so"
mkdir -p "$release"
cp -R ../../sdk/include/moult "$release/moult"
cp "$work/release.txt" "$release.txt"
cp "$work/release.abi" "$release.abi"
