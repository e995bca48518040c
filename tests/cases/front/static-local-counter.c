static int next(void) { static int n = 10; return n++; }
static int other(void) { static int n; { static int n = 5; n++; } return ++n; }
static int *slot(void) { static int v[3]; return v; }
int main(void) {
    if (next() != 10 || next() != 11 || next() != 12) return 1;
    if (other() != 1 || other() != 2) return 2;
    slot()[1] = 8;
    if (slot()[1] != 8) return 3;
    for (int i = 0; i < 3; i++) {
        static int s = 1;
        int a = 1;
        s *= 2; a *= 2;
        if (a != 2 || s != 1 << (i + 1)) return 4;
    }
    return 0;
}
