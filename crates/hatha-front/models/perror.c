/* perror */

extern char *strerror(int number);

static void print(const char *s) {
    size_t n = 0;
    while (s[n])
        n++;
    if (n > 0)
        __hatha_write(2, s, n);
}

void perror(const char *prefix) {
    int number = *__errno_location();
    if (prefix && *prefix) {
        print(prefix);
        print(": ");
    }
    print(strerror(number));
    print("\n");
}
