//@ error: 4: lvalue
int main(void) {
    int a = 1, b = 2;
    (a ? a : b) = 3;
    return a;
}
