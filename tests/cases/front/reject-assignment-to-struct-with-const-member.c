//@ error: 5: assignment
struct s { int a; const int b; };
int main(void) {
    struct s x = { 1, 2 }, y = { 3, 4 };
    x = y;
    return x.a;
}
