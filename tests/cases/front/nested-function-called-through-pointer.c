//@ stdout: 10 11 5
//@ stdout: 8 80
#include <stdio.h>
typedef int (*fn)(int);
static fn saved[20];
static int call(fn f, int x) { return f(x); }
/* Each activation hands out a function that sees its own variables. */
static int recurse(int depth, fn up) {
    int mine = depth * 100;
    int get(int x) { return mine + x; }
    int both(int x) { return (up ? up(x) : 0) + call(get, x); }
    if (depth == 0) return both(1) % 1000;
    saved[depth] = get;
    int r = recurse(depth - 1, both);
    mine += 5;
    return r / 2 + saved[depth](0) % 7;
}
struct s { int a, b; };
int main(void) {
    int n = 3;
    struct s make(struct s v, double d) { struct s r = { v.a + n, v.b + (int)d }; return r; }
    struct s (*p)(struct s, double) = make;
    void bump(void) { n++; }
    void twice(void (*f)(void)) { f(); f(); }
    for (int i = 0; i < 40; i++) {
        int k = i;
        int addk(int x) { return x + k; }
        if (call(addk, 1) != i + 1) return 1;
    }
    twice(bump);
    if (n != 5) return 2;
    n = 10;
    struct s q = p((struct s){ 1, 2 }, 3.5);
    printf("%d %d %d\n", n, q.a, q.b);
    int first = recurse(4, 0), second = recurse(3, 0);
    printf("%d %d\n", first, second);
    return 0;
}
