#!/bin/sh
# Nothing is too long to be read: lines, functions, files, public headers, and the core as a whole.
# A function is told by how clang-format writes it: its name and its braces stand in column one.
set -eu
cd "$(dirname "$0")/../.."

sources() { # FOLDER...
    find "$@" \( -name .git -o -path ./build \) -prune -o -name '*.[ch]' -type f -print | sort
}

total() { # LIMIT NAME, files on standard input
    lines=$(xargs -r cat | wc -l)
    [ "$lines" -le "$1" ] || echo "$2: $lines lines, at most $1"
}

too_long() {
    sources . | LC_ALL=C xargs -r awk '
        function report(line, what, size, limit) {
            if (size > limit)
                printf "%s:%d: %s has %d, at most %d\n", file, line, what, size, limit
        }
        function end_of_file() {
            report(last, "lines: the file", last, file ~ /^\.\/sdk\/include\// ? 250 : 500)
        }
        FNR == 1 { if (file) end_of_file(); file = FILENAME; head = 0; inside = 0 }
        {
            last = FNR
            report(FNR, "bytes: the line", length($0), 100)
        }
        !inside && /^[A-Za-z_].*[(]/ { head = FNR; name = $0 }
        /^{$/ && head { inside = 1 }
        /^}/ && inside { report(head, "lines: " name, FNR - head + 1, 60); head = inside = 0 }
        !inside && /;$/ { head = 0 }
        END { if (file) end_of_file() }'
    sources core | grep -vE "^core/(author|cli|console|map|supervisor|trace|validator)/" |
        total 23600 "core/ without its other parts"
    sources core | grep '^core/author/' | total 1200 "core/author/"
    sources core | grep '^core/console/' | total 1600 "core/console/"
    sources core | grep '^core/trace/' | total 700 "core/trace/"
    sources core | grep '^core/supervisor/' | total 2200 "core/supervisor/"
    sources core | grep '^core/cli/' | total 3850 "core/cli/"
    sources core | grep '^core/map/' | total 2500 "core/map/"
    sources core | grep '^core/validator/' | total 5100 "core/validator/"
}

found=$(too_long)
[ -z "$found" ] || { echo "$found"; exit 1; }
