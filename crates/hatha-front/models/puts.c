/* Unformatted text to standard output. */

int putchar(int c) {
    char byte = (char)c;
    __hatha_write(1, &byte, 1);
    return (unsigned char)c;
}

int putchar_unlocked(int c) {
    return putchar(c);
}

int puts(const char *s) {
    size_t n = 0;
    while (s[n])
        n++;
    if (n > 0)
        __hatha_write(1, s, n);
    __hatha_write(1, "\n", 1);
    return 1;
}
