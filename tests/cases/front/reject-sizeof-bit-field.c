//@ error: 5: sizeof
struct s { int a : 3; };
int main(void) {
    struct s v = { 1 };
    return sizeof v.a;
}
