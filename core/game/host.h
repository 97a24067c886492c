/* SPDX-License-Identifier: MIT */
/* The host table that plugins call, and what the core provides of its own. */
#ifndef MOULT_CORE_HOST_H
#define MOULT_CORE_HOST_H
#include <moult/host.h>

extern const moult_host moult__host;

#define MOULT__CORE_PROVIDES 1u
extern const moult_provide moult__core_provides[MOULT__CORE_PROVIDES];

#endif
