int main(void) {
    int a[300];
    for (int i = 0; i < 300; i++) a[i] = i;
    unsigned char u = 255;
    signed char s = -1;
    _Bool b = 1;
    enum { E = 4 } e = E;
    long long l = 299;
    int *mid = a + 100;
    if (a[u] != 255 || mid[s] != 99 || a[b] != 1 || e[a] != 4 || a[l] != 299) return 1;
    if (a[(unsigned char)(u + 2)] != 1 || a[u + 2] != 257) return 2;
    if (a['0'] != 48 || mid[-E] != 96 || s[mid] != 99) return 3;
    if (*(mid + s) != 99 || *(mid - s) != 101 || *(s + mid) != 99) return 4;
    return 0;
}
