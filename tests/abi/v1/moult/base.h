/* SPDX-License-Identifier: MIT */
/* The scalars that everything else is made of, and the two rules of the border.
 *
 * Only fixed-width integers and pointers cross between core and plugins: no enums, no bit-fields,
 * no structs by value, no varargs. Every struct that is handed over one by one begins with
 * `uint32_t size`, set by whoever made it to the size it was compiled with; it grows only at its
 * end. A reader looks at a field only when MOULT_HAS says that the writer knew of it.
 *
 * Context tags, used in every contract and in the shape texts:
 *   turn    called while a turn is played: the world may be changed
 *   draw    called while a picture is made: the world is const
 *   load    called while plugins are loaded or a world is started or read
 *   any     no world is involved, or it is only read
 *   random  may draw from the world's random streams
 *   fail    may answer a negative status
 */
#ifndef MOULT_BASE_H
#define MOULT_BASE_H
#include <stddef.h>
#include <stdint.h>

/* Around declarations that C++ is to see, too. */
#ifdef __cplusplus
#define MOULT_EXTERN_C_BEGIN extern "C" {
#define MOULT_EXTERN_C_END }
#else
#define MOULT_EXTERN_C_BEGIN
#define MOULT_EXTERN_C_END
#endif

MOULT_EXTERN_C_BEGIN

/* The border's version. A plugin built for another one is refused before any of its code runs. */
#define MOULT_ABI 1

/* 0 or positive: fine. Negative: refused, one of moult/status.h. */
typedef int32_t moult_status;

/* A row's handle: index | generation << 32. 0 is nobody. A stale id is an error, never another
 * row. */
typedef uint64_t moult_id;

/* A text interned in one world and saved with it (kinds, archetypes, message ids). 0 is no text. */
typedef uint32_t moult_name;

/* A table's handle within a loaded set, bound by the core. 0 is no table. */
typedef uint32_t moult_table;

/* One game being played. Opaque: what is in it is reached through moult/world.h. */
typedef struct moult_world moult_world;

/* True when the struct's maker knew of the field. */
#define MOULT_HAS(pointer, field) \
    ((pointer)->size >=           \
     (uint32_t)(offsetof(__typeof__(*(pointer)), field) + sizeof((pointer)->field)))

/* Answers in an out-struct, whose maker may know fewer fields than `value`, a variable of its type:
 * what both know is copied, the maker's size stays. */
#define MOULT_ANSWER(out, value)           \
    ((value).size = (out)->size,           \
     (void)__builtin_memcpy(out, &(value), \
                            (out)->size < sizeof(value) ? (out)->size : sizeof(value)))

/* Elements of an array. */
#define MOULT_COUNT(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))

/* Longest texts, in bytes with the final zero. Longer ones are refused, never cut. */
#define MOULT_NAME_SIZE 128 /* an interned text */
#define MOULT_SLOT_SIZE 64  /* "kind/name" */
#define MOULT_SEED_MAX 4096 /* a seed text, any bytes, without a final zero */

/* An English text in a table that a player is shown: itself, and marked for the catalogues. */
#define MOULT_TEXT(text) text

/* The same where one English word stands for two things: the context tells translators which, and
 * is never shown by what translates. */
#define MOULT_TEXT_IN(context, text) context "\004" text

/* What needn't be used; and a variable that the core fills in. */
#if defined(__GNUC__)
#define MOULT_UNUSED __attribute__((unused))
/* One definition a plugin, whichever of its files include the header; written by the core alone. */
#ifdef MOULT_CORE
#define MOULT_BOUND extern
#else
#define MOULT_BOUND __attribute__((weak, visibility("hidden"), section(".moult.bind")))
#endif
#else
#error "the Moult SDK needs gcc or clang"
#endif

MOULT_EXTERN_C_END
#endif
