/* SPDX-License-Identifier: MIT */
/* Symbols and lines of a file that somebody crashed in. Every answer may be "not known": the file
 * is read as it is, and whatever is missing or odd in it only makes the message shorter. */
#include "core/supervisor/place.h"
#include <dlfcn.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DWARF_LIBRARY "libdw.so.1"
#define UNITS_MAX 65536u

/* What is used of libdw. */
typedef struct dwarf_calls {
    void *handle;
    __typeof__(dwarf_begin_elf) *begin;
    __typeof__(dwarf_end) *end;
    __typeof__(dwarf_nextcu) *next_unit;
    __typeof__(dwarf_offdie) *unit;
    __typeof__(dwarf_haspc) *has;
    __typeof__(dwarf_getsrc_die) *line;
    __typeof__(dwarf_lineno) *number;
    __typeof__(dwarf_linesrc) *file;
} dwarf_calls;

struct moult__places {
    int fd;
    Elf *elf;
    uint64_t shift;    /* an address of the process less this is one of the file */
    Elf_Data *symbols; /* NULL: none */
    uint32_t symbol_count;
    size_t names; /* the section that has theirs */
    dwarf_calls calls;
    Dwarf *dwarf; /* NULL: not opened yet, or none */
    int32_t asked;
};

/* Which address of the file came to stand where the mapping begins. */
static uint64_t first_page(Elf *elf)
{
    size_t count;
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t first = UINT64_MAX;
    if (elf_getphdrnum(elf, &count) != 0)
        return 0;
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr segment;
        if (gelf_getphdr(elf, (int)i, &segment) != NULL && segment.p_type == PT_LOAD &&
            segment.p_vaddr < first)
            first = segment.p_vaddr;
    }
    return first == UINT64_MAX ? 0 : first & ~(page - 1);
}

/* The whole table; a stripped file only has that of its exports. */
static void find_symbols(moult__places *places)
{
    Elf_Scn *section = NULL;
    GElf_Word best = SHT_NULL;
    while ((section = elf_nextscn(places->elf, section)) != NULL) {
        GElf_Shdr heading;
        if (gelf_getshdr(section, &heading) == NULL || best == SHT_SYMTAB ||
            (heading.sh_type != SHT_SYMTAB && heading.sh_type != SHT_DYNSYM))
            continue;
        Elf_Data *data = elf_getdata(section, NULL);
        if (data == NULL || heading.sh_entsize == 0 ||
            data->d_size / heading.sh_entsize > INT32_MAX)
            continue;
        best = heading.sh_type;
        places->symbols = data;
        places->symbol_count = (uint32_t)(data->d_size / heading.sh_entsize);
        places->names = heading.sh_link;
    }
}

moult__places *moult__places_open(const char *path, uint64_t start)
{
    struct stat about;
    moult__places *places = calloc(1, sizeof *places);
    if (places == NULL)
        return NULL;
    places->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    elf_version(EV_CURRENT);
    if (places->fd >= 0 && fstat(places->fd, &about) == 0 && S_ISREG(about.st_mode))
        places->elf = elf_begin(places->fd, ELF_C_READ, NULL);
    if (places->elf == NULL || elf_kind(places->elf) != ELF_K_ELF) {
        moult__places_close(places);
        return NULL;
    }
    places->shift = start - first_page(places->elf);
    find_symbols(places);
    return places;
}

int32_t moult__places_symbol(const moult__places *places, uint64_t address, moult__symbol *out)
{
    int32_t functions = 0;
    const uint64_t at = address - places->shift;
    for (uint32_t i = 0; i < places->symbol_count; i++) {
        GElf_Sym symbol;
        if (gelf_getsym(places->symbols, (int)i, &symbol) == NULL ||
            GELF_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_size == 0)
            continue;
        functions = 1;
        if (at < symbol.st_value || at - symbol.st_value >= symbol.st_size)
            continue;
        const char *name = elf_strptr(places->elf, places->names, symbol.st_name);
        snprintf(out->name, sizeof out->name, "%s", name != NULL ? name : "");
        out->start = symbol.st_value + places->shift;
        return 1;
    }
    return functions ? 0 : -1;
}

/* Object pointers become function pointers by POSIX's leave, through a copy. */
static int32_t take_call(void *handle, const char *name, void *call)
{
    void *found = dlsym(handle, name);
    memcpy(call, &found, sizeof found);
    return found != NULL;
}

static void open_dwarf(moult__places *places)
{
    dwarf_calls *calls = &places->calls;
    places->asked = 1;
    void *handle = calls->handle = dlopen(DWARF_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (handle != NULL && take_call(handle, "dwarf_begin_elf", &calls->begin) &&
        take_call(handle, "dwarf_end", &calls->end) &&
        take_call(handle, "dwarf_nextcu", &calls->next_unit) &&
        take_call(handle, "dwarf_offdie", &calls->unit) &&
        take_call(handle, "dwarf_haspc", &calls->has) &&
        take_call(handle, "dwarf_getsrc_die", &calls->line) &&
        take_call(handle, "dwarf_lineno", &calls->number) &&
        take_call(handle, "dwarf_linesrc", &calls->file))
        places->dwarf = calls->begin(places->elf, DWARF_C_READ, NULL);
}

/* clang writes no table of where units lie, so each is asked. */
static Dwarf_Line *find_line(moult__places *places, uint64_t at)
{
    const dwarf_calls *calls = &places->calls;
    Dwarf_Off unit = 0, next = 0;
    size_t head;
    for (uint32_t i = 0; i < UNITS_MAX; i++, unit = next) {
        Dwarf_Die die;
        if (calls->next_unit(places->dwarf, unit, &next, &head, NULL, NULL, NULL) != 0)
            return NULL;
        if (calls->unit(places->dwarf, unit + head, &die) != NULL && calls->has(&die, at) == 1)
            return calls->line(&die, at);
    }
    return NULL;
}

int32_t moult__places_line(moult__places *places, uint64_t address, char *out, uint32_t room)
{
    int number = 0;
    out[0] = 0;
    if (!places->asked)
        open_dwarf(places);
    Dwarf_Line *line = places->dwarf ? find_line(places, address - places->shift) : NULL;
    if (line == NULL || places->calls.number(line, &number) != 0 || number <= 0)
        return 0;
    const char *file = places->calls.file(line, NULL, NULL);
    if (file == NULL)
        return 0;
    const char *slash = strrchr(file, '/');
    snprintf(out, room, "%s:%d", slash != NULL ? slash + 1 : file, number);
    return 1;
}

void moult__places_close(moult__places *places)
{
    if (places == NULL)
        return;
    if (places->dwarf != NULL)
        places->calls.end(places->dwarf);
    if (places->calls.handle != NULL)
        dlclose(places->calls.handle);
    if (places->elf != NULL)
        elf_end(places->elf);
    if (places->fd >= 0)
        close(places->fd);
    free(places);
}
