_Static_assert(1, "file scope");
_Static_assert(sizeof(char) == 1 && (int)-1 < 0, "wide " "message");
struct s { int a; _Static_assert(sizeof(int) >= 2, "in struct"); int b; };
_Static_assert(sizeof(struct s) == 2 * sizeof(int), "no member");
enum { E = 3 };
int main(void) {
    _Static_assert(E == 3, "block");
    for (int i = 0; i < 1; i++) { _Static_assert('a' == 97, ""); }
    _Static_assert((int)1.5 == 1, "cast float constant");
    _Static_assert(__builtin_offsetof(struct s, b) == 4, "");
    return 0;
}
