/* SPDX-License-Identifier: MIT */
/* Serves two versions of one interface, for users of either: a slot each, since a slot has one
 * interface. The old version is answered by the new one. */
#include "weather.h"

static int32_t per_mille(int32_t depth, uint32_t turn)
{
    return turn % 2 == 0 ? 10 * depth : 0;
}

static int32_t per_cent(int32_t depth)
{
    return per_mille(depth, 0) / 10;
}

static const weather_1 old = {sizeof old, 0, per_cent};
static const weather_2 new = {sizeof new, 0, per_mille};

static const moult_provide provides[] = {
    MOULT_PROVIDE(WEATHER_1_SLOT, WEATHER_1, WEATHER_1_SHAPE, &old),
    MOULT_PROVIDE(WEATHER_2_SLOT, WEATHER_2, WEATHER_2_SHAPE, &new)};

MOULT_PLUGIN("weather-rain", "2.0.0", "rain on even turns", WEATHER_1_SLOT " " WEATHER_2_SLOT,
             .provides = provides, .provide_count = MOULT_COUNT(provides))
