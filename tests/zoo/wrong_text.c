/* SPDX-License-Identifier: MIT */
/* A text that would colour the player's terminal. */
#include "animal.h"

MOULT_AI(painter, "1.0.0", "waits \033[31min red", animal_waits)
