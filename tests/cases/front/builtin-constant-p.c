static int side;
#define K(x) __builtin_constant_p(x)
static int arr[K(3 + 4) ? 2 : 1];
int main(void) {
    if (!K(1) || !K(sizeof(int)) || !K(1.5) || !K("lit")) return 1;
    if (K(side++) || side != 0) return 2;
    volatile int v = 3;
    if (K(v)) return 3;
    return sizeof arr == 8 ? 0 : 4;
}
