//@ stdout: x=1,y=2 7
//@ stdout: 01:02:03
//@ stdout: <0><1><2><3>
// Appending at the end by the returned length.
#include <stdio.h>

int main(void)
{
    char b[64];
    int n = sprintf(b, "x=%d,y=%d", 1, 2);
    printf("%s %d\n", b, n);
    sprintf(b, "%02d:%02d:%02d", 1, 2, 3);
    puts(b);
    n = 0;
    for (int i = 0; i < 4; i++)
        n += sprintf(b + n, "<%d>", i);
    puts(b);
    return 0;
}
