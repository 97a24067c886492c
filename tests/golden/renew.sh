#!/bin/sh
# Writes every NAME.hash anew, by the program of a build: tests/golden/renew.sh [BUILD]
# With --print it only prints "NAME: LAST LINE" for each run, and writes nothing.
set -eu
here=$(dirname -- "$(readlink -f -- "$0")")
print=
[ "${1-}" != --print ] || { print=1; shift; }
build=${1-$here/../../build/release}
[ $# -gt 0 ] || [ -n "$print" ] || "$here/../../moult" build release

home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export HOME="$home" XDG_RUNTIME_DIR="$home"
unset XDG_DATA_HOME XDG_CONFIG_HOME XDG_CACHE_HOME MOULT_PLUGIN_PATH

for keys in "$here"/*.keys; do
    seed=$(sed -n '1s/^# seed: *//p' "$keys")
    line=$("$build/moult" play --renderer none --seed "$seed" --keys "$keys" | tail -n 1)
    case $line in
    'turn '*'  hash '*) ;;
    *) echo "error  $keys: the run didn't end with its turn and hash" >&2; exit 1 ;;
    esac
    if [ -n "$print" ]; then
        echo "$(basename "$keys" .keys): $line"
    else
        echo "$line" >"${keys%.keys}.hash"
    fi
done
