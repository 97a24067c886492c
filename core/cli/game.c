/* SPDX-License-Identifier: MIT */
/* The worker's life, which is also that of a game without a supervisor. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/cli/game.h"
#include "core/system/crash.h"

/* A run without a person ends by saying where it stands. */
static void say_end(moult__session *s)
{
    printf("turn %u  hash %016llx\n", moult__turn(s->world),
           (unsigned long long)moult__hash(s->world));
    fflush(stdout);
}

static int play(moult__setup *setup, const moult__options *options)
{
    moult__session *s = calloc(1, sizeof *s);
    if (s == NULL) {
        moult__refuse(&setup->report, MOULT_MEMORY, "moult play", "out of memory");
        return moult__exit(&setup->report);
    }
    moult_status status = moult__session_open(s, &setup->set, options);
    if (status >= 0)
        status = moult__session_run(s);
    int32_t person = moult__person(s) && options->keys_path == NULL;
    moult__renderer_close(s);
    if (status >= 0 && !person) {
        if (s->ranking.refused)
            moult__print(stderr, "%s\n", s->ranking.why.text);
        say_end(s);
    }
    if (status < 0 && s->report.text[0] == 0)
        moult__refuse(&s->report, status, "moult play", "%s",
                      moult__translate(moult_status_text(status)));
    int code = status < 0 ? moult__exit(&s->report) : 0;
    if (options->link != NULL)
        moult__link_done(options->link, code);
    moult__session_close(s);
    free(s);
    return code;
}

/* -- a world without its plugins --------------------------------------------------------------- */

/* The profile's saver; snapshot, when that isn't there, or died at the first attempt. */
static moult_status load_saver(moult__setup *setup, int32_t attempt)
{
    const moult__profile_role *role = moult__profile_role_of(&setup->profile, "saver");
    moult__want want = {.role = "saver"};
    snprintf(want.slot, sizeof want.slot, "saver/%.32s", role->provider);
    snprintf(want.file, sizeof want.file, "%s", role->file);
    if (attempt == 1 && moult__set_load(&setup->set, &want, 1, &setup->report) >= 0)
        return MOULT_OK;
    want.file[0] = 0;
    strcpy(want.slot, "saver/snapshot");
    return moult__set_load(&setup->set, &want, 1, &setup->report);
}

/* Nobody can play it, but it can be kept: tables whose plugins aren't loaded are kept as they
 * are. */
static moult_status keep_image(moult__session *s, moult__game *game, const moult__image *image)
{
    moult__report *report = &game->setup.report;
    moult_status status = moult__session_prepare(s, &game->setup.set, &game->options);
    if (status >= 0)
        status = moult__image_restore(image, s->world);
    if (status >= 0)
        status = moult__world_finish(s->world, "moult play", report);
    else
        *report = s->report;
    return status >= 0 ? moult__rescue_write(s) : status;
}

static int rescue(moult__game *game, const moult__start *start)
{
    moult__session *s = calloc(1, sizeof *s);
    moult__report *report = &game->setup.report;
    moult_status status = s != NULL ? load_saver(&game->setup, start->rescue) : MOULT_MEMORY;
    if (status >= 0)
        status = keep_image(s, game, start->image);
    if (status < 0 && report->text[0] != 0)
        moult__exit(report);
    if (status < 0)
        atomic_store(&game->options.link->shared->unkept, 1);
    if (s != NULL)
        moult__session_close(s);
    free(s);
    return (int)MOULT__EXIT_PLUGIN;
}

/* -- life -------------------------------------------------------------------------------------- */

static moult_status open_set(moult__game *game, const moult__start *start)
{
    if (start == NULL)
        return moult__setup_open(&game->setup);
    moult_status status = moult__setup_open_in(&game->setup, start->stage, start->serial);
    for (uint32_t i = 0; i < start->instead_count && status >= 0; i++)
        moult__set_instead(&game->setup.set, &start->instead[i]);
    return status;
}

int moult__game_work(void *context, moult__link *link, const moult__start *start)
{
    moult__game *game = context;
    moult__setup *setup = &game->setup;
    game->options.link = link;
    game->options.start = start;
    moult_status status = open_set(game, start);
    int code;
    if (status >= 0 && start != NULL && start->rescue) {
        code = rescue(game, start);
    } else {
        if (status >= 0)
            status = moult__setup_load(setup);
        if (status >= 0 && game->options.hero != NULL)
            status = moult__bot_check(&setup->set, game->options.hero, &setup->report);
        code = status < 0 ? moult__exit(&setup->report) : play(setup, &game->options);
    }
    moult__setup_close(setup);
    return code;
}

int moult__game_supervised(moult__game *game)
{
    const moult__supervision plan = {.work = moult__game_work,
                                     .context = game,
                                     .deadline_ms = game->options.deadline_ms,
                                     .control = 1};
    const int code = moult__supervise(&plan, &game->setup.report);
    return code >= 0 ? code : moult__exit(&game->setup.report);
}

int moult__game_batch(moult__game *game, int64_t first, int64_t last)
{
    moult__setup *setup = &game->setup;
    moult_status status = moult__setup_open(setup);
    if (status >= 0)
        status = moult__setup_load(setup);
    if (status >= 0)
        status = moult__bot_check(&setup->set, game->options.hero, &setup->report);
    const int code = status < 0 ? moult__exit(&setup->report)
                                : moult__batch_play(setup, &game->options, first, last);
    moult__setup_close(setup);
    return code;
}
