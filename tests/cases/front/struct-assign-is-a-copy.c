struct in { int v[3]; };
struct out { struct in a, b; char *s; };
int main(void) {
    struct out x = { { { 1, 2, 3 } }, { { 4, 5, 6 } }, "s" };
    struct out y = x, z;
    y.a.v[0] = 100;
    if (x.a.v[0] != 1) return 1;
    z = x;
    z.b = y.a;
    if (z.b.v[0] != 100 || x.b.v[0] != 4) return 2;
    x = y = z;
    if (x.a.v[0] != 1 || y.b.v[0] != 100) return 3;
    x.a = x.b;
    if (x.a.v[0] != 100) return 4;
    if ((x = z).a.v[0] != 1) return 5;
    struct out *p = &x;
    *p = *p;
    if (p->s[0] != 's') return 6;
    return 0;
}
