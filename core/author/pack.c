/* SPDX-License-Identifier: MIT */
/* moult pack: a plugin as one file to hand on, with a manifest of what is in it.
 *
 * What fails moult check isn't packed. The archive is NAME-VERSION.tar.gz with one folder in it,
 * whose first file is the manifest, lines of a key and a value:
 *     moult-pack 1
 *     name mapgen-mycaves      version, abi, machine, provides, license
 *     file SHA-256 SIZE NAME   once a file
 * To verify is to compare the hashes and the plugin's note with it; nothing is unpacked. */
#include <dirent.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "core/author/author.h"
#include "core/author/tar.h"
#include "core/plugin/elf.h"
#include "core/system/files.h"

#define MANIFEST "MANIFEST"
#define MAGIC "moult-pack 1\n"
#if defined(__x86_64__)
#define MACHINE "x86_64"
#else
#define MACHINE "aarch64"
#endif

static const char help[] =
    MOULT_TEXT("usage: moult pack FILE.so|FOLDER [-o OUT.tar.gz]\n"
               "       moult pack --list|--verify FILE.tar.gz\n"
               "Checks a plugin (moult check --quick) and makes an archive of it: the .so and a "
               "license beside\n"
               "it; of a folder the sources, too. The same files give the same bytes.\n"
               "--list shows the manifest, --verify compares all files with it.\n");

typedef struct pack {
    char folder[MOULT__PATH_SIZE]; /* where the files are */
    char plugin[256];              /* the .so's name there */
    int32_t with_sources;
    moult_note note;
    moult__tar tar; /* files[0] is the manifest */
} pack;

/* -- what is packed ---------------------------------------------------------------------------- */

static int32_t ends_in(const char *name, const char *end)
{
    size_t length = strlen(name), tail = strlen(end);
    return length > tail && strcmp(name + length - tail, end) == 0;
}

static int32_t begins(const char *name, const char *begin)
{
    return strncmp(name, begin, strlen(begin)) == 0;
}

static int32_t is_license(const char *name)
{
    return begins(name, "LICENSE") || begins(name, "COPYING");
}

static int32_t is_source(const char *name)
{
    static const char *const ends[] = {".c", ".h", ".cpp", ".hpp", ".ini", ".md"};
    static const char *const whole[] = {"Makefile", "CMakeLists.txt", "README"};
    for (uint32_t i = 0; i < MOULT_COUNT(ends); i++)
        if (ends_in(name, ends[i]))
            return 1;
    for (uint32_t i = 0; i < MOULT_COUNT(whole); i++)
        if (strcmp(name, whole[i]) == 0)
            return 1;
    return 0;
}

static moult_status add(pack *p, const char *name, moult__report *report)
{
    char path[MOULT__PATH_SIZE + 257], inner[512];
    uint8_t *bytes = NULL;
    uint64_t size = 0;
    snprintf(path, sizeof path, "%s/%s", p->folder, name);
    snprintf(inner, sizeof inner, "%s-%s/%s", p->note.name, p->note.version, name);
    moult_status status = moult__file_read(path, MOULT__TAR_LIMIT, &bytes, &size, report);
    return status < 0 ? status
                      : moult__tar_add(&p->tar, inner, bytes, size,
                                       strcmp(name, p->plugin) == 0 ? 0755 : 0644, report);
}

/* Not by the locale. */
static int by_bytes(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static moult_status add_folder(pack *p, moult__report *report)
{
    struct dirent **entries = NULL;
    int count = scandir(p->folder, &entries, NULL, by_bytes);
    moult_status status = MOULT_OK;
    if (count < 0)
        return moult__refuse(report, MOULT_IO, p->folder, "%s", strerror(errno));
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        if (status >= 0 && (strcmp(name, p->plugin) == 0 || is_license(name) ||
                            (p->with_sources && is_source(name))))
            status = add(p, name, report);
        free(entries[i]);
    }
    free(entries);
    return status;
}

/* FILE.so, or the only one of a folder. */
static moult_status find_plugin(pack *p, const char *path, moult__report *report)
{
    struct stat about;
    char whole[MOULT__PATH_SIZE];
    snprintf(whole, sizeof whole, "%s", path);
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
        p->with_sources = 1;
        snprintf(p->folder, sizeof p->folder, "%s", path);
        DIR *folder = opendir(path);
        uint32_t found = 0;
        for (struct dirent *e; folder != NULL && (e = readdir(folder)) != NULL;)
            if (ends_in(e->d_name, ".so")) {
                snprintf(p->plugin, sizeof p->plugin, "%s", e->d_name);
                found++;
            }
        if (folder != NULL)
            closedir(folder);
        if (found != 1)
            return moult__refuse(report, MOULT_UNKNOWN, path,
                                 "there are %u files *.so in it, not one. Build it, or name the "
                                 "file",
                                 found);
    } else {
        const char *slash = strrchr(whole, '/');
        snprintf(p->folder, sizeof p->folder, "%.*s", slash ? (int)(slash - whole) : 1,
                 slash ? whole : ".");
        snprintf(p->plugin, sizeof p->plugin, "%.255s", slash ? slash + 1 : whole);
    }
    return MOULT_OK;
}

/* Another process of this program tries it; what fails is shown. */
static moult_status check(const pack *p, moult__report *report)
{
    char path[MOULT__PATH_SIZE + 257], line[2048];
    int pipes[2], code = -1;
    snprintf(path, sizeof path, "%s/%s", p->folder, p->plugin);
    if (pipe(pipes) != 0)
        return moult__refuse(report, MOULT_IO, "moult pack", "%s", strerror(errno));
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(pipes[1], 1);
        close(pipes[0]);
        close(pipes[1]);
        execl("/proc/self/exe", "moult", "check", "--quick", path, (char *)NULL);
        _exit(4);
    }
    close(pipes[1]);
    FILE *said = fdopen(pipes[0], "r");
    while (said != NULL && fgets(line, sizeof line, said) != NULL)
        if (begins(line, "FAIL"))
            fputs(line, stderr);
    if (said != NULL)
        fclose(said);
    if (pid < 0 || waitpid(pid, &code, 0) != pid || code != 0)
        return moult__refuse(report, MOULT_REFUSED, path,
                             "it fails moult check, and isn't packed. Mend it first: moult check "
                             "%s",
                             path);
    return MOULT_OK;
}

/* -- the manifest ------------------------------------------------------------------------------ */

static const char *base_of(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash != NULL ? slash + 1 : name;
}

static void hash_of(const moult__tar_file *file, char out[65])
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, file->bytes, file->size);
    sodium_bin2hex(out, 65, hash, sizeof hash);
}

/* Of all files but the manifest itself. The caller frees it. */
static char *manifest_of(const moult_note *note, const moult__tar *tar, size_t *size)
{
    char *text = NULL, hash[65];
    const char *license = "-";
    FILE *out = open_memstream(&text, size);
    if (out == NULL)
        return NULL;
    for (uint32_t i = 0; i < tar->count; i++)
        if (is_license(base_of(tar->files[i].name)))
            license = base_of(tar->files[i].name);
    fprintf(out,
            MAGIC "name %s\nversion %s\nabi %u\nmachine " MACHINE "\nprovides %s\nlicense %s\n",
            note->name, note->version, note->abi, note->provides, license);
    for (uint32_t i = 0; i < tar->count; i++) {
        if (strcmp(base_of(tar->files[i].name), MANIFEST) == 0)
            continue;
        hash_of(&tar->files[i], hash);
        fprintf(out, "file %s %llu %s\n", hash, (unsigned long long)tar->files[i].size,
                base_of(tar->files[i].name));
    }
    fclose(out);
    return text;
}

static moult_status note_of(const moult__tar_file *file, moult_note *out, moult__report *report)
{
    moult__elf elf;
    moult_status status =
        moult__elf_inspect(file->bytes, file->size, base_of(file->name), &elf, report);
    if (status >= 0)
        *out = elf.note;
    return status;
}

static moult_status make(pack *p, const char *out, moult__report *report)
{
    char path[MOULT__PATH_SIZE + 257], name[128];
    moult__tar_file file = {.size = 0};
    snprintf(path, sizeof path, "%s/%s", p->folder, p->plugin);
    snprintf(file.name, sizeof file.name, "%.99s", p->plugin);
    moult_status status = moult__file_read(path, MOULT__TAR_LIMIT, &file.bytes, &file.size, report);
    if (status >= 0)
        status = note_of(&file, &p->note, report);
    free(file.bytes);
    if (status >= 0)
        status = check(p, report);
    if (status < 0)
        return status;
    snprintf(name, sizeof name, "%s-%s/" MANIFEST, p->note.name, p->note.version);
    status = moult__tar_add(&p->tar, name, NULL, 0, 0644, report);
    if (status >= 0)
        status = add_folder(p, report);
    size_t size = 0;
    p->tar.files[0].bytes = (uint8_t *)manifest_of(&p->note, &p->tar, &size);
    p->tar.files[0].size = size;
    if (status < 0 || p->tar.files[0].bytes == NULL)
        return status < 0 ? status : moult__refuse(report, MOULT_MEMORY, path, "out of memory");
    snprintf(name, sizeof name, "%s-%s.tar.gz", p->note.name, p->note.version);
    out = out != NULL ? out : name;
    status = moult__tar_write(&p->tar, out, report);
    if (status >= 0)
        moult__print(stdout, moult__translate("packed %s: %u files\n"), out, p->tar.count);
    return status;
}

/* -- looking at one ---------------------------------------------------------------------------- */

/* The plugin within, its note and all files must give the manifest that is there. */
static moult_status verify(const moult__tar *tar, const char *path, moult__report *report)
{
    moult_note note = {.abi = 0};
    size_t size = 0;
    moult_status status = MOULT_OK;
    for (uint32_t i = 1; i < tar->count && status >= 0; i++)
        if (ends_in(tar->files[i].name, ".so"))
            status = note_of(&tar->files[i], &note, report);
    if (status < 0)
        return status;
    char *text = manifest_of(&note, tar, &size);
    int32_t same =
        text != NULL && size == tar->files[0].size && memcmp(text, tar->files[0].bytes, size) == 0;
    free(text);
    if (!same)
        return moult__refuse(report, MOULT_CHANGED, path,
                             "its files aren't those of its manifest. Get it again from whoever "
                             "packed it");
    moult__print(stdout, moult__translate("%s: %s %s, %u files, as packed\n"), path, note.name,
                 note.version, tar->count);
    return MOULT_OK;
}

static int look(const char *path, int32_t whole)
{
    moult__report report = {0};
    moult__tar *tar = calloc(1, sizeof *tar);
    if (tar == NULL)
        return 4;
    moult_status status = moult__tar_read(tar, path, &report);
    if (status >= 0 && (tar->count == 0 || strcmp(base_of(tar->files[0].name), MANIFEST) != 0 ||
                        !begins((const char *)tar->files[0].bytes, MAGIC)))
        status = moult__refuse(&report, MOULT_FORMAT, path,
                               "it has no manifest. Make one by: moult pack FILE.so");
    if (status >= 0 && whole)
        status = verify(tar, path, &report);
    else if (status >= 0)
        moult__print(stdout, "%s", (const char *)tar->files[0].bytes);
    moult__tar_free(tar);
    free(tar);
    return status < 0 ? moult__exit(&report) : 0;
}

int moult__verb_pack(int argc, char **argv)
{
    static const struct option options[] = {{"list", no_argument, NULL, 'l'},
                                            {"verify", no_argument, NULL, 'v'},
                                            {"output", required_argument, NULL, 'o'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    const char *out = NULL;
    int option, asked = 0;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, ":o:", options, NULL)) != -1) {
        if (option == 'h')
            return moult__print(stdout, "%s", moult__translate(help)), 0;
        if (option == '?' || option == ':')
            return moult__usage_option("pack", options, option, argv);
        if (option == 'o')
            out = optarg;
        else
            asked = option;
    }
    if (argc - optind != 1 || (asked != 0 && out != NULL))
        return moult__usage("pack", "name one file or folder, and what to do with it");
    if (asked != 0)
        return look(argv[optind], asked == 'v');
    moult__report report = {0};
    pack *p = calloc(1, sizeof *p);
    if (p == NULL)
        return 4;
    moult_status status = find_plugin(p, argv[optind], &report);
    if (status >= 0)
        status = make(p, out, &report);
    moult__tar_free(&p->tar);
    free(p);
    return status < 0 ? moult__exit(&report) : 0;
}
