/* SPDX-License-Identifier: MIT */
/* Its descriptor can't be seen. */
#include "animal.h"

#undef MOULT_EXPORT
#define MOULT_EXPORT
MOULT_AI(animal, "1.0.0", "waits", animal_waits)
