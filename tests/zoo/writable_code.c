/* SPDX-License-Identifier: MIT */
/* A section is data and code at once. */
/* zoo-flags: -Wl,--no-warn-rwx-segments */
#include "animal.h"

__asm__(".pushsection .both,\"awx\"\n.byte 0\n.popsection\n");

MOULT_AI(animal, "1.0.0", "waits", animal_waits)
