#include <stdlib.h>

static int sum(int n)
{
    int *left = malloc(sizeof *left);
    if (!left)
        return -1;
    int *right = malloc(sizeof *right);
    if (!right) {
        free(left);
        return -1;
    }
    *left = n;
    *right = 2;
    int sum = *left ^ *right;
    free(right);
    free(left);
    return sum;
}

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    return sum(__VERIFIER_nondet_int()) < 0;
}
