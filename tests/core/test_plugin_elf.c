/* SPDX-License-Identifier: MIT */
/* Look before you load: every cause for which a file is refused has a text of its own, and no file,
 * however it was cut or damaged, does more than be refused. Files broken on purpose are the zoo's;
 * what a byte can break is patched here. */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "support/plugin_kit.h"
#include <check.h>
#undef fail

static const char wolf[] =
    "#include <moult/ai.h>\n"
    "static moult_status decide(moult_world *w, const moult_senses *s, void *m, moult_action *a)\n"
    "{\n"
    "    (void)w, (void)m, (void)s, (void)a;\n"
    "    return MOULT_OK;\n"
    "}\n"
    "MOULT_AI(wolf, \"0.3\", \"waits\", decide)\n";

static uint8_t *whole; /* a good plugin */
static uint64_t whole_size;

static void make(void)
{
    kit_folder_make();
    kit_compile("wolf.so", wolf, "-Wl,--no-as-needed -lm");
    whole = kit_read(kit_at("wolf.so"), &whole_size);
}

static void unmake(void)
{
    free(whole);
    kit_folder_remove();
}

/* The bytes end where memory ends: a look beyond them, by us or by a library, is a crash. */
static moult_status inspect(const uint8_t *bytes, uint64_t count, moult__elf *elf,
                            moult__report *report)
{
    static uint8_t *room;
    size_t page = (size_t)sysconf(_SC_PAGESIZE), size = (whole_size / page + 1) * page;
    if (room == NULL) {
        room = mmap(NULL, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        ck_assert(room != MAP_FAILED);
        ck_assert_int_eq(mprotect(room + size, page, PROT_NONE), 0);
    }
    uint8_t *exact = room + size - count;
    memcpy(exact, bytes, count);
    memset(report, 0, sizeof *report);
    return moult__elf_inspect(exact, count, "wolf.so", elf, report);
}

START_TEST(a_good_plugin_is_described_by_its_note)
{
    moult__elf elf;
    moult__report report;
    ck_assert_msg(inspect(whole, whole_size, &elf, &report) == MOULT_OK, "%s", report.text);
    ck_assert_str_eq(elf.note.name, "ai-wolf");
    ck_assert_str_eq(elf.note.version, "0.3");
    ck_assert_str_eq(elf.note.provides, "ai/wolf");
    ck_assert_uint_eq(elf.needed_count, 2);
    ck_assert_str_eq(elf.needed[0], "libm.so.6");
    ck_assert_str_eq(report.text, "");
}
END_TEST

START_TEST(every_truncated_file_is_refused)
{
    moult__elf elf;
    moult__report report;
    for (uint64_t count = 0; count < whole_size; count++) {
        moult_status status = inspect(whole, count, &elf, &report);
        ck_assert_msg(status == MOULT_FORMAT, "%llu bytes", (unsigned long long)count);
        if (count >= SELFMAG)
            ck_assert_ptr_nonnull(strstr(report.text, "the file is cut short (wolf.so)"));
    }
}
END_TEST

START_TEST(a_file_whose_end_is_still_a_hole_is_refused)
{
    moult__elf elf;
    moult__report report;
    uint8_t *holed = malloc(whole_size);
    for (uint64_t written = 0; written < whole_size - 2000; written += 64) {
        memset(holed, 0, whole_size);
        memcpy(holed, whole, written);
        ck_assert_int_lt(inspect(holed, whole_size, &elf, &report), 0);
    }
    free(holed);
}
END_TEST

/* -- each cause its text ----------------------------------------------------------------------- */

#define HEAD(field) offsetof(Elf64_Ehdr, field)

static const struct {
    uint32_t at, width;
    uint64_t value;
    const char *text; /* MACHINE stands for this machine's number */
} patches[] = {
    {HEAD(e_machine), 2, 8,
     "built for another machine (wolf.so): ELF machine 8, class 2; this one is machine MACHINE, "
     "class 2. Build it on this machine"},
    {EI_CLASS, 1, ELFCLASS32,
     "built for another machine (wolf.so): ELF machine MACHINE, class 1; this one is machine "
     "MACHINE, class 2. Build it on this machine"},
    {HEAD(e_type), 2, ET_EXEC,
     "this is an ELF file, but no shared object (wolf.so): type 2. Build the plugin with -shared"},
    {HEAD(e_type), 2, ET_REL,
     "this is an ELF file, but no shared object (wolf.so): type 1. Build the plugin with -shared"},
    {HEAD(e_ident), 4, 0x0a212300,
     "this is no shared object (wolf.so): it doesn't begin like an ELF file. Build the plugin with "
     "-shared"},
    {HEAD(e_shstrndx), 2, 0xfff0,
     "this is no Moult plugin (wolf.so): it has no whole note .note.moult. Declare it by "
     "MOULT_PLUGIN"},
};

static void expand(char *out, size_t room, const char *text)
{
    Elf64_Ehdr head;
    size_t used = (size_t)snprintf(out, room, "error  wolf load: ");
    memcpy(&head, whole, sizeof head);
    for (const char *at = text; *at != 0;) {
        int word = strncmp(at, "MACHINE", 7) == 0;
        used += word ? (size_t)snprintf(out + used, room - used, "%u", head.e_machine)
                     : (size_t)snprintf(out + used, room - used, "%c", *at);
        at += word ? 7 : 1;
    }
}

START_TEST(a_heading_of_another_kind_is_named)
{
    moult__elf elf;
    moult__report report;
    char text[512];
    uint8_t *patched = malloc(whole_size);
    memcpy(patched, whole, whole_size);
    memcpy(patched + patches[_i].at, &patches[_i].value, patches[_i].width);
    ck_assert_int_lt(inspect(patched, whole_size, &elf, &report), 0);
    expand(text, sizeof text, patches[_i].text);
    ck_assert_str_eq(report.text, text);
    free(patched);
}
END_TEST

/* The note may hold anything. */
static const struct {
    uint32_t at;
    const char *bytes;
    uint32_t count;
} notes[] = {
    {offsetof(moult_note, owner), "Other\0\0", 8},
    {offsetof(moult_note, name), "\0", 1},
    {offsetof(moult_note, name), "ai/wolf", 8},
    {offsetof(moult_note, name), "../wolf", 8},
    {offsetof(moult_note, name), "abcdefghijklmnopqrstuvwxyz0123456789", 32},
    {offsetof(moult_note, version), "\0", 1},
    {offsetof(moult_note, version), "1 0", 4},
    {offsetof(moult_note, version), "0123456789012345", 16},
};

static uint8_t *note_in(uint8_t *bytes)
{
    return (uint8_t *)memmem(bytes, whole_size, "Moult\0\0\0\1\0\0\0ai-wolf", 20) -
           offsetof(moult_note, owner);
}

START_TEST(a_note_that_holds_something_else_is_none)
{
    moult__elf elf;
    moult__report report;
    uint8_t *patched = malloc(whole_size);
    memcpy(patched, whole, whole_size);
    memcpy(note_in(patched) + notes[_i].at, notes[_i].bytes, notes[_i].count);
    ck_assert_int_eq(inspect(patched, whole_size, &elf, &report), MOULT_FORMAT);
    ck_assert_str_eq(report.text, "error  wolf load: this is no Moult plugin (wolf.so): it has no "
                                  "whole note .note.moult. Declare it by MOULT_PLUGIN");
    free(patched);
}
END_TEST

START_TEST(a_text_and_an_empty_file_are_no_shared_objects)
{
    static const char text[] = "#!/bin/sh\necho wolf\n";
    moult__elf elf;
    moult__report report;
    for (uint32_t count = 0; count < sizeof text; count += sizeof text - 1) {
        ck_assert_int_eq(inspect((const uint8_t *)text, count, &elf, &report), MOULT_FORMAT);
        ck_assert_str_eq(report.text, "error  wolf load: this is no shared object (wolf.so): it "
                                      "doesn't begin like an ELF file. Build the plugin with "
                                      "-shared");
    }
}
END_TEST

static const struct {
    const char *name, *text;
} zoo[] = {
    {"nodelete", "ai-animal@1.0.0 load: it is marked as never to be unloaded. Link it without -z "
                 "nodelete (FILE)"},
    {"soname", "ai-animal@1.0.0 load: a SONAME would make the loader give back an older build. "
               "Link it without -soname (FILE)"},
    {"run_path", "ai-animal@1.0.0 load: a run path looks for libraries in places of its own. Link "
                 "it without -rpath (FILE)"},
    {"exec_stack", "exec_stack load: a segment is both writable and executable (FILE). Link it "
                   "without -z execstack or -N"},
    {"writable_code", "writable_code load: a segment is both writable and executable (FILE). Link "
                      "it without -z execstack or -N"},
    {"text_relocations", "ai-animal@1.0.0 load: its code would have to be patched when loaded. "
                         "Build it with -fPIC (FILE)"},
    {"static_tls", "ai-animal@1.0.0 load: its thread-local data is static. Build it without "
                   "-ftls-model=initial-exec (FILE)"},
    {"no_note", "no_note load: this is no Moult plugin (FILE): it has no whole note .note.moult. "
                "Declare it by MOULT_PLUGIN"},
    {"other_abi", "ai-animal@1.0.0 load: built for ABI 2, this core speaks 1 (FILE). Rebuild it "
                  "with this SDK: moult sdk --cflags"},
    {"two_exports", "ai-animal@1.0.0 load: it exports animal_count, but only moult_plugin_1 may be "
                    "seen (FILE). Build it with -fvisibility=hidden"},
    {"no_export", "ai-animal@1.0.0 load: it exports moult_plugin_1 0 times, not once (FILE). "
                  "Declare it by MOULT_PLUGIN in one file"},
    {"unique", "ai-animal@1.0.0 load: symbol animal_once is unique in the process, so the plugin "
               "could never be unloaded (FILE). Build it with -fno-gnu-unique"},
    {"undefined_symbol", "ai-animal@1.0.0 load: the system can't load it (FILE): undefined symbol: "
                         "nobody_has_this. Link what it needs, or build with -Wl,-z,defs to see it "
                         "earlier"},
    {"note_disagrees", "ai-animal@1.0.0 load: note and descriptor disagree about name, version or "
                       "ABI (FILE). Declare both by one MOULT_PLUGIN"},
    {"short_descriptor", "ai-animal@1.0.0 load: its descriptor says it has 80 bytes, ABI 1 begins "
                         "with 88 (FILE). Rebuild it with this SDK: moult sdk --cflags"},
    {"missing_list", "ai-animal@1.0.0 load: its descriptor counts entries that aren't there "
                     "(FILE). Give each list with its count"},
    {"none", "none load: there is no such file (FILE). Build it, or give another path"},
};

START_TEST(each_broken_file_is_refused_for_its_own_cause)
{
    char path[KIT_PATH], text[1024];
    moult__set set;
    moult__report report = {0};
    moult__want want = {.role = "", .slot = ""};
    snprintf(path, sizeof path, MOULT_BUILD_DIR "/zoo/%s.so", zoo[_i].name);
    snprintf(want.file, sizeof want.file, "%s", path);
    kit_set_make(&set);
    ck_assert_int_lt(moult__set_load(&set, &want, 1, &report), 0);
    const char *file = strstr(zoo[_i].text, "FILE");
    snprintf(text, sizeof text, "error  %.*s%s%s", (int)(file - zoo[_i].text), zoo[_i].text, path,
             file + 4);
    ck_assert_str_eq(report.text, text);
    ck_assert_uint_eq(report.exit_code, strchr(text, '@') ? MOULT__EXIT_PLUGIN : 1u);
    ck_assert_uint_eq(set.build_count, 0);
    ck_assert_uint_eq(kit_mappings(set.stage), 0);
    moult__set_close(&set);
    ck_assert_int_ne(access(set.stage, F_OK), 0);
}
END_TEST

START_TEST(a_place_that_cant_be_looked_at_is_told_from_none)
{
    moult__set set;
    moult__report report = {0};
    moult__want want = {.role = "", .slot = ""};
    snprintf(want.file, sizeof want.file, "%s", kit_at("loop.so"));
    ck_assert_int_eq(symlink(want.file, want.file), 0);
    kit_set_make(&set);
    ck_assert_int_eq(moult__set_load(&set, &want, 1, &report), MOULT_IO);
    ck_assert_str_eq(
        kit_normal(report.text),
        "error  loop load: the file can't be looked at (@/loop.so): Too many levels of "
        "symbolic links. Give another path");
    moult__set_close(&set);
}
END_TEST

/* -- damage ------------------------------------------------------------------------------------ */

static uint32_t draw(uint32_t *state, uint64_t bound)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return (uint32_t)(*state % bound);
}

/* A byte of what describes the file: its headings, or a section that is read. */
static uint64_t some_place(uint32_t *state)
{
    Elf64_Ehdr head;
    Elf64_Shdr section;
    memcpy(&head, whole, sizeof head);
    switch (draw(state, 4)) {
    case 0:
        return draw(state, sizeof head);
    case 1:
        return head.e_phoff + draw(state, (uint64_t)head.e_phnum * sizeof(Elf64_Phdr));
    case 2:
        return head.e_shoff + draw(state, (uint64_t)head.e_shnum * sizeof section);
    default:
        do
            memcpy(&section, whole + head.e_shoff + draw(state, head.e_shnum) * sizeof section,
                   sizeof section);
        while (section.sh_size == 0 || section.sh_type == SHT_NOBITS);
        return section.sh_offset + draw(state, section.sh_size);
    }
}

START_TEST(a_lying_heading_never_leads_out_of_the_file)
{
    static const uint8_t telling[] = {0, 1, 0x7f, 0x80, 0xff};
    uint32_t state = 7, refused = 0;
    moult__elf elf;
    moult__report report;
    uint8_t *mutant = malloc(whole_size);
    for (uint32_t i = 0; i < 20000; i++) {
        memcpy(mutant, whole, whole_size);
        for (uint32_t bytes = 1 + draw(&state, 8); bytes > 0; bytes--)
            mutant[some_place(&state)] = draw(&state, 2) ? telling[draw(&state, sizeof telling)]
                                                         : (uint8_t)draw(&state, 256);
        uint64_t count = draw(&state, 4) ? whole_size : draw(&state, whole_size);
        moult_status status = inspect(mutant, count, &elf, &report);
        ck_assert_int_eq(status < 0, report.text[0] != 0);
        refused += status < 0;
    }
    ck_assert_uint_gt(refused, 10000);
    free(mutant);
}
END_TEST

START_TEST(sections_that_point_away_from_what_the_loader_reads_are_refused)
{
    Elf64_Ehdr head;
    Elf64_Shdr section;
    moult__elf elf;
    moult__report report;
    uint8_t *patched = malloc(whole_size);
    memcpy(patched, whole, whole_size);
    memcpy(&head, whole, sizeof head);
    for (uint32_t i = 0; i < head.e_shnum; i++) {
        uint8_t *at = patched + head.e_shoff + i * sizeof section;
        memcpy(&section, at, sizeof section);
        section.sh_offset += section.sh_type == SHT_DYNAMIC ? sizeof(Elf64_Dyn) : 0;
        memcpy(at, &section, sizeof section);
    }
    ck_assert_int_eq(inspect(patched, whole_size, &elf, &report), MOULT_FORMAT);
    ck_assert_str_eq(report.text, "error  ai-wolf@0.3 load: the file is damaged (wolf.so): its "
                                  "dynamic sections aren't all there. Copy or build it again");
    free(patched);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plugin elf");
    TCase *group = tcase_create("all");
    tcase_add_unchecked_fixture(group, make, unmake);
    tcase_set_timeout(group, 100);
    tcase_add_test(group, a_good_plugin_is_described_by_its_note);
    tcase_add_test(group, every_truncated_file_is_refused);
    tcase_add_test(group, a_file_whose_end_is_still_a_hole_is_refused);
    tcase_add_loop_test(group, a_heading_of_another_kind_is_named, 0, MOULT_COUNT(patches));
    tcase_add_loop_test(group, a_note_that_holds_something_else_is_none, 0, MOULT_COUNT(notes));
    tcase_add_test(group, a_text_and_an_empty_file_are_no_shared_objects);
    tcase_add_loop_test(group, each_broken_file_is_refused_for_its_own_cause, 0, MOULT_COUNT(zoo));
    tcase_add_test(group, a_place_that_cant_be_looked_at_is_told_from_none);
    tcase_add_test(group, a_lying_heading_never_leads_out_of_the_file);
    tcase_add_test(group, sections_that_point_away_from_what_the_loader_reads_are_refused);
    suite_add_tcase(suite, group);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
