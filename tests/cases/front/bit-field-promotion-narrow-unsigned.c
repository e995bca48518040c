// A narrow unsigned bit-field promotes to int; a full-width one to unsigned.
struct s { unsigned n : 5; unsigned f : 32; };
int main(void) {
    struct s v = { 1, 1 };
    if (v.n - 2 >= 0) return 1;
    if (v.f - 2 < 0) return 2;
    if (!(-1 < v.n)) return 3;
    if (-1 < v.f) return 4;
    if (~v.n != -2) return 5;
    if (-v.n >> 31 != -1) return 6;
    if (_Generic(+v.n, int: 1, default: 0) != 1) return 7;
    if (_Generic(+v.f, unsigned: 1, default: 0) != 1) return 8;
    return 0;
}
