/* SPDX-License-Identifier: MIT */
/* All of the SDK. A plugin usually includes only the header of its kind. */
#ifndef MOULT_MOULT_H
#define MOULT_MOULT_H
#include <moult/action.h>
#include <moult/ai.h>
#include <moult/base.h>
#include <moult/bestiary.h>
#include <moult/combat.h>
#include <moult/fov.h>
#include <moult/host.h>
#include <moult/items.h>
#include <moult/kinds.h>
#include <moult/mapgen.h>
#include <moult/options.h>
#include <moult/path.h>
#include <moult/plain.h>
#include <moult/plugin.h>
#include <moult/random.h>
#include <moult/renderer.h>
#include <moult/rules.h>
#include <moult/saver.h>
#include <moult/scene.h>
#include <moult/scores.h>
#include <moult/service.h>
#include <moult/sprite.h>
#include <moult/status.h>
#include <moult/table.h>
#include <moult/tiles.h>
#include <moult/world.h>
#endif
