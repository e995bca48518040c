static int n;
static int f(void) { return ++n; }
int main(void) {
    int i = 0, a[10];
    if (sizeof(i++) != sizeof(int) || i != 0) return 1;
    if (sizeof f() != sizeof(int) || n != 0) return 2;
    if (sizeof a != 10 * sizeof(int)) return 3;
    if (sizeof a / sizeof *a != 10) return 4;
    if (sizeof a[100] != sizeof(int)) return 5;
    if (sizeof *(double *)0 != 8) return 6;
    if (sizeof(char)+1 != 2) return 7;
    if (sizeof (char) * 2 != 2) return 8;
    if (sizeof -1 != sizeof(int)) return 9;
    if (_Generic(sizeof 1, __SIZE_TYPE__: 1, default: 0) != 1) return 10;
    return 0;
}
