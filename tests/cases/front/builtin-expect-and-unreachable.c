static int sgn(int x) {
    if (__builtin_expect(x > 0, 1)) return 1;
    if (__builtin_expect(!!(x < 0), 0)) return -1;
    return 0;
}
static int two(int b) {
    switch (b & 1) {
    case 0: return 10;
    case 1: return 20;
    }
    __builtin_unreachable();
}
int main(void) {
    if (sgn(5) != 1 || sgn(-5) != -1 || sgn(0)) return 1;
    if (__builtin_expect(42, 0) != 42) return 2;
    if (sizeof(__builtin_expect(1, 1)) != sizeof(long)) return 3;
    return two(2) == 10 && two(3) == 20 ? 0 : 4;
}
