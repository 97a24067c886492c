/* SPDX-License-Identifier: MIT */
/* The core tables' schemas, in the order of their handles. */
#include "core/world/core_tables.h"

MOULT_TABLE_STRUCT(moult__cell_row, MOULT__CELL)
MOULT_TABLE_STRUCT(moult__lit_row, MOULT__LIT)

#define SCHEMA(name, text, scope, LIST, flags) \
    MOULT_TABLE_SCHEMA(name, text, scope, 1, LIST, (flags) | MOULT_TABLE_CORE, NULL)

SCHEMA(moult__run_row, "core.run", MOULT_SCOPE_WORLD, MOULT__RUN, 0)
SCHEMA(moult__seed_row, "core.seed", MOULT_SCOPE_WORLD, MOULT__SEED, 0)
SCHEMA(moult__random_row, "core.random", MOULT_SCOPE_WORLD, MOULT__RANDOM, 0)
SCHEMA(moult__session_row, "core.session", MOULT_SCOPE_WORLD, MOULT__SESSION, MOULT_TABLE_UNHASHED)
SCHEMA(moult__level_row, "core.level", MOULT_SCOPE_LEVEL, MOULT__LEVEL, 0)
SCHEMA(moult__cell_row, "core.cell", MOULT_SCOPE_CELL, MOULT__CELL, 0)
SCHEMA(moult__lit_row, "core.lit", MOULT_SCOPE_CELL, MOULT__LIT, MOULT_TABLE_UNHASHED)
SCHEMA(moult__name_row, "core.name", MOULT_SCOPE_WORLD_LIST, MOULT__NAME, 0)
SCHEMA(moult__message_row, "core.message", MOULT_SCOPE_WORLD_LIST, MOULT__MESSAGE, 0)
SCHEMA(moult__plugin_row, "core.plugin", MOULT_SCOPE_WORLD_LIST, MOULT__PLUGIN,
       MOULT_TABLE_UNHASHED)

#define SLOTS(id, text, flags)                                  \
    static const moult_schema id = {sizeof(moult_schema),       \
                                    1,                          \
                                    MOULT__SCOPE_SLOTS,         \
                                    MOULT_TABLE_CORE | (flags), \
                                    sizeof(moult__slot_row),    \
                                    MOULT_COUNT(slot_fields),   \
                                    text,                       \
                                    slot_fields,                \
                                    NULL};

static const moult_field slot_fields[] = {MOULT__SLOT(MOULT_TABLE_FIELD_F, MOULT_TABLE_FIELD_A)};
SLOTS(level_slots, "core.level.slot", 0)
SLOTS(actor_slots, "core.actor.slot", 0)
SLOTS(item_slots, "core.item.slot", 0)
SLOTS(name_slots, "core.name.slot", 0)
SLOTS(message_slots, "core.message.slot", 0)
SLOTS(plugin_slots, "core.plugin.slot", MOULT_TABLE_UNHASHED)

static const moult_schema *const core_schemas[MOULT__TABLES_CORE + 1] = {
    [MOULT__TABLE_RUN] = &moult__run_row_schema,
    [MOULT__TABLE_SEED] = &moult__seed_row_schema,
    [MOULT__TABLE_RANDOM] = &moult__random_row_schema,
    [MOULT__TABLE_SESSION] = &moult__session_row_schema,
    [MOULT__TABLE_LEVEL_SLOT] = &level_slots,
    [MOULT__TABLE_ACTOR_SLOT] = &actor_slots,
    [MOULT__TABLE_ITEM_SLOT] = &item_slots,
    [MOULT__TABLE_LEVEL] = &moult__level_row_schema,
    [MOULT__TABLE_CELL] = &moult__cell_row_schema,
    [MOULT__TABLE_LIT] = &moult__lit_row_schema,
    [MOULT__TABLE_NAME] = &moult__name_row_schema,
    [MOULT__TABLE_NAME_SLOT] = &name_slots,
    [MOULT__TABLE_MESSAGE] = &moult__message_row_schema,
    [MOULT__TABLE_MESSAGE_SLOT] = &message_slots,
    [MOULT__TABLE_PLUGIN] = &moult__plugin_row_schema,
    [MOULT__TABLE_PLUGIN_SLOT] = &plugin_slots,
};

const moult_schema *moult__core_schema(uint32_t table)
{
    return table >= 1 && table <= MOULT__TABLES_CORE ? core_schemas[table] : NULL;
}
