typedef int I;
enum e { A };
int main(void) {
    if (!__builtin_types_compatible_p(int, I)) return 1;
    if (!__builtin_types_compatible_p(const int, int)) return 2;
    if (__builtin_types_compatible_p(int, long)) return 3;
    if (__builtin_types_compatible_p(char *, const char *)) return 4;
    if (!__builtin_types_compatible_p(int[], int[5])) return 5;
    if (__builtin_types_compatible_p(char, signed char)) return 6;
    int n = 0;
    if (__builtin_choose_expr(1, 5, n++) != 5 || n) return 7;
    if (sizeof(__builtin_choose_expr(0, 1LL, (char)2)) != 1) return 8;
    __builtin_choose_expr(sizeof(int) == 4, n, A) = 6;
    return n == 6 ? 0 : 9;
}
