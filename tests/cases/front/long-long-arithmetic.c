static unsigned long long mulmod(unsigned long long a, unsigned long long b) { return a * b % 1000000007ull; }
static long long shl(long long x, int n) { return x << n; }
int main(void) {
    long long a = 0x123456789abcdefLL, b = -987654321012LL;
    if (a / b != -83010 || a % b != 344029280775LL) return 1;
    if (a + b != 81984541562165883LL || b - a != -81986516870807907LL) return 2;
    if (shl(1, 62) >> 31 != 2147483648LL || shl(3, 32) != 12884901888LL) return 3;
    if ((unsigned long long)b >> 40 != 16777215) return 4;
    if (!(b < 0) || !(a > 4294967296LL) || (int)(a >> 32) != 0x1234567) return 5;
    if ((unsigned)a != 0x89abcdefu || -(-a) != a || ~a + 1 != -a) return 6;
    if (mulmod(999999999999ull, 3) != 999979004 || (unsigned long long)a * 7919 != 3607363285525414945ull) return 7;
    return 0;
}
