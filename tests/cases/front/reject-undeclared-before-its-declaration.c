//@ error: 3: undeclared
int main(void) {
    int n[sizeof(m)];
    int m = 1;
    return n[0] + m;
}
