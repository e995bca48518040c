//@ stdout: 0 34 34
// errno is zero at the start and is changed only by failures.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int a = errno;
    (void)strtoull("99999999999999999999999", NULL, 10);
    int b = errno;
    (void)strtol("5", NULL, 10);
    printf("%d %d %d\n", a, b, errno);
    return 0;
}
