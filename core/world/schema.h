/* SPDX-License-Identifier: MIT */
/* A layout is the core's own copy of a schema: a plugin's texts go with the plugin, the rows stay.
 * */
#ifndef MOULT_CORE_SCHEMA_H
#define MOULT_CORE_SCHEMA_H
#include <moult/table.h>
#include "core/system/error.h"

typedef struct moult__field {
    char name[MOULT_SLOT_SIZE];
    uint32_t type, count, offset, bytes; /* bytes: of the whole array */
} moult__field;

typedef struct moult__layout {
    char name[MOULT_SLOT_SIZE];
    uint32_t version, scope, flags, row_size, field_count;
    uint64_t seed; /* of its blocks' hashes: from the name, so that load order doesn't matter */
    moult__field *fields;
    moult_schema public_copy; /* for moult_schema_of; points into this layout */
    moult_field *public_fields;
    moult_status (*migrate)(uint32_t, const void *, void *);
} moult__layout;

/* Beside the SDK's scopes: the slots of a pool; a row a slot, slot 0 the head. */
#define MOULT__SCOPE_SLOTS 100u

#define MOULT__ROW_MAX 65536u  /* bytes of a row */
#define MOULT__FIELDS_MAX 256u /* of a table */

/* A checked copy of a schema. `who` names its plugin in the refusal. */
moult_status moult__layout_copy(moult__layout *out, const moult_schema *schema, const char *who,
                                moult__report *report);
moult_status moult__layout_clone(moult__layout *out, const moult__layout *from);
void moult__layout_free(moult__layout *layout);

/* Fills offsets, seed, row size and the public copy from names, types and counts; refuses what no
 * row can have. */
moult_status moult__layout_finish(moult__layout *layout, const char *who, moult__report *report);

/* Same fields in the same order, of the same types. */
int32_t moult__layout_equal(const moult__layout *a, const moult__layout *b);

/* The user's fields are the first ones of the owner's. */
int32_t moult__layout_prefix(const moult__layout *user, const moult__layout *owner);

/* 1..room-1 letters of [a-z0-9_.-]. */
int32_t moult__name_fits(const char *name, uint32_t room);

const moult__field *moult__layout_field(const moult__layout *layout, const char *name);

/* "i32", "name"; "?" for none. */
const char *moult__type_name(uint32_t type);

#endif
