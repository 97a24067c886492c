/* SPDX-License-Identifier: MIT */
/* Runs a fuzzer's kept inputs where there is no libFuzzer: fuzz_NAME FOLDER. Each file is handed
 * over in memory that is exactly so long, and must come back as it was. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/system/files.h"
#include "fuzz/harness.h"

#define INPUT_MAX ((uint64_t)1 << 20)

#pragma weak LLVMFuzzerInitialize

/* Mutators are linked, but nobody calls them. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room)
{
    (void)data, (void)room;
    return size;
}

static int is_file(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void run(const char *path)
{
    moult__report report = {0};
    uint8_t *bytes;
    uint64_t count;
    FUZZ_MUST(moult__file_read(path, INPUT_MAX, &bytes, &count, &report) >= 0, report.text);
    uint8_t *copy = malloc(count != 0 ? count : 1);
    FUZZ_MUST(copy != NULL, "out of memory");
    memcpy(copy, bytes, count);
    printf("%s\n", path);
    fflush(stdout);
    LLVMFuzzerTestOneInput(copy, count);
    FUZZ_MUST(memcmp(copy, bytes, count) == 0, "the input was written to");
    free(copy);
    free(bytes);
}

int main(int argc, char **argv)
{
    struct dirent **entries;
    char path[MOULT__PATH_SIZE];
    int count = argc == 2 ? scandir(argv[1], &entries, is_file, alphasort) : -1;
    if (count <= 0) {
        fprintf(stderr, "usage: %s FOLDER, which has inputs\n", argv[0]);
        return 2;
    }
    if (LLVMFuzzerInitialize != NULL)
        LLVMFuzzerInitialize(&argc, &argv);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", argv[1], entries[i]->d_name);
        run(path);
        free(entries[i]);
    }
    free(entries);
    printf("100%%: Checks: %d, Failures: 0, Errors: 0\n", count); /* as Check counts */
    return 0;
}
