/* SPDX-License-Identifier: MIT */
/* A name that C++ makes for a static within an inline function: one in the whole process. */
#include "animal.h"

__asm__(".pushsection .data\n"
        ".globl animal_once\n"
        ".type animal_once, %gnu_unique_object\n"
        ".size animal_once, 4\n"
        "animal_once: .long 0\n"
        ".popsection\n");

MOULT_AI(animal, "1.0.0", "waits", animal_waits)
