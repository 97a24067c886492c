/* SPDX-License-Identifier: MIT */
/* Tells the supervisor which builds are mapped where: it loads none of them itself, and what it is
 * told here is all that it has when the worker is gone. */
#ifndef MOULT_CORE_ROSTER_H
#define MOULT_CORE_ROSTER_H
#include "core/plugin/set.h"
#include "core/supervisor/shared.h"

/* After each commit. While it is being written the roster is empty. */
void moult__roster_write(moult__shared *shared, const moult__set *set);

#endif
