//@ stdin: 8192
//@ gcc: sanitize
// A number read from the input is taken for an address.
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    unsigned long n = 0;
    if (scanf("%lu", &n) != 1)
        return 1;
    int *p = (int *)(uintptr_t)n;
    return *p; //~ fault: bad-pointer
}
