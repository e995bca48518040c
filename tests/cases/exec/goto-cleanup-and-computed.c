//@ stdout: 0 1 2
//@ stdout: push push add print 7
// Cleanup by goto, and a threaded interpreter by labels as values.
#include <stdio.h>
#include <stdlib.h>

static int acquire(int fail_at)
{
    int held = 0;
    char *a = malloc(1), *b = NULL;
    if (!a || fail_at == 1)
        goto out_a;
    held++;
    b = malloc(1);
    if (!b || fail_at == 2)
        goto out_b;
    held++;
out_b:
    free(b);
out_a:
    free(a);
    return held;
}

static void run(const int *pc)
{
    static const void *const op[] = { &&push, &&add, &&print };
    int stack[4], sp = 0;
    goto *op[*pc++];
push:
    printf("push ");
    stack[sp++] = *pc++;
    goto *op[*pc++];
add:
    printf("add ");
    sp--;
    stack[sp - 1] += stack[sp];
    goto *op[*pc++];
print:
    printf("print %d\n", stack[sp - 1]);
}

int main(void)
{
    int a = acquire(1), b = acquire(2), c = acquire(0);
    printf("%d %d %d\n", a, b, c);
    const int code[] = { 0, 3, 0, 4, 1, 2 };
    run(code);
    return 0;
}
