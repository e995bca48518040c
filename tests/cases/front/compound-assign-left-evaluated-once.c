static int calls, a[4];
static int *at(int i) { calls++; return &a[i]; }
int main(void) {
    int i = 0;
    a[i++] += 5;
    if (i != 1 || a[0] != 5 || a[1] != 0) return 1;
    *at(2) |= 6;
    *at(2) ^= 2;
    if (calls != 2 || a[2] != 4) return 2;
    int *p = a;
    *p++ *= 3;
    if (p != a + 1 || a[0] != 15) return 3;
    ++*p;
    if (a[1] != 1 || p != a + 1) return 4;
    return 0;
}
