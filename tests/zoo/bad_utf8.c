/* SPDX-License-Identifier: MIT */
/* A text in another charset. */
#include "animal.h"

MOULT_AI(stranger, "1.0.0", "w\344its", animal_waits)
