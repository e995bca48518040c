#include <stdarg.h>
static int f(int i, ...) {
    va_list ap;
    va_start(ap, i);
    int r = **va_arg(ap, int (*)[++i]);
    va_end(ap);
    return r + i;
}
static int count(char *text, ...) {
    va_list ap;
    va_start(ap, text);
    int first = va_arg(ap, int);
    __builtin_va_end(text);
    return first;
}
int main(void) {
    int c = 0, n = 3;
    int a[3] = { 1, 2, 3 };
    int (*p)[n] = 0;
    typeof(c++, p) one;
    if (c != 1) return 1;
    typeof(*(p = (c++, &a))) two;
    if (c != 2 || p != &a || sizeof two != sizeof a) return 2;
    typeof(c++) three = 7;
    if (c != 2 || three != 7) return 3;
    one = p;
    if ((*one)[2] != 3) return 4;
    return f(3, &a) != 5 || count("x", 8) != 8;
}
