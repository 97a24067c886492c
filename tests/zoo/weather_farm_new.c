/* SPDX-License-Identifier: MIT */
/* Wants weather/2, which tells wet turns from dry ones. */
#include "weather.h"

static MOULT_BINDS const weather_2 *rain;

static int32_t harvest(int32_t depth)
{
    return (rain->wetness(depth, 0) + rain->wetness(depth, 1)) / 10;
}

FARM(new, WEATHER_2, harvest)
