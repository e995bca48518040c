//@ stdout: 7 9 61
// Ackermann's function at a few small points.
#include <stdio.h>

static unsigned ack(unsigned m, unsigned n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ack(m - 1, 1);
    return ack(m - 1, ack(m, n - 1));
}

int main(void)
{
    printf("%u %u %u\n", ack(2, 2), ack(2, 3), ack(3, 3));
    return 0;
}
