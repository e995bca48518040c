typedef int T;
static T g = 4;
static int f(T T) { return T * 2; }
int main(void) {
    T a = 3;
    {
        T T = 5;
        T = T + a;
        if (T != 8) return 1;
    }
    T b = 2;
    if (f(b) != 4 || g != 4) return 2;
    for (T T = 0; T < 1; T++) a += T;
    if (a != 3) return 3;
    return 0;
}
