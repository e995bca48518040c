//@ exit: 134
//@ gcc: sanitize
// main returns normally; the handler registered with atexit aborts.
#include <stdlib.h>

static int open_count = 1;

static void check(void)
{
    if (open_count != 0)
        abort(); //~ fault: abort
}

int main(void)
{
    if (atexit(check) != 0)
        return 1;
    return 0;
}
