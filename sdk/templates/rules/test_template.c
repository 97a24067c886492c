/* The keys of a walk: eight commands, each a step to another neighbour. */
#include "template.c"
#include <moult/test.h>

int main(void)
{
    int failures = 0, seen = 0;
    MOULT_EXPECT(failures, MOULT_COUNT(commands) == 8);
    for (uint32_t i = 0; i < MOULT_COUNT(commands); i++) {
        MOULT_EXPECT(failures, commands[i].verb == MOULT_VERB_MOVE);
        seen |= 1 << ((commands[i].dy + 1) * 3 + commands[i].dx + 1);
    }
    MOULT_EXPECT(failures, seen == 0757); /* all nine cells but the middle one */
    return MOULT_TESTED(failures);
}
