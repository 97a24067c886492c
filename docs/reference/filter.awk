# Makes Doxygen's comments of the headers' plain ones, by the conventions in which they are written:
#   - the comment behind the SPDX line is about the file;
#   - one on a line of its own is about what follows it, and up to a blank line or another comment
#     about all #defines, types, constants and function pointers;
#   - one behind code is about that code, and about each of `x, y`;
#   - a function that is named in backquotes by the comment before it is covered by that;
#   - a field without a comment is told by its name and its struct's comment.
# What is left without one, Doxygen complains of: functions, macros, structs, function pointers.
FNR == 1 { print; next }
FNR == 2 && /^\/\*/ { sub(/^\/\*/, "/** @file\n *"); print; in_file = !/\*\//; next }
in_file { print; in_file = !/\*\//; next }

/^ *\/\* -- / { print; next }
!inside && /^ *\/\* / {
    sub(/\/\* /, "/** ")
    own = $0
    inside = !/\*\//
    fresh = !inside
    print
    next
}
inside { own = own "\n" $0; print; inside = !/\*\//; fresh = !inside; next }
/^$/ { shared = ""; print; next }
behind { print; behind = !/\*\//; next }

function covers(name) {
    return index(own, "`" name "`")
}

# The comment of a line's own, or else the one above that it shares.
function document(    text) {
    if (fresh)
        shared = own
    else if (comment == "" && shared != "")
        print shared
    fresh = 0
}

function fields(    type, list, i, count, parts, text) {
    text = comment != "" ? comment : "/**< See above. */"
    if (code ~ /^    uint32_t size;/ && comment == "")
        text = "/**< Of this struct, in bytes, as its maker was compiled. */"
    if (code ~ /^    [a-z0-9_]+ reserved/)
        text = "/**< 0. */"
    if (fresh) { # a comment above it
        text = comment
        fresh = 0
    }
    # Only the first line of a longer comment can be given to several.
    list = code
    sub(/^    (const )?(struct )?[a-z0-9_]+ /, "", list)
    type = substr(code, 1, length(code) - length(list))
    sub(/; *$/, "", list)
    count = split(list, parts, /, /)
    for (i = 1; i <= count; i++)
        printf "%s%s; %s\n", type, parts[i], i < count && text !~ /\*\/$/ ? text " */" : text
}

{
    code = $0
    comment = ""
    if (match($0, /[^ ].*\/\*/) && match($0, / *\/\* /)) {
        code = substr($0, 1, RSTART - 1) " "
        comment = "/**< " substr($0, RSTART + RLENGTH)
        behind = comment !~ /\*\//
    }
}
/^typedef struct|^struct/ { name = $(/^struct/ ? 2 : 3); struct = /\{/; shared = "" }
/^\}/ { struct = 0 }

/^#define MOULT_[A-Z]+_INTERFACE / { print "/** The interface's name. */"; fresh = 0 }
/^#define MOULT_[A-Z]+_SHAPE / { print "/** The interface's functions, as text. */"; fresh = 0 }
/^#define MOULT_[A-Z]+_(ENTRY|CASE)\(/ { print "//" code; next } # undefined soon after
/^#define/ && !/_(INTERFACE|SHAPE) / { document() }
/^typedef [^{]*;/ || /^static const/ { document() }

struct && /\(\*/ {
    match($0, /\(\*[a-z_0-9]+/)
    if (fresh || comment != "")
        document()
    else if (name == "moult_host" || covers(substr($0, RSTART + 2, RLENGTH - 2)))
        print "/** See above. */"
    else
        document()
    print code comment
    next
}
struct && /^    [a-z].*;/ { fields(); next }

/^static inline/ && !fresh && match($0, /moult_[a-z_0-9]+\(/) {
    if (covers(substr($0, RSTART, RLENGTH - 1)))
        print own
}
/^[a-z]/ { fresh = 0 }
{ print code comment }
