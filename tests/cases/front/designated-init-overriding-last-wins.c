struct s { int a[3]; int b; };
int main(void) {
    int x[3] = { 1, 2, 3, [0] = 9, 8 };
    if (x[0] != 9 || x[1] != 8 || x[2] != 3) return 1;
    struct s v = { .a = { 1, 2, 3 }, .b = 4, .a[1] = 7 };
    if (v.a[0] != 1 || v.a[1] != 7 || v.a[2] != 3 || v.b != 4) return 2;
    struct s w = { .a[1] = 7, .a = { 5 } };
    if (w.a[0] != 5 || w.a[1] != 0) return 3;
    static struct s t = { .b = 1, .b = 2 };
    if (t.b != 2) return 4;
    return 0;
}
