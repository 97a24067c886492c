/* SPDX-License-Identifier: MIT */
/* fov/1: what can be seen from a cell.
 * The core provides `fov/shadow`; a profile may bind another provider to the role `fov`. */
#ifndef MOULT_FOV_H
#define MOULT_FOV_H
#include <moult/base.h>

MOULT_EXTERN_C_BEGIN

/* The question. Planes are row-major, `stride` bytes a row, (0,0) top left. */
typedef struct moult_sight {
    uint32_t size;
    int32_t width, height, stride; /* cells; 1..4096 each, stride >= width */
    int32_t x, y;                  /* the eye, on the map */
    int32_t radius; /* cells, 0..255; lit when dx*dx + dy*dy <= radius*radius + radius */
    uint32_t reserved;
    const uint8_t *tile;
    const uint8_t *opaque; /* 256 entries by tile id: not 0 stops sight */
    const uint16_t *room;  /* of the level, for sight by rooms; NULL where there is none */
} moult_sight;

/* A provider may also light by another rule than the radius (whole rooms, say).
 * `see` writes 1 to every cell of `lit` (same stride) that is seen and 0 to the rest; cells that
 * stop sight are seen themselves. The eye's own cell is always lit. No allocation. [any, fail] */
typedef struct moult_fov_1 {
    uint32_t size;
    uint32_t reserved;
    moult_status (*see)(const moult_sight *sight, uint8_t *lit);
} moult_fov_1;

#define MOULT_FOV_INTERFACE "fov/1"
#define MOULT_FOV_SHAPE "see i(pp) any,fail\n"

/* One provider of the role: MOULT_FOV(raycast, "1.0.0", "casts a ray a cell", see) */
#define MOULT_FOV(name, version, help, see)                                                    \
    static const moult_fov_1 name##_functions = {sizeof(moult_fov_1), 0, see};                 \
    static const moult_provide name##_provides[] = {                                           \
        MOULT_PROVIDE("fov/" #name, MOULT_FOV_INTERFACE, MOULT_FOV_SHAPE, &name##_functions)}; \
    MOULT_PLUGIN("fov-" #name, version, help, "fov/" #name, .provides = name##_provides,       \
                 .provide_count = 1)

MOULT_EXTERN_C_END

#include <moult/plugin.h>
#endif
