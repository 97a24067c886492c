#!/bin/sh
# Makes the gallery anew: each world is a seed, an archetype that plays so many turns, and then the
# commands of a player, who leaves in the middle of what he does. saves/v1 is never touched.
#   make.sh [BUILD]    a build folder with the tests; build/release
set -eu
cd "$(dirname "$0")"
build=$(readlink -f "${1:-../build/release}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -m 700 "$work/run"
export HOME="$work" XDG_DATA_HOME="$work/data" XDG_CONFIG_HOME="$work/config" \
    XDG_RUNTIME_DIR="$work/run" LC_ALL=C.UTF-8 TERM=dumb

world() { # NAME GAME SEED ARCHETYPE TURNS [COMMAND]...
    name=$1 game=$2 seed=$3
    if [ "$4" != - ]; then
        "$build/tests/bot-save" "$2" "$3" "$4" "$5" "$work/start.moult" >/dev/null
        set -- "$@" --load "$work/start.moult"
    else
        set -- "$@" --seed "$seed"
    fi
    shift 5
    commands=
    while [ "$1" != --load ] && [ "$1" != --seed ]; do
        commands="$commands$1
"
        shift
    done
    printf '%s' "$commands" | "$build/moult" play "$game" --renderer text "$@" >/dev/null
    install -m 644 "$work/data/moult/saves/$game.moult" "$name.moult"
    "$build/moult" save check "$name.moult"
}

#     name             game   seed archetype turns commands
world rogue-kobolds    rogue  8    explorer  1210
world rogue-vault      rogue  26   explorer  2263
world rogue-starving   rogue  17   explorer  478
world rogue-deep       rogue  24   explorer  12000
world rogue-inventory  rogue  8    explorer  1450  inventory
world rogue-travel     rogue  21   explorer  3000  travel
world srl-rats         srl    2    explorer  600
world srl-bag          srl    1    explorer  300   x
world simple-stage-2   simple 7    -         0     Enter 2 l Enter
