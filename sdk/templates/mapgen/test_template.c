/* Which cells of a hall are walls: its rim and its pillars, never those beside the rim. */
#include "template.c"
#include <moult/test.h>

static uint32_t at(int32_t x, int32_t y)
{
    return tile_at(x, y, 40, 20, 0);
}

int main(void)
{
    int failures = 0;
    MOULT_EXPECT(failures, at(0, 3) == MOULT_TILE_WALL && at(39, 3) == MOULT_TILE_WALL);
    MOULT_EXPECT(failures, at(3, 0) == MOULT_TILE_WALL && at(3, 19) == MOULT_TILE_WALL);
    MOULT_EXPECT(failures, at(2 * GAP, 2 * GAP) == MOULT_TILE_WALL);
    MOULT_EXPECT(failures, at(2 * GAP + 1, 2 * GAP) == MOULT_TILE_FLOOR);
    for (int32_t x = 1; x < 39; x++)
        MOULT_EXPECT(failures, at(x, 1) == MOULT_TILE_FLOOR && at(x, 18) == MOULT_TILE_FLOOR);
    return MOULT_TESTED(failures);
}
