/* SPDX-License-Identifier: MIT */
/* mapgen/vaults: its book, and what it builds into the levels of others. */
#include "mapgen/vaults/book.c"
#undef SIGNS
#include "generators_stage.h"

static char shipped[16384];
static vaults_book book;

static void read_shipped(void)
{
    FILE *file = fopen(MOULT_SOURCE_DIR "/plugins/mapgen/vaults/vaults.txt", "rb");
    ck_assert_ptr_nonnull(file);
    shipped[fread(shipped, 1, sizeof shipped - 1, file)] = 0;
    fclose(file);
    ck_assert_msg(vaults_read(shipped, &book) >= 0, "%s", book.why);
}

/* -- the book ---------------------------------------------------------------------------------- */

static int32_t is_symmetric(const vaults_design *design, uint32_t variant)
{
    for (int32_t y = 0; y < design->height; y++)
        for (int32_t x = 0; x < design->width; x++)
            if (vaults_sign(design, 0, x, y) != vaults_sign(design, variant, x, y))
                return 0;
    return 1;
}

/* Mirrored in one way or another, or turned by half. */
START_TEST(shipped_vaults_are_whole_and_symmetric)
{
    read_shipped();
    ck_assert_uint_ge(book.count, 12);
    for (uint32_t i = 0; i < book.count; i++) {
        const vaults_design *design = &book.designs[i];
        ck_assert_msg(is_symmetric(design, 1) || is_symmetric(design, 2) || is_symmetric(design, 3),
                      "line %d: %.*s isn't symmetric", design->line, (int)design->name_size,
                      design->name);
    }
}
END_TEST

#define GOOD "vault good\n#####\n#$M.#\n#...+\n#...#\n#####\n\n"
#define NAMED(rows) "; a line before\n\nvault odd\n" rows
static const struct {
    const char *text, *why;
} bad[] = {
    {"", "vaults.txt:1:1: there is no vault"},
    {"; nothing\n\n", "vaults.txt:3:1: there is no vault"},
    {"#####\n", "vaults.txt:1:1: expected \"vault NAME\""},
    {GOOD "valt b\n", "vaults.txt:8:1: expected \"vault NAME\""},
    {GOOD "vault \n", "vaults.txt:8:7: a name has small letters, digits and -"},
    {GOOD "vault Big\n", "vaults.txt:8:7: a name has small letters, digits and -"},
    {GOOD "vault big room\n", "vaults.txt:8:10: a name has small letters, digits and -"},
    {GOOD GOOD, "vaults.txt:8:7: another vault has this name"},
    {NAMED("#####\n#$M.#\n#.x.+\n#...#\n#####\n"),
     "vaults.txt:6:3: unknown sign 'x', only #.+S$M~"},
    {NAMED("#####\n#$M.#\n#\t..+\n"), "vaults.txt:6:2: unknown sign, only #.+S$M~"},
    {NAMED("#####\r\n"), "vaults.txt:4:6: unknown sign, only #.+S$M~"},
    {NAMED("#####\n#$M.#\n#...\n"), "vaults.txt:6:5: this row has 4 signs, the first one has 5"},
    {NAMED("#####\n#$M.##\n"), "vaults.txt:5:6: this row has 6 signs, the first one has 5"},
    {NAMED("################\n"), "vaults.txt:4:16: a vault is at most 15 signs wide and high"},
    {NAMED("####\n#$M+\n####\n"), "vaults.txt:3:1: a vault is at least 5 signs wide and high"},
    {NAMED(""), "vaults.txt:3:1: a vault is at least 5 signs wide and high"},
    {NAMED("#####\n#$M.#\n#...+\n#...#\n#.###\n"),
     "vaults.txt:8:2: the outline is wall (#) and doors (+, S)"},
    {NAMED("#####\n#$M.$\n#...+\n#...#\n#####\n"),
     "vaults.txt:5:5: the outline is wall (#) and doors (+, S)"},
    {NAMED("####+\n#$M.#\n#...#\n#...#\n#####\n"), "vaults.txt:4:5: a door can't be in a corner"},
    {NAMED("#####\n#$M.#\n#.+.+\n#...#\n#####\n"),
     "vaults.txt:6:3: a door stands only in the outline"},
    {NAMED("#####\n#$M.#\n#..#+\n#...#\n#####\n"), "vaults.txt:6:5: the door leads nowhere"},
    {NAMED("#####\n#$M.#\n#..~S\n#...#\n#####\n"), "vaults.txt:6:5: the door leads nowhere"},
    {NAMED("#####\n#$M.#\n#...#\n#...#\n#####\n"),
     "vaults.txt:3:1: the vault has no door (+ or S)"},
    {NAMED("#####\n#.M.#\n#...+\n#...#\n#####\n"), "vaults.txt:3:1: the vault has no treasure ($)"},
    {NAMED("#####\n#$..#\n#...+\n#...#\n#####\n"), "vaults.txt:3:1: the vault has no guard (M)"},
    {NAMED("#####\n#$#.#\n##M.+\n#...#\n#####\n"),
     "vaults.txt:5:2: this can't be walked to from the door"},
    {NAMED("#####\n#$M.#\n#...+\n#...#\n#####"), "vaults.txt:8:6: the last line has no end"},
};

START_TEST(a_bad_line_is_named_by_line_and_column)
{
    ck_assert_int_eq(vaults_read(bad[_i].text, &book), MOULT_FORMAT);
    ck_assert_str_eq(book.why, bad[_i].why);
}
END_TEST

START_TEST(at_most_64_vaults_are_read)
{
    static char text[66 * 64];
    size_t used = 0;
    for (int32_t i = 0; i < 65; i++)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "vault v%d\n#####\n#$M.#\n#...+\n#...#\n#####\n\n", i);
    ck_assert_int_eq(vaults_read(text, &book), MOULT_FORMAT);
    ck_assert_str_eq(book.why, "vaults.txt:449:1: more than 64 vaults");
}
END_TEST

/* -- levels ------------------------------------------------------------------------------------ */

/* The room that only the vault has; NULL: there is no vault. */
static const moult_room *built(uint32_t base_rooms)
{
    return canvas->own.room_count > base_rooms ? &canvas->own.rooms[base_rooms] : NULL;
}

static void ask_and_make(const char *options, int32_t depth, int number)
{
    char seed[32];
    moult_request request = stage_ask(options, 64, 40, depth);
    request.require = STAGE_PLAYABLE;
    snprintf(seed, sizeof seed, "vault %d", number);
    stage_make_well("vaults", &request, seed);
}

/* As rogue is played: floors deeper than 10, one in five. 3,000 draws: three standard
 * deviations. */
START_TEST(every_fifth_level_below_the_tenth_has_one)
{
    uint32_t found = 0;
    ck_assert(stage_take("vaults"));
    for (int number = 0; number < 3000; number++) {
        ask_and_make("doors=on retry=on", 11 + number % 89, number);
        found += built(8) != NULL;
        ask_and_make("doors=on retry=on", 1 + number % 10, number);
        ck_assert_ptr_null(built(8));
    }
    ck_assert_uint_ge(found, 600 - 66);
    ck_assert_uint_le(found, 600 + 66);
}
END_TEST

static const struct {
    const char *options;
    uint32_t rooms, least; /* of 300 levels */
} places[] = {{ALWAYS, 8, 300}, {ALWAYS "base=caverns", 0, 297}, {ALWAYS "base=maze", 0, 300}};

START_TEST(there_is_nearly_always_a_place)
{
    uint32_t found = 0;
    ck_assert(stage_take("vaults"));
    for (int number = 0; number < 300; number++) {
        ask_and_make(places[_i].options, 5, number);
        found += built(places[_i].rooms) != NULL;
    }
    ck_assert_uint_ge(found, places[_i].least);
}
END_TEST

START_TEST(a_level_without_a_vault_is_the_other_generator_s)
{
    for (int32_t depth = 1; depth <= 100; depth++) {
        moult_request request = stage_ask("doors=on", 64, 40, depth);
        ck_assert(stage_take("rooms"));
        ck_assert_int_ge(stage_make(other, &request, "plain"), 0);
        ck_assert(stage_take("vaults"));
        stage_make_well("vaults", &request, "plain");
        if (built(8) != NULL)
            continue;
        ck_assert_mem_eq(canvas->own.tile, other->own.tile, 64 * 40);
        ck_assert_mem_eq(canvas->own.room, other->own.room, 64 * 40 * 2);
        ck_assert_uint_eq(canvas->own.spawn_count, other->own.spawn_count);
        ck_assert_mem_eq(canvas->own.spawns, other->own.spawns,
                         other->own.spawn_count * sizeof(moult_spawn));
    }
}
END_TEST

/* Of the variant whose tiles are those of the room with walls around it; 8: none. */
static uint32_t variant_of(const vaults_design *design, const moult_room *room)
{
    for (uint32_t variant = 0; variant < 8; variant++) {
        const int32_t turned = (variant & 4) != 0;
        const int32_t width = turned ? design->height : design->width;
        const int32_t height = turned ? design->width : design->height;
        int32_t same = room->x1 - room->x0 + 3 == width && room->y1 - room->y0 + 3 == height;
        for (int32_t y = 0; y < height && same; y++)
            for (int32_t x = 0; x < width && same; x++) {
                const char sign = vaults_sign(design, variant, x, y);
                const uint32_t tile = stage_tile(room->x0 - 1 + x, room->y0 - 1 + y);
                same = sign == '#'     ? tile == MOULT_TILE_WALL
                       : sign == '~'   ? tile == MOULT_TILE_WATER
                       : is_door(sign) ? tile == MOULT_TILE_DOOR_CLOSED || tile == MOULT_TILE_WALL
                                       : tile == MOULT_TILE_FLOOR;
            }
        if (same)
            return variant;
    }
    return 8;
}

static uint32_t signs(const vaults_design *design, char wanted)
{
    uint32_t count = 0;
    for (int32_t y = 0; y < design->height; y++)
        for (int32_t x = 0; x < design->width; x++)
            count += vaults_sign(design, 0, x, y) == wanted;
    return count;
}

static uint32_t wishes(uint32_t what, int32_t room)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < canvas->own.spawn_count; i++)
        count += canvas->own.spawns[i].what == what && canvas->own.spawns[i].room == room &&
                 canvas->own.spawns[i].flags == 0;
    return count;
}

START_TEST(each_vault_stands_as_it_was_drawn_and_turned)
{
    char options[96];
    read_shipped();
    const vaults_design *design = &book.designs[_i % (int)book.count];
    const int32_t in_caves = _i >= (int)book.count;
    uint32_t turned = 0, stood = 0;
    snprintf(options, sizeof options, ALWAYS "base=%s only=%.*s", in_caves ? "caverns" : "rooms",
             (int)design->name_size, design->name);
    ck_assert(stage_take("vaults"));
    for (int number = 0; number < 60; number++) {
        ask_and_make(options, 12, number);
        const int32_t index = in_caves ? 0 : 8;
        const moult_room *room = built((uint32_t)index);
        if (room == NULL)
            continue;
        const uint32_t variant = variant_of(design, room);
        ck_assert_uint_lt(variant, 8);
        turned |= 1u << (variant / 4);
        stood++;
        ck_assert_uint_eq(wishes(MOULT_SPAWN_ITEM, index), signs(design, '$'));
        ck_assert_uint_eq(wishes(MOULT_SPAWN_ACTOR, index), signs(design, 'M'));
        ck_assert_uint_ge(canvas->own.door_count, 1);
        ck_assert_uint_eq(canvas->own.room[room->y0 * 64 + room->x0], (uint32_t)room->id + 2);
    }
    ck_assert_uint_ge(stood, 50);
    ck_assert(turned == 3 || is_symmetric(design, 4));
}
END_TEST

START_TEST(doors_are_secret_only_where_that_is_allowed)
{
    static const char only[] = ALWAYS "only=crypt secrets=on";
    uint32_t secret = 0;
    ck_assert(stage_take("vaults"));
    for (int number = 0; number < 50; number++) {
        ask_and_make(ALWAYS "only=crypt", 12, number);
        ck_assert_ptr_null(memchr(canvas->own.tile, MOULT_TILE_DOOR_SECRET, 64 * 40));
        ask_and_make(only, 12, number);
        secret += memchr(canvas->own.tile, MOULT_TILE_DOOR_SECRET, 64 * 40) != NULL;
        ck_assert_uint_eq(canvas->open.promise & MOULT_MAP_NO_SECRETS, 0);
        moult_request request = stage_ask(only, 64, 40, 12);
        request.require = STAGE_PLAYABLE | MOULT_MAP_NO_SECRETS;
        stage_make_well("vaults", &request, "none");
        ck_assert_ptr_null(memchr(canvas->own.tile, MOULT_TILE_DOOR_SECRET, 64 * 40));
    }
    ck_assert_uint_ge(secret, 45);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mapgen/vaults");
    TCase *tests = tcase_create("vaults");
    tcase_add_checked_fixture(tests, stage_open, stage_close);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, shipped_vaults_are_whole_and_symmetric);
    tcase_add_loop_test(tests, a_bad_line_is_named_by_line_and_column, 0, (int)MOULT_COUNT(bad));
    tcase_add_test(tests, at_most_64_vaults_are_read);
    tcase_add_test(tests, every_fifth_level_below_the_tenth_has_one);
    tcase_add_loop_test(tests, there_is_nearly_always_a_place, 0, (int)MOULT_COUNT(places));
    tcase_add_test(tests, a_level_without_a_vault_is_the_other_generator_s);
    tcase_add_loop_test(tests, each_vault_stands_as_it_was_drawn_and_turned, 0, 28);
    tcase_add_test(tests, doors_are_secret_only_where_that_is_allowed);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
