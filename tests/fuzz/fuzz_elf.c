/* SPDX-License-Identifier: MIT */
/* Files that may be plugins, which are looked at before any of them is mapped. */
#include <string.h>
#include "core/plugin/elf.h"
#include "fuzz/harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static moult__elf elf;
    moult__report report = {0};
    if (moult__elf_inspect(data, size, "fuzz.so", &elf, &report) < 0) {
        FUZZ_MUST(report.text[0] != 0, "refused without a word");
        return 0;
    }
    FUZZ_MUST(elf.note.abi == MOULT_ABI, "its ABI");
    FUZZ_MUST(memchr(elf.note.name, 0, sizeof elf.note.name) != NULL, "its name");
    FUZZ_MUST(memchr(elf.note.version, 0, sizeof elf.note.version) != NULL, "its version");
    FUZZ_MUST(memchr(elf.note.provides, 0, sizeof elf.note.provides) != NULL, "its slots");
    FUZZ_MUST(elf.needed_count <= MOULT__LIBRARIES_MAX, "its libraries");
    return 0;
}
