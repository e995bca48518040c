union u { char c[9]; int i; };
union v { char c[5]; short s; };
struct w { char x; union u y; };
static union v id(union v p) { p.c[4]++; return p; }
int main(void) {
    if (sizeof(union u) != 12 || _Alignof(union u) != 4) return 1;
    if (sizeof(union v) != 6) return 2;
    if (sizeof(struct w) != 16) return 3;
    union v a = { "abcd" }, b;
    b = id(a);
    if (b.c[0] != 'a' || b.c[4] != 1 || a.c[4] != 0) return 4;
    if (id(b).c[4] != 2) return 5;
    return 0;
}
