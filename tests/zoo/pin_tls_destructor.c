/* SPDX-License-Identifier: MIT */
/* The C++ runtime's promise to call a thread's destructor keeps a library mapped, whatever dlclose
 * answers. */
#include "animal.h"

extern int __cxa_thread_atexit_impl(void (*destructor)(void *), void *object, void *library);
extern void *__dso_handle __attribute__((visibility("hidden")));

static void leave(void *object)
{
    (void)object;
}

__attribute__((constructor)) static void promise(void)
{
    __cxa_thread_atexit_impl(leave, NULL, &__dso_handle);
}

MOULT_AI(animal, "1.0.0", "waits", animal_waits)
