/* SPDX-License-Identifier: MIT */
/* `fov/shadow`: the core's own provider of the role `fov`. */
#ifndef MOULT_CORE_SERVICE_FOV_H
#define MOULT_CORE_SERVICE_FOV_H
#include <moult/fov.h>
#include <moult/status.h>

/* The `see` of moult/fov.h. Symmetric: of two cells that don't stop sight, one sees the other
 * exactly when the other sees it, at equal radius. An opaque cell is seen when any of the light
 * that is left touches its face. Answers MOULT_RANGE, and leaves `lit` alone, when a pointer is
 * missing or a field of `sight` is out of its range; the entries of `lit` between width and stride
 * are never written. `lit` must not overlap what `sight` points to. [any, fail] */
moult_status moult__fov_see(const moult_sight *sight, uint8_t *lit);

#endif
