# Compares two descriptions of the headers (dump.sh), a release's and today's, and says what broke:
#     awk -v release=v1 -f compare.awk counts.txt v1.txt NOW
# Allowed is only growth: whatever is new, fields behind the end of a struct whose maker says its
# size, functions behind the last of a shape, and more entries in a list that counts.txt names.
# Exit code 1 when something broke.
BEGIN {
    # Their size is said by what holds them: moult_scene.cell_size, moult_sprite.rect_size.
    grows["moult_cell"] = grows["moult_rect"] = 1
}

function broke(text) {
    print release ": " text
    broken = 1
}

function rest(from,    i, text) {
    for (i = from; i <= NF; i++)
        text = text (i > from ? " " : "") $i
    return text
}

function number(value) {
    sub(/^.* /, "", value)
    return value + 0
}

FILENAME != file { file = FILENAME; part++ }
part == 1 { if (!/^#/) { sub(/\t.*/, ""); counts[$0] = 1 } next }

{ name = $2; value = rest(3) }
$1 == "field" { name = $2 "." $5; value = $3 " " rest(6) }
$1 == "macro" {
    match($2, /^[A-Za-z0-9_]+/)
    name = substr($2, 1, RLENGTH)
    value = substr($0, 7 + RLENGTH)
}
{ key = $1 " " name }

part == 2 {
    old[key] = value
    order[++count] = key
    if ($1 == "field" && $3 == "000" && $5 == "size" && $6 == "uint32_t")
        grows[$2] = 1
    next
}

{ now[key] = value }

# A new field of an old struct: behind its end, padding included, or not at all.
$1 == "field" && !(key in old) && (("struct " $2) in old) {
    if (!($2 in grows))
        broke("field " name " is new, but nobody says how long a " $2 " is. Make another struct")
    else if ($3 + 0 < old["struct " $2] + 0)
        broke("field " name " is new at byte " ($3 + 0) " of the " old["struct " $2] " that old " \
              "plugins know. Put it behind the last field")
}

function differs_field(key,    a, b) {
    a = old[key] + 0
    b = now[key] + 0
    if (a != b)
        broke(key " moved from byte " a " to byte " b ". Put new fields behind the last one")
    a = substr(old[key], index(old[key], " ") + 1)
    b = substr(now[key], index(now[key], " ") + 1)
    if (a != b)
        broke(key " was " a ", is " b ". Add a field, or the interface's next version")
}

function differs(key,    kind, name) {
    kind = substr(key, 1, index(key, " ") - 1)
    name = substr(key, length(kind) + 2)
    if (kind == "struct") {
        if (now[key] + 0 < old[key] + 0 || !(name in grows))
            broke(key " had " old[key] " bytes, has " now[key] ". Make another struct")
    } else if (kind == "field") {
        differs_field(key)
    } else if (name in counts) {
        if (number(now[key]) < number(old[key]))
            broke(key " was " old[key] ", is " now[key] ". Lists only grow")
    } else if (name !~ /_SHAPE$/ || index(now[key], old[key]) != 1) {
        broke(key " was " old[key] ", is " now[key] ". Keep it, and add another one")
    }
}

END {
    for (i = 1; i <= count; i++) {
        key = order[i]
        if (!(key in now))
            broke(key " is gone. What a release had stays")
        else if (old[key] != now[key])
            differs(key)
    }
    exit broken
}
