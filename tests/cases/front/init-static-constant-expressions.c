enum { K = 3 };
static int a = 1 ? 2 : 1 / K, b = sizeof(int[K + 1]), c = (int)3.99, d = -7 / 2 + (-7 % 2), e = K << 2 | 1;
static double f = 1 / 2 + 1 / 2.0;
static unsigned char g = 300 & 0xff, h = ~0;
static _Bool t = 0.5, n = 1 && 0 || !5;
static long long w = 1LL << 40 ^ 1;
static int cmp = -1 > 0u, cm2 = 'a' < 'b';
static int bit[(K > 2) ? 5 : -1];
int main(void) {
    if (a != 2 || b != 16 || c != 3 || d != -4 || e != 13) return 1;
    if (f != 0.5 || g != 44 || h != 255 || t != 1 || n != 0) return 2;
    if (w != 1099511627777 || cmp != 1 || cm2 != 1) return 3;
    if (sizeof bit != 20) return 4;
    return 0;
}
