int main(void) {
    long a[5] = { 1, 2, 3, 4, 5 };
    long *p = a;
    p += 3;
    if (*p != 4) return 1;
    p -= 2u;
    if (*p != 2) return 2;
    signed char m = -1;
    p += m;
    if (*p != 1) return 3;
    p += 2LL;
    if (p - a != 2) return 4;
    p -= (short)-2;
    if (*p != 5) return 5;
    return 0;
}
