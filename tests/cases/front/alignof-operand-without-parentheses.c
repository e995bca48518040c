struct s { char c[2]; short h; };
static int x;
static int y = __alignof__ x;
int main(void) {
    struct s v, *p = &v;
    char wide[3] __attribute__((aligned(32)));
    if (y != 4 || __alignof__ p->h != 2) return 1;
    if (__alignof__ (v).c[0] != 1 || __alignof__ *p != 2) return 2;
    if (__alignof__ wide + 1 != 33) return 3;
    if (__alignof__ (v).h * 2 != 4) return 4;
    return 0;
}
