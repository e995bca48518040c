//@ stdout: 7
//@ stdout: 9
//@ stdout: -4
//@ stdout: 21
// Recursive descent over a static cursor.
#include <ctype.h>
#include <stdio.h>

static const char *at;

static int sum(void);

static int atom(void)
{
    int v = 0;
    if (*at == '-') {
        at++;
        return -atom();
    }
    if (*at == '(') {
        at++;
        v = sum();
        at++;
        return v;
    }
    while (isdigit((unsigned char)*at))
        v = v * 10 + (*at++ - '0');
    return v;
}

static int product(void)
{
    int v = atom();
    while (*at == '*' || *at == '/') {
        char op = *at++;
        int r = atom();
        v = op == '*' ? v * r : v / r;
    }
    return v;
}

static int sum(void)
{
    int v = product();
    while (*at == '+' || *at == '-') {
        char op = *at++;
        int r = product();
        v = op == '+' ? v + r : v - r;
    }
    return v;
}

static void eval(const char *s)
{
    at = s;
    printf("%d\n", sum());
}

int main(void)
{
    eval("1+2*3");
    eval("(1+2)*3");
    eval("-(10-2)/2");
    eval("100/5/2+11");
    return 0;
}
