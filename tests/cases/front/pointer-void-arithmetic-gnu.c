int main(void) {
    char b[8] = "abcdefg";
    void *p = b;
    p = p + 3;
    if (*(char *)p != 'd') return 1;
    p++;
    if (*(char *)p != 'e') return 2;
    p -= 2;
    if (*(char *)p != 'c') return 3;
    void *q = b + 6;
    if (q - p != 4) return 4;
    if ((char *)(p + 1) != &b[3]) return 5;
    return 0;
}
