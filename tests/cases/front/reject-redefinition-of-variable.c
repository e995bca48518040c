//@ error: 5: redefinition
int main(void) {
    int x = 1;
    long y = 2;
    int x = 3;
    return x + y;
}
