/* What is seen from the middle of a map with one pillar, a line of text a row. */
#include "template.c"
#include <moult/test.h>

#define SIDE 7

int main(void)
{
    static const char map[] = "......."
                              "......."
                              "...#..."
                              "......."
                              "......."
                              "......."
                              ".......";
    uint8_t opaque[256] = {0}, lit[SIDE * SIDE];
    moult_sight sight = {.size = sizeof sight, .width = SIDE, .height = SIDE, .stride = SIDE};
    int failures = 0;
    opaque['#'] = 1;
    sight.x = sight.y = 3;
    sight.radius = 3;
    sight.tile = (const uint8_t *)map;
    sight.opaque = opaque;
    MOULT_EXPECT(failures, see(&sight, lit) == MOULT_OK);
    MOULT_EXPECT(failures, lit[3 * SIDE + 3] && lit[3 * SIDE + 6] && lit[6 * SIDE + 3]);
    MOULT_EXPECT(failures, lit[2 * SIDE + 3] && !lit[1 * SIDE + 3]); /* the pillar, not behind it */
    MOULT_EXPECT(failures, !lit[0] && !lit[6 * SIDE + 6]);
    return MOULT_TESTED(failures);
}
