/* SPDX-License-Identifier: MIT */
/* Small plugins as C text, to be compiled by plugin_kit.h: what changes between two builds is a
 * number that a call answers with. */
#ifndef TESTS_PLUGIN_TEXTS_H
#define TESTS_PLUGIN_TEXTS_H
#include <moult/ai.h>
#include "support/plugin_kit.h"

/* Archetypes SLOT of plugin PLUGIN; deciding answers ANSWER. */
#define TEXT_ANIMAL                                                                            \
    "#include <moult/ai.h>\n"                                                                  \
    "#include <moult/plugin.h>\n"                                                              \
    "#ifndef ANSWER\n"                                                                         \
    "#define ANSWER 1\n"                                                                       \
    "#endif\n"                                                                                 \
    "static moult_status decide(moult_world *w, const moult_senses *s, void *m, moult_action " \
    "*a)\n"                                                                                    \
    "{\n"                                                                                      \
    "    (void)w, (void)s, (void)m, (void)a;\n"                                                \
    "    return ANSWER;\n"                                                                     \
    "}\n"                                                                                      \
    "static const moult_ai_1 functions = {sizeof(moult_ai_1), 0, decide};\n"                   \
    "static const moult_provide provides[] = {\n"                                              \
    "    MOULT_PROVIDE(SLOT, MOULT_AI_INTERFACE, MOULT_AI_SHAPE, &functions)};\n"

#define TEXT_PLUGIN                                                                \
    TEXT_ANIMAL "MOULT_PLUGIN(PLUGIN, \"1.0\", \"\", SLOT, .provides = provides, " \
                ".provide_count = 1)\n"

/* One that asks the archetype NEEDS, with the requirement's flags in FLAGS. */
#define TEXT_ASKER                                                                         \
    TEXT_ANIMAL                                                                            \
    "static MOULT_BINDS const moult_ai_1 *other;\n"                                        \
    "static moult_status ask(void)\n"                                                      \
    "{\n"                                                                                  \
    "    return other != NULL ? other->decide(NULL, NULL, NULL, NULL) : -1;\n"             \
    "}\n"                                                                                  \
    "static const moult_require requires[] = {{sizeof(moult_require), FLAGS, NEEDS, "      \
    "MOULT_AI_INTERFACE, MOULT_AI_SHAPE, (const void **)&other}};\n"                       \
    "static const moult_native natives[] = {MOULT_NATIVE(PLUGIN \".ask\", \"i()\", ask, "  \
    "\"\")};\n"                                                                            \
    "MOULT_PLUGIN(PLUGIN, \"1.0\", \"\", SLOT, .provides = provides, .provide_count = 1, " \
    ".requirements = requires, .requirement_count = 1, .natives = natives, .native_count = 1)\n"

/* One whose actors count their decisions in MEMORY, a list of fields; the table is VERSION, and its
 * migrate function answers STEP. */
#define TEXT_MEMORY                                                                            \
    "#include <moult/world.h>\n"                                                               \
    "#include <moult/ai.h>\n"                                                                  \
    "#include <moult/plugin.h>\n"                                                              \
    "static moult_status step(uint32_t from, const void *old, void *row)\n"                    \
    "{\n"                                                                                      \
    "    (void)from, (void)old, (void)row;\n"                                                  \
    "    return STEP;\n"                                                                       \
    "}\n"                                                                                      \
    "MOULT_TABLE_EXTENDED(counter_memory, \"counter.memory\", MOULT_SCOPE_ACTOR, VERSION, "    \
    "MEMORY, 0u, step)\n"                                                                      \
    "static moult_status decide(moult_world *w, const moult_senses *s, void *m, moult_action " \
    "*a)\n"                                                                                    \
    "{\n"                                                                                      \
    "    (void)w, (void)s, (void)a;\n"                                                         \
    "    return ((counter_memory *)m)->times += ANSWER;\n"                                     \
    "}\n"                                                                                      \
    "MOULT_AI_MEMORY(counter, \"1.0\", \"\", decide, counter_memory)\n"

#define TEXT_COUNTER(width, version, step, answer)                                      \
    "-D'MEMORY(F,A)=F(" width ",times,\"decided\")' -DVERSION=" version " -DSTEP=" step \
    " -DANSWER=" answer

#define TEXT_NAMES(plugin, slot) "-DPLUGIN='\"" plugin "\"' -DSLOT='\"" slot "\"' "

/* What the archetype in a slot answers. */
static inline moult_status text_ask(const moult__set *set, const char *slot)
{
    const moult__slot *found = moult__set_slot(set, slot);
    const moult_ai_1 *functions = found != NULL ? found->functions : NULL;
    return functions != NULL ? functions->decide(NULL, NULL, NULL, NULL) : -100;
}

#endif
