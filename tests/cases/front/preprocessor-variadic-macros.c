#define COUNT_(a, b, c, d, n, ...) n
#define COUNT(...) COUNT_(__VA_ARGS__, 4, 3, 2, 1, 0)
#define CALL(f, ...) f(0, ##__VA_ARGS__)
#define NAMED(first, rest...) (first + (rest))
#define STR(...) #__VA_ARGS__
static int one(int a) { return a + 1; }
static int two(int a, int b) { return a + b; }
int main(void) {
    if (COUNT(x) != 1 || COUNT(x, y, z) != 3) return 1;
    if (CALL(one) != 1 || CALL(two, 5) != 5) return 2;
    if (NAMED(1, 2, 3) != 4) return 3;
    if (sizeof STR(a, b ,c) != 8) return 4;
    return 0;
}
