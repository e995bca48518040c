#define SKIP(c) ({ __label__ done; int r = 1; if (c) goto done; r = 2; done: r; })
int main(void) {
    int a = SKIP(1), b = SKIP(0);
    if (a != 1 || b != 2) return 1;
    int n = 0;
    { __label__ again; again: if (++n < 3) goto again; }
    { __label__ again; again: if (++n < 7) goto again; }
    return n == 7 ? 0 : 2;
}
