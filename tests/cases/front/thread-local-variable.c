static _Thread_local int a = 3;
_Thread_local int b;
static __thread struct { int x, y; } s = { 1, 2 };
static int bump(void) { static _Thread_local int n = 10; return ++n; }
int main(void) {
    extern _Thread_local int b;
    a += 2;
    b = 7;
    s.x = a;
    int *p = &b;
    if (*p != 7 || s.x != 5 || s.y != 2) return 1;
    return bump() == 11 && bump() == 12 ? 0 : 2;
}
