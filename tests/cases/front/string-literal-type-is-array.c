int main(void) {
    if (_Generic(&"abc", char (*)[4]: 1, default: 0) != 1) return 1;
    if (_Generic("abc", char *: 1, default: 0) != 1) return 2;
    if (sizeof "abc" != 4) return 3;
    __typeof__("hello") s = "world";
    if (sizeof s != 6 || s[4] != 'd') return 4;
    const char *p = "abc" + 1;
    if (*p != 'b') return 5;
    if (!"" != 0) return 6;
    return 0;
}
