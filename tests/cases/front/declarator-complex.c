static int v = 7;
static int *f1(char c) { return &v; }
static int (*arr[2])(void);
static int get(void) { return 11; }
static int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
static int (*rows(void))[3] { return m; }
static int (*(*pa)[2])(void) = &arr;
static int *(*(*fpp)(int))(char);
static int *(*sel(int k))(char) { return k ? f1 : 0; }
static char *(*const names)[2] = &(char *[2]){ "x", "y" };
int main(void) {
    arr[1] = get;
    fpp = sel;
    if ((*pa)[1]() != 11 || *fpp(1)('c') != 7) return 1;
    if (rows()[1][2] != 6 || (*rows())[0] != 1) return 2;
    int (((x))) = 3, (*(y)) = &(x);
    if (*y != 3 || (*names)[1][0] != 'y') return 3;
    int const (*(z))[3] = (const int (*)[3])m;
    return sizeof *z == 12 && sizeof(int *(*(*)(int))(char)) == sizeof(void *) ? 0 : 4;
}
