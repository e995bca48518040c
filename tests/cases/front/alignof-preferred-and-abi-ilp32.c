//@ data-model: ilp32
/* `_Alignof` asks for what the ABI demands, `__alignof__` for what the compiler prefers:
   they differ for the 8-byte types of x86. */
struct s { char c; double d; long long l; };
typedef double real;
typedef double low __attribute__((aligned(4)));
int main(void) {
    struct s v;
    double d, *p = &d;
    if (__alignof__(double) != 8 || _Alignof(double) != 4) return 1;
    if (__alignof__(long long) != 8 || _Alignof(unsigned long long) != 4) return 2;
    if (__alignof__(double[3]) != 8 || _Alignof(double[3]) != 4) return 3;
    if (__alignof__(struct s) != 4 || __alignof__(v.d) != 4 || __alignof__(v.l) != 4) return 4;
    if (__alignof__(d) != 8 || _Alignof(d) != 8 || __alignof__(*p) != 8) return 5;
    if (__alignof__(real) != 8 || _Alignof(real) != 4 || __alignof__(low) != 4) return 6;
    if (__alignof__(long double) != 4 || __alignof__(int) != 4) return 7;
    return __builtin_offsetof(struct s, d) == 4 && sizeof v == 20 ? 0 : 8;
}
