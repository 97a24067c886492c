/* SPDX-License-Identifier: MIT */
/* Tables: the world's data, described.
 *
 * A plugin writes a row once, as a list, and gets from it a struct, its schema, and two functions:
 *
 *     #define ROGUE_HERO(F, A)                       \
 *         F(i32, gold,     "the score")              \
 *         A(u8,  known, 2, "identified, one bit a kind")
 *     MOULT_TABLE(rogue_hero, "rogue.hero", MOULT_SCOPE_WORLD, 1, ROGUE_HERO)
 *
 *     const rogue_hero *rogue_hero_read(const moult_world *w, moult_id id);
 *     rogue_hero *rogue_hero_edit(moult_world *w, moult_id id);
 *
 * Types: u8 i8 u16 i16 u32 i32 u64 i64 id name. A row has no padding, no pointer, no float. One
 * plugin owns a table (its rules, usually), others use it: a user's fields must be the first fields
 * of the owner's, so append; rows are reached by pointer, never copied by sizeof.
 *
 * The schema is what saves, hashes and migrates the rows: after a reload or in an older save, a
 * field is found by its name; another width is converted, a new field is 0, and a value that
 * doesn't fit refuses the whole reload or load, naming the row. */
#ifndef MOULT_TABLE_H
#define MOULT_TABLE_H
#include <moult/base.h>

MOULT_EXTERN_C_BEGIN

/* Where a table's rows hang, and so which ids reach them. */
#define MOULT_SCOPE_WORLD 1u      /* one row; the id is ignored (use 0) */
#define MOULT_SCOPE_LEVEL 2u      /* a row a level */
#define MOULT_SCOPE_CELL 3u       /* a plane a field for each level: moult_plane */
#define MOULT_SCOPE_ACTOR 4u      /* a row an actor */
#define MOULT_SCOPE_ITEM 5u       /* a row an item */
#define MOULT_SCOPE_WORLD_LIST 6u /* rows added and removed one by one, in creation order */
#define MOULT_SCOPE_LEVEL_LIST 7u /* the same, each row on a level and gone with it */

/* Flags of a schema. */
#define MOULT_TABLE_UNHASHED 1u /* derived or cosmetic: saved, but not part of the state hash */
#define MOULT_TABLE_CORE 2u /* the core's own: plugins read it and change it by functions only */
#define MOULT_TABLE_KEPT 4u /* scope WORLD: outlives a run, when the next one begins */

/* Field types: the number's low byte is the width in bytes. */
#define MOULT_TYPE_u8 0x0001u
#define MOULT_TYPE_i8 0x0101u
#define MOULT_TYPE_u16 0x0002u
#define MOULT_TYPE_i16 0x0102u
#define MOULT_TYPE_u32 0x0004u
#define MOULT_TYPE_i32 0x0104u
#define MOULT_TYPE_u64 0x0008u
#define MOULT_TYPE_i64 0x0108u
#define MOULT_TYPE_name 0x0204u
#define MOULT_TYPE_id 0x0208u
#define MOULT_TYPE_WIDTH(type) ((type)&0xffu)

/* Types as a list of fields names them. */
typedef uint8_t moult_t_u8;
typedef int8_t moult_t_i8;
typedef uint16_t moult_t_u16;
typedef int16_t moult_t_i16;
typedef uint32_t moult_t_u32;
typedef int32_t moult_t_i32;
typedef uint64_t moult_t_u64;
typedef int64_t moult_t_i64;
typedef moult_name moult_t_name;
typedef moult_id moult_t_id;

/* One field. Its offset is the sum of those before it: rows have no padding. */
typedef struct moult_field {
    uint32_t size;
    uint32_t type;  /* MOULT_TYPE_* */
    uint32_t count; /* 1, or the length of a fixed array */
    uint32_t reserved;
    const char *name; /* unique in its table; what migration goes by */
    const char *help;
} moult_field;

/* What a table is. */
typedef struct moult_schema {
    uint32_t size;
    uint32_t version;
    uint32_t scope; /* MOULT_SCOPE_* */
    uint32_t flags; /* MOULT_TABLE_* */
    uint32_t row_size;
    uint32_t field_count;
    const char *name; /* "rogue.hero" */
    const moult_field *fields;
    /* For what names can't express: called for each row after the conversion by name; `old_row` has
     * the old layout of `from_version`. NULL: names suffice. [load, fail] */
    moult_status (*migrate)(uint32_t from_version, const void *old_row, void *new_row);
} moult_schema;

/* A table that a plugin owns or uses, and where its handle goes. */
#define MOULT_OWNS 1u
/* One entry of a plugin's list of tables. */
typedef struct moult_table_use {
    uint32_t size;
    uint32_t flags; /* MOULT_OWNS, or 0: uses it */
    const moult_schema *schema;
    moult_table *bind;
} moult_table_use;

/* What MOULT_TABLE is made of: a member, its size and its description, of both forms. */
#define MOULT_TABLE_MEMBER_F(type, name, help) moult_t_##type name;
#define MOULT_TABLE_MEMBER_A(type, name, count, help) moult_t_##type name[count];
#define MOULT_TABLE_SIZE_F(type, name, help) +sizeof(moult_t_##type)
#define MOULT_TABLE_SIZE_A(type, name, count, help) +(count) * sizeof(moult_t_##type)
#define MOULT_TABLE_FIELD_F(type, name, help) \
    {sizeof(moult_field), MOULT_TYPE_##type, 1, 0, #name, help},
#define MOULT_TABLE_FIELD_A(type, name, count, help) \
    {sizeof(moult_field), MOULT_TYPE_##type, count, 0, #name, help},

/* The struct, schema, handle and functions of a table, as described above. */
#define MOULT_TABLE(name, text, scope, version, LIST) \
    MOULT_TABLE_EXTENDED(name, text, scope, version, LIST, 0u, NULL)

/* The same with flags and a migrate function (NULL: none). */
#define MOULT_TABLE_EXTENDED(name, text, scope, version, LIST, flags, migrate)            \
    MOULT_TABLE_STRUCT(name, LIST)                                                        \
    MOULT_TABLE_SCHEMA(name, text, scope, version, LIST, flags, migrate)                  \
    MOULT_BOUND moult_table name##_table;                                                 \
    static inline MOULT_UNUSED const name *name##_read(const moult_world *w, moult_id id) \
    {                                                                                     \
        return (const name *)moult_read(w, name##_table, id);                             \
    }                                                                                     \
    static inline MOULT_UNUSED name *name##_edit(moult_world *w, moult_id id)             \
    {                                                                                     \
        return (name *)moult_edit(w, name##_table, id);                                   \
    }

/* The struct alone. */
#define MOULT_TABLE_STRUCT(name, LIST)                                                  \
    typedef struct __attribute__((packed)) name {                                       \
        LIST(MOULT_TABLE_MEMBER_F, MOULT_TABLE_MEMBER_A)                                \
    } name;                                                                             \
    MOULT_STATIC_ASSERT(sizeof(name) == 0 LIST(MOULT_TABLE_SIZE_F, MOULT_TABLE_SIZE_A), \
                        "a row has no padding");

/* The schema alone, of a struct that is there. */
#define MOULT_TABLE_SCHEMA(name, text, scope, version, LIST, flags, migrate)      \
    static const moult_field name##_fields[] MOULT_UNUSED = {                     \
        LIST(MOULT_TABLE_FIELD_F, MOULT_TABLE_FIELD_A)};                          \
    static const moult_schema name##_schema MOULT_UNUSED = {                      \
        sizeof(moult_schema),       version, scope,         flags,  sizeof(name), \
        MOULT_COUNT(name##_fields), text,    name##_fields, migrate};

/* Entries of a plugin's list of tables. */
#define MOULT_TABLE_OWNED(name)                                            \
    {                                                                      \
        sizeof(moult_table_use), MOULT_OWNS, &name##_schema, &name##_table \
    }
#define MOULT_TABLE_USED(name)                                     \
    {                                                              \
        sizeof(moult_table_use), 0u, &name##_schema, &name##_table \
    }

/* The same in C and in C++. */
#ifdef __cplusplus
#define MOULT_STATIC_ASSERT(condition, text) static_assert(condition, text)
#else
#define MOULT_STATIC_ASSERT(condition, text) _Static_assert(condition, text)
#endif

MOULT_EXTERN_C_END
#endif
