typedef int op(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static op *const ops[] = { add, sub, [3] = mul };
struct vt { char tag; op *f; op *more[2]; };
static const struct vt table[] = { { 'a', add, { sub } }, { .tag = 'm', .f = mul } };
int main(void) {
    if (ops[0](3, 4) != 7 || ops[1](3, 4) != -1 || ops[2] || ops[3](3, 4) != 12) return 1;
    if (table[0].f(1, 2) != 3 || (*table[0].more)(5, 1) != 4) return 2;
    const struct vt *p = table;
    if ((++p)->f(6, 7) != 42 || p->more[1]) return 3;
    int (*(*q)[4])(int, int) = (int (*(*)[4])(int, int))&ops;
    if ((*q)[0](2, 2) != 4) return 4;
    return 0;
}
