// The source type's sign decides extension, not the target's.
int main(void) {
    signed char s = -1;
    unsigned char u = 255;
    unsigned long long a = s, b = u;
    long long c = (unsigned)s, d = (unsigned char)s;
    if (a != ~0ull) return 1;
    if (b != 255) return 2;
    if (c != 4294967295LL) return 3;
    if (d != 255) return 4;
    unsigned e = (short)0xffff;
    if (e != 4294967295u) return 5;
    long long f = (int)0xffffffffu;
    if (f != -1) return 6;
    return 0;
}
