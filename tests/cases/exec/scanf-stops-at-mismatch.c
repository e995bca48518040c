//@ stdin: 10 abc 20
//@ stdout: 1 10 -1
//@ stdout: 0
//@ stdout: [abc]
//@ stdout: 20
// A failed conversion leaves its input and its argument alone.
#include <stdio.h>

int main(void)
{
    int a = -1, b = -1;
    int n = scanf("%d%d", &a, &b);
    printf("%d %d %d\n", n, a, b);
    printf("%d\n", scanf("%d", &b));
    char w[8];
    if (scanf("%7s", w) == 1)
        printf("[%s]\n", w);
    if (scanf("%d", &b) == 1)
        printf("%d\n", b);
    return 0;
}
