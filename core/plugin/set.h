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
    const void *functions;      /* to be called */
    const void *own;            /* the plugin's, which a trace may stand before */
    const moult__build *build;  /* NULL: the core's own */
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

/* What was decided about a build that is blamed for the end of a process: an earlier generation in
 * its place, or nothing. */
#define MOULT__INSTEAD_MAX 256u

typedef struct moult__instead {
    char path[MOULT__PATH_SIZE];   /* the plugin's file */
    char label[56];                /* "ai-wolf@0.3.0", as it was blamed */
    char staged[MOULT__PATH_SIZE]; /* a kept copy of the generation before it, to be loaded in its
                                    * place; "": it is left out */
    uint32_t staged_generation, blamed_generation;
    uint64_t blamed; /* XXH3 of the blamed bytes */
    uint32_t times;  /* blamed in a row; from 2 on these bytes aren't loaded again */
    char previous[MOULT__PATH_SIZE]; /* the copy that the staged one may go back to; "": none */
    uint32_t previous_generation;
} moult__instead;

#define MOULT__BLAMED_OFTEN 2u

/* What a build that is left out would provide: a role with its slot, or a slot alone. */
#define MOULT__GAPS_MAX 64u

typedef struct moult__gap {
    char role[32];              /* "": a slot alone */
    char slot[MOULT_SLOT_SIZE]; /* "": whatever its file has of the role's kind */
    uint32_t instead;           /* number of the entry by which it is left out */
} moult__gap;

typedef struct moult__set {
    const moult_host *host;
    const moult_provide *core_provides; /* slots that the core fills itself */
    uint32_t core_provide_count;
    const char *only;        /* a reload looks at the plugin of this name alone; NULL: at all */
    uint32_t settle_ms;      /* how long a changed file must have been left alone */
    uint32_t serial;         /* of staged copies */
    uint32_t stamp;          /* of the dispatch: changes with each commit */
    uint32_t parked;         /* builds that wouldn't go */
    const moult__lock *lock; /* what may be loaded; NULL: whatever is trusted */
    char stage[MOULT__PATH_SIZE];
    int32_t guest;    /* the staging folder is somebody else's */
    pid_t pid;        /* of the process that opened it: a fork of it leaves the files alone */
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
    moult__instead *instead;
    uint32_t instead_count, gap_count;
    moult__gap gaps[MOULT__GAPS_MAX];
    void (*committed)(void *context); /* after a dispatch was made, before it is bound; or NULL */
    void *committed_context;
    char warnings[1024]; /* what went on anyway, a line each; for whoever prints */
} moult__set;

/* An empty set. The tables of `core_provides` must outlive it. */
moult_status moult__set_open(moult__set *set, const moult_host *host,
                             const moult_provide *core_provides, uint32_t core_provide_count,
                             moult__report *report);
/* The same with a staging folder that belongs to somebody else, who made it and sweeps it: at the
 * end the files stay there. Copies are numbered from `first_serial` on. */
moult_status moult__set_open_in(moult__set *set, const char *folder, uint32_t first_serial,
                                const moult_host *host, const moult_provide *core_provides,
                                uint32_t core_provide_count, moult__report *report);

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
    char file[MOULT__PATH_SIZE];     /* "": found by its slot */
    char otherwise[MOULT_SLOT_SIZE]; /* who has the role when this one is left out; "": nobody */
    int32_t
        optional; /* left out when it uses a table that nothing else here owns: another game's */
} moult__want;

/* Loads what is wanted and all that this requires, as one transaction: all or nothing. */
moult_status moult__set_load(moult__set *set, const moult__want *wants, uint32_t count,
                             moult__report *report);

/* All phases of a reload in one; blamed builds don't come back by it (see below). Answers how many
 * were replaced. */
moult_status moult__set_reload(moult__set *set, char *result, uint32_t room, moult__report *report);

/* Unmaps the builds that were replaced. Until then their code may still be called: by whoever must
 * hand something over. The staged copy of each stays as its successor's previous one. */
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

/* -- reload.c ---------------------------------------------------------------------------------- */
/* A reload in phases, between which it can be tried in a fork of the process. Nothing else may
 * change the set meanwhile. `result` gets a line a plugin. */
typedef struct moult__reload moult__reload;

/* Looks at the file of every build, loaded or left out; reads, checks and stages what changed.
 * Nothing is mapped, the set is as it was. `again`: builds whose file is still the blamed one are
 * tried again, but for those that were blamed too often. *out is NULL when nothing changed, which
 * `result` then says. Answers how many changed. */
moult_status moult__reload_look(moult__set *set, int32_t again, moult__reload **out, char *result,
                                uint32_t room, moult__report *report);
uint32_t moult__reload_changed(const moult__reload *reload);
const char *moult__reload_label(const moult__reload *reload, uint32_t i); /* "plugin@version" */

/* Maps what was staged, makes the dispatch, migrates the set's worlds, commits: all or nothing.
 * Ends the reload either way. Adds its lines to those in `result`. Answers how many were
 * replaced. */
moult_status moult__reload_commit(moult__reload *reload, char *result, uint32_t room,
                                  moult__report *report);
void moult__reload_discard(moult__reload *reload); /* NULL: nothing to do */

/* -- instead.c --------------------------------------------------------------------------------- */
/* Before a set is loaded: what a supervisor decided about a build. One entry a file. A later reload
 * brings the build back and drops the entry, when its file has other bytes than the blamed. */
moult_status moult__set_instead(moult__set *set, const moult__instead *instead);
moult__instead *moult__instead_of(const moult__set *set, const char *path); /* NULL: none */
int32_t moult__left_out(const moult__set *set, const char *path); /* entry's number, or -1 */
void moult__instead_drop(moult__set *set, const char *path);

/* Notes once what an entry leaves open; what a role or a slot lacks; forgets those of an entry. */
void moult__gap_add(moult__set *set, const char *role, const char *slot, uint32_t instead);
const moult__gap *moult__gap_of(const moult__set *set, const char *name); /* NULL: none */
void moult__gaps_close(moult__set *set, uint32_t instead);
int32_t moult__gaps_has(const moult__set *set, uint32_t instead);

/* Refuses what nobody fills because its provider is left out. */
moult_status moult__gap_refuse(const moult__set *set, const moult__gap *gap, const char *what,
                               const char *who, moult__report *report);

/* What the core provides for an archetype that is left out: it waits. */
int32_t moult__slot_waits(const char *slot);
moult_provide moult__provide_waiting(const char *slot);

/* Gives a build that comes back the roles that it had. */
moult_status moult__gaps_return(moult__set *set, uint32_t instead, const moult__build *build,
                                moult__report *report);

/* Roles and gaps as they are, to be put back when what follows is refused. */
typedef struct moult__bound {
    moult__role roles[MOULT__ROLES_MAX];
    moult__gap gaps[MOULT__GAPS_MAX];
    uint32_t role_count, gap_count;
} moult__bound;

void moult__bound_save(const moult__set *set, moult__bound *out);
void moult__bound_restore(moult__set *set, const moult__bound *bound);

/* -- load.c ------------------------------------------------------------------------------------ */
int32_t moult__note_provides(const moult_note *note, const char *slot);
void moult__set_warn(moult__set *set, const char *text); /* once */

/* What a build has of a role's kind becomes the role's provider. */
moult_status moult__set_bind_build(moult__set *set, const char *role, const moult__build *build,
                                   moult__report *report);

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

/* Writes to all builds what they asked to have bound, from the dispatch as it is. */
void moult__set_bind(moult__set *set);

/* -- interfaces.c ------------------------------------------------------------------------------ */
/* Whether a provided struct is what its interface says: shape, size, no function missing.
 * Interfaces that the core doesn't know are the plugins' own affair. */
moult_status moult__interface_check(const moult_provide *provide, const char *who,
                                    moult__report *report);

/* The name of function number `i` of a slot, as in the shape of its interface, and where it is. 0:
 * the core doesn't know so many. */
int32_t moult__interface_function(const moult__slot *slot, uint32_t i, char *name, uint32_t room,
                                  uint64_t *address);

/* Where a slot's functions lie in its struct: side by side, as many as its shape has lines. 0: that
 * isn't known. */
int32_t moult__interface_functions(const moult__slot *slot, uint32_t *first, uint32_t *count);

/* -- native.c ---------------------------------------------------------------------------------- */
int32_t moult__signature_valid(const char *signature);

/* Reads a number in decimal or 0x..., whole and in range, as a value of a signature's letter: i u l
 * or q. 0: it is none. */
int32_t moult__number_read(char letter, const char *text, void *number);

/* Calls a native by name with arguments as text; `out` gets its result as text. `w` serves 'w'. */
moult_status moult__native_call(const moult__set *set, moult_world *w, const char *name,
                                const char *const *args, uint32_t arg_count, char *out,
                                uint32_t room, moult__report *report);

#endif
