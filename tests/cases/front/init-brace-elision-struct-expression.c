// A struct-typed expression initialises the whole member without braces.
struct p { int x, y; };
struct s { int k; struct p a, b; };
static struct p mk(int i) { return (struct p){ i, i + 1 }; }
int main(void) {
    struct p q = { 8, 9 };
    struct s v = { 1, q, 5, 6 };
    if (v.a.x != 8 || v.a.y != 9 || v.b.x != 5 || v.b.y != 6) return 1;
    struct s w = { 1, 2, 3, mk(4) };
    if (w.a.y != 3 || w.b.x != 4 || w.b.y != 5) return 2;
    struct p arr[] = { q, 1, 2, mk(7) };
    if (sizeof arr != 3 * sizeof q || arr[1].y != 2 || arr[2].y != 8) return 3;
    return 0;
}
