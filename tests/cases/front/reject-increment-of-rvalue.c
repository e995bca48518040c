//@ error: 4: lvalue
int main(void) {
    int a = 1;
    return a++++;
}
