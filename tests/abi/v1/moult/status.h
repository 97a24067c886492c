/* SPDX-License-Identifier: MIT */
/* The ways to be refused: one list, from which numbers, names and texts come.
 * A status is only the kind of refusal. The place, the reason and what to do next go into the
 * world's error record: `return moult_fail(w, MOULT_RANGE, "depth 0: levels start at 1");` */
#ifndef MOULT_STATUS_H
#define MOULT_STATUS_H
#include <moult/base.h>

/* X(name, number, text) */
#define MOULT_STATUS_LIST(X)                            \
    X(OK, 0, "done")                                    \
    X(REFUSED, -1, "refused")                           \
    X(MEMORY, -2, "out of memory")                      \
    X(STALE, -3, "the id is stale")                     \
    X(RANGE, -4, "out of range")                        \
    X(UNKNOWN, -5, "no such name")                      \
    X(READ_ONLY, -6, "the world can't be changed here") \
    X(FULL, -7, "no room left")                         \
    X(IO, -8, "the system refused")                     \
    X(FORMAT, -9, "not in the expected form")           \
    X(VERSION, -10, "another version")                  \
    X(BUDGET, -11, "the step budget is used up")        \
    X(UNSUPPORTED, -12, "not supported")                \
    X(CHANGED, -13, "the shape has changed")            \
    X(AGAIN, -14, "not ready, try again")

enum {
#define MOULT_STATUS_ENTRY(name, number, text) MOULT_##name = number,
    MOULT_STATUS_LIST(MOULT_STATUS_ENTRY)
#undef MOULT_STATUS_ENTRY
};

/* The status in words, for people. Never NULL. [any] */
static inline const char *moult_status_text(moult_status status)
{
    switch (status) {
#define MOULT_STATUS_CASE(name, number, text) \
    case number:                              \
        return text;
        MOULT_STATUS_LIST(MOULT_STATUS_CASE)
#undef MOULT_STATUS_CASE
    default:
        return status > 0 ? "done" : "refused, for a reason that this build doesn't know";
    }
}

#endif
