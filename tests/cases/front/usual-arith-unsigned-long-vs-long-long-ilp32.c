//@ data-model: ilp32
// long long holds every 32-bit unsigned long, so signedness survives.
int main(void) {
    unsigned long ul = 4294967295ul;
    long long ll = -1;
    if (_Generic(ul + ll, long long: 1, default: 0) != 1) return 1;
    if (!(ll < ul)) return 2;
    if (ul + ll != 4294967294LL) return 3;
    if (ul + 1 != 0) return 4;
    return 0;
}
