/* SPDX-License-Identifier: MIT */
/* Frames, which a worker that went wrong may have written: applied one after the other, and the
 * image made a world. Mutations keep a frame's size and checksum right, since what lies behind
 * these is to be reached. */
#include <string.h>
#include <xxhash.h>
#include "core/world/frame.h"
#include "core/world/image.h"
#include "fuzz/harness.h"

/* How long the frame is that begins here. */
static uint64_t frame_size(const uint8_t *data, size_t left)
{
    moult__frame_head head;
    if (left < sizeof head)
        return left;
    memcpy(&head, data, sizeof head);
    return head.size >= sizeof head && head.size <= left ? head.size : left;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    fuzz_set("snapshot");
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    moult__report report = {0};
    moult__image *image = moult__image_create();
    FUZZ_MUST(image != NULL, "out of memory");
    for (uint64_t at = 0, count; at < size; at += count) {
        const uint64_t serial = moult__image_serial(image);
        count = frame_size(data + at, size - at);
        if (moult__image_apply(image, data + at, count, &report) < 0)
            FUZZ_MUST(moult__image_serial(image) == serial, "refused, but another image");
    }
    moult_world *w = moult__set_world_create(fuzz_set("snapshot"), &report);
    FUZZ_MUST(w != NULL, report.text);
    w = fuzz_finish(w, moult__image_restore(image, w));
    if (w != NULL)
        moult__set_world_free(w->set, w);
    moult__image_free(image);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned int seed)
{
    size = LLVMFuzzerMutate(data, size, room);
    for (uint64_t at = 0, count; seed % 8 != 0 && at < size; at += count) {
        moult__frame_head head;
        count = frame_size(data + at, size - at);
        if (count < sizeof head)
            break;
        memcpy(&head, data + at, sizeof head);
        const uint64_t behind = offsetof(moult__frame_head, size);
        head.size = count;
        memcpy(head.magic, MOULT__FRAME_MAGIC, sizeof head.magic);
        memcpy(data + at, &head, sizeof head);
        head.checksum = XXH3_64bits(data + at + behind, count - behind);
        memcpy(data + at, &head, sizeof head);
    }
    return size;
}
