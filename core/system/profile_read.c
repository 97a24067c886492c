/* SPDX-License-Identifier: MIT */
/* Reading profiles, with inih, so that every refusal names the line and the column.
 *
 * inih as Debian builds it neither tells a line's number nor tells long lines from short ones, so
 * it is fed from memory, a line at a time, by a reader that counts them, checks what inih would
 * let pass (long lines, control bytes, unknown sections), and cuts leading blanks, which inih
 * would take for the continuation of a value. A file is read twice: first for its base, which is
 * loaded before it, then for its lines, which then replace those of the base. */
#include "core/system/files.h"
#include "core/system/profile_private.h"
#include <dirent.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>

#define FILE_MAX (64u * 1024u)
#define BASES_MAX 4
#define LISTED_MAX 64

enum { SECTION_PROFILE, SECTION_ROLES, SECTION_KINDS, SECTION_KEYS, SECTION_OPTIONS };

static const char *const section_names[] = {"profile", "roles", "kinds", "keys", "options"};

enum { READ_BASE, READ_ALL, READ_KEYS };

/* One pass over one file. */
typedef struct reading {
    moult__profile *profile;
    const char *path;
    const char *at, *end;
    int32_t what;         /* READ_... */
    int32_t line, column; /* of what is looked at; both begin at 1 */
    int32_t section;      /* -1 before the first */
    int32_t refused_line; /* 0: nothing was refused */
    moult_status status;
    moult__report *report; /* NULL in the first pass: the second one finds all that is wrong */
    char base[MOULT__PLUGIN_NAME_SIZE];
    int32_t base_line, base_column;
    int32_t entries; /* lines that say something */
    uint32_t file;   /* its place in the profile's list of files */
} reading;

static const char *place(const reading *r, char *out, size_t room)
{
    snprintf(out, room, "%.*s:%d:%d", MOULT__PROFILE_PATH_SIZE, r->path, r->line, r->column);
    return out;
}

typedef struct place_text {
    char text[MOULT__PROFILE_PATH_SIZE + 32];
} place_text;

/* Only the first refusal counts, since inih reads on. */
#define REFUSE(r, ...)                                                                         \
    do {                                                                                       \
        place_text where;                                                                      \
        if (!(r)->refused_line) {                                                              \
            (r)->refused_line = (r)->line;                                                     \
            (r)->status = moult__refuse((r)->report, MOULT_FORMAT,                             \
                                        place(r, where.text, sizeof where.text), __VA_ARGS__); \
        }                                                                                      \
    } while (0)

static void refuse_unknown(reading *r, const char *what, const char *name, const char *const *known,
                           uint32_t count)
{
    place_text where;
    if (r->refused_line)
        return;
    r->refused_line = r->line;
    r->status = moult__profile_unknown(r->report, place(r, where.text, sizeof where.text), what,
                                       name, known, count, 0);
}

static void enter_section(reading *r, const char *text)
{
    const char *end = strchr(text, ']');
    char name[MOULT__PROFILE_LINE_MAX + 1];
    if (!end) {
        REFUSE(r, "expected [SECTION]");
        return;
    }
    snprintf(name, sizeof name, "%.*s", (int)(end - text - 1), text + 1);
    for (r->section = 0; r->section < (int32_t)MOULT_COUNT(section_names); r->section++)
        if (!strcmp(name, section_names[r->section]))
            return;
    refuse_unknown(r, "section", name, section_names, MOULT_COUNT(section_names));
}

/* Checks one line as it stands in the file. */
static void check_line(reading *r, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if ((byte >= 0x20 && byte != 0x7f) || byte == '\t')
            continue;
        r->column = (int32_t)i + 1;
        if (byte)
            REFUSE(r, "a control character, 0x%02x", byte);
        else
            REFUSE(r, "a zero byte. Is this a text file?");
        return;
    }
    if (length > MOULT__PROFILE_LINE_MAX)
        REFUSE(r, "the line is too long: %zu bytes, at most %d", length, MOULT__PROFILE_LINE_MAX);
}

/* inih's reader: the next line, or NULL at the end and after a refusal. */
static char *next_line(char *out, int room, void *stream)
{
    reading *r = stream;
    if (r->refused_line || r->at == r->end)
        return NULL;
    const char *text = r->at, *newline = memchr(text, '\n', (size_t)(r->end - text));
    size_t length = (size_t)((newline ? newline : r->end) - text);
    r->at = newline ? newline + 1 : r->end;
    r->line++;
    if (length && text[length - 1] == '\r')
        length--;
    size_t blanks = 0;
    while (blanks < length && (text[blanks] == ' ' || text[blanks] == '\t'))
        blanks++;
    r->column = (int32_t)blanks + 1;
    check_line(r, text, length);
    if (r->refused_line)
        return NULL;
    snprintf(out, (size_t)room, "%.*s", (int)(length - blanks), text + blanks);
    if (out[0] == '[')
        enter_section(r, out);
    return r->refused_line ? NULL : out;
}

static void set_entry(reading *r, moult__profile_entry *entries, uint32_t *count, uint32_t most,
                      const char *name, const char *value)
{
    uint32_t i = 0;
    while (i < *count && strcmp(entries[i].name, name))
        i++;
    if (i == most) {
        REFUSE(r, "too many lines in [%s]: at most %u", section_names[r->section], most);
        return;
    }
    snprintf(entries[i].name, sizeof entries[i].name, "%s", name);
    snprintf(entries[i].value, sizeof entries[i].value, "%s", value);
    entries[i].file = r->file;
    entries[i].line = r->line;
    entries[i].column = r->column;
    *count += i == *count;
}

static int check_name(reading *r, const char *name)
{
    if (moult__name_valid(name))
        return 1;
    REFUSE(r, "\"%s\" is not a name: %s", name, MOULT__NAME_RULE);
    return 0;
}

static void set_profile(reading *r, const char *name, const char *value)
{
    static const char *const known[] = {"title", "base"};
    if (!strcmp(name, "base")) {
        if (check_name(r, value))
            snprintf(r->base, sizeof r->base, "%s", value);
        r->base_line = r->line;
        r->base_column = r->column;
    } else if (strcmp(name, "title"))
        refuse_unknown(r, "key", name, known, MOULT_COUNT(known));
    else if (!*value || strlen(value) >= sizeof r->profile->title)
        REFUSE(r, "expected a title of 1 to %zu bytes", sizeof r->profile->title - 1);
    else if (r->what == READ_ALL)
        snprintf(r->profile->title, sizeof r->profile->title, "%s", value);
}

static void set_role(reading *r, const char *name, const char *value)
{
    moult__profile_role *role = moult__profile_role_of(r->profile, name);
    if (!role)
        refuse_unknown(r, "role", name, moult__role_names, MOULT__ROLE_COUNT);
    else if (check_name(r, value)) {
        snprintf(role->provider, sizeof role->provider, "%s", value);
        role->file[0] = 0;
    }
}

static void set_kind(reading *r, const char *name, const char *value)
{
    char words[MOULT__PROFILE_LINE_MAX + 1], names[MOULT__PROFILE_LINE_MAX + 1] = "";
    char *rest = NULL;
    size_t used = 0;
    if (!check_name(r, name))
        return;
    snprintf(words, sizeof words, "%s", value);
    for (char *word = strtok_r(words, " \t,", &rest); word; word = strtok_r(NULL, " \t,", &rest)) {
        if (!check_name(r, word))
            return;
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? " " : "", word);
    }
    if (used)
        set_entry(r, r->profile->kinds, &r->profile->kind_count, MOULT__PROFILE_KINDS_MAX, name,
                  names);
    else
        REFUSE(r, "expected %s = all, or the names of some", name);
}

static void set_key(reading *r, const char *name, const char *value)
{
    if (!check_name(r, name))
        return;
    if (*value)
        set_entry(r, r->profile->keys, &r->profile->key_count, MOULT__PROFILE_KEYS_MAX, name,
                  value);
    else
        REFUSE(r, "expected %s = KEYS", name);
}

static void set_option(reading *r, const char *name, const char *value)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_.");
    if (!length || name[length] || length >= sizeof r->profile->options[0].name)
        REFUSE(r, "\"%s\" is not an option: a-z, 0-9, '-', '_' and '.', at most 63 of them", name);
    else
        set_entry(r, r->profile->options, &r->profile->option_count, MOULT__PROFILE_OPTIONS_MAX,
                  name, value);
}

/* inih's handler: one NAME = VALUE. */
static int take_line(void *user, const char *section, const char *name, const char *value)
{
    static void (*const set[])(reading *, const char *, const char *) = {
        set_profile, set_role, set_kind, set_key, set_option,
    };
    static const int32_t only[] = {SECTION_PROFILE, -1, SECTION_KEYS}; /* by READ_... */
    reading *r = user;
    (void)section; /* the reader knows it, and inih cuts it after 49 bytes */
    if (r->refused_line)
        return 0;
    r->entries++;
    if (r->section < 0)
        REFUSE(r, "this stands before any section. Begin with [profile]");
    else if (only[r->what] < 0 || only[r->what] == r->section)
        set[r->section](r, name, value);
    return !r->refused_line;
}

static int32_t first_column(const reading *r, const char *text, int32_t line)
{
    for (; line > 1 && text < r->end; line--) {
        const char *newline = memchr(text, '\n', (size_t)(r->end - text));
        text = newline ? newline + 1 : r->end;
    }
    int32_t column = 1;
    while (text < r->end && (*text == ' ' || *text == '\t')) {
        column++;
        text++;
    }
    return column;
}

/* Enters a file into the profile's list, for what is refused later. A full list keeps its last
 * place for the newest: bases and the player's two files of keys fit. */
static uint32_t add_file(moult__profile *profile, const char *path)
{
    uint32_t i = profile->file_count;
    if (i < MOULT__PROFILE_FILES_MAX)
        profile->file_count++;
    else
        i = MOULT__PROFILE_FILES_MAX - 1;
    snprintf(profile->files[i], sizeof profile->files[i], "%s", path);
    return i;
}

static moult_status read_pass(reading *r, const char *text, size_t length)
{
    if (length >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)) {
        text += 3;
        length -= 3;
    }
    r->at = text;
    r->end = text + length;
    r->section = -1;
    int line = ini_parse_stream(next_line, r, take_line, r);
    /* What inih alone refuses is a line that is neither a section nor has a '='. */
    if (line > 0 && (!r->refused_line || line < r->refused_line)) {
        r->line = line;
        r->column = first_column(r, text, line);
        r->refused_line = 0;
        REFUSE(r, "expected NAME = VALUE");
    }
    return r->status;
}

/* Profiles that are being loaded, the newest first. */
typedef struct chain {
    const struct chain *above;
    dev_t device;
    ino_t inode;
    uint32_t depth;
} chain;

typedef struct search {
    const char *const *folders;
    uint32_t count;
} search;

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Adds the names of the profiles in one folder, each once. */
static uint32_t list_folder(const char *folder, char names[][MOULT__PLUGIN_NAME_SIZE],
                            const char **sorted, uint32_t count)
{
    DIR *entries = opendir(folder);
    const struct dirent *entry;
    while (entries && count < LISTED_MAX && (entry = readdir(entries))) {
        size_t length = strlen(entry->d_name);
        if (length < 5 || length - 4 >= MOULT__PLUGIN_NAME_SIZE ||
            strcmp(entry->d_name + length - 4, ".ini"))
            continue;
        snprintf(names[count], MOULT__PLUGIN_NAME_SIZE, "%.*s", (int)(length - 4), entry->d_name);
        uint32_t i = 0;
        while (i < count && strcmp(names[i], names[count]))
            i++;
        if (i == count && moult__name_valid(names[count])) {
            sorted[count] = names[count];
            count++;
        }
    }
    if (entries)
        closedir(entries);
    return count;
}

static moult_status find_by_name(const search *in, const char *name, const char *subject,
                                 char *path, moult__report *report)
{
    struct stat about;
    for (uint32_t i = 0; i < in->count && moult__name_valid(name); i++) {
        int length = snprintf(path, MOULT__PROFILE_PATH_SIZE, "%s/%s.ini", in->folders[i], name);
        if (length < MOULT__PROFILE_PATH_SIZE && !stat(path, &about))
            return MOULT_OK;
    }
    char names[LISTED_MAX][MOULT__PLUGIN_NAME_SIZE];
    const char *sorted[LISTED_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < in->count; i++)
        count = list_folder(in->folders[i], names, sorted, count);
    qsort(sorted, count, sizeof *sorted, by_name);
    return moult__profile_unknown(report, subject, "profile", name, sorted, count, 1);
}

static moult_status load_file(moult__profile *profile, const char *path, const search *in,
                              const chain *above, moult__report *report);

static moult_status load_base(moult__profile *profile, reading *child, const search *in,
                              const chain *self, moult__report *report)
{
    char path[MOULT__PROFILE_PATH_SIZE];
    place_text where;
    struct stat about;
    child->line = child->base_line;
    child->column = child->base_column;
    place(child, where.text, sizeof where.text);
    moult_status status = find_by_name(in, child->base, where.text, path, report);
    if (status < 0)
        return status;
    int known = !stat(path, &about);
    for (const chain *at = self; known && at; at = at->above)
        if (at->device == about.st_dev && at->inode == about.st_ino)
            return moult__refuse(report, MOULT_FORMAT, where.text,
                                 "base \"%s\" leads back to itself", child->base);
    if (self->depth == BASES_MAX)
        return moult__refuse(report, MOULT_FORMAT, where.text,
                             "base \"%s\" is one too many: at most %d upon each other", child->base,
                             BASES_MAX);
    return load_file(profile, path, in, self, report);
}

/* Saves go by this name. A profile that says nothing but its base is that base under another name,
 * so that `default` and its base share one save. */
static void name_profile(moult__profile *profile, const char *path)
{
    char name[MOULT__PROFILE_PATH_SIZE];
    const char *slash = strrchr(path, '/');
    snprintf(name, sizeof name, "%s", slash ? slash + 1 : path);
    size_t length = strlen(name);
    if (length > 4 && !strcmp(name + length - 4, ".ini"))
        name[length - 4] = 0;
    moult__path_safe_name(name, profile->name, sizeof profile->name);
    snprintf(profile->path, sizeof profile->path, "%s", path);
}

static moult_status load_file(moult__profile *profile, const char *path, const search *in,
                              const chain *above, moult__report *report)
{
    uint8_t *bytes;
    uint64_t count;
    struct stat about;
    moult_status status = moult__file_read(path, FILE_MAX, &bytes, &count, report);
    if (status < 0)
        return status;
    profile->content = XXH3_64bits_withSeed(bytes, count, profile->content);
    chain self = {.above = above, .depth = above ? above->depth + 1 : 0};
    if (!stat(path, &about)) {
        self.device = about.st_dev;
        self.inode = about.st_ino;
    }
    reading first = {.profile = profile, .path = path, .what = READ_BASE};
    read_pass(&first, (const char *)bytes, count);
    if (first.base[0])
        status = load_base(profile, &first, in, &self, report);
    if (!first.base[0] || first.entries > 1)
        name_profile(profile, path);
    if (!first.base[0])
        snprintf(profile->title, sizeof profile->title, "%s", profile->name);
    if (status >= 0) {
        reading second = {.profile = profile, .path = path, .what = READ_ALL, .report = report};
        second.file = add_file(profile, path);
        status = read_pass(&second, (const char *)bytes, count);
    }
    free(bytes);
    return status;
}

moult_status moult__profile_load(moult__profile *profile, const char *name_or_path,
                                 const char *const *folders, uint32_t folder_count,
                                 moult__report *report)
{
    char path[MOULT__PROFILE_PATH_SIZE];
    search in = {folders, folder_count};
    size_t length = strlen(name_or_path);
    moult__profile_init(profile);
    if (strchr(name_or_path, '/') || (length > 4 && !strcmp(name_or_path + length - 4, ".ini"))) {
        if (length >= sizeof path)
            return moult__refuse(report, MOULT_UNKNOWN, "profile", "the file's name is too long");
        memcpy(path, name_or_path, length + 1);
    } else {
        moult_status status = find_by_name(&in, name_or_path, "profile", path, report);
        if (status < 0)
            return status;
    }
    moult_status status = load_file(profile, path, &in, NULL, report);
    profile->own_file_count = profile->file_count;
    snprintf(profile->asked, sizeof profile->asked, "%s", name_or_path);
    for (uint32_t i = 0; i < folder_count && i < MOULT__PROFILE_FOLDERS_MAX; i++)
        snprintf(profile->folders[profile->folder_count++], sizeof *profile->folders, "%s",
                 folders[i]);
    return status;
}

moult_status moult__profile_again(const moult__profile *old, moult__profile *fresh,
                                  moult__report *report)
{
    const char *folders[MOULT__PROFILE_FOLDERS_MAX];
    for (uint32_t i = 0; i < old->folder_count; i++)
        folders[i] = old->folders[i];
    moult_status status =
        moult__profile_load(fresh, old->asked, folders, old->folder_count, report);
    for (uint32_t i = old->own_file_count; i < old->file_count && status >= 0; i++)
        status = moult__profile_keys_file(fresh, old->files[i], report);
    memcpy(fresh->name, old->name, sizeof fresh->name);
    memcpy(fresh->roles, old->roles, sizeof fresh->roles);
    memcpy(fresh->kinds, old->kinds, sizeof fresh->kinds);
    memcpy(fresh->slots, old->slots, sizeof fresh->slots);
    fresh->kind_count = old->kind_count;
    fresh->slot_count = old->slot_count;
    return status;
}

moult_status moult__profile_keys_file(moult__profile *profile, const char *path,
                                      moult__report *report)
{
    uint8_t *bytes;
    uint64_t count;
    moult_status status = moult__file_read(path, FILE_MAX, &bytes, &count, report);
    if (status < 0)
        return status;
    profile->content = XXH3_64bits_withSeed(bytes, count, profile->content);
    reading r = {.profile = profile, .path = path, .what = READ_KEYS, .report = report};
    r.file = add_file(profile, path);
    status = read_pass(&r, (const char *)bytes, count);
    free(bytes);
    return status;
}
