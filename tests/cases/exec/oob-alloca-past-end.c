//@ gcc: sanitize
// alloca memory has bounds like any other.
#include <alloca.h>

int main(void)
{
    int n = 16;
    char *p = alloca(n);
    for (int i = 0; i < n; i++)
        p[i] = 1;
    p[n] = 0; //~ fault: out-of-bounds
    return 0;
}
