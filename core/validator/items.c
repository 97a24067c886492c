/* SPDX-License-Identifier: MIT */
/* Items: every kind and subtype of a vocabulary that only the provider knows; so all small numbers
 * are asked for, and some that nobody has. */
#include <string.h>
#include "core/system/text.h"
#include "core/validator/trial.h"

#define KINDS 24u
#define SUBTYPES 128
#define GUARD 32u

static const int32_t absurd[] = {-1, -2, 1000, 65536, INT32_MAX, INT32_MIN};

typedef struct guarded_info {
    moult_item_info info;
    uint8_t guard[GUARD];
} guarded_info;

static const char *fault_of(const moult_item_info *info)
{
    uint32_t known = MOULT_ITEM_UNKNOWN | MOULT_ITEM_HELD | MOULT_ITEM_WORN;
    if (info->size != sizeof *info)
        return moult__translate("the size was overwritten");
    if ((info->flags & ~known) != 0)
        return moult__translate("it has a flag that doesn't exist");
    if ((info->flags & MOULT_ITEM_UNKNOWN) != 0)
        return NULL;
    if (info->glyph < 0x20 || info->glyph > 0x10ffff)
        return moult__translate("its glyph is no character");
    if (info->fg > 0xffffff)
        return moult__translate("its colour is none");
    if (info->name[0] == 0)
        return moult__translate("it has no name");
    return moult__text_fault(info->name, sizeof info->name);
}

/* 1: the provider knows it. */
static int32_t describe(moult__trial *t, const moult__slot *slot, uint32_t kind, int32_t subtype,
                        moult_item_info *out)
{
    const moult_items_1 *items = slot->functions;
    memset(out, 0, sizeof *out);
    out->size = sizeof *out;
    moult__call(t, slot, "describe");
    moult_status status = items->describe(t->s.world, kind, subtype, out);
    moult__called(t);
    moult__answer(t, out, sizeof *out);
    return status >= 0 && (out->flags & MOULT_ITEM_UNKNOWN) == 0;
}

static moult_status use(moult__trial *t, const moult__slot *slot, uint32_t kind, int32_t subtype,
                        moult_effect *out)
{
    const moult_items_1 *items = slot->functions;
    *out = (moult_effect){.size = sizeof *out, .weapon = -1, .armour = -1};
    moult__call(t, slot, "use");
    moult_status status = items->use(t->s.world, moult__hero(t->s.world), kind, subtype, out);
    moult__called(t);
    moult__answer(t, out, sizeof *out);
    return status;
}

void moult__tour_items(moult__trial *t, const moult__slot *slot, uint32_t seed)
{
    moult_item_info info;
    moult_effect effect;
    for (uint32_t kind = 0; kind < 10; kind++)
        for (int32_t subtype = 0; subtype < 12; subtype++)
            if (describe(t, slot, kind, subtype, &info) &&
                (kind + (uint32_t)subtype + seed) % 3 == 0)
                use(t, slot, kind, subtype, &effect);
}

static int32_t game(moult__trial *t)
{
    if (moult__game_open(t, "items") >= 0)
        return 1;
    moult__fails_report(t, &t->s.report);
    return 0;
}

/* An older rules' info ends before the name. */
static void describe_short(moult__trial *t, const moult__slot *slot, uint32_t kind, int32_t subtype)
{
    const moult_items_1 *items = slot->functions;
    guarded_info small;
    memset(&small, 0xa7, sizeof small);
    small.info.size = offsetof(moult_item_info, name);
    moult__call(t, slot, "describe");
    items->describe(t->s.world, kind, subtype, &small.info);
    moult__called(t);
    for (uint32_t i = 0; i < sizeof small.info.name; i++)
        if ((uint8_t)small.info.name[i] != 0xa7)
            moult__fails(t, "it wrote beyond the size that the caller's struct says it has");
}

static void kinds(moult__trial *t, const moult__slot *slot)
{
    moult_item_info info;
    uint32_t known = 0;
    if (!game(t))
        return;
    for (uint32_t kind = 0; kind < KINDS; kind++)
        for (int32_t i = 0; i < SUBTYPES + (int32_t)MOULT_COUNT(absurd); i++) {
            int32_t subtype = i < SUBTYPES ? i : absurd[i - SUBTYPES];
            moult__about(t, moult__translate("kind %u, subtype %d"), kind, subtype);
            if (!describe(t, slot, kind, subtype, &info))
                continue;
            known++;
            const char *fault = fault_of(&info);
            if (fault != NULL)
                moult__fails(t, "kind %u, subtype %d: %s", kind, subtype, fault);
            if (i == 0)
                describe_short(t, slot, kind, subtype);
        }
    moult__about(t, "%s", moult__translate("a kind that doesn't exist"));
    if (describe(t, slot, UINT32_MAX, 0, &info))
        moult__fails(t, "kind %u is described as if it were known", UINT32_MAX);
    moult__game_close(t);
    if (known == 0)
        moult__fails(t, "it knows no kind from 0 to %u", KINDS - 1);
    moult__pass(t, "%u things known", known);
}

void moult__check_items_kinds(moult__trial *t)
{
    moult__each_slot(t, kinds);
}

static void use_one(moult__trial *t, const moult__slot *slot, uint32_t kind, int32_t subtype)
{
    moult_item_info info;
    moult_effect effect;
    moult__report why = {0};
    int32_t known = describe(t, slot, kind, subtype, &info);
    moult_status status = use(t, slot, kind, subtype, &effect);
    if (!known && status >= 0)
        moult__fails(t, "kind %u, subtype %d is unknown, and using it answered %d", kind, subtype,
                     status);
    if (effect.size != sizeof effect)
        moult__fails(t, "kind %u, subtype %d: the effect's size was overwritten", kind, subtype);
    if (status >= 0 && (effect.weapon < -1 || effect.armour < -1))
        moult__fails(t, "kind %u, subtype %d: it gives gear of tier %d", kind, subtype,
                     effect.weapon < -1 ? effect.weapon : effect.armour);
    if (moult__world_check(t->s.world, slot->name, &why) < 0)
        moult__fails_report(t, &why);
}

static void uses(moult__trial *t, const moult__slot *slot)
{
    for (uint32_t kind = 0; kind < KINDS && !moult__failed(t); kind++) {
        if (!game(t))
            return;
        for (int32_t i = 0; i < 64 + (int32_t)MOULT_COUNT(absurd) && !moult__failed(t); i++) {
            int32_t subtype = i < 64 ? i : absurd[i - 64];
            moult__about(t, moult__translate("kind %u, subtype %d"), kind, subtype);
            use_one(t, slot, kind, subtype);
        }
        moult__game_close(t);
    }
}

void moult__check_items_use(moult__trial *t)
{
    moult__each_slot(t, uses);
    moult__pass(t, "%llu calls", (unsigned long long)t->calls);
}
