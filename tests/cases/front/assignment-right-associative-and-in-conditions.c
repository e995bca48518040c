int main(void) {
    int a, b, c, n = 0;
    a = b = c = 4;
    a += b -= c *= 2;
    if (a != 0 || b != -4 || c != 8) return 1;
    char *s = "abc", buf[4], *d = buf;
    while ((*d++ = *s++)) n++;
    if (n != 3 || buf[2] != 'c' || buf[3]) return 2;
    if ((a = 0) || (b = 5, b != 5)) return 3;
    unsigned char u;
    int i = 0;
    while ((u = i - 1) != 255) return 4;
    a = (b = 3) + (c = 4);
    return a == 7 && (n = a) == 7 ? 0 : 5;
}
