//@ error: 4: expected
typedef int T;
int main(void) {
    int x = 1 + T;
    return x;
}
