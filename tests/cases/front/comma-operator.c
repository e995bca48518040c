// The comma sequences, yields the right operand, and decays arrays.
static int n;
static int bump(void) { return ++n; }
int main(void) {
    int a = (1, 2, 3);
    if (a != 3) return 1;
    int b = (bump(), bump() * 10);
    if (b != 20 || n != 2) return 2;
    char buf[9];
    if (sizeof(0, buf) != sizeof(char *)) return 3;
    if (sizeof(0, (char)1) != 1) return 4;
    int i, j;
    for (i = 0, j = 9; i < j; i++, j--)
        ;
    if (i != 5 || j != 4) return 5;
    a = 1, a += 2;
    if (a != 3) return 6;
    return (void)0, 0;
}
