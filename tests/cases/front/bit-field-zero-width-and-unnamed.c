#include <string.h>
struct a { unsigned x : 3; unsigned : 0; unsigned y : 3; };
struct b { unsigned x : 3; unsigned : 7; unsigned y : 3; };
struct c { char x; int : 0; char y; };
struct d { char c; int : 5; };
int main(void) {
    if (sizeof(struct a) != 8 || sizeof(struct b) != 4) return 1;
    if (sizeof(struct c) != 5 || __builtin_offsetof(struct c, y) != 4) return 2;
    if (_Alignof(struct c) != 1) return 3;
    if (sizeof(struct d) != 2) return 4;
    struct b v = { 1, 2 };
    if (v.x != 1 || v.y != 2) return 5;
    unsigned m;
    memset(&v, 0, sizeof v);
    v.y = 5;
    memcpy(&m, &v, 4);
    if ((m & 0x1c07) != 5u << 10) return 6;
    return 0;
}
