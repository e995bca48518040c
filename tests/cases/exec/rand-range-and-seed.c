//@ stdout: in range
//@ stdout: repeats
//@ stdout: dice ok
// The same seed gives the same sequence; nothing is said of the values.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int first[20], same = 1, range = 1, dice = 1;
    srand(1234);
    for (int i = 0; i < 20; i++) {
        first[i] = rand();
        range &= first[i] >= 0 && first[i] <= RAND_MAX;
    }
    srand(1234);
    for (int i = 0; i < 20; i++)
        same &= first[i] == rand();
    for (int i = 0; i < 20; i++) {
        int d = 1 + rand() % 6;
        dice &= d >= 1 && d <= 6;
    }
    puts(range ? "in range" : "out of range");
    puts(same ? "repeats" : "differs");
    puts(dice ? "dice ok" : "dice bad");
    return 0;
}
