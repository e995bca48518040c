struct a { char c; char d __attribute__((aligned(8))); };
struct b { char c; } __attribute__((aligned(4)));
struct c { char x; struct b y; };
typedef int a16 __attribute__((aligned(16)));
struct d { char c; a16 v; };
struct e { char c; _Alignas(8) int v; };
struct __attribute__((packed, aligned(2))) f { char c; int i; };
int main(void) {
    if (sizeof(struct a) != 16 || __builtin_offsetof(struct a, d) != 8) return 1;
    if (sizeof(struct b) != 4 || sizeof(struct c) != 8) return 2;
    if (__builtin_offsetof(struct d, v) != 16 || sizeof(struct d) != 32) return 3;
    if (__builtin_offsetof(struct e, v) != 8 || sizeof(struct e) != 16) return 4;
    if (sizeof(struct f) != 6 || __builtin_offsetof(struct f, i) != 1) return 5;
    return 0;
}
