//@ error: 5: undeclared
int main(void) {
    int x = 1;
    { int inner = 2; x += inner; }
    return inner - x;
}
