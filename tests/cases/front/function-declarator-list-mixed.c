static int f(int), x = 3, *p = &x, arr[2] = { 1, 2 }, (*fp)(int) = f;
static int f(int y) { return y + x; }
int main(void) {
    int g(int), z = 4, *q = &z, **r = &q;
    if (f(1) != 4 || *p != 3 || arr[1] != 2 || fp(2) != 5) return 1;
    if (g(1) != 101 || **r != 4) return 2;
    return 0;
}
int g(int a) { return a + 100; }
