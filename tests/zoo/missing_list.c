/* SPDX-License-Identifier: MIT */
/* It counts slots that it doesn't list. */
#include "animal.h"

MOULT_PLUGIN("ai-animal", "1.0.0", "waits", "ai/animal", .provide_count = 1)
