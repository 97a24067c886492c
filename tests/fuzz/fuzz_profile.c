/* SPDX-License-Identifier: MIT */
/* Profiles, files of keys, and names of keys. The bases are those of the build. */
#include <string.h>
#include "core/game/keys.h"
#include "core/system/profile.h"
#include "fuzz/harness.h"

static void check_keys(const moult__profile *profile)
{
    for (uint32_t i = 0; i < profile->key_count; i++) {
        char words[sizeof profile->keys[i].value], name[MOULT__KEY_NAME_SIZE], *rest = NULL;
        memcpy(words, profile->keys[i].value, sizeof words);
        for (char *word = strtok_r(words, " \t", &rest); word != NULL;
             word = strtok_r(NULL, " \t", &rest)) {
            uint32_t key, mods, again, again_mods;
            if (!moult__key_parse(word, &key, &mods))
                continue;
            moult__key_name(key, mods, name, sizeof name);
            FUZZ_MUST(moult__key_parse(name, &again, &again_mods), name);
            FUZZ_MUST(key == again && mods == again_mods, name);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const folders[] = {MOULT_BUILD_DIR "/profiles"};
    static moult__profile profile;
    moult__report report = {0};
    const char *path = fuzz_file(data, size);
    if (moult__profile_load(&profile, path, folders, 1, &report) >= 0)
        check_keys(&profile);
    else
        FUZZ_MUST(report.text[0] != 0, "refused without a word");
    moult__profile_init(&profile);
    memset(&report, 0, sizeof report);
    if (moult__profile_keys_file(&profile, path, &report) >= 0)
        check_keys(&profile);
    else
        FUZZ_MUST(report.text[0] != 0, "refused without a word");
    return 0;
}
