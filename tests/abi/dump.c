/* SPDX-License-Identifier: MIT */
/* Says what a build of the public headers looks like to a compiled plugin, a fact a line:
 *     struct NAME BYTES
 *     field STRUCT OFFSET BYTES NAME TYPE
 *     enum NAME VALUE
 *     type NAME TYPE, function NAME TYPE, variable NAME TYPE
 * It reads the debugging information of a linked object, since a compiler doesn't err about its own
 * layout. Only names that begin with moult_ or MOULT_ are said. Sorted, the lines of gcc and clang
 * are the same; tests/check/abi.sh compares them with those of a release. */
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define ROOM 1024

static void name_type(Dwarf_Die *die, char *out);

static int is_ours(Dwarf_Die *die)
{
    const char *name = dwarf_diename(die);
    return name != NULL && (strncmp(name, "moult_", 6) == 0 || strncmp(name, "MOULT_", 6) == 0);
}

static void append(char *out, const char *text)
{
    size_t used = strlen(out);
    snprintf(out + used, ROOM - used, "%s", text);
}

/* The type that an entry refers to, in words; none is void. */
static void name_type_of(Dwarf_Die *die, char *out)
{
    Dwarf_Attribute attribute;
    Dwarf_Die type;
    if (dwarf_attr_integrate(die, DW_AT_type, &attribute) != NULL &&
        dwarf_formref_die(&attribute, &type) != NULL)
        name_type(&type, out);
    else
        snprintf(out, ROOM, "void");
}

/* "RESULT (ARGUMENTS)", or with `pointer` "RESULT (*)(ARGUMENTS)". */
static void name_function(Dwarf_Die *die, const char *pointer, char *out)
{
    Dwarf_Die child;
    int arguments = 0;
    name_type_of(die, out);
    append(out, " ");
    append(out, pointer);
    append(out, "(");
    if (dwarf_child(die, &child) == 0) {
        do {
            char argument[ROOM];
            if (dwarf_tag(&child) == DW_TAG_unspecified_parameters)
                snprintf(argument, sizeof argument, "...");
            else if (dwarf_tag(&child) == DW_TAG_formal_parameter)
                name_type_of(&child, argument);
            else
                continue;
            append(out, arguments++ > 0 ? ", " : "");
            append(out, argument);
        } while (dwarf_siblingof(&child, &child) == 0);
    }
    append(out, arguments > 0 ? ")" : "void)");
}

static void name_pointer(Dwarf_Die *die, char *out)
{
    Dwarf_Attribute attribute;
    Dwarf_Die type;
    if (dwarf_attr(die, DW_AT_type, &attribute) != NULL &&
        dwarf_formref_die(&attribute, &type) != NULL &&
        dwarf_tag(&type) == DW_TAG_subroutine_type) {
        name_function(&type, "(*)", out);
        return;
    }
    name_type_of(die, out);
    size_t length = strlen(out);
    append(out, length > 0 && out[length - 1] == '*' ? "*" : " *");
}

/* In C a qualifier of a pointer stands behind it, any other before its type. */
static void name_const(Dwarf_Die *die, char *out)
{
    char type[ROOM];
    name_type_of(die, type);
    const int pointer = type[strlen(type) - 1] == '*';
    out[0] = 0;
    append(out, pointer || strncmp(type, "const ", 6) == 0 ? "" : "const ");
    append(out, type);
    append(out, pointer ? "const" : "");
}

static void name_array(Dwarf_Die *die, char *out)
{
    Dwarf_Die range;
    name_type_of(die, out);
    if (dwarf_child(die, &range) != 0)
        return;
    do {
        Dwarf_Attribute attribute;
        Dwarf_Word count = 0;
        char text[32];
        if (dwarf_attr(&range, DW_AT_upper_bound, &attribute) != NULL) {
            dwarf_formudata(&attribute, &count);
            count++;
        } else if (dwarf_attr(&range, DW_AT_count, &attribute) != NULL) {
            dwarf_formudata(&attribute, &count);
        }
        snprintf(text, sizeof text, "[%" PRIu64 "]", (uint64_t)count);
        append(out, text);
    } while (dwarf_siblingof(&range, &range) == 0);
}

static void name_type(Dwarf_Die *die, char *out)
{
    const char *name = dwarf_diename(die);
    switch (dwarf_tag(die)) {
    case DW_TAG_pointer_type:
        name_pointer(die, out);
        return;
    case DW_TAG_const_type:
        name_const(die, out);
        return;
    case DW_TAG_array_type:
        name_array(die, out);
        return;
    case DW_TAG_subroutine_type:
        name_function(die, "", out);
        return;
    case DW_TAG_structure_type:
        snprintf(out, ROOM, "struct %s", name != NULL ? name : "{}");
        return;
    default:
        snprintf(out, ROOM, "%s", name != NULL ? name : "unknown");
    }
}

static uint64_t size_of(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    Dwarf_Die type;
    Dwarf_Word size = 0;
    if (dwarf_attr(die, DW_AT_type, &attribute) != NULL &&
        dwarf_formref_die(&attribute, &type) != NULL)
        dwarf_aggregate_size(&type, &size);
    return size;
}

static void say_struct(Dwarf_Die *die)
{
    Dwarf_Die field;
    if (dwarf_hasattr(die, DW_AT_declaration) || dwarf_child(die, &field) != 0)
        return;
    printf("struct %s %d\n", dwarf_diename(die), dwarf_bytesize(die));
    do {
        Dwarf_Attribute attribute;
        Dwarf_Word offset = 0;
        char type[ROOM];
        if (dwarf_attr(&field, DW_AT_data_member_location, &attribute) != NULL)
            dwarf_formudata(&attribute, &offset);
        name_type_of(&field, type);
        append(type, dwarf_hasattr(&field, DW_AT_bit_size) ? " in bits" : "");
        printf("field %s %03" PRIu64 " %" PRIu64 " %s %s\n", dwarf_diename(die), (uint64_t)offset,
               size_of(&field), dwarf_diename(&field), type);
    } while (dwarf_siblingof(&field, &field) == 0);
}

static void say_enum(Dwarf_Die *die)
{
    Dwarf_Die entry;
    if (dwarf_child(die, &entry) != 0)
        return;
    do {
        Dwarf_Attribute attribute;
        Dwarf_Sword value = 0;
        if (!is_ours(&entry) || dwarf_attr(&entry, DW_AT_const_value, &attribute) == NULL)
            continue;
        dwarf_formsdata(&attribute, &value);
        printf("enum %s %" PRId64 "\n", dwarf_diename(&entry), (int64_t)value);
    } while (dwarf_siblingof(&entry, &entry) == 0);
}

static void say(Dwarf_Die *die)
{
    char type[ROOM];
    if (dwarf_tag(die) == DW_TAG_enumeration_type) {
        say_enum(die);
        return;
    }
    if (!is_ours(die))
        return;
    switch (dwarf_tag(die)) {
    case DW_TAG_structure_type:
        say_struct(die);
        return;
    case DW_TAG_typedef:
        name_type_of(die, type);
        printf("type %s %s\n", dwarf_diename(die), type);
        return;
    case DW_TAG_subprogram:
        name_function(die, "", type);
        printf("function %s %s\n", dwarf_diename(die), type);
        return;
    case DW_TAG_variable:
        name_type_of(die, type);
        printf("variable %s %s\n", dwarf_diename(die), type);
    }
}

int main(int count, char **arguments)
{
    int fd = count == 2 ? open(arguments[1], O_RDONLY) : -1;
    Dwarf *file = fd >= 0 ? dwarf_begin(fd, DWARF_C_READ) : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: dump OBJECT, compiled with -g\n");
        return 2;
    }
    Dwarf_CU *unit = NULL;
    Dwarf_Die top, die;
    while (dwarf_get_units(file, unit, &unit, NULL, NULL, &top, NULL) == 0) {
        if (dwarf_child(&top, &die) != 0)
            continue;
        do {
            say(&die);
        } while (dwarf_siblingof(&die, &die) == 0);
    }
    dwarf_end(file);
    close(fd);
    return 0;
}
