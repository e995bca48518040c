//@ error: 3: storage class
int main(void) {
    static extern int x;
    return 0;
}
