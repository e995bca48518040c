typedef int T;
struct T { T T; struct { T x; } S; };
typedef struct S S;
struct S { S *S; };
int main(void) {
    struct T v = { .T = 4 };
    struct S s = { &s };
    int n = 0;
    goto T;
T:
    if (++n < 3) goto T;
    if (v.T != 4 || n != 3) return 1;
    if (s.S->S != &s) return 2;
    enum { a, b } T = b;
    if (T != 1) return 3;
    return 0;
}
