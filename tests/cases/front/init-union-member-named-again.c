union v { int i; float f; unsigned char b[4]; };
union t { struct { int x; char y[2]; } u; union v v; };
union t a = { { 42, { 1 } }, .v.f = 2.5f };
int main(void) {
    union t b = { .v.f = 4.5f, .u.y[1] = 3 };
    union t c = { .u.x = 1, .u.y[0] = 2 };
    union v d[2] = { [1].b[3] = 9, [1].b[0] = 4, [0].f = 1.0f, [0].i = 6 };
    struct { int k; union v w; } e = { 1, .w.b[1] = 5, .w.i = 3, .w.b[0] = 7 };
    if (a.u.y[0] != 0 || a.v.f != 2.5f) return 1;
    if (b.u.x != 0 || b.u.y[0] != 0 || b.u.y[1] != 3) return 2;
    if (c.u.x != 1 || c.u.y[0] != 2) return 3;
    if (d[1].b[3] != 9 || d[1].b[0] != 4 || d[0].i != 6) return 4;
    return e.w.b[0] != 7 || e.w.b[1] != 0;
}
