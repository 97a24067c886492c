/* SPDX-License-Identifier: MIT */
/* A pseudo terminal for renderers that own one. The child leads a session already, so the terminal
 * becomes its own; what is written is read away by a process of its own, which no terminal's buffer
 * can stop. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "core/validator/trial.h"

static void read_away(int master)
{
    char bytes[4096];
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int fd = 0; fd < 64; fd++)
        if (fd != master)
            close(fd);
    while (read(master, bytes, sizeof bytes) > 0)
        ;
    _exit(0);
}

moult_status moult__pty_open(moult__pty *pty)
{
    const char *term = getenv("TERM");
    pty->reader = 0;
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
    pty->reader = fork();
    if (pty->reader == 0)
        read_away(pty->master);
    return pty->reader > 0 ? MOULT_OK : MOULT_IO;
}

void moult__pty_resize(const moult__pty *pty, int32_t columns, int32_t rows)
{
    struct winsize size = {.ws_row = (uint16_t)rows, .ws_col = (uint16_t)columns};
    ioctl(pty->master, TIOCSWINSZ, &size);
}

void moult__pty_close(moult__pty *pty)
{
    if (pty->reader > 0) {
        kill(pty->reader, SIGKILL);
        waitpid(pty->reader, NULL, 0);
    }
    if (pty->master >= 0) {
        signal(SIGHUP, SIG_IGN); /* the terminal goes */
        close(pty->master);
    }
    pty->master = -1;
    pty->reader = 0;
}
