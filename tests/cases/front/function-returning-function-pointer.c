static int a(int x) { return x + 10; }
static int b(int x) { return x * 10; }
static int (*pick(int which))(int) { return which ? b : a; }
typedef int (*fn)(int);
static fn pick2(int w) { return pick(!w); }
static int (*(*chooser(void))(int))(int) { return pick; }
int main(void) {
    if (pick(0)(5) != 15 || pick(1)(5) != 50) return 1;
    if (pick2(0)(1) != 10) return 2;
    if (chooser()(1)(7) != 70) return 3;
    int (*(*pp)(int))(int) = pick;
    if ((*(*pp)(0))(1) != 11) return 4;
    return 0;
}
