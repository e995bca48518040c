#include <string.h>
struct a { unsigned x : 20, y : 20; };
struct b { char c; unsigned x : 20; unsigned y : 10; };
struct d { unsigned short s : 9; unsigned char t : 5; unsigned u : 3; };
int main(void) {
    unsigned char m[8];
    struct a v;
    memset(&v, 0, sizeof v);
    v.y = 1;
    memcpy(m, &v, sizeof v);
    if (sizeof v != 8 || m[4] != 1) return 1;
    struct b w;
    memset(&w, 0, sizeof w);
    w.x = 1; w.y = 1;
    memcpy(m, &w, sizeof w);
    if (sizeof w != 8 || m[1] != 1 || m[4] != 1) return 2;
    struct d z;
    memset(&z, 0, sizeof z);
    z.t = 31; z.u = 7;
    memcpy(m, &z, sizeof z);
    if (sizeof z != 4 || m[0] != 0 || m[1] != 0xfe || (m[2] & 1) != 1) return 3;
    return 0;
}
