/* SPDX-License-Identifier: MIT */
/* A pseudo terminal for renderers that own one. The child leads a session already, so the terminal
 * becomes its own; what is written is read away by a process of its own, which no terminal's buffer
 * can stop. It is nobody's child, so that children are always the plugin's. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "core/system/crash.h"
#include "core/validator/trial.h"

static void read_away(int master)
{
    char bytes[4096];
    signal(SIGHUP, SIG_DFL);
    for (int fd = 0; fd < 64; fd++)
        if (fd != master)
            close(fd);
    while (read(master, bytes, sizeof bytes) > 0)
        ;
    _exit(0);
}

static int32_t start_reader(int master)
{
    moult__crash_may_fork(1);
    pid_t between = fork();
    if (between == 0) {
        if (fork() == 0)
            read_away(master);
        _exit(0);
    }
    return between > 0 && waitpid(between, NULL, 0) == between;
}

moult_status moult__pty_open(moult__pty *pty)
{
    const char *term = getenv("TERM");
    pty->master = posix_openpt(O_RDWR | O_NOCTTY);
    if (pty->master < 0 || grantpt(pty->master) != 0 || unlockpt(pty->master) != 0)
        return MOULT_IO;
    const char *name = ptsname(pty->master);
    int slave = name != NULL ? open(name, O_RDWR) : -1;
    if (slave < 0)
        return MOULT_IO;
    ioctl(slave, TIOCSCTTY, 0);
    dup2(slave, 0);
    dup2(slave, 1);
    dup2(slave, 2);
    if (slave > 2)
        close(slave);
    if (term == NULL || term[0] == 0 || strcmp(term, "dumb") == 0 || strcmp(term, "unknown") == 0)
        setenv("TERM", "xterm", 1);
    moult__pty_resize(pty, 80, 24);
    return start_reader(pty->master) ? MOULT_OK : MOULT_IO;
}

void moult__pty_resize(const moult__pty *pty, int32_t columns, int32_t rows)
{
    struct winsize size = {.ws_row = (uint16_t)rows, .ws_col = (uint16_t)columns};
    ioctl(pty->master, TIOCSWINSZ, &size);
}

void moult__pty_close(moult__pty *pty)
{
    if (pty->master >= 0) {
        signal(SIGHUP, SIG_IGN); /* the reader ends by it */
        ioctl(0, TIOCNOTTY);
        close(pty->master);
    }
    pty->master = -1;
}
