/* SPDX-License-Identifier: MIT */
/* What the window makes of the player's doings: one press, one key, whatever the layout and
 * NumLock; text only where it is asked for; clicks as cells and rows; and the window's own keys. */
#include "plugins/window_kit.h"
#include <glob.h>

static kit k;

static void open_and_draw(void)
{
    kit_open(&k);
    k.scene.width = KIT_WIDTH;
    for (int i = 0; i < KIT_WIDTH * KIT_HEIGHT; i++)
        k.cells[i] = (moult_cell){.glyph = '.', .fg = 0x808080};
    kit_draw(&k);
    kit_no_events(&k);
}

/* A press as SDL tells it, with the text that it makes behind it, or NULL. */
static void press(SDL_Scancode code, SDL_Keycode sym, uint16_t held, const char *text)
{
    SDL_Event event = {
        .key = {.type = SDL_KEYDOWN, .state = SDL_PRESSED, .timestamp = SDL_GetTicks()}};
    event.key.keysym.scancode = code;
    event.key.keysym.sym = sym;
    event.key.keysym.mod = held;
    SDL_PushEvent(&event);
    if (text) {
        SDL_Event typed = {.text = {.type = SDL_TEXTINPUT}};
        SDL_strlcpy(typed.text.text, text, sizeof typed.text.text);
        SDL_PushEvent(&typed);
    }
    event.key.type = SDL_KEYUP;
    SDL_PushEvent(&event);
}

static const struct {
    SDL_Scancode code;
    SDL_Keycode sym;
    uint16_t held;
    const char *text;
    uint32_t key, mods;
} presses[] = {
    {SDL_SCANCODE_UP, SDLK_UP, 0, NULL, MOULT_KEY_UP, 0},
    {SDL_SCANCODE_LEFT, SDLK_LEFT, KMOD_LSHIFT, NULL, MOULT_KEY_LEFT, MOULT_MOD_SHIFT},
    {SDL_SCANCODE_H, SDLK_h, 0, "h", 'h', 0},
    {SDL_SCANCODE_H, SDLK_h, KMOD_LSHIFT, "H", 'H', 0},
    {SDL_SCANCODE_SPACE, SDLK_SPACE, 0, " ", ' ', 0},
    {SDL_SCANCODE_RETURN, SDLK_RETURN, 0, NULL, MOULT_KEY_ENTER, 0},
    {SDL_SCANCODE_ESCAPE, SDLK_ESCAPE, 0, NULL, MOULT_KEY_ESCAPE, 0},
    {SDL_SCANCODE_F5, SDLK_F5, 0, NULL, MOULT_KEY_F(5), 0},
    /* the number pad, with NumLock and without */
    {SDL_SCANCODE_KP_4, SDLK_KP_4, KMOD_NUM, "4", MOULT_KEY_PAD(4), 0},
    {SDL_SCANCODE_KP_4, SDLK_KP_4, 0, NULL, MOULT_KEY_PAD(4), 0},
    {SDL_SCANCODE_KP_0, SDLK_KP_0, KMOD_NUM, "0", MOULT_KEY_PAD(0), 0},
    {SDL_SCANCODE_KP_ENTER, SDLK_KP_ENTER, 0, NULL, MOULT_KEY_ENTER, 0},
    /* other layouts: '>' beside the left Shift, '?' on the key of a minus, 'z' where y was */
    {SDL_SCANCODE_NONUSBACKSLASH, SDLK_LESS, KMOD_LSHIFT, ">", '>', 0},
    {SDL_SCANCODE_MINUS, 0xdf, KMOD_LSHIFT, "?", '?', 0},
    {SDL_SCANCODE_Y, SDLK_z, 0, "z", 'z', 0},
    {SDL_SCANCODE_Q, SDLK_q, KMOD_MODE, "@", '@', 0},
    {SDL_SCANCODE_O, 0xf6, 0, "ö", 0xf6, 0},
    /* with Ctrl there is no text, or none that counts */
    {SDL_SCANCODE_L, SDLK_l, KMOD_LCTRL, NULL, 'l', MOULT_MOD_CTRL},
    {SDL_SCANCODE_P, SDLK_p, KMOD_LCTRL, "p", 'p', MOULT_MOD_CTRL},
    {SDL_SCANCODE_X, SDLK_x, KMOD_LALT, "x", 'x', MOULT_MOD_ALT},
};

START_TEST(one_press_is_one_key)
{
    open_and_draw();
    for (uint32_t i = 0; i < MOULT_COUNT(presses); i++) {
        press(presses[i].code, presses[i].sym, presses[i].held, presses[i].text);
        moult_event event = kit_event(&k, 1);
        ck_assert_msg(event.kind == MOULT_EVENT_KEY && event.key == presses[i].key &&
                          event.mods == presses[i].mods,
                      "press %u: kind %u key %x mods %u", i, event.kind, event.key, event.mods);
        kit_event(&k, 0);
    }
    kit_close(&k);
}
END_TEST

START_TEST(a_prompt_takes_text)
{
    static const moult_row row = {.size = sizeof(moult_row), .text = ""};
    static const uint32_t typed[] = {'4', 0x65e5, 0x672c};
    open_and_draw();
    k.scene.title = "Name?";
    k.scene.rows = &row;
    k.scene.row_count = 1;
    k.scene.menu_flags = MOULT_MENU_OPEN | MOULT_MENU_PROMPT;
    kit_draw(&k);
    kit_no_events(&k);
    press(SDL_SCANCODE_KP_4, SDLK_KP_4, KMOD_NUM, "4");
    press(SDL_SCANCODE_SPACE, SDLK_SPACE, 0, "日本");
    for (uint32_t i = 0; i < MOULT_COUNT(typed); i++) {
        moult_event event = kit_event(&k, 1);
        ck_assert_uint_eq(event.kind, MOULT_EVENT_TEXT);
        ck_assert_uint_eq(event.key, typed[i]);
    }
    press(SDL_SCANCODE_BACKSPACE, SDLK_BACKSPACE, 0, NULL);
    moult_event event = kit_event(&k, 1);
    ck_assert_uint_eq(event.kind, MOULT_EVENT_KEY);
    ck_assert_uint_eq(event.key, MOULT_KEY_BACKSPACE);
    kit_event(&k, 0);
    kit_close(&k);
}
END_TEST

/* Held for 600 ms at 30 presses a second: about a turn in 70 ms, not 18. */
START_TEST(a_key_that_is_held_is_not_faster_than_eyes)
{
    int count = 0;
    moult_event event = {.size = sizeof event};
    open_and_draw();
    for (uint32_t i = 0; i < 18; i++) {
        SDL_Event held = {.key = {.type = SDL_KEYDOWN, .state = SDL_PRESSED, .repeat = i > 0}};
        held.key.keysym.scancode = SDL_SCANCODE_LEFT;
        held.key.keysym.sym = SDLK_LEFT;
        SDL_PushEvent(&held);
        SDL_Delay(33);
        while (k.renderer->next_event(k.window, &event) > 0)
            count += event.kind == MOULT_EVENT_KEY;
    }
    ck_assert_int_ge(count, 4);
    ck_assert_int_le(count, 10);
    kit_close(&k);
}
END_TEST

static void push_button(int32_t x, int32_t y, uint8_t button)
{
    SDL_Event event = {.button = {.type = SDL_MOUSEBUTTONDOWN, .button = button, .x = x, .y = y}};
    SDL_PushEvent(&event);
}

START_TEST(a_click_is_on_a_cell)
{
    open_and_draw();
    const moult__layout *l = &k.window->layout;
    push_button(l->x + 3 * l->tile_w + 1, l->y + 5 * l->tile_h + l->tile_h - 1, 1);
    moult_event event = kit_event(&k, 1);
    ck_assert_uint_eq(event.kind, MOULT_EVENT_CLICK);
    ck_assert_int_eq(event.x, 3);
    ck_assert_int_eq(event.y, 5);
    ck_assert_int_eq(event.button, 1);
    ck_assert_int_eq(event.row, -1);
    push_button(l->x, l->log.y + 4, 3);
    event = kit_event(&k, 1);
    ck_assert_int_eq(event.x, -1);
    ck_assert_int_eq(event.button, 3);
    kit_close(&k);
}
END_TEST

/* The pointer is told while a cell is asked for, and once a cell. */
START_TEST(the_pointer_is_told_while_a_cell_is_asked_for)
{
    open_and_draw();
    const moult__layout l = k.window->layout;
    SDL_Event event = {.motion = {.type = SDL_MOUSEMOTION, .x = l.x + 1, .y = l.y + 1}};
    SDL_PushEvent(&event);
    kit_event(&k, 0);
    k.scene.flags = MOULT_SCENE_AIM;
    kit_draw(&k);
    SDL_PushEvent(&event);
    event.motion.x++;
    SDL_PushEvent(&event);
    moult_event told = kit_event(&k, 1);
    ck_assert_uint_eq(told.kind, MOULT_EVENT_MOVE);
    ck_assert_int_eq(told.x, 0);
    ck_assert_int_eq(told.y, 0);
    kit_event(&k, 0);
    kit_close(&k);
}
END_TEST

START_TEST(a_click_is_on_a_row)
{
    static const moult_row rows[] = {{.size = sizeof(moult_row), .text = "one"},
                                     {.size = sizeof(moult_row), .text = "two"}};
    open_and_draw();
    k.scene.rows = rows;
    k.scene.row_count = 2;
    k.scene.menu_flags = MOULT_MENU_OPEN;
    kit_draw(&k);
    kit_no_events(&k);
    const moult__menu *m = &k.window->menu;
    push_button(m->rows.x + 2, m->rows.y + m->height + 2, 1);
    moult_event event = kit_event(&k, 1);
    ck_assert_int_eq(event.row, 1);
    SDL_Event wheel = {.wheel = {.type = SDL_MOUSEWHEEL, .y = -1}};
    SDL_PushEvent(&wheel);
    event = kit_event(&k, 1);
    ck_assert_uint_eq(event.kind, MOULT_EVENT_WHEEL);
    ck_assert_int_eq(event.amount, -1);
    kit_close(&k);
}
END_TEST

START_TEST(wheel_and_keys_change_the_size_of_the_map)
{
    static const moult_sprite sprite = {.size = sizeof sprite, .number = 1};
    open_and_draw();
    k.scene.sprites = &sprite;
    k.scene.sprite_count = 1;
    kit_draw(&k);
    ck_assert_int_eq(k.window->layout.tile_w, 24);
    SDL_Event wheel = {.wheel = {.type = SDL_MOUSEWHEEL, .y = 1}};
    SDL_PushEvent(&wheel);
    ck_assert_uint_eq(kit_event(&k, 1).kind, MOULT_EVENT_EXPOSE);
    kit_draw(&k);
    ck_assert_int_eq(k.window->layout.tile_w, 30);
    press(SDL_SCANCODE_MINUS, SDLK_MINUS, KMOD_LCTRL, NULL);
    press(SDL_SCANCODE_MINUS, SDLK_MINUS, KMOD_LCTRL, NULL);
    kit_no_events(&k);
    kit_draw(&k);
    ck_assert_int_eq(k.window->layout.tile_w, 18);
    press(SDL_SCANCODE_0, SDLK_0, KMOD_LCTRL, NULL);
    kit_no_events(&k);
    kit_draw(&k);
    ck_assert_int_eq(k.window->layout.tile_w, 24);
    kit_close(&k);
}
END_TEST

START_TEST(f12_saves_the_picture)
{
    char pattern[160];
    glob_t found;
    uint8_t head[8];
    open_and_draw();
    press(SDL_SCANCODE_F12, SDLK_F12, 0, NULL);
    kit_event(&k, 1);
    snprintf(pattern, sizeof pattern, "%s/moult/screenshot-*.png", k.home);
    ck_assert_int_eq(glob(pattern, 0, NULL, &found), 0);
    ck_assert_uint_eq(found.gl_pathc, 1);
    FILE *file = fopen(found.gl_pathv[0], "r");
    ck_assert_uint_eq(fread(head, 1, sizeof head, file), sizeof head);
    ck_assert_mem_eq(head, "\x89PNG\r\n\x1a\n", 8);
    fclose(file);
    ck_assert_ptr_nonnull(strstr(k.window->said, found.gl_pathv[0]));
    globfree(&found);
    kit_close(&k);
}
END_TEST

START_TEST(closing_the_window_is_told)
{
    open_and_draw();
    SDL_Event close = {.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_CLOSE}};
    SDL_PushEvent(&close);
    ck_assert_uint_eq(kit_event(&k, 1).kind, MOULT_EVENT_CLOSE);
    SDL_Event quit = {.type = SDL_QUIT};
    SDL_PushEvent(&quit);
    ck_assert_uint_eq(kit_event(&k, 1).kind, MOULT_EVENT_CLOSE);
    kit_close(&k);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("renderer/sdl input");
    TCase *input = tcase_create("input");
    tcase_set_timeout(input, 30);
    tcase_add_test(input, one_press_is_one_key);
    tcase_add_test(input, a_prompt_takes_text);
    tcase_add_test(input, a_key_that_is_held_is_not_faster_than_eyes);
    tcase_add_test(input, a_click_is_on_a_cell);
    tcase_add_test(input, the_pointer_is_told_while_a_cell_is_asked_for);
    tcase_add_test(input, a_click_is_on_a_row);
    tcase_add_test(input, wheel_and_keys_change_the_size_of_the_map);
    tcase_add_test(input, f12_saves_the_picture);
    tcase_add_test(input, closing_the_window_is_told);
    suite_add_tcase(suite, input);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
