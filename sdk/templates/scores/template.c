/* scores/template: finished runs in one file, row after row, in the order in which they ended. */
#include <moult/scores.h>
#include <errno.h>
#include <stdio.h>

typedef FILE *state; /* the block that the core keeps between open and close */

static moult_status open_file(void *block, const char *where, char *why, uint32_t room)
{
    FILE *file = *(state *)block = fopen(where, "a+e");
    uint32_t size = sizeof(moult_ranked); /* of the first row, if there is one */
    if (file != NULL && (fread(&size, sizeof size, 1, file) == 0 || size == sizeof(moult_ranked)))
        return MOULT_OK;
    snprintf(why, room, "%s: %s", where, file == NULL ? strerror(errno) : "another kind of file");
    return file == NULL ? MOULT_IO : (fclose(file), MOULT_FORMAT);
}

static void close_file(void *block)
{
    fclose(*(state *)block);
}

/* The next run of a game; what isn't a row of ours is passed over. */
static int32_t next_run(FILE *file, const char *game, moult_ranked *row)
{
    while (fread(row, sizeof *row, 1, file) == 1)
        if (row->size == sizeof *row && strncmp(row->game, game, sizeof row->game) == 0)
            return 1;
    return 0;
}

static int32_t better(const moult_ranked *a, const moult_ranked *b) /* of equals the earlier */
{
    return a->score != b->score ? a->score > b->score : a->when < b->when;
}

static int32_t add(void *block, const moult_ranked *run, char *why, uint32_t room)
{
    FILE *file = *(state *)block;
    moult_ranked row, mine = *run;
    int32_t place = 1;
    mine.size = sizeof mine;
    for (rewind(file); next_run(file, run->game, &row);)
        place += !better(run, &row);
    fseek(file, 0, SEEK_END);
    const int32_t kept = fwrite(&mine, sizeof mine, 1, file) == 1 && fflush(file) == 0;
    return kept ? place : (snprintf(why, room, "%s", strerror(errno)), MOULT_IO);
}

static int32_t top(void *block, const char *game, moult_ranked *out, uint32_t count, char *why,
                   uint32_t room)
{
    moult_ranked row;
    uint32_t used = 0;
    for (rewind(*(state *)block); next_run(*(state *)block, game, &row);)
        used = moult_score_insert(out, used, count, &row, better);
    return (void)why, (void)room, (int32_t)used;
}

MOULT_SCORES(template, "0.1.0", "a file of runs", sizeof(state), open_file, close_file, add, top)
