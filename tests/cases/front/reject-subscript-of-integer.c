//@ error: 4: subscript
int main(void) {
    int x = 3, y = 4;
    return x[y];
}
