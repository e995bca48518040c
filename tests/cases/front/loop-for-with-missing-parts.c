int main(void) {
    int i = 0, n = 0;
    for (;;) { if (i++ == 5) break; }
    for (; i < 10;) i += 3;
    for (;; i++) if (i > 20) break;
    if (i != 21) return 1;
    for (i = 0; i < 3; n += i++)
        if (i == 1) continue;
    if (n != 3) return 2;
    for (int k = 5; k--;) n += k;
    return n == 13 ? 0 : 3;
}
