struct __attribute__((packed)) p { char c; int i; short s; long long l; };
struct q { char c; int i __attribute__((packed)); short s; };
struct r { char c; struct p v; } ;
int main(void) {
    if (sizeof(struct p) != 15 || _Alignof(struct p) != 1) return 1;
    if (__builtin_offsetof(struct p, i) != 1 || __builtin_offsetof(struct p, l) != 7) return 2;
    if (__builtin_offsetof(struct q, i) != 1 || __builtin_offsetof(struct q, s) != 6) return 3;
    if (sizeof(struct q) != 8) return 4;
    if (sizeof(struct r) != 16) return 5;
    struct p v = { 1, -2, 3, -4 };
    v.i *= 5;
    v.l--;
    if (v.c != 1 || v.i != -10 || v.s != 3 || v.l != -5) return 6;
    struct p w = v;
    if (w.l != -5) return 7;
    return 0;
}
