/* SPDX-License-Identifier: MIT */
/* The scan of a stack. Where the instruction itself lies in a build, that build is it. Else the
 * innermost return address counts, with two corrections by the black box. Gaps in the frames of a
 * library (abort has some) hold words of calls that are over; so another build than the box's is
 * believed only when the box's innermost call is one by pointer, as calls between plugins are. And
 * after a return into nowhere the frame that did it is gone, so the box alone is asked. */
#include "core/system/scan.h"
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SCAN_BYTES (16u << 20) /* the whole of an overflown stack */
#define CHUNK 4096u
#define OUTERMOST 8u /* so many of the returns are kept for the outermost ones */

enum call { CALL_NONE, CALL_DIRECT, CALL_BY_POINTER };

typedef struct scan {
    const moult__shared *shared;
    moult__blame *blame;
    int ends[2];
    uint64_t low, high; /* all builds lie between them */
    uint32_t count;     /* of the roster */
    uint32_t boxed;     /* the black box's plugin; 0: none */
    int32_t certain;    /* the blame's plugin stands */
} scan;

uint32_t moult__roster_of(const moult__shared *shared, uint64_t text)
{
    uint32_t count = moult__roster_count(shared);
    for (uint32_t i = 0; text != 0 && i < count; i++)
        if (shared->roster[i].text == text)
            return i + 1;
    return 0;
}

/* Copies memory that needn't be there: where a load would fault, a write answers EFAULT. Answers
 * how many bytes came. Sanitizers look into what is given to write(), so the call is a bare one. */
static uint64_t peek(const scan *s, uint64_t address, void *out, uint64_t count)
{
    long written = syscall(SYS_write, s->ends[1], address, count);
    if (written <= 0)
        return 0;
    return read(s->ends[0], out, (size_t)written) == written ? (uint64_t)written : 0;
}

static uint32_t build_at(const scan *s, uint64_t address)
{
    if (address < s->low || address >= s->high)
        return 0;
    for (uint32_t i = 0; i < s->count; i++)
        if (address >= s->shared->roster[i].start && address < s->shared->roster[i].end)
            return i + 1;
    return 0;
}

#if defined(__x86_64__)
/* `call` through a register or memory is FF /2: how long it is, and what its second byte says. */
static const struct pointer_form {
    uint8_t length, mask, value;
} pointer_forms[] = {
    {2, 0xf8, 0xd0}, {2, 0xf8, 0x10}, {3, 0xff, 0x14}, {3, 0xf8, 0x50},
    {4, 0xff, 0x54}, {6, 0xf8, 0x90}, {7, 0xff, 0x94},
};

/* What kind of call ends just before `address`. One by the table of imports counts as direct. */
static enum call call_before(const scan *s, uint32_t plugin, uint64_t address)
{
    uint8_t code[8];
    int32_t distance;
    if (peek(s, address - sizeof code, code, sizeof code) < sizeof code)
        return CALL_NONE;
    memcpy(&distance, code + 4, sizeof distance);
    if (code[3] == 0xe8 && build_at(s, address + (uint64_t)(int64_t)distance) == plugin)
        return CALL_DIRECT;
    if (code[2] == 0xff && code[3] == 0x15)
        return CALL_DIRECT;
    for (uint32_t i = 0; i < MOULT_COUNT(pointer_forms); i++) {
        const struct pointer_form *form = &pointer_forms[i];
        const uint8_t *at = code + sizeof code - form->length;
        if (at[0] == 0xff && (at[1] & form->mask) == form->value)
            return CALL_BY_POINTER;
    }
    return CALL_NONE;
}
#elif defined(__aarch64__)
static enum call call_before(const scan *s, uint32_t plugin, uint64_t address)
{
    uint32_t code;
    (void)plugin;
    if (address % sizeof code != 0 ||
        peek(s, address - sizeof code, &code, sizeof code) < sizeof code)
        return CALL_NONE;
    if ((code & 0xfc000000u) == 0x94000000u)
        return CALL_DIRECT;
    return (code & 0xfefff000u) == 0xd63f0000u ? CALL_BY_POINTER : CALL_NONE;
}
#else
static enum call call_before(const scan *s, uint32_t plugin, uint64_t address)
{
    (void)s;
    (void)plugin;
    (void)address;
    return CALL_NONE;
}
#endif

/* Signed return addresses have their signature where no address of a program has bits. */
static uint64_t plain(uint64_t word)
{
#if defined(__aarch64__)
    return word & 0x0000ffffffffffffu;
#else
    return word;
#endif
}

/* When there are too many, those in the middle go. */
static void keep(moult__blame *blame, uint64_t address)
{
    uint64_t *outer = blame->returns + MOULT__RETURNS_MAX - OUTERMOST;
    if (blame->return_count == MOULT__RETURNS_MAX) {
        for (uint32_t i = 1; i < OUTERMOST; i++)
            outer[i - 1] = outer[i];
        blame->return_count--;
    }
    blame->returns[blame->return_count++] = address;
}

/* A word of the stack, from the innermost on. */
static enum call take(scan *s, uint64_t word)
{
    moult__blame *blame = s->blame;
    uint64_t address = plain(word);
    uint32_t plugin = build_at(s, address);
    if (plugin == 0 || (s->certain && plugin != blame->plugin))
        return CALL_NONE;
    enum call call = call_before(s, plugin, address);
    if (call == CALL_NONE)
        return call;
    if (blame->plugin == 0) {
        blame->plugin = plugin;
        s->certain = s->boxed == 0 || plugin == s->boxed;
    } else if (plugin != blame->plugin) {
        if (plugin != s->boxed)
            return call;
        s->certain = 1;
        if (call == CALL_BY_POINTER)
            return call;
        blame->plugin = plugin;
        blame->return_count = 0;
    }
    keep(blame, address);
    return call;
}

/* The instruction is in no build. Was it reached by a call into nowhere, the newest return address
 * is in its place, and tells; was it by a return, the word that was returned to has just been
 * left. */
static void judge_jump(scan *s, const moult__stand *stand)
{
    uint64_t newest = stand->link, left = stand->link;
#if defined(__x86_64__)
    uint64_t words[2];
    if (peek(s, stand->stack - sizeof words[0], words, sizeof words) < sizeof words)
        return;
    left = words[0];
    newest = words[1];
#endif
    uint32_t plugin = build_at(s, plain(newest));
    if (plugin != 0 && call_before(s, plugin, plain(newest)) != CALL_NONE) {
        s->blame->plugin = plugin;
        s->certain = 1;
    } else if (s->boxed != 0 && left == stand->place) {
        s->blame->plugin = s->boxed;
        s->certain = 1;
    }
}

/* The stack pointer of an overflowed stack may stand below its end, where nothing can be read. */
static void take_words(scan *s, uint64_t from)
{
    uint64_t words[CHUNK / sizeof(uint64_t)];
    uint64_t at = (from + 7) & ~(uint64_t)7;
    uint64_t left = SCAN_BYTES, got = 0, seen = 0;
    while (left > 0 && (got > 0 || seen == 0)) {
        uint64_t wanted = CHUNK - at % CHUNK;
        got = peek(s, at, words, wanted);
        for (uint64_t i = 0; i < got / sizeof words[0]; i++)
            take(s, words[i]);
        at += wanted;
        left -= wanted < left ? wanted : left;
        seen += got;
    }
}

/* A plugin may have used up all descriptors: then some are given up. */
static int32_t open_pipe(int ends[2])
{
    for (int fd = 3; fd < 16; fd++) {
        if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0)
            return 1;
        close(fd);
    }
    return 0;
}

void moult__scan(moult__shared *shared, const moult__stand *stand)
{
    scan s = {.shared = shared,
              .blame = &shared->blame,
              .low = UINT64_MAX,
              .count = moult__roster_count(shared),
              .boxed = moult__roster_of(shared, (uintptr_t)shared->plugin)};
    for (uint32_t i = 0; i < s.count; i++) {
        const moult__roster_entry *entry = &shared->roster[i];
        s.low = entry->start < s.low ? entry->start : s.low;
        s.high = entry->end > s.high ? entry->end : s.high;
    }
    s.blame->return_count = 0;
    s.blame->plugin = build_at(&s, stand->place);
    s.certain = s.blame->plugin != 0;
    if (s.high == 0 || stand->stack == 0 || !open_pipe(s.ends))
        return;
    if (!s.certain && stand->fault)
        judge_jump(&s, stand);
    take(&s, stand->link);
    take_words(&s, stand->stack);
    close(s.ends[0]);
    close(s.ends[1]);
}
