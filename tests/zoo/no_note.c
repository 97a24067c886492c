/* SPDX-License-Identifier: MIT */
/* A shared object, but nobody's plugin. */
#include "animal.h"

MOULT_EXPORT extern const int32_t moult_plugin_1;
const int32_t moult_plugin_1 = 1;
