//@ error: 5: int
struct s { int a; };
int main(void) {
    struct s v = { 1 };
    return (int)v;
}
