int static long unsigned a = 1;
const short int b = 2;
long double long_d = 3;
char unsigned const c = 200;
long signed long e = -5;
typedef unsigned U;
U static f = 6;
long typedef L;
int extern g;
int g = 7;
int main(void) {
    register int auto_;
    auto int h = 8;
    unsigned i = 9;
    short unsigned volatile j = 65535;
    auto_ = h;
    L k = 1;
    signed s = -1;
    if (_Generic(a, unsigned long: 1, default: 0) != 1) return 1;
    if (_Generic(e, long long: 1, default: 0) != 1) return 2;
    if (c != 200 || j + 1 != 65536 || auto_ != 8) return 3;
    return b + f + g + i + k + s == 24 && long_d == 3 ? 0 : 4;
}
