/* SPDX-License-Identifier: MIT */
/* What profile.c (the value) and profile_read.c (the files) share. */
#ifndef MOULT_CORE_SYSTEM_PROFILE_PRIVATE_H
#define MOULT_CORE_SYSTEM_PROFILE_PRIVATE_H
#include "core/system/profile.h"

extern const char *const moult__role_names[MOULT__ROLE_COUNT];

#define MOULT__NAME_RULE "a-z, 0-9 and '-', at most 31 of them, no leading '-'"

#endif
