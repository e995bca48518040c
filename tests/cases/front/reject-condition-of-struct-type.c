//@ error: 5: scalar
struct s { int a; };
int main(void) {
    struct s v = { 1 };
    if (v) return 1;
    return 0;
}
