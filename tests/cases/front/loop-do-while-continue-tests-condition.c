int main(void) {
    int i = 0, n = 0;
    do {
        i++;
        if (i == 2) continue;
        n += i;
    } while (i < 4);
    if (n != 8) return 1;
    do continue; while (i-- > 0);
    if (i != -1) return 2;
    do ; while (0);
    do { if (1) break; n = 99; } while (1);
    if (n != 8) return 3;
    do if (i) i = 0; else i = 7; while (i == 0);
    return i == 7 ? 0 : 4;
}
