static int a[10] = { [2 ... 5] = 7, 8, [9] = 1, [3] = 4 };
static char t[256] = { ['0' ... '9'] = 1, ['a' ... 'f'] = 2 };
static int m[3][3] = { [0 ... 2] = { [1 ... 2] = 5 } };
int main(void) {
    if (a[1] || a[2] != 7 || a[3] != 4 || a[5] != 7 || a[6] != 8 || a[7] || a[9] != 1) return 1;
    if (!t['5'] || t['c'] != 2 || t['g'] || t[0]) return 2;
    if (m[2][0] || m[2][1] != 5 || m[0][2] != 5) return 3;
    int b[] = { [0 ... 3] = 2 };
    if (sizeof b != 4 * sizeof(int) || b[3] != 2) return 4;
    int n = 0, c[3] = { [0 ... 2] = n++ };
    if (n != 1 || c[0] || c[2]) return 5;
    return 0;
}
