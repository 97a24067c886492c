#!/bin/sh
# Every text of the sources is in every catalogue, translated, with the same arguments; and nothing
# else is. To repair: plugins/texts/extract.sh --update, then translate what is new.
set -eu
cd "$(dirname "$0")/../.."
command -v xgettext >/dev/null || { echo "xgettext isn't installed (package gettext)"; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
plugins/texts/extract.sh >"$work/moult.pot"

# Entries whose {names} differ, a line each. A plural's forms are compared with its last English one.
other_names() { # FILE
    msgcat --no-wrap "$1" | awk '
        function names(text,    found, list) {
            list = ""
            while (match(text, /\{[a-z_]+\}/)) {
                found = substr(text, RSTART, RLENGTH)
                if (index(list, found) == 0) list = list found
                text = substr(text, RSTART + RLENGTH)
            }
            return list
        }
        function same(a, b,    rest) {
            rest = b
            while (match(a, /\{[a-z_]+\}/)) {
                if (index(b, substr(a, RSTART, RLENGTH)) == 0) return 0
                sub(/\{[a-z_]+\}/, "", a)
                sub(/\{[a-z_]+\}/, "", rest)
            }
            return rest == ""
        }
        function check() {
            if (id != "" && !same(names(plural != "" ? plural : id), names(said)))
                printf "other {names} in \"%s\": \"%s\"\n", id, said
        }
        /^msgid_plural /  { part = "plural"; plural = "" }
        /^msgid /         { check(); part = "id"; id = plural = said = "" }
        /^msgstr\[[1-9]/  { check(); part = "said"; said = "" }
        /^msgstr(\[0\])? / { part = "said" }
        /^(msg|")/ {
            text = $0
            sub(/^[^"]*"/, "", text)
            sub(/"$/, "", text)
            if (part == "id") id = id text
            if (part == "plural") plural = plural text
            if (part == "said") said = said text
        }
        END { check() }'
}

report() { # WHAT, entries on standard input; a text of several lines goes by its first one
    awk -v what="$1" '/^msgid ""/ { getline; if (/^"/) print what ": " $0; next }
        sub(/^msgid /, "") { print what ": " $0 }'
}

check() { # FILE
    msgfmt --check-format --output-file=/dev/null "$1" || echo "$1 isn't well formed"
    msgmerge --quiet --no-fuzzy-matching --no-wrap "$1" "$work/moult.pot" >"$work/merged.po"
    msgattrib --no-obsolete --untranslated --no-wrap "$work/merged.po" | report "not translated"
    msgattrib --only-fuzzy --no-wrap "$1" | report "fuzzy"
    msgattrib --only-obsolete --no-wrap "$work/merged.po" | sed -n 's/^#~ msgid /no text any more: /p'
    other_names "$1"
}

found=$(for texts in plugins/texts/*.po; do check "$texts" 2>&1 | sed "s|^|$texts: |"; done)
[ -z "$found" ] || { printf "%s\n" "$found"; exit 1; }
