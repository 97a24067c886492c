#!/bin/sh
# Writes the table of docs/nethack.md anew, from what a build prints: each metric of the table of the
# real game's levels, its mean there and here, how far they are apart in standard errors, and the
# spreads. nethack-table.sh BUILD
set -eu
build=${1:?usage: nethack-table.sh BUILD}
cd "$(dirname "$0")/../.."
page=docs/nethack.md
facts=tests/facts/nethack/stats.tsv

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed -n 's/^moult \(map nethack .*\)/\1/p' "$page" >"$work/command"
sed '/^| metric /,$d' "$page" >"$work/page"
xargs "$build/moult" <"$work/command" >"$work/ours"

awk -F '\t' '
    BEGIN {
        print "| metric | NetHack | ours | apart, in standard errors | spread, NetHack | ours |"
        print "|---|--:|--:|--:|--:|--:|"
    }
    NR == FNR { mean[$1] = $2; sd[$1] = $3; n[$1] = $7; next }
    FNR > 1 && ($1 in mean) && $3 != "" {
        error = sqrt($3 * $3 / $7 + sd[$1] * sd[$1] / n[$1])
        apart = mean[$1] > $2 ? mean[$1] - $2 : $2 - mean[$1]
        errors = error > 0 ? sprintf("%.1f", apart / error) : apart > 0 ? "all" : "0"
        printf "| `%s` | %s | %s | %s | %s | %s |\n", $1, $2, mean[$1], errors, $3, sd[$1]
    }' "$work/ours" "$facts" >>"$work/page"
cp "$work/page" "$page"
