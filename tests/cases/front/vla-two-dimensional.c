int main(void) {
    int r = 3, c = 4;
    int m[r][c];
    for (int i = 0; i < r; i++)
        for (int j = 0; j < c; j++) m[i][j] = i * 10 + j;
    if (sizeof m != 48 || sizeof m[0] != 16 || sizeof m[0][0] != 4) return 1;
    int (*p)[c] = m;
    c = 100;
    if (p[2][3] != 23 || (*(p + 1))[0] != 10) return 2;
    if ((char *)&m[1] - (char *)m != 16 || &m[2] - m != 2) return 3;
    p++;
    if (**p != 10 || sizeof *p != 16) return 4;
    int f[2][r];
    return sizeof f == 24 && sizeof f / sizeof *f == 2 ? 0 : 5;
}
