/* SPDX-License-Identifier: MIT */
/* What a plugin declares, and that it can come and go: descriptors, texts, requirements, natives,
 * loads without end, hosts that know less. */
#include <dlfcn.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/system/files.h"
#include "core/system/text.h"
#include "core/validator/trial.h"

#define HELP_MAX 160u /* bytes of a line of help, with the final zero */

/* -- interface --------------------------------------------------------------------------------- */

static int32_t is_word(const char *text, size_t length, const char *more)
{
    for (size_t i = 0; i < length; i++)
        if (!((text[i] >= 'a' && text[i] <= 'z') || (text[i] >= '0' && text[i] <= '9') ||
              strchr(more, text[i]) != NULL))
            return 0;
    return length != 0;
}

/* "NAME R(ARGUMENTS) TAG,TAG" with the letters and tags that there are. */
static int32_t is_shape_line(const char *line, size_t length)
{
    static const char *const tags[] = {"turn", "draw", "load", "any", "random", "fail"};
    const char *end = line + length;
    const char *result = memchr(line, ' ', length);
    if (result == NULL || !is_word(line, (size_t)(result - line), "_") || end - result < 5 ||
        strchr("viulqsp", result[1]) == NULL || result[2] != '(')
        return 0;
    const char *at = result + 3;
    while (at < end && strchr("iulqspw", *at) != NULL)
        at++;
    if (end - at < 3 || at[0] != ')' || at[1] != ' ')
        return 0;
    for (at += 2; at < end;) {
        size_t word = strcspn(at, ",\n");
        uint32_t i = 0;
        while (i < MOULT_COUNT(tags) &&
               (strlen(tags[i]) != word || strncmp(tags[i], at, word) != 0))
            i++;
        if (i == MOULT_COUNT(tags))
            return 0;
        at += word + (at[word] == ',');
    }
    return 1;
}

static int32_t is_shape(const char *shape)
{
    while (*shape != 0) {
        size_t length = strcspn(shape, "\n");
        if (shape[length] != '\n' || !is_shape_line(shape, length))
            return 0;
        shape += length + 1;
    }
    return 1;
}

static uint32_t lines_of(const char *text)
{
    uint32_t lines = 0;
    while ((text = strchr(text, '\n')) != NULL) {
        text++;
        lines++;
    }
    return lines;
}

/* A slot's functions are a struct in the plugin itself, long enough for those of its shape. */
static void look_at_provide(moult__trial *t, const moult_provide *provide, const char *who)
{
    moult__report why = {0};
    Dl_info at;
    uint32_t size;
    if (moult__interface_check(provide, who, &why) < 0) {
        moult__fails_report(t, &why);
        return;
    }
    if (!is_shape(provide->shape))
        moult__fails(t, "the shape of %s isn't lines of NAME RESULT(ARGUMENTS) TAGS",
                     provide->slot);
    memcpy(&size, provide->functions, sizeof size);
    if (size < 8 + lines_of(provide->shape) * sizeof(void *))
        moult__fails(t, "%s says that its functions take %u bytes, too few for %u of them",
                     provide->slot, size, lines_of(provide->shape));
    if (dladdr(provide->functions, &at) == 0 || strcmp(at.dli_fname, t->build->staged) != 0)
        moult__fails(t, "the functions of %s aren't in the plugin", provide->slot);
}

void moult__check_interface(moult__trial *t)
{
    const moult_plugin *plugin = t->build->plugin;
    uint32_t functions = 0;
    if (plugin->provide_count + plugin->native_count == 0)
        moult__fails(t, "it provides nothing, neither a slot nor a native");
    for (uint32_t i = 0; i < plugin->provide_count; i++) {
        const moult_provide *provide = moult__entry(plugin->provides, i);
        look_at_provide(t, provide, t->build->label);
        functions += lines_of(provide->shape);
    }
    moult__pass(t, "%u slots with %u functions, %u natives, %u tables", plugin->provide_count,
                functions, plugin->native_count, plugin->table_count);
}

/* -- strings ----------------------------------------------------------------------------------- */

static void look_at_text(moult__trial *t, const char *what, const char *of, const char *text,
                         uint32_t room)
{
    const char *fault = moult__text_fault(text, room);
    if (fault == NULL && text[0] == 0)
        fault = moult__translate("it is empty");
    if (fault != NULL)
        moult__fails(t, "the %s of %s: %s", what, of, fault);
}

static void look_at_tables(moult__trial *t)
{
    const moult_plugin *plugin = t->build->plugin;
    for (uint32_t i = 0; i < plugin->table_count; i++) {
        const moult_schema *schema =
            ((const moult_table_use *)moult__entry(plugin->tables, i))->schema;
        look_at_text(t, "name", "a table", schema->name, MOULT_SLOT_SIZE);
        if (moult__failed(t))
            return;
        if (strchr(schema->name, '.') == NULL)
            moult__fails(t, "the table %s isn't called like GAME.NAME", schema->name);
        for (uint32_t f = 0; f < schema->field_count; f++) {
            const moult_field *field = moult__entry(schema->fields, f);
            look_at_text(t, "name of a field", schema->name, field->name, MOULT_SLOT_SIZE);
            look_at_text(t, "help of a field", schema->name, field->help, HELP_MAX);
        }
    }
}

static void look_at_rules(moult__trial *t, const moult_rules_1 *rules)
{
    for (uint32_t i = 0; i < rules->command_count; i++) {
        const moult_command *command = moult__entry(rules->commands, i);
        look_at_text(t, "name", "a command", command->name, 32);
        if (moult__failed(t))
            return;
        if (command->keys != NULL && command->keys[0] != 0)
            look_at_text(t, "keys", command->name, command->keys, 64);
        if ((command->flags & MOULT_COMMAND_KEYS) == 0)
            look_at_text(t, "help", command->name, command->help, 80);
    }
    for (uint32_t i = 0; MOULT_HAS(rules, settings) && i < rules->setting_count; i++) {
        const moult_setting *setting = moult__entry(rules->settings, i);
        look_at_text(t, "name", "a setting", setting->name, 64);
        if (!moult__failed(t))
            look_at_text(t, "help", setting->name, setting->help, HELP_MAX);
    }
}

void moult__check_strings(moult__trial *t)
{
    const moult_plugin *plugin = t->build->plugin;
    look_at_text(t, "version", plugin->name, plugin->version, 16);
    look_at_text(t, "help", plugin->name, plugin->help, HELP_MAX);
    for (uint32_t i = 0; i < plugin->native_count && !moult__failed(t); i++) {
        const moult_native *native = moult__entry(plugin->natives, i);
        look_at_text(t, "name", "a native", native->name, MOULT_SLOT_SIZE);
        if (!moult__failed(t))
            look_at_text(t, "help", native->name, native->help, HELP_MAX);
    }
    look_at_tables(t);
    for (uint32_t i = 0; i < plugin->provide_count && !moult__failed(t); i++) {
        const moult_provide *provide = moult__entry(plugin->provides, i);
        if (strcmp(provide->interface, MOULT_RULES_INTERFACE) == 0)
            look_at_rules(t, provide->functions);
        if (strcmp(provide->interface, MOULT_SAVER_INTERFACE) == 0)
            look_at_text(t, "extension", provide->slot,
                         ((const moult_saver_1 *)provide->functions)->extension, 16);
    }
}

/* -- requirements ------------------------------------------------------------------------------ */

/* A role, or KIND/NAME. */
static int32_t is_requirement(moult__trial *t, const char *slot)
{
    const char *slash = strchr(slot, '/');
    if (slash == NULL)
        return moult__profile_role_of(&t->setup->profile, slot) != NULL ||
               is_word(slot, strlen(slot), "-");
    return is_word(slot, (size_t)(slash - slot), "-") && moult__name_valid(slash + 1);
}

void moult__check_requirements(moult__trial *t)
{
    const moult_plugin *plugin = t->build->plugin;
    char names[400] = "";
    uint32_t used = 0;
    for (uint32_t i = 0; i < plugin->requirement_count; i++) {
        const moult_require *require = moult__entry(plugin->requirements, i);
        look_at_text(t, "name", "a requirement", require->slot, MOULT_SLOT_SIZE);
        look_at_text(t, "interface", "a requirement", require->interface, 32);
        if (moult__failed(t))
            return;
        if (!is_requirement(t, require->slot))
            moult__fails(t, "\"%s\" is neither a role nor KIND/NAME", require->slot);
        else if (*require->bind == NULL && (require->flags & MOULT_OPTIONAL) == 0)
            moult__fails(t, "%s is required, and nobody provides it", require->slot);
        if (used < sizeof names)
            used += (uint32_t)snprintf(names + used, sizeof names - used, " %s", require->slot);
    }
    if (plugin->requirement_count == 0)
        moult__pass(t, "it requires nothing");
    else
        moult__pass(t, "all provided:%s", names);
}

/* -- coming and going -------------------------------------------------------------------------- */

/* The file's bytes, and a private folder for staged copies. */
typedef struct loader {
    moult__trial *t;
    uint8_t *bytes;
    moult__identity identity;
    char folder[MOULT__PATH_SIZE];
    uint32_t serial;
} loader;

static int32_t loader_open(loader *l, moult__trial *t)
{
    moult__report why = {0};
    memset(l, 0, sizeof *l);
    l->t = t;
    moult__about(t, "%s", moult__translate("loading it"));
    if (moult__file_read(t->request->file, (uint64_t)256 << 20, &l->bytes, &l->identity.size,
                         &why) >= 0 &&
        moult__stage_open(l->folder, sizeof l->folder, &why) >= 0)
        return 1;
    moult__fails_report(t, &why);
    return 0;
}

static moult__build *load_one(loader *l)
{
    moult__report why = {0};
    moult__build *build = moult__build_open(l->t->request->file, l->bytes, &l->identity, l->folder,
                                            1, ++l->serial, &why);
    if (build == NULL && l->serial == 1)
        moult__skip(l->t, "it couldn't be loaded: see the checks file and load");
    else if (build == NULL)
        moult__fails_report(l->t, &why);
    return build;
}

static void unload_one(loader *l, moult__build *build)
{
    if (build != NULL && !moult__build_close(build))
        moult__fails(l->t, "it couldn't be unloaded: something in it is pinned");
}

static void loader_close(loader *l)
{
    moult__stage_close(l->folder);
    free(l->bytes);
}

void moult__check_twice(moult__trial *t)
{
    loader l;
    if (!loader_open(&l, t))
        return;
    moult__build *first = load_one(&l);
    if (first != NULL)
        *first->plugin->host = &moult__host;
    moult__build *second = first != NULL ? load_one(&l) : NULL;
    if (second != NULL && first->plugin == second->plugin)
        moult__fails(t, "the second build is the first one again");
    if (second != NULL && *second->plugin->host != NULL)
        moult__fails(t, "the second build is bound by what the first one was given");
    unload_one(&l, first);
    unload_one(&l, second);
    loader_close(&l);
}

/* What the process holds. */
typedef struct holding {
    uint64_t resident, mappings, descriptors, threads;
} holding;

static uint64_t lines_in(const char *path)
{
    uint64_t lines = 0;
    FILE *file = fopen(path, "re");
    for (int c; file != NULL && (c = fgetc(file)) != EOF;)
        lines += c == '\n';
    if (file != NULL)
        fclose(file);
    return lines;
}

static holding hold(void)
{
    holding now = {0};
    unsigned long long pages = 0;
    moult__ambient ambient;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file != NULL) {
        if (fscanf(file, "%*u %llu", &pages) != 1)
            pages = 0;
        fclose(file);
    }
    moult__ambient_take(&ambient);
    now.resident = pages * (uint64_t)sysconf(_SC_PAGESIZE);
    now.mappings = lines_in("/proc/self/maps");
    now.threads = ambient.threads;
    for (uint32_t i = 0; i < MOULT_COUNT(ambient.descriptors); i++)
        now.descriptors += (uint64_t)__builtin_popcountll(ambient.descriptors[i]);
    return now;
}

#ifdef __SANITIZE_ADDRESS__
#define RESIDENT_MAY_GROW UINT64_MAX / 2 /* what is freed is kept back for a while */
#else
#define RESIDENT_MAY_GROW ((uint64_t)1 << 20)
#endif

static void compare(moult__trial *t, const holding *before, const holding *after, uint32_t loads)
{
    if (after->mappings > before->mappings + 2 + loads / 5) /* fewer are the allocator's own */
        moult__fails(t, "%u loads leave %llu mappings behind", loads,
                     (unsigned long long)(after->mappings - before->mappings));
    if (after->descriptors > before->descriptors)
        moult__fails(t, "%u loads leave %llu descriptors open", loads,
                     (unsigned long long)(after->descriptors - before->descriptors));
    if (after->threads > before->threads)
        moult__fails(t, "%u loads leave %llu threads behind", loads,
                     (unsigned long long)(after->threads - before->threads));
    if (after->resident > before->resident + RESIDENT_MAY_GROW)
        moult__fails(t, "%u loads leave %llu KB of memory taken", loads,
                     (unsigned long long)((after->resident - before->resident) / 1024));
}

void moult__check_reload(moult__trial *t)
{
    loader l;
    holding before, after;
    uint32_t loads = moult__count(t, 1000), warm = loads / 10;
    if (!loader_open(&l, t))
        return;
    moult__ambient first, last;
    char what[200];
    moult__ambient_take(&first);
    for (uint32_t i = 0; i < loads + warm && t->found->verdict == MOULT__VERDICT_NONE; i++) {
        if (i == warm)
            before = hold();
        moult__build *build = load_one(&l);
        if (build != NULL)
            *build->plugin->host = &moult__host;
        unload_one(&l, build);
    }
    if (t->found->verdict == MOULT__VERDICT_NONE) {
        after = hold();
        compare(t, &before, &after, loads);
        moult__ambient_take(&last);
        if (moult__ambient_differs(&first, &last, 0, what, sizeof what))
            moult__fails(t, "loading and unloading it: %s", what);
        moult__pass(t, "%u loads", loads);
    }
    loader_close(&l);
}

/* -- hosts that know less ---------------------------------------------------------------------- */

/* What needs no world is called while the host is an old one. */
static void call_worldless(moult__trial *t, moult__build *build)
{
    for (uint32_t i = 0; i < build->plugin->provide_count; i++) {
        const moult_provide *provide = moult__entry(build->plugin->provides, i);
        moult__slot slot = {.shape = provide->shape,
                            .functions = provide->functions,
                            .build = build,
                            .flags = provide->flags};
        snprintf(slot.name, sizeof slot.name, "%s", provide->slot);
        if (strcmp(provide->interface, MOULT_MAPGEN_INTERFACE) == 0)
            moult__tour_mapgen(t, &slot, 1);
        if (strcmp(provide->interface, MOULT_BESTIARY_INTERFACE) == 0)
            moult__tour_bestiary(t, &slot, 1);
        if (strcmp(provide->interface, MOULT_FOV_INTERFACE) == 0)
            moult__tour_fov(t, &slot, 1);
    }
}

void moult__check_old_host(moult__trial *t)
{
    loader l;
    if (!loader_open(&l, t))
        return;
    for (uint32_t kind = 0; kind < 3 && !moult__failed(t); kind++) {
        moult_host host = {.size = 8, .abi = MOULT_ABI};
        if (kind == 1) { /* as the first hosts were */
            memcpy(&host, &moult__host, offsetof(moult_host, option));
            host.size = offsetof(moult_host, option);
        } else if (kind == 2) {
            host.abi = MOULT_ABI + 1;
        }
        moult__build *build = load_one(&l);
        if (build == NULL)
            break;
        *build->plugin->host = &host;
        moult__about(t, moult__translate("a host of %u bytes, ABI %u"), host.size, host.abi);
        if (kind == 1)
            call_worldless(t, build);
        unload_one(&l, build);
    }
    loader_close(&l);
}

/* -- natives ----------------------------------------------------------------------------------- */

#define ARGUMENTS 8u

static void call_native(moult__trial *t, const moult_native *native, const char *number)
{
    const char *args[ARGUMENTS];
    uint32_t count = 0;
    char out[256];
    moult__report why = {0};
    for (const char *at = strchr(native->signature, '(') + 1; *at != ')' && count < ARGUMENTS; at++)
        if (*at == 's')
            args[count++] = "x";
        else if (*at != 'w')
            args[count++] = number[0] == '-' && (*at == 'u' || *at == 'q') ? "4294967295" : number;
    moult__about(t, moult__translate("each argument %s"), number);
    moult__slot slot = {.shape = ""};
    t->patient = 1; /* no turn waits for it */
    moult__call(t, &slot, native->name);
    moult__native_call(&t->setup->set, t->s.world, native->name, args, count, out, sizeof out,
                       &why);
    moult__called(t);
    t->patient = 0;
    memset(&why, 0, sizeof why);
    if (moult__world_check(t->s.world, native->name, &why) < 0)
        moult__fails_report(t, &why);
}

void moult__check_natives(moult__trial *t)
{
    static const char *const numbers[] = {"0", "1", "-1", "7", "2147483647", "-2147483648"};
    const moult_plugin *plugin = t->build->plugin;
    for (uint32_t i = 0; i < plugin->native_count; i++) {
        const moult_native *native = moult__entry(plugin->natives, i);
        if (!moult__signature_valid(native->signature)) {
            moult__fails(t, "%s: \"%s\" is no signature like i(wi)", native->name,
                         native->signature);
            return;
        }
        for (uint32_t n = 0; n < MOULT_COUNT(numbers) && !moult__failed(t); n++) {
            if (moult__game_open(t, "1") < 0) {
                moult__fails_report(t, &t->s.report);
                return;
            }
            call_native(t, native, numbers[n]);
            moult__game_close(t);
        }
    }
    if (plugin->native_count == 0)
        moult__skip(t, "it has no natives");
    else
        moult__pass(t, "%u natives", plugin->native_count);
}
