/* SPDX-License-Identifier: MIT */
/* Was written when there was weather/1 alone. */
#include "weather.h"

static MOULT_BINDS const weather_1 *rain;

static int32_t harvest(int32_t depth)
{
    return rain->wetness(depth);
}

FARM(old, WEATHER_1, harvest)
