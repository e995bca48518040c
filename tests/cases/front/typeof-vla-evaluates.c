int main(void) {
    int n = 3;
    int v[n];
    __typeof__(v) w;
    if (sizeof w != 12) return 1;
    __typeof__(int[n++]) z;
    if (sizeof z != 12 || n != 4) return 2;
    typedef int row[n];
    n = 9;
    row r[2];
    if (sizeof r != 2 * 4 * sizeof(int)) return 3;
    r[1][3] = 5; w[2] = 1; z[0] = 2;
    return r[1][3] + w[2] + z[0] == 8 ? 0 : 4;
}
