/* SPDX-License-Identifier: MIT */
/* Saved games as files: read by whichever saver knows them, written by another.
 *
 * Only savers are needed for that. A world without its plugins keeps their tables as they came, so
 * any game's save can be looked at and converted here. What a saver made is read back before it is
 * written, so that no file takes a run's place that can't be loaded. */
#include <stdlib.h>
#include <string.h>
#include "core/cli/save.h"
#include "core/system/crash.h"
#include "core/system/files.h"
#include "core/world/bytes.h"

#define SAVE_MAX ((uint64_t)64 << 20)

/* -- savers ------------------------------------------------------------------------------------ */

moult_status moult__savers_open(moult__setup *setup)
{
    const moult_status status = moult__setup_open(setup);
    return status >= 0 ? moult__savers_load(&setup->set, &setup->report) : status;
}

moult_status moult__save_game_open(moult__setup *setup, const char *name, const char *rules)
{
    static const char *const others[] = {"renderer", "scores", "audio"};
    moult__profile *profile = &setup->profile;
    moult_status status = moult__setup_profile(setup, name);
    if (status < 0)
        return status;
    const char *provider = moult__profile_role_of(profile, "rules")->provider;
    if (strncmp(rules, "rules/", 6) != 0 || strcmp(rules + 6, provider) != 0)
        return moult__refuse(
            &setup->report, MOULT_UNKNOWN, name,
            "this profile is a game of rules/%s, not of %s. Name another by --game", provider,
            rules);
    for (uint32_t i = 0; i < MOULT__ROLE_COUNT; i++)
        for (uint32_t k = 0; k < MOULT_COUNT(others); k++)
            if (strcmp(profile->roles[i].role, others[k]) == 0)
                profile->roles[i].provider[0] = profile->roles[i].file[0] = 0;
    status = moult__setup_open(setup);
    if (status >= 0)
        status = moult__setup_load(setup);
    return status >= 0 ? moult__savers_load(&setup->set, &setup->report) : status;
}

const moult__slot *moult__saver_for_path(moult__setup *setup, const char *name, const char *path)
{
    char known[256] = "";
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash != NULL ? slash : path, '.');
    const moult__slot *slot;
    uint32_t at = 0;
    while ((slot = moult__saver_next(&setup->set, &at)) != NULL) {
        const char *extension = ((const moult_saver_1 *)slot->functions)->extension;
        const char *own = strchr(slot->name, '/') + 1;
        if (name != NULL ? strcmp(own, name) == 0
                         : dot != NULL && extension != NULL && strcmp(dot + 1, extension) == 0)
            return slot;
        const size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s (.%s)", used != 0 ? ", " : "", own,
                 extension != NULL ? extension : "?");
    }
    if (name != NULL)
        moult__refuse(&setup->report, MOULT_UNKNOWN, "--saver",
                      "there is no saver \"%.60s\". Known: %s", name, known);
    else
        moult__refuse(&setup->report, MOULT_UNKNOWN, path,
                      "no saver writes files of this name. Give it the ending of one, or its name "
                      "by --saver. Known: %s",
                      known);
    return NULL;
}

/* -- reading ----------------------------------------------------------------------------------- */

/* Bytes as a world and its dump, by a saver. */
static moult_status decode(moult__setup *setup, const moult__slot *slot, const uint8_t *bytes,
                           uint64_t count, moult__save_file *out)
{
    moult_world *w = moult__set_world_create(&setup->set, &setup->report);
    out->world = w;
    out->saver = slot->name;
    if (w == NULL)
        return moult__refuse(&setup->report, MOULT_MEMORY, out->path, "out of memory");
    moult__crash_box(moult__slot_owner(slot), "decode");
    moult_status status = ((const moult_saver_1 *)slot->functions)->decode(w, bytes, count);
    moult__crash_box(NULL, NULL);
    if (status < 0)
        return moult__refuse(&setup->report, status, out->path,
                             "%s. The file was left as it is: take the one before it (.bak), or "
                             "another save",
                             w->report.text[0] != 0 ? w->report.text
                                                    : moult__translate(moult_status_text(status)));
    status = moult__world_finish(w, out->path, &setup->report);
    return status >= 0 ? moult__dump_take(w, &out->dump, out->path, &setup->report) : status;
}

moult_status moult__save_file_read(moult__setup *setup, const char *path, moult__save_file *out)
{
    uint8_t *bytes = NULL;
    uint64_t count = 0;
    *out = (moult__save_file){.path = path};
    moult_status status = moult__file_read(path, SAVE_MAX, &bytes, &count, &setup->report);
    if (status == MOULT_UNKNOWN)
        moult__refuse(&setup->report, status, path,
                      "there is no such file. Give that of a saved game");
    if (status < 0)
        return status;
    const moult__slot *slot = moult__saver_for(&setup->set, bytes, count);
    if (slot == NULL)
        status = moult__refuse(&setup->report, MOULT_FORMAT, path,
                               "this is no saved game that a saver here knows. Give another file");
    else
        status = decode(setup, slot, bytes, count, out);
    free(bytes);
    return status;
}

void moult__save_file_close(moult__setup *setup, moult__save_file *file)
{
    moult__dump_free(&file->dump);
    if (file->world != NULL)
        moult__set_world_free(&setup->set, file->world);
    file->world = NULL;
}

const char *moult__save_file_rules(const moult__save_file *file)
{
    const moult_world *w = file->world;
    return moult__text(w, ((const moult__run_row *)moult__row(w, MOULT__TABLE_RUN, 0))->rules);
}

/* -- writing ----------------------------------------------------------------------------------- */

static moult_status encode(moult__setup *setup, const moult__save_file *file,
                           const moult__slot *slot, moult__bytes *out)
{
    moult_world *w = file->world;
    moult__bytes_open(out, SAVE_MAX);
    w->phase = MOULT__PHASE_DRAW;
    moult__crash_box(moult__slot_owner(slot), "encode");
    moult_status status = ((const moult_saver_1 *)slot->functions)->encode(w, &out->sink);
    moult__crash_box(NULL, NULL);
    w->phase = MOULT__PHASE_TURN;
    if (status >= 0)
        return status;
    return moult__refuse(&setup->report, status, file->path,
                         "%s can't hold it (%s). Convert it by another saver", slot->name,
                         w->report.text[0] != 0 ? w->report.text
                                                : moult__translate(moult_status_text(status)));
}

/* Whether what was made is the same world. */
static moult_status read_back(moult__setup *setup, const moult__save_file *file,
                              const moult__slot *slot, const moult__bytes *made, const char *path)
{
    char *line = NULL;
    size_t room = 0;
    moult__save_file copy = {.path = path};
    moult_status status = decode(setup, slot, made->bytes, made->count, &copy);
    FILE *out = status >= 0 ? open_memstream(&line, &room) : NULL;
    if (status >= 0 && out == NULL)
        status = moult__refuse(&setup->report, MOULT_MEMORY, path, "out of memory");
    if (out != NULL) {
        const uint64_t others = moult__dump_diff(&file->dump, &copy.dump, file->path, path, 1, out);
        fclose(out);
        if (others != 0)
            status = moult__refuse(&setup->report, MOULT_FORMAT, moult__slot_owner(slot),
                                   "what it made of %s isn't the same: %.*s. Nothing was written: "
                                   "convert it by another saver",
                                   file->path, (int)strcspn(line, "\n"), line);
    }
    free(line);
    moult__save_file_close(setup, &copy);
    return status;
}

moult_status moult__save_file_write(moult__setup *setup, const moult__save_file *file,
                                    const moult__slot *slot, const char *path)
{
    moult__bytes made;
    moult_status status = encode(setup, file, slot, &made);
    if (status >= 0)
        status = read_back(setup, file, slot, &made, path);
    if (status >= 0)
        status = moult__file_write(path, made.bytes, made.count, 1, &setup->report);
    free(made.bytes);
    return status;
}
