//@ error: 4: lvalue
int main(void) {
    int a = 1;
    (char)a = 3;
    return a;
}
