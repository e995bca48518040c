#include <limits.h>
int main(void) {
    if (INT_MIN + INT_MAX != -1) return 1;
    if (INT_MIN / 2 != -1073741824) return 2;
    if (INT_MIN % 2 != 0) return 3;
    if ((unsigned)INT_MIN != 0x80000000u) return 4;
    if (INT_MIN >= -INT_MAX) return 5;
    if ((long long)INT_MIN * INT_MIN != 4611686018427387904LL) return 6;
    if (SCHAR_MIN != -128 || UCHAR_MAX != 255 || USHRT_MAX != 65535) return 7;
    if (LLONG_MIN + LLONG_MAX != -1) return 8;
    if (ULONG_MAX != (unsigned long)-1 || LONG_MIN + LONG_MAX != -1L) return 9;
    if (-(long long)INT_MIN != 2147483648LL) return 10;
    return 0;
}
