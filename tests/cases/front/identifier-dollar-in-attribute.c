//@ stdout: 1
//@ stdout: bye$
// A name with `$` inside of an attribute that moves behind a record's body.
#include <stdio.h>

static void bye$(int *p)
{
    printf("bye$\n");
}

struct __attribute__((__cleanup__(bye$))) fred { int a; };

int main(void)
{
    int x __attribute__((cleanup(bye$))) = 1;
    struct fred f = {x};
    printf("%d\n", f.a);
    return 0;
}
