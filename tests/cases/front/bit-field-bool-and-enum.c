enum e { A, B, C, D };
struct s { _Bool f : 1; enum e g : 2; _Bool h : 1; };
int main(void) {
    struct s v = { 2, D, 0 };
    if (v.f != 1) return 1;
    if (v.g != 3 || v.g < 0) return 2;
    v.h = 0.25;
    if (v.h != 1) return 3;
    v.h = 0;
    v.f = 256;
    if (v.f != 1 || v.h != 0) return 4;
    v.g = C;
    switch (v.g) {
    case C: break;
    default: return 5;
    }
    if (v.f - 2 != -1) return 6;
    return 0;
}
