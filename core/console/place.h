/* SPDX-License-Identifier: MIT */
/* A place in a table, as a line names it: what place.c finds, and set.c writes to. */
#ifndef MOULT_CORE_CONSOLE_PLACE_H
#define MOULT_CORE_CONSOLE_PLACE_H
#include "core/console/console.h"
#include "core/world/diff.h"

typedef struct moult__place {
    moult_table table;
    uint32_t slot;             /* 0: none was named, or there is one row */
    const moult__field *field; /* NULL: none was named */
    int32_t index;             /* of an array; -1: all of it */
    uint32_t cell;             /* of a plane */
} moult__place;

int32_t moult__place_live(const moult_world *w, moult_table table, uint32_t slot);

/* The line's last word becomes the value there. */
moult_status moult__place_set(moult__line *line, const moult__place *at);

#endif
