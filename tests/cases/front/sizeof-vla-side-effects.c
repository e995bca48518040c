// Only a variable length array type makes sizeof evaluate its operand.
int main(void) {
    int n = 3;
    int a[n];
    if (sizeof a != 3 * sizeof(int)) return 1;
    n = 10;
    if (sizeof a != 3 * sizeof(int)) return 2;
    if (sizeof(int[n++]) != 10 * sizeof(int)) return 3;
    if (n != 11) return 4;
    if (sizeof(char[n][2]) != 22) return 5;
    if (sizeof(a[n++]) != sizeof(int) || n != 11) return 6;
    if (sizeof(char(*)[n]) != sizeof(void *)) return 7;
    return 0;
}
