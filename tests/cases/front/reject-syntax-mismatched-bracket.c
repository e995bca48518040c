//@ error: 4: expected
int main(void) {
    int a[3] = { 0 };
    return a[1};
}
