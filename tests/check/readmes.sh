#!/bin/bash
# Whoever opens a folder is told what it is for: each folder of several sources, or of folders, has a
# README.md of three to thirty lines, and links in documents lead somewhere. Not so in what is copied
# as it stands: public headers (moult.h lists them), templates, examples, what a release froze.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
failures=0

complain() {
    echo "$*"
    failures=$((failures + 1))
}

check_folder() { # FOLDER
    local things lines
    things=$(find "$1" -mindepth 1 -maxdepth 1 \
        \( -type d ! -path "$1/build" ! -name '.*' -o -name '*.[ch]' -o -name '*.sh' \) | wc -l)
    [ "$things" -ge 2 ] || return 0
    [ -f "$1/README.md" ] || { complain "$1 has no README.md"; return; }
    lines=$(wc -l <"$1/README.md")
    [ "$1" = . ] || { [ "$lines" -ge 3 ] && [ "$lines" -le 30 ]; } ||
        complain "$1/README.md has $lines lines, of three to thirty"
}

check_links() { # DOCUMENT
    local link
    while read -r link; do
        [ -e "$(dirname "$1")/$link" ] || complain "$1: there is no $link"
    done < <(sed '/^```/,/^```/d' "$1" | grep -oE '\]\([^)# ]+' |
        sed 's/^](//; /^[a-z]*:/d')
}

while read -r folder; do
    check_folder "$folder"
done < <(find . \( -name '.?*' -o -path ./build -o -path './sdk/templates/*' \
    -o -path './sdk/examples/*' -o -path './tests/abi/v*' -o -path ./sdk/include/moult \) -prune -o -type d -print | sort)
while read -r document; do
    check_links "$document"
done < <(find . \( -name '.?*' -o -path ./build \) -prune -o -name '*.md' -print | sort)
exit $((failures > 0))
