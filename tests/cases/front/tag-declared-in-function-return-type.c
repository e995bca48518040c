struct pair { int a, b; } mk(int a, int b) { return (struct pair){ a, b }; }
enum dir { UP, DOWN } flip(enum dir d) { return d == UP ? DOWN : UP; }
typedef struct { int v; } anon;
anon wrap(int v) { anon a = { v }; return a; }
static struct { int n; char s[4]; } one = { 1, "ab" }, two = { 2, "cd" };
int main(void) {
    struct pair p = mk(3, 4);
    one = two;
    return p.b == 4 && flip(UP) == 1 && wrap(6).v == 6 && one.n == 2 && one.s[0] == 'c' ? 0 : 1;
}
