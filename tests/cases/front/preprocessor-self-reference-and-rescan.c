// A macro name inside its own expansion is left alone.
static int foo = 3, z[2] = { 8, 9 }, ping = 5;
static int f(int x) { return 100 * x; }
static int g(int x) { return 50 * x; }
#define foo (4 + foo)
#define z z[0]
#define f(x) (x) + f
#define g(x) ((x) + 1)
#define EMPTY
#define later g EMPTY (2)
#define ping pong + 1
#define pong ping * 2
int main(void) {
    if (foo != 7 || z != 8) return 1;
    if (f(1)(2) != 201) return 2;
    if (later != 100 || g(2) != 3 || (g)(2) != 100) return 3;
    if (ping != 11) return 4;
    return 0;
}
