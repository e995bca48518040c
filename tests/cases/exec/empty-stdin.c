//@ stdout: -1 1
//@ stdout: null
//@ stdout: -1
// Every reader sees the end at once.
#include <stdio.h>

int main(void)
{
    char b[8];
    int n = 5;
    int c = getchar();
    printf("%d %d\n", c, feof(stdin) != 0);
    puts(fgets(b, sizeof b, stdin) ? "line" : "null");
    printf("%d\n", scanf("%d", &n));
    return n - 5;
}
