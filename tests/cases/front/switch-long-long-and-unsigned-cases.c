static int f(long long x) {
    switch (x) {
    case 0x100000001LL: return 1;
    case 1: return 2;
    case -1: return 3;
    case -9223372036854775807LL - 1: return 4;
    default: return 0;
    }
}
static int g(unsigned x) {
    switch (x) {
    case -1: return 1;
    case 0x80000000: return 2;
    case 3000000000u ... 3000000001u: return 3;
    }
    return 0;
}
int main(void) {
    if (f(0x100000001LL) != 1 || f(1) != 2 || f(-1) != 3 || f(4294967295LL)) return 1;
    if (f(-9223372036854775807LL - 1) != 4) return 2;
    if (g(4294967295u) != 1 || g(2147483648u) != 2 || g(3000000001u) != 3 || g(0)) return 3;
    return 0;
}
