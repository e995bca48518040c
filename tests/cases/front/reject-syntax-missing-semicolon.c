//@ error: 4: expected
int main(void) {
    int x = 1, y;
    x = 2 y = 3;
    return x + y;
}
