static int n;
static int f(void) { n++; return 1; }
static double g(void) { n += 100; return 2; }
int main(void) {
    int x = 1;
    double y = 2;
    if (_Generic(f(), int: 7, double: g()) != 7 || n != 0) return 1;
    _Generic(0, int: x, double: y) = 9;
    if (x != 9) return 2;
    if (_Generic(0.0, int: f, double: g)() != 2.0 || n != 100) return 3;
    if (sizeof _Generic(1, int: (char)0, default: 0) != 1) return 4;
    if (_Generic(x++, default: 3) != 3 || x != 9) return 5;
    return *&_Generic(0, int: x) == 9 ? 0 : 6;
}
