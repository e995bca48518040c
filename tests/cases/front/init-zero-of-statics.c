static int i;
static double d;
static char *p;
static struct { char c; int v[5]; void *q; } s;
int g[4][4];
static union { char c; long long l; } u;
int main(void) {
    static int si;
    static float sf[3];
    if (i || d != 0 || p || s.c || s.v[4] || s.q) return 1;
    for (int k = 0; k < 16; k++) if (g[k / 4][k % 4]) return 2;
    if (u.l || si || sf[2] != 0) return 3;
    return 0;
}
