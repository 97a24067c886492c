#!/bin/bash
# Describes the public headers of a folder as text: tests/abi/dump.sh COMPILER FOLDER [OBJECT]
# Makes a probe, a shared object that includes them all and names every struct and function, and lets
# dump.c read it. Macros leave no trace there: the preprocessor is asked for them, and a program
# prints the values of those that have one. OBJECT: where the probe is to stay, for abidw.
set -euo pipefail
export LC_ALL=C
compiler=$1
include=$(cd "$2" && pwd)
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

build() { # ARGUMENTS...; whether a compiler warns is looked at by tests/check/headers.sh
    "$compiler" -std=c11 -w -I"$include" "$@"
}

for header in "$include"/moult/*.h; do
    echo "#include <moult/${header##*/}>"
done >all.h

# A pointer to every struct and constant, and to every inline function by its type.
probe() {
    cat all.h
    build -E -P all.h | tr '\n' ' ' >flat
    grep -oE 'typedef struct moult_\w+' flat | awk '{ print $3 }' | sort -u |
        sed 's/.*/& *probe_&;/'
    grep -oE 'static const moult_\w+ moult_\w+' flat | awk '{ print $4 }' | sort -u |
        sed 's/.*/const void *const probe_& = \&&;/'
    grep -oE 'static inline [^({;]*\(' flat | grep -oE 'moult_\w+ *\($' | tr -d ' (' | sort -u |
        sed 's/.*/extern __typeof__(\&&) const probe_&;\n__typeof__(\&&) const probe_& = \&&;/'
}

# What a macro stands for says whether it has a value: "NAME" = EXPANSION.
values() {
    {
        cat all.h
        awk '$2 !~ /[(]/ { printf "\"%s\" = %s\n", $2, $2 }' macros
    } | build -E -P - | grep -E '^"MOULT_\w+" = ' |
        grep -vE '^"\w+" = *($|.*([{}]|__attribute__|extern))' | cut -d'"' -f2
}

constants() {
    cat all.h
    cat <<'C'
#include <stdio.h>
static void say_int(const char *name, long long value)
{
    printf("constant %s int %lld\n", name, value);
}
static void say_unsigned(const char *name, unsigned long long value)
{
    printf("constant %s unsigned %llu\n", name, value);
}
static void say_text(const char *name, const char *value)
{
    printf("constant %s text ", name);
    for (; *value; value++)
        printf(*value == '\n' ? "\\n" : "%c", *value);
    printf("\n");
}
#define SAY(name, value) \
    _Generic((value), char *: say_text, const char *: say_text, int: say_int, long: say_int, \
        default: say_unsigned)(name, value);
int main(void)
{
C
    values | sed 's/.*/    SAY("&", &)/'
    echo '    return 0; }'
}

probe >probe.c
build -fno-eliminate-unused-debug-types -O0 -g -fPIC -shared probe.c -o probe.so
[ -z "${3-}" ] || cp probe.so "$3"
build -dM -E all.h | grep -E '^#define MOULT_' | grep -vE '_H *$' | sort >macros
constants >constants.c
build constants.c -o constants
cc -std=c11 -Wall -Werror "$here/dump.c" -o dump -ldw

# Code goes by its name and parameters, a short expression by its text as well.
code() {
    awk '$2 !~ /[(]/ { print "macro", $2 }' macros
    sed -nE 's/ *## */##/g; s/^#define (MOULT_\w+\([^)]*\)) (.*)/\1\t\2/p' macros |
        awk -F'\t' '{ print "macro", $1 ($2 ~ /[{;",]/ ? "" : " = " $2) }'
}

./constants >values
{
    ./dump probe.so
    cat values
    code | awk 'NR == FNR { known[$2]; next } !($2 in known)' values -
} | sort -u
