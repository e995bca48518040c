//@ data-model: lp64
_Static_assert(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4, "");
_Static_assert(sizeof(long) == 8 && sizeof(long long) == 8, "");
_Static_assert(sizeof(void *) == 8 && sizeof(long double) == 16, "");
_Static_assert(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(_Bool) == 1, "");
_Static_assert(_Alignof(long double) == 16 && _Alignof(long long) == 8, "");
struct d { char c; double d; };
struct l { char c; long long l; };
_Static_assert(sizeof(struct d) == 16 && sizeof(struct l) == 16, "");
_Static_assert(_Generic((__SIZE_TYPE__)0, unsigned long: 1, default: 0), "");
_Static_assert(_Generic((char *)0 - (char *)0, long: 1, default: 0), "");
int main(void) { return 0; }
