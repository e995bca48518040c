struct z { int n; int a[0]; };
struct w { char c; long x[0]; };
int main(void) {
    if (sizeof(struct z) != sizeof(int)) return 1;
    if (sizeof(struct w) != _Alignof(long)) return 2;
    if (sizeof(int[0]) != 0) return 3;
    union { struct z z; int raw[3]; } u = { .raw = { 1, 2, 3 } };
    if ((char *)u.z.a != (char *)&u.raw[1]) return 4;
    int zero[0];
    if (sizeof zero) return 5;
    return 0;
}
