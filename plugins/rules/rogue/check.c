/* SPDX-License-Identifier: MIT */
/* Whether the bestiary can be played with: told once, before the first level is made, and not in
 * the middle of a run. */
#include <stdio.h>
#include <string.h>
#include "rules/rogue/game.h"

/* Archetypes of the game; until their plugin comes the chaser plays them. */
static const char *const archetypes[] = {
    "idle", "wander", "chaser",  "smart",  "sleeper", "ranged",
    "fast", "boss",   "tracker", "hunter", "coward",
};

static int32_t is_archetype(moult_world *w, const char *name)
{
    for (uint32_t i = 0; i < MOULT_COUNT(archetypes); i++)
        if (strcmp(archetypes[i], name) == 0)
            return 1;
    moult_name interned = moult_intern(w, name);
    return interned && moult_slot_of(w, "ai", interned) != NULL;
}

/* `format` says what is wrong with a row and its {name}. */
static moult_status refuse(moult_world *w, uint32_t row, const char *name, const char *format,
                           moult_arg more)
{
    char text[512], about[64];
    snprintf(about, sizeof about, "%.40s", name);
    const moult_arg args[] = {MOULT_ARG_NUMBER("row", row), MOULT_ARG_TEXT("name", about), more};
    moult_format(w, text, sizeof text, format, args, MOULT_COUNT(args));
    return moult_fail(w, MOULT_FORMAT, text);
}

/* A kind's number is its row: two that say the same can't both be right. */
static moult_status check_row(moult_world *w, uint32_t row)
{
    const moult_arg nothing = MOULT_ARG_TEXT("", "");
    moult_creature c = {.size = sizeof c, .id = row};
    if (rogue_bestiary->describe(row, &c) < 0)
        return refuse(w, row, "",
                      MOULT_TEXT("the bestiary's row {row} ({name}) isn't there, though the count "
                                 "says so. Correct the count"),
                      nothing);
    const char *name = c.name ? c.name : "";
    if (name[0] == 0 || strlen(name) >= MOULT_NAME_SIZE - 8)
        return refuse(w, row, "",
                      MOULT_TEXT("the bestiary's row {row} ({name}) has no name of 1 to 119 "
                                 "bytes. Give it one"),
                      nothing);
    if (c.id != row)
        return refuse(w, row, name,
                      MOULT_TEXT("the bestiary's row {row} ({name}) has id {id}, which is another "
                                 "row's. Make every id its row"),
                      (moult_arg)MOULT_ARG_NUMBER("id", c.id));
    if (c.hp <= 0)
        return refuse(w, row, name,
                      MOULT_TEXT("the bestiary's row {row} ({name}) has {hp} hit points. Give it "
                                 "1 or more"),
                      (moult_arg)MOULT_ARG_NUMBER("hp", c.hp));
    if (!c.archetype || !is_archetype(w, c.archetype))
        return refuse(w, row, name,
                      MOULT_TEXT("the bestiary's row {row} ({name}) has the archetype "
                                 "\"{archetype}\", which nobody plays. Load ai/{archetype}"),
                      (moult_arg)MOULT_ARG_TEXT("archetype", c.archetype ? c.archetype : "NAME"));
    return MOULT_OK;
}

moult_status rogue_check_bestiary(moult_world *w)
{
    if (rogue_bestiary->count == 0 || rogue_bestiary->count > ROGUE_KIND_HERO)
        return moult_fail(w, MOULT_FORMAT,
                          "the bestiary has nobody in it. Bind another: --use "
                          "bestiary=NAME");
    for (uint32_t row = 0; row < rogue_bestiary->count; row++) {
        moult_status status = check_row(w, row);
        if (status < 0)
            return status;
    }
    return MOULT_OK;
}
