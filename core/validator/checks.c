/* SPDX-License-Identifier: MIT */
/* The table of checks: what each is called, whom it concerns, and what it proves. The order is that
 * of the report: the file, the load, the calls of any plugin, then those of each kind. */
#include <stdlib.h>
#include <string.h>
#include "core/system/text.h"
#include "core/validator/trial.h"

#define STAGED MOULT__CHECK_STAGED
#define CALLS (MOULT__CHECK_STAGED | MOULT__CHECK_CALLS)
#define SEEDED (CALLS | MOULT__CHECK_SEEDED)

// clang-format off
static const moult__check checks[] = {
    /* name, kind, flags, seconds, function,
     * what it proves */
    {"file", "", 0, 10, moult__check_file_whole,
     MOULT_TEXT("a whole plugin for this machine and ABI, with one export")},
    {"imports", "", 0, 10, moult__check_imports,
     MOULT_TEXT("it calls no function that changes the process, but for what it may own")},
    {"statics", "", 0, 10, moult__check_statics,
     MOULT_TEXT("it has no variables but those that the core binds")},
    {"load", "", 0, 20, moult__check_load,
     MOULT_TEXT("it loads with what it requires, and a game starts with it")},
    {"interface", "", STAGED, 10, moult__check_interface,
     MOULT_TEXT("slots, shapes, sizes and functions are those of its interfaces")},
    {"strings", "", STAGED, 10, moult__check_strings,
     MOULT_TEXT("its texts are UTF-8 without control characters, not too long, none is "
                "missing")},
    {"requirements", "", STAGED, 10, moult__check_requirements,
     MOULT_TEXT("what it requires is well named, and somebody provides it")},
    {"twice", "", 0, 10, moult__check_twice,
     MOULT_TEXT("two builds live side by side, each bound by itself, and both go")},
    {"reload", "", 0, 30, moult__check_reload,
     MOULT_TEXT("1,000 loads leave memory, descriptors, mappings and threads as they were")},
    {"old-host", "", 0, 10, moult__check_old_host,
     MOULT_TEXT("a host that knows less, or another ABI, doesn't make it crash")},
    {"natives", "", CALLS, 20, moult__check_natives,
     MOULT_TEXT("its natives take small and extreme numbers, and the world stays whole")},
    {"ambient", "", CALLS, 30, moult__check_ambient,
     MOULT_TEXT("each call leaves the process as it was: rounding, signals, folder, locale, "
                "environment, threads, descriptors")},
    {"repeat", "", CALLS, 30, moult__check_repeat,
     MOULT_TEXT("the same seed gives the same answers at other addresses, in poisoned memory")},
    {"streams", "", CALLS, 30, moult__check_streams,
     MOULT_TEXT("it draws only in calls that may, and from the streams that they may")},
    {"draw", "", CALLS, 30, moult__check_draw,
     MOULT_TEXT("calls that mustn't change the world don't")},
    {"memory", "", CALLS, 30, moult__check_memory,
     MOULT_TEXT("what it allocates is given back")},
    {"time", "", CALLS, 30, moult__check_time,
     MOULT_TEXT("a call takes less than 2 s, and 99 of 100 less than 100 ms, or 1 s with files")},
    {"mapgen-promises", "mapgen", SEEDED, 120, moult__check_mapgen_promises,
     MOULT_TEXT("1,000 seeds, 20 depths, 3 sizes: levels hold what they promise, within their"
                " planes")},
    {"mapgen-order", "mapgen", SEEDED, 60, moult__check_mapgen_order,
     MOULT_TEXT("a level doesn't depend on which ones were made before")},
    {"mapgen-budget", "mapgen", SEEDED, 30, moult__check_mapgen_budget,
     MOULT_TEXT("when the budget of steps is used up it says so")},
    {"mapgen-sizes", "mapgen", CALLS, 30, moult__check_mapgen_sizes,
     MOULT_TEXT("odd sizes, depths, seeds and options are refused or made well")},
    {"ai-answers", "ai", CALLS, 60, moult__check_ai_answers,
     MOULT_TEXT("10,000 random senses: each answer is one that an actor can want")},
    {"ai-memory", "ai", CALLS, 60, moult__check_ai_memory,
     MOULT_TEXT("whatever its row holds, it answers, and writes nothing beside the row")},
    {"items-kinds", "items", CALLS, 30, moult__check_items_kinds,
     MOULT_TEXT("every kind and subtype has a sound look and name, or is told as unknown")},
    {"items-use", "items", CALLS, 60, moult__check_items_use,
     MOULT_TEXT("every kind and subtype can be used, with a sound effect, or is refused")},
    {"combat-resolve", "combat", CALLS, 30, moult__check_combat_resolve,
     MOULT_TEXT("the same numbers give the same blow, and a sound one")},
    {"combat-strike", "combat", CALLS, 30, moult__check_combat_strike,
     MOULT_TEXT("who stands on the map can be struck; stale ids are refused")},
    {"bestiary-rows", "bestiary", CALLS, 20, moult__check_bestiary_rows,
     MOULT_TEXT("every creature has sound numbers, a name and an archetype")},
    {"fov-bounds", "fov", CALLS, 30, moult__check_fov_bounds,
     MOULT_TEXT("it lights the eye, stays within the map, and beyond the radius only the "
                "eye's room")},
    {"fov-walls", "fov", CALLS, 20, moult__check_fov_walls,
     MOULT_TEXT("nothing behind a closed wall is seen")},
    {"fov-symmetry", "fov", CALLS, 30, moult__check_fov_symmetry,
     MOULT_TEXT("who sees is seen, where its help text says symmetric or mutual")},
    {"renderer-storm", "renderer", CALLS, 60, moult__check_renderer_storm,
     MOULT_TEXT("scenes of any size and text, while the display changes its size")},
    {"renderer-terminal", "renderer", CALLS, 30, moult__check_renderer_terminal,
     MOULT_TEXT("the terminal is given back as it was, and what undoes it fits")},
    {"saver-roundtrip", "saver", CALLS, 60, moult__check_saver_roundtrip,
     MOULT_TEXT("what is written reads back equal, byte by byte of every table")},
    {"saver-damage", "saver", CALLS, 60, moult__check_saver_damage,
     MOULT_TEXT("flipped, missing and random bytes are refused, or the world is whole")},
    {"rules-commands", "rules", CALLS, 20, moult__check_rules_commands,
     MOULT_TEXT("commands, keys and settings are well-formed, and none is there twice")},
    {"rules-play", "rules", CALLS, 60, moult__check_rules_play,
     MOULT_TEXT("1,000 random commands leave the world whole")},
    {"rules-resume", "rules", CALLS, 60, moult__check_rules_resume,
     MOULT_TEXT("saved and loaded in the middle, a run goes on as if it hadn't been")},
    {"rules-seeds", "rules", CALLS, 60, moult__check_rules_seeds,
     MOULT_TEXT("any seed text starts a run: empty, 4,096 bytes, not even text")},
    {"scores-ranking", "scores", CALLS, 30, moult__check_scores_ranking,
     MOULT_TEXT("runs are ranked best first, the earlier of equals first, and kept")},
};
// clang-format on

const moult__check *moult__check_at(uint32_t index)
{
    return index < MOULT_COUNT(checks) ? &checks[index] : NULL;
}

void moult__check_list(FILE *out)
{
    for (uint32_t i = 0; i < MOULT_COUNT(checks); i++)
        moult__print(out, "%-18s %-9s %s\n", checks[i].name,
                     checks[i].kind[0] != 0 ? checks[i].kind : "-",
                     moult__translate(checks[i].proves));
}

int32_t moult__check_unknown(const char *only, char *out, uint32_t room)
{
    while (*only != 0) {
        size_t length = strcspn(only, ",");
        snprintf(out, room, "%.*s", (int)(length < room ? length : room - 1), only);
        uint32_t i = 0;
        while (i < MOULT_COUNT(checks) && strcmp(checks[i].name, out) != 0)
            i++;
        if (i == MOULT_COUNT(checks))
            return 1;
        only += length + (only[length] == ',');
    }
    return 0;
}

const char *moult__check_closest(const char *name)
{
    const char *names[MOULT_COUNT(checks)];
    for (uint32_t i = 0; i < MOULT_COUNT(checks); i++)
        names[i] = checks[i].name;
    return moult__closest(name, names, MOULT_COUNT(checks));
}
