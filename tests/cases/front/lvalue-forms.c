struct s { int a[2]; struct { int b; } in; };
static struct s g;
static struct s *get(void) { return &g; }
int main(void) {
    int x = 0, y = 0, *p = &x;
    (x) = 3;
    *(&y) = 4;
    *(p + 0) += 1;
    (*&p)[0]++;
    if (x != 5 || y != 4) return 1;
    get()->a[1] = 6;
    (*get()).in.b = 7;
    get()->in.b++;
    if (g.a[1] != 6 || g.in.b != 8) return 2;
    *(x > 1 ? &x : &y) = 9;
    if (x != 9) return 3;
    "abc"[0] == 'a' ? (x = 1) : (x = 2);
    int *q = &*(int *)&x;
    return &g.a[1] - g.a == 1 && *q == 1 && &get()->in.b == &g.in.b ? 0 : 4;
}
