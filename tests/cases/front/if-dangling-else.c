static int f(int a, int b) {
    if (a)
        if (b) return 1;
    else return 2;
    return 3;
}
static int g(int a, int b) {
    if (a) { if (b) return 1; }
    else return 2;
    return 3;
}
static int h(int a) {
    if (a) ; else return 4;
    if (a) while (a) if (a > 5) a--; else break;
    else return 5;
    return a;
}
int main(void) {
    if (f(1, 1) != 1 || f(1, 0) != 2 || f(0, 0) != 3) return 1;
    if (g(1, 0) != 3 || g(0, 1) != 2) return 2;
    return h(0) == 4 && h(9) == 5 ? 0 : 3;
}
