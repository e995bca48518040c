struct { int x; } const static s = { 1 }, *ps = &s;
enum e { P, Q } static g = Q;
struct t { int y; } typedef tt;
union u { int a; } volatile extern ext;
long unsigned int const typedef cul;
int typedef T;
T static k = 2;
int main(void) {
    tt v = { 3 };
    struct { int z; } static local = { 4 };
    cul c = 5;
    return ps->x + g + v.y + local.z + (int)c + k == 16 ? 0 : 1;
}
