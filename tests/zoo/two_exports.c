/* SPDX-License-Identifier: MIT */
/* Another of its names can be seen. */
#include "animal.h"

MOULT_EXPORT int32_t animal_count(void);

int32_t animal_count(void)
{
    return 2;
}

MOULT_AI(animal, "1.0.0", "waits", animal_waits)
