/* SPDX-License-Identifier: MIT */
/* docs/rogue.md has two tables that come from the code: what a blow needs on every floor, and all
 * settings. They are made here and compared; with MOULT_RENEW set in the environment they are
 * written instead. The bound of the standard curve is checked on the way. */
#include <moult/bestiary.h>
#include <moult/moult.h>
#include <stdarg.h>
#include "rules/rogue/rogue.h"
#include "plugins/rogue_facts.h" /* last: check.h has macros of common names */

#define ROOM 65536
#define FLOORS 100

static const rogue_tuning *tuning;
static const moult_bestiary_1 *bestiary;
static int32_t (*need)(moult_world *, int32_t, int32_t);

static const void *read_row(const moult_world *w, moult_table table, moult_id id)
{
    (void)w;
    (void)table;
    (void)id;
    return tuning;
}

static const moult_host host = {.size = sizeof(moult_host), .read = read_row};

static void load(void)
{
    const moult_plugin *combat = facts_plugin("combat-rogue");
    bestiary = facts_plugin("bestiary-rogue")->provides[0].functions;
    *combat->host = &host;
    facts_bind_table(combat, "rogue.tuning", 1);
    for (uint32_t i = 0; i < combat->native_count; i++)
        if (strcmp(combat->natives[i].name, "combat.need") == 0) {
            ck_assert_str_eq(combat->natives[i].signature, "i(wii)");
            need = (int32_t(*)(moult_world *, int32_t, int32_t))combat->natives[i].function;
        }
    ck_assert_ptr_nonnull(need);
}

/* The favourite of a floor and a hero who came down to it: what each needs on the die. */
typedef struct pairing {
    moult_creature favourite;
    int32_t hero, monster;
} pairing;

static pairing pair(const rogue_tuning *t, int32_t floor)
{
    pairing p = {.favourite = {.size = sizeof p.favourite}};
    const int32_t skill = t->start_skill + (floor - 1) * t->grow_skill;
    const int32_t level = t->start_level + (floor - 1) * t->grow_level;
    tuning = t;
    ck_assert_int_eq(bestiary->describe((uint32_t)floor - 1, &p.favourite), MOULT_OK);
    p.hero = need(NULL, skill, p.favourite.evasion);
    p.monster = need(NULL, p.favourite.skill, level);
    return p;
}

START_TEST(no_favourite_needs_less_than_4_or_more_than_17_or_is_hit_so)
{
    for (int32_t floor = 1; floor <= FLOORS; floor++) {
        pairing p = pair(&rogue_standard, floor);
        ck_assert_msg(p.hero >= 4 && p.hero <= 17, "floor %d: the hero %d", floor, p.hero);
        ck_assert_msg(p.monster >= 4 && p.monster <= 17, "floor %d: it %d", floor, p.monster);
    }
}
END_TEST

/* -- the tables of the document ---------------------------------------------------------------- */

static void add(char *text, const char *format, ...)
{
    va_list args;
    size_t used = strlen(text);
    va_start(args, format);
    vsnprintf(text + used, ROOM - used, format, args);
    va_end(args);
}

static void make_curve(char *text)
{
    add(text, "| floor | favourite | hero needs | it needs | classic: hero | it |\n"
              "|---|---|---|---|---|---|\n");
    for (int32_t floor = 1; floor <= FLOORS; floor++) {
        const pairing now = pair(&rogue_standard, floor), then = pair(&rogue_classic, floor);
        add(text, "| %d | %s | %d | %d | %d | %d |\n", floor, now.favourite.name, now.hero,
            now.monster, then.hero, then.monster);
    }
}

static void add_setting(char *text, const char *field, int32_t classic, int32_t standard,
                        const char *help)
{
    char name[64];
    snprintf(name, sizeof name, "%s", field);
    for (char *c = name; *c; c++)
        *c = *c == '_' ? '-' : *c;
    add(text, "| `%s` | %d | %d | %s |\n", name, classic, standard, help);
}

static void make_settings(char *text)
{
    add(text, "| setting | classic | standard | |\n|---|---|---|---|\n");
#define SETTING(F, name, classic, standard, low, high, help) \
    add_setting(text, #name, classic, standard, help);
    ROGUE_TUNING(SETTING, )
#undef SETTING
}

static const struct {
    const char *begin, *end;
    void (*make)(char *text);
} tables[] = {
    {"<!-- curve -->\n", "<!-- end of curve -->\n", make_curve},
    {"<!-- settings -->\n", "<!-- end of settings -->\n", make_settings},
};

static const char path[] = MOULT_SOURCE_DIR "/docs/rogue.md";

static void write_document(const char *text)
{
    FILE *file = fopen(path, "wb");
    ck_assert_msg(file != NULL, "%s", path);
    ck_assert_uint_eq(fwrite(text, 1, strlen(text), file), strlen(text));
    ck_assert_int_eq(fclose(file), 0);
}

START_TEST(the_document_has_the_tables_of_the_code)
{
    static char whole[ROOM], made[ROOM], next[ROOM];
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s", path);
    size_t count = fread(whole, 1, sizeof whole - 1, file);
    fclose(file);
    whole[count] = made[0] = next[0] = 0;
    const char *begin = strstr(whole, tables[_i].begin);
    const char *end = strstr(whole, tables[_i].end);
    ck_assert(begin != NULL && end != NULL && begin < end);
    begin += strlen(tables[_i].begin);
    tables[_i].make(made);
    if (strlen(made) == (size_t)(end - begin) && memcmp(made, begin, strlen(made)) == 0)
        return;
    add(next, "%.*s%s%s", (int)(begin - whole), whole, made, end);
    ck_assert_msg(getenv("MOULT_RENEW") != NULL,
                  "docs/rogue.md differs from the code after %.20s. Renew it: MOULT_RENEW=1 and "
                  "this test",
                  tables[_i].begin);
    write_document(next);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rogue: curve");
    TCase *cases = tcase_create("all");
    tcase_add_checked_fixture(cases, load, NULL);
    tcase_add_test(cases, no_favourite_needs_less_than_4_or_more_than_17_or_is_hit_so);
    tcase_add_loop_test(cases, the_document_has_the_tables_of_the_code, 0, MOULT_COUNT(tables));
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
