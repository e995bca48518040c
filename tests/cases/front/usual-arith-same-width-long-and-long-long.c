//@ data-model: lp64
// Equal width, unequal rank: unsigned long with long long gives unsigned long long.
int main(void) {
    unsigned long ul = 1;
    long long ll = -1;
    if (_Generic(ul + ll, unsigned long long: 1, default: 0) != 1) return 1;
    if (_Generic(1L + 1LL, long long: 1, default: 0) != 1) return 2;
    if (ll < ul) return 3;
    if (_Generic(1u + 1LL, long long: 1, default: 0) != 1) return 4;
    if (_Generic(1ul + 1L, unsigned long: 1, default: 0) != 1) return 5;
    return 0;
}
