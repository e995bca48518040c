static int sum(int (*m)[3], int rows) {
    int s = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < 3; j++) s += m[i][j];
    return s;
}
int main(void) {
    int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    if (sum(m, 2) != 21) return 1;
    if (sizeof m != 6 * sizeof(int) || sizeof m[0] != 3 * sizeof(int)) return 2;
    if (sizeof *m != sizeof m[1] || sizeof **m != sizeof(int)) return 3;
    if (*(*(m + 1) + 2) != 6 || 1[m][2] != 6 || 2[1[m]] != 6) return 4;
    if ((void *)m != (void *)m[0] || (void *)&m != (void *)&m[0][0]) return 5;
    if ((char *)(&m + 1) - (char *)m != (int)sizeof m) return 6;
    if (_Generic(m + 0, int (*)[3]: 1, default: 0) != 1) return 7;
    if (_Generic(&m, int (*)[2][3]: 1, default: 0) != 1) return 8;
    return 0;
}
