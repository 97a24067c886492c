/* SPDX-License-Identifier: MIT */
/* Reload of one changed plugin among all of rogue's, from the look at its file to the old build's
 * end, against copying, opening and closing that very file: what nobody can do without. Two files
 * of one code take turns; a byte behind the end tells them apart. Goal: one and a half times. */
#include "bench.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "support/plugin_kit.h"

#define GOAL 1.5
#define RELOADS 8 /* few: what else the machine does is to meet both sides */
#define PLUGIN "combat-rogue.so"

typedef struct swap {
    moult__set set;
    char file[2][KIT_PATH], live[KIT_PATH], fresh[KIT_PATH], copy[KIT_PATH];
    uint32_t turn;
} swap;

static void stop(const char *why)
{
    fprintf(stderr, "reload: %s\n", why);
    kit_folder_remove();
    exit(2);
}

static void prepare(swap *s)
{
    static const char slots[] =
        "rules/rogue combat/rogue items/rogue bestiary/rogue mapgen/rooms ai/idle ai/chaser "
        "ai/wander";
    moult__report report = {0};
    kit_folder_make();
    if (mkdir(kit_at("live"), 0700) != 0)
        stop("no folder");
    for (uint32_t i = 0; i < 2; i++) {
        snprintf(s->file[i], KIT_PATH, "%s", kit_at(i ? "1.so" : "0.so"));
        kit_take("plugins/" PLUGIN, i ? "1.so" : "0.so", i);
    }
    kit_take("plugins/" PLUGIN, "live/" PLUGIN, 0);
    snprintf(s->live, KIT_PATH, "%s", kit_at("live/" PLUGIN));
    snprintf(s->fresh, KIT_PATH, "%s", kit_at("live/fresh"));
    snprintf(s->copy, KIT_PATH, "%s", kit_at("copy"));
    kit_set_make(&s->set);
    kit_set_rogue(&s->set);
    if (kit_set_want(&s->set, slots, &report) < 0)
        stop(report.text);
}

/* The next file under the plugin's name. */
static void change(swap *s)
{
    s->turn++;
    if (link(s->file[s->turn % 2], s->fresh) != 0 || rename(s->fresh, s->live) != 0)
        stop("no link");
}

static void reload(void *context, int choice)
{
    swap *s = context;
    char result[256];
    moult__report report = {0};
    (void)choice;
    for (int i = 0; i < RELOADS; i++) {
        change(s);
        if (moult__set_reload(&s->set, result, sizeof result, &report) != 1)
            stop(report.text[0] != 0 ? report.text : result);
        moult__set_retire(&s->set);
    }
}

static void copy_file(const char *from, const char *to)
{
    char buffer[65536];
    ssize_t got;
    int in = open(from, O_RDONLY | O_CLOEXEC), out = open(to, O_WRONLY | O_CREAT | O_EXCL, 0700);
    if (in < 0 || out < 0)
        stop("no copy");
    while ((got = read(in, buffer, sizeof buffer)) > 0)
        if (write(out, buffer, (size_t)got) != got)
            stop("no copy");
    close(in);
    close(out);
}

static void copy_open_close(void *context, int choice)
{
    swap *s = context;
    (void)choice;
    for (int i = 0; i < RELOADS; i++) {
        change(s);
        copy_file(s->live, s->copy);
        void *handle = dlopen(s->copy, RTLD_NOW | RTLD_LOCAL);
        if (handle == NULL || dlsym(handle, "moult_plugin_1") == NULL)
            stop("not opened");
        dlclose(handle);
        unlink(s->copy);
    }
}

int main(void)
{
    static swap s;
    prepare(&s);
    bench_side side[] = {{"ours", reload, &s, 0, RELOADS, 0, {0}},
                         {"copy, dlopen, dlclose", copy_open_close, &s, 0, RELOADS, 0, {0}}};
    bench_measure(side, 2);
    moult__set_close(&s.set);
    kit_folder_remove();
    return bench_verdict("reload", side, 2, GOAL);
}
