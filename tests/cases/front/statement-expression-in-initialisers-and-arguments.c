static int add(int a, int b) { return a + b; }
struct s { int a, b; };
int main(void) {
    int n = 0;
    struct s v = { ({ n++; 4; }), .b = ({ int n = 9; n + 1; }) };
    if (v.a != 4 || v.b != 10 || n != 1) return 1;
    if (add(({ int t = 3; t; }), ({ ({ 4; }); })) != 7) return 2;
    int a[({ 2 + 1; })];
    if (sizeof a != 12) return 3;
    int *p = ({ int *q = &n; *q = 7; q; });
    if (*p != 7) return 4;
    const char *s = ({ switch (n) { case 7: n = 1; } "str"; });
    return s[1] == 't' && n == 1 && ({ ; 5; }) == 5 ? 0 : 5;
}
