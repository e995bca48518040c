inline static int a(int x) { return x + 1; }
static inline int b(int x);
static inline int b(int x) { return a(x) * 2; }
extern inline int c(int x) { return x - 1; }
inline int d(int x) { return x * x; }
extern int d(int);
static __inline__ __attribute__((always_inline)) int e(int x) { return -x; }
int main(void) {
    int (*p)(int) = d;
    return a(1) == 2 && b(2) == 6 && c(5) == 4 && p(3) == 9 && e(2) == -2 ? 0 : 1;
}
