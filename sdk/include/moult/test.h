/* SPDX-License-Identifier: MIT */
/* For a plugin's own test: a program that includes the plugin's source, calls its functions, and
 * says what isn't so. Whatever a tested function asks of the host, the test puts into a moult_host
 * of its own, and its address into moult_host_1. */
#ifndef MOULT_TEST_H
#define MOULT_TEST_H
#include <stdio.h>

/* Counts in `failures` (an int variable) and prints what doesn't hold. */
#define MOULT_EXPECT(failures, condition) \
    ((condition) ? (void)0                \
                 : (void)(++(failures),   \
                          fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition)))

/* What main returns: 0 when nothing failed. */
#define MOULT_TESTED(failures) \
    (printf("%s: %d failed\n", __FILE__, failures), (failures) != 0 ? 1 : 0)

#endif
