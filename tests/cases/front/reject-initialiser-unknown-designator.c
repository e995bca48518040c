//@ error: 4: no member
struct s { int a, b; };
int main(void) {
    struct s v = { .a = 1, .q = 2 };
    return v.a;
}
