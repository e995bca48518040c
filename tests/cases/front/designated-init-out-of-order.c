struct s { int a, b, c; };
int main(void) {
    struct s v = { .c = 3, .a = 1, 2 };
    if (v.a != 1 || v.b != 2 || v.c != 3) return 1;
    struct s w = { 1, .b = 5, 6 };
    if (w.b != 5 || w.c != 6) return 2;
    int x[] = { [3] = 30, 40, [1] = 10, 20 };
    if (sizeof x / sizeof *x != 5) return 3;
    if (x[0] || x[1] != 10 || x[2] != 20 || x[3] != 30 || x[4] != 40) return 4;
    struct s y = { b : 4, c : 5 };
    if (y.a || y.b != 4 || y.c != 5) return 5;
    int z[5] = { [2] 7, 8 };
    if (z[2] != 7 || z[3] != 8) return 6;
    return 0;
}
