//@ stdout: cbf43926
//@ stdout: 0
// The standard check value of CRC-32 over the nine digits.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t table[256];

static void init(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[i] = c;
    }
}

static uint32_t crc(const char *s, size_t n)
{
    uint32_t c = 0xffffffffu;
    while (n--)
        c = table[(c ^ (unsigned char)*s++) & 0xff] ^ c >> 8;
    return ~c;
}

int main(void)
{
    init();
    printf("%x\n", (unsigned)crc("123456789", 9));
    printf("%x\n", (unsigned)crc("", 0));
    return 0;
}
