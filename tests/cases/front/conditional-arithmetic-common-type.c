// Both arms are converted to one type, whichever is chosen.
int main(void) {
    int t = 1;
    if ((t ? -1 : 0u) < 0) return 1;
    long long v = t ? -1 : 0u;
    if (v != 4294967295LL) return 2;
    if (_Generic(t ? 1 : 2.0f, float: 1, default: 0) != 1) return 3;
    if (_Generic(t ? (char)1 : (short)2, int: 1, default: 0) != 1) return 4;
    if (sizeof(t ? (char)1 : (char)2) != sizeof(int)) return 5;
    if ((t ? 1 : 2.0) / 2 != 0.5) return 6;
    if (_Generic(t ? 1 : 1LL, long long: 1, default: 0) != 1) return 7;
    return 0;
}
