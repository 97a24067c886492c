/* SPDX-License-Identifier: MIT */
/* The text renderer: frames as printed, lines as commands. Each case plays in a child of its own,
 * whose standard input is a pipe that it fills itself and whose output is compared as a whole. */
#include <check.h>
#undef fail /* a macro of Check, and a service of the host */
#include <dlfcn.h>
#include <fcntl.h>
#include <locale.h>
#include <moult/renderer.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct stage {
    const moult_renderer_1 *renderer;
    void *state;
    int input; /* what is written here comes to standard input */
} stage;

typedef void play(stage *s);

static const moult_renderer_1 *load(void)
{
    const char *folder = getenv("MOULT_BUILD_DIR");
    char path[4096];
    snprintf(path, sizeof path, "%s/plugins/renderer-text.so", folder ? folder : MOULT_BUILD_DIR);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        fprintf(stderr, "%s\n", dlerror());
    const moult_plugin *plugin = library ? dlsym(library, "moult_plugin_1") : NULL;
    return plugin ? plugin->provides[0].functions : NULL;
}

static int perform(play *scene, const char *locale, int output)
{
    int ends[2];
    stage s = {.renderer = load()};
    setlocale(LC_ALL, locale);
    if (!s.renderer || pipe(ends) != 0 || dup2(ends[0], 0) < 0 || dup2(output, 1) < 0)
        return 1;
    s.input = ends[1];
    s.state = calloc(1, s.renderer->state_size);
    if (!s.state || s.renderer->open(s.state, 0) != MOULT_OK)
        return 2;
    scene(&s);
    s.renderer->close(s.state, 0);
    free(s.state);
    return fflush(stdout) == 0 ? 0 : 3;
}

static void expect(play *scene, const char *locale, const char *text)
{
    static char printed[65536];
    int ends[2], status = 0;
    size_t size = 0;
    ssize_t count;
    ck_assert_int_eq(pipe(ends), 0);
    fflush(stdout);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        close(ends[0]);
        _exit(perform(scene, locale, ends[1]));
    }
    close(ends[1]);
    while ((count = read(ends[0], printed + size, sizeof printed - 1 - size)) > 0)
        size += (size_t)count;
    close(ends[0]);
    printed[size] = 0;
    waitpid(child, &status, 0);
    ck_assert_str_eq(printed, text);
    ck_assert_int_eq(status, 0);
}

/* -- frames ------------------------------------------------------------------------------------ */

#define WIDTH 7
#define HEIGHT 3

static moult_cell cells[WIDTH * HEIGHT];

#define GAUGE(style, value, max, label, text)                           \
    {                                                                   \
        sizeof(moult_gauge), style, 0, 0, 0, 0, value, max, label, text \
    }

static const moult_gauge gauges[] = {
    GAUGE(MOULT_GAUGE_BAR, 9, 12, "HP", NULL),
    GAUGE(MOULT_GAUGE_NUMBER, 1, 0, "Floor", NULL),
    GAUGE(MOULT_GAUGE_TEXT, 0, 0, "", "Hungry"),
};

static moult_scene room(void)
{
    static const char *const rows[HEIGHT] = {"#####", "#.@.|", "  ###"};
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; rows[y][x]; x++)
            cells[y * WIDTH + x].glyph = (uint8_t)rows[y][x];
    cells[WIDTH + 3].glyph = 0xb7; /* middle dot */
    cells[WIDTH + 3].ascii = '.';
    cells[WIDTH + 1].glyph = 0x2021; /* without a stand-in */
    return (moult_scene){.size = sizeof(moult_scene),
                         .width = WIDTH,
                         .height = HEIGHT,
                         .focus_x = 2,
                         .focus_y = 1,
                         .cell_size = sizeof(moult_cell),
                         .cells = cells,
                         .gauges = gauges,
                         .gauge_count = MOULT_COUNT(gauges)};
}

static void show(stage *s, const moult_scene *scene)
{
    if (s->renderer->draw(s->state, scene) != MOULT_OK)
        _exit(9);
}

static void draw_room_twice(stage *s)
{
    moult_scene scene = room();
    show(s, &scene);
    show(s, &scene);
    cells[WIDTH + 2].glyph = '%';
    show(s, &scene);
}

START_TEST(an_unchanged_frame_is_not_printed_again)
{
    expect(draw_room_twice, "C.UTF-8",
           "#####\n#‡@·|\n  ###\nHP 9/12  Floor 1  Hungry\n"
           "\n#####\n#‡%·|\n  ###\nHP 9/12  Floor 1  Hungry\n");
}
END_TEST

START_TEST(without_utf8_there_is_only_ascii)
{
    expect(draw_room_twice, "C",
           "#####\n#?@.|\n  ###\nHP 9/12  Floor 1  Hungry\n"
           "\n#####\n#?%.|\n  ###\nHP 9/12  Floor 1  Hungry\n");
}
END_TEST

#define ENGINE ((uint64_t)1 << 63)
#define LINE(serial, times, text)                     \
    {                                                 \
        sizeof(moult_line), 0, 1, times, text, serial \
    }

static void show_lines(stage *s, const moult_line *lines, uint32_t count)
{
    moult_scene scene = {.size = sizeof scene, .lines = lines, .line_count = count};
    show(s, &scene);
}

static void draw_messages(stage *s)
{
    moult_line lines[] = {LINE(1, 1, "Welcome."), LINE(2, 1, "You miss."), LINE(3, 1, "It bites."),
                          LINE(4, 1, "You miss."), LINE(5, 1, "You hit.")};
    show_lines(s, lines, 2);
    show_lines(s, lines, 2);
    show_lines(s, lines, 4); /* the same text again, but another message */
    lines[3].times = 2;
    show_lines(s, lines, 4); /* folded */
    lines[3].times = 3;
    show_lines(s, lines, 5);     /* folded, and one more */
    show_lines(s, lines + 4, 1); /* the older ones dropped out */
    moult_line told[] = {LINE(5, 1, "You hit."), LINE(ENGINE | 1, 1, "Saved.")};
    show_lines(s, told, 2); /* the engine speaks, */
    show_lines(s, told, 1); /* what it said goes, */
    told[1].serial++;
    show_lines(s, told, 2); /* and comes again */
    moult_line other[] = {LINE(1, 1, "You hit."), LINE(2, 1, "\x1b[31mred\nline\xff")};
    show_lines(s, other, 2); /* another run; nothing that moves a cursor gets out */
}

START_TEST(each_message_is_printed_once)
{
    expect(draw_messages, "C.UTF-8",
           "Welcome.\nYou miss.\n"
           "\nIt bites.\nYou miss.\n"
           "\nYou miss. (x2)\n"
           "\nYou miss. (x3)\nYou hit.\n"
           "\n"
           "\nSaved.\n"
           "\n"
           "\nSaved.\n"
           "\nYou hit.\n [31mred line\xef\xbf\xbd\n");
}
END_TEST

#define ROW(flags, key, text, detail)                     \
    {                                                     \
        sizeof(moult_row), flags, key, 0, 0, text, detail \
    }

static void draw_menus(stage *s)
{
    static const moult_row rows[] = {
        ROW(MOULT_ROW_HEADING, 0, "Weapons", NULL),
        ROW(0, 'a', "剣", "in hand"),
        ROW(MOULT_ROW_DISABLED, 'b', "bow", NULL),
    };
    static const moult_row answer[] = {ROW(0, 0, "Ann", NULL)};
    moult_scene scene = {.size = sizeof scene,
                         .title = "Wield what?",
                         .menu_flags = MOULT_MENU_OPEN,
                         .rows = rows,
                         .row_count = MOULT_COUNT(rows),
                         .row_cursor = 1};
    show(s, &scene);
    scene.row_cursor = 2;
    show(s, &scene);
    scene.menu_flags = MOULT_MENU_OPEN | MOULT_MENU_PANEL;
    show(s, &scene);
    scene.menu_flags = MOULT_MENU_OPEN | MOULT_MENU_PROMPT;
    scene.title = "Name:";
    scene.rows = answer;
    scene.row_count = 1;
    show(s, &scene);
    scene = (moult_scene){.size = sizeof scene, .flags = MOULT_SCENE_AIM, .focus_x = 4};
    show(s, &scene);
}

START_TEST(menus_panels_prompts_and_targets_are_lines)
{
    expect(draw_menus, "C.UTF-8",
           "Wield what?\n  Weapons\n> a) 剣  in hand\n  b- bow\n"
           "\nWield what?\n  Weapons\n  a) 剣  in hand\n> b- bow\n"
           "\nWield what?\n  Weapons\n  a) 剣  in hand\n  b- bow\n"
           "\nName: Ann\n"
           "\nTarget: 4,0\n");
}
END_TEST

/* A map of 200x60 numbered cells: the window is 80x21 with the focus in its middle. */
static void draw_wide(stage *s)
{
    moult_scene scene = {.size = sizeof scene, .width = 200, .height = 60, .focus_x = 100};
    scene.cell_size = sizeof(moult_cell) + 4; /* as a newer core may have it */
    char *bulk = calloc(200u * 60u, (size_t)scene.cell_size);
    scene.cells = (moult_cell *)(void *)bulk;
    for (int32_t y = 0; y < 60; y++)
        for (int32_t x = 0; x < 200; x++) {
            moult_cell cell = {.glyph = (uint32_t)('a' + x % 26)};
            memcpy(bulk + (size_t)(y * 200 + x) * (size_t)scene.cell_size, &cell, sizeof cell);
        }
    show(s, &scene);
    free(bulk);
}

START_TEST(a_large_map_is_shown_around_the_focus)
{
    char text[21 * 81 + 1];
    for (int i = 0; i < 21; i++) {
        for (int x = 0; x < 80; x++)
            text[i * 81 + x] = (char)('a' + (60 + x) % 26);
        text[i * 81 + 80] = '\n';
    }
    text[21 * 81] = 0;
    expect(draw_wide, "C", text);
}
END_TEST

/* -- input ------------------------------------------------------------------------------------- */

static void send(stage *s, const char *bytes, size_t count)
{
    if (count && write(s->input, bytes, count) != (ssize_t)count)
        _exit(8);
    moult_event event = {.size = sizeof event};
    moult_status status;
    while ((status = s->renderer->next_event(s->state, &event)) == 1) {
        if (event.kind == MOULT_EVENT_COMMAND)
            printf("[%s]\n", event.text);
        else
            printf("event %u\n", event.kind);
    }
    if (status != 0)
        _exit(7);
    printf("-\n");
}

#define SEND(s, text) send(s, text, sizeof(text) - 1)

static void send_lines(stage *s)
{
    SEND(s, "");
    SEND(s, "move-west\nh\n\n  # a comment\n   throw a dagger \t\r\n");
    SEND(s, "desc");
    SEND(s, "end");
    SEND(s, "\nC-l\n");
    SEND(s, "a\xff"
            "b\0c\n\xe5\x89\xa3\n\r\n \n");
    printf("fd %d\n", s->renderer->wait_fd(s->state));
    SEND(s, "last");
    close(s->input);
    SEND(s, "");
    SEND(s, "");
    printf("fd %d\n", s->renderer->wait_fd(s->state));
}

START_TEST(each_line_is_one_command_and_the_end_is_told_once)
{
    expect(send_lines, "C.UTF-8",
           "-\n[move-west]\n[h]\n[throw a dagger]\n-\n-\n-\n[descend]\n[C-l]\n-\n"
           "[a\xef\xbf\xbd"
           "b c]\n[剣]\n-\nfd 0\n-\n[last]\nevent 8\n-\n-\nfd -1\n");
}
END_TEST

static void send_long(stage *s)
{
    static char line[5000];
    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = '\n';
    send(s, line, sizeof line);
    memset(line, 0xff, sizeof line - 1);
    send(s, line, sizeof line);
    SEND(s, "after\n");
}

START_TEST(a_long_line_is_cut)
{
    char text[2048] = "[";
    memset(text + 1, 'x', 255);
    strcpy(text + 256, "]\n-\n[");
    for (int i = 0; i < 255; i++)
        strcat(text, "\xef\xbf\xbd");
    strcat(text, "]\n-\n[after]\n-\n");
    expect(send_long, "C.UTF-8", text);
}
END_TEST

/* The block is kept over a reload: nothing that was read is lost, no frame comes twice. */
static void reload(stage *s)
{
    moult_scene scene = room();
    show(s, &scene);
    if (write(s->input, "one\ntwo\nthr", 11) != 11)
        _exit(8);
    moult_event event = {.size = sizeof event};
    s->renderer->next_event(s->state, &event);
    printf("[%s]\n", event.text);
    s->renderer->close(s->state, 1);
    s->renderer->open(s->state, 1);
    show(s, &scene);
    SEND(s, "ee\n");
    if (fcntl(0, F_GETFL) & O_NONBLOCK)
        printf("nonblocking\n");
}

START_TEST(a_reload_loses_nothing)
{
    expect(reload, "C",
           "#####\n#?@.|\n  ###\nHP 9/12  Floor 1  Hungry\n[one]\n[two]\n[three]\n-\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("renderer/text");
    TCase *tests = tcase_create("text");
    tcase_add_test(tests, an_unchanged_frame_is_not_printed_again);
    tcase_add_test(tests, without_utf8_there_is_only_ascii);
    tcase_add_test(tests, each_message_is_printed_once);
    tcase_add_test(tests, menus_panels_prompts_and_targets_are_lines);
    tcase_add_test(tests, a_large_map_is_shown_around_the_focus);
    tcase_add_test(tests, each_line_is_one_command_and_the_end_is_told_once);
    tcase_add_test(tests, a_long_line_is_cut);
    tcase_add_test(tests, a_reload_loses_nothing);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
