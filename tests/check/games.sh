#!/bin/bash
# Nothing under core/ names a game: not one of those that ship (plugins/rules/*, plugins/profiles),
# nor any of their monsters or things. Comments count as well.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

games=$( (basename -a plugins/rules/*/; basename -s .ini plugins/profiles/*.ini) | grep -vx default | sort -u)
things=$(cut -f2 tests/facts/rogue/bestiary.tsv | tail -n +2)
words=$(printf '%s\n' "$games" "$things" nethack brogue | paste -sd '|')
[ "$(grep -o '|' <<<"$words" | wc -l)" -ge 100 ] || { echo "the lists of names are empty" >&2; exit 1; }
if grep -rnwiE "$words" core; then
    echo "core/ names a game, or what is in one. Say it without" >&2
    exit 1
fi
