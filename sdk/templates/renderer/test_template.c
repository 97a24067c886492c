/* Which letter stands for a cell. */
#include "template.c"
#include <moult/test.h>

static int shown(uint32_t glyph, uint8_t ascii)
{
    const moult_cell cell = {.glyph = glyph, .ascii = ascii};
    return letter(&cell);
}

int main(void)
{
    int failures = 0;
    MOULT_EXPECT(failures, shown('#', 0) == '#');
    MOULT_EXPECT(failures, shown(0x2588, '#') == '#');
    MOULT_EXPECT(failures, shown('.', 0) == FLOOR);
    MOULT_EXPECT(failures, shown(0, 0) == ' ');
    MOULT_EXPECT(failures, shown(0x1b, 0) == ' '); /* nothing that a terminal would obey */
    return MOULT_TESTED(failures);
}
