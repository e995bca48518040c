struct s { int a : 3; unsigned b : 3; signed c : 1; int d : 32; };
int main(void) {
    struct s v;
    v.a = 3; v.b = 7; v.c = 0; v.d = -5;
    if (v.a != 3 || v.b != 7) return 1;
    v.a = 4;
    if (v.a != -4) return 2;
    v.b = 9;
    if (v.b != 1) return 3;
    v.c = 1;
    if (v.c != -1) return 4;
    if (v.d != -5) return 5;
    v.a = -1;
    if (v.b != 1 || v.c != -1 || v.a != -1) return 6;
    v.b = -1;
    if (v.b != 7) return 7;
    return 0;
}
