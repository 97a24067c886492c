/* SPDX-License-Identifier: MIT */
/* See bytes.h. Room doubles, so that what is written is copied twice at most, on the average. */
#include <stdlib.h>
#include "core/world/bytes.h"

static moult_status grow(moult__bytes *m, uint64_t count)
{
    const uint64_t needed = m->count + count;
    const uint64_t room = needed < m->limit / 2 ? needed * 2 : m->limit;
    uint8_t *grown = realloc(m->bytes, room);
    if (grown == NULL)
        return MOULT_MEMORY;
    m->bytes = grown;
    m->room = room;
    return MOULT_OK;
}

static moult_status write_bytes(moult_sink *sink, const void *bytes, uint64_t count)
{
    moult__bytes *m = sink->core;
    if (m->status >= 0 && (count > m->limit || m->count > m->limit - count))
        m->status = MOULT_FULL;
    if (m->status >= 0 && m->count + count > m->room)
        m->status = grow(m, count);
    if (m->status >= 0 && count != 0) {
        memcpy(m->bytes + m->count, bytes, count);
        m->count += count;
    }
    return m->status;
}

void moult__bytes_open(moult__bytes *m, uint64_t limit)
{
    *m = (moult__bytes){.sink = {sizeof m->sink, 0, m, write_bytes}, .limit = limit};
}
