//@ error: 4: expected
int main(void) {
    int x = 1;
    x = (x + 1;
    return x;
}
