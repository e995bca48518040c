//@ data-model: ilp32
// long cannot hold every unsigned int here, so both become unsigned long.
int main(void) {
    unsigned u = 1;
    long l = -1;
    if (l < u) return 1;
    if (_Generic(u + l, long: 1, unsigned long: 2, default: 0) != 2) return 2;
    if (4294967295u + 1L != 0) return 3;
    if (-1L < 4294967295u && -1L != 4294967295u) return 4;
    if (_Generic(1 ? u : l, unsigned long: 1, default: 0) != 1) return 5;
    return 0;
}
