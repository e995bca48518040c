//@ gcc: sanitize
// sprintf needs six bytes for five digits.
#include <stdio.h>

int main(void)
{
    char b[5];
    int v = 12345;
    sprintf(b, "%d", v); //~ fault: out-of-bounds
    return b[0] != '1';
}
