/* SPDX-License-Identifier: MIT */
/* The note says animal, the descriptor beast. */
/* zoo-flags: -Wno-override-init */
#include "animal.h"

MOULT_PLUGIN("ai-animal", "1.0.0", "waits", "ai/animal", .name = "ai-beast")
