//@ stdout: 168 primes below 1000
//@ stdout: 997
// Eratosthenes over a byte array.
#include <stdio.h>

static unsigned char composite[1000];

int main(void)
{
    int count = 0, last = 0;
    for (int i = 2; i < 1000; i++) {
        if (composite[i])
            continue;
        count++;
        last = i;
        for (int j = i * i; j < 1000; j += i)
            composite[j] = 1;
    }
    printf("%d primes below 1000\n%d\n", count, last);
    return 0;
}
