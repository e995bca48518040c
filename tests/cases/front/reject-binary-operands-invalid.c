//@ error: 5: invalid operands
struct s { int a; };
int main(void) {
    struct s x = { 1 }, y = { 1 };
    return x == y;
}
