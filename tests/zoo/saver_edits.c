/* SPDX-License-Identifier: MIT */
/* Asks for a cell to be changed while it saves. */
#include "vault.h"
#include <moult/world.h>

static moult_status encode(const moult_world *w, moult_sink *sink)
{
    moult_set_cell((moult_world *)(uintptr_t)w, moult_level(w), MOULT_PLANE_MARK, 0, 0, 1);
    return vault_encode(w, sink, NULL);
}

VAULT(pen, "would mark what it saved")
