/* SPDX-License-Identifier: MIT */
/* Staging, mapping and unmapping of one build. See build.h. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/plugin/build.h"
#include "core/system/crash.h"
#include "core/system/text.h"

static moult_status write_copy(const char *path, const uint8_t *bytes, uint64_t count)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
    if (fd < 0)
        return MOULT_IO;
    uint64_t done = 0;
    while (done < count) {
        ssize_t written = write(fd, bytes + done, count - done);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            close(fd);
            unlink(path);
            return MOULT_IO;
        }
        done += (uint64_t)written;
    }
    close(fd);
    return MOULT_OK;
}

/* Plugins go, their libraries stay: unloading one that left a handler or a thread behind is a crash
 * to come. */
static void pin_libraries(const moult__elf *elf)
{
    for (uint32_t i = 0; i < elf->needed_count; i++) {
        void *library = dlopen(elf->needed[i], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
        if (library != NULL)
            dlclose(library);
    }
}

/* The list is there, and its entries are of one size, by which they are found. */
static int32_t list_fits(const void *list, uint32_t count)
{
    uint32_t first, size;
    if (count == 0)
        return 1;
    if (list == NULL || count > MOULT__ENTRIES_MAX)
        return 0;
    memcpy(&first, list, sizeof first);
    for (uint32_t i = 0; i < count && first <= MOULT__ENTRY_MAX; i++) {
        memcpy(&size, moult__entry(list, i), sizeof size);
        if (size != first)
            return 0;
    }
    return first <= MOULT__ENTRY_MAX && first % _Alignof(void *) == 0;
}

static moult_status read_layouts(moult__build *build, const char *who, moult__report *report)
{
    uint32_t count = build->plugin->table_count;
    build->layouts = calloc(count + 1, sizeof *build->layouts);
    if (build->layouts == NULL)
        return moult__refuse(report, MOULT_MEMORY, who, "out of memory");
    for (uint32_t t = 0; t < count; t++) {
        const moult_table_use *use = moult__entry(build->plugin->tables, t);
        if (!MOULT_HAS(use, bind) || use->bind == NULL)
            return moult__refuse(report, MOULT_FORMAT, who,
                                 "a table isn't wholly declared. Use MOULT_TABLE_OWNED or _USED");
        build->layout_count++;
        moult_status status = moult__layout_copy(&build->layouts[t], use->schema, who, report);
        if (status < 0)
            return status;
    }
    return MOULT_OK;
}

moult_status moult__build_check(moult__build *build, moult__report *report)
{
    const moult_plugin *plugin = build->plugin;
    char who[96];
    snprintf(who, sizeof who, "%s load", build->label);
    if (!MOULT_HAS(plugin, table_count) || plugin->size > 65536)
        return moult__refuse(report, MOULT_FORMAT, who,
                             "its descriptor says it has %u bytes, ABI 1 begins with %u (%s). "
                             "Rebuild it with this SDK: moult sdk --cflags",
                             plugin->size, (uint32_t)sizeof *plugin, build->path);
    if (plugin->abi != MOULT_ABI || plugin->name == NULL || plugin->version == NULL ||
        strcmp(plugin->name, build->name) != 0 || strcmp(plugin->version, build->version) != 0)
        return moult__refuse(
            report, MOULT_FORMAT, who,
            "note and descriptor disagree about name, version or ABI (%s). Declare "
            "both by one MOULT_PLUGIN",
            build->path);
    if (plugin->host == NULL || !list_fits(plugin->provides, plugin->provide_count) ||
        !list_fits(plugin->requirements, plugin->requirement_count) ||
        !list_fits(plugin->natives, plugin->native_count) ||
        !list_fits(plugin->tables, plugin->table_count))
        return moult__refuse(report, MOULT_FORMAT, who,
                             "its descriptor counts entries that aren't there (%s). Give each list "
                             "with its count",
                             build->path);
    return read_layouts(build, who, report);
}

moult_status moult__build_map(moult__build *build, moult__report *report)
{
    char who[96];
    snprintf(who, sizeof who, "%s load", build->label);
    pin_libraries(&build->elf);
    moult__crash_loading(build->label, build->path, build->identity.content);
    build->handle = dlopen(build->staged, RTLD_NOW | RTLD_LOCAL);
    moult__crash_loading(NULL, NULL, 0);
    if (build->handle == NULL) {
        const char *why = dlerror();
        const char *text = why != NULL ? why : moult__translate("no reason given");
        size_t prefix = strlen(build->staged);
        if (strncmp(text, build->staged, prefix) == 0 && strncmp(text + prefix, ": ", 2) == 0)
            text += prefix + 2;
        return moult__refuse(report, MOULT_REFUSED, who,
                             "the system can't load it (%s): %s. Link what it needs, or build with "
                             "-Wl,-z,defs to see it earlier",
                             build->path, text);
    }
    build->plugin = dlsym(build->handle, "moult_plugin_1");
    if (build->plugin == NULL)
        return moult__refuse(report, MOULT_FORMAT, who, "moult_plugin_1 isn't there (%s)",
                             build->path);
    return moult__build_check(build, report);
}

moult__build *moult__build_stage(const char *path, const uint8_t *bytes,
                                 const moult__identity *identity, const moult__lock *lock,
                                 const char *folder, uint32_t generation, uint32_t serial,
                                 moult__report *report)
{
    moult__build *build = calloc(1, sizeof *build);
    char who[96];
    if (build == NULL) {
        moult__refuse(report, MOULT_MEMORY, path, "out of memory");
        return NULL;
    }
    moult_status status = moult__elf_inspect(bytes, identity->size, path, &build->elf, report);
    if (status >= 0 && lock != NULL)
        status = moult__lock_check(lock, build->elf.note.name, build->elf.note.version, bytes,
                                   identity->size, path, report);
    if (status >= 0) {
        snprintf(build->name, sizeof build->name, "%s", build->elf.note.name);
        snprintf(build->version, sizeof build->version, "%s", build->elf.note.version);
        snprintf(build->label, sizeof build->label, "%s@%s", build->name, build->version);
        snprintf(who, sizeof who, "%s load", build->label);
        snprintf(build->path, sizeof build->path, "%s", path);
        build->identity = *identity;
        build->generation = generation;
        build->stager = getpid();
        int length = snprintf(build->staged, sizeof build->staged, "%s/%s.%u.so", folder,
                              build->name, serial);
        status = length < (int)sizeof build->staged
                     ? write_copy(build->staged, bytes, identity->size)
                     : MOULT_IO;
        if (status < 0) {
            moult__refuse(report, status, who, "can't stage a copy (%s): %s. Free some space there",
                          build->staged, strerror(errno));
            build->staged[0] = 0;
        }
    }
    if (status >= 0)
        return build;
    moult__build_close(build);
    return NULL;
}

moult__build *moult__build_open(const char *path, const uint8_t *bytes,
                                const moult__identity *identity, const char *folder,
                                uint32_t generation, uint32_t serial, moult__report *report)
{
    moult__build *build =
        moult__build_stage(path, bytes, identity, NULL, folder, generation, serial, report);
    if (build == NULL || moult__build_map(build, report) >= 0)
        return build;
    moult__build_close(build);
    return NULL;
}

void moult__build_succeed(moult__build *next, moult__build *old)
{
    snprintf(next->previous.path, sizeof next->previous.path, "%s", old->staged);
    next->previous.generation = old->generation;
    next->previous.content = old->identity.content;
    old->keeps_copy = 1;
}

static void remove_copies(const moult__build *build)
{
    if (build->stager != getpid())
        return;
    if (build->staged[0] != 0 && !build->keeps_copy)
        unlink(build->staged);
    if (build->previous.path[0] != 0)
        unlink(build->previous.path);
}

int32_t moult__build_close(moult__build *build)
{
    int32_t gone = 1;
    if (build->handle != NULL) {
        struct link_map *mapped = NULL;
        Dl_info left;
        const void *inside =
            dlinfo(build->handle, RTLD_DI_LINKMAP, &mapped) == 0 ? mapped->l_ld : NULL;
        moult__crash_box(build->label, "unload");
        dlclose(build->handle);
        moult__crash_box(NULL, NULL);
        gone = dladdr(inside, &left) == 0 || strcmp(left.dli_fname, build->staged) != 0;
    }
    remove_copies(build);
    for (uint32_t t = 0; t < build->layout_count; t++)
        moult__layout_free(&build->layouts[t]);
    free(build->layouts);
    free(build);
    return gone;
}
