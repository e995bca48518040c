//@ data-model: ilp32
#define T(x) _Generic((x), int: 1, unsigned: 2, long: 3, unsigned long: 4, long long: 5, unsigned long long: 6)
int main(void) {
    if (T(2147483647) != 1) return 1;
    if (T(2147483648) != 5) return 2;
    if (T(2147483648L) != 5) return 3;
    if (T(0x80000000) != 2) return 4;
    if (T(0x80000000L) != 4) return 5;
    if (T(0x100000000) != 5) return 6;
    if (T(0x8000000000000000) != 6) return 7;
    if (T(4294967296u) != 6) return 8;
    if (T(4294967295ul) != 4) return 9;
    if (T(040000000000) != 5) return 10;
    if (T(-2147483648) != 5) return 11;
    return 0;
}
