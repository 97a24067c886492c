/* SPDX-License-Identifier: MIT */
/* The loader would take it for another library of that name. */
/* zoo-flags: -Wl,-soname,animal.so.1 */
#include "animal.h"

MOULT_AI(animal, "1.0.0", "waits", animal_waits)
