//@ error: 3: bounds
int main(void) {
    int a[3] = { [3] = 1 };
    return a[0];
}
