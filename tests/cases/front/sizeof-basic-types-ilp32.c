//@ data-model: ilp32
_Static_assert(sizeof(long) == 4 && sizeof(long long) == 8, "");
_Static_assert(sizeof(void *) == 4 && sizeof(long double) == 12, "");
_Static_assert(_Alignof(double) == 4 && _Alignof(long long) == 4, "");
_Static_assert(__alignof__(double) == 8 && __alignof__(long long) == 8, "");
struct d { char c; double d; };
struct l { char c; long long l; char e; };
_Static_assert(sizeof(struct d) == 12 && _Alignof(struct d) == 4, "");
_Static_assert(sizeof(struct l) == 16 && __builtin_offsetof(struct l, l) == 4, "");
_Static_assert(_Generic((__SIZE_TYPE__)0, unsigned: 1, default: 0), "");
_Static_assert(_Generic((char *)0 - (char *)0, int: 1, default: 0), "");
int main(void) { return 0; }
