typedef char T;
int main(void) {
    if (sizeof(T) != 1) return 1;
    {
        typedef T T[10];
        if (sizeof(T) != 10) return 2;
        typedef T U[2];
        if (sizeof(U) != 20) return 3;
    }
    if (sizeof(T) != 1) return 4;
    typedef T T2, *PT, FT(int);
    PT p = 0;
    FT *fp = 0;
    if (sizeof(*p) != 1 || sizeof(fp(0)) != 1) return 5;
    typedef int T2_;
    int unsigned long x = 1;
    long int unsigned long y = 2;
    return x + y == 3 ? 0 : 6 + sizeof(T2_);
}
