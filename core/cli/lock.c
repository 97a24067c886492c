/* SPDX-License-Identifier: MIT */
/* moult lock: which plugins a game is played with from here on (core/system/lockfile.h). What is
 * locked are the very bytes that were loaded, by their staged copies.
 *
 * Two sorts are locked without being loaded now. A renderer is chosen when a game begins, and
 * exchanged in mid-game. And of a kind of which a profile wants all, those of other games are
 * loaded too, before they are let go. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/cli/cli.h"
#include "core/system/files.h"

#define FILE_MAX ((uint64_t)256 << 20)
#define USES_MAX 32u

static const char help[] = MOULT_TEXT(
    "usage: moult lock [GAME|PROFILE.ini] [OPTIONS]\n"
    "Writes down the plugins that a game may load, with the SHA-256 of their files as they are\n"
    "now. moult play GAME --locked loads no others, and refuses a file that was changed.\n"
    "The list stands beside a profile that is given as a file, as NAME.lock, else in\n"
    "~/.config/moult/locks.\n"
    "\n"
    "  --use ROLE=NAME     let NAME fill a role, as for moult play; may be repeated\n");

static moult_status add_file(moult__lock *lock, const moult_note *note, const char *path,
                             moult__report *report)
{
    uint8_t *bytes = NULL;
    uint64_t count;
    moult_status status = moult__file_read(path, FILE_MAX, &bytes, &count, report);
    if (status >= 0)
        status = moult__lock_add(lock, note->name, note->version, bytes, count, report);
    free(bytes);
    return status;
}

static int32_t provides_kind(const moult_note *note, const char *kind)
{
    size_t length = strlen(kind);
    for (const char *at = note->provides; *at != 0;) {
        if (strncmp(at, kind, length) == 0 && at[length] == '/')
            return 1;
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    return 0;
}

static int32_t may_be_loaded(const moult__profile *profile, const moult_note *note)
{
    if (provides_kind(note, "renderer"))
        return 1;
    for (uint32_t i = 0; i < profile->kind_count; i++)
        if (strcmp(profile->kinds[i].value, "all") == 0 &&
            provides_kind(note, profile->kinds[i].name))
            return 1;
    return 0;
}

static moult_status fill(moult__setup *setup)
{
    const moult__set *set = &setup->set;
    moult_status status = MOULT_OK;
    for (uint32_t i = 0; i < set->build_count && status >= 0; i++)
        status = add_file(&setup->lock, &set->builds[i]->elf.note, set->builds[i]->staged,
                          &setup->report);
    for (uint32_t f = 0; f < set->found_count && status >= 0; f++) {
        const moult__found *found = &set->found[f];
        if (may_be_loaded(&setup->profile, &found->note) &&
            !moult__lock_has(&setup->lock, found->note.name))
            status = add_file(&setup->lock, &found->note, found->path, &setup->report);
    }
    return status;
}

static int lock(const char *profile, const char *const *use, uint32_t use_count)
{
    moult__setup *setup = calloc(1, sizeof *setup);
    if (setup == NULL)
        return 4;
    moult_status status = moult__setup_profile(setup, profile);
    for (uint32_t i = 0; i < use_count && status >= 0; i++)
        status = moult__profile_use(&setup->profile, use[i], &setup->report);
    if (status >= 0)
        status = moult__setup_open(setup);
    if (status >= 0)
        status = moult__setup_load(setup);
    if (status >= 0)
        status = moult__lock_begin(&setup->lock, &setup->profile, &setup->report);
    if (status >= 0)
        status = fill(setup);
    if (status >= 0)
        status = moult__lock_write(&setup->lock, &setup->report);
    if (status >= 0)
        moult__print(stdout, moult__translate("%s: %u plugins are locked\n"), setup->lock.path,
                     setup->lock.count);
    int code = status < 0 ? moult__exit(&setup->report) : 0;
    moult__setup_close(setup);
    free(setup);
    return code;
}

int moult__verb_lock(int argc, char **argv)
{
    static const struct option options[] = {
        {"use", required_argument, NULL, 'u'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    const char *use[USES_MAX];
    uint32_t use_count = 0;
    int option;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
        if (option == 'h') {
            moult__print(stdout, "%s", moult__translate(help));
            return 0;
        }
        if (option != 'u')
            return moult__usage_option("lock", options, option, argv);
        if (use_count == USES_MAX)
            return moult__usage("lock", "more than %u times --use", USES_MAX);
        use[use_count++] = optarg;
    }
    if (argc - optind > 1)
        return moult__usage("lock", "one game at a time, not \"%.60s\" too", argv[optind + 1]);
    return lock(optind < argc ? argv[optind] : NULL, use, use_count);
}
