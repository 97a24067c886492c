/* SPDX-License-Identifier: MIT */
/* It would make every thread's stack executable. */
/* zoo-flags: -Wl,-z,execstack */
#include "animal.h"

MOULT_AI(animal, "1.0.0", "waits", animal_waits)
