//@ stdout: 7 7 1.5
// Mutual recursion with structures as tokens.
#include <stdio.h>
struct tok {
    int k;
    double v;
};
static const char *s;
static struct tok nxt(void)
{
    while (*s == ' ')
        s++;
    struct tok t = {*s};
    if (*s >= '0' && *s <= '9') {
        t.k = 'n';
        t.v = 0;
        while (*s >= '0' && *s <= '9')
            t.v = t.v * 10 + *s++ - '0';
    } else if (*s)
        s++;
    return t;
}
static struct tok cur;
static double expr(void);
static double prim(void)
{
    struct tok t = cur;
    cur = nxt();
    if (t.k == 'n')
        return t.v;
    if (t.k == '(') {
        double v = expr();
        cur = nxt();
        return v;
    }
    if (t.k == '-')
        return -prim();
    return 0;
}
static double term(void)
{
    double v = prim();
    while (cur.k == '*' || cur.k == '/') {
        int k = cur.k;
        cur = nxt();
        double w = prim();
        v = k == '*' ? v * w : v / w;
    }
    return v;
}
static double expr(void)
{
    double v = term();
    while (cur.k == '+' || cur.k == '-') {
        int k = cur.k;
        cur = nxt();
        double w = term();
        v = k == '+' ? v + w : v - w;
    }
    return v;
}
static double ev(const char *t)
{
    s = t;
    cur = nxt();
    return expr();
}
int main(void)
{
    printf("%g %g %g\n", ev("1+2*3"), ev("(1+2)*3-4/2"), ev("-(7-10)*2/4"));
    return 0;
}
