//@ exit: 255
// -1 is 255 in eight bits.
#include <stdlib.h>

int main(void)
{
    exit(-1);
}
