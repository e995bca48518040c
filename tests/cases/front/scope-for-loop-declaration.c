int main(void) {
    int i = 100, n = 0;
    for (int i = 0; i < 3; i++) {
        int i = 50;
        n += i++;
    }
    if (i != 100 || n != 150) return 1;
    for (int i = 0, *p = &n; i < 2; i++) *p += i;
    if (n != 151) return 2;
    for (struct { int a, b; } s = { 0, 9 }; s.a < s.b; s.a++, s.b--) n++;
    if (n != 156) return 3;
    for (char c = 'a'; c <= 'c'; c++) n++;
    if (n != 159) return 4;
    return 0;
}
