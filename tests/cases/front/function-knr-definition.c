int add();
static int sub(a, b) int a, b; { return a - b; }
static int mixed(p, c, d, n)
    char *p;
    char c;
    double d;
    int n;
{
    return p[n] + c + (int)d;
}
int add(x, y) long long x; int y; { return (int)(x + y); }
int main(void) {
    if (add(40LL, 2) != 42) return 1;
    if (sub(5, 7) != -2) return 2;
    if (mixed("\1\2", 3, 4.5, 1) != 9) return 3;
    return 0;
}
