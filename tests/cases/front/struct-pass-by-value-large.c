struct big { int a[64]; char c; };
static int clobber(struct big b, int i) {
    b.a[i] += 1000;
    b.c = 'z';
    return b.a[i];
}
static struct big bump(struct big b) { b.a[63]++; return b; }
int main(void) {
    struct big v = { { 7, [63] = 9 }, 'q' };
    if (clobber(v, 0) != 1007 || v.a[0] != 7 || v.c != 'q') return 1;
    struct big w = bump(bump(v));
    if (w.a[63] != 11 || v.a[63] != 9) return 2;
    v = bump(v);
    if (v.a[63] != 10 || v.c != 'q') return 3;
    if (bump(v).a[63] != 11) return 4;
    return 0;
}
