/* SPDX-License-Identifier: MIT */
/* A call through a slot, as plugins make it: by the pointer that the core binds to the provider's
 * struct, against a call of the same function by an ordinary pointer. The caller is a plugin that
 * is compiled here, which has both; the function is combat/rogue's rule. Goal: 1.2 times. */
#include "bench.h"
#include <moult/combat.h>
#include "support/plugin_kit.h"

#define GOAL 1.2
#define CALLS 1000000

static const char caller[] =
    "#include <moult/combat.h>\n"
    "#include <moult/plugin.h>\n"
    "static MOULT_BINDS const moult_combat_1 *combat;\n"
    "static MOULT_BINDS moult_status (*ordinary)(const moult_attack *, moult_blow *);\n"
    "static int32_t through_slot(int32_t calls)\n"
    "{\n"
    "    moult_attack attack = {.size = sizeof attack, .skill = 3, .damage = 5};\n"
    "    moult_blow blow = {.size = sizeof blow};\n"
    "    int32_t sum = 0;\n"
    "    for (int32_t i = 0; i < calls; i++) {\n"
    "        attack.roll = i & 15;\n"
    "        sum += combat->resolve(&attack, &blow) + blow.damage;\n"
    "    }\n"
    "    return sum;\n"
    "}\n"
    "static int32_t through_pointer(int32_t calls)\n"
    "{\n"
    "    moult_attack attack = {.size = sizeof attack, .skill = 3, .damage = 5};\n"
    "    moult_blow blow = {.size = sizeof blow};\n"
    "    int32_t sum = 0;\n"
    "    ordinary = combat->resolve;\n"
    "    for (int32_t i = 0; i < calls; i++) {\n"
    "        attack.roll = i & 15;\n"
    "        sum += ordinary(&attack, &blow) + blow.damage;\n"
    "    }\n"
    "    return sum;\n"
    "}\n"
    "static const moult_require requires[] = {\n"
    "    MOULT_REQUIRE(\"combat/rogue\", MOULT_COMBAT_INTERFACE, MOULT_COMBAT_SHAPE, combat)};\n"
    "static const moult_native natives[] = {\n"
    "    MOULT_NATIVE(\"caller.slot\", \"i(i)\", through_slot, \"\"),\n"
    "    MOULT_NATIVE(\"caller.pointer\", \"i(i)\", through_pointer, \"\")};\n"
    "MOULT_PLUGIN(\"caller\", \"1.0\", \"\", \"\", .requirements = requires, .requirement_count = "
    "1,\n"
    "             .natives = natives, .native_count = 2)\n";

typedef int32_t counted(int32_t calls);

typedef struct calls {
    counted *by[2];
    int32_t sum[2];
} calls;

static void call(void *context, int choice)
{
    calls *c = context;
    c->sum[choice] = c->by[choice](CALLS);
}

int main(void)
{
    moult__set set;
    calls c;
    moult__report report = {0};
    moult__want want = {.role = ""};
    kit_folder_make();
    kit_compile("caller.so", caller, "-O2");
    snprintf(want.file, sizeof want.file, "%s", kit_at("caller.so"));
    kit_set_make(&set);
    kit_set_rogue(&set);
    if (kit_set_want(&set, "rules/rogue", &report) < 0 ||
        moult__set_load(&set, &want, 1, &report) < 0) {
        fprintf(stderr, "call: %s\n", report.text);
        kit_folder_remove();
        return 2;
    }
    c.by[0] = (counted *)moult__set_native(&set, "caller.slot")->function;
    c.by[1] = (counted *)moult__set_native(&set, "caller.pointer")->function;
    bench_side side[] = {{"ours", call, &c, 0, CALLS, 0, {0}},
                         {"a function pointer", call, &c, 1, CALLS, 0, {0}}};
    bench_measure(side, 2);
    if (c.sum[0] != c.sum[1])
        puts("call: the two ways don't agree");
    moult__set_close(&set);
    kit_folder_remove();
    return bench_verdict("call", side, 2, GOAL) + (c.sum[0] != c.sum[1]);
}
