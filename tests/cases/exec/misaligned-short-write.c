//@ gcc: sanitize
// A two-byte field behind a one-byte tag in a raw packet.
#include <stdlib.h>

int main(void)
{
    unsigned char *packet = malloc(8);
    if (!packet)
        return 1;
    packet[0] = 1;
    *(unsigned short *)(packet + 1) = 0x1234; //~ fault: misaligned
    free(packet);
    return 0;
}
