/* What each face of the die does. */
#include "template.c"
#include <moult/test.h>

static moult_blow roll(int32_t face)
{
    moult_attack attack = {.size = sizeof attack, .roll = face};
    moult_blow blow = {.size = sizeof blow};
    resolve(&attack, &blow);
    return blow;
}

int main(void)
{
    int failures = 0;
    MOULT_EXPECT(failures, roll(1).result == MOULT_BLOW_MISS && roll(1).damage == 0);
    MOULT_EXPECT(failures, roll(2).result == MOULT_BLOW_MISS);
    MOULT_EXPECT(failures, roll(3).result == MOULT_BLOW_HIT && roll(3).damage == DAMAGE);
    MOULT_EXPECT(failures, roll(SIDES).result == MOULT_BLOW_CRITICAL);
    MOULT_EXPECT(failures, roll(SIDES).damage == 2 * DAMAGE);
    return MOULT_TESTED(failures);
}
