//@ stdin: 12
//@ gcc: sanitize
// The index read from the input is never checked.
#include <stdio.h>

int main(void)
{
    int a[10] = { 0 };
    int i = 0;
    if (scanf("%d", &i) != 1)
        return 1;
    a[i] = 1; //~ fault: out-of-bounds
    return 0;
}
