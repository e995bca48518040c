_Atomic int a = 5;
static _Atomic(unsigned char) c = 250;
struct s { _Atomic int n; int m; };
int main(void) {
    a++;
    a += 10;
    if (a != 16) return 1;
    c += 10;
    if (c != 4) return 2;
    struct s v = { 1, 2 };
    v.n -= 3;
    if (v.n != -2 || (v.n = 8) != 8) return 3;
    int *_Atomic p = &v.m;
    *p = 9;
    if (v.m != 9 || sizeof(_Atomic int) != 4) return 4;
    if (__atomic_fetch_add(&v.m, 2, __ATOMIC_SEQ_CST) != 9 || v.m != 11) return 5;
    return __sync_bool_compare_and_swap(&v.m, 11, 1) && v.m == 1 ? 0 : 6;
}
