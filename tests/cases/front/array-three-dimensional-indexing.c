int main(void) {
    int a[2][3][4];
    int k = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int l = 0; l < 4; l++) a[i][j][l] = k++;
    if (a[1][2][3] != 23 || a[1][0][0] != 12 || a[0][2][1] != 9) return 1;
    int (*p)[3][4] = a;
    if (p[1][1][1] != 17) return 2;
    int (*q)[4] = a[1];
    if (q[2][0] != 20) return 3;
    int *r = a[0][1];
    if (r[3] != 7) return 4;
    if (sizeof a[0] != 48 || &a[1] - &a[0] != 1) return 5;
    return 0;
}
