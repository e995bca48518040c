//@ error: 4: invalid operands
int main(void) {
    int a[2] = { 0 }, *p = a, *q = a + 1;
    return p + q ? 1 : 0;
}
