//@ rule: posix/descriptor
//@ entry: start
//@ truth: kept
//@ today: unknown: registers handlers that run at exit
// A handler is registered that runs at exit. Which ones run, and in which order, is not
// followed, so nothing is said about the whole.
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static void goodbye(void) {}

int start(const char *path)
{
    int fd = open(path, O_RDONLY);
    if (fd < 0)
        return -1;
    atexit(goodbye);
    close(fd);
    return 0;
}
