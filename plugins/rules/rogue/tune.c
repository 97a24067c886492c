/* SPDX-License-Identifier: MIT */
/* The settings that a profile may give: a preset, and single numbers over it. They are taken into
 * the row of `rogue.tuning` before a start, after a load and after a reload. The row is written
 * only when a number differs, so the same settings leave the world's hash as it was. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "rules/rogue/game.h"

/* What an option is called, by its field. */
#define OPTION_name "name"
#define OPTION_width "width"
#define OPTION_height "height"
#define OPTION_floors "floors"
#define OPTION_sight "sight"
#define OPTION_start_hp "start-hp"
#define OPTION_start_skill "start-skill"
#define OPTION_start_level "start-level"
#define OPTION_start_weapon "start-weapon"
#define OPTION_start_armour "start-armour"
#define OPTION_hunger_max "hunger-max"
#define OPTION_hunger_every "hunger-every"
#define OPTION_hungry "hungry"
#define OPTION_weak "weak"
#define OPTION_food "food"
#define OPTION_regenerate_every "regenerate-every"
#define OPTION_starve_tell_every "starve-tell-every"
#define OPTION_starve_damage "starve-damage"
#define OPTION_grow_level "grow-level"
#define OPTION_grow_hp "grow-hp"
#define OPTION_grow_skill "grow-skill"
#define OPTION_die_sides "die-sides"
#define OPTION_to_hit "to-hit"
#define OPTION_critical_times "critical-times"
#define OPTION_damage_min "damage-min"
#define OPTION_monsters_max "monsters-max"
#define OPTION_tier_floors "tier-floors"
#define OPTION_gold_times "gold-times"
#define OPTION_pick_ups "pick-ups"
#define OPTION_bump_costs "bump-costs"
#define OPTION_ask_poison "ask-poison"
#define OPTION_teleport_tries "teleport-tries"
#define OPTION_empty_costs "empty-costs"
#define OPTION_hit_span "hit-span"
#define OPTION_hit_bend "hit-bend"
#define OPTION_potion_kinds "potion-kinds"
#define OPTION_scroll_kinds "scroll-kinds"
#define OPTION_curse_one_in "curse-one-in"
#define OPTION_identify_all "identify-all"
#define OPTION_speed_turns "speed-turns"
#define OPTION_float_turns "float-turns"
#define OPTION_see_turns "see-turns"
#define OPTION_reveal_turns "reveal-turns"
#define OPTION_detect_turns "detect-turns"
#define OPTION_sleep_turns "sleep-turns"
#define OPTION_sleep_range "sleep-range"
#define OPTION_confuse_turns "confuse-turns"
#define OPTION_confuse_range "confuse-range"
#define OPTION_confuse_chance "confuse-chance"
#define OPTION_light_radius "light-radius"
#define OPTION_doors "doors"
#define OPTION_retry "retry"
#define OPTION_scrap_gold "scrap-gold"
#define OPTION_secrets "secrets"
#define OPTION_search_one_in "search-one-in"
#define OPTION_force_one_in "force-one-in"
#define OPTION_door_trap "door-trap"
#define OPTION_wake_range "wake-range"
#define OPTION_wake_one_in "wake-one-in"
#define OPTION_leader_floors "leader-floors"
#define OPTION_ration_cells "ration-cells"

#define SETTING(F, name, classic, standard, low, high, help) \
    {sizeof(moult_setting), 0, OPTION_##name, NULL, low, high, help},
const moult_setting rogue_settings[ROGUE_SETTINGS] = {
    {sizeof(moult_setting), 0, "preset", "classic standard", 0, 0,
     "the original's numbers, or those of this game"},
    ROGUE_TUNING(SETTING, )};
#undef SETTING

/* The core has checked names and ranges; what is out of them all the same is refused. */
static moult_status take(moult_world *w, const moult_setting *setting, int32_t *number)
{
    char text[192], *end;
    const char *given = moult_option(w, setting->name);
    if (!given)
        return MOULT_OK;
    long long value = strtoll(given, &end, 10);
    if (end == given || *end != 0 || value < setting->low || value > setting->high) {
        snprintf(text, sizeof text, "%s = %.40s is no whole number from %lld to %lld (%.60s)",
                 setting->name, given, (long long)setting->low, (long long)setting->high,
                 setting->help);
        return moult_fail(w, MOULT_RANGE, text);
    }
    *number = (int32_t)value;
    return MOULT_OK;
}

moult_status rogue_tune(moult_world *w)
{
    const char *preset = moult_option(w, "preset");
    int32_t classic = preset && strcmp(preset, "classic") == 0;
    int32_t numbers[ROGUE_SETTINGS - 1];
    if (preset && !classic && strcmp(preset, "standard") != 0)
        return moult_fail(w, MOULT_UNKNOWN, "preset is neither classic nor standard");
    memcpy(numbers, classic ? &rogue_classic : &rogue_standard, sizeof numbers);
    for (uint32_t i = 1; i < ROGUE_SETTINGS; i++) {
        moult_status status = take(w, &rogue_settings[i], &numbers[i - 1]);
        if (status < 0)
            return status;
    }
    if (memcmp(rogue_tuning_read(w, 0), numbers, sizeof numbers) == 0)
        return MOULT_OK;
    rogue_tuning *row = rogue_tuning_edit(w, 0);
    if (!row)
        return moult_fail(w, MOULT_REFUSED, "the numbers of the game can't be written");
    memcpy(row, numbers, sizeof numbers);
    return MOULT_OK;
}
