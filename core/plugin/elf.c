/* SPDX-License-Identifier: MIT */
/* The checks of elf.h, over libelf. Bounds that libelf takes for granted are checked here first. */
#include <ctype.h>
#include <gelf.h>
#include <stdio.h>
#include <string.h>
#include "core/plugin/elf.h"
#include "core/system/text.h"

#if defined(__x86_64__)
#define MACHINE EM_X86_64
#elif defined(__aarch64__)
#define MACHINE EM_AARCH64
#elif defined(__riscv)
#define MACHINE EM_RISCV
#else
#error "name this machine's ELF number"
#endif

/* What is being looked at. */
typedef struct look {
    const uint8_t *bytes;
    uint64_t count;
    const char *path;
    char who[64]; /* "ai-wolf@0.3 load", or the file's stem until the note has been read */
    Elf *elf;
    uint64_t dynamic; /* where the loader finds its entries; sections must agree */
    moult__elf *out;
    moult__report *report;
} look;

static void name_by_path(look *l)
{
    const char *slash = strrchr(l->path, '/');
    const char *name = slash != NULL ? slash + 1 : l->path;
    size_t length = strlen(name);
    if (length > 3 && strcmp(name + length - 3, ".so") == 0)
        length -= 3;
    snprintf(l->who, sizeof l->who, "%.*s load", (int)(length < 48 ? length : 48), name);
}

static moult_status check_heading(const look *l)
{
    if (l->count < SELFMAG || memcmp(l->bytes, ELFMAG, SELFMAG) != 0)
        return moult__refuse(l->report, MOULT_FORMAT, l->who,
                             "this is no shared object (%s): it doesn't begin like an ELF file. "
                             "Build the plugin with -shared",
                             l->path);
    Elf64_Ehdr head;
    if (l->count < sizeof head)
        return moult__refuse(l->report, MOULT_FORMAT, l->who,
                             "the file is cut short (%s): %llu bytes are not even an ELF heading. "
                             "Copy or build it again",
                             l->path, (unsigned long long)l->count);
    memcpy(&head, l->bytes, sizeof head);
    if (head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_ident[EI_DATA] != ELFDATA2LSB ||
        head.e_machine != MACHINE)
        return moult__refuse(
            l->report, MOULT_UNSUPPORTED, l->who,
            "built for another machine (%s): ELF machine %u, class %u; this one is "
            "machine %u, class 2. Build it on this machine",
            l->path, head.e_machine, head.e_ident[EI_CLASS], (uint32_t)MACHINE);
    if (head.e_type != ET_DYN)
        return moult__refuse(l->report, MOULT_FORMAT, l->who,
                             "this is an ELF file, but no shared object (%s): type %u. Build the "
                             "plugin with -shared",
                             l->path, head.e_type);
    uint64_t sections = (uint64_t)head.e_shnum * sizeof(Elf64_Shdr);
    uint64_t segments = (uint64_t)head.e_phnum * sizeof(Elf64_Phdr);
    if (head.e_shnum == 0 || head.e_shentsize != sizeof(Elf64_Shdr) ||
        head.e_phentsize != sizeof(Elf64_Phdr) || head.e_shoff > l->count ||
        sections > l->count - head.e_shoff || head.e_phoff > l->count ||
        segments > l->count - head.e_phoff)
        return moult__refuse(
            l->report, MOULT_FORMAT, l->who,
            "the file is cut short (%s): it has %llu bytes, its section table ends "
            "at %llu. Copy or build it again",
            l->path, (unsigned long long)l->count, (unsigned long long)(head.e_shoff + sections));
    return MOULT_OK;
}

static moult_status check_segments(look *l)
{
    size_t count;
    if (elf_getphdrnum(l->elf, &count) != 0)
        count = 0;
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr segment;
        if (gelf_getphdr(l->elf, (int)i, &segment) == NULL)
            continue;
        if ((segment.p_type == PT_LOAD || segment.p_type == PT_GNU_STACK) &&
            (segment.p_flags & PF_W) && (segment.p_flags & PF_X))
            return moult__refuse(l->report, MOULT_REFUSED, l->who,
                                 "a segment is both writable and executable (%s). Link it without "
                                 "-z execstack or -N",
                                 l->path);
        if (segment.p_type != PT_LOAD && segment.p_type != PT_NOTE && segment.p_type != PT_DYNAMIC)
            continue;
        if (segment.p_offset > l->count || segment.p_filesz > l->count - segment.p_offset)
            return moult__refuse(l->report, MOULT_FORMAT, l->who,
                                 "the file is cut short (%s): it has %llu bytes, a segment ends at "
                                 "%llu. Copy or build it again",
                                 l->path, (unsigned long long)l->count,
                                 (unsigned long long)(segment.p_offset + segment.p_filesz));
        if (segment.p_type == PT_DYNAMIC)
            l->dynamic = segment.p_offset;
    }
    return MOULT_OK;
}

static Elf_Data *section_data(const look *l, Elf_Scn *section, const GElf_Shdr *heading)
{
    if (heading->sh_type == SHT_NOBITS || heading->sh_offset > l->count ||
        heading->sh_size > l->count - heading->sh_offset)
        return NULL;
    return elf_getdata(section, NULL);
}

static int32_t ends(const char *text, size_t size)
{
    return memchr(text, 0, size) != NULL;
}

static int32_t note_fits(const moult_note *note)
{
    if (!ends(note->name, sizeof note->name) || !ends(note->version, sizeof note->version) ||
        !ends(note->provides, sizeof note->provides) || note->name[0] == 0 || note->version[0] == 0)
        return 0;
    for (const char *at = note->name; *at != 0; at++)
        if (!(islower((unsigned char)*at) || isdigit((unsigned char)*at) || *at == '-'))
            return 0;
    for (const char *at = note->version; *at != 0; at++)
        if (!isgraph((unsigned char)*at))
            return 0;
    return 1;
}

static moult_status read_note(look *l)
{
    Elf_Scn *section = NULL;
    size_t strings;
    if (elf_getshdrstrndx(l->elf, &strings) != 0)
        strings = 0;
    while ((section = elf_nextscn(l->elf, section)) != NULL) {
        GElf_Shdr heading;
        if (gelf_getshdr(section, &heading) == NULL)
            continue;
        const char *name = elf_strptr(l->elf, strings, heading.sh_name);
        if (name == NULL || strcmp(name, MOULT_NOTE_SECTION) != 0)
            continue;
        Elf_Data *data = section_data(l, section, &heading);
        moult_note *note = &l->out->note;
        if (data == NULL || data->d_size < offsetof(moult_note, abi) + sizeof note->abi)
            break;
        memset(note, 0, sizeof *note);
        memcpy(note, data->d_buf, data->d_size < sizeof *note ? data->d_size : sizeof *note);
        if (memcmp(note->owner, "Moult", 6) != 0 || !note_fits(note))
            break;
        snprintf(l->who, sizeof l->who, "%s@%s load", note->name, note->version);
        if (note->abi != MOULT_ABI)
            return moult__refuse(l->report, MOULT_VERSION, l->who,
                                 "built for ABI %u, this core speaks %u (%s). Rebuild it with this "
                                 "SDK: moult sdk --cflags",
                                 note->abi, MOULT_ABI, l->path);
        return MOULT_OK;
    }
    return moult__refuse(l->report, MOULT_FORMAT, l->who,
                         "this is no Moult plugin (%s): it has no whole note %s. Declare it by "
                         "MOULT_PLUGIN",
                         l->path, MOULT_NOTE_SECTION);
}

/* Sanitizers and coverage export names of their own. */
static int32_t is_instrumentation(const char *name)
{
    static const char *const prefixes[] = {"__asan",      "___asan",  "__odr_asan", "__ubsan",
                                           "__sanitizer", "__llvm",   "__gcov",     "__start_",
                                           "__stop_",     "__sancov", "__tsan",     "__unnamed_"};
    for (uint32_t i = 0; i < MOULT_COUNT(prefixes); i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            return 1;
    return 0;
}

/* The one export, and no symbol that would pin the file. */
static moult_status check_symbols(const look *l, Elf_Data *data, const GElf_Shdr *heading)
{
    size_t count = heading->sh_entsize != 0 ? heading->sh_size / heading->sh_entsize : 0;
    uint32_t exported = 0;
    for (size_t i = 1; i < count; i++) {
        GElf_Sym symbol;
        if (gelf_getsym(data, (int)i, &symbol) == NULL || symbol.st_shndx == SHN_UNDEF)
            continue;
        uint32_t binding = GELF_ST_BIND(symbol.st_info);
        const char *name = elf_strptr(l->elf, heading->sh_link, symbol.st_name);
        if (name == NULL || binding == STB_LOCAL || is_instrumentation(name))
            continue;
        if (binding == STB_GNU_UNIQUE)
            return moult__refuse(l->report, MOULT_REFUSED, l->who,
                                 "symbol %s is unique in the process, so the plugin could never be "
                                 "unloaded (%s). Build it with -fno-gnu-unique",
                                 name, l->path);
        if (strcmp(name, "moult_plugin_1") != 0)
            return moult__refuse(
                l->report, MOULT_REFUSED, l->who,
                "it exports %s, but only moult_plugin_1 may be seen (%s). Build it "
                "with -fvisibility=hidden",
                name, l->path);
        exported++;
    }
    if (exported != 1)
        return moult__refuse(l->report, MOULT_REFUSED, l->who,
                             "it exports moult_plugin_1 %u times, not once (%s). Declare it by "
                             "MOULT_PLUGIN in one file",
                             exported, l->path);
    return MOULT_OK;
}

/* What a dynamic entry forbids, with the cure; NULL: nothing. */
static const char *forbidden(const GElf_Dyn *entry)
{
    switch (entry->d_tag) {
    case DT_SONAME:
        return moult__translate(
            "a SONAME would make the loader give back an older build. Link it without -soname");
    case DT_RPATH:
    case DT_RUNPATH:
        return moult__translate(
            "a run path looks for libraries in places of its own. Link it without -rpath");
    case DT_TEXTREL:
        return moult__translate(
            "its code would have to be patched when loaded. Build it with -fPIC");
    case DT_FLAGS:
        if (entry->d_un.d_val & DF_TEXTREL)
            return moult__translate(
                "its code would have to be patched when loaded. Build it with -fPIC");
        if (entry->d_un.d_val & DF_STATIC_TLS)
            return moult__translate(
                "its thread-local data is static. Build it without -ftls-model=initial-exec");
        return NULL;
    case DT_FLAGS_1:
        if (entry->d_un.d_val & DF_1_NODELETE)
            return moult__translate(
                "it is marked as never to be unloaded. Link it without -z nodelete");
        return NULL;
    default:
        return NULL;
    }
}

static moult_status check_dynamic(const look *l, Elf_Data *data, const GElf_Shdr *heading)
{
    size_t count = heading->sh_entsize != 0 ? heading->sh_size / heading->sh_entsize : 0;
    for (size_t i = 0; i < count; i++) {
        GElf_Dyn entry;
        if (gelf_getdyn(data, (int)i, &entry) == NULL || entry.d_tag == DT_NULL)
            break;
        const char *why = forbidden(&entry);
        if (why != NULL)
            return moult__refuse(l->report, MOULT_REFUSED, l->who, "%s (%s)", why, l->path);
        const char *library = entry.d_tag == DT_NEEDED
                                  ? elf_strptr(l->elf, heading->sh_link, entry.d_un.d_val)
                                  : NULL;
        if (library != NULL && l->out->needed_count < MOULT__LIBRARIES_MAX)
            snprintf(l->out->needed[l->out->needed_count++], sizeof l->out->needed[0], "%s",
                     library);
    }
    return MOULT_OK;
}

static moult_status check_sections(look *l)
{
    Elf_Scn *section = NULL;
    int32_t symbols = 0, dynamic = 0;
    moult_status status = MOULT_OK;
    while (status >= 0 && (section = elf_nextscn(l->elf, section)) != NULL) {
        GElf_Shdr heading;
        if (gelf_getshdr(section, &heading) == NULL)
            continue;
        if (heading.sh_type != SHT_DYNSYM && heading.sh_type != SHT_DYNAMIC)
            continue;
        Elf_Data *data = section_data(l, section, &heading);
        if (data == NULL || (heading.sh_type == SHT_DYNAMIC && heading.sh_offset != l->dynamic))
            break;
        symbols |= heading.sh_type == SHT_DYNSYM;
        dynamic |= heading.sh_type == SHT_DYNAMIC;
        status = heading.sh_type == SHT_DYNSYM ? check_symbols(l, data, &heading)
                                               : check_dynamic(l, data, &heading);
    }
    if (status >= 0 && (!symbols || !dynamic))
        status = moult__refuse(l->report, MOULT_FORMAT, l->who,
                               "the file is damaged (%s): its dynamic sections aren't all there. "
                               "Copy or build it again",
                               l->path);
    return status;
}

moult_status moult__elf_inspect(const uint8_t *bytes, uint64_t count, const char *path,
                                moult__elf *out, moult__report *report)
{
    look l = {bytes, count, path, "", NULL, 0, out, report};
    memset(out, 0, sizeof *out);
    name_by_path(&l);
    moult_status status = check_heading(&l);
    if (status < 0)
        return status;
    elf_version(EV_CURRENT);
    l.elf = elf_memory((char *)(uintptr_t)bytes, count);
    if (l.elf == NULL)
        return moult__refuse(report, MOULT_FORMAT, l.who, "the file is damaged (%s): %s", path,
                             elf_errmsg(-1));
    status = check_segments(&l);
    if (status >= 0)
        status = read_note(&l);
    if (status >= 0)
        status = check_sections(&l);
    elf_end(l.elf);
    return status;
}
