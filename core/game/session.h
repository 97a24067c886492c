/* SPDX-License-Identifier: MIT */
/* A session: one world being played. Input becomes commands, commands become actions, the rules
 * play them, the renderer shows the result.
 *
 * The loop polls; between two turns, with no plugin code on the stack, is the safe point at which
 * plugins are replaced and requests from outside are served. What the player is in the middle of (a
 * menu, a cursor) is a row of core.session, so it outlives a reload and a save. */
#ifndef MOULT_CORE_SESSION_H
#define MOULT_CORE_SESSION_H
#include <stdio.h>
#include <moult/moult.h>
#include "core/game/canvas.h"
#include "core/game/facing.h"
#include "core/game/guard.h"
#include "core/game/palette.h"
#include "core/game/scene.h"
#include "core/plugin/set.h"
#include "core/supervisor/supervisor.h"
#include "core/system/claim.h"
#include "core/system/control.h"
#include "core/system/profile.h"
#include "core/system/signals.h"
#include "core/system/watch.h"
#include "core/world/core_tables.h"

#define MOULT__COMMANDS_MAX 256u
#define MOULT__KEYS_MAX 512u
#define MOULT__NOTICES 8u

/* Core commands; the rules' own have MOULT__COMMAND_RULES. */
#define MOULT__COMMAND_RULES 0u
#define MOULT__COMMAND_QUIT 1u
#define MOULT__COMMAND_SAVE 2u
#define MOULT__COMMAND_RELOAD 3u
#define MOULT__COMMAND_HELP 4u
#define MOULT__COMMAND_MESSAGES 5u
#define MOULT__COMMAND_PLUGINS 6u
#define MOULT__COMMAND_EXPLORE 7u
#define MOULT__COMMAND_TRAVEL 8u
#define MOULT__COMMAND_LOOK 9u
#define MOULT__COMMAND_REDRAW 10u
#define MOULT__COMMAND_SCORES 11u
#define MOULT__COMMAND_TICK 12u /* only in files of commands: so much time passes */
#define MOULT__COMMAND_RENDERER 13u
#define MOULT__COMMAND_PALETTE 14u
#define MOULT__COMMAND_DUMP 15u
#define MOULT__COMMAND_CONSOLE 16u
/* Those of wizard mode. */
#define MOULT__COMMAND_BACK 24u
#define MOULT__COMMAND_FORWARD 25u
#define MOULT__COMMAND_AGAIN 26u
#define MOULT__COMMAND_IS_WIZARDS(core) \
    ((core) >= MOULT__COMMAND_BACK && (core) < MOULT__COMMAND_MENU_UP)
/* Keys within menus have a key map of their own. */
#define MOULT__COMMAND_MENU_UP 32u
#define MOULT__COMMAND_MENU_DOWN 33u
#define MOULT__COMMAND_MENU_PAGE_UP 34u
#define MOULT__COMMAND_MENU_PAGE_DOWN 35u
#define MOULT__COMMAND_MENU_FIRST 36u
#define MOULT__COMMAND_MENU_LAST 37u
#define MOULT__COMMAND_MENU_CHOOSE 38u
#define MOULT__COMMAND_MENU_BACK 39u
#define MOULT__COMMAND_IS_MENU(core) ((core) >= MOULT__COMMAND_MENU_UP)

/* The core's own menus; the rules' numbers are below. */
#define MOULT__MENU_CORE 0x80000000u
#define MOULT__MENU_HELP (MOULT__MENU_CORE + 1u)
#define MOULT__MENU_MESSAGES (MOULT__MENU_CORE + 2u)
#define MOULT__MENU_PLUGINS (MOULT__MENU_CORE + 3u)
#define MOULT__MENU_TRAVEL (MOULT__MENU_CORE + 4u) /* with the target cursor */
#define MOULT__MENU_LOOK (MOULT__MENU_CORE + 5u)
#define MOULT__MENU_COMMAND \
    (MOULT__MENU_CORE + 6u) /* a command that wants more; subject: its number */
#define MOULT__MENU_END (MOULT__MENU_CORE + 7u)
#define MOULT__MENU_SCORES (MOULT__MENU_CORE + 8u)
#define MOULT__MENU_QUIT (MOULT__MENU_CORE + 9u)   /* a question: leave the run? */
#define MOULT__MENU_AGAIN (MOULT__MENU_CORE + 10u) /* which of two worlds? */

#define MOULT__RANKING_SHOWN 10u

/* A command as the session knows it: copied, since the rules' texts go with their build. */
typedef struct moult__command {
    char name[32], help[80], keys[64];
    uint32_t core; /* MOULT__COMMAND_* */
    uint32_t verb, wants, flags;
    int32_t dx, dy;
} moult__command;

typedef struct moult__key {
    uint32_t key, mods, command;
} moult__key;

/* Something that the engine tells the player; not part of the world. */
typedef struct moult__notice {
    char text[512];
    uint32_t kind;
    uint64_t serial;
} moult__notice;

/* What the panels of end.c show. */
typedef struct moult__ranking_read {
    moult_ranked rows[MOULT__RANKING_SHOWN]; /* best first */
    uint32_t count;
    moult_ranked run; /* the one that ended; place 0: it isn't in the ranking */
    int32_t refused;  /* a run that has ended couldn't be entered: `why` the first one */
    moult__report why;
} moult__ranking_read;

/* What the command `again` found out, while it is asked which world goes on. */
typedef struct moult__other_world {
    moult_world *world; /* NULL: nothing is asked */
    char *lines;        /* how it differs */
    uint32_t turns;
} moult__other_world;
/* What a session asks of the console (core/console/), which stands above it. */
struct moult__session;
typedef struct moult__console_face {
    /* Begins, when all but the renderer is there; refused: s->report. And ends. */
    moult_status (*open)(struct moult__session *s);
    void (*close)(struct moult__session *s);
    /* Does what a line says, between two turns, and writes its answer. Refused: nothing has
     * changed. `again`: it is played from a journal. */
    moult_status (*run)(struct moult__session *s, const char *line, int32_t again, FILE *out,
                        moult__report *report);
    /* The panel: shows it (s->console_shown), its rows, its keys. */
    void (*show)(struct moult__session *s);
    void (*fill)(struct moult__session *s);
    void (*key)(struct moult__session *s, uint32_t key, uint32_t mods);
    void (*rest)(struct moult__session *s); /* between two turns: whatever can wait for that */
} moult__console_face;

typedef struct moult__options {
    const moult__profile *profile;
    const char *seed; /* NULL: none was given */
    uint32_t seed_size;
    const char *fresh;     /* the seed of a run that nobody chose one for; NULL: drawn then */
    const char *load_path; /* NULL: resume what there is */
    const char *keys_path; /* a file of commands that drives the run; NULL: none */
    const char *hero;      /* the archetype that plays the hero; NULL: none does */
    const char *scores; /* the ranking that was asked for, a path or postgres://...; NULL: none */
    uint32_t turns;     /* leave after so many; 0: no limit */
    int32_t watch;
    int32_t control;           /* open a control socket */
    int32_t save;              /* this run is saved when it is left, and resumed */
    const char *slot;          /* the name that it is kept under; NULL: the profile's */
    const moult__claim *claim; /* on that slot, by this process or its parent; NULL: none */
    const char *instead;  /* the renderer that takes over where there is no window to be had; NULL:
                          * none */
    uint32_t deadline_ms; /* of a plugin's call */
    int32_t journal;      /* the run is recorded (journal.h) */
    int32_t wizard;       /* wizard mode: what is tried out isn't ranked */
    const moult__console_face *console; /* NULL: there is none */
    const char *trace, *trace_out;      /* what to trace from the start, and where to; or NULL */
    const char *release;                /* of this program, for the journal; NULL: unknown */
    moult__link *link;                  /* to the supervisor; NULL: there is none */
    const moult__start *start;          /* how a supervised session begins */
} moult__options;

typedef struct moult__session {
    moult__set *set;
    moult_world *world;
    moult__options options;
    moult__profile *profile; /* options.profile as it was read again; NULL: it wasn't */
    moult__ranking_read ranking;
    moult__canvas *canvas;
    moult__scene *scene;
    uint16_t *flow; /* scratch of one flow field */
    uint32_t *queue;
    uint32_t flow_room, flow_flags;
    uint8_t opaque[256],
        blocks[4][256]; /* by tile; blocks: also by what one passes, MOULT_GRID_* */

    const moult_rules_1 *rules; /* of the current dispatch */
    const char *rules_label;    /* for the black box */
    const moult_renderer_1 *renderer;
    void *renderer_state;
    uint32_t renderer_state_size, renderer_state_version, renderer_owns;
    char shown[1024];       /* the profile's options for renderers, as a scene has them */
    moult__palette palette; /* by which colours are changed before they are shown */
    moult__facings facings; /* where everybody looks; nothing of the world */

    moult__command commands[MOULT__COMMANDS_MAX];
    moult__key keys[MOULT__KEYS_MAX];
    uint32_t command_count, key_count;

    moult__notice notices[MOULT__NOTICES]; /* newest last */
    uint32_t notice_count;
    uint64_t notices_ever;
    char text[256]; /* what is being typed at a prompt */

    moult__control *control; /* NULL: none */
    moult__signals signals;
    moult__watch watch;
    int32_t has_signals, has_watch;

    uint8_t *script; /* the commands file, NULL: none */
    uint64_t script_size, script_at;
    uint32_t script_line;
    uint32_t played;                /* turns since it was opened */
    int32_t over;                   /* the run has ended */
    int32_t from_seed;              /* it was started here, not resumed */
    int32_t mine;                   /* what the slot holds is this run, or may be lost for it */
    int32_t declined;               /* the player didn't want the run that was rescued */
    moult__claim claim;             /* of a run that nobody claimed the slot for before */
    struct moult__journal *journal; /* NULL: the run isn't recorded */
    moult__other_world again;
    void *console;         /* the console's own */
    int32_t console_shown; /* its panel has the keys */
    int32_t bot_off;       /* a person took over from options.hero */
    uint32_t idle;         /* decisions in a row that took no time */
    uint64_t due_ms;       /* when the next one is shown to a person */
    int32_t leaving;
    int32_t orphan;       /* the supervisor is gone: the run is rescued */
    int32_t unproved;     /* a reload's first turn hasn't been played yet, */
    uint32_t unproved_at; /* which was at this count of turns */
    uint32_t retry;       /* how often a plugin's file was found being written; 0: look no more */
    int32_t changed;      /* something must be drawn */
    uint64_t (*clock)(void); /* milliseconds for the rules; NULL: time stands still, as in files of
                              * commands */
    uint64_t acted_ms;       /* when the rules last heard of it */
    moult__guard guard;      /* what calls leave behind in the process */
    uint32_t warned;         /* stamp of the dispatch whose nonsense was last told of */
    moult__report report;    /* why it was left, when that is an error */
} moult__session;

/* Binds a loaded set to a fresh world, starts or resumes a run, opens the renderer. */
moult_status moult__session_open(moult__session *s, moult__set *set, const moult__options *options);

/* Plays until it is left. The status is negative when it ended by an error (s->report). */
moult_status moult__session_run(moult__session *s);
void moult__session_close(moult__session *s);

/* Without a renderer: a world with its set and services, for `moult call` and tests. */
moult_status moult__session_prepare(moult__session *s, moult__set *set,
                                    const moult__options *options);
moult_status moult__session_start(moult__session *s, const uint8_t *seed, uint32_t seed_size);

/* Whether a run was ever played in wizard mode. */
int32_t moult__wizard(const moult__session *s);

/* -- session.c --------------------------------------------------------------------------------- */
void moult__session_notice(moult__session *s, uint32_t kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void moult__session_lines(moult__session *s, uint32_t kind, const char *text);
moult_status moult__session_describe(moult__session *s); /* fills s->scene */
moult_status moult__session_draw(moult__session *s);
/* Enters a call that may not change the world, and leaves it. */
void moult__session_draw_begin(moult__session *s, const char *what);
void moult__session_draw_end(moult__session *s);

/* -- command.c --------------------------------------------------------------------------------- */
moult_status moult__commands_build(moult__session *s, moult__report *report);
const moult__command *moult__command_find(const moult__session *s, const char *name);
const moult__command *moult__command_of_key(const moult__session *s, uint32_t key, uint32_t mods);
/* The same within menus: a MOULT__COMMAND_MENU_*, or NULL. */
const moult__command *moult__command_in_menu(const moult__session *s, uint32_t key, uint32_t mods);

/* -- input.c ----------------------------------------------------------------------------------- */
moult_status moult__input_event(moult__session *s, const moult_event *event);
moult_status moult__input_line(moult__session *s, const char *line, moult__report *report);
/* A line of the console; its answer becomes a notice. `again`: it is played from a journal. */
moult_status moult__input_console(moult__session *s, const char *line, int32_t again,
                                  moult__report *report);
moult_status moult__input_command(moult__session *s, const moult__command *command,
                                  const char *argument);

/* -- turn.c ------------------------------------------------------------------------------------ */
moult_status moult__turn_act(moult__session *s, const moult_action *action);
moult_status moult__turn_choose(moult__session *s, const moult_action *action);
moult_status moult__turn_new_run(moult__session *s);
/* Time for rules that count it: the milliseconds until the next tick (-1: none comes), and the
 * ticks that are due. */
int32_t moult__tick_pause(const moult__session *s);
moult_status moult__tick(moult__session *s);
moult_status moult__tick_by(moult__session *s, uint32_t elapsed_ms);

/* -- bot.c: runs that go on without a person --------------------------------------------------- */
/* Whether an archetype of this name is loaded; the refusal names the closest. */
moult_status moult__bot_check(const moult__set *set, const char *name, moult__report *report);
/* One turn by options.hero. A bot that gets nowhere is an error (s->report). */
moult_status moult__bot_turn(moult__session *s);
/* What goes on by itself now, as fast as it can: a commands file, a bot, or nobody's waiting. */
int32_t moult__alone(const moult__session *s);
moult_status moult__alone_play(moult__session *s);
/* Whether a person sits before the renderer. */
int32_t moult__person(const moult__session *s);
/* Before a person's eyes: whether the bot plays and an event ends that, the milliseconds until its
 * next turn (-1: it doesn't play), and that turn once they have passed. */
int32_t moult__bot_stopped(moult__session *s, const moult_event *event);
int32_t moult__bot_pause(const moult__session *s);
moult_status moult__bot_show(moult__session *s);
/* Whether real time counts: a person plays, not a file or a bot. And that time, in milliseconds. */
int32_t moult__timed(const moult__session *s);
uint64_t moult__now_ms(void);

/* -- menu.c ------------------------------------------------------------------------------------ */
moult__session_row *moult__menu_row(moult__session *s); /* to change */
void moult__menu_open(moult__session *s, uint32_t state, uint32_t menu, moult_id subject);
void moult__menu_close(moult__session *s);
moult_status moult__menu_fill(moult__session *s);
moult_status moult__menu_key(moult__session *s, uint32_t key, uint32_t mods);
moult_status moult__menu_command(moult__session *s, uint32_t core);
/* The title that the rules have, when nothing else is to be played. */
void moult__title_open(moult__session *s);
moult_status moult__menu_click(moult__session *s, const moult_event *event);
moult_status moult__menu_back(moult__session *s);

void moult__menu_add(moult__session *s, const char *text, const char *detail);
/* -- aim.c ------------------------------------------------------------------------------------- */
void moult__aim_open(moult__session *s, uint32_t menu, moult_id subject, uint32_t range);
void moult__aim_move(moult__session *s, int32_t x, int32_t y);
moult_status moult__aim_done(moult__session *s);
moult_status moult__aim_key(moult__session *s, uint32_t key, uint32_t mods);
moult_status moult__direction_key(moult__session *s, uint32_t key, uint32_t mods);

/* -- explore.c --------------------------------------------------------------------------------- */
/* MOULT_ATTENTION_* as the rules see it now, with the reason in words. */
uint32_t moult__session_attention(moult__session *s, char *why, uint32_t room);
moult_status moult__explore(moult__session *s);
moult_status moult__travel(moult__session *s, int32_t x, int32_t y);
int32_t moult__explore_step(moult__session *s, moult_point *out);

/* -- slot.c: where a run is kept --------------------------------------------------------------- */
#define MOULT__STEM_SIZE (MOULT__SAFE_NAME_SIZE + 16)
moult_status moult__saves_folder(char *out, uint32_t room, moult__report *report);
/* The name of the slot, and its files' name without an ending: no other slot's, whatever it is. */
const char *moult__save_slot(const moult__options *options);
void moult__save_stem(const moult__options *options, char out[MOULT__STEM_SIZE]);
/* The slot's file with this ending: MOULT__SAVE, ... */
#define MOULT__SAVE ".moult"
#define MOULT__SAVE_BACKUP MOULT__SAVE ".bak"
#define MOULT__SAVE_RESCUE ".rescue" MOULT__SAVE
#define MOULT__SAVE_CLAIM ".lock"
moult_status moult__save_place(const moult__options *options, const char *ending, char *out,
                               uint32_t room, moult__report *report);
/* The command line that plays what is kept there. */
void moult__save_command(const moult__options *options, char *out, uint32_t room);
/* Claims the slot for this process. MOULT_AGAIN: another game plays it. */
moult_status moult__save_claim(const moult__options *options, moult__claim *out,
                               moult__report *report);

/* -- save.c ------------------------------------------------------------------------------------ */
moult_status moult__save_path(const moult__session *s, char *out, uint32_t room,
                              moult__report *report);
moult_status moult__save_write(moult__session *s, const char *path, moult__report *report);
/* The same into the slot. Refused also when that holds another run. */
moult_status moult__save_keep(moult__session *s, moult__report *report);
/* What leaving does: saves, unless the run has ended or isn't one to be kept. */
moult_status moult__save_leave(moult__session *s, moult_status status);
/* What the end of a run does: nothing of it is left in the slot. */
void moult__save_end(moult__session *s);
moult_status moult__save_read(moult__session *s, const char *path, moult__report *report);
/* A file's world, whole and checked, beside the one in play; to be taken, or freed. */
moult_status moult__save_world(moult__session *s, const char *path, moult_world **out,
                               moult__report *report);
/* Goes on with such a world; it is the session's from here on. */
moult_status moult__save_take(moult__session *s, moult_world *w, moult__report *report);
/* Where neither the save nor anything beside it can be written: a file in the runtime folder, whose
 * path is answered. */
moult_status moult__save_elsewhere(moult__session *s, char *path, uint32_t room,
                                   moult__report *report);
/* The loaded saver whose files begin like these bytes; NULL: none. */
const moult__slot *moult__saver_for(const moult__set *set, const uint8_t *bytes, uint64_t count);
/* Loads every saver that was found. One that can't be loaded is no harm as long as another is
 * there. */
moult_status moult__savers_load(moult__set *set, moult__report *report);
const moult__slot *moult__saver_next(const moult__set *set, uint32_t *at);

/* -- resume.c ---------------------------------------------------------------------------------- */
/* What a session begins with: the supervisor's world, a file, what the slot holds, or a new run. */
moult_status moult__resume(moult__session *s);
/* Whether a run may be kept in the slot that isn't the one there: it is empty. */
moult_status moult__resume_vacant(moult__session *s, moult__report *report);

/* -- keep.c: a supervised session; without a supervisor each does nothing ---------------------- */
void moult__keep(moult__session *s); /* after a turn: sends what changed */
void moult__keep_proved(moult__session *s);
/* The first turn after a reload was refused: ends this process, and the supervisor goes on from the
 * turn before with the builds before. */
void moult__keep_give_up(moult__session *s, moult_status status);
void moult__keep_script(const moult__session *s);
void moult__keep_unkept(const moult__session *s);               /* it leaves, and couldn't save */
void moult__keep_roster(const moult__session *s);               /* after the builds changed */
void moult__keep_level(const moult__session *s, int32_t depth); /* that is being made */
void moult__keep_busy(const moult__session *s, int32_t busy);
int moult__keep_fd(const moult__session *s); /* readable when there are orders */
void moult__keep_orders(moult__session *s);
void moult__keep_signal(moult__session *s, int32_t number);
void moult__keep_terminal(const moult__session *s); /* after a renderer was opened */
void moult__keep_suspend(moult__session *s);
int32_t moult__keep_key(moult__session *s, const moult_event *event);
moult_status moult__keep_resume(moult__session *s, const moult__image *image);
void moult__keep_begin(moult__session *s);
int32_t moult__keep_told_to_leave(const moult__session *s); /* before the session plays */
/* Runs that were cut off: their file, beside the ordinary save. */
moult_status moult__rescue_write(moult__session *s);
void moult__rescue_drop(const moult__session *s);

/* -- rehearse.c -------------------------------------------------------------------------------- */
/* Commits the reload in a copy of this process, which then plays an idle turn and tries what was
 * replaced. Refused: it crashed, hung or refused there; nothing has happened here. */
moult_status moult__rehearse(moult__session *s, moult__reload *reload, moult__report *report);

/* -- back.c: commands of wizard mode; `argument`: how many turns, NULL: as usual --------------- */
void moult__back(moult__session *s, const char *argument);
void moult__forward(moult__session *s, const char *argument);
/* Reloads, plays the last turns again with what is loaded now, and asks which world goes on. */
void moult__again(moult__session *s, const char *argument);
void moult__again_fill(moult__session *s);
void moult__again_choose(moult__session *s, int32_t take); /* 1: the new world */
void moult__again_drop(moult__session *s);                 /* whatever else comes first */

/* -- end.c ------------------------------------------------------------------------------------- */
/* A run has ended: ranking and report, when it is one to be kept, and the panel. */
void moult__end_run(moult__session *s);
moult_status moult__scores_open(moult__session *s); /* the command: shows the ranking */
void moult__end_fill(moult__session *s);
void moult__scores_fill(moult__session *s);

void moult__report_command(moult__session *s); /* the command: writes a report as of now */

/* -- report.c ---------------------------------------------------------------------------------- */
/* Writes a run's report beside those that there are. `path` becomes that of its text; beside it
 * stands the JSON, with that ending. Refused: neither is there. */
moult_status moult__report_write(moult__session *s, const moult_score *score,
                                 const moult_ranked *run, char *path, uint32_t room,
                                 moult__report *report);

/* -- ranking.c --------------------------------------------------------------------------------- */
/* Who provides the ranking at a path or an address: "sqlite" or "postgres". `subject` is who asked
 * for it. The refusal shows no more of an address than its scheme. */
moult_status moult__scores_provider(const char *where, const char *subject, const char **provider,
                                    moult__report *report);
/* What was asked for, else the profile's option `scores`, else NULL: the user's own file. */
const char *moult__scores_where(const moult__options *options);
/* Enters a run (NULL: none), whose `place` is then set, and reads the best `*count` of a game into
 * `rows`; `*count` becomes how many there are. `where` NULL: the user's own file. MOULT_UNKNOWN:
 * nobody provides the role. */
moult_status moult__ranking(const moult__set *set, const char *where, const char *game,
                            moult_ranked *add, moult_ranked *rows, uint32_t *count,
                            moult__report *report);
/* The heading and one line of a ranking, each as two aligned columns. `depth_label` is what the
 * game calls its depth; NULL: floor. */
void moult__ranking_heading(const char *depth_label, char *text, uint32_t room, char *detail,
                            uint32_t detail_room);
void moult__ranked_text(const moult_ranked *row, const char *depth_label, char *text, uint32_t room,
                        char *detail, uint32_t detail_room);

/* -- settings.c -------------------------------------------------------------------------------- */
/* Whether the profile's [options] are what the rules and the core know. */
moult_status moult__settings_check(const moult__session *s, moult__report *report);
/* The palette, and what a scene tells renderers of the options. */
void moult__settings_show(moult__session *s);
/* Takes out those that aren't, for rules that were replaced under them; a warning each. */
moult_status moult__settings_drop(moult__session *s);
/* The profile's files once more; `*fresh` stays NULL when they say the same, and is the caller's to
 * free otherwise. */
moult_status moult__settings_read(moult__session *s, moult__profile **fresh, moult__report *report);

/* -- swap.c ------------------------------------------------------------------------------------ */
moult_status moult__session_bind(moult__session *s, moult__report *report);
moult_status moult__session_tune(moult__session *s, moult__report *report);
/* Takes the functions of rules and renderer from the dispatch: the builds are the same. */
void moult__session_point(moult__session *s);
/* The rules as loaded now, with the profile as it is; options that no longer fit are left out. */
moult_status moult__session_bind_again(moult__session *s, moult__report *report);
/* `again`: somebody asked for it, so that builds that were blamed once are tried again. */
moult_status moult__session_reload(moult__session *s, int32_t again, char *result, uint32_t room,
                                   moult__report *report);
void moult__session_reload_now(moult__session *s, int32_t again);
int32_t moult__session_serve(void *context, const char *line, char *reply, uint32_t room);

/* -- renderer.c -------------------------------------------------------------------------------- */
/* Opens what the role is bound to. Where there is no window to be had, options.instead takes over,
 * and the player is told. */
moult_status moult__renderer_open(moult__session *s, moult__report *report);
void moult__renderer_close(moult__session *s);
/* After a reload: the next build adopts the block, or the display is closed and opened. */
moult_status moult__renderer_swap(moult__session *s, moult__report *report);
/* Another renderer in mid-game, loaded when it isn't. Refused: the one that is there goes on; only
 * when it had to close for the other one and can't come back, the session ends (s->report). */
moult_status moult__renderer_switch(moult__session *s, const char *name, moult__report *report);

/* Scratch for a flow field over so many cells. */
moult_status moult__session_flow_room(moult__session *s, int32_t width, int32_t height);

/* A seed text that nobody chose: 8 letters and figures, easy to read out. */
void moult__seed_fresh(char out[16]);

/* The hero's place on the current level; 0: there is none. */
int32_t moult__session_hero(const moult__session *s, moult_place *out);

#endif
