#!/bin/bash
# Every public symbol is documented (Doxygen complains of none), and docs/reference/ has a page for
# each kind of plugin, with a heading for each function and its context tags as the header has them,
# and the template as it is. To repair the last: tests/check/reference.sh --update
# The HTML: tests/check/reference.sh --html FOLDER
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

complain() {
    echo "$*"
    failures=$((failures + 1))
}

# The functions of a header's shape, as headings of its page.
headings() { # KIND
    printf '#include <moult/%s.h>\n@ MOULT_%s_SHAPE\n' "$1" "${1^^}" |
        gcc -E -P -Isdk/include - | sed -n 's/^@ //p' | sed 's/" *"//g; s/^"//; s/"$//' |
        sed 's/\\n/\n/g' | awk 'NF == 3 { gsub(/,/, ", ", $3); print "### `" $1 "` [" $3 "]" }'
}

# A page with the template between the last ```c and the ``` after it.
with_template() { # PAGE TEMPLATE
    awk -v template="$2" '
        inside && /^```$/ { inside = 0 }
        !inside { print }
        /^```c$/ { inside = 1; while ((getline line < template) > 0) print line }' "$1"
}

check_page() { # KIND
    local page=docs/reference/$1.md template=sdk/templates/$1/template.c
    [ -f "$page" ] || { complain "$page is missing"; return; }
    diff <(headings "$1") <(grep '^### ' "$page") ||
        complain "$page: its headings (>) aren't the functions of moult/$1.h (<)"
    with_template "$page" "$template" >"$work/page"
    if [ "$update" = 1 ]; then
        cmp -s "$work/page" "$page" || cp "$work/page" "$page"
    fi
    cmp -s "$work/page" "$page" ||
        complain "$page: its example isn't $template. Copy it: tests/check/reference.sh --update"
}

html=$work update=0
case ${1-} in
--update) update=1 ;;
--html) html=$2 ;;
esac
mkdir -p "$html"
{
    cat docs/reference/Doxyfile
    echo "OUTPUT_DIRECTORY = \"$html\""
} | doxygen - >"$work/said" 2>&1 || complain "doxygen failed"
sed "s|^$PWD/||" "$work/said"
[ ! -s "$work/said" ] || complain "document it, see above (docs/reference/filter.awk has the rules)"
for kind in sdk/templates/*/; do
    check_page "$(basename "$kind")"
done
exit $((failures > 0))
