/* SPDX-License-Identifier: MIT */
/* Leaves out what is lit, thinking that it will be found again. */
#include "vault.h"

static moult_status encode(const moult_world *w, moult_sink *sink)
{
    return vault_encode(w, sink, "core.lit");
}

VAULT(sieve, "forgets what is lit")
