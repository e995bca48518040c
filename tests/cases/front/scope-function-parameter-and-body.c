static int f(int a, int b[a]) {
    int s = 0;
    for (int a = 0; a < 3; a++) s += b[a];
    { int b = s + a; s = b; }
    return s;
}
static int g(int f) { return f + 1; }
int main(void) {
    int v[3] = { 1, 2, 3 };
    if (f(3, v) != 9) return 1;
    int main = 5;
    if (g(main) != 6) return 2;
    int f = 3;
    if (f != 3) return 3;
    return 0;
}
