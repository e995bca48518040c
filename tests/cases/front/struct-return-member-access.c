struct p { int x, y; int arr[3]; struct { char c; } in; };
static int n;
static struct p make(int k) {
    n++;
    return (struct p){ k, k + 1, { k, k * 2, k * 3 }, { 'A' + k } };
}
static struct p (*fp)(int) = make;
int main(void) {
    if (make(3).y != 4) return 1;
    if (make(2).arr[2] != 6) return 2;
    if (fp(1).in.c != 'B') return 3;
    if (sizeof make(1).arr != 3 * sizeof(int)) return 4;
    if (n != 3) return 5;
    if (make(make(1).y).x != 2 || n != 5) return 6;
    if (*make(4).arr != 4) return 7;
    return 0;
}
