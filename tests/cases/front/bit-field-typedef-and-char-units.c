typedef int T;
typedef signed char SC;
struct s { T a : 2; SC b : 3; unsigned short c : 10; long d : 20; };
int main(void) {
    struct s v = { -1, -4, 1023, -524288 };
    if (v.a != -1 || v.b != -4 || v.c != 1023 || v.d != -524288) return 1;
    v.c++;
    v.d--;
    if (v.c != 0 || v.d != 524287) return 2;
    if (v.a != -1 || v.b != -4) return 3;
    return sizeof v == 8 ? 0 : 4;
}
