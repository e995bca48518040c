__attribute__((unused)) static int a __attribute__((aligned(8))) = 1, b __attribute__((unused)) = 2;
static int __attribute__((noinline)) f(int x __attribute__((unused)), __attribute__((unused)) int y);
static int f(int x, int y) { return x; }
struct __attribute__((aligned(4))) s {
    char c __attribute__((aligned(2)));
    __attribute__((packed)) int i;
} __attribute__((unused));
typedef int __attribute__((aligned(1))) ui;
enum e { A __attribute__((deprecated)), B __attribute__((unused)) = 4 } __attribute__((unused));
static void (*__attribute__((unused)) fp)(void);
int *__attribute__((unused)) gp;
extern int pr(const char *, ...) __attribute__((format(printf, 1, 2), nonnull(1))) __attribute__((weak));
int main(int argc __attribute__((__unused__)), char **argv) {
    int v __attribute__((unused)), w = 3;
    switch (w) {
    case 3: w = 4; __attribute__((fallthrough));
    case 5: w++;
    }
out: __attribute__((unused))
    if (__builtin_offsetof(struct s, i) != 1 || sizeof(struct s) != 8) return 1;
    return w == 5 && f(a, b) == 1 && B == 4 && _Alignof(ui) == 1 ? 0 : 2;
}
