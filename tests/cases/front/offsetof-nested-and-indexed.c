#include <stddef.h>
struct in { char a; short b[5]; };
struct out { int x; struct in v[3]; struct { char p; union { int q; char r[4]; }; } t; };
_Static_assert(offsetof(struct out, v) == 4, "");
int main(void) {
    if (sizeof(struct in) != 12) return 1;
    if (offsetof(struct out, v[2]) != 28) return 2;
    if (offsetof(struct out, v[1].b[3]) != 4 + 12 + 2 + 6) return 3;
    if (offsetof(struct out, t.q) != 44) return 4;
    if (offsetof(struct out, t.r[2]) != 46) return 5;
    int i = 2;
    if (__builtin_offsetof(struct out, v[i].a) != 28) return 6;
    int arr[offsetof(struct out, t)];
    if (sizeof arr / sizeof *arr != 40) return 7;
    return 0;
}
