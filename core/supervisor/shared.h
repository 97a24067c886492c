/* SPDX-License-Identifier: MIT */
/* The memory that supervisor and worker share: mapped before the fork, at one address in both.
 *
 * The worker writes, the supervisor reads and trusts nothing. Three things lie here: the black box
 * (whose code runs now), the blame (what the worker's last handler found), and the roster (which
 * builds are mapped where). Without a supervisor the same struct is the process's own, so that the
 * crash handler knows one form only. Pointers to the program's constant texts hold in both
 * processes; those to the worker's heap are compared, never followed, by the supervisor. */
#ifndef MOULT_CORE_SUPERVISOR_SHARED_H
#define MOULT_CORE_SUPERVISOR_SHARED_H
#include <stdatomic.h>
#include <stdint.h>
#include "core/system/error.h"

#define MOULT__ROSTER_MAX 256u
#define MOULT__ROSTER_FUNCTIONS 16u
#define MOULT__UNDO_MAX 1024u
#define MOULT__RETURNS_MAX 32u
#define MOULT__SHARED_SEED 256u

/* A function that a build provides, by which a place in its code is given a name. */
typedef struct moult__entry_point {
    char name[24]; /* "decide", as in its interface's shape */
    uint64_t address;
} moult__entry_point;

/* A loaded build, as the supervisor needs to know it. */
typedef struct moult__roster_entry {
    char label[56];      /* "ai-wolf@0.3.0" */
    char path[1024];     /* the file that it was read from */
    char staged[1024];   /* the copy that is mapped */
    char previous[1024]; /* the copy of the generation before it; "": there is none */
    uint32_t generation, previous_generation;
    uint32_t owns;                      /* MOULT_MAY_OWN_* of its slots */
    uint32_t fresh;                     /* 1: the newest reload brought it */
    uint64_t content, previous_content; /* XXH3 of the bytes */
    uint64_t text;                      /* the worker's pointer to its label, as in the black box */
    uint64_t start, end;                /* where it is mapped, as addresses of the worker */
    uint32_t function_count;
    moult__entry_point functions[MOULT__ROSTER_FUNCTIONS];
} moult__roster_entry;

/* What ended the worker, as its own handler saw it. */
#define MOULT__BLAME_NONE 0u
#define MOULT__BLAME_SIGNAL 1u
#define MOULT__BLAME_EXIT 2u /* somebody called exit() */

typedef struct moult__blame {
    _Atomic uint32_t kind; /* stored last */
    int32_t number;        /* the signal */
    int32_t code;          /* si_code: positive when the processor sent it */
    uint64_t address;      /* that was touched, for a fault */
    uint64_t place;        /* the instruction */
    uint32_t plugin;       /* roster index + 1 of the innermost build on the stack; 0: none */
    uint32_t return_count; /* addresses within that build, innermost first */
    uint64_t returns[MOULT__RETURNS_MAX];
} moult__blame;

typedef struct moult__shared {
    /* The black box. */
    const char *volatile plugin; /* the label of whose code runs; NULL: the core's */
    const char *volatile stage;  /* "generate": a constant text of the program */
    const char *volatile last;   /* the newest plugin that isn't NULL */
    _Atomic uint64_t calls;      /* counts every change of the box */
    _Atomic uint32_t busy;       /* 1 while the worker isn't waiting for input */
    _Atomic uint32_t writing;    /* 1 while the core writes a file, which may take long */
    _Atomic uint32_t goodbye;    /* 1: the worker leaves because it is meant to, */
    int32_t code;                /* and this is the game's exit code, whatever happens then */
    _Atomic uint32_t unkept;     /* 1: it leaves, and couldn't save */
    _Atomic uint32_t gave_up; /* 1: the first turn after a reload was refused: back to what was */
    char gave_why[256];
    _Atomic uint32_t opened; /* 1: its session plays */
    _Atomic uint32_t taken;  /* serial (low half) of the newest frame that was copied: a futex */
    char loading_label[56];  /* the build whose constructors run now; "": none */
    char loading_path[1024];
    uint64_t loading_content;
    int32_t depth; /* of the level that is being made */
    uint32_t turn;
    char seed[MOULT__SHARED_SEED]; /* the run's seed text, as far as it fits */

    /* Where a run stands that is driven by a file. */
    uint64_t script_at;
    uint32_t script_line, played;
    uint32_t bot_off;
    uint32_t mine, declined; /* of its slot */

    /* The terminal: what undoes the renderer. */
    int32_t terminal; /* the descriptor; -1: none */
    uint32_t undo_count;
    uint8_t undo[MOULT__UNDO_MAX];

    moult__blame blame;
    _Atomic uint32_t roster_count; /* 0 while it is being written */
    moult__roster_entry roster[MOULT__ROSTER_MAX];
} moult__shared;

#endif
