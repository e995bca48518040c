struct s { unsigned a : 4; int b : 4; };
int main(void) {
    struct s v;
    int r = v.a = 0x1f;
    if (r != 15) return 1;
    r = (v.b = 15);
    if (r != -1) return 2;
    r = v.b = v.a = 24;
    if (v.a != 8 || v.b != -8 || r != -8) return 3;
    r = (v.a += 9);
    if (r != 1) return 4;
    struct s w = v;
    if (w.a != 1 || w.b != -8) return 5;
    if ((v.a ? v.b : 0) != -8) return 6;
    return 0;
}
