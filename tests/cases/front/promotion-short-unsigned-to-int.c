// unsigned short and unsigned char promote to int, so subtraction goes negative.
int main(void) {
    unsigned short a = 1, b = 2;
    unsigned char c = 0;
    if (a - b >= 0) return 1;
    if ((a - b) / 2 != 0) return 2;
    if (~c != -1) return 3;
    if (-a > 0) return 4;
    if (sizeof(c + c) != sizeof(int)) return 5;
    if (sizeof(+a) != sizeof(int)) return 6;
    if (_Generic(a << 1ULL, int: 1, default: 0) != 1) return 7;
    if (_Generic(!a, int: 1, default: 0) != 1) return 8;
    return 0;
}
