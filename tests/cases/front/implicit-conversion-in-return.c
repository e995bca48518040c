static unsigned char narrow(int x) { return x; }
static int trunc_(double d) { return d; }
static _Bool truth(int x) { return x; }
static double widen(int x) { return x; }
static unsigned long long sext(int x) { return x; }
static char *null(void) { return 0; }
int main(void) {
    if (narrow(-1) != 255) return 1;
    if (trunc_(-2.75) != -2) return 2;
    if (truth(512) != 1) return 3;
    if (widen(1) / 2 != 0.5) return 4;
    if (sext(-1) != 18446744073709551615ull) return 5;
    if (null()) return 6;
    return 0;
}
