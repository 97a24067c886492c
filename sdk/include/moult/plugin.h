/* SPDX-License-Identifier: MIT */
/* What a plugin is: one shared object that exports one constant, `moult_plugin_1`.
 *
 * The constant *declares* everything: what it provides (slots), what it requires, its natives and
 * its tables. The core rebuilds all dispatch from these declarations at every reload, so there is
 * nothing to register and nothing to take back. Beside it stands an ELF note, read before the file
 * is loaded: code that doesn't fit never runs.
 *
 * A plugin keeps no state of its own. What must last is in a table; what the core binds (handles,
 * required functions) lies in a section of its own. */
#ifndef MOULT_PLUGIN_H
#define MOULT_PLUGIN_H
#include <moult/base.h>
#include <moult/status.h>
#include <moult/table.h>

/* What a descriptor doesn't name is 0, which g++ would warn of in every plugin. */
#if defined(__cplusplus) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#endif

MOULT_EXTERN_C_BEGIN

struct moult_host; /* moult/world.h */

/* What a plugin of some kinds must own and gives back between its open and its close. */
#define MOULT_MAY_OWN_TERMINAL 1u
#define MOULT_MAY_OWN_WINDOW 2u
#define MOULT_MAY_OWN_THREADS 4u
#define MOULT_MAY_OWN_SIGNALS 8u
#define MOULT_MAY_OWN_FILES 16u

/* A slot that is filled. `shape` has a line a function, in the struct's order:
 *   NAME RESULT(ARGUMENTS) TAG,TAG\n
 * with letters v nothing, i int32, u uint32, l int64, q uint64 or id, s text, p pointer, w world.
 * It is compared at load, and read by trace and help. Take it from the interface's header. */
typedef struct moult_provide {
    uint32_t size;
    uint32_t flags;        /* MOULT_MAY_OWN_* */
    const char *slot;      /* "ai/chaser" */
    const char *interface; /* "ai/1" */
    const char *shape;
    const void *functions;      /* the interface's struct */
    const moult_schema *memory; /* an archetype's own ACTOR table, or NULL */
} moult_provide;

/* Flag of a requirement: it may be absent. */
#define MOULT_OPTIONAL 1u

/* A slot ("ai/wolf") or a role ("mapgen") that the profile binds. `bind` gets the provider's
 * struct; it changes only between turns, and is NULL only when optional and absent. */
typedef struct moult_require {
    uint32_t size;
    uint32_t flags; /* MOULT_OPTIONAL */
    const char *slot;
    const char *interface;
    const char *shape;
    const void **bind;
} moult_require;

/* A single function, callable by name through its signature (letters as in a shape): `i(wi)`.
 * A `w` is filled in by the core, the other arguments come from the caller's text. */
typedef struct moult_native {
    uint32_t size;
    uint32_t flags;
    const char *name; /* "rogue.teleport" */
    const char *signature;
    void (*function)(void); /* in truth as the signature says */
    const char *help;       /* one line: what it does, its arguments and result */
} moult_native;

/* The descriptor, which is all that a plugin exports. */
typedef struct moult_plugin {
    uint32_t size;
    uint32_t abi;                   /* MOULT_ABI */
    const char *name;               /* "ai-chaser": [a-z0-9-], 1..31 */
    const char *version;            /* "1.0.0", 1..15 */
    const char *help;               /* one line */
    const struct moult_host **host; /* where the core puts its services */
    const moult_provide *provides;
    const moult_require *requirements;
    const moult_native *natives;
    const moult_table_use *tables;
    uint32_t provide_count, requirement_count, native_count, table_count;
} moult_plugin;

/* The note's content. `provides` lists the slots, separated by spaces, so that a plugin can be
 * found by what it gives without loading it. */
typedef struct moult_note {
    uint32_t name_size, content_size, type; /* 8, the rest, 1 */
    char owner[8];                          /* "Moult" */
    uint32_t abi;
    char name[32];
    char version[16];
    char provides[196];
} moult_note;

/* Where the note lies in the file. */
#define MOULT_NOTE_SECTION ".note.moult"

/* For the note, which no sanitizer may pad; and for what is seen from outside. */
#if defined(__clang__)
#define MOULT_NO_SANITIZE __attribute__((no_sanitize("address")))
#else
#define MOULT_NO_SANITIZE
#endif
#define MOULT_EXPORT __attribute__((visibility("default")))

/* The host table of this plugin; the inline functions of moult/world.h go through it. */
MOULT_BOUND const struct moult_host *moult_host_1;

/* Entries of a plugin's lists. */
#define MOULT_PROVIDE(slot, interface, shape, functions) \
    MOULT_PROVIDE_WHOLE(slot, interface, shape, functions, 0, NULL)
#define MOULT_PROVIDE_WHOLE(slot, interface, shape, functions, may_own, memory)   \
    {                                                                             \
        sizeof(moult_provide), may_own, slot, interface, shape, functions, memory \
    }
#define MOULT_REQUIRE(slot, interface, shape, variable)                              \
    {                                                                                \
        sizeof(moult_require), 0, slot, interface, shape, (const void **)&(variable) \
    }
#define MOULT_NATIVE(name, signature, function, help)                              \
    {                                                                              \
        sizeof(moult_native), 0, name, signature, (void (*)(void))(function), help \
    }

/* A variable that `MOULT_REQUIRE` binds:
 *     static MOULT_BINDS const moult_combat_1 *combat; */
#define MOULT_BINDS __attribute__((section(".moult.bind")))

/* The one export and the note. `provides_text` repeats the slots for the note; the rest are fields:
 *     MOULT_PLUGIN("ai-wolf", "1.0.0", "runs in packs", "ai/wolf",
 *                  .provides = provides, .provide_count = MOULT_COUNT(provides)) */
#define MOULT_PLUGIN(plugin_name, plugin_version, help_text, provides_text, ...)     \
    MOULT_STATIC_ASSERT(sizeof(plugin_name) <= 32 && sizeof(plugin_version) <= 16 && \
                            sizeof(provides_text) <= 196,                            \
                        "name, version or list of slots too long for the note");     \
    static const moult_note moult_note_1                                             \
        __attribute__((section(MOULT_NOTE_SECTION), used, aligned(4)))               \
        MOULT_NO_SANITIZE = {8,                                                      \
                             sizeof(moult_note) - 20,                                \
                             1,                                                      \
                             "Moult",                                                \
                             MOULT_ABI,                                              \
                             plugin_name,                                            \
                             plugin_version,                                         \
                             provides_text};                                         \
    extern MOULT_EXPORT const moult_plugin moult_plugin_1;                           \
    const moult_plugin moult_plugin_1 = {.size = sizeof(moult_plugin),               \
                                         .abi = MOULT_ABI,                           \
                                         .name = plugin_name,                        \
                                         .version = plugin_version,                  \
                                         .help = help_text,                          \
                                         .host = &moult_host_1,                      \
                                         __VA_ARGS__};

MOULT_STATIC_ASSERT(offsetof(moult_plugin, name) == 8 && offsetof(moult_provide, slot) == 8 &&
                        offsetof(moult_require, bind) == 32 && offsetof(moult_note, abi) == 20 &&
                        sizeof(moult_note) == 268,
                    "the layout that ABI 1 froze");

MOULT_EXTERN_C_END
#endif
