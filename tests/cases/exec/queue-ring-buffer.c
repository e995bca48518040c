//@ stdout: full at 4
//@ stdout: 1 2 3 4 5 6
//@ stdout: empty
// A ring buffer whose indices wrap.
#include <stdio.h>

static int ring[4], head, count;

static int put(int v)
{
    if (count == 4)
        return 0;
    ring[(head + count++) % 4] = v;
    return 1;
}

static int take(int *v)
{
    if (count == 0)
        return 0;
    *v = ring[head];
    head = (head + 1) % 4;
    count--;
    return 1;
}

int main(void)
{
    int v, n = 0;
    while (put(n + 1))
        n++;
    printf("full at %d\n", n);
    for (int i = 0; i < 2; i++) {
        take(&v);
        printf("%d ", v);
        put(5 + i);
    }
    while (take(&v))
        printf("%d%c", v, count ? ' ' : '\n');
    puts(take(&v) ? "more" : "empty");
    return 0;
}
