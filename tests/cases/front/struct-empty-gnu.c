struct e { };
struct h { int a; struct e x; int b; };
static struct e pass(struct e v, int *n) { ++*n; return v; }
int main(void) {
    if (sizeof(struct e) != 0) return 1;
    if (sizeof(struct h) != 8 || __builtin_offsetof(struct h, x) != 4) return 2;
    struct e a = { }, b;
    int n = 0;
    b = a;
    a = pass(b, &n);
    struct h v = { 1, { }, 2 };
    if (n != 1 || v.a != 1 || v.b != 2) return 3;
    union { } u;
    if (sizeof u != 0) return 4;
    return 0;
}
