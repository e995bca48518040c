int main(void) {
    int m = -2147483647 - 1;
    long long n = -9223372036854775807LL - 1;
    short s = -3;
    if (m >> 31 != -1) return 1;
    if (m >> 1 != -1073741824) return 2;
    if (n >> 63 != -1) return 3;
    if (n >> 32 != -2147483648LL) return 4;
    if (s >> 1 != -2) return 5;
    if (-5 >> 1 == -5 / 2) return 6;
    if ((unsigned)m >> 31 != 1) return 7;
    return 0;
}
