/* SPDX-License-Identifier: MIT */
/* See harness.h. The plugins are the ones of the build, so that a saver's answers go the way that
 * they go in a game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "core/world/bytes.h"
#include "fuzz/harness.h"
#include "support/session_kit.h"

#define ROOM ((uint64_t)64 << 20)

void fuzz_wrong(const char *claim, const char *what)
{
    fprintf(stderr, "wrong: %s: %s\n", claim, what);
    abort();
}

moult__set *fuzz_set(const char *saver)
{
    static moult__set set;
    static int32_t open;
    if (open)
        return &set;
    open = 1;
    moult__report report = {0};
    moult__want want = {.optional = 0};
    snprintf(want.slot, sizeof want.slot, "saver/%s", saver);
    kit_set_open(&set);
    FUZZ_MUST(moult__set_load(&set, &want, 1, &report) >= 0, report.text);
    return &set;
}

const char *fuzz_file(const uint8_t *data, size_t size)
{
    static char path[64];
    static int fd = -1;
    if (fd < 0) {
        fd = memfd_create("fuzz", MFD_CLOEXEC);
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    }
    FUZZ_MUST(ftruncate(fd, 0) == 0 && pwrite(fd, data, size, 0) == (ssize_t)size, path);
    return path;
}

/* -- worlds ------------------------------------------------------------------------------------ */

moult_world *fuzz_finish(moult_world *w, moult_status filled)
{
    moult__report report = {0};
    moult_status status = filled;
    if (filled < 0)
        FUZZ_MUST(w->report.text[0] != 0, "refused without a word");
    else
        status = moult__world_finish(w, "fuzz", &report);
    if (status < 0) {
        FUZZ_MUST(filled < 0 || report.text[0] != 0, "refused without a word");
        moult__set_world_free(w->set, w);
        return NULL;
    }
    FUZZ_MUST(moult__world_check(w, "fuzz", &report) >= 0, report.text);
    FUZZ_MUST(moult__hash(w) == moult__hash_whole(w), "the hash");
    return w;
}

static moult_world *take(moult__set *set, const moult_saver_1 *saver, const uint8_t *data,
                         size_t size)
{
    moult__report report = {0};
    moult_world *w = moult__set_world_create(set, &report);
    FUZZ_MUST(w != NULL, report.text);
    return fuzz_finish(w, saver->decode(w, data, size));
}

static void same_section(moult_world *a, moult_world *b, uint32_t i)
{
    moult__bytes one, other;
    moult__bytes_open(&one, ROOM);
    moult__bytes_open(&other, ROOM);
    FUZZ_MUST(moult__section_encode(a, i, &one.sink) >= 0, "a section can't be encoded");
    FUZZ_MUST(moult__section_encode(b, i, &other.sink) >= 0, "a section can't be encoded");
    FUZZ_MUST(one.count == other.count && memcmp(one.bytes, other.bytes, one.count) == 0,
              moult__section_name(a, i));
    free(one.bytes);
    free(other.bytes);
}

void fuzz_saver(const char *name, const uint8_t *data, size_t size)
{
    char slot[MOULT_SLOT_SIZE];
    moult__set *set = fuzz_set(name);
    snprintf(slot, sizeof slot, "saver/%s", name);
    const moult_saver_1 *saver = moult__set_slot(set, slot)->functions;
    moult_world *w = take(set, saver, data, size);
    if (w == NULL)
        return;
    moult__bytes bytes;
    moult__bytes_open(&bytes, ROOM);
    moult_status status = saver->encode(w, &bytes.sink);
    FUZZ_MUST(status >= 0 || status == MOULT_FULL, w->report.text);
    if (status >= 0) {
        moult_world *again = take(set, saver, bytes.bytes, bytes.count);
        FUZZ_MUST(again != NULL, "what was written can't be read");
        FUZZ_MUST(moult__section_count(w) == moult__section_count(again), "sections");
        for (uint32_t i = 0; i < moult__section_count(w); i++)
            same_section(w, again, i);
        moult__set_world_free(set, again);
    }
    free(bytes.bytes);
    moult__set_world_free(set, w);
}
