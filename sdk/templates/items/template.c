/* items/template: whatever lies about is a herb, and a herb heals. */
#include <moult/items.h>
#include <stdio.h>

#define HEALING 4 /* hit points: change it while you play, and `make` */
#define GREEN 0x40c040u
#define KINDS 64u /* more than any game has */

/* How a thing looks and is called; kinds and subtypes are numbers of the game's rules. */
static moult_status describe(const moult_world *w, uint32_t kind, int32_t subtype,
                             moult_item_info *out)
{
    (void)w, (void)subtype;
    moult_item_info info = {.flags = MOULT_ITEM_HELD, .glyph = '%', .fg = GREEN};
    if (kind >= KINDS)
        info.flags = MOULT_ITEM_UNKNOWN;
    info.value = 2; /* in a fist, a herb strikes for two */
    snprintf(info.name, sizeof info.name, "green herb");
    return MOULT_ANSWER(out, info), MOULT_OK;
}

/* What using one up changes, as deltas: the rules apply them. */
static moult_status use(moult_world *w, moult_id user, uint32_t kind, int32_t subtype,
                        moult_effect *out)
{
    (void)w, (void)user, (void)subtype;
    if (kind >= KINDS)
        return MOULT_UNKNOWN;
    moult_effect effect = {.hp = HEALING, .weapon = -1, .armour = -1}; /* -1: as it is */
    return MOULT_ANSWER(out, effect), MOULT_OK;
}

MOULT_ITEMS(template, "0.1.0", "everything is a healing herb", describe, use)
