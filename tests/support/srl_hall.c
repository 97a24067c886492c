/* SPDX-License-Identifier: MIT */
#include "support/srl_hall.h"
#include <stdlib.h>
#include <string.h>
#include "support/plugin_kit.h"
#include <check.h>
#undef fail

srl_kit hall;

static const char *build(void)
{
    const char *folder = getenv("MOULT_BUILD_DIR");
    return folder != NULL ? folder : MOULT_BUILD_DIR;
}

void hall_load(const char *use)
{
    moult_status status = srl_kit_load(&hall, build(), kit_at("live"), use);
    ck_assert_msg(status >= 0, "%s", hall.report.text);
    status = srl_kit_open(&hall, "yurina", 6, 1);
    ck_assert_msg(status >= 0, "%s", hall.report.text);
}

void hall_open(void)
{
    hall_load(NULL);
    ck_assert(srl_kit_key(&hall, "z"));
}

void hall_close(void)
{
    srl_kit_close(&hall);
    srl_kit_unload(&hall);
}

/* -- a scenario -------------------------------------------------------------------------------- */

void hall_keys(const char *names)
{
    char name[16];
    while (*names != 0) {
        size_t length = strcspn(names, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, names);
        ck_assert_msg(srl_kit_key(&hall, name), "%s: %s", name, hall.report.text);
        names += length + strspn(names + length, " ");
    }
}

moult_id hall_hero(void)
{
    return moult__hero(hall.s.world);
}

srl_hero *hall_row(void)
{
    return moult__edit(hall.s.world, hall.hero_table, 0);
}

srl_body *hall_body(moult_id actor)
{
    return moult__edit(hall.s.world, hall.body_table, actor);
}

double hall_hp(moult_id actor)
{
    return srl_number(srl_kit_body(&hall, actor)->hp);
}

moult_place hall_place(uint32_t scope, moult_id id)
{
    moult_place at = {.size = sizeof at};
    ck_assert_int_ge(moult__where(hall.s.world, scope, id, &at), 0);
    return at;
}

/* `mind` "none" is no archetype: it stays where it is. */
moult_id hall_rat(int32_t x, int32_t y, double points, double experience, const char *mind)
{
    moult_world *w = hall.s.world;
    moult_id id = moult__create(w, MOULT_SCOPE_ACTOR, moult__level(w), x, y);
    *hall_body(id) = (srl_body){.hp = srl_bits(points),
                                .hp_base = srl_bits(points),
                                .attack_base = srl_bits(3),
                                .defence_base = srl_bits(3),
                                .experience = srl_bits(experience),
                                .level = 1,
                                .name = moult__intern(w, "rat"),
                                .archetype = moult__intern(w, mind)};
    return id;
}

moult_id hall_thing(uint32_t kind, int32_t level, int32_t x, int32_t y)
{
    moult_world *w = hall.s.world;
    moult_id id = moult__create(w, MOULT_SCOPE_ITEM, moult__level(w), x, y);
    srl_thing *row = moult__edit(w, hall.thing_table, id);
    row->kind = (uint16_t)kind;
    row->subtype = level;
    return id;
}

void hall_wall(int32_t x, int32_t y)
{
    moult_world *w = hall.s.world;
    moult__set_cell(w, moult__level(w), MOULT_PLANE_TILE, x, y, MOULT_TILE_WALL);
}

/* The next draw is these 32 bits: the generator's step, backwards. */
void hall_next_draw(uint32_t bits)
{
    srl_play *play = moult__edit(hall.s.world, hall.play_table, 0);
    play->state = (bits - 1013904223u) * 4276115653u;
}

static const moult__message_row *message(uint32_t back, char text[512])
{
    const moult__slot_row *head =
        (const moult__slot_row *)moult__row(hall.s.world, MOULT__TABLE_MESSAGE_SLOT, 0);
    uint32_t skip = head->live - 1 - back;
    moult_id id = 0;
    ck_assert_uint_gt(head->live, back);
    do
        id = moult__next_row(hall.s.world, MOULT__TABLE_MESSAGE, 0, id);
    while (skip-- > 0);
    moult__message_text(hall.s.world, id, text, 512);
    return moult__read(hall.s.world, MOULT__TABLE_MESSAGE, id);
}

/* The message so many before the newest. */
void hall_said(uint32_t back, uint32_t kind, uint32_t times, const char *expected)
{
    char text[512];
    const moult__message_row *row = message(back, text);
    ck_assert_str_eq(text, expected);
    ck_assert_uint_eq(row->kind, kind);
    ck_assert_uint_eq(row->times, times);
}

uint32_t hall_turns(void)
{
    return moult__turn(hall.s.world);
}

void hall_menu_is(uint32_t menu, int32_t cursor)
{
    const moult__session_row *row = moult__menu_row(&hall.s);
    ck_assert_uint_eq(row->menu, menu);
    ck_assert_int_ge(moult__session_describe(&hall.s), 0);
    if (menu != 0)
        ck_assert_int_eq((int32_t)hall.s.scene->open.row_cursor, cursor);
}

void hall_carry(uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        hall_thing(SRL_APPLE, 0, HALL_X, HALL_Y);
        hall_keys("space");
    }
}
