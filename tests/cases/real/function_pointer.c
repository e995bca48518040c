//@ rule: posix/descriptor
//@ entry: copy
//@ truth: kept
//@ today: unknown: call through a function pointer
// A function is chosen at run time, out of a table.
#include <fcntl.h>
#include <unistd.h>

static int plain(int c) { return c; }
static int upper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
static int (*const filters[])(int) = {plain, upper};

int copy(const char *path, unsigned how, char *to)
{
    int fd = open(path, O_RDONLY);
    if (fd < 0)
        return -1;
    *to = (char)filters[how % 2]('x');
    close(fd);
    return 0;
}
