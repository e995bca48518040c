//@ data-model: lp64
#define T(x) _Generic((x), int: 1, unsigned: 2, long: 3, unsigned long: 4, long long: 5, unsigned long long: 6)
int main(void) {
    if (T(2147483647) != 1) return 1;
    if (T(2147483648) != 3) return 2;
    if (T(0x7fffffff) != 1) return 3;
    if (T(0x80000000) != 2) return 4;
    if (T(0xffffffff) != 2) return 5;
    if (T(0x100000000) != 3) return 6;
    if (T(0x8000000000000000) != 4) return 7;
    if (T(037777777777) != 2) return 8;
    if (T(4294967296u) != 4) return 9;
    if (T(1l) != 3 || T(1ll) != 5 || T(1uLL) != 6 || T(1LLU) != 6) return 10;
    if (T(0x8000000000000000LL) != 6) return 11;
    if (T(-2147483648) != 3) return 12;
    if (T(0b11111111111111111111111111111111) != 2) return 13;
    return 0;
}
