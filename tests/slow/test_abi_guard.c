/* SPDX-License-Identifier: MIT */
/* tests/check/abi.sh is tried on copies of the public headers, each changed in one way: what breaks
 * a plugin that is already built is refused by name, and growth is let through. */
#include "support/run.h"
#include <string.h>
#include <check.h>

static run r;

static void enter(void)
{
    run_open(&r);
}

static void leave(void)
{
    run_close(&r);
}

/* Changes one header of a copy by a sed script, which must match, and asks the guard. */
static int32_t guard(const char *header, const char *script)
{
    run_well(&r, NULL,
             "cp -R \"$S/sdk/include\" . && sed -i -E '%s' include/moult/%s && "
             "! cmp -s include/moult/%s \"$S/sdk/include/moult/%s\"",
             script, header, header, header);
    return run_shell(&r, NULL, "\"$S/tests/check/abi.sh\" include gcc");
}

#define KEEP ". Keep it, and add another one"
#define BEHIND ". Put new fields behind the last one"

static const struct {
    const char *header, *script, *said;
} breaks[] = {
    {"combat.h", "s/^    int32_t result;/    int32_t extra;\\n&/",
     "field moult_blow.result moved from byte 4 to byte 8" BEHIND},
    {"action.h", "s/^    int32_t number;$//",
     "field moult_action.number is gone. What a release had stays"},
    {"scores.h", "s/^    uint32_t turns;$/    int32_t turns;/",
     "field moult_ranked.turns was uint32_t, is int32_t. Add a field, or the interface"},
    {"fov.h",
     "s/\\(const moult_sight \\*sight, uint8_t \\*lit\\)/(moult_sight *sight, uint8_t *l)/",
     "field moult_fov_1.see was moult_status (*)(const moult_sight *, uint8_t *), is moult_status "
     "(*)(moult_sight *, uint8_t *)"},
    {"rules.h", "s/(\\(\\*cost\\)\\(const moult_world \\*w, int32_t x), int32_t y/\\1/",
     "field moult_rules_1.cost was int32_t (*)(const moult_world *, int32_t, int32_t), is"},
    {"kinds.h", "s/MOULT_SHOP_FOOD = 5/MOULT_SHOP_FOOD = 6/",
     "enum MOULT_SHOP_FOOD was 5, is 6" KEEP},
    {"tiles.h", "s/X\\(BARS, 14,/X(BARS, 28,/", "enum MOULT_TILE_BARS was 14, is 28" KEEP},
    {"action.h", "s/MOULT_VERB_READ 5u/MOULT_VERB_READ 45u/",
     "constant MOULT_VERB_READ was unsigned 5, is unsigned 45" KEEP},
    {"ai.h", "s/decide i\\(wppp\\)/decide i(wpp)/", "constant MOULT_AI_SHAPE was text decide"},
    {"base.h", "s/uint64_t moult_id;/int64_t moult_id;/", "type moult_id was uint64_t, is int64_t"},
    {"sprite.h", "s/^#define MOULT_FACINGS .*/#define MOULT_FACINGS 4u/",
     "constant MOULT_FACINGS was unsigned 5, is unsigned 4. Lists only grow"},
    {"random.h", "s/^    uint32_t state;/&\\n    uint32_t more;/",
     "field moult_xorshift.more is new, but nobody says how long a moult_xorshift is"},
    {"host.h", "s/^    int32_t x, y;/    int32_t x, y, z;/;/^    uint32_t reserved;/d",
     "field moult_place.z is new at byte 12 of the 24 that old plugins know"},
    {"world.h", "s/moult_fail\\(/moult_refuse(/", "function moult_fail is gone"},
    {"base.h", "s/MOULT_COUNT\\(array\\)/MOULT_COUNT(array, more)/",
     "macro MOULT_COUNT was (array)"},
};

START_TEST(what_breaks_a_built_plugin_is_named)
{
    ck_assert_int_eq(guard(breaks[_i].header, breaks[_i].script), 1);
    ck_assert_msg(strstr(r.out, "v1: ") == r.out && strstr(r.out, breaks[_i].said) != NULL &&
                      strstr(r.out, "see docs/abi.md") != NULL,
                  "expected \"%s\":\n%s%s", breaks[_i].said, r.out, r.err);
}
END_TEST

static const struct {
    const char *header, *script;
} growth[] = {
    {"combat.h", "s/^\\} moult_blow;/    int32_t extra;\\n&/"},
    {"host.h", "s/^\\} moult_host;/    int32_t (*more)(moult_world *);\\n&/"},
    {"scene.h", "s/^\\} moult_cell;/    uint32_t extra;\\n&/"},
    {"ai.h", "s/turn,random,fail.n\"$/& \"forget i(wp) turn\\\\n\"/;"
             "s/^\\} moult_ai_1;/    moult_status (*forget)(moult_world *w, void *memory);\\n&/"},
    {"kinds.h", "s/^    MOULT_SHOPS = 11/    MOULT_SHOP_PETS = 11,\\n    MOULT_SHOPS = 12/"},
    {"action.h", "s/^#define MOULT_VERB_OWN .*/#define MOULT_VERB_SING 17u\\n&/"},
    {"world.h", "s/^static inline uint32_t moult_turn\\(/"
                "static inline int32_t moult_more(void)\\n{\\n    return 1;\\n}\\n&/"},
};

START_TEST(growth_is_let_through)
{
    ck_assert_msg(guard(growth[_i].header, growth[_i].script) == 0, "%s%s", r.out, r.err);
    ck_assert_str_eq(r.out, "");
}
END_TEST

#define COUNT(list) (int)(sizeof list / sizeof *list)

int main(void)
{
    Suite *suite = suite_create("abi guard");
    TCase *tests = tcase_create("abi guard");
    tcase_add_checked_fixture(tests, enter, leave);
    tcase_add_loop_test(tests, what_breaks_a_built_plugin_is_named, 0, COUNT(breaks));
    tcase_add_loop_test(tests, growth_is_let_through, 0, COUNT(growth));
    tcase_set_timeout(tests, 60);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
