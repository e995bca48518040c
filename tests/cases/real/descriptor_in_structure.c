//@ rule: posix/descriptor
//@ entry: session
//@ truth: kept
//@ today: unknown: hinges on memory
// The descriptor lives in a structure that the caller allocated.
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

struct connection { int fd; long sent; };

int session(const char *path)
{
    struct connection *c = malloc(sizeof *c);
    if (!c)
        return -1;
    c->fd = open(path, O_RDONLY);
    c->sent = 0;
    if (c->fd >= 0) {
        c->sent += write(c->fd, "hello", 5);
        close(c->fd);
    }
    free(c);
    return 0;
}
