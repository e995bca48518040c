static int n;
static short f(void) { n++; return 1; }
int main(void) {
    int x = 5;
    const int c = 1;
    __typeof__(x) y = 6;
    __typeof__(&x) p = &y;
    __typeof__(int[3]) a = { 1, 2, 3 };
    __typeof__(f()) s = 7;
    __typeof__(__typeof__(char *)[4]) q;
    __typeof__(f) *fp = f;
    __typeof(1 ? 1 : 2.0) d = 0.5;
    if (*p != 6 || sizeof a != 12 || a[2] != 3) return 1;
    if (sizeof s != 2 || n != 0) return 2;
    if (sizeof q != 4 * sizeof(char *) || fp() != 1) return 3;
    if (d != 0.5) return 4;
    if (_Generic(&(__typeof__(c)){ 0 }, const int *: 1, default: 0) != 1) return 5;
    if (_Generic((__typeof__(c + 0) *)0, int *: 1, default: 0) != 1) return 6;
    return 0;
}
