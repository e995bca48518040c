//@ stdout: 0 2 -1 1
//@ stdout: 10 20 30
//@ stdout: 7 1
#include <stdio.h>
static void each(int *a, int n, void (*f)(int)) { for (int i = 0; i < n; i++) f(a[i]); }
static int find(int *a, int n, int want) {
    __label__ found;
    int at = 0;
    void look(int x) { if (x == want) goto found; at++; }
    each(a, n, look);
    return -1;
found:
    return at;
}
static int which(int k) {
    __label__ one, two, other;
    void *pick(void) { return k == 1 ? &&one : k == 2 ? &&two : &&other; }
    goto *pick();
one: return 10;
two: return 20;
other: return 30;
}
static int in_block(int i) {
    if (i > 0) {
        __label__ out;
        int kept = 7;
        int f(int k) { if (k == 2) goto out; return 1; }
        return f(i);
    out:
        return kept;
    }
    return 0;
}
int main(void) {
    int a[] = { 5, 7, 9 };
    int b = find(a, 3, 5), c = find(a, 3, 9), d = find(a, 3, 1), e = find(a, 3, 7);
    printf("%d %d %d %d\n", b, c, d, e);
    printf("%d %d %d\n", which(1), which(2), which(9));
    printf("%d %d\n", in_block(2), in_block(1));
    return 0;
}
