//@ error: 5: bit-field
struct s { int a : 3; };
int main(void) {
    struct s v = { 1 };
    return &v.a ? 1 : 0;
}
