__extension__ typedef long long ll;
__extension__ struct s { __extension__ union { int a; int b; }; __extension__ ll c; };
__extension__ static z;
static int id(int x, int y) { return x - y; }
int main(void) {
    __extension__ int x = __extension__ 5;
    __extension__ static k;
    int a[] = { __extension__ 1, __extension__ (2), (__extension__ x) };
    if (id(__extension__ x, __extension__ a[2]) != 0) return 1;
    if (sizeof(__extension__ (x)) != sizeof(int)) return 2;
    return __extension__ ({ __extension__ x; }) - 5 + z + k;
}
