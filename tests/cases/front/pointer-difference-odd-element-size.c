struct s { char c[13]; };
struct t { int v[7]; };
int main(void) {
    struct s a[9];
    struct t b[5];
    struct s *p = a + 8, *q = &a[1];
    struct t *r = b + 4;
    if (p - q != 7 || q - p != -7 || r - b != 4) return 1;
    if (&b[1] - r != -3 || (p - a) / (q - a) != 8) return 2;
    int (*rows)[3] = (int[4][3]){ { 0 } };
    int (*last)[3] = rows + 3;
    return last - rows == 3 ? 0 : 3;
}
