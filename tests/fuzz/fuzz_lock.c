/* SPDX-License-Identifier: MIT */
/* Lock files: what is accepted are plugins' names, each once and in order. */
#include <stdio.h>
#include <string.h>
#include "core/system/lockfile.h"
#include "fuzz/harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static moult__lock lock;
    moult__report report = {0};
    snprintf(lock.path, sizeof lock.path, "%s", fuzz_file(data, size));
    snprintf(lock.game, sizeof lock.game, "rogue");
    if (moult__lock_read(&lock, &report) < 0) {
        FUZZ_MUST(report.text[0] != 0, "refused without a word");
        return 0;
    }
    for (uint32_t i = 0; i < lock.count; i++) {
        const moult__lock_entry *entry = &lock.entries[i];
        FUZZ_MUST(moult__lock_words(entry->name, entry->version), entry->name);
        FUZZ_MUST(i == 0 || strcmp(entry[-1].name, entry->name) < 0, entry->name);
        FUZZ_MUST(moult__lock_has(&lock, entry->name), entry->name);
    }
    return 0;
}
