/* SPDX-License-Identifier: MIT */
/* A trial: one check in its child process.
 *
 * Everything that a child finds out stands in `moult__found_out`, which it shares with its parent:
 * so the parent can say what was being called when the child died. Each call of the plugin is made
 * between moult__call and moult__called; what is looked at there is chosen by `watch`. */
#ifndef MOULT_CORE_VALIDATOR_TRIAL_H
#define MOULT_CORE_VALIDATOR_TRIAL_H
#include "core/cli/cli.h"
#include "core/supervisor/shared.h"
#include "core/system/ambient.h"
#include "core/validator/validator.h"

#define MOULT__VERDICT_NONE 0
#define MOULT__VERDICT_PASS 1
#define MOULT__VERDICT_FAIL 2
#define MOULT__VERDICT_SKIP 3

/* A child ends so when a function without a world draws: there is no other way to tell. */
#define MOULT__EXIT_DREW 113

/* What moult__call and moult__called look at. */
#define MOULT__WATCH_AMBIENT 1u /* the state of the process */
#define MOULT__WATCH_STREAMS 2u /* draws from the world's streams */
#define MOULT__WATCH_DRAW 4u    /* the world, in calls that mustn't change it */

#define MOULT__SAMPLES 65536u
#define MOULT__CALL_SIZE 96u

/* What a plugin has too much of. */
#define MOULT__OVER_TIME 1
#define MOULT__OVER_MEMORY 2

/* Written by the child and its nurse, read by who waits for both. */
typedef struct moult__found_out {
    int32_t verdict;
    int32_t inside; /* 1: the plugin's code runs */
    int32_t ended;  /* 1: `status` is how the child ended */
    int32_t status;
    int32_t is_over;             /* MOULT__OVER_...: it ended by that; 0: by none */
    uint64_t most_kb;            /* of memory that the child had */
    _Atomic uint64_t steps;      /* odd while a call runs */
    pid_t pid;                   /* of the child */
    char call[MOULT__CALL_SIZE]; /* of which function */
    char where[128];             /* "seed "7" depth 3, 64x40": of what */
    char repeat[64];             /* "7:3", or "" */
    char text[700];              /* the reason, or what was seen */
    char profile[64];
    uint64_t seeds;                           /* tried */
    uint64_t calls, p50_ns, p99_ns, worst_ns; /* of the plugin's functions */
    moult__shared box; /* last: of the child's crash handler; only its blame and calls are read */
} moult__found_out;

typedef struct moult__check moult__check;

typedef struct moult__trial {
    moult__session s; /* first: a world's session is its trial */
    const moult__check *check;
    const moult__check_request *request;
    moult__found_out *found;
    moult__setup *setup; /* NULL: nothing is loaded */
    const moult__build *build;
    const moult__slot *slot; /* whose functions are called */
    moult_host host;         /* the core's, but for what is watched */
    uint32_t watch;
    pid_t pid, nurse; /* of this process, and of its parent */
    int32_t patient;  /* calls have no deadline but the check's */
    int32_t has_game;
    int32_t explored;  /* the core's way to explore was asked for, which is the hero's */
    char tags[64];     /* of the function that runs */
    char offence[400]; /* the first one; "" while there is none */
    uint64_t digest;   /* of all answers */
    uint64_t world;    /* its bytes before a call */
    int32_t frozen;    /* the running call mustn't change it */
    moult__ambient ambient;
    struct timespec started;
    uint64_t *samples;
    uint64_t calls, worst_ns;
    char worst_call[MOULT__CALL_SIZE];
    char folder[256]; /* the child's own, removed by the parent */
} moult__trial;

#define MOULT__CHECK_SEEDED 1u /* can be repeated for one seed and depth */
#define MOULT__CHECK_STAGED 2u /* begins with the plugin loaded */
#define MOULT__CHECK_CALLS 4u  /* calls what it provides */

struct moult__check {
    const char *name;
    const char *kind; /* of the slots that it is about: "mapgen"; "": of every plugin */
    uint32_t flags;   /* MOULT__CHECK_SEEDED .. */
    uint32_t seconds; /* that it may take */
    void (*run)(moult__trial *t);
    const char *proves; /* in one line */
};

/* -- verdicts: the first one stands ------------------------------------------------------------ */
void moult__pass(moult__trial *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void moult__fails(moult__trial *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void moult__skip(moult__trial *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
int32_t moult__failed(const moult__trial *t);

/* Fails with a report's text, without its severity. */
void moult__fails_report(moult__trial *t, const moult__report *report);

/* -- calls ------------------------------------------------------------------------------------- */
/* What the next calls are about; for the parent, when they don't come back. */
void moult__about(moult__trial *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void moult__call(moult__trial *t, const moult__slot *slot, const char *function);
void moult__called(moult__trial *t);
/* Around a call within a call, by the core for somebody else: "decide" while the rules play a turn.
 * `outer` keeps the name of the call around it. */
void moult__call_within(moult__trial *t, char outer[MOULT__CALL_SIZE], const char *function);
void moult__called_within(moult__trial *t, const char *outer);
/* The first offence of a watched call, with the call's name. */
void moult__offend(moult__trial *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void moult__samples_note(moult__trial *t);

/* Adds an answer to the digest. */
void moult__answer(moult__trial *t, const void *bytes, size_t count);
/* Every byte of every row, hashed or not. */
uint64_t moult__world_bytes(const moult_world *w);

/* A full count, or a tenth of it when it shall be quick. */
uint32_t moult__count(const moult__trial *t, uint32_t full);
/* Whether this process has calculated for so long: what is slow is tried less often. */
int32_t moult__enough(double seconds);
/* Uniform enough in 0..bound-1. */
uint32_t moult__chance(moult_xorshift *source, uint32_t bound);
int32_t moult__chance_between(moult_xorshift *source, int32_t low, int32_t high);

/* Why a text isn't fit to be shown, in words; NULL: it is. `room`: its longest, with the zero. */
const char *moult__text_fault(const char *text, uint32_t room);

/* Puts 64 KB of the stack and all fresh memory in another state. */
void moult__poison(uint8_t pattern);

/* -- child.c ----------------------------------------------------------------------------------- */
/* One check in a child of its own; what becomes of it is in `found`, which is
 * shared memory. */
moult_status moult__check_try(const moult__check_request *request, moult__found_out *found,
                              const moult__check *check);
/* "decide, seed "0"": of what the child was doing last. */
void moult__found_where(const moult__found_out *found, char *out, uint32_t room);
/* The text of /proc/PID/stat behind the process's name: it begins with its state. */
int32_t moult__process_stat(pid_t pid, char *out, uint32_t room);

/* -- stage.c ----------------------------------------------------------------------------------- */
/* Loads the plugin with what it requires, in the place that it has in the request's profile. */
moult_status moult__trial_load(moult__trial *t, const char *profile, moult__report *report);
void moult__trial_unload(moult__trial *t);
/* A run in its profile. The refusal is in t->s.report. */
moult_status moult__game_open(moult__trial *t, const char *seed);
void moult__game_close(moult__trial *t);
/* Looks for the profile in which the plugin loads and plays; the check `load`. */
void moult__check_load(moult__trial *t);
/* Whether it provides a slot of a kind; "" always. */
int32_t moult__provides_kind(const moult_note *note, const char *kind);
/* The plugin's slots of a kind; NULL after the last. */
const moult__slot *moult__slot_at(const moult__trial *t, const char *kind, uint32_t index);
/* Runs `each` for every slot of the check's kind. */
void moult__each_slot(moult__trial *t, void (*each)(moult__trial *t, const moult__slot *slot));

/* -- tours: a few dozen calls that show what a slot does, the same for a seed ------------------ */
void moult__tour(moult__trial *t, uint32_t seed); /* of all slots of the plugin */
void moult__tour_mapgen(moult__trial *t, const moult__slot *slot, uint32_t seed);
void moult__tour_ai(moult__trial *t, const moult__slot *slot, uint32_t seed);
void moult__tour_items(moult__trial *t, const moult__slot *slot, uint32_t seed);
void moult__tour_combat(moult__trial *t, const moult__slot *slot, uint32_t seed);
void moult__tour_bestiary(moult__trial *t, const moult__slot *slot, uint32_t seed);
void moult__tour_fov(moult__trial *t, const moult__slot *slot, uint32_t seed);
void moult__tour_renderer(moult__trial *t, const moult__slot *slot, uint32_t seed);
void moult__tour_saver(moult__trial *t, const moult__slot *slot, uint32_t seed);
void moult__tour_scores(moult__trial *t, const moult__slot *slot, uint32_t seed);
void moult__tour_play(moult__trial *t, const moult__slot *slot, uint32_t seed);

/* -- rules.c: what others use, too ------------------------------------------------------------- */
/* Up to `count` random keys and clicks. 0: the game refused to go on (t->s.report). */
int32_t moult__play(moult__trial *t, moult_xorshift *source, uint32_t count);

/* -- pty.c ------------------------------------------------------------------------------------- */
/* A pseudo terminal, this process's own at 0, 1 and 2, and who reads away what is written. */
typedef struct moult__pty {
    int master;
} moult__pty;
moult_status moult__pty_open(moult__pty *pty);
void moult__pty_resize(const moult__pty *pty, int32_t columns, int32_t rows);
void moult__pty_close(moult__pty *pty);

/* -- checks.c ---------------------------------------------------------------------------------- */
#define MOULT__CHECKS_MAX 64u
const moult__check *moult__check_at(uint32_t index); /* NULL after the last */
/* check_file.c */
void moult__check_file_whole(moult__trial *t);
void moult__check_imports(moult__trial *t);
void moult__check_statics(moult__trial *t);
/* check_load.c */
void moult__check_interface(moult__trial *t);
void moult__check_strings(moult__trial *t);
void moult__check_requirements(moult__trial *t);
void moult__check_twice(moult__trial *t);
void moult__check_reload(moult__trial *t);
void moult__check_old_host(moult__trial *t);
void moult__check_natives(moult__trial *t);
/* check_calls.c */
void moult__check_ambient(moult__trial *t);
void moult__check_repeat(moult__trial *t);
void moult__check_streams(moult__trial *t);
void moult__check_draw(moult__trial *t);
void moult__check_memory(moult__trial *t);
void moult__check_time(moult__trial *t);
/* mapgen.c */
void moult__check_mapgen_promises(moult__trial *t);
void moult__check_mapgen_order(moult__trial *t);
void moult__check_mapgen_budget(moult__trial *t);
void moult__check_mapgen_sizes(moult__trial *t);
/* ai.c */
void moult__check_ai_answers(moult__trial *t);
void moult__check_ai_memory(moult__trial *t);
/* items.c */
void moult__check_items_kinds(moult__trial *t);
void moult__check_items_use(moult__trial *t);
/* combat.c */
void moult__check_combat_resolve(moult__trial *t);
void moult__check_combat_strike(moult__trial *t);
/* bestiary.c */
void moult__check_bestiary_rows(moult__trial *t);
/* fov.c */
void moult__check_fov_bounds(moult__trial *t);
void moult__check_fov_walls(moult__trial *t);
void moult__check_fov_symmetry(moult__trial *t);
/* renderer.c */
void moult__check_renderer_storm(moult__trial *t);
void moult__check_renderer_terminal(moult__trial *t);
/* saver.c */
void moult__check_saver_roundtrip(moult__trial *t);
void moult__check_saver_damage(moult__trial *t);
/* rules.c */
void moult__check_rules_commands(moult__trial *t);
void moult__check_rules_play(moult__trial *t);
void moult__check_rules_resume(moult__trial *t);
void moult__check_rules_seeds(moult__trial *t);
/* scores.c */
void moult__check_scores_ranking(moult__trial *t);

#endif
