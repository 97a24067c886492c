/* Where an actor at 10,10 steps, by where its target is; the level is all floor. */
#include "template.c"
#include <moult/test.h>

static uint32_t floor_everywhere(const moult_world *w, int32_t x, int32_t y)
{
    return (void)w, (void)x, (void)y, MOULT_TILE_FLOOR;
}

static moult_action step(uint32_t flags, int32_t distance)
{
    moult_senses senses = {.size = sizeof senses, .flags = flags, .target = 1, .x = 10, .y = 10};
    moult_action action = {.size = sizeof action};
    senses.target_x = 10 + distance;
    senses.target_y = 10;
    senses.distance = distance;
    decide(NULL, &senses, NULL, &action);
    return action;
}

int main(void)
{
    static const moult_host host = {.size = sizeof host, .tile = floor_everywhere};
    int failures = 0;
    moult_host_1 = &host;
    MOULT_EXPECT(failures, step(0, 5).verb == MOULT_VERB_WAIT);
    MOULT_EXPECT(failures, step(MOULT_SEES_TARGET, RING + 1).x == 11);
    MOULT_EXPECT(failures, step(MOULT_SEES_TARGET, RING - 1).x == 9);
    MOULT_EXPECT(failures, step(MOULT_SEES_TARGET, RING).x == 10);
    MOULT_EXPECT(failures, step(MOULT_SEES_TARGET, RING).y == 9);
    return MOULT_TESTED(failures);
}
