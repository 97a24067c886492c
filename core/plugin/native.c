/* SPDX-License-Identifier: MIT */
/* Calls natives by name through libffi. Arguments come as text, are read by the native's signature,
 * and must fit it exactly: nothing is guessed. */
#include <ctype.h>
#include <errno.h>
#include <ffi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "core/plugin/set.h"
#include "core/system/text.h"

#define ARGS_MAX 16u

/* RESULT(ARGUMENTS): v only as a result, w and s only as arguments but s as a result too. */
int32_t moult__signature_valid(const char *signature)
{
    size_t length = strlen(signature);
    if (length < 3 || length >= 32 || strchr("viulqs", signature[0]) == NULL ||
        signature[1] != '(' || signature[length - 1] != ')' || length - 3 > ARGS_MAX)
        return 0;
    for (size_t i = 2; i < length - 1; i++)
        if (strchr("iulqsw", signature[i]) == NULL)
            return 0;
    return 1;
}

static ffi_type *type_of(char letter)
{
    switch (letter) {
    case 'i':
        return &ffi_type_sint32;
    case 'u':
        return &ffi_type_uint32;
    case 'l':
        return &ffi_type_sint64;
    case 'q':
        return &ffi_type_uint64;
    case 'v':
        return &ffi_type_void;
    default:
        return &ffi_type_pointer;
    }
}

static const char *type_name(char letter)
{
    switch (letter) {
    case 'i':
        return moult__translate("a whole number of 32 bits");
    case 'u':
        return moult__translate("a whole number of 32 bits, 0 or more");
    case 'l':
        return moult__translate("a whole number of 64 bits");
    case 'q':
        return moult__translate("a whole number of 64 bits, 0 or more");
    default:
        return moult__translate("a text");
    }
}

typedef union value {
    int32_t i;
    uint32_t u;
    int64_t l;
    uint64_t q;
    const void *p;
} value;

int32_t moult__number_read(char letter, const char *text, void *number)
{
    char *end;
    value out;
    const char *figures = text + (text[0] == '-');
    int base = strncasecmp(figures, "0x", 2) == 0 ? 16 : 10;
    if (base == 16 ? !isxdigit((unsigned char)figures[2]) : !isdigit((unsigned char)figures[0]))
        return 0;
    errno = 0;
    if (letter == 'q' || letter == 'u') {
        uint64_t n = strtoull(text, &end, base);
        if (*end != 0 || errno != 0 || text[0] == '-' || (letter == 'u' && n > UINT32_MAX))
            return 0;
        if (letter == 'u')
            out.u = (uint32_t)n;
        else
            out.q = n;
    } else {
        int64_t n = strtoll(text, &end, base);
        if (*end != 0 || errno != 0 || (letter == 'i' && (n < INT32_MIN || n > INT32_MAX)))
            return 0;
        if (letter == 'i')
            out.i = (int32_t)n;
        else
            out.l = n;
    }
    memcpy(number, &out, letter == 'u' || letter == 'i' ? sizeof out.u : sizeof out.q);
    return 1;
}

typedef struct call {
    const moult__native *native;
    ffi_type *types[ARGS_MAX];
    value values[ARGS_MAX];
    void *pointers[ARGS_MAX];
    uint32_t count;
} call;

static moult_status read_args(call *c, moult_world *w, const char *const *args, uint32_t arg_count,
                              moult__report *report)
{
    const char *letters = c->native->signature + 2;
    c->count = (uint32_t)strlen(c->native->signature) - 3;
    uint32_t wanted = 0, used = 0;
    for (uint32_t i = 0; i < c->count; i++)
        wanted += letters[i] != 'w';
    char who[MOULT_SLOT_SIZE + 16];
    snprintf(who, sizeof who, "moult call %s", c->native->name);
    if (wanted != arg_count)
        return moult__refuse(report, MOULT_FORMAT, who,
                             wanted == 1 ? MOULT_TEXT("it takes %u argument, not %u: %s. %s")
                                         : MOULT_TEXT("it takes %u arguments, not %u: %s. %s"),
                             wanted, arg_count, c->native->signature,
                             moult__translate(c->native->help));
    for (uint32_t i = 0; i < c->count; i++) {
        c->types[i] = type_of(letters[i]);
        c->pointers[i] = &c->values[i];
        if (letters[i] == 'w') {
            c->values[i].p = w;
            continue;
        }
        const char *text = args[used++];
        if (letters[i] == 's')
            c->values[i].p = text;
        else if (!moult__number_read(letters[i], text, &c->values[i]))
            return moult__refuse(report, MOULT_FORMAT, who, "argument %u is \"%s\", not %s. %s",
                                 used, text, type_name(letters[i]),
                                 moult__translate(c->native->help));
    }
    return MOULT_OK;
}

/* A result narrower than a register comes back widened to one. */
static void write_result(char letter, const uint64_t *result, char *out, uint32_t room)
{
    switch (letter) {
    case 'i':
        snprintf(out, room, "%d", (int32_t)*result);
        break;
    case 'u':
        snprintf(out, room, "%u", (uint32_t)*result);
        break;
    case 'l':
        snprintf(out, room, "%lld", (long long)*result);
        break;
    case 'q':
        snprintf(out, room, "%llu", (unsigned long long)*result);
        break;
    case 's': {
        const char *text;
        memcpy(&text, result, sizeof text);
        snprintf(out, room, "%s", text != NULL ? text : "");
        break;
    }
    default:
        snprintf(out, room, "done");
    }
}

static moult_status unknown(const moult__set *set, const char *name, moult__report *report)
{
    const char *names[512] = {NULL};
    uint32_t count = 0;
    for (uint32_t i = 0; i < set->dispatch.native_count && count < 512; i++)
        names[count++] = set->dispatch.natives[i].name;
    const char *closest = moult__closest(name, names, count);
    char known[600] = "";
    for (uint32_t i = 0; i < count && strlen(known) + MOULT_SLOT_SIZE + 2 < sizeof known; i++) {
        strcat(known, " ");
        strcat(known, names[i]);
    }
    if (closest == NULL)
        return moult__refuse(report, MOULT_UNKNOWN, "moult call",
                             "there is no native \"%s\". Known:%s", name, known);
    return moult__refuse(report, MOULT_UNKNOWN, "moult call",
                         "there is no native \"%s\". Known:%s (closest: %s)", name, known, closest);
}

moult_status moult__native_call(const moult__set *set, moult_world *w, const char *name,
                                const char *const *args, uint32_t arg_count, char *out,
                                uint32_t room, moult__report *report)
{
    call c = {.native = moult__set_native(set, name)};
    if (c.native == NULL)
        return unknown(set, name, report);
    moult_status status = read_args(&c, w, args, arg_count, report);
    if (status < 0)
        return status;
    ffi_cif cif;
    char letter = c.native->signature[0];
    if (ffi_prep_cif(&cif, FFI_DEFAULT_ABI, c.count, type_of(letter), c.types) != FFI_OK)
        return moult__refuse(report, MOULT_UNSUPPORTED, name, "%s can't be called on this machine",
                             c.native->signature);
    uint64_t result = 0;
    w->report.status = MOULT_OK;
    ffi_call(&cif, c.native->function, &result, c.pointers);
    write_result(letter, &result, out, room);
    if (letter == 'i' && (int32_t)result < 0 && w->report.status < 0) {
        char who[128];
        snprintf(who, sizeof who, "%s call", c.native->build->label);
        return moult__refuse(report, w->report.status, who, "%s: %s", name, w->report.text);
    }
    return MOULT_OK;
}
