//@ flags: -fms-extensions
struct base { int id; int kind; };
struct derived { char c; struct base; int extra; };
int main(void) {
    struct derived d = { 'c', { 4, 5 }, 6 };
    if (d.id != 4 || d.kind != 5 || d.extra != 6) return 1;
    d.id = 40;
    if (__builtin_offsetof(struct derived, kind) != 8) return 2;
    if (sizeof d != 16 || d.id != 40) return 3;
    return 0;
}
