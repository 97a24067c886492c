/* SPDX-License-Identifier: MIT */
/* A descriptor from before ABI 1 was whole. */
/* zoo-flags: -Wno-override-init */
#include "animal.h"

MOULT_PLUGIN("ai-animal", "1.0.0", "waits", "ai/animal", .size = sizeof(moult_plugin) - 8)
