/* SPDX-License-Identifier: MIT */
/* moult save list: the slots, what each holds, and who plays it. A slot is whatever has a file of
 * one of its endings, so that a run is seen also when only its backup is left, or when it is being
 * played and was never saved. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <moult/scores.h>
#include "core/cli/save.h"
#include "core/system/json.h"

/* A file of a slot, as far as it can be read. */
typedef struct kept {
    char path[MOULT__PATH_SIZE], game[64];
    uint32_t turn;
    time_t saved;
    int32_t there, readable;
    moult__report why;
} kept;

typedef struct slot {
    char stem[256];
    moult__claimant who;
    kept save, backup, rescue;
} slot;

static void look(moult__setup *setup, const char *folder, const char *stem, const char *ending,
                 kept *out)
{
    struct stat about;
    moult__save_file file;
    *out = (kept){0};
    snprintf(out->path, sizeof out->path, "%s/%s%s", folder, stem, ending);
    if (lstat(out->path, &about) != 0)
        return;
    out->there = 1;
    out->saved = about.st_mtime;
    out->readable = moult__save_file_read(setup, out->path, &file) >= 0;
    if (out->readable) {
        const char *rules = moult__save_file_rules(&file), *slash = strchr(rules, '/');
        snprintf(out->game, sizeof out->game, "%s", slash != NULL ? slash + 1 : rules);
        out->turn = moult__turn(file.world);
    }
    out->why = setup->report;
    setup->report = (moult__report){0};
    moult__save_file_close(setup, &file);
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const slot *)a)->stem, ((const slot *)b)->stem);
}

/* The stem of a slot's file; 0: it is none. The longer endings come first. */
static int32_t stem_of(const char *name, char *out, size_t room)
{
    static const char *const endings[] = {MOULT__SAVE_RESCUE, MOULT__SAVE_BACKUP, MOULT__SAVE,
                                          MOULT__SAVE_CLAIM};
    const size_t length = strlen(name);
    for (uint32_t i = 0; i < MOULT_COUNT(endings); i++) {
        const size_t ending = strlen(endings[i]);
        if (length <= ending || strcmp(name + length - ending, endings[i]) != 0)
            continue;
        snprintf(out, room, "%.*s", (int)(length - ending), name);
        return 1;
    }
    return 0;
}

/* The stems of all slots, in order, each once. */
static uint32_t find(const char *folder, slot **out)
{
    DIR *entries = opendir(folder);
    const struct dirent *entry;
    uint32_t count = 0, distinct = 0;
    slot *list = NULL;
    while (entries != NULL && (entry = readdir(entries)) != NULL) {
        slot one = {0};
        if (!stem_of(entry->d_name, one.stem, sizeof one.stem))
            continue;
        slot *grown = realloc(list, (count + 1) * sizeof *list);
        if (grown == NULL)
            break;
        list = grown;
        list[count++] = one;
    }
    if (entries != NULL)
        closedir(entries);
    if (count != 0)
        qsort(list, count, sizeof *list, compare);
    for (uint32_t i = 0; i < count; i++)
        if (distinct == 0 || strcmp(list[distinct - 1].stem, list[i].stem) != 0)
            list[distinct++] = list[i];
    *out = list;
    return distinct;
}

/* -- printing ---------------------------------------------------------------------------------- */

/* Its name as it was given; that of its files, when that isn't known or can't be printed. */
static const char *name_of(const slot *s)
{
    char stem[MOULT__STEM_SIZE];
    const moult__options options = {.slot = s->who.what};
    const uint8_t *at = (const uint8_t *)s->who.what;
    for (uint32_t left = (uint32_t)strlen(s->who.what), length; left != 0; left -= length) {
        length = moult_score_character(at, left);
        if (length == 0)
            return s->stem;
        at += length;
    }
    moult__save_stem(&options, stem);
    return strcmp(stem, s->stem) == 0 ? s->who.what : s->stem;
}

static void print_kept(FILE *out, const char *name, const kept *k)
{
    fprintf(out, ",\n   \"%s\": ", name);
    if (!k->there) {
        fprintf(out, "null");
        return;
    }
    fprintf(out, "{\"file\": ");
    moult__json_text(out, k->path);
    if (k->readable) {
        fprintf(out, ", \"game\": ");
        moult__json_text(out, k->game);
        fprintf(out, ", \"turn\": %u", k->turn);
    } else {
        fprintf(out, ", \"error\": ");
        moult__json_text(out, k->why.text);
    }
    fprintf(out, ", \"saved\": %lld}", (long long)k->saved);
}

static void print_json(FILE *out, const slot *list, uint32_t count)
{
    fprintf(out, "[");
    for (uint32_t i = 0; i < count; i++) {
        fprintf(out, "%s\n  {\"slot\": ", i != 0 ? "," : "");
        moult__json_text(out, name_of(&list[i]));
        if (list[i].who.pid > 0)
            fprintf(out, ", \"pid\": %lld", (long long)list[i].who.pid);
        else
            fprintf(out, ", \"pid\": null");
        print_kept(out, "save", &list[i].save);
        print_kept(out, "backup", &list[i].backup);
        print_kept(out, "rescue", &list[i].rescue);
        fprintf(out, "}");
    }
    fprintf(out, count != 0 ? "\n]\n" : "]\n");
}

/* "turn 45", or that it can't be read. */
static void print_turn(FILE *out, const kept *k)
{
    if (k->readable)
        fprintf(out, moult__translate("turn %u"), k->turn);
    else
        fprintf(out, "%s", moult__translate("it can't be read"));
}

static void print_line(FILE *out, const slot *s, uint32_t width)
{
    static const struct {
        const char *text;
        size_t at;
    } others[] = {{MOULT_TEXT("before that: "), offsetof(slot, backup)},
                  {MOULT_TEXT("cut off at: "), offsetof(slot, rescue)}};
    const kept *first = s->save.there ? &s->save : s->rescue.there ? &s->rescue : &s->backup;
    char when[32] = "-";
    struct tm at;
    localtime_r(&first->saved, &at);
    if (first->there)
        strftime(when, sizeof when, "%Y-%m-%d %H:%M", &at);
    fprintf(out, "%s%*s  %-8s  %-16s  ", name_of(s), moult__text_blanks(name_of(s), width), "",
            first->readable ? first->game : "?", when);
    if (s->save.there)
        print_turn(out, &s->save);
    else
        fprintf(out, "%s", moult__translate("no save"));
    for (uint32_t i = 0; i < MOULT_COUNT(others); i++) {
        const kept *k = (const kept *)((const char *)s + others[i].at);
        if (!k->there)
            continue;
        fprintf(out, ", %s", moult__translate(others[i].text));
        print_turn(out, k);
    }
    if (s->who.pid > 0 && !s->who.foreign)
        fprintf(out, moult__translate(", played by process %lld"), (long long)s->who.pid);
    else if (s->who.pid != 0)
        fprintf(out, "%s", moult__translate(", played on another machine"));
    fprintf(out, "\n");
}

static void print_table(FILE *out, const slot *list, uint32_t count)
{
    uint32_t width = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t columns = moult__text_columns(name_of(&list[i]));
        width = columns > width ? columns : width;
    }
    for (uint32_t i = 0; i < count; i++)
        print_line(out, &list[i], width);
    if (count == 0)
        fprintf(out, "%s\n", moult__translate("No run is kept."));
}

static void look_at(moult__setup *setup, const char *folder, slot *s)
{
    char path[MOULT__PATH_SIZE];
    look(setup, folder, s->stem, MOULT__SAVE, &s->save);
    look(setup, folder, s->stem, MOULT__SAVE_BACKUP, &s->backup);
    look(setup, folder, s->stem, MOULT__SAVE_RESCUE, &s->rescue);
    snprintf(path, sizeof path, "%s/%s%s", folder, s->stem, MOULT__SAVE_CLAIM);
    moult__claim_ask(path, &s->who);
}

int moult__save_list(moult__setup *setup, int32_t json)
{
    char folder[MOULT__PATH_SIZE - 300], *text = NULL;
    size_t size = 0;
    slot *list = NULL;
    if (moult__saves_folder(folder, sizeof folder, &setup->report) < 0)
        return moult__exit(&setup->report);
    const uint32_t found = find(folder, &list);
    uint32_t count = 0;
    for (uint32_t i = 0; i < found; i++) {
        look_at(setup, folder, &list[i]);
        if (list[i].save.there || list[i].backup.there || list[i].rescue.there ||
            list[i].who.pid != 0)
            list[count++] = list[i];
    }
    FILE *out = open_memstream(&text, &size);
    if (out != NULL) {
        (json ? print_json : print_table)(out, list, count);
        fclose(out);
        moult__save_print(text);
    }
    free(text);
    free(list);
    return 0;
}
