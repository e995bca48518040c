// Prototyped arguments convert to the parameter type, also from double and from bool.
static int low(unsigned char c) { return c; }
static int sgn(signed char c) { return c; }
static long long wide(long long x) { return x; }
static double half(double d) { return d / 2; }
static int truth(_Bool b) { return b; }
int main(void) {
    if (low(0x1234) != 0x34) return 1;
    if (sgn(200) != -56) return 2;
    if (wide(-1) != -1LL) return 3;
    if (wide(4294967295u) != 4294967295LL) return 4;
    if (half(5) != 2.5) return 5;
    if (truth(256) != 1 || truth(0.25) != 1 || truth(0.0) != 0) return 6;
    if (low(3.99) != 3) return 7;
    return 0;
}
