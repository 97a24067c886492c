/* Three runs in a new file: their places, and the best two. */
#include "template.c"
#include <moult/test.h>

static int32_t enter(state *s, int64_t score)
{
    moult_ranked run = {.size = sizeof run, .score = score, .game = "walk"};
    char why[100];
    return add(s, &run, why, sizeof why);
}

int main(void)
{
    static const char path[] = "test_template.runs";
    char why[100];
    moult_ranked best[2] = {{.size = sizeof *best}, {.size = sizeof *best}};
    state s;
    int failures = 0;
    remove(path);
    MOULT_EXPECT(failures, open_file(&s, path, why, sizeof why) == MOULT_OK);
    MOULT_EXPECT(failures, enter(&s, 5) == 1);
    MOULT_EXPECT(failures, enter(&s, 9) == 1);
    MOULT_EXPECT(failures, enter(&s, 5) == 3);
    MOULT_EXPECT(failures, top(&s, "walk", best, 2, why, sizeof why) == 2);
    MOULT_EXPECT(failures, best[0].score == 9 && best[1].score == 5 && best[1].place == 2);
    MOULT_EXPECT(failures, top(&s, "run", best, 2, why, sizeof why) == 0);
    close_file(&s);
    remove(path);
    return MOULT_TESTED(failures);
}
