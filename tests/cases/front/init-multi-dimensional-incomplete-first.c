static int m[][2][2] = { { { 1, 2 }, { 3, 4 } }, { { 5 }, { [1] = 6 } }, { 7, 8, 9 } };
static char *words[][2] = { { "a", "b" }, { "c" } };
int main(void) {
    if (sizeof m / sizeof m[0] != 3) return 1;
    if (m[0][1][0] != 3 || m[1][0][1] || m[1][1][0] || m[1][1][1] != 6) return 2;
    if (m[2][0][0] != 7 || m[2][1][0] != 9 || m[2][1][1]) return 3;
    if (sizeof words / sizeof *words != 2 || words[1][1] || *words[1][0] != 'c') return 4;
    return 0;
}
