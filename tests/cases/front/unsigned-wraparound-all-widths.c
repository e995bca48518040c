int main(void) {
    unsigned char c = 255;
    unsigned short s = 65535;
    unsigned u = 4294967295u;
    unsigned long l = ~0ul;
    unsigned long long ll = ~0ull;
    if (++c || ++s || ++u || ++l || ++ll) return 1;
    if (--c != 255 || --s != 65535) return 2;
    if (u - 1 != 4294967295u) return 3;
    if (65535u * 65537u != 4294967295u) return 4;
    if (4294967295u * 4294967295u != 1) return 5;
    if (-1ull != 18446744073709551615ull) return 6;
    if (-5u % 7u != 4294967291u % 7u) return 7;
    if (~0ull * ~0ull != 1) return 8;
    return 0;
}
