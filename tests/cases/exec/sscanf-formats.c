//@ stdout: 3 2024 2 29
//@ stdout: 2 key 17
//@ stdout: 1 123 3
//@ stdout: 2 abc 123
//@ stdout: 1 8
//@ stdout: -1 0
//@ stdout: 3 -1 70000 5000000000
//@ stdout: 1 3
// Literal text, scan sets, widths, suppression, %n and length modifiers.
#include <stdio.h>

int main(void)
{
    int y = 0, m = 0, d = 0, n;
    char a[16], b[16];
    n = sscanf("2024-02-29", "%d-%d-%d", &y, &m, &d);
    printf("%d %d %d %d\n", n, y, m, d);
    n = sscanf("key = 17;", "%15[a-z] = %d;", a, &d);
    printf("%d %s %d\n", n, a, d);
    n = sscanf("12345", "%3d%n", &m, &d);
    printf("%d %d %d\n", n, m, d);
    n = sscanf("abc123", "%15[^0-9]%15s", a, b);
    printf("%d %s %s\n", n, a, b);
    n = sscanf("7 8", "%*d %d", &d);
    printf("%d %d\n", n, d);
    n = sscanf("", "%d", &d);
    printf("%d %d\n", n, sscanf("x", "%d", &d));
    signed char c = 0;
    long l = 0;
    long long ll = 0;
    n = sscanf("-1 70000 5000000000", "%hhd %ld %lld", &c, &l, &ll);
    printf("%d %d %ld %lld\n", n, c, l, ll);
    n = sscanf("abc", "%*c%*c%1s%n", a, &d);
    printf("%d %d\n", n, d);
    return 0;
}
