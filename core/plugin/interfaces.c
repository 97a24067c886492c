/* SPDX-License-Identifier: MIT */
/* The interfaces that the core calls: their shapes, and what a whole struct of each is. A plugin of
 * an earlier release may lack the functions that came later, so only those of the interface's first
 * release are asked for; the others are called where MOULT_HAS says that they are there. */
#include <stdio.h>
#include <string.h>
#include <moult/moult.h>
#include "core/plugin/set.h"

/* Functions lie side by side, from the first on; what comes behind them may be missing. Their count
 * is that of the interface's first release, and never changes. */
typedef struct interface {
    const char *name, *shape;
    uint32_t size, first, functions;
} interface;

#define INTERFACE(KIND, type, first, count)                                                        \
    {                                                                                              \
        MOULT_##KIND##_INTERFACE, MOULT_##KIND##_SHAPE,                                            \
            offsetof(type, first) + (count) * sizeof(void (*)(void)), offsetof(type, first), count \
    }

static const interface interfaces[] = {
    INTERFACE(RULES, moult_rules_1, start, 11),
    INTERFACE(MAPGEN, moult_mapgen_1, generate, 1),
    INTERFACE(AI, moult_ai_1, decide, 1),
    INTERFACE(COMBAT, moult_combat_1, strike, 2),
    INTERFACE(ITEMS, moult_items_1, describe, 2),
    INTERFACE(BESTIARY, moult_bestiary_1, describe, 1),
    INTERFACE(FOV, moult_fov_1, see, 1),
    INTERFACE(RENDERER, moult_renderer_1, open, 6),
    INTERFACE(SAVER, moult_saver_1, encode, 2),
    INTERFACE(SCORES, moult_scores_1, open, 4),
};

/* The name of function number `index` of a shape, for the text. */
static int shape_name(const char *shape, uint32_t index, const char **name)
{
    while (index-- > 0)
        shape = strchr(shape, '\n') + 1;
    *name = shape;
    return (int)strcspn(shape, " ");
}

/* Two shapes agree as far as both go, and the functions that are needed lie within that. */
static int32_t shapes_agree(const char *shape, const interface *known)
{
    const char *needed;
    shape_name(known->shape, known->functions, &needed);
    const size_t least = (size_t)(needed - known->shape);
    const size_t given = strlen(shape), most = strlen(known->shape);
    return given >= least && strncmp(shape, known->shape, given < most ? given : most) == 0;
}

/* The core calls a slot of one of its kinds through that kind's interface and no other. */
static int32_t is_kind_of(const char *slot, const interface *known)
{
    size_t kind = strcspn(slot, "/");
    return strncmp(slot, known->name, kind) == 0 && known->name[kind] == '/';
}

moult_status moult__interface_check(const moult_provide *provide, const char *who,
                                    moult__report *report)
{
    for (uint32_t i = 0; i < MOULT_COUNT(interfaces); i++) {
        const interface *known = &interfaces[i];
        if (strcmp(known->name, provide->interface) != 0) {
            if (is_kind_of(provide->slot, known))
                return moult__refuse(report, MOULT_UNSUPPORTED, who,
                                     "%s is provided as %s, but this core calls it as %s. Provide "
                                     "that, or name the slot's kind otherwise",
                                     provide->slot, provide->interface, known->name);
            continue;
        }
        if (!shapes_agree(provide->shape, known))
            return moult__refuse(report, MOULT_CHANGED, who,
                                 "%s has another shape than %s has here. Rebuild it with this SDK: "
                                 "moult sdk --cflags",
                                 provide->slot, known->name);
        uint32_t size;
        memcpy(&size, provide->functions, sizeof size);
        if (size < known->size || size > 65536)
            return moult__refuse(report, MOULT_FORMAT, who,
                                 "%s says that its functions take %u bytes, %s has %u. Rebuild it "
                                 "with this SDK: moult sdk --cflags",
                                 provide->slot, size, known->name, known->size);
        for (uint32_t f = 0; f < known->functions; f++) {
            const void *function;
            memcpy(&function, (const char *)provide->functions + known->first + f * sizeof function,
                   sizeof function);
            const char *name;
            int length = shape_name(known->shape, f, &name);
            if (function == NULL)
                return moult__refuse(report, MOULT_FORMAT, who,
                                     "%s has no function %.*s, which %s needs. Give it one",
                                     provide->slot, length, name, known->name);
        }
        return MOULT_OK;
    }
    return MOULT_OK;
}

int32_t moult__interface_function(const moult__slot *slot, uint32_t i, char *name, uint32_t room,
                                  uint64_t *address)
{
    for (uint32_t k = 0; k < MOULT_COUNT(interfaces); k++) {
        const interface *known = &interfaces[k];
        if (strcmp(known->name, slot->interface) != 0 || i >= known->functions)
            continue;
        const char *text, *function;
        int length = shape_name(known->shape, i, &text);
        memcpy(&function, (const char *)slot->own + known->first + i * sizeof function,
               sizeof function);
        snprintf(name, room, "%.*s", length, text);
        *address = (uintptr_t)function;
        return 1;
    }
    return 0;
}

/* An interface of the plugins' own is known where nothing but its size stands before them. */
int32_t moult__interface_functions(const moult__slot *slot, uint32_t *first, uint32_t *count)
{
    uint32_t size, lines = 0;
    for (uint32_t k = 0; k < MOULT_COUNT(interfaces); k++) {
        if (strcmp(interfaces[k].name, slot->interface) != 0)
            continue;
        *first = interfaces[k].first;
        *count = interfaces[k].functions;
        return 1;
    }
    for (const char *at = slot->shape; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    memcpy(&size, slot->own, sizeof size);
    *first = sizeof(void (*)(void));
    *count = lines;
    return lines != 0 && size == *first + lines * sizeof(void (*)(void));
}
