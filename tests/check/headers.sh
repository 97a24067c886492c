#!/bin/bash
# Each public header compiles alone, as C11 and as C++17, with gcc and with clang.
set -euo pipefail
cd "$(dirname "$0")/../../sdk/include"

failures=0
compile() { # HEADER COMPILER OPTIONS...
    local header=$1 compiler=$2
    shift 2
    if ! echo "#include <$header>" |
        "$compiler" "$@" -I. -Wall -Wextra -Werror -pedantic -fsyntax-only -; then
        echo "$header: not by $compiler"
        failures=$((failures + 1))
    fi
}

for header in moult/*.h; do
    for compiler in gcc clang; do
        compile "$header" "$compiler" -x c -std=c11
    done
    for compiler in g++ clang++; do
        compile "$header" "$compiler" -x c++ -std=c++17
    done
done
exit $((failures > 0))
