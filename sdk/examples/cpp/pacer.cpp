/* SPDX-License-Identifier: MIT */
/* ai/pacer: an archetype in C++ with a memory. It paces up and down, six steps each way, until it
 * sees its target. What it remembers is a row of its table, as in C: no object outlives a call. */
#include <moult/ai.h>
#include <moult/world.h>

#define PACER_MEMORY(F, A) F(u8, steps, "that it has gone, up and down")
MOULT_TABLE(pacer_memory, "pacer.memory", MOULT_SCOPE_ACTOR, 1, PACER_MEMORY)

namespace {

constexpr uint8_t kTurn = 6;

moult_status decide(moult_world *, const moult_senses *senses, void *memory, moult_action *action)
{
    if (senses->flags & MOULT_SEES_TARGET) {
        moult_step_towards(senses, senses->target_x, senses->target_y, action);
        return MOULT_OK;
    }
    auto *row = static_cast<pacer_memory *>(memory);
    if (row == nullptr)
        return MOULT_OK;
    row->steps = static_cast<uint8_t>((row->steps + 1) % (2 * kTurn));
    const int32_t down = row->steps < kTurn ? 1 : -1;
    moult_step_towards(senses, senses->x, senses->y + down, action);
    return MOULT_OK;
}

} // namespace

MOULT_AI_MEMORY(pacer, "1.0.0", "paces up and down", decide, pacer_memory)
