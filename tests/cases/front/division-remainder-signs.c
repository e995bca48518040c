int main(void) {
    int a = 7, b = 3;
    if (-a / b != -2 || -a % b != -1) return 1;
    if (a / -b != -2 || a % -b != 1) return 2;
    if (-a / -b != 2 || -a % -b != -1) return 3;
    if (-7 % 2u != 1) return 4;
    long long l = -9223372036854775807LL;
    if (l % 10 != -7 || l / 10 != -922337203685477580LL) return 5;
    unsigned char u = 250;
    if (-u / 100 != -2) return 6;
    if (1 / 2 * 2 != 0 || 2 * 1 / 2 != 1) return 7;
    return 0;
}
