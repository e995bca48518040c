//@ stdout: 35
//@ stdout: 3
//@ stdout: done
// A small interpreter that jumps through a table of labels.
#include <stdio.h>
static int run(const unsigned char *p)
{
    static void *const t[] = {&&push, &&add, &&mul, &&end};
    int st[8], sp = 0;
    goto *t[*p++];
push:
    st[sp++] = *p++;
    goto *t[*p++];
add:
    sp--;
    st[sp - 1] += st[sp];
    goto *t[*p++];
mul:
    sp--;
    st[sp - 1] *= st[sp];
    goto *t[*p++];
end:
    return st[0];
}
int main(void)
{
    static const unsigned char prog[] = {0, 3, 0, 4, 1, 0, 5, 2, 3};
    printf("%d\n", run(prog));
    void *l = &&b;
    int n = 0;
a:
    n++;
    if (n < 3)
        goto *(&&a);
    goto *l;
    puts("no");
b:
    printf("%d\n", n);
    void *arr[2] = {&&x, &&y};
    int i = 0;
again:
    goto *arr[i];
x:
    i = 1;
    goto again;
y:
    puts("done");
    return 0;
}
