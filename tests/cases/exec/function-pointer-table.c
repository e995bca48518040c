//@ stdout: 8 + 2 = 10
//@ stdout: 8 - 2 = 6
//@ stdout: 8 * 2 = 16
//@ stdout: 8 / 2 = 4
//@ stdout: same
// Dispatch by table; functions have identity, and survive a cast and back.
#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int quo(int a, int b) { return a / b; }

static const struct {
    char sign;
    int (*f)(int, int);
} ops[] = { { '+', add }, { '-', sub }, { '*', mul }, { '/', &quo } };

int main(void)
{
    for (unsigned i = 0; i < sizeof ops / sizeof ops[0]; i++)
        printf("8 %c 2 = %d\n", ops[i].sign, ops[i].f(8, 2));
    void (*raw)(void) = (void (*)(void))add;
    int (*back)(int, int) = (int (*)(int, int))raw;
    puts(back == add && add != sub && (*back)(1, 2) == 3 ? "same" : "other");
    return 0;
}
