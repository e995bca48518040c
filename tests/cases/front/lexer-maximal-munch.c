int main(void) {
    int a = 5, b = 2, *p = &b;
    if (a+++b != 7 || a != 6) return 1;
    if (a/ *p != 3) return 2;
    if (a-->b == 0 || a != 5) return 3;
    if (a<-b||a>-b) b = b<<1>>1;
    if (a- -b != 7 || a-~b != 8) return 4;
    int c = a/**/-/* - */b; // comment /* not nested
    if (c != 3) return 5;
    char *s = "/* no comment */ // none";
    if (s[0] != '/') return 6;
    if (.5+.5 != 1 || 1.-.5 != 0.5) return 7;
    a=-b;
    return a == -2 ? 0 : 8;
}
