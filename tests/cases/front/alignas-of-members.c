typedef double real;
enum { N = 16 };
struct s { char c; _Alignas(8) int v; _Alignas(real) char d; _Alignas(long) _Alignas(N) char e; _Alignas(0) char f; };
struct t { _Alignas(2 * sizeof(int)) char a, b; };
int main(void) {
    if (__builtin_offsetof(struct s, v) != 8) return 1;
    if (__builtin_offsetof(struct s, d) % _Alignof(real) != 0) return 2;
    if (__builtin_offsetof(struct s, e) % 16 != 0) return 3;
    if (__builtin_offsetof(struct s, f) != __builtin_offsetof(struct s, e) + 1) return 4;
    if (sizeof(struct s) != __builtin_offsetof(struct s, e) + 16 || _Alignof(struct s) != 16) return 5;
    return __builtin_offsetof(struct t, b) == 8 && sizeof(struct t) == 16 ? 0 : 6;
}
