/* SPDX-License-Identifier: MIT */
/* It would bring its own libraries. */
/* zoo-flags: -Wl,-rpath,/nowhere */
#include "animal.h"

MOULT_AI(animal, "1.0.0", "waits", animal_waits)
