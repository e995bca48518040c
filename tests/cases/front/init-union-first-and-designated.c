union u { char c; int i; struct { short a, b; } s; };
static union u a = { 5 }, b = { .i = 0x01020304 }, c = { .s = { 1, 2 } }, d = { .s.b = 3 };
static union u arr[2] = { { 'x' }, { .i = -1 } };
int main(void) {
    if (a.c != 5) return 1;
    if (b.c != 4) return 2;
    if (c.s.b != 2 || d.s.b != 3 || d.s.a != 0) return 3;
    if (arr[0].c != 'x' || arr[1].i != -1) return 4;
    union u e = { .c = 1, .i = 77 };
    if (e.i != 77) return 5;
    union u f = e;
    if (f.i != 77) return 6;
    return 0;
}
