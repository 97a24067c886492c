#!/bin/bash
# Each public header compiles alone, as C11, C++17 and C++20, with gcc and with clang.
set -euo pipefail
cd "$(dirname "$0")/../../sdk/include"

compile() { # HEADER COMPILER LANGUAGE STANDARD
    echo "#include <$1>" |
        "$2" -x "$3" -std="$4" -I. -Wall -Wextra -Wpedantic -Werror -fsyntax-only - && return
    echo "$1: not by $2 as $4"
    return 1
}
export -f compile

for header in moult/*.h; do
    for compiler in gcc clang; do
        echo "$header $compiler c c11"
    done
    for compiler in g++ clang++; do
        echo "$header $compiler c++ c++17"
        echo "$header $compiler c++ c++20"
    done
done | xargs -P "$(nproc)" -L 1 bash -c 'compile "$@"' compile || exit 1
