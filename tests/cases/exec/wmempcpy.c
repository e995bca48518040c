//@ stdout: abc
//@ stdout: 3
// The result leads behind what was copied.
#define _GNU_SOURCE
#include <stdio.h>
#include <wchar.h>

int main(void)
{
    wchar_t to[8];
    wchar_t *end = wmempcpy(wmempcpy(to, L"a", 1), L"bcd", 2);
    *end = 0;
    for (wchar_t *p = to; *p; p++)
        putchar((char)*p);
    printf("\n%d\n", (int)(end - to));
    return 0;
}
