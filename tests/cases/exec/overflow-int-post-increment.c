//@ gcc: sanitize
// A counter started near the top.
#include <limits.h>

int main(void)
{
    int i = INT_MAX - 3;
    int turns = 0;
    while (turns < 10) {
        i++; //~ fault: signed-overflow
        turns++;
    }
    return i < 0;
}
