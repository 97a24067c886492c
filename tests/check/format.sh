#!/bin/sh
# Every C file is as clang-format would write it. To repair: clang-format -i FILE
set -eu
cd "$(dirname "$0")/../.."
find . \( -name .git -o -path ./build \) -prune -o -name '*.[ch]' -type f -print0 |
    xargs -0 -r clang-format --dry-run -Werror
