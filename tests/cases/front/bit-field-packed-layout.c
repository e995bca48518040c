#include <string.h>
struct __attribute__((packed)) p { unsigned a : 3; unsigned b : 15; unsigned c : 14; unsigned char d; unsigned e : 20; };
int main(void) {
    struct p v;
    unsigned char m[8];
    if (sizeof v != 8 || _Alignof(struct p) != 1) return 1;
    memset(&v, 0, sizeof v);
    v.b = 0x7fff;
    v.e = 0xfffff;
    memcpy(m, &v, sizeof v);
    if (m[0] != 0xf8 || m[1] != 0xff || m[2] != 0x03 || m[3] != 0) return 2;
    if (m[4] != 0 || m[5] != 0xff || m[6] != 0xff || (m[7] & 0x0f) != 0x0f) return 3;
    v.c = 0x2aaa;
    v.d = 9;
    if (v.b != 0x7fff || v.c != 0x2aaa || v.d != 9 || v.e != 0xfffff) return 4;
    return 0;
}
