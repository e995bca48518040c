struct p { int x, y; };
static int n;
static void inc(void) { n++; }
static void dec(void) { n--; }
int main(void) {
    struct p a = { 1, 2 }, b = { 3, 4 };
    int t = 1;
    t ? inc() : dec();
    t ? (void)0 : inc();
    if (n != 1) return 1;
    if ((t ? a : b).y != 2) return 2;
    struct p c = !t ? a : b;
    if (c.x != 3) return 3;
    (t ? inc : dec)();
    if (n != 2) return 4;
    return 0;
}
