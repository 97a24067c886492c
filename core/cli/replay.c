/* SPDX-License-Identifier: MIT */
/* moult replay: a run once more, from its journal; watched, only checked, or taken over. The world
 * isn't saved and nothing is ranked. There is no supervisor: a crash is what a replay may be for,
 * and repeats itself. A run that is taken over is a game of its own, under one: it begins when the
 * replay has gone, from a save that the replay left for it. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/cli/game.h"
#include "core/console/console.h"
#include "core/game/journal.h"
#include "core/system/crash.h"

#define SPEED 10u
#define SPEED_MAX 1000u

static const char help[] = MOULT_TEXT(
    "usage: moult replay FILE [OPTIONS]\n"
    "Plays a recorded run again: DATA/journals/NAME.journal is the last one of a game.\n"
    "\n"
    "  --speed N           so many actions a second, 1 to 1000 (10)\n"
    "  --renderer NAME     sdl, curses, text or none\n"
    "  --to TURN           play to this turn at once, and stop there\n"
    "  --verify            compare the world with the record after each action\n"
    "  --play              play on from there: wizard mode, with a save and journal of its own\n"
    "  --use ROLE=NAME     as of moult play, instead of what it was recorded with\n"
    "\n"
    "Keys: Space steps, b steps back, p pauses and goes on, + and - change the speed,\n"
    "t takes over and plays, q leaves.\n"
    "Without a terminal, and with --verify, it plays as fast as it can, and ends with a line that\n"
    "has the turn and the hash of the world's state. Exit code 1: it differs from the record.\n");

typedef struct choice {
    const char *file, *renderer;
    const char *use[32];
    uint32_t use_count, speed, to;
    int32_t verify, play, has_to;
} choice;

typedef struct player {
    moult__setup setup;
    moult__replay replay;
    moult__session session;
    choice choice;
    int32_t paused, leaving, taken;
    char save[MOULT__PATH_SIZE]; /* of a run that was taken over; "": it wasn't */
    uint64_t due_ms;
} player;

/* -- options ----------------------------------------------------------------------------------- */

/* 0: taken; else the exit code + 1. */
static int take_value(choice *c, int option, const char *value)
{
    int64_t number;
    switch (option) {
    case 'u':
        if (c->use_count == MOULT_COUNT(c->use))
            return 1 + moult__usage("replay", "more than %u times --use", MOULT_COUNT(c->use));
        c->use[c->use_count++] = value;
        return 0;
    case 'r':
        c->renderer = value;
        return 0;
    case 's':
        if (!moult__read_number(value, 1, SPEED_MAX, &number))
            return 1 + moult__usage("replay", "--speed \"%.40s\" is no number from 1 to %u", value,
                                    SPEED_MAX);
        c->speed = (uint32_t)number;
        return 0;
    default:
        if (!moult__read_number(value, 0, UINT32_MAX, &number))
            return 1 + moult__usage("replay", "--to \"%.40s\" is no number of a turn", value);
        c->to = (uint32_t)number;
        c->has_to = 1;
        return 0;
    }
}

/* 0: go on; else the exit code + 1. */
static int read_options(int argc, char **argv, choice *c)
{
    static const struct option options[] = {
        {"speed", required_argument, NULL, 's'}, {"renderer", required_argument, NULL, 'r'},
        {"to", required_argument, NULL, 't'},    {"verify", no_argument, NULL, 'v'},
        {"play", no_argument, NULL, 'p'},        {"use", required_argument, NULL, 'u'},
        {"help", no_argument, NULL, 'h'},        {NULL, 0, NULL, 0},
    };
    int option, wrong = 0;
    opterr = 0;
    optind = 1;
    while (wrong == 0 && (option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
        if (option == 'h') {
            moult__print(stdout, "%s", moult__translate(help));
            return 1;
        }
        if (option == 'v')
            c->verify = 1;
        else if (option == 'p')
            c->play = 1;
        else if (option == '?' || option == ':')
            wrong = 1 + moult__usage_option("replay", options, option, argv);
        else
            wrong = take_value(c, option, optarg);
    }
    if (wrong != 0)
        return wrong;
    if (argc - optind != 1)
        return 1 + moult__usage("replay", argc == optind ? "it needs a journal: moult replay FILE"
                                                         : "one journal at a time");
    if (c->verify && c->play)
        return 1 + moult__usage("replay", "--verify compares, --play plays on: not both");
    c->file = argv[optind];
    return 0;
}

/* -- opening ----------------------------------------------------------------------------------- */

static moult_status choose(player *p)
{
    char use[MOULT__PATH_SIZE];
    const choice *c = &p->choice;
    moult__setup *setup = &p->setup;
    moult__replay *r = &p->replay;
    moult_status status = moult__setup_profile(setup, r->asked[0] != 0 ? r->asked : r->profile);
    if (status >= 0)
        status = moult__replay_choose(r, &setup->profile, &setup->report);
    for (uint32_t i = 0; i < c->use_count && status >= 0; i++)
        status = moult__profile_use(&setup->profile, c->use[i], &setup->report);
    const char *name = c->verify                ? "none"
                       : c->renderer != NULL    ? c->renderer
                       : !moult__has_terminal() ? "none"
                                                : NULL;
    if (status >= 0 && name != NULL) {
        snprintf(use, sizeof use, "renderer=%s", name);
        status = moult__profile_use(&setup->profile, use, &setup->report);
    }
    return status;
}

static void warn_of_others(player *p)
{
    char list[200];
    if (!moult__replay_others(&p->replay, &p->setup.set, list, sizeof list))
        return;
    moult__print(stderr, moult__translate("warn   %s: recorded with other plugins: %s\n"),
                 p->replay.path, list);
    if (moult__person(&p->session))
        moult__session_notice(&p->session, MOULT_SAY_SYSTEM, "Recorded with other plugins: %s",
                              list);
}

static moult_status open_all(player *p)
{
    moult__setup *setup = &p->setup;
    moult__session *s = &p->session;
    const moult__options options = {
        .profile = &setup->profile, .deadline_ms = MOULT__DEADLINE_MS, .console = &moult__console};
    moult_status status = choose(p);
    if (status >= 0)
        status = moult__setup_open(setup);
    if (status >= 0)
        status = moult__setup_load(setup);
    if (status < 0)
        return status;
    status = moult__session_prepare(s, &setup->set, &options);
    if (status >= 0)
        status = moult__session_bind(s, &s->report);
    if (status >= 0)
        status = moult__replay_begin(&p->replay, s, &s->report);
    if (status >= 0)
        status = moult__signals_open(&s->signals, &s->report);
    s->has_signals = status >= 0;
    if (status >= 0)
        status = moult__crash_open();
    if (status >= 0)
        status = moult__renderer_open(s, &s->report);
    if (status >= 0)
        warn_of_others(p);
    setup->report = s->report;
    return status;
}

/* -- playing ----------------------------------------------------------------------------------- */

/* What is a step to be seen. */
static int32_t is_step(const moult__replay *r, uint32_t place)
{
    return moult__replay_is_turn(r, place) || r->records[place].kind == MOULT__JOURNAL_BACK;
}

/* The next action, with what the file has before and behind it. 0: there is none. */
static moult_status forward(player *p)
{
    moult__replay *r = &p->replay;
    moult_status status;
    do
        status = moult__replay_step(r, &p->setup.report);
    while (status == 1 && !is_step(r, r->next - 1));
    return status;
}

static moult_status back(player *p)
{
    uint32_t record = p->replay.next;
    p->session.notice_count = 0;
    while (record != 0 && !is_step(&p->replay, record - 1))
        record--;
    return record != 0 ? moult__replay_seek(&p->replay, record - 1, &p->setup.report) : MOULT_OK;
}

static int32_t arrived(const player *p)
{
    return (p->choice.has_to && p->session.world != NULL &&
            moult__turn(p->session.world) >= p->choice.to) ||
           p->replay.differs == 2;
}

/* To the end, or to the turn that was asked for. */
static moult_status hurry(player *p, int32_t draws)
{
    moult_status status = MOULT_OK;
    if (p->replay.seed == NULL) /* the snapshot that it begins with */
        status = moult__replay_step(&p->replay, &p->setup.report);
    while (status >= 0 && !arrived(p)) {
        status = forward(p);
        if (status <= 0)
            break;
        if (draws)
            status = moult__session_draw(&p->session);
    }
    return status;
}

static moult_status key(player *p, const moult_event *event)
{
    choice *c = &p->choice;
    switch (event->key) {
    case ' ':
    case 'n':
    case MOULT_KEY_RIGHT:
        p->paused = 1;
        return forward(p);
    case 'b':
    case MOULT_KEY_LEFT:
        p->paused = 1;
        return back(p);
    case 'p':
    case MOULT_KEY_ENTER:
        p->paused = !p->paused;
        return MOULT_OK;
    case '+':
        c->speed = c->speed * 2 < SPEED_MAX ? c->speed * 2 : SPEED_MAX;
        return MOULT_OK;
    case 't':
        p->taken = p->leaving = 1;
        return MOULT_OK;
    case '-':
        c->speed = c->speed > 1 ? c->speed / 2 : 1;
        return MOULT_OK;
    default:
        p->leaving |= event->key == 'q' || event->key == 'Q' ||
                      (event->key == 'c' && (event->mods & MOULT_MOD_CTRL) != 0);
        return MOULT_OK;
    }
}

/* All events that are there. */
static moult_status read_events(player *p)
{
    moult__session *s = &p->session;
    moult_status status = MOULT_OK;
    while (!p->leaving && status >= 0) {
        moult_event event = {.size = sizeof event, .x = -1, .y = -1, .row = -1};
        moult_status there = s->renderer->next_event(s->renderer_state, &event);
        if (there <= 0) {
            p->leaving |= there < 0;
            break;
        }
        s->changed = 1;
        if (event.kind == MOULT_EVENT_KEY || event.kind == MOULT_EVENT_TEXT)
            status = key(p, &event);
        p->leaving |= event.kind == MOULT_EVENT_CLOSE || event.kind == MOULT_EVENT_LOST;
    }
    return status;
}

static void wait_for_something(player *p)
{
    moult__session *s = &p->session;
    const uint64_t now = moult__now_ms();
    const int fd = s->renderer->wait_fd(s->renderer_state);
    struct pollfd fds[2] = {{fd, POLLIN, 0}, {moult__signals_fd(&s->signals), POLLIN, 0}};
    int wait = p->paused ? -1 : now >= p->due_ms ? 0 : (int)(p->due_ms - now);
    if (fd < 0 && (wait < 0 || wait > 10))
        wait = 10;
    if (poll(fds, MOULT_COUNT(fds), wait) < 0)
        s->changed |= errno == EINTR;
    else if (fds[1].revents != 0 && moult__signals_next(&s->signals) != 0)
        p->leaving = 1;
}

/* Before a person's eyes. */
static moult_status watch(player *p)
{
    moult__session *s = &p->session;
    moult_status status = p->choice.has_to ? hurry(p, 0) : MOULT_OK;
    p->paused = p->choice.has_to;
    if (!p->choice.has_to && p->replay.seed == NULL)
        status = moult__replay_step(&p->replay, &p->setup.report);
    moult__session_notice(s, MOULT_SAY_SYSTEM,
                          "Space steps, b steps back, p pauses and goes on, t takes over, q "
                          "leaves.");
    s->changed = 1;
    while (status >= 0 && !p->leaving) {
        status = read_events(p);
        if (status >= 0 && !p->paused && moult__now_ms() >= p->due_ms) {
            p->due_ms = moult__now_ms() + 1000 / p->choice.speed;
            status = forward(p);
            p->paused = status == 0;
            s->changed = 1;
            if (status == 0)
                moult__session_notice(
                    s, MOULT_SAY_SYSTEM,
                    "This is the end of the journal: b steps back, t takes over, q "
                    "leaves.");
        }
        if (status >= 0 && s->changed && !p->leaving)
            status = moult__session_draw(s);
        if (status >= 0 && !p->leaving)
            wait_for_something(p);
    }
    return status;
}

/* -- the end ----------------------------------------------------------------------------------- */

static void tell_end(const player *p)
{
    const moult__replay *r = &p->replay;
    if (r->next < r->record_count)
        return;
    if (r->damaged)
        moult__print(stderr,
                     moult__translate("warn   %s: it is cut off or damaged behind turn %u, and was "
                                      "replayed up to there\n"),
                     r->path, moult__turn(p->session.world));
    if (r->full)
        moult__print(stderr,
                     moult__translate("warn   %s: the run went on, but its journal had grown to "
                                      "its limit\n"),
                     r->path);
}

static int play(player *p)
{
    moult__session *s = &p->session;
    moult__setup *setup = &p->setup;
    const int32_t watched = moult__person(s) && !p->choice.play;
    const int32_t draws = (s->renderer->flags & MOULT_RENDERER_SILENT) == 0;
    moult_status status = draws && !watched && !p->choice.play ? moult__session_draw(s) : MOULT_OK;
    if (status >= 0)
        status = watched ? watch(p) : hurry(p, draws && !p->choice.play);
    moult__renderer_close(s);
    tell_end(p);
    if (status < 0 && setup->report.text[0] == 0)
        moult__refuse(&setup->report, status, "moult replay", "%s",
                      moult__translate(moult_status_text(status)));
    if (p->replay.differs) {
        p->replay.why.exit_code = MOULT__EXIT_REFUSED;
        return moult__exit(&p->replay.why);
    }
    p->taken = status >= 0 && (p->taken || p->choice.play);
    if (p->taken) {
        status = moult__save_elsewhere(s, p->save, sizeof p->save, &setup->report);
        p->taken = status >= 0;
    }
    if (status < 0)
        return moult__exit(&setup->report);
    if (!watched && !p->taken)
        printf("turn %u  hash %016llx\n", moult__turn(s->world),
               (unsigned long long)moult__hash(s->world));
    return 0;
}

/* The run as a game, with what it was replayed with. */
static int take_over(const moult__profile *profile, const char *save)
{
    moult__game *game = calloc(1, sizeof *game);
    if (game == NULL)
        return 4;
    game->setup.profile = *profile;
    char slot[sizeof profile->name + 8];
    snprintf(slot, sizeof slot, "%s.replay", profile->name);
    moult__seed_fresh(game->fresh);
    game->options = (moult__options){.profile = &game->setup.profile,
                                     .fresh = game->fresh,
                                     .load_path = save,
                                     .control = 1,
                                     .instead = moult__has_terminal() ? "curses" : "text",
                                     .deadline_ms = MOULT__DEADLINE_MS,
                                     .journal = 1,
                                     .wizard = 1,
                                     .slot = slot,
                                     .release = MOULT_RELEASE};
    const int code = moult__game_supervised(game);
    unlink(save);
    free(game);
    return code;
}

int moult__verb_replay(int argc, char **argv)
{
    player *p = calloc(1, sizeof *p);
    if (p == NULL)
        return 4;
    p->choice.speed = SPEED;
    int code = read_options(argc, argv, &p->choice);
    if (code != 0) {
        free(p);
        return code - 1;
    }
    moult_status status = moult__replay_read(&p->replay, p->choice.file, &p->setup.report);
    p->replay.verify = p->choice.verify;
    if (status >= 0)
        status = open_all(p);
    if (status < 0 && p->setup.report.text[0] == 0)
        moult__refuse(&p->setup.report, status, "moult replay", "%s",
                      moult__translate(moult_status_text(status)));
    code = status < 0 ? moult__exit(&p->setup.report) : play(p);
    if (p->session.set != NULL)
        moult__session_close(&p->session);
    moult__setup_close(&p->setup);
    moult__replay_free(&p->replay);
    if (p->taken)
        code = take_over(&p->setup.profile, p->save);
    free(p);
    return code;
}
