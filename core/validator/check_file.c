/* SPDX-License-Identifier: MIT */
/* What the file says before any of its code runs: whether it is a plugin, what it calls of the
 * system, and where it could keep state. */
#include <fnmatch.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include "core/system/files.h"
#include "core/system/text.h"
#include "core/validator/trial.h"

#define FILE_MAX ((uint64_t)256 << 20)

void moult__check_file_whole(moult__trial *t)
{
    uint8_t *bytes = NULL;
    uint64_t size = 0;
    moult__elf elf;
    moult__report why = {0};
    moult_status status = moult__file_read(t->request->file, FILE_MAX, &bytes, &size, &why);
    if (status >= 0)
        status = moult__elf_inspect(bytes, size, t->request->file, &elf, &why);
    if (status >= 0)
        status = moult__path_trusted(t->request->file, &why);
    if (status < 0)
        moult__fails_report(t, &why);
    else
        moult__pass(t, "%s %s, ABI %u, %llu bytes: %s", elf.note.name, elf.note.version,
                    elf.note.abi, (unsigned long long)size, elf.note.provides);
    free(bytes);
}

/* -- symbols ----------------------------------------------------------------------------------- */

typedef struct file {
    uint8_t *bytes;
    uint64_t size;
    Elf *elf;
    size_t names; /* of the sections */
    moult_note note;
} file;

static int32_t open_file(moult__trial *t, file *f)
{
    moult__report why = {0};
    moult__elf elf;
    memset(f, 0, sizeof *f);
    if (moult__file_read(t->request->file, FILE_MAX, &f->bytes, &f->size, &why) < 0 ||
        moult__elf_inspect(f->bytes, f->size, t->request->file, &elf, &why) < 0) {
        free(f->bytes);
        moult__skip(t, "the file can't be looked into: see the check file");
        return 0;
    }
    f->note = elf.note;
    elf_version(EV_CURRENT);
    f->elf = elf_memory((char *)f->bytes, f->size);
    if (f->elf == NULL || elf_getshdrstrndx(f->elf, &f->names) != 0)
        f->names = 0;
    return 1;
}

static void close_file(file *f)
{
    elf_end(f->elf);
    free(f->bytes);
}

/* Calls `each` for every symbol of the tables of a type (SHT_SYMTAB, SHT_DYNSYM); how many there
 * were. */
static uint32_t each_symbol(moult__trial *t, const file *f, uint32_t type,
                            void (*each)(moult__trial *t, const file *f, const char *name,
                                         const GElf_Sym *symbol))
{
    Elf_Scn *section = NULL;
    uint32_t seen = 0;
    while ((section = elf_nextscn(f->elf, section)) != NULL) {
        GElf_Shdr heading;
        if (gelf_getshdr(section, &heading) == NULL || heading.sh_type != type ||
            heading.sh_entsize == 0 || heading.sh_offset > f->size ||
            heading.sh_size > f->size - heading.sh_offset)
            continue;
        Elf_Data *data = elf_getdata(section, NULL);
        for (size_t i = 1; data != NULL && i < heading.sh_size / heading.sh_entsize; i++) {
            GElf_Sym symbol;
            if (gelf_getsym(data, (int)i, &symbol) == NULL)
                continue;
            const char *name = elf_strptr(f->elf, heading.sh_link, symbol.st_name);
            seen++;
            if (name != NULL)
                each(t, f, name, &symbol);
        }
    }
    return seen;
}

/* -- imports ----------------------------------------------------------------------------------- */

/* Names as patterns; `unless`: what a plugin that may own it is allowed; ALWAYS: nobody is. */
#define ALWAYS 0u
#define SHOWS (MOULT_MAY_OWN_TERMINAL | MOULT_MAY_OWN_WINDOW)
#define LOOKS_OUT (SHOWS | MOULT_MAY_OWN_FILES | MOULT_MAY_OWN_THREADS)

// clang-format off
static const struct {
    const char *names;
    uint32_t unless;
    const char *why;
} forbidden[] = {
    {"exit _exit _Exit quick_exit abort raise kill tgkill "
     "pthread_kill pthread_exit thrd_exit",
     ALWAYS, MOULT_TEXT("only the core ends the process: answer a negative status")},
    {"atexit on_exit at_quick_exit __cxa_atexit __cxa_at_quick_exit __cxa_thread_atexit* "
     "pthread_atfork __register_atfork pthread_key_create tss_create",
     ALWAYS, MOULT_TEXT("what runs at an end would outlive the plugin")},
    {"fork vfork _Fork clone clone3 execv* execl* fexecve posix_spawn* popen system wordexp daemon",
     ALWAYS, MOULT_TEXT("a plugin starts no processes")},
    {"setlocale uselocale newlocale", ALWAYS, MOULT_TEXT("the locale is everybody's")},
    {"chdir fchdir chroot umask", ALWAYS,
     MOULT_TEXT("working directory and file mode mask are everybody's")},
    {"putenv setenv unsetenv clearenv", ALWAYS, MOULT_TEXT("the environment is everybody's")},
    {"setjmp _setjmp sigsetjmp __sigsetjmp longjmp _longjmp siglongjmp __longjmp_chk",
     MOULT_MAY_OWN_FILES, /* libraries that write files leave their own calls so */
     MOULT_TEXT("a jump over the core's calls leaves them half done")},
    {"fesetround fesetenv feupdateenv feholdexcept feenableexcept fedisableexcept",
     ALWAYS, MOULT_TEXT("rounding and exceptions are everybody's")},
    {"alarm ualarm setitimer timer_create timer_settime", ALWAYS,
     MOULT_TEXT("timers interrupt everybody")},
    {"setrlimit prlimit prctl ptrace setuid setgid seteuid setegid setsid setpgid nice setpriority "
     "mlockall personality syscall",
     ALWAYS, MOULT_TEXT("the process is the core's")},
    {"dlopen dlmopen dlclose", ALWAYS, MOULT_TEXT("the core loads and unloads")},
    {"rand srand random srandom *rand48 rand_r getrandom getentropy arc4random*",
     ALWAYS, MOULT_TEXT("chance comes from the world's streams or from a request's seed")},
    {"signal sigaction sigset bsd_signal sysv_signal __sysv_signal sigprocmask pthread_sigmask "
     "sigaltstack signalfd sigwait*",
     MOULT_MAY_OWN_SIGNALS, MOULT_TEXT("signals are the core's, unless it may own them")},
    {"pthread_create thrd_create", MOULT_MAY_OWN_THREADS | MOULT_MAY_OWN_WINDOW,
     MOULT_TEXT("a thread outlives the call, unless it may own some")},
    {"open open64 openat* creat* fopen* freopen* fdopen mkstemp* mkdir rmdir rename* unlink* "
     "socket connect bind listen accept* pipe pipe2 memfd_create shm_open opendir",
     LOOKS_OUT, MOULT_TEXT("only the core touches files, unless it may own them")},
    {"printf vprintf __printf_chk __vprintf_chk puts putchar putchar_unlocked putc_unlocked perror "
     "psignal stdout stderr dprintf vdprintf __dprintf_chk err errx warn warnx",
     SHOWS, MOULT_TEXT("what it prints would spoil the screen: say it with moult_say")},
    {"tcsetattr tcflush tcsendbreak cfmakeraw ioctl", LOOKS_OUT,
     MOULT_TEXT("the terminal is the renderer's")},
    {"time clock clock_gettime gettimeofday ftime times localtime* gmtime*",
     LOOKS_OUT, MOULT_TEXT("nothing in a turn reads a clock")},
    {"sleep usleep nanosleep clock_nanosleep pause sched_yield",
     LOOKS_OUT, MOULT_TEXT("a call that waits stops the game")},
    {"getenv secure_getenv", LOOKS_OUT,
     MOULT_TEXT("what a game is must not depend on the environment")},
};
// clang-format on

static int32_t is_in(const char *names, const char *name)
{
    char word[64];
    for (const char *at = names; *at != 0; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (fnmatch(word, name, 0) == 0)
            return 1;
        at += length;
    }
    return 0;
}

/* Sanitizers bring their own. */
static int32_t is_tool(const char *name)
{
    static const char tools[] =
        "__asan* ___asan* __odr_asan* __ubsan* __sanitizer* __lsan* __tsan* "
        "__sancov* __llvm* __gcov* __prof*";
    return is_in(tools, name);
}

/* What it declares: the owner's flags stand in the descriptor, which only loading shows. Renderers
 * and rankings look out of the process by their nature. */
static uint32_t may_own(const moult__trial *t)
{
    uint32_t flags = 0;
    const moult_plugin *plugin = t->build != NULL ? t->build->plugin : NULL;
    for (uint32_t i = 0; plugin != NULL && i < plugin->provide_count; i++)
        flags |= ((const moult_provide *)moult__entry(plugin->provides, i))->flags;
    if (plugin != NULL && moult__provides_kind(&t->build->elf.note, "renderer"))
        flags |= MOULT_MAY_OWN_TERMINAL;
    return flags;
}

static void add_offence(moult__trial *t, const char *name, const char *why)
{
    size_t used = strlen(t->offence);
    snprintf(t->offence + used, sizeof t->offence - used, "%s%s (%s)", used != 0 ? ", " : "", name,
             why);
}

static void look_at_import(moult__trial *t, const file *f, const char *name, const GElf_Sym *symbol)
{
    (void)f;
    if (symbol->st_shndx != SHN_UNDEF || is_tool(name))
        return;
    for (uint32_t i = 0; i < MOULT_COUNT(forbidden); i++)
        if (is_in(forbidden[i].names, name) &&
            (forbidden[i].unless == ALWAYS || (may_own(t) & forbidden[i].unless) == 0))
            add_offence(t, name, moult__translate(forbidden[i].why));
}

/* Before loading nothing is known of what it may own; so it is loaded when it can be, and else
 * judged as one that may own nothing. */
void moult__check_imports(moult__trial *t)
{
    file f;
    moult__report why = {0};
    if (!open_file(t, &f))
        return;
    moult__build *build = NULL;
    char folder[MOULT__PATH_SIZE];
    moult__identity identity = {.size = f.size};
    moult__about(t, "%s", moult__translate("loading it"));
    if (moult__stage_open(folder, sizeof folder, &why) >= 0)
        build = moult__build_open(t->request->file, f.bytes, &identity, folder, 1, 1, &why);
    t->build = build;
    each_symbol(t, &f, SHT_DYNSYM, look_at_import);
    t->build = NULL;
    if (t->offence[0] != 0)
        moult__fails(t, "it calls %s", t->offence);
    if (build != NULL)
        moult__build_close(build);
    moult__stage_close(folder);
    close_file(&f);
}

/* -- variables --------------------------------------------------------------------------------- */

/* gcc calls a function's static counter.0, clang function.counter; what is meant is "counter". */
static void plain_name(const char *name, char *out, size_t room)
{
    const char *dot = strrchr(name, '.');
    snprintf(out, room, "%s", name);
    if (dot != NULL && dot != name && strspn(dot + 1, "0123456789") == strlen(dot + 1))
        out[dot - name < (ptrdiff_t)room ? (size_t)(dot - name) : room - 1] = 0;
    else if (dot != NULL && dot != name)
        snprintf(out, room, "%s", dot + 1);
}

static int32_t may_be_written(const char *section, uint64_t flags)
{
    static const char harmless[] =
        ".moult.bind .data.rel.ro* .dynamic .got* .init_array* .fini_array* .preinit_array .jcr "
        ".ctors .dtors .tm_clone_table __sancov* __llvm* *asan* .tdata.rel.ro*";
    return (flags & SHF_WRITE) != 0 && !is_in(harmless, section);
}

static void look_at_variable(moult__trial *t, const file *f, const char *name,
                             const GElf_Sym *symbol)
{
    static const char runtime[] = "__dso_handle __TMC_END__ completed completed.* __bss_start "
                                  "_edata _end DW.ref.*";
    uint32_t type = GELF_ST_TYPE(symbol->st_info);
    char plain[128];
    GElf_Shdr heading;
    if (type != STT_OBJECT && type != STT_TLS)
        return;
    Elf_Scn *section = elf_getscn(f->elf, symbol->st_shndx);
    if (symbol->st_shndx == SHN_UNDEF || symbol->st_shndx >= SHN_LORESERVE || section == NULL ||
        gelf_getshdr(section, &heading) == NULL || is_in(runtime, name) || is_tool(name))
        return;
    const char *where = elf_strptr(f->elf, f->names, heading.sh_name);
    plain_name(name, plain, sizeof plain);
    if (where != NULL && may_be_written(where, heading.sh_flags))
        moult__fails(t,
                     "the variable %s (%llu bytes in %s) keeps state of its own. What lasts "
                     "belongs into a table",
                     plain, (unsigned long long)symbol->st_size, where);
}

/* A stripped file names no variables: then their room tells, but for what the C runtime takes. */
static void look_at_sizes(moult__trial *t, const file *f)
{
    Elf_Scn *section = NULL;
    while ((section = elf_nextscn(f->elf, section)) != NULL) {
        GElf_Shdr heading;
        if (gelf_getshdr(section, &heading) == NULL)
            continue;
        const char *name = elf_strptr(f->elf, f->names, heading.sh_name);
        if (name != NULL && may_be_written(name, heading.sh_flags) && heading.sh_size > 8)
            moult__fails(t,
                         "%llu bytes in %s keep state of its own (the file has no symbols, which "
                         "would name them)",
                         (unsigned long long)heading.sh_size, name);
    }
}

void moult__check_statics(moult__trial *t)
{
    file f;
    if (!open_file(t, &f))
        return;
    if (each_symbol(t, &f, SHT_SYMTAB, look_at_variable) == 0)
        look_at_sizes(t, &f);
    close_file(&f);
}
