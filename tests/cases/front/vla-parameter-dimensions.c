static int sum(int n, int m, int a[n][m]) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) s += a[i][j];
    return s * 100 + (int)(sizeof a[0] / sizeof(int));
}
static int diag(int n, int a[*][*]);
static int diag(int n, int a[n][n]) { return n ? a[n - 1][n - 1] : 0; }
static int side;
static int bump(int n, char a[n][side++ + 2]) { return sizeof *a; }
static int knr(n, a) int n; int a[][n]; { return a[1][0]; }
int main(void) {
    int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int b[3][2] = { { 1, 2 }, { 3, 4 }, { 5, 6 } };
    char c[4];
    if (sum(2, 3, a) != 2103 || sum(3, 2, b) != 2102) return 1;
    if (diag(2, (int[2][2]){ { 1, 2 }, { 3, 4 } }) != 4) return 2;
    if (bump(1, (void *)c) != 2 || bump(1, (void *)c) != 3 || side != 2) return 3;
    return knr(2, b) == 3 && knr(3, a) == 4 ? 0 : 4;
}
