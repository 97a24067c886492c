/* SPDX-License-Identifier: MIT */
/* Commands and their keys: the core's own, then the rules', then what the player's files say.
 * Built anew whenever the rules change; everything is copied. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/game/keys.h"
#include "core/game/session.h"

static const struct {
    const char *name, *keys, *help;
    uint32_t core;
} core_commands[] = {
    {"explore", "o", MOULT_TEXT("walk on until something turns up"), MOULT__COMMAND_EXPLORE},
    {"travel", "_", MOULT_TEXT("walk to a place that you choose"), MOULT__COMMAND_TRAVEL},
    {"look", ";", MOULT_TEXT("look at a place"), MOULT__COMMAND_LOOK},
    {"messages", "C-p", MOULT_TEXT("read earlier messages"), MOULT__COMMAND_MESSAGES},
    {"help", "? F1", MOULT_TEXT("show commands and keys"), MOULT__COMMAND_HELP},
    {"scores", "F3", MOULT_TEXT("show the ranking"), MOULT__COMMAND_SCORES},
    {"plugins", "F2", MOULT_TEXT("show what is loaded"), MOULT__COMMAND_PLUGINS},
    {"dump", "#", MOULT_TEXT("write a report of the run into files"), MOULT__COMMAND_DUMP},
    {"reload", "F5", MOULT_TEXT("replace plugins whose files changed"), MOULT__COMMAND_RELOAD},
    {"renderer", "", MOULT_TEXT("show the game by another renderer: its name"),
     MOULT__COMMAND_RENDERER},
    {"palette", "F4", MOULT_TEXT("the next palette of colours, or the one named"),
     MOULT__COMMAND_PALETTE},
    {"console", "F10 ~", MOULT_TEXT("in wizard mode: look at the world and change it"),
     MOULT__COMMAND_CONSOLE},
    {"redraw", "C-l", MOULT_TEXT("draw everything again"), MOULT__COMMAND_REDRAW},
    {"save", "S", MOULT_TEXT("save and play on"), MOULT__COMMAND_SAVE},
    {"back", "F7", MOULT_TEXT("wizard mode: a turn back, or as many as you say"),
     MOULT__COMMAND_BACK},
    {"forward", "F8", MOULT_TEXT("wizard mode: forward again"), MOULT__COMMAND_FORWARD},
    {"again", "", MOULT_TEXT("wizard mode: reload, and play the last turns again: how many"),
     MOULT__COMMAND_AGAIN},
    {"quit", "Q C-c", MOULT_TEXT("save and leave"), MOULT__COMMAND_QUIT},
    {"tick", "", MOULT_TEXT("in a file of commands: so many milliseconds pass"),
     MOULT__COMMAND_TICK},
    {"menu-up", "Up KP8 k", MOULT_TEXT("in a menu: the row above"), MOULT__COMMAND_MENU_UP},
    {"menu-down", "Down KP2 j", MOULT_TEXT("in a menu: the row below"), MOULT__COMMAND_MENU_DOWN},
    {"menu-page-up", "PgUp", MOULT_TEXT("in a menu: ten rows up"), MOULT__COMMAND_MENU_PAGE_UP},
    {"menu-page-down", "PgDn", MOULT_TEXT("in a menu: ten rows down"),
     MOULT__COMMAND_MENU_PAGE_DOWN},
    {"menu-first", "Home", MOULT_TEXT("in a menu: the first row"), MOULT__COMMAND_MENU_FIRST},
    {"menu-last", "End", MOULT_TEXT("in a menu: the last row"), MOULT__COMMAND_MENU_LAST},
    {"menu-choose", "Enter Space", MOULT_TEXT("in a menu: take the marked row"),
     MOULT__COMMAND_MENU_CHOOSE},
    {"menu-back", "Esc", MOULT_TEXT("in a menu: close it"), MOULT__COMMAND_MENU_BACK},
};

static int32_t is_menus(const moult__session *s, uint32_t command)
{
    return MOULT__COMMAND_IS_MENU(s->commands[command].core);
}

/* Frees a key of the key map that the command belongs to. */
static void unbind(moult__session *s, uint32_t command, uint32_t key, uint32_t mods)
{
    for (uint32_t i = 0; i < s->key_count;) {
        const moult__key *there = &s->keys[i];
        if (there->key == key && there->mods == mods &&
            is_menus(s, there->command) == is_menus(s, command))
            s->keys[i] = s->keys[--s->key_count];
        else
            i++;
    }
}

/* Gives a command its keys. Answers the text that is no key's name, or NULL. */
static const char *bind_keys(moult__session *s, uint32_t command, const char *keys, char bad[32])
{
    while (*keys != 0) {
        char name[32];
        size_t length = strcspn(keys, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, keys);
        moult__key key = {0, 0, command};
        if (length != 0 && !moult__key_parse(name, &key.key, &key.mods)) {
            snprintf(bad, 32, "%s", name);
            return bad;
        }
        if (length != 0) {
            unbind(s, command, key.key, key.mods);
            if (s->key_count < MOULT__KEYS_MAX)
                s->keys[s->key_count++] = key;
        }
        keys += length + strspn(keys + length, " ");
    }
    return NULL;
}

static moult_status refuse_key(moult__report *report, const char *who, const char *command,
                               const char *wrong)
{
    return moult__refuse(report, MOULT_FORMAT, who,
                         "command %s: \"%s\" is no key. Keys are called h, Left, C-l, KP4, F5",
                         command, wrong);
}

/* Other keys for a command than it had. */
static moult_status change_keys(moult__session *s, uint32_t command, const char *keys,
                                const char *who, moult__report *report)
{
    char bad[32];
    for (uint32_t k = 0; k < s->key_count;) {
        if (s->keys[k].command == command)
            s->keys[k] = s->keys[--s->key_count];
        else
            k++;
    }
    const char *wrong = bind_keys(s, command, keys, bad);
    return wrong == NULL ? MOULT_OK : refuse_key(report, who, s->commands[command].name, wrong);
}

/* Keys that the rules want for a command of the core. */
static moult_status take_keys(moult__session *s, const moult_command *from, const char *who,
                              moult__report *report)
{
    const moult__command *command = moult__command_find(s, from->name);
    if (command == NULL || command->core == MOULT__COMMAND_RULES)
        return moult__refuse(report, MOULT_UNKNOWN, who,
                             "keys for \"%s\", which is no command of the core. The command help "
                             "lists them all",
                             from->name);
    return change_keys(s, (uint32_t)(command - s->commands), from->keys != NULL ? from->keys : "",
                       who, report);
}

static moult_status add_rules_command(moult__session *s, const moult_command *from,
                                      moult__report *report)
{
    char who[96], bad[32];
    snprintf(who, sizeof who, "%s load", s->rules_label);
    if (!MOULT_HAS(from, help) || from->name == NULL || !moult__name_valid(from->name))
        return moult__refuse(report, MOULT_FORMAT, who,
                             "a command is called \"%s\". Use [a-z0-9-], 1..31 letters",
                             MOULT_HAS(from, name) && from->name != NULL ? from->name : "");
    if ((from->flags & MOULT_COMMAND_KEYS) != 0)
        return take_keys(s, from, who, report);
    if (moult__command_find(s, from->name) != NULL)
        return moult__refuse(report, MOULT_REFUSED, who,
                             "there is a command \"%s\" already. Rename one of them", from->name);
    if (s->command_count == MOULT__COMMANDS_MAX)
        return moult__refuse(report, MOULT_FULL, who, "more than %u commands", MOULT__COMMANDS_MAX);
    moult__command *to = &s->commands[s->command_count++];
    memset(to, 0, sizeof *to);
    snprintf(to->name, sizeof to->name, "%s", from->name);
    snprintf(to->help, sizeof to->help, "%s", from->help != NULL ? from->help : "");
    to->verb = from->verb;
    to->wants = from->wants;
    to->flags = from->flags;
    to->dx = from->dx;
    to->dy = from->dy;
    const char *wrong =
        bind_keys(s, s->command_count - 1, from->keys != NULL ? from->keys : "", bad);
    return wrong == NULL ? MOULT_OK : refuse_key(report, who, from->name, wrong);
}

static moult_status add_player_keys(moult__session *s, moult__report *report)
{
    const moult__profile *profile = s->options.profile;
    for (uint32_t i = 0; profile != NULL && i < profile->key_count; i++) {
        const moult__profile_entry *entry = &profile->keys[i];
        const moult__command *command = moult__command_find(s, entry->name);
        char where[MOULT__PROFILE_PATH_SIZE + 32];
        moult__profile_place(profile, entry, where, sizeof where);
        if (command == NULL) {
            const char *names[MOULT__COMMANDS_MAX];
            for (uint32_t k = 0; k < s->command_count; k++)
                names[k] = s->commands[k].name;
            char guess[MOULT__GUESS_SIZE];
            return moult__refuse(
                report, MOULT_UNKNOWN, where,
                "unknown command \"%s\"%s. The command help lists them all", entry->name,
                moult__guess(moult__closest(entry->name, names, s->command_count), guess));
        }
        moult_status status =
            change_keys(s, (uint32_t)(command - s->commands), entry->value, where, report);
        if (status < 0)
            return status;
    }
    return MOULT_OK;
}

/* What help shows: the keys as they are. */
static void name_keys(moult__session *s)
{
    for (uint32_t c = 0; c < s->command_count; c++)
        s->commands[c].keys[0] = 0;
    for (uint32_t i = 0; i < s->key_count; i++) {
        char name[MOULT__KEY_NAME_SIZE];
        moult__command *command = &s->commands[s->keys[i].command];
        moult__key_name(s->keys[i].key, s->keys[i].mods, name, sizeof name);
        size_t used = strlen(command->keys);
        if (used + strlen(name) + 2 < sizeof command->keys)
            snprintf(command->keys + used, sizeof command->keys - used, "%s%s",
                     used != 0 ? " " : "", name);
    }
}

moult_status moult__commands_build(moult__session *s, moult__report *report)
{
    char bad[32];
    s->command_count = 0;
    s->key_count = 0;
    for (uint32_t i = 0; i < MOULT_COUNT(core_commands); i++) {
        moult__command *to = &s->commands[s->command_count++];
        memset(to, 0, sizeof *to);
        snprintf(to->name, sizeof to->name, "%s", core_commands[i].name);
        snprintf(to->help, sizeof to->help, "%s", core_commands[i].help);
        to->core = core_commands[i].core;
        bind_keys(s, s->command_count - 1, core_commands[i].keys, bad);
    }
    moult_status status = MOULT_OK;
    for (uint32_t i = 0; i < s->rules->command_count && status >= 0; i++)
        status = add_rules_command(s, &s->rules->commands[i], report);
    if (status >= 0)
        status = add_player_keys(s, report);
    name_keys(s);
    return status;
}

const moult__command *moult__command_find(const moult__session *s, const char *name)
{
    for (uint32_t i = 0; i < s->command_count; i++)
        if (s->commands[i].name[0] == name[0] && strcmp(s->commands[i].name, name) == 0)
            return &s->commands[i];
    return NULL;
}

static const moult__command *find_key(const moult__session *s, uint32_t key, uint32_t mods,
                                      int32_t menus)
{
    for (uint32_t i = 0; i < s->key_count; i++)
        if (s->keys[i].key == key && s->keys[i].mods == mods &&
            is_menus(s, s->keys[i].command) == menus)
            return &s->commands[s->keys[i].command];
    return NULL;
}

const moult__command *moult__command_of_key(const moult__session *s, uint32_t key, uint32_t mods)
{
    return find_key(s, key, mods, 0);
}

const moult__command *moult__command_in_menu(const moult__session *s, uint32_t key, uint32_t mods)
{
    return find_key(s, key, mods, 1);
}
