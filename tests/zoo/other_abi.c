/* SPDX-License-Identifier: MIT */
/* Built with the headers of a later version. */
#include "animal.h"

#undef MOULT_ABI
#define MOULT_ABI 2
MOULT_AI(animal, "1.0.0", "waits", animal_waits)
