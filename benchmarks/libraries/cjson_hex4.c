//@ library: cjson
//@ asks: four hexadecimal digits have the value that a slow computation gives
//@ flags: -I$SRC
//@ bug: cJSON.c: s/input[i] <= 'F'))/input[i] < 'F'))/
//@ bug-note: the digit F is refused
//@ bug-kind: assertion
//@ bound: none
#include "harness.h"
#include "cJSON.c"

static int digit(unsigned char c)
{
    const char *digits = "0123456789abcdef";
    for (int i = 0; i < 16; i++)
        if (c == digits[i] || (i > 9 && c == digits[i] - 32))
            return i;
    return -1;
}

int main(void)
{
    unsigned char text[4];
    ARBITRARY(text, 4);
    unsigned value = 0;
    int bad = 0;
    for (int i = 0; i < 4; i++) {
        bad |= digit(text[i]) < 0;
        value = value * 16 + digit(text[i]);
    }
    assert(parse_hex4(text) == (bad ? 0 : value));
    return 0;
}
