/* SPDX-License-Identifier: MIT */
/* The loader would keep it for ever. */
/* zoo-flags: -Wl,-z,nodelete */
#include "animal.h"

MOULT_AI(animal, "1.0.0", "waits", animal_waits)
