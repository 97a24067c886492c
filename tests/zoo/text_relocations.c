/* SPDX-License-Identifier: MIT */
/* Its code would be written to when it is loaded. */
/* zoo-flags: -fno-pic -fno-pie -mcmodel=large -fno-sanitize=all -Wl,-z,notext */
#include "animal.h"

MOULT_AI(animal, "1.0.0", "waits", animal_waits)
