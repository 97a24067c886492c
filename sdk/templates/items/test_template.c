/* Any thing is a herb, and a herb heals. */
#include "template.c"
#include <moult/test.h>
#include <string.h>

int main(void)
{
    moult_item_info info = {.size = sizeof info};
    moult_effect effect = {.size = sizeof effect};
    int failures = 0;
    MOULT_EXPECT(failures, describe(NULL, 3, 7, &info) == MOULT_OK);
    MOULT_EXPECT(failures, strcmp(info.name, "green herb") == 0);
    MOULT_EXPECT(failures, info.glyph == '%' && info.size == sizeof info);
    MOULT_EXPECT(failures, use(NULL, 0, 3, 7, &effect) == MOULT_OK);
    MOULT_EXPECT(failures, effect.hp == HEALING && effect.weapon == -1);
    return MOULT_TESTED(failures);
}
