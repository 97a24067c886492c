#!/bin/sh
# The texts of the sources, as a gettext template.
#   extract.sh > FILE.pot    writes it
#   extract.sh --update      brings each LANGUAGE.po of this folder up to it: what is new is
#                            untranslated there, what is gone is removed
# English is the id. Where a text is an argument of one of the functions below it is found; elsewhere,
# as in a table or behind a "?", it is marked: MOULT_TEXT("rat").
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Names that the code composes, or that stand in a list for several purposes: each as a mark.
composed() {
    for table in potions scrolls; do
        sed -n "s/^    {\"\([a-z ]*\)\", .*/MOULT_TEXT(\"${table%s} of \1\")/p" "plugins/$table/rogue.c"
    done
    sed -n 's/^    {"\([A-Z][A-Za-z ]*\)", .*/\1/p' plugins/bestiary/rogue.c |
        tr '[:upper:]' '[:lower:]' | sed 's/.*/MOULT_TEXT("&") MOULT_TEXT("& corpse")/'
    tr -d '\\\n' <sdk/include/moult/tiles.h | grep -o 'X([A-Z_]*, [^"]*"[a-z ]*")' |
        sed 's/.*\("[a-z ]*"\))/MOULT_TEXT_IN("tile", \1)/'
    grep -o 'X([A-Z_]*, -*[0-9]*, *"[a-z ,'"'"']*")' sdk/include/moult/status.h |
        sed 's/.*\("[^"]*"\))/MOULT_TEXT(\1)/'
}

keywords='
    MOULT_TEXT:1 MOULT_TEXT_IN:1c,2 MOULT_PLURAL:1,2
    moult_say:3 moult_format:4 moult_translate:2 moult_fail:3
    moult__refuse:4 moult__warn:3 moult__fail:3 moult__writable:2 moult__translate:1
    moult__usage:2 moult__session_notice:3 moult__profile_unknown:3 REFUSE:2 refuse_unknown:2
    moult__pass:2 moult__fails:2 moult__skip:2 moult__offend:2
    refuse:2 refuse:4,4t wrong:4 answer:3 moult__own_words:1
    scores_words:1 scores_refuse:2 postgres_refuse:5 dgettext:2
    rogue_say:3 rogue_say_name:3 rogue_say_number:3 rogue_say_blow:3 srl_say:3
    COMMAND:6,6t
    MOULT_PLUGIN:3 ROGUE_MODULE:4 MOULT_RENDERER:3 MOULT_AI:3 MOULT_AI_MEMORY:3 MOULT_MAPGEN:3
    MOULT_FOV:3 MOULT_NATIVE:4,4t DEED:3'

template() { # FILE
    composed >"$work/composed.c"
    options=
    for keyword in $keywords; do options="$options --keyword=$keyword"; done
    find core plugins -name '*.[ch]' | LC_ALL=C sort | sed '$a\'"$work/composed.c" |
        xgettext --files-from=- --language=C --from-code=UTF-8 --keyword $options \
            --add-location=never --width=100 --package-name=moult --output="$work/all.pot"
    sed -i -e 's/charset=CHARSET/charset=UTF-8/' -e '/^"POT-Creation-Date/d' "$work/all.pot"
    # What is nothing but directives and signs says the same in every language.
    msggrep --invert-match --msgid --extended-regexp \
        --regexp='^((%[.*0-9]*[a-z]|[ .:()#])+|\{[a-z]+\})$' --width=100 --output-file="$1" "$work/all.pot"
}

template "$work/moult.pot"
if [ "${1-}" = --update ]; then
    for texts in "$here"/*.po; do
        msgmerge --quiet --no-fuzzy-matching --no-location --width=100 "$texts" "$work/moult.pot" |
            msgattrib --no-obsolete --width=100 --output-file="$work/new.po" -
        cmp -s "$work/new.po" "$texts" || cp "$work/new.po" "$texts"
    done
else
    cat "$work/moult.pot"
fi
