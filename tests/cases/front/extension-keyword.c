__extension__ typedef long long ll;
__extension__ struct s { __extension__ union { int a; float b; }; };
__extension__ static int g = 3;
int main(void) {
    __extension__ ll x = 1;
    struct s v = { { 4 } };
    int y = __extension__({ int t = 2; t * 3; });
    int z = __extension__ 1 + 2 * __extension__ 3;
    return x == 1 && v.a == 4 && y == 6 && z == 7 && g == 3 ? 0 : 1;
}
