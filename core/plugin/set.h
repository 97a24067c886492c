/* SPDX-License-Identifier: MIT */
/* A set: the loaded builds that belong together, and the three registries made from what they
 * declare.
 *
 * Nothing registers itself. From the descriptors of all builds a *dispatch* is made as a whole:
 * slots, natives, tables; it is checked as a whole, and put in the place of the last one by one
 * swap. A first load and a reload are the same transaction: until `commit` nothing has changed,
 * after it nothing can fail. Table handles are given once and never change. */
#ifndef MOULT_CORE_SET_H
#define MOULT_CORE_SET_H
#include "core/plugin/build.h"
#include "core/world/world.h"

#define MOULT__WORLDS_MAX 16u
#define MOULT__ROLES_MAX 16u

/* A plugin file that was found in a folder; not loaded. */
typedef struct moult__found {
    char path[MOULT__PATH_SIZE];
    moult_note note;
} moult__found;

typedef struct moult__slot {
    char name[MOULT_SLOT_SIZE]; /* "ai/chaser" */
    char interface[32];         /* "ai/1" */
    const char *shape;          /* the plugin's text: valid as long as this dispatch */
    const void *functions;
    const moult__build *build; /* NULL: the core's own */
    moult_table memory;
    uint32_t flags; /* MOULT_MAY_OWN_* */
} moult__slot;

typedef struct moult__native {
    char name[MOULT_SLOT_SIZE];
    char signature[32];
    char help[160];
    void (*function)(void);
    const moult__build *build;
} moult__native;

/* A table as its owner declares it. */
typedef struct moult__owned {
    const moult__layout *layout; /* the owner's */
    moult_table handle;          /* 0: new, given at commit */
    const moult__build *owner;
} moult__owned;

typedef struct moult__dispatch {
    moult__slot *slots;
    moult__native *natives;
    moult__owned *tables;
    uint32_t slot_count, native_count, table_count;
} moult__dispatch;

typedef struct moult__role {
    char role[32];
    char slot[MOULT_SLOT_SIZE]; /* "" until its file has been loaded */
} moult__role;

typedef struct moult__set {
    const moult_host *host;
    const moult_provide *core_provides; /* slots that the core fills itself */
    uint32_t core_provide_count;
    uint32_t settle_ms; /* how long a changed file must have been left alone */
    uint32_t serial;    /* of staged copies */
    uint32_t stamp;     /* of the dispatch: changes with each commit */
    uint32_t parked;    /* builds that wouldn't go */
    char stage[MOULT__PATH_SIZE];
    moult__room room; /* the file that is being looked at */
    moult__found *found;
    moult__build **builds;
    moult__dispatch dispatch;
    moult__layout *tables; /* by order of handle; never shrinks */
    moult_table *handles;
    moult__role roles[MOULT__ROLES_MAX];
    moult_world *worlds[MOULT__WORLDS_MAX];
    uint32_t found_count, build_count, table_count, role_count, world_count;
    moult_table next_handle;
    moult__build **retired; /* replaced, but still mapped */
    uint32_t retired_count;
    char warnings[1024]; /* what went on anyway, a line each; for whoever prints */
} moult__set;

/* An empty set. The tables of `core_provides` must outlive it. */
moult_status moult__set_open(moult__set *set, const moult_host *host,
                             const moult_provide *core_provides, uint32_t core_provide_count,
                             moult__report *report);
/* Unloads everything. Its worlds must be gone. */
void moult__set_close(moult__set *set);

/* Notes what plugins a folder holds, by their notes, without loading any. A folder that doesn't
 * exist is empty; files that are no plugins are left out. */
moult_status moult__set_scan(moult__set *set, const char *folder);

/* What a set shall have when it is loaded. Slots are found among the scanned files by name. */
typedef struct moult__want {
    char role[32]; /* "mapgen": bound to what is loaded; or "" */
    char
        slot[MOULT_SLOT_SIZE]; /* "mapgen/rooms"; or "": whatever the file has of the role's kind */
    char file[MOULT__PATH_SIZE]; /* "": found by its slot */
    int32_t
        optional; /* left out when it uses a table that nothing else here owns: another game's */
} moult__want;

/* Loads what is wanted and all that this requires, as one transaction: all or nothing. */
moult_status moult__set_load(moult__set *set, const moult__want *wants, uint32_t count,
                             moult__report *report);

/* Looks at every loaded build's file, and replaces those that changed, as one transaction.
 * Worlds that were attached are migrated. `result` gets a line a plugin. Answers how many were
 * replaced. */
moult_status moult__set_reload(moult__set *set, char *result, uint32_t room, moult__report *report);

/* Unmaps the builds that were replaced. Until then their code may still be called: by whoever must
 * hand something over. */
void moult__set_retire(moult__set *set);

/* Worlds that the set's tables are to be migrated in. */
moult_world *moult__set_world_create(moult__set *set, moult__report *report);
void moult__set_world_free(moult__set *set, moult_world *w);

/* Look-ups in the current dispatch; NULL: none. */
const moult__slot *moult__set_slot(const moult__set *set, const char *name);
const moult__slot *moult__set_role(const moult__set *set, const char *role);
const moult__native *moult__set_native(const moult__set *set, const char *name);
const moult__slot *moult__set_slot_of(moult__set *set, moult_world *w, const char *kind,
                                      moult_name name);
const char *moult__set_role_slot(const moult__set *set, const char *role);
void moult__set_bind_role(moult__set *set, const char *role, const char *slot);
moult_table moult__set_handle(const moult__set *set, const char *table);

/* What is loaded, for people: a line a slot (name, role, provider, generation, file), then a
 * native. */
void moult__set_list(const moult__set *set, char *out, uint32_t room, uint32_t *used);

/* "plugin@version" of whoever fills a slot; "core" for the core itself. */
const char *moult__slot_owner(const moult__slot *slot);

/* -- known.c ----------------------------------------------------------------------------------- */
/* For a refusal of a slot that nobody provides: which of its kind the scanned files have, and the
 * nearest; or what this build lacked to make it. */
void moult__set_known(const moult__set *set, const char *slot, char *out, uint32_t room);

/* -- dispatch.c -------------------------------------------------------------------------------- */
/* Checks builds as a whole and makes the dispatch they declare. */
moult_status moult__dispatch_make(const moult__set *set, moult__build *const *builds,
                                  uint32_t count, moult__dispatch *out, moult__report *report);
void moult__dispatch_free(moult__dispatch *dispatch);

/* Puts builds (the array is taken over) and dispatch in place: migrates worlds, gives handles,
 * binds. Builds that were replaced are kept until moult__set_retire. Refused: nothing has
 * changed. */
moult_status moult__dispatch_commit(moult__set *set, moult__build **builds, uint32_t count,
                                    moult__dispatch *dispatch, moult__report *report);
const moult__slot *moult__dispatch_slot(const moult__dispatch *dispatch, const char *name);

/* -- interfaces.c ------------------------------------------------------------------------------ */
/* Whether a provided struct is what its interface says: shape, size, no function missing.
 * Interfaces that the core doesn't know are the plugins' own affair. */
moult_status moult__interface_check(const moult_provide *provide, const char *who,
                                    moult__report *report);

/* -- native.c ---------------------------------------------------------------------------------- */
int32_t moult__signature_valid(const char *signature);

/* Calls a native by name with arguments as text; `out` gets its result as text. `w` serves 'w'. */
moult_status moult__native_call(const moult__set *set, moult_world *w, const char *name,
                                const char *const *args, uint32_t arg_count, char *out,
                                uint32_t room, moult__report *report);

#endif
