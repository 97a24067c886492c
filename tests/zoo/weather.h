/* SPDX-License-Identifier: MIT */
/* An interface between plugins in two versions. The second one asks in another way, so it has
 * another name, struct and shape; the first one stays as it was. */
#ifndef ZOO_WEATHER_H
#define ZOO_WEATHER_H
#include <moult/plugin.h>

typedef struct weather_1 {
    uint32_t size;
    uint32_t reserved;
    int32_t (*wetness)(int32_t depth); /* per cent [any] */
} weather_1;

#define WEATHER_1 "weather/1"
#define WEATHER_1_SLOT "weather/rain"
#define WEATHER_1_SHAPE "wetness i(i) any\n"

typedef struct weather_2 {
    uint32_t size;
    uint32_t reserved;
    int32_t (*wetness)(int32_t depth, uint32_t turn); /* per mille [any] */
} weather_2;

#define WEATHER_2 "weather/2"
#ifndef WEATHER_2_SLOT
#define WEATHER_2_SLOT "weather-2/rain"
#endif
#define WEATHER_2_SHAPE "wetness i(iu) any\n"

typedef struct farm_1 {
    uint32_t size;
    uint32_t reserved;
    int32_t (*harvest)(int32_t depth); /* sacks [any] */
} farm_1;

#define FARM_1 "farm/1"
#define FARM_1_SHAPE "harvest i(i) any\n"

/* A farm that grows by one version of the weather: FARM(name, WEATHER_1, harvest) */
#define FARM(name, weather, harvest)                                                           \
    static const moult_require name##_needs[] = {                                              \
        MOULT_REQUIRE(weather##_SLOT, weather, weather##_SHAPE, rain)};                        \
    static const farm_1 name##_functions = {sizeof(farm_1), 0, harvest};                       \
    static const moult_provide name##_provides[] = {                                           \
        MOULT_PROVIDE("farm/" #name, FARM_1, FARM_1_SHAPE, &name##_functions)};                \
    MOULT_PLUGIN("farm-" #name, "1.0.0", "a farm", "farm/" #name, .provides = name##_provides, \
                 .provide_count = 1, .requirements = name##_needs, .requirement_count = 1)

#endif
