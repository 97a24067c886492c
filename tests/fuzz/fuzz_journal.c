/* SPDX-License-Identifier: MIT */
/* Journals, read as moult replay does, with the snapshots in them; turns aren't played. Mutations
 * keep the chain of checksums right, behind which all the rest is. */
#include <string.h>
#include "core/game/journal.h"
#include "fuzz/harness.h"

static void read_all(moult__replay *r, moult__session *s, moult__report *report)
{
    static moult__profile profile;
    char others[200];
    moult__profile_init(&profile);
    moult__replay_others(r, s->set, others, sizeof others);
    if (moult__replay_choose(r, &profile, report) < 0 || r->seed != NULL)
        return;
    moult_status status = moult__replay_begin(r, s, report);
    while (status >= 0 && r->next < r->record_count) {
        const uint32_t kind = r->records[r->next].kind;
        if (kind == MOULT__JOURNAL_STATE || kind == MOULT__JOURNAL_REPLACED)
            status = moult__replay_step(r, report);
        else
            r->next++;
    }
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    fuzz_set("snapshot");
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static moult__session s;
    static moult__replay r;
    static moult__profile profile;
    const moult__options options = {.profile = &profile};
    moult__report report = {0};
    moult__profile_init(&profile);
    FUZZ_MUST(moult__session_prepare(&s, fuzz_set("snapshot"), &options) >= 0, s.report.text);
    FUZZ_MUST(moult__session_bind(&s, &s.report) >= 0, s.report.text);
    if (moult__replay_read(&r, fuzz_file(data, size), &report) >= 0)
        read_all(&r, &s, &report);
    else
        FUZZ_MUST(report.text[0] != 0, "refused without a word");
    moult__replay_free(&r);
    moult__session_close(&s);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned int seed)
{
    uint32_t checksum = 0;
    uint64_t at = MOULT__JOURNAL_MAGIC_SIZE;
    moult__journal_frame frame;
    size = LLVMFuzzerMutate(data, size, room);
    if (seed % 8 != 0 && size >= at)
        memcpy(data, MOULT__JOURNAL_MAGIC, at);
    for (; seed % 8 != 0 && at <= size && size - at >= sizeof frame; at += frame.length) {
        memcpy(&frame, data + at, sizeof frame);
        const uint64_t left = size - at - sizeof frame;
        if (frame.length > left)
            frame.length = (uint32_t)left;
        frame.checksum = checksum =
            moult__journal_checksum(data + at + sizeof frame, frame.length, frame.kind, checksum);
        memcpy(data + at, &frame, sizeof frame);
        at += sizeof frame;
    }
    return size;
}
