static int copy(char *to, const char *from, int n) {
    int loops = 0, k = (n + 3) / 4;
    switch (n % 4) {
    case 0: do { loops++; *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--k > 0);
    }
    return loops;
}
int main(void) {
    char b[12] = { 0 };
    if (copy(b, "hello, wor", 10) != 2) return 1;
    const char *e = "hello, wor";
    for (int i = 0; i < 12; i++) if (b[i] != (i < 10 ? e[i] : 0)) return 2;
    return 0;
}
